"""Whether a state is sound: all counters are there, values are in range, and the rules lead to the frames.

Each check takes any bytes: nothing is used as an index before it is in range. If there are too many counters, a check
returns the flaw of the row that exceeds their number. If their sum is wrong, it returns that of the cup.
"""
from libc.stdint cimport int32_t

from hunch.engines.games.comancheria.board.pieces cimport camp_in, count_piece, first, headman_of, peace_square
from hunch.engines.games.comancheria.checks.flaws cimport (
    BAD_ACTIVATION, BAD_AVAILABLE, BAD_BAND, BAD_BAND_CAMP, BAD_BAND_DONE, BAD_BAND_GOODS, BAD_BAND_STOCK, BAD_BOX,
    BAD_CAMP, BAD_CAMP_STOCK, BAD_CARD, BAD_CARD_PLACE, BAD_CELL, BAD_CHOSEN, BAD_COLUMN, BAD_CUP, BAD_DEAL, BAD_DRAWN,
    BAD_DRAWN_COUNTER, BAD_EVENT, BAD_FACE, BAD_FLAG, BAD_GROUND, BAD_GUIDE, BAD_INACTIVE, BAD_IN_HAND, BAD_LEFT,
    BAD_LEVEL, BAD_LOST_CAMP, BAD_MAHIMIANA, BAD_MAHIMIANA_SUCCESS, BAD_MEDICINE, BAD_NEIGHBOUR, BAD_NO_BAND,
    BAD_NUMBER, BAD_ON_MAP, BAD_OUTCOME, BAD_OUT_OF_PLAY, BAD_PARAIBO, BAD_PARAIBO_SUCCESS, BAD_PERIOD, BAD_PIECE,
    BAD_PRESENCE, BAD_RAVAGED, BAD_STORE, BAD_STRENGTH, BAD_TRACK, BAD_TRACK_STOCK, BAD_TRACK_SUCCESS, BAD_UNDER,
    BAD_UNKNOWN, BAD_UNUSED, NO_FRAMES, SOUND,
)
from hunch.engines.games.comancheria.checks.stack cimport frames_flaw
from hunch.engines.games.comancheria.codes.components cimport (
    ALLY, ASIDE, BANDS, BISON, BISON_HERD, BOUGHT, BOX, CAMPS, CARDS, CELL, COUNTERS, CUP, DECK, DEPTH, DISCARDED,
    DRAWN, EAST, GONE, GOODS, HAND, HELD, LAST, LOST, MOST_ENEMY_AP, MOST_MP, MUST, ON, OPEN, PALO_DURO, PEACE, PLACES,
    PLAYING, RESERVATION, SANTA_FE, SETS, SOUTHEAST_SQUARE, SPACES, TOP, TRACK, TRAIL, TRIBE, UNDER, WAR_KINDS, WITH,
)
from hunch.engines.games.comancheria.codes.steps cimport (
    S_ACTIVATE_COUNTER, S_A_SLIDE, S_CAMP_MET, S_CAMP_ON, S_C_ROLLED, S_C_ROW, S_PASS_REVEAL, S_REVEALED, S_SETUP,
    S_SETUP_CARDS,
)
from hunch.engines.games.comancheria.procedures.frames cimport ActivateFrame, about
from hunch.engines.games.comancheria.state cimport St, Tables, can_be_ravaged, index_of, is_round


cdef int32_t find_flaw(const Tables* t, const St* s) noexcept nogil:
    cdef int32_t bad = ranges(t, s)
    if not bad:
        bad = deal_flaw(s)
    if not bad:
        bad = pieces_flaw(t, s)
    if not bad:
        bad = camps_flaw(t, s)
    if not bad:
        bad = bands_flaw(t, s)
    if not bad:
        bad = goods_flaw(t, s)
    if not bad:
        bad = counters_flaw(t, s)
    if not bad:
        bad = instructions_flaw(t, s)
    if not bad:
        bad = decks_flaw(t, s)
    return bad if bad else frames_flaw(t, s)


cdef int32_t ranges(const Tables* t, const St* s) noexcept nogil:
    cdef int32_t i
    if s.outcome > LOST or (s.outcome != PLAYING and s.depth):
        return BAD_OUTCOME
    if s.outcome == PLAYING and s.depth == 0:
        return NO_FRAMES
    if s.outcome == PLAYING and s.military == 0 and s.culture == 0:
        return BAD_OUTCOME
    if s.depth > DEPTH or s.answer or s.present > 15 or s.gates > 7 or s.piece[0] or s.ravaged[0]:
        return BAD_UNUSED
    for i in range(7):
        if s.spare[i]:
            return BAD_UNUSED
    if not t.first_period <= s.period <= t.last_period:
        return BAD_PERIOD
    if s.military > t.most_military:
        return BAD_TRACK
    if s.culture > t.most_culture:
        return BAD_TRACK + 1
    if s.ap > t.most_ap:
        return BAD_TRACK + 2
    if s.enemy_ap > MOST_ENEMY_AP:
        return BAD_TRACK + 3
    if s.operations > MUST:
        return BAD_TRACK + 4
    if s.passage > LAST:
        return BAD_TRACK + 5
    for i in range(4):
        if s.nation[i] > 4:
            return BAD_FLAG + i
    for i in range(SETS):
        if s.level[i] > 3:
            return BAD_LEVEL + i
    return SOUND


# Enemies and the map -------------------------------------------------------------------------------------------

cdef int32_t deal_flaw(const St* s) noexcept nogil:
    """Whether the counters of each enemy are dealt as the setup does: one into the cup, then the others."""
    cdef int32_t enemy, c, i, n, out, at
    cdef bint partly, cup
    for enemy in range(4):
        n, out, partly, cup = 0, 6 if (s.present >> enemy) & 1 else 0, False, False
        for c in range(6 * enemy, 6 * enemy + 6):
            n += s.where[c] != ASIDE
        if not out and n > 1:                            # the enemy's row is wrong, rather than several counters
            return BAD_PRESENCE + enemy
        for i in range(s.depth):
            if s.frame[i].step == S_SETUP and about(&s.frame[i]) <= enemy:
                out = 0
            elif s.frame[i].step == S_ACTIVATE_COUNTER and about(&s.frame[i]) == enemy:
                out, partly = min(out, (<const ActivateFrame*>&s.frame[i]).dealt), True
        if out == 6 and n < 5:
            return BAD_PRESENCE + enemy
        for c in range(6 * enemy, 6 * enemy + 6):
            at = s.where[c]
            if partly and at == CUP and not cup:
                cup = True
            elif partly and at != ASIDE and not 0 <= at - CELL - 6 * enemy < out - 1:
                return BAD_DEAL + c
        for c in range(6 * enemy, 6 * enemy + 6):
            if n != out and (s.where[c] == ASIDE) == (n < out):
                return BAD_DEAL + c
    return SOUND


cdef int32_t pieces_flaw(const Tables* t, const St* s) noexcept nogil:
    """Checks pieces, Ravaged counters and War Columns."""
    cdef int32_t i, piece, ravaged = 0
    cdef int32_t n[6]
    for i in range(6):
        n[i] = 0
    for i in range(1, SPACES):
        piece = s.piece[i]
        if piece > TRIBE + EAST or (piece and not is_round(i)):
            return BAD_PIECE + i - 1
        if piece > TRIBE and not (s.present >> (piece - TRIBE)) & 1:
            return BAD_PIECE + i - 1
        n[piece] += 1
        if piece and n[piece] > most_pieces(t, piece):
            return BAD_NUMBER + i - 1
        ravaged += s.ravaged[i]
        if s.ravaged[i] and (ravaged > t.most_ravaged or not can_be_ravaged(i)):
            return BAD_RAVAGED + i - 1
    for i in range(4):
        if s.column_at[i] > SOUTHEAST_SQUARE:
            return BAD_COLUMN + i
        if s.column_strength[i] > 8 or (s.column_at[i] == 0) != (s.column_strength[i] == 0):
            return BAD_STRENGTH + i
        if s.column_at[i] and not (s.present >> i) & 1:
            return BAD_PRESENCE + i
    return SOUND


cdef inline int32_t most_pieces(const Tables* t, int32_t piece) noexcept nogil:
    if piece == BISON_HERD:
        return t.most_bison
    return t.most_tribes if piece == TRIBE else t.most_settlements[piece - TRIBE]


# People and what they own --------------------------------------------------------------------------------------

cdef int32_t camps_flaw(const Tables* t, const St* s) noexcept nogil:
    """Checks Rancherías, their headmen and their boxes."""
    cdef int32_t r, at, k
    for r in range(CAMPS):
        at = s.camp_at[r]
        if at == 0 and s.paraibo[r]:
            return BAD_LOST_CAMP + r
        if at and at != RESERVATION:
            if not (is_round(at) or at == PALO_DURO):
                return BAD_CAMP + r
            if camp_in(s, at) != r:
                return BAD_NEIGHBOUR + r
            if s.piece[at] and not on_the_way(s, r):
                return BAD_GROUND + r
        if s.paraibo[r] > t.most_paraibo or (at and s.paraibo[r] == 0):
            return BAD_PARAIBO + r
        if s.mahimiana[r] > t.most_mahimiana or (s.mahimiana[r] and not at):
            return BAD_MAHIMIANA + r
        if (s.mahimiana[r] == 0) != (s.headman_at[r] == 0):
            return BAD_MAHIMIANA + r
        if not at and s.paraibo_success[r]:
            return BAD_PARAIBO_SUCCESS + r
        if not at and s.mahimiana_success[r]:
            return BAD_MAHIMIANA_SUCCESS + r
        for k in range(GOODS):
            if not at and s.camp_goods[r][k]:
                return BAD_STORE + r
    if s.chosen > CAMPS or (s.chosen and s.mahimiana[index_of(s.chosen)] == 0):
        return BAD_CHOSEN
    return SOUND


cdef bint on_the_way(const St* s, int32_t camp) noexcept nogil:
    """A Ranchería that has met a "?" goes on, and may cross a space where it may not stop."""
    cdef int32_t i
    for i in range(s.depth):
        if s.frame[i].step in (S_CAMP_MET, S_CAMP_ON) and about(&s.frame[i]) == camp:
            return True
    return False


cdef int32_t bands_flaw(const Tables* t, const St* s) noexcept nogil:
    """Checks Bands, the Mahimianas with them, the medicine track and the active Band."""
    cdef int32_t b, k, i, at
    for b in range(BANDS):
        at = s.band_at[b]
        if s.band_strength[b] > 3 or (s.band_strength[b] == 0) != (at == 0):
            return BAD_BAND + b
        if at and b >= t.most_bands:
            return BAD_NO_BAND + b
        if at >= RESERVATION and not (BOX <= at < BOX + CAMPS and s.camp_at[at - BOX]):
            return BAD_BAND_CAMP + b
        if s.band_done[b] > 1 or (s.band_done[b] and not at):
            return BAD_BAND_DONE + b
        for k in range(GOODS):
            if not at and s.band_goods[b][k]:
                return BAD_BAND_GOODS + b
    for i in range(CAMPS):
        at = s.headman_at[i]
        if 0 < at <= CAMPS and not s.camp_at[index_of(at)]:
            return BAD_BOX + i
        if at > CAMPS and not (WITH <= at < WITH + BANDS and guides(s, i, at - WITH)):
            return BAD_GUIDE + i
    for i in range(TRACK):
        if s.track[i] > BANDS or (s.track[i] and not s.band_strength[index_of(s.track[i])]):
            return BAD_MEDICINE + i
        if s.track[i] and i and not s.track[i - 1]:
            return BAD_MEDICINE + i
        for k in range(i):
            if s.track[i] and s.track[i] == s.track[k]:
                return BAD_MEDICINE + i
    if s.active > BANDS or (s.active and not s.band_strength[index_of(s.active)]):
        return BAD_ACTIVATION
    if s.mp > MOST_MP or (s.mp and not s.active):
        return BAD_ACTIVATION + 1
    if s.stolen > 3 or (s.stolen and not s.active):
        return BAD_ACTIVATION + 2
    return SOUND


cdef bint guides(const St* s, int32_t letter, int32_t band) noexcept nogil:
    return s.band_strength[band] and headman_of(s, band) == letter


cdef int32_t goods_flaw(const Tables* t, const St* s) noexcept nogil:
    """Checks the numbers of all goods. Those of Bison include the herds on the map."""
    cdef int32_t i, k, left
    for k in range(GOODS):
        left = t.most_bison - count_piece(s, BISON_HERD) if k == BISON else t.most_goods[k]
        for i in range(CAMPS):
            left -= s.camp_goods[i][k]
            if left < 0:
                return BAD_CAMP_STOCK + GOODS * i + k
        for i in range(BANDS):
            left -= s.band_goods[i][k]
            if left < 0:
                return BAD_BAND_STOCK + GOODS * i + k
        for i in range(PLACES):
            left -= s.ops_goods[i][k]
            if left < 0:
                return BAD_TRACK_STOCK + GOODS * i + k
    return SOUND


# Counters ------------------------------------------------------------------------------------------------------

cdef int32_t counters_flaw(const Tables* t, const St* s) noexcept nogil:
    """Checks Success, Enemy AP and "?" counters."""
    cdef int32_t i, left = t.most_success - s.out_success, held = s.cup_success
    if left < 0:
        return BAD_OUT_OF_PLAY
    left -= s.drawn_success
    if left < 0:
        return BAD_DRAWN
    for i in range(PLACES):
        left -= s.ops_success[i]
        if left < 0:
            return BAD_TRACK_SUCCESS + i
    for i in range(CAMPS):
        left -= s.paraibo_success[i]
        if left < 0:
            return BAD_PARAIBO_SUCCESS + i
        left -= s.mahimiana_success[i]
        if left < 0:
            return BAD_MAHIMIANA_SUCCESS + i
    if s.cup_success != left:
        return BAD_CUP
    for i in range(3):
        left = t.most_ap_counters[i] - s.box_ap[i]
        if left < 0:
            return BAD_AVAILABLE + 1 + i
        left -= s.drawn_ap[i]
        if left < 0:
            return BAD_DRAWN + 1 + i
        if s.cup_ap[i] != left:
            return BAD_CUP + 1 + i
        held += s.cup_ap[i]
    for i in range(TRAIL):
        held -= s.mark[i]
        if s.mark[i] > 1 or (s.mark[i] and (held < 0 or not s.gates & SANTA_FE)):
            return BAD_UNKNOWN + t.trail[i] - 1
    return SOUND


cdef int32_t instructions_flaw(const Tables* t, const St* s) noexcept nogil:
    cdef int32_t i, k, at
    cdef bint alone
    for i in range(COUNTERS):
        at = s.where[i]
        alone = at < CELL or first(s.where, i, at) < 0
        if s.face[i] > 1 or (s.face[i] and at <= HAND):
            return BAD_FACE + i
        if at == HAND and not in_hand(s, i):
            return BAD_IN_HAND + i
        if CELL + 24 <= at < CELL + 30 and s.outcome == PLAYING and not acts(s, i // 6):
            return BAD_INACTIVE + i
        if HAND < at < UNDER and not (alone and (0 <= at - CELL - 6 * (i // 6) < 6 or CELL + 24 <= at < CELL + 30)):
            return BAD_CELL + i
        if UNDER <= at < ON and not (alone and at == UNDER + i // 6 and s.column_at[i // 6]):
            return BAD_UNDER + i
        if at >= ON and not (alone and ON < at < ON + RESERVATION and on_map(t, s, i, at - ON)):
            return BAD_ON_MAP + i
    for i in range(DRAWN):
        k = s.drawn_counter[i]
        if k > COUNTERS or (k and s.where[k - 1] != HAND) or (k and i and not s.drawn_counter[i - 1]):
            return BAD_DRAWN_COUNTER + i
        if k and first(s.drawn_counter, i, k) >= 0:
            return BAD_DRAWN_COUNTER + i
    return SOUND


cdef bint acts(const St* s, int32_t enemy) noexcept nogil:
    """Whether an enemy is executing its counters (6.2.2.A), so that some may lie in the Inactive column."""
    cdef int32_t i
    for i in range(s.depth):
        if s.frame[i].step == S_A_SLIDE and about(&s.frame[i]) == enemy:
            return True
    return False


cdef bint on_map(const Tables* t, const St* s, int32_t counter, int32_t space) noexcept nogil:
    """Whether a counter may lie on a space: Peace on the square of its enemy, Ally on a Tribe."""
    cdef int32_t kind = t.kind[counter][s.face[counter]]
    if kind == PEACE:
        return counter >= 6 and space == peace_square(counter // 6)
    return kind == ALLY and counter < 6 and s.piece[space] == TRIBE


cdef bint in_hand(const St* s, int32_t counter) noexcept nogil:
    cdef int32_t i
    for i in range(DRAWN):
        if s.drawn_counter[i] == counter + 1:
            return True
    if s.outcome != PLAYING:
        return True
    for i in range(s.depth):
        if (s.frame[i].step == S_C_ROW or s.frame[i].step == S_C_ROLLED) and about(&s.frame[i]) == counter:
            return True
    return False


cdef bint awaited(const St* s, int32_t place) noexcept nogil:
    """Whether the setup or a Passage has still to reveal a card for this place."""
    cdef int32_t i
    for i in range(s.depth):
        if S_SETUP <= s.frame[i].step < S_SETUP_CARDS:
            return True
        if (s.frame[i].step == S_SETUP_CARDS or s.frame[i].step == S_PASS_REVEAL) and place >= about(&s.frame[i]):
            return True
        if s.frame[i].step == S_REVEALED and place == about(&s.frame[i]):
            return True
    return False


# Cards ---------------------------------------------------------------------------------------------------------

cdef int32_t decks_flaw(const Tables* t, const St* s) noexcept nogil:
    cdef int32_t i, k
    cdef int32_t count[11]
    if s.war_event > WAR_KINDS:
        return BAD_EVENT
    for i in range(WAR_KINDS):
        if s.war_left[i] + (index_of(s.war_event) == i) > t.war_count[i]:
            return BAD_LEFT + i
    if in_game(s, s.period) == 0 or (s.period < 4 and in_game(s, s.period + 1) == 12):
        return BAD_PERIOD
    for i in range(11):
        count[i] = 0
    for i in range(CARDS):
        k = i // 12 + 1
        if s.card[i] > DISCARDED or (s.card[i] != GONE and not t.first_period <= k <= s.period):
            return BAD_CARD + i
        if k == s.period and s.card[i] == GONE:
            return BAD_CARD + i
        if k < s.period and (DECK <= s.card[i] < OPEN or s.card[i] == DISCARDED):
            return BAD_CARD + i
        if (s.card[i] == HELD and t.card[i].buy != 1) or (s.card[i] == BOUGHT and t.card[i].buy != 2):
            return BAD_CARD + i
        if s.card[i] >= HELD and s.outcome == PLAYING and s.frame[0].step < S_SETUP_CARDS:
            return BAD_CARD + i
        count[s.card[i]] += 1
        if TOP <= s.card[i] < HELD and count[s.card[i]] > 1:
            return BAD_CARD_PLACE + i
        if OPEN <= s.card[i] < HELD and s.outcome == PLAYING and awaited(s, s.card[i] - OPEN):
            return BAD_CARD_PLACE + i                    # a place is empty when its card is drawn
    for i in range(CARDS):
        if TOP < s.card[i] < OPEN and not count[s.card[i] - 1]:
            return BAD_CARD_PLACE + i
    return SOUND


cdef int32_t in_game(const St* s, int32_t period) noexcept nogil:
    """The number of cards of a period that are in the game."""
    cdef int32_t i, n = 0
    for i in range(12 * period - 12, 12 * period):
        n += s.card[i] != GONE
    return n

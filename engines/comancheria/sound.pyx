"""Whether a state is sound: counters conserved, everything in range, frames that the rules make.

The codes are the indices of flaws.py. Each check takes any bytes: nothing is used as an index before it is in range.
"""
from libc.stdint cimport int32_t

from hunch.engines.comancheria.areas cimport count_ravaged
from hunch.engines.comancheria.frames cimport frames_fit
from hunch.engines.comancheria.pieces cimport *
from hunch.engines.comancheria.state cimport *

cdef enum:
    FRAMES = 1
    PIECES = 2
    CUP_FLAW = 3
    INSTRUCTIONS = 4
    COLUMNS = 5
    CAMP_FLAW = 6
    BAND_FLAW = 7
    GOODS_FLAW = 8
    TRACKS = 9
    WAR_DECK = 10
    DEVELOPMENT = 11
    CULTURE_FLAW = 12
    OUTCOME = 13
    SPARE = 14


cdef int32_t flaw_of(const Tables* t, const St* s) noexcept nogil:
    cdef int32_t bad = ranges(t, s)
    if not bad:
        bad = pieces_flaw(t, s)
    if not bad:
        bad = bands_flaw(t, s)
    if not bad:
        bad = counters_flaw(t, s)
    if not bad:
        bad = decks_flaw(t, s)
    if not bad:
        bad = 0 if frames_fit(t, s) else FRAMES
    return bad


cdef int32_t ranges(const Tables* t, const St* s) noexcept nogil:
    cdef int32_t i
    if s.outcome > LOST or (s.outcome == PLAYING) != (s.depth > 0):
        return OUTCOME
    if s.depth > DEPTH or s.answer:
        return FRAMES
    if s.outcome != WON and (s.military == 0 and s.culture == 0) != (s.outcome == LOST) and s.outcome == PLAYING:
        return OUTCOME
    if not t.first_period <= s.period <= t.last_period or s.present > 15 or s.gates > 7:
        return TRACKS
    if s.military > t.most_military or s.culture > t.most_culture or s.ap > t.most_ap:
        return TRACKS
    if s.operations > MUST or s.passage > LAST or s.enemy_ap > MOST_ENEMY_AP:
        return TRACKS
    if s.mp > MOST_MP or s.stolen > 3 or s.chosen > CAMPS:
        return TRACKS
    for i in range(4):
        if s.nation[i] > 4:
            return TRACKS
    for i in range(SETS):
        if s.level[i] > 3:
            return CULTURE_FLAW
    for i in range(7):
        if s.spare[i]:
            return SPARE
    return 0


cdef int32_t pieces_flaw(const Tables* t, const St* s) noexcept nogil:
    """The map, War Columns and Rancherías."""
    cdef int32_t i, r
    cdef int32_t n[6]
    for i in range(6):
        n[i] = 0
    for i in range(SPACES):
        if s.piece[i] > TRIBE + EAST or (s.piece[i] and not is_round(i)) or (s.ravaged[i] and not can_be_ravaged(i)):
            return PIECES
        n[s.piece[i]] += 1
    if n[BISON_HERD] > t.most_bison or n[TRIBE] > t.most_tribes or count_ravaged(s) > t.most_ravaged:
        return PIECES
    for i in range(WEST, EAST + 1):
        if n[TRIBE + i] > t.most_settlements[i] or (n[TRIBE + i] and not (s.present >> i) & 1):
            return PIECES
    for i in range(4):
        if s.column_at[i] > SOUTHEAST_SQUARE or s.column_strength[i] > 8:
            return COLUMNS
        if (s.column_at[i] == 0) != (s.column_strength[i] == 0):
            return COLUMNS
        if s.column_at[i] and not (s.present >> i) & 1:
            return COLUMNS
    for r in range(CAMPS):
        i = s.camp_at[r]
        if i and i != RESERVATION and not (is_round(i) or i == PALO_DURO):
            return CAMP_FLAW
        if i and s.piece[i]:
            return PIECES
        if i and i != RESERVATION and camp_in(s, i) != r:
            return CAMP_FLAW
        if s.paraibo[r] > t.most_paraibo or s.mahimiana[r] > t.most_mahimiana or (i == 0) != (s.paraibo[r] == 0):
            return CAMP_FLAW
        if (s.mahimiana[r] == 0) != (s.headman_at[r] == 0) or (s.mahimiana[r] and not i):
            return CAMP_FLAW
        if not i and (s.paraibo_success[r] or s.mahimiana_success[r]):
            return CAMP_FLAW
    return 0


cdef int32_t bands_flaw(const Tables* t, const St* s) noexcept nogil:
    """Bands, Mahimianas, goods and the medicine track."""
    cdef int32_t b, k, i, at, total
    for b in range(BANDS):
        at = s.band_at[b]
        if s.band_strength[b] > 3 or s.band_done[b] > 1 or (s.band_strength[b] == 0) != (at == 0):
            return BAND_FLAW
        if at and not (at < RESERVATION or (at >= BOX and at < BOX + CAMPS and s.camp_at[at - BOX])):
            return BAND_FLAW
        if b >= t.most_bands and at:
            return BAND_FLAW
        for k in range(GOODS):
            if not at and s.band_goods[b][k]:
                return GOODS_FLAW
        if not at and s.band_done[b]:
            return BAND_FLAW
    for i in range(CAMPS):
        at = s.headman_at[i]
        if not (at == 0 or (at <= CAMPS and s.camp_at[at - 1]) or (16 <= at < 16 + BANDS and s.band_strength[at - 16])):
            return CAMP_FLAW
        if at >= 16 and headman_of(s, at - 16) != i:
            return CAMP_FLAW
        for k in range(GOODS):
            if s.camp_goods[i][k] and not s.camp_at[i]:
                return GOODS_FLAW
    for k in range(GOODS):
        total = count_piece(s, BISON_HERD) if k == BISON else 0
        for i in range(CAMPS):
            total += s.camp_goods[i][k]
        for i in range(BANDS):
            total += s.band_goods[i][k]
        for i in range(PLACES):
            total += s.ops_goods[i][k]
        if total > (t.most_bison if k == BISON else t.most_goods[k]):
            return GOODS_FLAW
    for i in range(TRACK):
        if s.track[i] > BANDS or (s.track[i] and not s.band_strength[s.track[i] - 1]):
            return BAND_FLAW
        if s.track[i] and i and not s.track[i - 1]:
            return BAND_FLAW
        for k in range(i):
            if s.track[i] and s.track[i] == s.track[k]:
                return BAND_FLAW
    if s.active > BANDS or (s.active and not s.band_strength[s.active - 1]) or (not s.active and (s.mp or s.stolen)):
        return BAND_FLAW
    return 0


cdef int32_t counters_flaw(const Tables* t, const St* s) noexcept nogil:
    """Success, Enemy AP, "?" and Instruction counters."""
    cdef int32_t i, k, at, marked = 0, total = s.cup_success + s.out_success + s.drawn_success
    for i in range(PLACES):
        total += s.ops_success[i]
    for i in range(CAMPS):
        total += s.paraibo_success[i] + s.mahimiana_success[i]
    if total != t.most_success:
        return CUP_FLAW
    total = s.cup_success
    for i in range(3):
        if s.cup_ap[i] + s.box_ap[i] + s.drawn_ap[i] != t.most_ap_counters[i]:
            return CUP_FLAW
        total += s.cup_ap[i]
    for i in range(TRAIL):
        if s.mark[i] > 1 or (s.mark[i] and not s.gates & SANTA_FE):
            return CUP_FLAW
        marked += s.mark[i]
    if marked > total:
        return CUP_FLAW
    for i in range(4):
        if not dealt(s, i):
            return INSTRUCTIONS
    for i in range(COUNTERS):
        at = s.where[i]
        if s.face[i] > 1 or (s.face[i] and at <= HAND):
            return INSTRUCTIONS
        if not (at <= HAND or CELL <= at < CELL + 30 or UNDER <= at < UNDER + 4 or ON < at < ON + RESERVATION):
            return INSTRUCTIONS
        if CELL <= at < CELL + 24 and (at - CELL) // 6 != i // 6:
            return INSTRUCTIONS
        if CELL + 24 <= at < CELL + 30 and s.outcome == PLAYING and not acts(s, i // 6):
            return INSTRUCTIONS
        if UNDER <= at < UNDER + 4 and (at - UNDER != i // 6 or not s.column_at[at - UNDER]):
            return INSTRUCTIONS
        if at >= ON and not on_map(t, s, i, at - ON):
            return INSTRUCTIONS
        for k in range(i):
            if at >= CELL and s.where[k] == at:
                return INSTRUCTIONS
        if at == HAND and not in_hand(s, i):
            return INSTRUCTIONS
    for i in range(DRAWN):
        if s.drawn_counter[i] > COUNTERS or (s.drawn_counter[i] and s.where[s.drawn_counter[i] - 1] != HAND):
            return INSTRUCTIONS
        if s.drawn_counter[i] and i and not s.drawn_counter[i - 1]:
            return INSTRUCTIONS
        for k in range(i):
            if s.drawn_counter[i] and s.drawn_counter[i] == s.drawn_counter[k]:
                return INSTRUCTIONS
    return 0


cdef bint dealt(const St* s, int32_t enemy) noexcept nogil:
    """All six counters of an enemy lie aside before they are dealt, then one is in the cup and the others follow."""
    cdef int32_t c, i, n = 0, cup = 0, out = 6 if (s.present >> enemy) & 1 else 0
    cdef bint partly = False
    for c in range(6 * enemy, 6 * enemy + 6):
        n += s.where[c] != ASIDE
        cup += s.where[c] == CUP
    for i in range(min(s.depth, DEPTH)):
        if s.frame[i].step == S_SETUP and s.frame[i].a <= enemy:
            out = 0
        elif s.frame[i].step == S_ACTIVATE_COUNTER and s.frame[i].a == enemy:
            out, partly = min(out, s.frame[i].b), True
    if n != out or (partly and cup != (n > 0)):
        return False
    for i in range(6):
        if partly and (cell(s, enemy, i) >= 0) != (i + 1 < n):
            return False
    return True


cdef bint acts(const St* s, int32_t enemy) noexcept nogil:
    """Executed counters lie in the Inactive column while their enemy goes on (6.2.2.A)."""
    cdef int32_t i
    for i in range(min(s.depth, DEPTH)):
        if s.frame[i].step == S_A_SLIDE and s.frame[i].a == enemy:
            return True
    return False


cdef bint on_map(const Tables* t, const St* s, int32_t counter, int32_t space) noexcept nogil:
    """Peace on the square of its enemy, Ally on a Tribe."""
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
        if (s.frame[i].step == S_C_ROW or s.frame[i].step == S_C_ROLLED) and s.frame[i].a == counter:
            return True
    return False


cdef bint awaited(const St* s, int32_t place) noexcept nogil:
    """Whether a card for this place is still to be turned up, in the opening or by a Passage."""
    cdef int32_t i
    for i in range(s.depth):
        if S_SETUP <= s.frame[i].step < S_SETUP_CARDS:
            return True
        if (s.frame[i].step == S_SETUP_CARDS or s.frame[i].step == S_PASS_REVEAL) and place >= s.frame[i].a:
            return True
        if s.frame[i].step == S_REVEALED and place == s.frame[i].a:
            return True
    return False


cdef int32_t decks_flaw(const Tables* t, const St* s) noexcept nogil:
    cdef int32_t i, k
    cdef int32_t count[11]
    if s.war_event > WAR_KINDS:
        return WAR_DECK
    for i in range(WAR_KINDS):
        if s.war_left[i] + (s.war_event == i + 1) > t.war_count[i]:
            return WAR_DECK
    for i in range(11):
        count[i] = 0
    for i in range(CARDS):
        if s.card[i] > DISCARDED:
            return DEVELOPMENT
        count[s.card[i]] += 1
        k = i // 12 + 1
        if (k > s.period or k < t.first_period) and s.card[i] != GONE:
            return DEVELOPMENT
        if k == s.period and s.card[i] == GONE:
            return DEVELOPMENT
        if k < s.period and (DECK <= s.card[i] < OPEN or s.card[i] == DISCARDED):
            return DEVELOPMENT
        if (s.card[i] == HELD and t.card[i].buy != 1) or (s.card[i] == BOUGHT and t.card[i].buy != 2):
            return DEVELOPMENT
    if s.outcome == PLAYING and s.frame[0].step < S_SETUP_CARDS and count[HELD] + count[BOUGHT] + count[DISCARDED]:
        return DEVELOPMENT
    for i in range(3):                                   # a place is empty when its card is drawn
        if s.outcome == PLAYING and count[OPEN + i] and awaited(s, i):
            return DEVELOPMENT
    for i in range(TOP, HELD):
        if count[i] > 1 or (TOP < i < OPEN and count[i] and not count[i - 1]):
            return DEVELOPMENT
    return 0

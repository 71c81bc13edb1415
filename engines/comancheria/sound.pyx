"""Whether a state is sound: counters conserved, everything in range, frames that the rules make.

The codes are the indices of flaws.py. Each check takes any bytes: nothing is used as an index before it is in range.
"""
from libc.stdint cimport int32_t, uint32_t

from hunch.engines.comancheria.asks cimport answers
from hunch.engines.comancheria.cards cimport effect_of, repeats
from hunch.engines.comancheria.chance cimport hunted, outcomes
from hunch.engines.comancheria.pieces cimport *
from hunch.engines.comancheria.state cimport *
from hunch.engines.contract cimport MOST_CHANCES, MOST_MOVES

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
        bad = frames_flaw(t, s)
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
    if s.operations > MUST or s.passage > LAST or s.mp > 60 or s.stolen > 3 or s.chosen > CAMPS:
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
        if s.piece[i] > TRIBE + EAST or (s.piece[i] and not is_round(i)) or (s.ravaged[i] and (i == 0 or i > 41)):
            return PIECES
        n[s.piece[i]] += 1
        if i == PALO_DURO and s.ravaged[i]:
            return PIECES
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
    for i in range(COUNTERS):
        at = s.where[i]
        if s.face[i] > 1 or (s.face[i] and at <= HAND):
            return INSTRUCTIONS
        if (at == ASIDE) != (not (s.present >> (i // 6)) & 1 or dealing(s, i)):
            return INSTRUCTIONS
        if not (at <= HAND or CELL <= at < CELL + 30 or UNDER <= at < UNDER + 4 or ON < at < ON + RESERVATION):
            return INSTRUCTIONS
        if CELL <= at < CELL + 24 and (at - CELL) // 6 != i // 6:
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


cdef bint dealing(const St* s, int32_t counter) noexcept nogil:
    """The enemy's counters are being dealt, so some still lie aside."""
    cdef int32_t i
    if s.where[counter] != ASIDE or s.depth > DEPTH:
        return False
    for i in range(s.depth):
        if s.frame[i].step == S_SETUP and s.frame[i].a <= counter // 6:
            return True
        if s.frame[i].step == S_ACTIVATE_COUNTER and s.frame[i].a == counter // 6:
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
    for i in range(TOP, HELD):
        if count[i] > 1 or (TOP < i < OPEN and count[i] and not count[i - 1]):
            return DEVELOPMENT
    return 0


# Frames --------------------------------------------------------------------------------------------------------

cdef bint argument(const Tables* t, const St* s, int32_t letter, int32_t v) noexcept nogil:
    """Whether an argument is of its kind: the letters of stack.py."""
    if letter == c'n':
        return True
    if letter == c'.':
        return v == 0
    if c'0' <= letter <= c'9':
        return v <= letter - c'0'
    if letter == c'e' or letter == c'E':
        return v <= 3 + (letter == c'E')
    if letter == c'b':
        return v < BANDS and s.band_strength[v] != 0
    if letter == c'B':
        return v == 0 or (v <= BANDS and s.band_strength[v - 1] != 0)
    if letter == c'r':
        return v < CAMPS and s.camp_at[v] != 0
    if letter == c'q':
        return v <= CAMPS
    if letter == c'R':
        return v == 0 or (v <= CAMPS and s.camp_at[v - 1] != 0)
    if letter == c'C':
        return v < COUNTERS
    if letter == c'D':
        return v <= COUNTERS
    if letter == c's':
        return 0 < v < SPACES
    if letter == c'k':
        return v < WAR_KINDS
    if letter == c'h':
        return (v & 7) < CAMPS and v < 16 and s.camp_at[v & 7] != 0
    if letter == c'g':
        return v < GOODS
    if letter == c'p':
        return v <= LAST_DIE
    return letter == c'c' and v < CARDS + 5 and v != CARDS


cdef bint payer_fits(const St* s, int32_t who) noexcept nogil:
    return who == 0 or who == 255 or (who <= BANDS and s.band_strength[who - 1])


cdef int32_t frames_flaw(const Tables* t, const St* s) noexcept nogil:
    cdef int32_t i, k
    cdef const Frame* f
    cdef const u8* args
    if s.outcome != PLAYING:
        return FRAMES if s.active or s.track[0] else 0
    for i in range(DEPTH):
        f = &s.frame[i]
        args = &f.a
        if i >= s.depth:
            if f.step or f.a or f.b or f.c or f.d or f.e or f.g or f.h:
                return FRAMES
            continue
        if f.step >= STEPS or t.arguments[f.step][0] == 0:
            return FRAMES
        for k in range(7):
            if not argument(t, s, t.arguments[f.step][k], args[k]):
                return FRAMES
        if i == 0:
            if f.step > S_TURN_AGAIN or f.step < S_SETUP or f.step == S_ACTIVATE_COUNTER:
                return FRAMES
        elif not lies_above(t, s, &s.frame[i - 1], f):
            return FRAMES
        if not context(t, s, i, f):
            return FRAMES
    return FRAMES if not leaf_fits(t, s, &s.frame[s.depth - 1]) or not activity(s) else 0


cdef bint lies_above(const Tables* t, const St* s, const Frame* f, const Frame* above) noexcept nogil:
    if f.step == S_SETUP:
        return above.step == S_ACTIVATE_COUNTER and above.a + 1 == f.a
    if t.child[f.step][above.step]:
        return above.step != S_DIE_KEPT or above.a == t.leaf[f.step][1]
    if above.step != t.leaf[f.step][0]:
        return False
    if f.step == S_ACTIVATE_COUNTER:
        if f.b == 0:
            return above.a == K_COUNTER_CUP and above.b == f.a
        return above.a == K_COUNTER_ROW and above.b == 8 * f.a + f.b
    return t.leaf[f.step][1] == 0 or above.a == t.leaf[f.step][1]


cdef bint leaf_fits(const Tables* t, const St* s, const Frame* f) noexcept nogil:
    cdef move_t out[MOST_MOVES]
    cdef uint32_t weight[MOST_CHANCES]
    cdef const u8* args = &f.b
    cdef int32_t k
    if f.step > S_ASK:
        return False
    if f.step == S_ASK:
        if not 1 <= f.a <= LAST_QUESTION:
            return False
        for k in range(4):
            if not argument(t, s, t.question[f.a][k], args[k]):
                return False
        if f.a == Q_REROLL and (s.depth < 2 or f.d != s.frame[s.depth - 2].g or not payer_fits(s, f.d)):
            return False
        return asks_about(f, &s.frame[max(0, s.depth - 2)]) and answers(t, s, False, out) > 0
    if f.step == S_DIE and (f.d or (f.c and not f.e)):
        return False
    if f.step == S_MARK and not s.mark[f.a]:
        return False
    if f.step == S_PICK and f.c >= SPACES:
        return False
    return outcomes(t, s, out, weight) > 0


cdef bint asks_about(const Frame* f, const Frame* below) noexcept nogil:
    """The question is about the Band, Ranchería or enemy of the frame that asks it."""
    if f.a == Q_UNIT:
        return f.b + 1 == below.c
    if f.a == Q_BATTLE_GUNS:
        return f.b + 1 == below.b
    if f.a == Q_SECOND:
        return f.b == below.b
    if f.a == Q_STAND:
        return f.b == below.c and f.c == below.d
    if f.a == Q_SICK:
        return f.b + below.d + 1 == CAMPS
    if f.a in (Q_PLACE, Q_TRACK, Q_TAKE, Q_REDRAW, Q_GUNS, Q_HEADMAN, Q_RETIRE, Q_DROP, Q_PAY):
        return f.b == below.a
    return True


cdef bint context(const Tables* t, const St* s, int32_t i, const Frame* f) noexcept nogil:
    """What a frame takes for granted about the position."""
    if f.step == S_DIE or f.step == S_DIE_KEPT:
        return 1 <= f.a <= LAST_DIE and argument(t, s, t.whose[0][f.a], f.b) and payer_fits(s, f.g) and (
            f.step == S_DIE or (f.c and (f.d != 0) == (f.e != 0))
        )
    if f.step == S_PICK:
        return 1 <= f.a <= LAST_PICK and argument(t, s, t.whose[1][f.a], f.b) and (
            f.a != K_COUNTER_ROW or f.b < 32
        )
    if S_GO_GOAL <= f.step <= S_HOME_AT or S_BATTLE_UNIT <= f.step <= S_BATTLE_ROLLED:
        if s.column_at[f.a] == 0:
            return False
        if f.step == S_BATTLE_UNIT:
            return f.c and bands_in_box(s, f.c - 1)
        if f.step >= S_BATTLE_READY and f.b and f.c:
            return in_box(s, f.b - 1) == f.c - 1
        return f.step < S_BATTLE_UNIT or f.b or (f.c == 0 and ally_in(s, s.column_at[f.a]))
    if f.step == S_TAKE_GOT:
        return s.frame[s.depth - 1].a == Q_TAKE and s.frame[s.depth - 1].b == f.a and s.frame[s.depth - 1].c == f.b
    if S_ACTIVE_ASK <= f.step <= S_RAID_PEACE:
        return raid_context(t, s, f)
    if f.step == S_WAR_ROLLED:
        return f.b > 0 and s.column_at[f.b - 1]
    if f.step == S_ACTIVATE_COUNTER:
        return aside(s, f.a) == 6 - f.b
    if f.step == S_ACT_PLACED:
        return f.c < f.b
    if f.step == S_CLEAN_DROPPED or f.step == S_PAY_PAID:
        return in_box(s, f.a) >= 0 if f.step == S_CLEAN_DROPPED else asks_price(&s.frame[s.depth - 1], f)
    if f.step == S_A_SLIDE or f.step == S_B_SLIDE:
        return f.b == 0 or (f.b - 1) // 6 == f.a
    if S_EXEC_RECOVER <= f.step <= S_EXEC_RAID:
        return execution_context(t, s, f)
    if f.step >= S_EFFECT:
        return effect_context(t, s, f)
    return True


cdef int32_t aside(const St* s, int32_t enemy) noexcept nogil:
    """Counters of an enemy that are not dealt yet."""
    cdef int32_t c, n = 0
    for c in range(6 * enemy, 6 * enemy + 6):
        n += s.where[c] == ASIDE
    return n


cdef inline bint asks_price(const Frame* question, const Frame* f) noexcept nogil:
    return question.b == f.a and question.c == f.b and question.d == f.c


cdef bint raid_context(const Tables* t, const St* s, const Frame* f) noexcept nogil:
    cdef int32_t i, held = s.drawn_success
    if s.active != f.a + 1:
        return False
    if f.step == S_ACTIVE_COUNTER or f.step == S_ACTIVE_COUNTERED:
        return True
    if s.band_at[f.a] >= RESERVATION:
        return False
    if f.step < S_RAID:
        return True
    for i in range(3):
        held += s.drawn_ap[i]
    for i in range(DRAWN):
        held += s.drawn_counter[i] != 0
    if f.step == S_RAID_SHOT:
        if not DRAWN_TWO <= f.d <= DRAWN_FOUR or not s.drawn_ap[f.d - 2] or not s.band_goods[f.a][GUNS]:
            return False
    if f.step == S_RAID_BONUS and headman_of(s, f.a) < 0:
        return False
    if f.step <= S_RAID_SHOT and held + f.b > DRAWN:
        return False
    return (can_be_raided(s, s.band_at[f.a])) or f.step >= S_RAID_COUNTERS


cdef bint can_be_raided(const St* s, int32_t at) noexcept nogil:
    return enemy_in(s, at) >= 0 or counter_on(s, at) >= 0


cdef bint execution_context(const Tables* t, const St* s, const Frame* f) noexcept nogil:
    cdef int32_t i
    if f.step == S_EXEC_HUNT:
        return hunted(t, s, 1) >= 0
    if f.step == S_EXEC_RAID:
        return f.a == NORTH
    if f.step == S_EXEC_WAR:
        return f.a != NORTH and (f.b == WAR or f.b == SUBJUGATE)
    if f.step == S_EXEC_SETTLE or f.step == S_EXEC_SETTLED:
        return f.a != NORTH and settlements(s, f.a) < t.most_settlements[f.a]
    if f.step == S_EXEC_TERRITORY or f.step == S_EXEC_TRIBE:
        if count_piece(s, TRIBE) >= t.most_tribes:
            return False
        for i in range(1, ROUND + 1):
            if open_to_piece(s, i):
                return True
        return False
    return True


cdef bint effect_context(const Tables* t, const St* s, const Frame* f) noexcept nogil:
    """The effect is one that asks this question or rolls this die."""
    cdef int32_t kind
    if f.c == 0 or f.c > t.card[f.a].count[f.b]:
        return False
    kind = effect_of(t, f).kind
    if f.d >= max(1, repeats(effect_of(t, f))):
        return False
    if f.step == S_EFFECT_DROUGHT:
        return kind == E_REMOVE_BISON and hunted(t, s, 1) >= 0
    if f.step == S_EFFECT_EPIDEMIC or f.step == S_EFFECT_SICK:
        return kind == E_EPIDEMIC and f.d < CAMPS
    return f.step == S_EFFECT or kind == (
        E_RESOURCE if f.step == S_EFFECT_BOX else E_MEDICINE if f.step == S_EFFECT_HEADMAN else
        E_BAND if f.step == S_EFFECT_BAND else E_PLACE_BISON if f.step == S_EFFECT_BISON else
        E_REMOVE_BISON if f.step == S_EFFECT_DROUGHT_AT else E_PLACE_TRIBE if f.step == S_EFFECT_TRIBE else
        E_REMOVE_PIECE if f.step == S_EFFECT_PIECE else E_ALLY if f.step == S_EFFECT_ALLY else
        E_RANSOM if f.step == S_EFFECT_RANSOM else E_SWAP if f.step == S_EFFECT_SWAP else
        E_REFUGE if f.step == S_EFFECT_REFUGE else E_RESERVE_OR_CULTURE
    )


cdef bint activity(const St* s) noexcept nogil:
    """An active Band, a medicine track and drawn counters are there exactly while a frame is about them."""
    cdef int32_t i, held
    cdef bint acts = False, places = False, draws = False
    for i in range(s.depth):
        acts = acts or S_ACTIVE_ASK <= s.frame[i].step <= S_ACTIVE_COUNTERED
        places = places or S_ACT_PLACED <= s.frame[i].step <= S_ACT_CHOSEN
        draws = draws or S_RAID_DREW <= s.frame[i].step <= S_RAID_COUNTERS
    if (s.active != 0) != acts or (s.track[0] and not places):
        return False
    held = s.drawn_success + s.drawn_ap[0] + s.drawn_ap[1] + s.drawn_ap[2] + s.drawn_counter[0]
    return draws or held == 0

"""Whether the stack of frames is one that the rules make: steps, arguments, what lies above what, and the position.

Each check takes any bytes: nothing is used as an index before it is in range.
"""
from libc.stdint cimport int32_t, uint32_t

from hunch.engines.comancheria.asks cimport answers
from hunch.engines.comancheria.cards cimport effect_of, repeats
from hunch.engines.comancheria.chance cimport hunted, outcomes
from hunch.engines.comancheria.pieces cimport *
from hunch.engines.comancheria.state cimport *
from hunch.engines.contract cimport MOST_CHANCES, MOST_MOVES


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


cdef bint frames_fit(const Tables* t, const St* s) noexcept nogil:
    cdef int32_t i, k
    cdef const Frame* f
    cdef const u8* args
    if s.outcome != PLAYING:
        return not s.active and not s.track[0]
    for i in range(DEPTH):
        f = &s.frame[i]
        args = &f.a
        if i >= s.depth:
            if f.step or f.a or f.b or f.c or f.d or f.e or f.g or f.h:
                return False
            continue
        if f.step >= STEPS or t.arguments[f.step][0] == 0:
            return False
        for k in range(7):
            if not argument(t, s, t.arguments[f.step][k], args[k]):
                return False
        if i == 0:
            if f.step > S_TURN_AGAIN or f.step < S_SETUP or f.step == S_ACTIVATE_COUNTER:
                return False
        elif not lies_above(t, s, &s.frame[i - 1], f):
            return False
        if not context(t, s, i, f):
            return False
    return leaf_fits(t, s, &s.frame[s.depth - 1]) and activity(s)


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

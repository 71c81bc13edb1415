"""Whether a leaf is one that the frame below it asks, rolls or draws: the same Band, enemy, number and space.

Each check takes any bytes: nothing is used as an index before it is in range.
"""
from libc.stdint cimport int32_t, uint32_t

from hunch.engines.comancheria.board.pieces cimport headman_of, square_owner
from hunch.engines.comancheria.codes.components cimport ANY, BANDS, CAMPS, CARDS, EAST
from hunch.engines.comancheria.codes.moves cimport (
    D_BATTLE, D_BISON, D_BONUS, D_CUP_ROW, D_DROUGHT, D_ENCROACH, D_ENEMY, D_EPIDEMIC, D_GUNS, D_HUNT, D_OPERATIONS,
    D_PASSAGE, D_PEACE, D_WAR_STRENGTH, K_BISON, K_COUNTER_ROW, K_HUNT, K_RAID, K_SETTLE, K_SQUARE, K_STEP, K_SURPRISE,
    K_SURPRISE_GOAL, LAST_DIE, LAST_PICK, LAST_QUESTION, Q_ALLY, Q_ANY_HEADMAN, Q_BATTLE_GUNS, Q_BISON_SPACE, Q_CAMPS,
    Q_CULTURE, Q_DROP, Q_GOODS, Q_GUNS, Q_HEADMAN, Q_LOOT, Q_NEW_BAND, Q_PAY, Q_PLACE, Q_RANSOM, Q_REDRAW, Q_REMOVE,
    Q_REROLL, Q_RETIRE, Q_SECOND, Q_SICK, Q_STAND, Q_STRENGTHEN, Q_SWAP, Q_TAKE, Q_TRACK, Q_TRIBE_SPACE, Q_UNIT,
)
from hunch.engines.comancheria.codes.steps cimport (
    OF_BAND, OF_BAND_SLOT, OF_CAMP, OF_CAMP_SLOT, OF_CARD, OF_HEADMAN, S_ASK, S_CARD, S_DIE, S_DIE_KEPT, S_EFFECT,
    S_MARK, S_PASS_GOODS_TO, S_PLAN_ACTED, S_SETUP_CULTURE_GOT, S_WAR_ROLLED,
)
from hunch.engines.comancheria.decisions.answers cimport answers
from hunch.engines.comancheria.decisions.chance cimport outcomes
from hunch.engines.comancheria.procedures.cards cimport effect_of
from hunch.engines.comancheria.state cimport Argument, Effect, Frame, St, Tables, owner_of_counter
from hunch.engines.contract cimport MOST_CHANCES, MOST_MOVES, move_t, u8

cdef bint argument(const St* s, const Argument* a, int32_t v) noexcept nogil:
    if not a.low <= v <= a.high:
        return False
    if a.of == OF_BAND:
        return s.band_strength[v] != 0
    if a.of == OF_BAND_SLOT:
        return v == 0 or s.band_strength[v - 1] != 0
    if a.of == OF_CAMP:
        return s.camp_at[v] != 0
    if a.of == OF_CAMP_SLOT:
        return v == 0 or s.camp_at[v - 1] != 0
    if a.of == OF_HEADMAN:
        return (v & 7) < CAMPS and s.camp_at[v & 7] != 0
    return a.of != OF_CARD or v != CARDS


# Dice and picks ------------------------------------------------------------------------------------------------

cdef bint die_fits(const Tables* t, const St* s, const Frame* f, const Frame* below) noexcept nogil:
    """f: purpose, whose, first, second, two, payer. Only the dice of a battle are two or name who pays for another."""
    if not (1 <= f.a <= LAST_DIE and argument(s, &t.whose[0][f.a], f.b) and payer_fits(s, f.g)):
        return False
    if f.step == S_DIE_KEPT and (f.c == 0 or (f.d != 0) != (f.e != 0)):
        return False
    if f.a != D_BATTLE and (f.e or f.g):
        return False
    if f.a == D_BATTLE and (f.g != (below.b if below.b else ANY) or f.e != (below.d & 2) >> 1):
        return False
    return f.b == whose_die(t, s, f.a, below)


cdef int32_t whose_die(const Tables* t, const St* s, int32_t purpose, const Frame* below) noexcept nogil:
    if purpose == D_WAR_STRENGTH:
        return below.b - 1 if below.step == S_WAR_ROLLED else below.a
    if purpose == D_BONUS:
        return headman_of(s, below.a)
    if purpose == D_GUNS:
        return below.d
    if purpose == D_PEACE:
        return below.b
    if purpose == D_OPERATIONS:
        return t.operations_number[s.operations]
    if purpose == D_PASSAGE:
        return t.passage_number[s.passage]
    if purpose == D_CUP_ROW:
        return owner_of_counter(below.a)
    if purpose == D_EPIDEMIC:
        return CAMPS - 1 - below.d
    if purpose in (D_BISON, D_ENEMY, D_ENCROACH, D_HUNT, D_DROUGHT):
        return 0
    return below.a


cdef bint payer_fits(const St* s, int32_t who) noexcept nogil:
    return who == 0 or who == ANY or (who <= BANDS and s.band_strength[who - 1])


cdef bint pick_fits(const Tables* t, const St* s, const Frame* f, const Frame* below) noexcept nogil:
    """f: purpose, whose, from."""
    if not (1 <= f.a <= LAST_PICK and argument(s, &t.whose[1][f.a], f.b)):
        return False
    if f.a == K_STEP:
        return f.b == below.a and f.c == below.c
    if f.a == K_SETTLE:
        return f.b == below.a and square_owner(f.c) == f.b
    if f.c:
        return False
    if f.a == K_COUNTER_ROW:
        return f.b == 8 * below.a + below.b
    if f.a in (K_BISON, K_RAID, K_SURPRISE):
        return f.b == 0
    if f.a == K_SQUARE:
        return f.b == EAST and below.a == EAST
    if f.a == K_SURPRISE_GOAL:
        return f.b == below.b
    return f.a == K_HUNT or f.b == below.a


# Questions -----------------------------------------------------------------------------------------------------

cdef bint leaf_fits(const Tables* t, const St* s, const Frame* f, const Frame* below) noexcept nogil:
    cdef move_t out[MOST_MOVES]
    cdef uint32_t weight[MOST_CHANCES]
    if f.step == S_ASK:
        return ask_fits(t, s, f, below) and answers(t, s, False, out) > 0
    if f.step > S_ASK or (f.step == S_DIE and (f.d or (f.c and not f.e))):
        return False
    if (f.step == S_MARK and not s.mark[f.a]) or (f.step == S_CARD and f.a != below.a):
        return False
    return outcomes(t, s, out, weight) > 0


cdef bint ask_fits(const Tables* t, const St* s, const Frame* f, const Frame* below) noexcept nogil:
    cdef const u8* args = &f.b
    cdef int32_t k
    if not 1 <= f.a <= LAST_QUESTION:
        return False
    for k in range(4):
        if not argument(s, &t.question[f.a][k], args[k]):
            return False
    if below.step > S_EFFECT:
        return effect_asks(f, below, effect_of(t, below))
    return asks_about(t, s, f, below)


cdef bint asks_about(const Tables* t, const St* s, const Frame* f, const Frame* below) noexcept nogil:
    """The question is about the Band, Ranchería, enemy or number of the frame that asks it."""
    if f.a == Q_UNIT:
        return f.b + 1 == below.c
    if f.a == Q_BATTLE_GUNS:
        return f.b + 1 == below.b
    if f.a == Q_SECOND:
        return f.b == below.b
    if f.a == Q_STAND:
        return f.b == below.c and f.c == below.d
    if f.a == Q_LOOT:
        return f.b == below.e
    if f.a == Q_REROLL:
        return f.b == below.a and f.c == max(below.c, below.d) and f.d == below.g
    if f.a in (Q_TAKE, Q_PAY):
        return f.b == below.a and f.c == below.b and f.d == below.c
    if f.a == Q_HEADMAN:
        return f.b == below.a and f.c == (below.step == S_PLAN_ACTED)
    if f.a == Q_TRACK:
        return f.b == below.a and f.c == below.d
    if f.a == Q_GOODS:
        return f.b == (ANY if below.step == S_PASS_GOODS_TO else s.operations)
    if f.a == Q_CULTURE:
        return f.b == (below.step == S_SETUP_CULTURE_GOT)
    if f.a == Q_ALLY:
        return f.b == 63 and f.c == 0
    if f.a in (
        Q_PLACE, Q_REDRAW, Q_GUNS, Q_RETIRE, Q_DROP, Q_CAMPS, Q_NEW_BAND, Q_STRENGTHEN
    ):
        return f.b == below.a
    return True


cdef bint effect_asks(const Frame* f, const Frame* below, const Effect* effect) noexcept nogil:
    """The question has the arguments of the effect that asks it."""
    cdef bint more = below.d + 1 < effect.y
    if f.a == Q_BISON_SPACE:
        return f.b == ANY
    if f.a == Q_ALLY:
        return f.b == effect.x and f.c == more
    if f.a == Q_SWAP:
        more = below.d + 1 < effect.z
        return f.b == effect.x and f.c == effect.y and f.d == effect.w and f.e == more
    if f.a == Q_REMOVE:
        return f.b == effect.x and f.c == effect.y and f.d == effect.z and f.e == effect.w
    if f.a == Q_SICK:
        return f.b + below.d + 1 == CAMPS
    return f.b == effect.x or f.a not in (Q_TRIBE_SPACE, Q_ANY_HEADMAN, Q_RANSOM)

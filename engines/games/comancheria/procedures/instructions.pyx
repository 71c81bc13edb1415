"""The ten Instructions (6.3).

If an Instruction cannot be carried out, another one replaces it, and the frame starts again.
"""
from libc.stdint cimport int32_t, uint64_t

from hunch.engines.games.comancheria.board.areas cimport covered, ravaged_enemy
from hunch.engines.games.comancheria.board.pieces cimport (
    at_peace, bit, count_piece, counter_on, culture, end_war, peace_square, remove_piece, settlements, standing, stops,
    to_bottom, to_top,
)
from hunch.engines.games.comancheria.codes.components cimport (
    ALLY, CELL, CULT, EAST, ENCROACH, HAND, HUNT, INACTIVE, NONE, NORTH, ON, PEACE, RAID, RECOVER, ROUND, SETTLE,
    SUBJUGATE, TRIBE, UNDER, WAR,
)
from hunch.engines.games.comancheria.codes.effects cimport B_COLUMN_WEAKER, X_WAR_STRENGTH
from hunch.engines.games.comancheria.codes.moves cimport (
    D_ENCROACH, D_HUNT, K_HUNT, K_RAID, K_RECOVER, K_SETTLE, K_SQUARE, K_SUBJUGATE, Q_ALLY, Q_TRIBE_SPACE,
)
from hunch.engines.games.comancheria.codes.steps cimport (
    S_EXEC, S_EXEC_ALLY, S_EXEC_HUNT, S_EXEC_HUNTED, S_EXEC_RAID, S_EXEC_RECOVER, S_EXEC_SETTLE, S_EXEC_SETTLED,
    S_EXEC_SUBDUED, S_EXEC_TERRITORY, S_EXEC_TRIBE, S_EXEC_WAR, S_GO, S_MARCH, S_MARCH_ROLL,
)
from hunch.engines.games.comancheria.decisions.chance cimport picks, settle_fits
from hunch.engines.games.comancheria.decisions.dice cimport encroached, hunted
from hunch.engines.games.comancheria.procedures.frames cimport ExecuteFrame
from hunch.engines.games.comancheria.state cimport (
    Frame, St, Tables, ask, chosen_bonus, index_of, pick, pop, push, roll_die, x_of, z_of,
)
from hunch.engines.contract cimport u8


cdef inline void instead(ExecuteFrame* f, int32_t instruction) noexcept nogil:
    f.instruction = instruction
    f.step = S_EXEC


cdef void execute_step(const Tables* t, St* s, Frame* frame) noexcept nogil:
    cdef ExecuteFrame* f = <ExecuteFrame*>frame
    cdef int32_t e = f.enemy
    if f.step > S_EXEC:
        go_on(t, s, f)
    elif (f.instruction == RAID or f.instruction == WAR) and s.column_at[e]:
        column_there(t, s, f)
    elif f.instruction == RECOVER:
        recover(s, f)
    elif ravaged_enemy(s, e):
        instead(f, RECOVER)
    elif f.instruction == ALLY:
        if count_free_tribes(s):
            f.step = S_EXEC_ALLY
            ask(s, Q_ALLY, 63, 0)
        else:
            instead(f, ENCROACH)
    elif f.instruction == CULT:
        pop(s)
        culture(t, s, -1 - settlements(s, e))
    elif f.instruction == ENCROACH:
        encroach(t, s, f)
    elif f.instruction == HUNT:
        if hunted(t, s, 1) < 0:
            pop(s)
        else:
            f.step = S_EXEC_HUNT
            roll_die(s, D_HUNT)
    elif f.instruction == PEACE:
        peace(t, s, f)
    elif f.instruction == SETTLE:
        settle(t, s, f)
    elif f.instruction == SUBJUGATE:
        subjugate(t, s, f)
    elif f.instruction == WAR:
        war(t, s, f)
    else:
        raid(t, s, f)


cdef int32_t count_free_tribes(const St* s) noexcept nogil:
    cdef int32_t i, n = 0
    cdef uint64_t allies = covered(s)
    for i in range(1, ROUND + 1):
        n += s.piece[i] == TRIBE and not allies & bit(i)
    return n


cdef void column_there(const Tables* t, St* s, ExecuteFrame* f) noexcept nogil:
    """Moves a column that is on the map already, then checks its strength. A Raid moves it one space."""
    cdef int32_t e = f.enemy, instruction = f.instruction
    pop(s)
    if stops(t, s, e):
        return
    if instruction == RAID:
        push(s, S_MARCH_ROLL, e)
        push(s, S_GO, e, 1)
    else:
        push(s, S_MARCH, e)


cdef void recover(St* s, ExecuteFrame* f) noexcept nogil:
    if ravaged_enemy(s, f.enemy):
        f.step = S_EXEC_RECOVER
        pick(s, K_RECOVER, f.enemy)
    else:
        pop(s)


cdef void encroach(const Tables* t, St* s, ExecuteFrame* f) noexcept nogil:
    if count_piece(s, TRIBE) < t.most_tribes and encroached(t, s, 1) >= 0:
        f.step = S_EXEC_TERRITORY
        roll_die(s, D_ENCROACH)
    else:
        instead(f, HUNT)


cdef void peace(const Tables* t, St* s, ExecuteFrame* f) noexcept nogil:
    cdef int32_t e = f.enemy, c = index_of(f.counter_slot), old = counter_on(s, peace_square(e))
    if s.column_at[e]:
        if stops(t, s, e):
            pop(s)
        elif s.column_strength[e] < f.cost:
            end_war(t, s, e)
            if c >= 0 and s.where[c] >= CELL:          # 6.2.2.C places a counter from the cup
                s.where[c] = HAND
                to_top(s, c, INACTIVE)
            pop(s)
        else:
            pop(s)
            push(s, S_MARCH, e)
        return
    pop(s)
    if c >= 0 and e != NORTH:
        s.where[c] = ON + peace_square(e)
        if old >= 0 and old != c:
            to_bottom(s, old)


cdef void settle(const Tables* t, St* s, ExecuteFrame* f) noexcept nogil:
    if settle_fits(t, s, f.enemy):
        f.square = peace_square(f.enemy)
        f.step = S_EXEC_SETTLE
        if f.enemy == EAST:
            pick(s, K_SQUARE, EAST)
        else:
            s.answer = f.square
    else:
        instead(f, SUBJUGATE)


cdef void subjugate(const Tables* t, St* s, ExecuteFrame* f) noexcept nogil:
    cdef u8 out[ROUND]
    if picks(t, s, K_SUBJUGATE, f.enemy, 0, out):
        f.step = S_EXEC_SUBDUED
        pick(s, K_SUBJUGATE, f.enemy)
    elif settle_fits(t, s, f.enemy):
        instead(f, SETTLE)
    elif f.enemy == NORTH or at_peace(s, f.enemy):
        instead(f, CULT)
    else:
        instead(f, WAR)


cdef void war(const Tables* t, St* s, ExecuteFrame* f) noexcept nogil:
    if at_peace(s, f.enemy):
        to_bottom(s, counter_on(s, peace_square(f.enemy)))
        pop(s)
    elif f.enemy == NORTH:
        instead(f, RAID)
    else:
        f.step = S_EXEC_WAR
        if f.enemy == EAST:
            pick(s, K_SQUARE, EAST)
        else:
            s.answer = peace_square(f.enemy)


cdef void raid(const Tables* t, St* s, ExecuteFrame* f) noexcept nogil:
    if f.enemy == NORTH and count_free_tribes(s):
        f.step = S_EXEC_RAID
        pick(s, K_RAID)
    else:
        instead(f, ENCROACH)


cdef void form(const Tables* t, St* s, ExecuteFrame* f, int32_t space, int32_t strength) noexcept nogil:
    if chosen_bonus(t, s, B_COLUMN_WEAKER):
        strength -= 1
    s.column_at[f.enemy] = space
    s.column_strength[f.enemy] = max(1, min(8, strength))
    if f.counter_slot:
        s.where[index_of(f.counter_slot)] = UNDER + f.enemy
    pop(s)


cdef void go_on(const Tables* t, St* s, ExecuteFrame* f) noexcept nogil:
    """Continues an Instruction after a die, a pick or an answer."""
    cdef int32_t e = f.enemy, value = z_of(s.answer)
    if f.step == S_EXEC_RECOVER:
        s.ravaged[value] -= min(1, s.ravaged[value])
        pop(s)
    elif f.step == S_EXEC_ALLY:
        if f.counter_slot:
            s.where[index_of(f.counter_slot)] = ON + x_of(s.answer)
        pop(s)
    elif f.step == S_EXEC_TERRITORY:
        f.step = S_EXEC_TRIBE
        ask(s, Q_TRIBE_SPACE, encroached(t, s, value))
    elif f.step == S_EXEC_TRIBE:
        s.piece[x_of(s.answer)] = TRIBE
        pop(s)
    elif f.step == S_EXEC_HUNT:
        f.step = S_EXEC_HUNTED
        pick(s, K_HUNT, hunted(t, s, value))
    elif f.step == S_EXEC_HUNTED:
        s.piece[value] = NONE
        pop(s)
    elif f.step == S_EXEC_SETTLE:
        f.step = S_EXEC_SETTLED
        pick(s, K_SETTLE, e, value)
    elif f.step == S_EXEC_SETTLED:
        s.piece[value] = TRIBE + e
        pop(s)
    elif f.step == S_EXEC_SUBDUED:
        remove_piece(s, value)
        pop(s)
    elif f.step == S_EXEC_WAR:
        form(t, s, f, value, f.cost + settlements(s, e) + standing(t, s, X_WAR_STRENGTH, e))
    else:
        form(t, s, f, value, f.cost)

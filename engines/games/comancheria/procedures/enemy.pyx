"""The enemy's operations: 6.2.2.A, B and C."""
from libc.stdint cimport int32_t

from hunch.engines.games.comancheria.board.pieces cimport cell, enemy_points, restore, to_cup, to_top, top_counter
from hunch.engines.games.comancheria.codes.components cimport CELL, HAND, INACTIVE
from hunch.engines.games.comancheria.codes.moves cimport D_CUP_ROW, D_ENEMY, D_ROW
from hunch.engines.games.comancheria.codes.steps cimport (
    S_A, S_A_ENEMY, S_A_PAY, S_A_ROW, S_A_SLIDE, S_B, S_B_ENEMY, S_B_ROW, S_B_SLIDE, S_C, S_C_ROLLED, S_C_ROW, S_EXEC,
)
from hunch.engines.games.comancheria.decisions.dice cimport enemy_of
from hunch.engines.games.comancheria.procedures.frames cimport CounterFrame, EnemyFrame
from hunch.engines.games.comancheria.state cimport (
    Frame, St, Tables, index_of, owner_of_counter, pop, push, roll_die, slot_of, z_of,
)


cdef void enemy_step(const Tables* t, St* s, Frame* f) noexcept nogil:
    if f.step <= S_A_SLIDE:
        operation_a(t, s, <EnemyFrame*>f)
    elif f.step <= S_B_SLIDE:
        operation_b(t, s, <EnemyFrame*>f)
    else:
        operation_c(t, s, <CounterFrame*>f)


cdef void flip(St* s, EnemyFrame* f) noexcept nogil:
    cdef int32_t c = cell(s, f.enemy, z_of(s.answer) - 1)
    if c >= 0:
        s.face[c] ^= 1


cdef void bank(const Tables* t, St* s) noexcept nogil:
    """Converts the available Enemy AP counters to points on the track; the counters return to the cup."""
    cdef int32_t i
    for i in range(3):
        enemy_points(s, t.value[i] * s.box_ap[i])
        s.cup_ap[i] += s.box_ap[i]
        s.box_ap[i] = 0


cdef bint execute_top(const Tables* t, St* s, EnemyFrame* f, bint paid) noexcept nogil:
    """Executes the highest counter of the active enemy, if there is one and the enemy can pay it."""
    cdef int32_t c = top_counter(s, f.enemy)
    f.counter_slot = f.row = 0
    if c < 0 or (paid and t.cost[c][s.face[c]] > s.enemy_ap):
        return False
    if paid:
        s.enemy_ap -= t.cost[c][s.face[c]]
    f.counter_slot, f.row = slot_of(c), (s.where[c] - CELL) % 6
    push(s, S_EXEC, f.enemy, t.kind[c][s.face[c]], t.cost[c][s.face[c]], slot_of(c))
    return True


cdef void slide(St* s, EnemyFrame* f) noexcept nogil:
    """Moves an executed counter to the Inactive column, unless it was put on the map."""
    cdef int32_t c = index_of(f.counter_slot)
    if c >= 0 and s.where[c] == CELL + 6 * owner_of_counter(c) + f.row:
        if cell(s, INACTIVE, f.row) < 0:
            s.where[c] = CELL + 6 * INACTIVE + f.row
        else:
            to_top(s, c, INACTIVE)
    f.counter_slot = f.row = 0


cdef void operation_a(const Tables* t, St* s, EnemyFrame* f) noexcept nogil:
    if f.step == S_A:
        f.step = S_A_ENEMY
        roll_die(s, D_ENEMY)
    elif f.step == S_A_ENEMY:
        f.enemy = enemy_of(t, s, z_of(s.answer))
        f.step = S_A_ROW
        roll_die(s, D_ROW, f.enemy)
    elif f.step == S_A_ROW:
        flip(s, f)
        bank(t, s)
        f.step = S_A_PAY
    elif f.step == S_A_PAY:
        f.step = S_A_SLIDE
        if not execute_top(t, s, f, True):
            bank(t, s)
            restore(s)
            pop(s)
    else:
        slide(s, f)
        bank(t, s)
        f.step = S_A_PAY


cdef void operation_b(const Tables* t, St* s, EnemyFrame* f) noexcept nogil:
    if f.step == S_B:
        f.step = S_B_ENEMY
        roll_die(s, D_ENEMY)
    elif f.step == S_B_ENEMY:
        f.enemy = enemy_of(t, s, z_of(s.answer))
        f.step = S_B_ROW
        roll_die(s, D_ROW, f.enemy)
    elif f.step == S_B_ROW:
        flip(s, f)
        f.step = S_B_SLIDE
        execute_top(t, s, f, False)
    else:
        slide(s, f)
        restore(s)
        pop(s)


cdef void operation_c(const Tables* t, St* s, CounterFrame* f) noexcept nogil:
    """Executes a counter from the cup; another one of its colour goes into the cup instead."""
    cdef int32_t c = f.counter, enemy = owner_of_counter(c), other
    if f.step == S_C:
        s.where[c] = HAND
        s.face[c] = 0
        f.step = S_C_ROW
        push(s, S_EXEC, enemy, t.kind[c][0], t.cost[c][0], slot_of(c))
    elif f.step == S_C_ROW:
        if top_counter(s, enemy) < 0:
            if s.where[c] == HAND:
                to_cup(s, c)
            restore(s)
            pop(s)
        else:
            f.step = S_C_ROLLED
            roll_die(s, D_CUP_ROW, enemy)
    else:
        other = cell(s, enemy, z_of(s.answer) - 1)
        f.step = S_C_ROW
        if other >= 0:
            to_cup(s, other)
            if s.where[c] == HAND:
                to_top(s, c, enemy)
            restore(s)
            pop(s)

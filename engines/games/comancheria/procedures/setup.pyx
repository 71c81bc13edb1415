"""The opening: what of a scenario is left to chance and to the player."""
from libc.stdint cimport int32_t

from hunch.engines.games.comancheria.board.pieces cimport empty_space, stock
from hunch.engines.games.comancheria.codes.components cimport BISON, BISON_HERD, CELL, CUP, ROUND, SETTLE
from hunch.engines.games.comancheria.codes.moves cimport K_BISON, K_COUNTER_CUP, K_COUNTER_ROW, Q_CULTURE
from hunch.engines.games.comancheria.codes.steps cimport (
    S_ACTIVATE_COUNTER, S_ACTIVATE_ENEMY, S_EXEC, S_REVEAL, S_SETUP, S_SETUP_BISON, S_SETUP_BISON_AT, S_SETUP_CARDS,
    S_SETUP_CULTURE, S_SETUP_CULTURE_GOT, S_SETUP_SETTLE, S_TURN_WAR,
)
from hunch.engines.games.comancheria.state cimport Frame, St, Tables, ask, pick, pop, push, then, x_of, z_of


cdef void opening_step(const Tables* t, St* s, Frame* f) noexcept nogil:
    if f.step >= S_ACTIVATE_ENEMY:
        activate(s, f)
    elif f.step <= S_SETUP_SETTLE:
        enemies(t, s, f)
    else:
        rest_of_it(t, s, f)


cdef void activate(St* s, Frame* f) noexcept nogil:
    """The six counters of f.a: one at random into the cup, the others on rows 1 to 5 (f.b counts)."""
    cdef int32_t c
    if f.step == S_ACTIVATE_COUNTER:
        c = z_of(s.answer)
        s.where[c] = CUP if f.b == 0 else CELL + 6 * f.a + f.b - 1
        f.b += 1
    if f.b < 6:
        then(f, S_ACTIVATE_COUNTER)
        if f.b == 0:
            pick(s, K_COUNTER_CUP, f.a)
        else:
            pick(s, K_COUNTER_ROW, 8 * f.a + f.b)
    else:
        pop(s)


cdef void enemies(const Tables* t, St* s, Frame* f) noexcept nogil:
    cdef int32_t e
    if f.step == S_SETUP:
        while f.a < 4:
            e = f.a
            f.a += 1
            if (s.present >> e) & 1:
                push(s, S_ACTIVATE_ENEMY, e)
                return
        f.a = 0
        then(f, S_SETUP_SETTLE)
    else:
        while f.a < 4:
            if f.b < t.settle[f.a]:
                f.b += 1
                push(s, S_EXEC, f.a, SETTLE, 2)
                return
            f.b = 0
            f.a += 1
        f.a, f.b = t.random_bison, 0
        then(f, S_SETUP_BISON)


cdef void rest_of_it(const Tables* t, St* s, Frame* f) noexcept nogil:
    cdef int32_t i
    if f.step == S_SETUP_BISON:
        if f.a:
            f.a -= 1
            for i in range(1, ROUND + 1):
                if empty_space(s, i) and stock(t, s, BISON) > 0:
                    then(f, S_SETUP_BISON_AT)
                    pick(s, K_BISON)
                    return
        else:
            then(f, S_SETUP_CULTURE)
    elif f.step == S_SETUP_BISON_AT:
        s.piece[z_of(s.answer)] = BISON_HERD
        then(f, S_SETUP_BISON)
    elif f.step == S_SETUP_CULTURE:
        then(f, S_SETUP_CARDS)
        f.a = 0
        if t.free_culture:
            then(f, S_SETUP_CULTURE_GOT)
            ask(s, Q_CULTURE, 1)
    elif f.step == S_SETUP_CULTURE_GOT:
        s.level[x_of(s.answer)] += 1
        then(f, S_SETUP_CARDS)
    else:
        i = f.a
        f.a += 1
        if i < 3:
            push(s, S_REVEAL, i)
        else:
            f.a = 0
            f.step = S_TURN_WAR

"""The setup: the parts of a scenario that chance and the player decide."""
from libc.stdint cimport int32_t

from hunch.engines.games.comancheria.board.pieces cimport empty_space, stock
from hunch.engines.games.comancheria.codes.components cimport BISON, BISON_HERD, CELL, CUP, ROUND, SETTLE
from hunch.engines.games.comancheria.codes.moves cimport K_BISON, K_COUNTER_CUP, K_COUNTER_ROW, Q_CULTURE
from hunch.engines.games.comancheria.codes.steps cimport (
    S_ACTIVATE_COUNTER, S_ACTIVATE_ENEMY, S_EXEC, S_REVEAL, S_SETUP, S_SETUP_BISON, S_SETUP_BISON_AT, S_SETUP_CARDS,
    S_SETUP_CULTURE, S_SETUP_CULTURE_GOT, S_SETUP_SETTLE, S_TURN_WAR,
)
from hunch.engines.games.comancheria.procedures.frames cimport ActivateFrame, PlaceFrame, SetupBisonFrame, SetupFrame
from hunch.engines.games.comancheria.state cimport Frame, St, Tables, ask, clear, pick, pop, push, x_of, z_of


cdef void opening_step(const Tables* t, St* s, Frame* f) noexcept nogil:
    if f.step >= S_ACTIVATE_ENEMY:
        activate(s, <ActivateFrame*>f)
    elif f.step <= S_SETUP_SETTLE:
        enemies(t, s, <SetupFrame*>f)
    elif f.step <= S_SETUP_BISON_AT:
        herds(t, s, <SetupBisonFrame*>f)
    else:
        open_cards(t, s, <PlaceFrame*>f)


cdef void activate(St* s, ActivateFrame* f) noexcept nogil:
    """Deals the six counters of an enemy: one at random into the cup, the others to rows 1 to 5."""
    cdef int32_t c
    if f.step == S_ACTIVATE_COUNTER:
        c = z_of(s.answer)
        s.where[c] = CUP if f.dealt == 0 else CELL + 6 * f.enemy + f.dealt - 1
        f.dealt += 1
    if f.dealt < 6:
        f.step = S_ACTIVATE_COUNTER
        if f.dealt == 0:
            pick(s, K_COUNTER_CUP, f.enemy)
        else:
            pick(s, K_COUNTER_ROW, 8 * f.enemy + f.dealt)
    else:
        pop(s)


cdef void enemies(const Tables* t, St* s, SetupFrame* f) noexcept nogil:
    cdef int32_t e
    if f.step == S_SETUP:
        while f.enemy < 4:
            e = f.enemy
            f.enemy += 1
            if (s.present >> e) & 1:
                push(s, S_ACTIVATE_ENEMY, e)
                return
        f.enemy = 0
        f.step = S_SETUP_SETTLE
    else:
        while f.enemy < 4:
            if f.settled < t.settle[f.enemy]:
                f.settled += 1
                push(s, S_EXEC, f.enemy, SETTLE, 2)
                return
            f.settled = 0
            f.enemy += 1
        clear(<Frame*>f)
        (<SetupBisonFrame*>f).left = t.random_bison
        f.step = S_SETUP_BISON


cdef void herds(const Tables* t, St* s, SetupBisonFrame* f) noexcept nogil:
    cdef int32_t i
    if f.step == S_SETUP_BISON:
        if f.left:
            f.left -= 1
            for i in range(1, ROUND + 1):
                if empty_space(s, i) and stock(t, s, BISON) > 0:
                    f.step = S_SETUP_BISON_AT
                    pick(s, K_BISON)
                    return
        else:
            f.step = S_SETUP_CULTURE
    else:
        s.piece[z_of(s.answer)] = BISON_HERD
        f.step = S_SETUP_BISON


cdef void open_cards(const Tables* t, St* s, PlaceFrame* f) noexcept nogil:
    """Deals with a free culture card, then reveals the three development cards."""
    cdef int32_t i
    if f.step == S_SETUP_CULTURE:
        f.step = S_SETUP_CARDS
        f.place = 0
        if t.free_culture:
            f.step = S_SETUP_CULTURE_GOT
            ask(s, Q_CULTURE, 1)
    elif f.step == S_SETUP_CULTURE_GOT:
        s.level[x_of(s.answer)] += 1
        f.step = S_SETUP_CARDS
    else:
        i = f.place
        f.place += 1
        if i < 3:
            push(s, S_REVEAL, i)
        else:
            f.place = 0
            f.step = S_TURN_WAR

"""The Raid (5.2.3) and its Success Check (2.9)."""
from libc.stdint cimport int32_t

from hunch.engines.comancheria.board.areas cimport count_ravaged
from hunch.engines.comancheria.board.pieces cimport counter_on, gain, headman_of, to_bottom
from hunch.engines.comancheria.codes.components cimport CAPTIVES, CUP, DRAWN, GUNS, HAND, HORSES, ON, TRADE_GOODS
from hunch.engines.comancheria.codes.moves cimport (
    C_CHECK, DRAWN_COUNTER, DRAWN_SUCCESS, DRAWN_TWO, D_BONUS, D_GUNS, D_PEACE, Q_GUNS, Q_LOOT, Q_REDRAW, V_GUNS,
    V_LOOT, V_REROLL,
)
from hunch.engines.comancheria.codes.steps cimport (
    S_C, S_DRAW, S_RAID, S_RAID_ARMED, S_RAID_BONUS, S_RAID_COUNTERS, S_RAID_DRAW, S_RAID_DREW, S_RAID_GUNS,
    S_RAID_LOOT, S_RAID_LOOTED, S_RAID_PEACE, S_RAID_REDRAW, S_RAID_SHOT,
)
from hunch.engines.comancheria.decisions.chance cimport cup_empty
from hunch.engines.comancheria.decisions.dice cimport check_draws, guns_hit
from hunch.engines.comancheria.state cimport (
    Frame, St, Tables, ask, code, die, pop, push, then, verb_of, x_of, y_of, z_of,
)


cdef void raid_step(const Tables* t, St* s, Frame* f) noexcept nogil:
    if f.step <= S_RAID_DREW:
        check_draw(t, s, f)
    elif f.step <= S_RAID_SHOT:
        check_better(t, s, f)
    else:
        raid_result(t, s, f)


cdef void check_draw(const Tables* t, St* s, Frame* f) noexcept nogil:
    """f.b counters are still to be drawn, of f.c in all."""
    cdef int32_t band = f.a, letter = headman_of(s, band)
    if f.step == S_RAID:
        f.b = f.c = s.band_strength[band]
        then(f, S_RAID_DRAW)
        if letter >= 0:
            then(f, S_RAID_BONUS)
            die(s, D_BONUS, letter)
    elif f.step == S_RAID_BONUS:
        f.b = f.c = check_draws(t, s, letter, z_of(s.answer))
        then(f, S_RAID_DRAW)
    elif f.step == S_RAID_DRAW:
        if f.b and not cup_empty(s):
            then(f, S_RAID_DREW)
            s.answer = 0
            push(s, S_DRAW, C_CHECK)
        else:
            then(f, S_RAID_REDRAW)
            if s.band_goods[band][TRADE_GOODS] and f.c > f.b:
                ask(s, Q_REDRAW, band)
            else:
                s.answer = code(V_REROLL)
    else:
        hold(s, z_of(s.answer))
        f.b -= 1
        then(f, S_RAID_DRAW)


cdef void hold(St* s, int32_t what) noexcept nogil:
    """A counter leaves the cup for the table."""
    cdef int32_t i = 0
    if what == DRAWN_SUCCESS:
        s.cup_success -= 1
        s.drawn_success += 1
    elif what < DRAWN_COUNTER:
        s.cup_ap[what - DRAWN_TWO] -= 1
        s.drawn_ap[what - DRAWN_TWO] += 1
    else:
        while s.drawn_counter[i]:
            i += 1
        s.drawn_counter[i] = what - DRAWN_COUNTER + 1
        s.where[what - DRAWN_COUNTER] = HAND


cdef void put_back(St* s) noexcept nogil:
    cdef int32_t i
    s.cup_success += s.drawn_success
    s.drawn_success = 0
    for i in range(3):
        s.cup_ap[i] += s.drawn_ap[i]
        s.drawn_ap[i] = 0
    for i in range(DRAWN):
        if s.drawn_counter[i]:
            s.where[s.drawn_counter[i] - 1] = CUP
            s.drawn_counter[i] = 0


cdef void check_better(const Tables* t, St* s, Frame* f) noexcept nogil:
    """Trade Goods draw all of it again; then Guns may return Enemy AP, counter by counter."""
    cdef int32_t band = f.a
    if f.step == S_RAID_REDRAW:
        if x_of(s.answer):
            s.band_goods[band][TRADE_GOODS] -= 1
            put_back(s)
            f.b = f.c
            then(f, S_RAID_DRAW)
        else:
            then(f, S_RAID_GUNS)
    elif f.step == S_RAID_GUNS:
        f.d = 0
        if s.band_goods[band][GUNS] and s.drawn_ap[0] + s.drawn_ap[1] + s.drawn_ap[2]:
            then(f, S_RAID_ARMED)
            ask(s, Q_GUNS, band)
        else:
            check_end(t, s, f)
    elif f.step == S_RAID_ARMED:
        if verb_of(s.answer) == V_GUNS:
            f.d = x_of(s.answer)
            then(f, S_RAID_SHOT)
            die(s, D_GUNS, f.d)
        else:
            check_end(t, s, f)
    else:
        if guns_hit(t, f.d, z_of(s.answer)):
            s.drawn_ap[f.d - 2] -= 1
            s.cup_ap[f.d - 2] += 1
        else:
            s.band_goods[band][GUNS] -= 1
        then(f, S_RAID_GUNS)


cdef void check_end(const Tables* t, St* s, Frame* f) noexcept nogil:
    """Steps 3 and 4 of the Success Check."""
    cdef int32_t letter = headman_of(s, f.a), i
    f.b = f.c = f.d = 0
    f.e = s.drawn_success
    if letter >= 0:
        s.mahimiana_success[letter] += s.drawn_success
    else:
        s.cup_success += s.drawn_success
    s.drawn_success = 0
    for i in range(3):
        s.box_ap[i] += s.drawn_ap[i]
        s.drawn_ap[i] = 0
    then(f, S_RAID_COUNTERS)


cdef void raid_result(const Tables* t, St* s, Frame* f) noexcept nogil:
    cdef int32_t at = s.band_at[f.a], c, i, horses
    if f.step == S_RAID_COUNTERS:
        c = s.drawn_counter[0] - 1
        if c < 0:
            then(f, S_RAID_LOOT)
            return
        for i in range(DRAWN - 1):
            s.drawn_counter[i] = s.drawn_counter[i + 1]
        s.drawn_counter[DRAWN - 1] = 0
        push(s, S_C, c)
    elif f.step == S_RAID_LOOT:
        then(f, S_RAID_LOOTED)
        s.answer = code(V_LOOT)
        if f.e:
            ask(s, Q_LOOT, f.e)
    elif f.step == S_RAID_LOOTED:
        horses = x_of(s.answer)
        gain(t, s, s.band_goods[f.a], HORSES, horses)
        gain(t, s, s.band_goods[f.a], CAPTIVES, y_of(s.answer))
        if f.e and count_ravaged(s) < t.most_ravaged:
            s.ravaged[at] += 1
        c = counter_on(s, at)
        if c < 0:
            pop(s)
            return
        then(f, S_RAID_PEACE)
        f.b = c
        die(s, D_PEACE, c)
    else:
        c = f.b
        if s.where[c] == ON + at and z_of(s.answer) + s.ravaged[at] > t.cost[c][s.face[c]]:
            to_bottom(s, c)
        pop(s)

"""The Raid (5.2.3) and its Success Check (2.9)."""
from libc.stdint cimport int32_t

from hunch.engines.games.comancheria.board.areas cimport count_ravaged
from hunch.engines.games.comancheria.board.pieces cimport counter_on, gain, headman_of, to_bottom
from hunch.engines.games.comancheria.codes.components cimport CAPTIVES, CUP, DRAWN, GUNS, HAND, HORSES, ON, TRADE_GOODS
from hunch.engines.games.comancheria.codes.moves cimport (
    C_CHECK, DRAWN_COUNTER, DRAWN_SUCCESS, DRAWN_TWO, D_BONUS, D_GUNS, D_PEACE, Q_GUNS, Q_LOOT, Q_REDRAW, V_GUNS,
    V_LOOT, V_REROLL,
)
from hunch.engines.games.comancheria.codes.steps cimport (
    S_C, S_DRAW, S_RAID, S_RAID_ARMED, S_RAID_BONUS, S_RAID_COUNTERS, S_RAID_DRAW, S_RAID_DREW, S_RAID_GUNS,
    S_RAID_LOOT, S_RAID_LOOTED, S_RAID_PEACE, S_RAID_REDRAW, S_RAID_SHOT,
)
from hunch.engines.games.comancheria.decisions.chance cimport cup_empty
from hunch.engines.games.comancheria.decisions.dice cimport check_draws, guns_hit
from hunch.engines.games.comancheria.procedures.frames cimport RaidFrame, RaidPeaceFrame
from hunch.engines.games.comancheria.state cimport (
    Frame, St, Tables, ask, code, index_of, pop, push, roll_die, slot_of, verb_of, x_of, y_of, z_of,
)


cdef void raid_step(const Tables* t, St* s, Frame* f) noexcept nogil:
    if f.step <= S_RAID_DREW:
        check_draw(t, s, <RaidFrame*>f)
    elif f.step <= S_RAID_SHOT:
        check_better(t, s, <RaidFrame*>f)
    elif f.step <= S_RAID_LOOTED:
        raid_result(t, s, <RaidFrame*>f)
    else:
        break_peace(t, s, <RaidPeaceFrame*>f)


cdef void check_draw(const Tables* t, St* s, RaidFrame* f) noexcept nogil:
    """Draws the counters of the Success Check from the cup."""
    cdef int32_t band = f.band, letter = headman_of(s, band)
    if f.step == S_RAID:
        f.to_draw = f.draws = s.band_strength[band]
        f.step = S_RAID_DRAW
        if letter >= 0:
            f.step = S_RAID_BONUS
            roll_die(s, D_BONUS, letter)
    elif f.step == S_RAID_BONUS:
        f.to_draw = f.draws = check_draws(t, s, letter, z_of(s.answer))
        f.step = S_RAID_DRAW
    elif f.step == S_RAID_DRAW:
        if f.to_draw and not cup_empty(s):
            f.step = S_RAID_DREW
            s.answer = 0
            push(s, S_DRAW, C_CHECK)
        else:
            f.step = S_RAID_REDRAW
            if s.band_goods[band][TRADE_GOODS] and f.draws > f.to_draw:
                ask(s, Q_REDRAW, band)
            else:
                s.answer = code(V_REROLL)
    else:
        hold(s, z_of(s.answer))
        f.to_draw -= 1
        f.step = S_RAID_DRAW


cdef void hold(St* s, int32_t what) noexcept nogil:
    """Moves a counter from the cup to those drawn."""
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
        s.drawn_counter[i] = slot_of(what - DRAWN_COUNTER)
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
            s.where[index_of(s.drawn_counter[i])] = CUP
            s.drawn_counter[i] = 0


cdef void check_better(const Tables* t, St* s, RaidFrame* f) noexcept nogil:
    """Trade Goods may pay to draw all counters again. Then Guns may return Enemy AP to the cup, one at a time."""
    cdef int32_t band = f.band
    if f.step == S_RAID_REDRAW:
        if x_of(s.answer):
            s.band_goods[band][TRADE_GOODS] -= 1
            put_back(s)
            f.to_draw = f.draws
            f.step = S_RAID_DRAW
        else:
            f.step = S_RAID_GUNS
    elif f.step == S_RAID_GUNS:
        f.counter = 0
        if s.band_goods[band][GUNS] and s.drawn_ap[0] + s.drawn_ap[1] + s.drawn_ap[2]:
            f.step = S_RAID_ARMED
            ask(s, Q_GUNS, band)
        else:
            check_end(t, s, f)
    elif f.step == S_RAID_ARMED:
        if verb_of(s.answer) == V_GUNS:
            f.counter = x_of(s.answer)
            f.step = S_RAID_SHOT
            roll_die(s, D_GUNS, f.counter)
        else:
            check_end(t, s, f)
    else:
        if guns_hit(t, f.counter, z_of(s.answer)):
            s.drawn_ap[f.counter - DRAWN_TWO] -= 1
            s.cup_ap[f.counter - DRAWN_TWO] += 1
        else:
            s.band_goods[band][GUNS] -= 1
        f.step = S_RAID_GUNS


cdef void check_end(const Tables* t, St* s, RaidFrame* f) noexcept nogil:
    """Steps 3 and 4 of the Success Check: Successes and Enemy AP go to their boxes."""
    cdef int32_t letter = headman_of(s, f.band), i
    f.to_draw = f.draws = f.counter = 0
    f.successes = s.drawn_success
    if letter >= 0:
        s.mahimiana_success[letter] += s.drawn_success
    else:
        s.cup_success += s.drawn_success
    s.drawn_success = 0
    for i in range(3):
        s.box_ap[i] += s.drawn_ap[i]
        s.drawn_ap[i] = 0
    f.step = S_RAID_COUNTERS


cdef void raid_result(const Tables* t, St* s, RaidFrame* f) noexcept nogil:
    cdef int32_t at = s.band_at[f.band], c, i, horses
    if f.step == S_RAID_COUNTERS:
        c = index_of(s.drawn_counter[0])
        if c < 0:
            f.step = S_RAID_LOOT
            return
        for i in range(DRAWN - 1):
            s.drawn_counter[i] = s.drawn_counter[i + 1]
        s.drawn_counter[DRAWN - 1] = 0
        push(s, S_C, c)
    elif f.step == S_RAID_LOOT:
        f.step = S_RAID_LOOTED
        s.answer = code(V_LOOT)
        if f.successes:
            ask(s, Q_LOOT, f.successes)
    else:
        horses = x_of(s.answer)
        gain(t, s, s.band_goods[f.band], HORSES, horses)
        gain(t, s, s.band_goods[f.band], CAPTIVES, y_of(s.answer))
        if f.successes and count_ravaged(s) < t.most_ravaged:
            s.ravaged[at] += 1
        c = counter_on(s, at)
        if c < 0:
            pop(s)
            return
        f.step = S_RAID_PEACE
        (<RaidPeaceFrame*>f).counter = c
        roll_die(s, D_PEACE, c)


cdef void break_peace(const Tables* t, St* s, RaidPeaceFrame* f) noexcept nogil:
    cdef int32_t at = s.band_at[f.band], c = f.counter
    if s.where[c] == ON + at and z_of(s.answer) + s.ravaged[at] > t.cost[c][s.face[c]]:
        to_bottom(s, c)
    pop(s)

"""Battles (7.1, 7.2): f.a the enemy, f.b the Band + 1 (0 an Allied Tribe), f.c the Ranchería + 1, f.d what was used."""
from libc.stdint cimport int32_t

from hunch.engines.games.comancheria.board.pieces cimport (
    ally_in, band_in, bands_in_box, camp_in, counter_on, destroy_camp, end_war, headman_dies, headman_of, military,
    remove_band, standing, to_bottom, weaken,
)
from hunch.engines.games.comancheria.board.playable cimport hand_can_play
from hunch.engines.games.comancheria.codes.components cimport GUNS
from hunch.engines.games.comancheria.codes.effects cimport (
    B_BATTLE_ALWAYS, B_BATTLE_ONCE, M_PLAY, X_BAND_BATTLE, X_COLUMN_BATTLE, X_HEADMAN_BATTLE,
)
from hunch.engines.games.comancheria.codes.moves cimport D_BATTLE, Q_BATTLE_GUNS, Q_CARDS, Q_UNIT, V_PLAY
from hunch.engines.games.comancheria.codes.steps cimport (
    S_BATTLE, S_BATTLE_ARMED, S_BATTLE_CARDS, S_BATTLE_GUNS, S_BATTLE_READY, S_BATTLE_ROLLED, S_BATTLE_UNIT, S_DIE,
    S_EFFECT, S_TAKE,
)
from hunch.engines.games.comancheria.state cimport Frame, St, Tables, ask, chosen_bonus, pop, push, then, verb_of, x_of, z_of

cdef enum:
    USED_ONCE = 1            # the +1 to one roll of this battle
    ARMED = 2                # Guns were spent for this round


cdef void battle_step(const Tables* t, St* s, Frame* f) noexcept nogil:
    cdef int32_t at = s.column_at[f.a], b
    if f.step == S_BATTLE:
        f.c = camp_in(s, at) + 1
        if at == 0 or (f.c and bands_in_box(s, f.c - 1) == 0):
            pop(s)
        elif f.c:
            then(f, S_BATTLE_UNIT)
            ask(s, Q_UNIT, f.c - 1)
        else:
            f.b = band_in(s, at) + 1
            if f.b or ally_in(s, at):
                then(f, S_BATTLE_READY)
            else:
                pop(s)
    elif f.step == S_BATTLE_UNIT:
        f.b = x_of(s.answer) + 1
        then(f, S_BATTLE_READY)
        push(s, S_TAKE, f.b - 1, f.c - 1)
    elif f.step == S_BATTLE_READY and over(s, f):
        pop(s)
    elif f.step == S_BATTLE_READY:
        then(f, S_BATTLE_GUNS)
        if hand_can_play(t, s):
            then(f, S_BATTLE_CARDS)
            ask(s, Q_CARDS)
    elif f.step == S_BATTLE_CARDS:
        then(f, S_BATTLE_GUNS)
        if verb_of(s.answer) == V_PLAY:
            then(f, S_BATTLE_READY)
            push(s, S_EFFECT, x_of(s.answer), M_PLAY)
    elif f.step == S_BATTLE_GUNS:
        if at == 0:
            pop(s)
        elif f.b and s.band_goods[f.b - 1][GUNS]:
            then(f, S_BATTLE_ARMED)
            ask(s, Q_BATTLE_GUNS, f.b - 1)
        else:
            roll(s, f)
    elif f.step == S_BATTLE_ARMED:
        if x_of(s.answer) and s.band_goods[f.b - 1][GUNS]:
            s.band_goods[f.b - 1][GUNS] -= 1
            f.d |= ARMED
        roll(s, f)
    else:
        b = f.b - 1
        f.d &= ~ARMED
        if wins(t, s, f, z_of(s.answer)):
            won(t, s, f)
        elif b < 0:
            if counter_on(s, at) >= 0:
                to_bottom(s, counter_on(s, at))
            pop(s)
        else:
            lost(t, s, f)


cdef bint over(const St* s, const Frame* f) noexcept nogil:
    """A card took the column, the Ally or the Ranchería out of the battle."""
    if s.column_at[f.a] == 0:
        return True
    if f.c:
        return s.camp_at[f.c - 1] != s.column_at[f.a]
    return f.b == 0 and not ally_in(s, s.column_at[f.a])


cdef void roll(St* s, Frame* f) noexcept nogil:
    then(f, S_BATTLE_ROLLED)
    s.answer = 0
    push(s, S_DIE, D_BATTLE, f.a, 0, 0, 1 if f.d & ARMED else 0, f.b if f.b else 255)


cdef int32_t modifiers(const Tables* t, const St* s, const Frame* f) noexcept nogil:
    cdef int32_t b = f.b - 1, total = -<int32_t>t.modifier[f.a][s.column_strength[f.a]], letter
    total -= standing(t, s, X_COLUMN_BATTLE, f.a)
    if chosen_bonus(t, s, B_BATTLE_ALWAYS):
        total += 1
    if b < 0:
        return total + 2
    letter = headman_of(s, b)
    total += s.band_strength[b] + (letter >= 0) - s.band_done[b] + standing(t, s, X_BAND_BATTLE, -1)
    if letter >= 0 and s.chosen == letter + 1:
        total += standing(t, s, X_HEADMAN_BATTLE, -1)
    return total


cdef inline bint turns(const Tables* t, const St* s, const Frame* f, int32_t total) noexcept nogil:
    """The +1 to one roll of this battle: the player uses it where it turns the roll, and only there."""
    return total == 5 and not f.d & USED_ONCE and chosen_bonus(t, s, B_BATTLE_ONCE)


cdef int32_t total_of(const Tables* t, const St* s, const Frame* f, int32_t value) noexcept nogil:
    cdef int32_t total = value + modifiers(t, s, f)
    return total + turns(t, s, f, total)


cdef bint wins(const Tables* t, const St* s, Frame* f, int32_t value) noexcept nogil:
    if value == 6 or value == 1:
        return value == 6
    if turns(t, s, f, value + modifiers(t, s, f)):
        f.d |= USED_ONCE
        return True
    return value + modifiers(t, s, f) >= 6


cdef void won(const Tables* t, St* s, Frame* f) noexcept nogil:
    cdef int32_t letter = headman_of(s, f.b - 1) if f.b else -1
    weaken(t, s, f.a, 1)
    if s.column_at[f.a] == 0:
        if letter >= 0:
            s.mahimiana[letter] = min(s.mahimiana[letter] + 1, t.most_mahimiana)
        pop(s)
    else:
        again(s, f)


cdef void again(St* s, Frame* f) noexcept nogil:
    """Back to step 1 of 7.1."""
    if f.c:
        f.b = 0
        then(f, S_BATTLE_UNIT)
        ask(s, Q_UNIT, f.c - 1)
    else:
        then(f, S_BATTLE_READY)


cdef void lost(const Tables* t, St* s, Frame* f) noexcept nogil:
    cdef int32_t e = f.a, b = f.b - 1, r = f.c - 1, letter = headman_of(s, b)
    s.band_strength[b] -= min(1, s.band_strength[b])
    if s.band_strength[b] == 0:
        if letter >= 0:
            headman_dies(s, letter)
        remove_band(s, b)
    if r < 0:
        pop(s)
    elif bands_in_box(s, r):
        again(s, f)
    else:
        pop(s)
        destroy_camp(t, s, r)
        end_war(t, s, e)
        military(t, s, -1)

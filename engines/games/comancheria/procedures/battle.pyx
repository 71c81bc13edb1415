"""Battles (7.1, 7.2)."""
from libc.stdint cimport int32_t

from hunch.engines.games.comancheria.board.pieces cimport (
    ally_in, band_in, bands_in_box, camp_in, counter_on, destroy_camp, end_war, headman_dies, headman_of, military,
    remove_band, standing, to_bottom, weaken,
)
from hunch.engines.games.comancheria.board.playable cimport hand_can_play
from hunch.engines.games.comancheria.codes.components cimport ANY, CAMPS, GUNS
from hunch.engines.games.comancheria.codes.effects cimport (
    B_BATTLE_ALWAYS, B_BATTLE_ONCE, M_PLAY, X_BAND_BATTLE, X_COLUMN_BATTLE, X_HEADMAN_BATTLE,
)
from hunch.engines.games.comancheria.codes.moves cimport D_BATTLE, Q_BATTLE_GUNS, Q_CARDS, Q_UNIT, V_PLAY
from hunch.engines.games.comancheria.codes.steps cimport (
    S_BATTLE, S_BATTLE_ARMED, S_BATTLE_CARDS, S_BATTLE_GUNS, S_BATTLE_READY, S_BATTLE_ROLLED, S_BATTLE_UNIT, S_DIE,
    S_EFFECT, S_TAKE,
)
from hunch.engines.games.comancheria.procedures.frames cimport ARMED, USED_ONCE, BattleFrame, DieFrame
from hunch.engines.games.comancheria.state cimport (
    Frame, St, Tables, ask, chosen_bonus, index_of, pop, push, slot_of, verb_of, x_of, z_of,
)

cdef void battle_step(const Tables* t, St* s, Frame* frame) noexcept nogil:
    cdef BattleFrame* f = <BattleFrame*>frame
    cdef int32_t at = s.column_at[f.enemy], b
    if f.step == S_BATTLE:
        f.camp_slot = slot_of(camp_in(s, at))
        if at == 0 or (f.camp_slot and bands_in_box(s, index_of(f.camp_slot)) == 0):
            pop(s)
        elif f.camp_slot:
            f.step = S_BATTLE_UNIT
            ask(s, Q_UNIT, index_of(f.camp_slot))
        else:
            f.band_slot = slot_of(band_in(s, at))
            if f.band_slot or ally_in(s, at):
                f.step = S_BATTLE_READY
            else:
                pop(s)
    elif f.step == S_BATTLE_UNIT:
        f.band_slot = slot_of(x_of(s.answer))
        f.step = S_BATTLE_READY
        push(s, S_TAKE, index_of(f.band_slot), index_of(f.camp_slot))
    elif f.step == S_BATTLE_READY and over(s, f):
        pop(s)
    elif f.step == S_BATTLE_READY:
        f.step = S_BATTLE_GUNS
        if hand_can_play(t, s):
            f.step = S_BATTLE_CARDS
            ask(s, Q_CARDS)
    elif f.step == S_BATTLE_CARDS:
        f.step = S_BATTLE_GUNS
        if verb_of(s.answer) == V_PLAY:
            f.step = S_BATTLE_READY
            push(s, S_EFFECT, x_of(s.answer), M_PLAY)
    elif f.step == S_BATTLE_GUNS:
        if at == 0:
            pop(s)
        elif f.band_slot and s.band_goods[index_of(f.band_slot)][GUNS]:
            f.step = S_BATTLE_ARMED
            ask(s, Q_BATTLE_GUNS, index_of(f.band_slot))
        else:
            roll(s, f)
    elif f.step == S_BATTLE_ARMED:
        if x_of(s.answer) and s.band_goods[index_of(f.band_slot)][GUNS]:
            s.band_goods[index_of(f.band_slot)][GUNS] -= 1
            f.used |= ARMED
        roll(s, f)
    else:
        b = index_of(f.band_slot)
        f.used &= ~ARMED
        if b >= 0 and headman_of(s, b) >= 0:
            f.fought |= 1 << headman_of(s, b)
        if wins(t, s, f, z_of(s.answer)):
            won(t, s, f)
        elif b < 0:
            if counter_on(s, at) >= 0:
                to_bottom(s, counter_on(s, at))
            pop(s)
        else:
            lost(t, s, f)


cdef bint over(const St* s, const BattleFrame* f) noexcept nogil:
    """Whether a card has taken the column, the Ally or the Ranchería out of the battle."""
    if s.column_at[f.enemy] == 0:
        return True
    if f.camp_slot:
        return s.camp_at[index_of(f.camp_slot)] != s.column_at[f.enemy]
    return f.band_slot == 0 and not ally_in(s, s.column_at[f.enemy])


cdef void roll(St* s, BattleFrame* f) noexcept nogil:
    cdef DieFrame* die
    f.step = S_BATTLE_ROLLED
    s.answer = 0
    die = <DieFrame*>push(s, S_DIE, D_BATTLE, f.enemy)
    die.two = f.used & ARMED != 0
    die.payer = f.band_slot if f.band_slot else ANY


cdef int32_t modifiers(const Tables* t, const St* s, const BattleFrame* f) noexcept nogil:
    cdef int32_t b = index_of(f.band_slot), total = -<int32_t>t.modifier[f.enemy][s.column_strength[f.enemy]], letter
    total -= standing(t, s, X_COLUMN_BATTLE, f.enemy)
    if chosen_bonus(t, s, B_BATTLE_ALWAYS):
        total += 1
    if b < 0:                                          # an Allied Tribe fights
        return total + 2
    letter = headman_of(s, b)
    total += s.band_strength[b] + (letter >= 0) - s.band_done[b] + standing(t, s, X_BAND_BATTLE, -1)
    if letter >= 0 and index_of(s.chosen) == letter:
        total += standing(t, s, X_HEADMAN_BATTLE, -1)
    return total


cdef inline bint turns(const Tables* t, const St* s, const BattleFrame* f, int32_t total) noexcept nogil:
    """Whether the +1 to one roll of this battle makes this roll a win. The player uses it for nothing else."""
    return total == 5 and not f.used & USED_ONCE and chosen_bonus(t, s, B_BATTLE_ONCE)


cdef int32_t total_of(const Tables* t, const St* s, const BattleFrame* f, int32_t value) noexcept nogil:
    cdef int32_t total = value + modifiers(t, s, f)
    return total + turns(t, s, f, total)


cdef bint wins(const Tables* t, const St* s, BattleFrame* f, int32_t value) noexcept nogil:
    if value == 6 or value == 1:
        return value == 6
    if turns(t, s, f, value + modifiers(t, s, f)):
        f.used |= USED_ONCE
        return True
    return value + modifiers(t, s, f) >= 6


cdef void won(const Tables* t, St* s, BattleFrame* f) noexcept nogil:
    cdef int32_t letter
    weaken(t, s, f.enemy, 1)
    if s.column_at[f.enemy] == 0:
        for letter in range(CAMPS):
            if (f.fought >> letter) & 1:
                s.mahimiana[letter] = min(s.mahimiana[letter] + 1, t.most_mahimiana)
        pop(s)
    else:
        again(s, f)


cdef void again(St* s, BattleFrame* f) noexcept nogil:
    """Begins the next round: back to step 1 of 7.1."""
    if f.camp_slot:
        f.band_slot = 0
        f.step = S_BATTLE_UNIT
        ask(s, Q_UNIT, index_of(f.camp_slot))
    else:
        f.step = S_BATTLE_READY


cdef void lost(const Tables* t, St* s, BattleFrame* f) noexcept nogil:
    cdef int32_t e = f.enemy, b = index_of(f.band_slot), r = index_of(f.camp_slot), letter = headman_of(s, b)
    s.band_strength[b] -= min(1, s.band_strength[b])
    if s.band_strength[b] == 0:
        if letter >= 0:
            headman_dies(s, letter)
            f.fought &= ~(1 << letter)
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

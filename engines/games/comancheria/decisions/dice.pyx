"""What a die results in. The procedures carry it out, and the words of an event report it."""
from libc.stdint cimport int32_t

from hunch.engines.games.comancheria.board.pieces cimport cell, open_to_piece
from hunch.engines.games.comancheria.codes.components cimport BANDS, BISON_HERD, BOX, DRAWN, MAHIMIANA, WITH
from hunch.engines.games.comancheria.codes.effects cimport B_BONUS_MEDICINE
from hunch.engines.games.comancheria.codes.moves cimport (
    DRAWN_TWO, D_BONUS, D_CUP_ROW, D_DEATH, D_DISCONTENT, D_DROUGHT, D_ENCROACH, D_ENEMY, D_GUNS, D_HEADMAN, D_HUNT,
    D_ROW,
)
from hunch.engines.games.comancheria.state cimport St, Tables, chosen_bonus


cdef int32_t hunted(const Tables* t, const St* s, int32_t value) noexcept nogil:
    cdef int32_t k, i, area
    for k in range(6):
        area = t.die_area[(value - 1 + k) % 6 + 1]
        for i in range(6 * area + 1, 6 * area + 7):
            if s.piece[i] == BISON_HERD:
                return area
    return -1


cdef int32_t encroached(const Tables* t, const St* s, int32_t value) noexcept nogil:
    cdef int32_t k, i, area
    for k in range(6):
        area = t.die_area[(value - 1 + k) % 6 + 1]
        for i in range(6 * area + 1, 6 * area + 7):
            if open_to_piece(s, i):
                return area
    return -1


cdef int32_t check_draws(const Tables* t, const St* s, int32_t letter, int32_t value) noexcept nogil:
    cdef int32_t medicine = s.mahimiana[letter] + chosen_bonus(t, s, B_BONUS_MEDICINE)
    cdef int32_t bonus = 2 if value <= medicine // 2 else 1 if value <= medicine else 0
    return min(s.band_strength[s.headman_at[letter] - WITH] + bonus, DRAWN)


cdef bint guns_hit(const Tables* t, int32_t counter, int32_t value) noexcept nogil:
    return value >= t.value[counter - DRAWN_TWO]


cdef int32_t headman_actions(const St* s, int32_t camp, int32_t value) noexcept nogil:
    return value if value <= s.paraibo[camp] else 0


cdef int32_t medicine_left(const St* s, int32_t headman, int32_t value) noexcept nogil:
    return min(s.paraibo[headman] if headman < MAHIMIANA else s.mahimiana[headman - MAHIMIANA], value)


cdef int32_t finished_in(const St* s, int32_t camp) noexcept nogil:
    cdef int32_t b, n = 0
    for b in range(BANDS):
        n += s.band_at[b] == BOX + camp and s.band_done[b] != 0
    return n


cdef bint is_noticed(const St* s, int32_t camp, int32_t value) noexcept nogil:
    return value <= finished_in(s, camp)


cdef int32_t enemy_of(const Tables* t, const St* s, int32_t value) noexcept nogil:
    return t.enemy_die[s.period][value]


cdef int32_t comes_to(const Tables* t, const St* s, int32_t purpose, int32_t whose, int32_t value) noexcept nogil:
    if purpose == D_HUNT or purpose == D_DROUGHT:
        return hunted(t, s, value)
    if purpose == D_ENCROACH:
        return encroached(t, s, value)
    if purpose == D_BONUS:
        return check_draws(t, s, whose, value)
    if purpose == D_GUNS:
        return guns_hit(t, whose, value)
    if purpose == D_HEADMAN:
        return headman_actions(s, whose, value)
    if purpose == D_DEATH:
        return medicine_left(s, whose, value)
    if purpose == D_DISCONTENT:
        return is_noticed(s, whose, value)
    if purpose == D_ENEMY:
        return enemy_of(t, s, value)
    if purpose == D_ROW or purpose == D_CUP_ROW:
        return cell(s, whose, value - 1)
    return 0

"""Sets of spaces and territories, and what is Ravaged among them. Nothing here changes a state."""
from libc.stdint cimport int32_t, uint64_t

from hunch.engines.games.comancheria.board.pieces cimport bit, enemy_in
from hunch.engines.games.comancheria.codes.components cimport (
    BANDS, BOX, CAMPS, COUNTERS, ON, SOUTHEAST_SQUARE, SPACES, TRIBE,
)
from hunch.engines.games.comancheria.state cimport St, is_round, territory
from hunch.engines.contract cimport u8


cdef uint64_t camp_spaces(const St* s) noexcept nogil:
    cdef int32_t r
    cdef uint64_t result = 0
    for r in range(CAMPS):
        result |= bit(s.camp_at[r])
    return result & ~bit(0)


cdef uint64_t covered(const St* s) noexcept nogil:
    cdef int32_t c
    cdef uint64_t result = 0
    for c in range(COUNTERS):
        if s.where[c] >= ON:
            result |= bit(s.where[c] - ON)
    return result


cdef int32_t camp_lands(const St* s) noexcept nogil:
    cdef int32_t r, result = 0
    for r in range(CAMPS):
        if is_round(s.camp_at[r]):
            result |= 1 << territory(s.camp_at[r])
    return result


cdef int32_t lands(const St* s, bint healed) noexcept nogil:
    cdef int32_t k, i, b, result = 0
    cdef uint64_t there = camp_spaces(s)
    cdef bint barred
    for b in range(BANDS):
        if s.band_strength[b] and s.band_at[b] < BOX:
            there |= bit(s.band_at[b])
    for k in range(6):
        if (there >> (6 * k + 1)) & 63 == 0:
            continue
        barred = False
        for i in range(6 * k + 1, 6 * k + 7):
            barred |= s.piece[i] > TRIBE and not (healed and s.ravaged[i])
        if not barred:
            result |= 1 << k
    return result


cdef bint any_ravaged(const St* s) noexcept nogil:
    cdef int32_t space
    cdef u8 result = 0
    for space in range(SPACES):
        result |= s.ravaged[space]
    return result != 0


cdef int32_t count_ravaged(const St* s) noexcept nogil:
    cdef int32_t space, n = 0
    for space in range(SPACES):
        n += s.ravaged[space]
    return n


cdef bint ravaged_enemy(const St* s, int32_t enemy) noexcept nogil:
    cdef int32_t space
    if not any_ravaged(s):
        return False
    for space in range(1, SOUTHEAST_SQUARE + 1):
        if s.ravaged[space] and enemy_in(s, space) == enemy:
            return True
    return False

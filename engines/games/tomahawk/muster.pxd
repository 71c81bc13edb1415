"""How a tribe is mustered: which two specials are kept, which base cards leave, and what the deck then holds."""
from libc.stdint cimport int32_t, uint32_t

from hunch.engines.contract cimport move_t
from hunch.engines.games.tomahawk.state cimport CHOOSE, FIRST_SPECIAL, Tables, TomahawkState, minus


cdef inline int32_t choices_of(const Tables* t, int32_t dealt, move_t* out) noexcept nogil:
    """All ways to keep two of the specials dealt."""
    cdef int32_t i, j, a, b, first, second, n = 0
    for i in range(7):
        if not (dealt >> i) & 1:
            continue
        for j in range(i + 1, 7):
            if not (dealt >> j) & 1:
                continue
            first, second = t.value[FIRST_SPECIAL + 1 + i], t.value[FIRST_SPECIAL + 1 + j]
            a = 0
            while t.alike[first][a]:
                b = a if first == second else 0
                if first == second and t.copies[t.alike[first][a]] == 1:
                    b += 1
                while t.alike[second][b]:
                    out[n] = CHOOSE + (((1 << i) | (1 << j)) << 10)
                    out[n] += (t.alike[first][a] << 5) + t.alike[second][b]
                    n += 1
                    b += 1
                a += 1
    return n


cdef inline uint32_t army(const Tables* t, const TomahawkState* s, int32_t seat) noexcept nogil:
    cdef uint32_t cards = minus(t, minus(t, t.tribe, s.gone_low[seat]), s.gone_high[seat])
    return cards | (<uint32_t>s.kept[seat] << FIRST_SPECIAL)

"""Who wins a battle, what it is worth, and what follows from it: looks from a mountain, Dancing Twilight."""
from libc.stdint cimport int32_t, uint8_t, uint32_t

from hunch.engines.tomahawk.state cimport (
    FOREST, HIDDEN, MANITOU, MOUNTAIN, PICKING, PILES, PUMA, REDWOOD, SOARING, TIE, TWILIGHT, Tables, TomahawkState,
    forests, lowest,
)


cdef inline int32_t battle(const Tables* t, const TomahawkState* s, int32_t place, int32_t* animals) noexcept nogil:
    """The result, and for how many animals; all rows of the place are known."""
    cdef uint8_t strength[2][3]
    cdef uint32_t present[2]                # bit of each card code
    cdef int32_t total[2]
    cdef int32_t pile = t.pile_of[place], tile = s.tile[place], rows = 0, twos, edge, seat, i, turn
    cdef uint8_t first, second
    present[0] = present[1] = 0
    for turn in range(t.begins[place], t.finishes[place] + 1):
        first, second = s.card[0][turn][pile] & 31, s.card[1][turn][pile] & 31
        present[0] |= 1u << first
        present[1] |= 1u << second
        strength[0][rows], strength[1][rows] = t.strength[first][second], t.strength[second][first]
        rows += 1
    total[0] = total[1] = 0
    for seat in range(2):
        for i in range(rows):
            total[seat] += strength[seat][i]
    edge = -1
    if t.icon[tile] == PUMA:                # the strongest of both sides together fight the puma
        edge = 0
        for i in range(rows):
            edge = max(edge, max(strength[0][i], strength[1][i]))
        for seat in range(2):
            for i in range(rows):
                total[seat] -= edge if strength[seat][i] == edge else 0
    elif t.icon[tile] == PICKING:           # the weakest of both sides together count twice
        edge = 99
        for i in range(rows):
            edge = min(edge, min(strength[0][i], strength[1][i]))
        for seat in range(2):
            for i in range(rows):
                total[seat] += edge if strength[seat][i] == edge else 0
    for seat in range(2):
        if (present[seat] >> SOARING) & 1 and not (t.icon[tile] == PUMA and edge == 2):
            twos = 0
            for i in range(rows):
                twos += strength[seat][i] == 2
            if twos > 1:
                total[seat] += t.pair_bonus
    animals[0] = t.animals[tile]
    if t.land[tile] == FOREST and ((present[0] | present[1]) >> REDWOOD) & 1:
        animals[0] *= 2
    if (present[0] >> MANITOU) & 1 and total[1] > 2 * total[0]:
        return 1
    if (present[1] >> MANITOU) & 1 and total[0] > 2 * total[1]:
        return 2
    return 1 if total[0] > total[1] else 2 if total[1] > total[0] else TIE


cdef inline int32_t looks_after(const Tables* t, const TomahawkState* s, int32_t turn) noexcept nogil:
    """Bits of the seats that won a mountain in a turn and find face-down cards of it in forests."""
    cdef uint32_t piles = t.ends[turn]
    cdef int32_t place, looks = 0
    while piles:
        place = t.place[turn][lowest(piles)]
        piles &= piles - 1
        if t.land[s.tile[place]] == MOUNTAIN and s.result[place] != TIE:
            looks |= s.result[place]
    return looks if looks and forests(t, s, turn) else 0


cdef inline int32_t takes_after(const Tables* t, const TomahawkState* s, int32_t turn) noexcept nogil:
    """`takes` of a turn: whose card goes where if Dancing Twilight was shown in a battle that goes on."""
    cdef uint32_t piles = 15u & ~t.ends[turn]
    cdef int32_t pile, seat
    if t.drawn_by[turn] == PILES * (turn + 1):          # no card is left in any hand
        return 0
    while piles:
        pile = lowest(piles)
        piles &= piles - 1
        for seat in range(2):
            if s.card[seat][turn][pile] == TWILIGHT and t.land[s.tile[t.place[turn][pile]]] != FOREST:
                return 1 + PILES * (1 - seat) + pile
    return 0


cdef inline int32_t majority(const Tables* t, const TomahawkState* s) noexcept nogil:
    """Who won more printed animals of the sought kind: 1 seat 0, 2 seat 1, TIE nobody."""
    cdef int32_t won[4]
    cdef int32_t place
    won[0] = won[1] = won[2] = won[3] = 0
    for place in range(12):
        if s.tile[place] and t.land[s.tile[place]] == t.land[s.sought]:
            won[s.result[place]] += t.animals[s.tile[place]]
    return 1 if won[1] > won[2] else 2 if won[2] > won[1] else TIE


cdef inline int32_t lead(const Tables* t, const TomahawkState* s) noexcept nogil:
    """Points of seat 0 ahead of seat 1, the bonus of the variant included."""
    cdef int32_t ahead = s.points[0] + s.scalps[0] - s.points[1] - s.scalps[1], more
    if s.sought:
        more = majority(t, s)
        ahead += t.bonus if more == 1 else -t.bonus if more == 2 else 0
    return ahead

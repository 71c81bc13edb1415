"""Points and payoffs of Big Manitou."""
from libc.stdint cimport int32_t

from hunch.engines.games.manitou.state cimport BISON, PLAYERS, TIPI, ManitouState, Tables


cdef void points(
    const Tables* t, const ManitouState* s, int32_t* score, int32_t* tipis, int32_t* tiles
) noexcept nogil:
    """Adds up pairs of a bison and a tipi point, cylinders, and the bonus for the most tomahawks of a single seat."""
    cdef int32_t seat, kind, n, bison, most = 0, warrior = -1
    for seat in range(t.players):
        bison = tipis[seat] = tiles[seat] = 0
        for kind in range(t.kinds):
            n = s.tiles[seat][kind]
            tiles[seat] += n
            if t.sort[kind] == BISON:
                bison += n * t.value[kind]
            elif t.sort[kind] == TIPI:
                tipis[seat] += n * t.value[kind]
        score[seat] = min(bison, tipis[seat])
        n = s.tiles[seat][t.tomahawk]
        if n > most:
            most, warrior = n, seat
        elif n == most:
            warrior = -1
    if warrior >= 0:
        score[warrior] += t.tomahawk_points
    if s.brown:
        score[s.brown - 1] += t.cylinder_points
    if s.white:
        score[s.white - 1] += t.cylinder_points


cdef void payoffs(const Tables* t, const ManitouState* s, double* out) noexcept nogil:
    """Writes the payoffs. A win is 1, and each of the others gets -1 / (players - 1).

    Seats that tie share the win, and all payoffs add up to 0. By margin, it is the score less the mean of the others'.
    """
    cdef int32_t score[PLAYERS]
    cdef int32_t tipis[PLAYERS]
    cdef int32_t tiles[PLAYERS]
    cdef int32_t rank[PLAYERS]
    cdef int32_t seat, best = -1, winners = 0, total = 0
    cdef double others = <double>(t.players - 1)
    points(t, s, score, tipis, tiles)
    for seat in range(t.players):
        total += score[seat]
        rank[seat] = (score[seat] * 1024 + tipis[seat]) * 1024 + tiles[seat]
        if rank[seat] > best:
            best, winners = rank[seat], 0
        winners += rank[seat] == best
    for seat in range(t.players):
        if t.by_margin:
            out[seat] = (score[seat] - <double>(total - score[seat]) / others) / t.unit
        elif rank[seat] == best:
            out[seat] = (<double>t.players / winners - 1.0) / others
        else:
            out[seat] = -1.0 / others

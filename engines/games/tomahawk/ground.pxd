"""A battle as it stands before one more row, so that many rows are quickly compared."""
from libc.stdint cimport int32_t, uint32_t

from hunch.engines.games.tomahawk.battle cimport Fight
from hunch.engines.games.tomahawk.state cimport FOREST, HOLDS, MANITOU, NO_ICON, PUMA, REDWOOD, SOARING, Tables

cdef enum:
    VALUES = 11             # strengths printed on cards, and 0

ctypedef struct Standing:
    int32_t to_come         # rows after the next one
    int32_t turned          # what the icon does to those whose strength is the edge: 1 count twice, -1 not at all
    float edge              # the least, or the largest strength
    float at_edge[2]        # what cards of that strength count together
    float total[2]          # of strength
    int32_t twos[2]
    uint32_t present[2]     # bit of each card code


cdef inline void take_standing(
    const Tables* t, int32_t tile, int32_t to_come, const Fight* f, Standing* g
) noexcept nogil:
    """What the rows so far come to."""
    cdef int32_t side, i
    cdef float strength
    g.to_come = to_come
    g.turned = 0 if t.icon[tile] == NO_ICON else -1 if t.icon[tile] == PUMA else 1
    g.edge = 0 if t.icon[tile] == PUMA else VALUES
    for side in range(2):
        g.total[side] = g.at_edge[side] = 0
        g.twos[side], g.present[side] = 0, f.present[side]
        for i in range(f.rows):
            strength = f.strength[side][i]
            g.total[side] += strength
            g.twos[side] += strength == 2
            g.edge = max(g.edge, strength) if g.turned < 0 else min(g.edge, strength)
    if g.turned:
        for side in range(2):
            for i in range(f.rows):
                g.at_edge[side] += g.edge if f.strength[side][i] == g.edge else 0


cdef inline float hold(const Tables* t, int32_t to_come, float ahead) noexcept nogil:
    """How likely a lead in strength lasts, -1 to 1."""
    return t.hold[to_come][<int32_t>(min(max(ahead, <float>-HOLDS), <float>HOLDS) + <float>(HOLDS + 0.5))]


cdef inline bint is_ahead(float one, float two) noexcept nogil:
    """Strengths that are means are not exact."""
    return one > two + <float>1e-3


cdef inline float paired(
    const Tables* t, const Standing* g, int32_t side, uint32_t present, float strength, float edge
) noexcept nogil:
    """What Soaring Spirit adds to a side."""
    if not (present >> SOARING) & 1 or g.twos[side] + (strength == 2) < 2 or (g.turned < 0 and edge == 2):
        return 0
    return t.pair_bonus


cdef inline float prospect(
    const Tables* t, const Standing* g, float first, float second, uint32_t own, uint32_t others
) noexcept nogil:
    """How much of the battle the first side may hope to win once a row of these strengths is added, -1 to 1."""
    cdef float one = g.total[0] + first, two = g.total[1] + second, edge = g.edge
    if g.turned:
        edge = max(edge, max(first, second)) if g.turned < 0 else min(edge, min(first, second))
        one += g.turned * ((first if first == edge else 0) + (g.at_edge[0] if g.edge == edge else 0))
        two += g.turned * ((second if second == edge else 0) + (g.at_edge[1] if g.edge == edge else 0))
    if (own | others) & (1u << SOARING):
        one += paired(t, g, 0, own, first, edge)
        two += paired(t, g, 1, others, second, edge)
    if g.to_come:
        return hold(t, g.to_come, one - two)
    if (own >> MANITOU) & 1 and is_ahead(two, 2 * one):
        return 1
    if (others >> MANITOU) & 1 and is_ahead(one, 2 * two):
        return -1
    return is_ahead(one, two) - is_ahead(two, one)


cdef inline int32_t prize(const Tables* t, int32_t tile, uint32_t present) noexcept nogil:
    """Animals that the battle is for, with all these cards in it."""
    return 2 * t.animals[tile] if t.land[tile] == FOREST and (present >> REDWOOD) & 1 else t.animals[tile]

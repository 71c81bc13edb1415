"""The winner and the value of a battle, and its effects. Inline, as the policy weighs many battles for each move."""
from libc.stdint cimport int32_t, uint32_t

from hunch.engines.games.tomahawk.state cimport (
    FOREST, HOLDS, MANITOU, MOUNTAIN, NO_ICON, PICKING, PILES, PUMA, REDWOOD, SOARING, TIE, TWILIGHT, Tables,
    TomahawkState, forests, lowest,
)


ctypedef struct Fight:          # a battle; side 0 is seat 0, or the seat that weighs it
    int32_t rows                # number of rows placed
    float strength[2][3]        # by side and row, with the effects of both cards; a mean for an unknown card
    uint32_t present[2]         # by side: the bits of card codes in the battle
    float total[2]              # by side: the sum of strengths, after `add_up`

cdef enum:
    VALUES = 11             # number of printed strengths, 0 included

ctypedef struct Standing:       # a battle before one more row, to compare many rows quickly
    int32_t to_come         # rows after the next one
    int32_t turned          # effect of the icon on rows with the edge strength: 1 they count twice, -1 not at all
    float edge              # the strength that the icon is about: the least or the largest of all rows
    float at_edge[2]        # by side: sum of strengths of the rows with the edge strength
    float total[2]          # by side: sum of strengths
    int32_t twos[2]         # by side: number of rows of strength 2
    uint32_t present[2]     # by side: the bits of card codes in the battle


cdef inline void add_up(const Tables* t, int32_t tile, Fight* f) noexcept nogil:
    """Computes the totals of both sides on a territory."""
    cdef float edge = f.strength[0][0]
    cdef int32_t side, i, twos
    for side in range(2):
        f.total[side] = 0
        for i in range(f.rows):
            f.total[side] += f.strength[side][i]
    if t.icon[tile] == PUMA:                # the strongest cards of both sides fight the puma and do not count
        for i in range(f.rows):
            edge = max(edge, max(f.strength[0][i], f.strength[1][i]))
        for side in range(2):
            for i in range(f.rows):
                f.total[side] -= edge if f.strength[side][i] == edge else 0
    elif t.icon[tile] == PICKING:           # the weakest cards of both sides count twice
        for i in range(f.rows):
            edge = min(edge, min(f.strength[0][i], f.strength[1][i]))
        for side in range(2):
            for i in range(f.rows):
                f.total[side] += edge if f.strength[side][i] == edge else 0
    for side in range(2):
        if (f.present[side] >> SOARING) & 1 and not (t.icon[tile] == PUMA and edge == 2):
            twos = 0
            for i in range(f.rows):
                twos += f.strength[side][i] == 2
            if twos > 1:
                f.total[side] += t.pair_bonus


cdef inline int32_t winner(const Fight* f) noexcept nogil:
    """Returns 1 for the first side, 2 for the second, or TIE. All rows are there and added up."""
    if (f.present[0] >> MANITOU) & 1 and f.total[1] > 2 * f.total[0]:
        return 1
    if (f.present[1] >> MANITOU) & 1 and f.total[0] > 2 * f.total[1]:
        return 2
    return 1 if f.total[0] > f.total[1] else 2 if f.total[1] > f.total[0] else TIE


cdef inline void add_row(const Tables* t, Fight* f, int32_t first, int32_t second) noexcept nogil:
    f.strength[0][f.rows], f.strength[1][f.rows] = t.strength[first][second], t.strength[second][first]
    f.present[0] |= 1u << first
    f.present[1] |= 1u << second
    f.rows += 1


cdef inline int32_t animals_of(const Tables* t, int32_t tile, const Fight* f) noexcept nogil:
    cdef bint doubled = t.land[tile] == FOREST and ((f.present[0] | f.present[1]) >> REDWOOD) & 1
    return 2 * t.animals[tile] if doubled else t.animals[tile]


cdef inline int32_t battle(const Tables* t, const TomahawkState* s, int32_t place, int32_t* animals) noexcept nogil:
    """Returns the result of a battle, and writes its animals. All rows of the place are known."""
    cdef Fight f
    cdef int32_t pile = t.pile_of[place], tile = s.tile[place], turn, first, second
    f.rows = 0
    f.present[0] = f.present[1] = 0
    for turn in range(t.begins[place], t.finishes[place] + 1):
        first, second = s.card[0][turn][pile] & 31, s.card[1][turn][pile] & 31
        add_row(t, &f, first, second)
    add_up(t, tile, &f)
    animals[0] = animals_of(t, tile, &f)
    return winner(&f)


cdef inline int32_t looks_after(const Tables* t, const TomahawkState* s, int32_t turn) noexcept nogil:
    """Returns the bits of the seats that won a mountain in a turn and may look at face-down cards in forests."""
    cdef uint32_t piles = t.ends[turn]
    cdef int32_t place, looks = 0
    while piles:
        place = t.place[turn][lowest(piles)]
        piles &= piles - 1
        if t.land[s.tile[place]] == MOUNTAIN and s.result[place] != TIE:
            looks |= s.result[place]
    return looks if looks and forests(t, s, turn) else 0


cdef inline int32_t takes_after(const Tables* t, const TomahawkState* s, int32_t turn) noexcept nogil:
    """Returns `takes` for a turn: the seat and pile, if Dancing Twilight was shown in a battle that continues."""
    cdef uint32_t piles = 15u & ~t.ends[turn]
    cdef int32_t pile, seat
    if t.drawn_by[turn] == PILES * (turn + 1):          # no hand has a card left
        return 0
    while piles:
        pile = lowest(piles)
        piles &= piles - 1
        for seat in range(2):
            if s.card[seat][turn][pile] == TWILIGHT and t.land[s.tile[t.place[turn][pile]]] != FOREST:
                return 1 + PILES * (1 - seat) + pile
    return 0


cdef inline int32_t majority(const Tables* t, const TomahawkState* s) noexcept nogil:
    """Returns who won more printed animals of the sought kind: 1 seat 0, 2 seat 1, TIE neither."""
    cdef int32_t won[4]
    cdef int32_t place
    won[0] = won[1] = won[2] = won[3] = 0
    for place in range(12):
        if s.tile[place] and t.land[s.tile[place]] == t.land[s.sought]:
            won[s.result[place]] += t.animals[s.tile[place]]
    return 1 if won[1] > won[2] else 2 if won[2] > won[1] else TIE


cdef inline int32_t lead(const Tables* t, const TomahawkState* s) noexcept nogil:
    """Returns the points of seat 0 less those of seat 1, with the bonus of the variant."""
    cdef int32_t ahead = s.points[0] + s.scalps[0] - s.points[1] - s.scalps[1], more
    if s.sought:
        more = majority(t, s)
        ahead += t.bonus if more == 1 else -t.bonus if more == 2 else 0
    return ahead


# One more row ----------------------------------------------------------------------------------------------------

cdef inline void take_standing(
    const Tables* t, int32_t tile, int32_t to_come, const Fight* f, Standing* g
) noexcept nogil:
    """Computes the standing of a battle from the rows so far."""
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
    """The chance that a lead in strength wins, less the chance that it loses."""
    return t.hold[to_come][<int32_t>(min(max(ahead, <float>-HOLDS), <float>HOLDS) + <float>(HOLDS + 0.5))]


cdef inline bint is_ahead(float strength, float other) noexcept nogil:
    """Compares strengths with a margin, as means are not exact."""
    return strength > other + <float>1e-3


cdef inline float paired(
    const Tables* t, const Standing* g, int32_t side, uint32_t present, float strength, float edge
) noexcept nogil:
    """Returns what Soaring Spirit adds to a side."""
    if not (present >> SOARING) & 1 or g.twos[side] + (strength == 2) < 2 or (g.turned < 0 and edge == 2):
        return 0
    return t.pair_bonus


cdef inline float prospect(
    const Tables* t, const Standing* g, float first, float second, uint32_t own, uint32_t others
) noexcept nogil:
    """The first side's chance to win after one more row of these strengths, less its chance to lose."""
    cdef float total = g.total[0] + first, other = g.total[1] + second, edge = g.edge
    if g.turned:
        edge = max(edge, max(first, second)) if g.turned < 0 else min(edge, min(first, second))
        total += g.turned * ((first if first == edge else 0) + (g.at_edge[0] if g.edge == edge else 0))
        other += g.turned * ((second if second == edge else 0) + (g.at_edge[1] if g.edge == edge else 0))
    if (own | others) & (1u << SOARING):
        total += paired(t, g, 0, own, first, edge)
        other += paired(t, g, 1, others, second, edge)
    if g.to_come:
        return hold(t, g.to_come, total - other)
    if (own >> MANITOU) & 1 and is_ahead(other, 2 * total):
        return 1
    if (others >> MANITOU) & 1 and is_ahead(total, 2 * other):
        return -1
    return is_ahead(total, other) - is_ahead(other, total)


cdef inline int32_t prize(const Tables* t, int32_t tile, uint32_t present) noexcept nogil:
    """The number of animals that a battle with these cards is for."""
    return 2 * t.animals[tile] if t.land[tile] == FOREST and (present >> REDWOOD) & 1 else t.animals[tile]

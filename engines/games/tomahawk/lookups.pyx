"""Makes the tables of Tomahawk: the effects of cards on each other, and the place and the turns of each battle."""
import math

from libc.stdint cimport int32_t, uint8_t
from libc.string cimport memset

from hunch.engines.games.tomahawk.state cimport (
    CLOUD, CODES, FIRST_SPECIAL, HOLDS, PILES, SKULL, SOARING, STORM, TURNS, Tables,
)


# Points that a card still to be placed adds to the final margin, by strength, by hair and by special. They were fitted
# by linear regression to 12,000 games of a rollout policy against itself. Only differences count.
cdef double[11] WORTH = [0.0, -0.6, 0.0, 0.2, 0.0, 0.0, 0.5, 1.6, 2.5, 3.9, 5.2]
cdef double[5] HAIR_COSTS = [0.0, 0.55, 0.7, 0.6, 0.45]
cdef double[7] SPECIAL_WORTH = [0.5, 0.9, 1.6, 0.2, 2.7, 1.5, 0.5]
# Standard deviation of the difference in strength of the rows to come, by their number.
cdef double[3] SPREAD = [0.01, 4.5, 6.0]


cdef int build(Tables* t, object cards, bint sought, bint by_margin) except -1:
    memset(t, 0, sizeof(Tables))
    t.sought, t.by_margin, t.bonus = sought, by_margin, cards.sought_bonus
    _kinds(t, cards)
    _pairs(t, cards.charm_from)
    _tiles(t, cards)
    _times(t, cards)
    _promises(t)
    t.pair_bonus = cards.pair - 2 * t.value[SOARING]
    t.unit = most_points(t, cards) if by_margin else 1.0
    return 0


cdef int _kinds(Tables* t, object cards) except -1:
    """Fills in bits and groups of cards, and the base cards that can leave for a special."""
    cdef int32_t bit = 0, code, value
    cdef uint8_t kinds[11]
    memset(kinds, 0, sizeof(kinds))
    for kind in (*cards.tribe, *cards.specials):
        code = bit + 1
        t.firsts |= 1u << bit
        t.copies[code], t.value[code], t.hair[code] = kind.copies, kind.strength, kind.hair
        if bit < FIRST_SPECIAL:
            value = kind.strength
            t.alike[value][kinds[value]] = code
            kinds[value] += 1
        for _ in range(kind.copies):
            t.code_at[bit] = code
            t.group[code] |= 1u << bit
            bit += 1
    t.tribe = (1u << FIRST_SPECIAL) - 1
    return 0


cdef int _pairs(Tables* t, int32_t charm_from) except -1:
    """Fills in strength and tokens for each pair of cards. Storm Caller copies what is printed on the other card."""
    cdef int32_t a, b, real, other
    t.charmed = charm_from
    for a in range(1, CODES):
        for b in range(1, CODES):
            real = t.value[b] if a == STORM else t.value[a]
            t.strength[a][b] = 0 if b == CLOUD and real >= charm_from else real
    for a in range(1, CODES):
        for b in range(1, CODES):
            real, other = t.strength[a][b], t.strength[b][a]
            if real > other:
                t.tokens[a][b] = t.hair[b] * (2 if a == SKULL else 1)
    return 0


cdef int _tiles(Tables* t, object cards) except -1:
    cdef int32_t code
    for code, tile in enumerate(cards.tiles, 1):
        t.length[code], t.land[code], t.animals[code], t.icon[code] = tile.length, tile.land, tile.animals, tile.icon
        t.tiles_of[t.length[code]] |= 1u << code
    return 0


cdef int _times(Tables* t, object cards) except -1:
    """Fills in places pile by pile, draws by turn, and the ways to deal and to choose specials."""
    cdef int32_t place = 0, turn, pile, length, dealt, n = 0
    for pile, lengths in enumerate(cards.piles):
        turn = 0
        for length in lengths:
            t.pile_of[place], t.begins[place], t.finishes[place] = pile, turn, turn + length - 1
            t.starts[turn] |= 1u << pile
            t.ends[turn + length - 1] |= 1u << pile
            for turn in range(t.begins[place], t.finishes[place] + 1):
                t.place[turn][pile] = place
            turn = t.finishes[place] + 1
            place += 1
    for n, place in enumerate(sorted(range(place), key=lambda at: (t.begins[at], t.pile_of[at]))):
        t.by_start[n] = place
    n = 0
    for turn in range(TURNS):
        t.drawn_by[turn] = sum(cards.draws[: turn + 1])
    for dealt in range(128):
        if dealt.bit_count() == 3:
            t.triples[n] = dealt
            n += 1
            t.choices[dealt] = _choices(t, dealt)
    return 0


cdef int32_t _choices(Tables* t, object dealt) except -1:
    """Returns in how many ways two of three specials can be kept. Equal base cards count as different."""
    kept = [i for i in range(7) if dealt >> i & 1]
    ways = 0
    for low, high in ((kept[0], kept[1]), (kept[0], kept[2]), (kept[1], kept[2])):
        first, second = t.value[FIRST_SPECIAL + 1 + low], t.value[FIRST_SPECIAL + 1 + high]
        lower, upper = _copies(t, first), _copies(t, second)
        if first == second:
            ways += sum(n * (n - 1) // 2 for n in lower) + (sum(lower) ** 2 - sum(n * n for n in lower)) // 2
        else:
            ways += sum(lower) * sum(upper)
    return ways


cdef list _copies(Tables* t, int32_t value):
    """Returns the number of copies of each kind of base cards of a strength."""
    return [t.copies[code] for code in range(1, FIRST_SPECIAL + 1) if t.copies[code] and t.value[code] == value]


cdef double most_points(Tables* t, object cards) except -1:
    """A bound on every lead: all territories, with forests doubled once, and all hair, the best of it twice."""
    hair = sorted((kind.hair for kind in cards.tribe for _ in range(kind.copies)), reverse=True)
    special = sum(sorted((kind.hair for kind in cards.specials), reverse=True)[:2])
    animals = sum(
        sum(sorted((tile.animals for tile in cards.tiles if tile.length == length), reverse=True)[:PILES])
        for length in (1, 2, 3)
    )
    doubled = max(tile.animals for tile in cards.tiles)
    longest = max(kind.hair for kind in (*cards.tribe, *cards.specials))
    return animals + doubled + sum(hair) + special + longest + t.bonus


cdef int _promises(Tables* t) except -1:
    """Fills in the values of cards by strength, hair and special, and the chances of leads by the rows to come."""
    cdef int32_t a, b, rows
    for a in range(1, CODES):
        for b in range(1, CODES):
            t.net[a][b] = t.tokens[a][b] - t.tokens[b][a]
        if a > FIRST_SPECIAL:
            t.worth[a] = SPECIAL_WORTH[a - FIRST_SPECIAL - 1]
        elif t.copies[a]:
            t.worth[a] = WORTH[t.value[a]] - HAIR_COSTS[t.hair[a]]
    for rows in range(3):
        for a in range(-HOLDS, HOLDS + 1):
            t.hold[rows][a + HOLDS] = math.erf(a / SPREAD[rows] / math.sqrt(2.0))
    return 0

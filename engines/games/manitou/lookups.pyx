"""Makes the tables: numbers that depend on the players, the cards and the tiles."""
from libc.stdint cimport int32_t
from libc.string cimport memset

from hunch.engines.games.manitou.state cimport GROUNDS, HEROES, HUNTERS, MOST_HUNTS, Tables

from hunch.engines.games.manitou.tables import SORTS


cdef int build(Tables* t, object cards, dict options) except -1:
    cdef int32_t i, j
    memset(t, 0, sizeof(Tables))
    t.quick, t.by_margin = options["selection"] == "quick", options["payoff"] == "margin"
    t.one_for_second, t.weak_barred = options["second_takes_one"], options["weak_heroes_barred"]
    t.kinds, t.all_tiles = len(cards.tiles), sum(tile.copies for tile in cards.tiles)
    t.hero_share, t.first_share = cards.numbers["hero_share"], cards.numbers["first_share"]
    t.cylinder_points, t.tomahawk_points = cards.numbers["cylinder_points"], cards.numbers["tomahawk_points"]
    for i in range(HUNTERS):
        t.number[i] = cards.hunters[i]
    for i in range(HEROES):
        for j in range(HEROES):
            t.fight[i][j] = cards.fight[i][j]
    for i, tile in enumerate(cards.tiles):
        t.sort[i], t.value[i], t.copies[i] = SORTS.index(tile.sort), tile.value, tile.copies
    sorts = [tile.sort for tile in cards.tiles]
    t.horse, t.totem, t.tomahawk = map(sorts.index, ("horse", "totem", "tomahawk"))
    _hunts(t, next(table for table in cards.tables if table.players == options["players"]))
    t.unit = most_points(t, cards) if t.by_margin else 1.0
    return 0


cdef int _hunts(Tables* t, object table) except -1:
    """Fills in the number of hunts, the tiles of each, the seat that begins, and the cards that each seat selects."""
    cdef int32_t i, seat
    t.players, t.hunts, t.laid_out = table.players, table.hunts, sum(table.grounds)
    for i in range(GROUNDS):
        t.size[i] = table.grounds[i]
    for i in range(MOST_HUNTS + 2):
        t.first[i] = i % t.players
        for seat in range(t.players):
            t.need[i][seat] = table.select[(seat + t.players - t.first[i]) % t.players]
    return 0


cdef double most_points(Tables* t, object cards) except -1:
    """A bound on every score: all pairs of bison and tipi points, both cylinders and the most tomahawks."""
    points = [sum(tile.value * tile.copies for tile in cards.tiles if tile.sort == sort) for sort in ("bison", "tipi")]
    return min(points) + 2 * t.cylinder_points + t.tomahawk_points

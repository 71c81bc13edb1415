"""The values of the tiles of a hunt to each seat, and how the tiles of a ground are shared."""
from libc.stdint cimport int32_t, uint64_t
from libc.string cimport memset

from hunch.engines.games.manitou.state cimport BISON, GROUNDS, TILES, ManitouState, Tables, due_to_second


cdef void appreciate(const Tables* t, const ManitouState* s, int32_t seat, bint pays, int32_t* worth) noexcept nogil:
    cdef int32_t bison = 0, tipi = 0, kind, value, lack
    for kind in range(t.horse):
        if t.sort[kind] == BISON:
            bison += s.tiles[seat][kind] * t.value[kind]
        else:
            tipi += s.tiles[seat][kind] * t.value[kind]
    for kind in range(t.horse):
        value = t.value[kind]
        lack = (tipi - bison if t.sort[kind] == BISON else bison - tipi) + (value if pays else 0)
        worth[kind] = 4 * (value + max(0, min(lack, value)))
    worth[t.horse] = cylinder(s, seat, t.horse, s.white, pays)
    worth[t.totem] = cylinder(s, seat, t.totem, s.brown, pays)
    worth[t.tomahawk] = 4 + 3 * (t.hunts - s.hunt)


cdef inline int32_t cylinder(
    const ManitouState* s, int32_t seat, int32_t kind, int32_t holder, bint pays
) noexcept nogil:
    """The value of a tile that may bring or cost a cylinder."""
    if pays:
        return 8 if holder == seat + 1 else 2
    if holder == 0 or (holder != seat + 1 and s.tiles[seat][kind] + 1 >= s.tiles[holder - 1][kind]):
        return 14
    return 5


cdef void weigh_hunt(const Tables* t, const ManitouState* s, TileValues* k) noexcept nogil:
    cdef int32_t worth[TILES]
    cdef int32_t seat, at, kind, price, takers = t.players + 1
    k.hunt = s.hunt + 1
    for at in range(GROUNDS):
        memset(k.split[at], 0, takers * takers * takers * sizeof(Split))
        k.lot[at] = lot_of(t, s, at, 0)
    for seat in range(t.players):
        appreciate(t, s, seat, False, k.worth[seat])
        k.price[seat] = 8                              # in the first hunt the tile to pay is not known yet
        if s.hunt:
            appreciate(t, s, seat, True, worth)
            price = -1
            for kind in range(t.kinds):
                if s.tiles[seat][kind] and (price < 0 or worth[kind] < price):
                    price = worth[kind]
            k.price[seat] = max(price, 0)


cdef inline int32_t taken(const int32_t* worth, uint64_t* lot, int32_t due) noexcept nogil:
    """Takes the best tiles out of a lot, at most `due`, and returns their value."""
    cdef int32_t kind, gain = 0
    while due > 0 and lot[0]:
        kind = best_of(lot[0], worth)
        lot[0] -= <uint64_t>1 << (4 * kind)
        gain += worth[kind]
        due -= 1
    return gain


cdef inline int32_t all_of(const int32_t* worth, uint64_t lot) noexcept nogil:
    """The value of all tiles of a lot."""
    cdef int32_t gain = 0, place
    while lot:
        place = lowest_of_many(lot) & ~3
        gain += worth[place >> 2] * <int32_t>((lot >> place) & 15)
        lot &= ~(<uint64_t>15 << place)
    return gain


cdef void share_out(
    const Tables* t, const TileValues* k, int32_t at, int32_t owner, int32_t first, int32_t second, Split* split
) noexcept nogil:
    cdef int32_t gain[TAKERS]
    cdef int32_t seat, total, shared = OWN // (t.players - 1)
    cdef uint64_t lot = k.lot[at]
    memset(gain, 0, sizeof(gain))
    if owner:
        gain[owner] += taken(k.worth[owner - 1], &lot, t.hero_share)
    if first:
        gain[first] += taken(k.worth[first - 1], &lot, t.first_share)
    if second and t.one_for_second:
        gain[second] += taken(k.worth[second - 1], &lot, due_to_second(t, at, 1))
    elif second:
        gain[second] += all_of(k.worth[second - 1], lot)
    total = gain[1] + gain[2] + gain[3] + gain[4] + gain[5]
    split.known = 1
    for seat in range(t.players):
        split.lead[seat] = gain[seat + 1] * (OWN + shared) - total * shared

"""The values of the tiles of a hunt to each seat, and how the tiles of a ground are shared."""
from libc.stdint cimport int16_t, int32_t, uint64_t

from hunch.engines.games.manitou.state cimport GROUNDS, KINDS, PLAYERS, TILES, ManitouState, Tables

cdef extern from *:
    int lowest_of_many "__builtin_ctzll"(unsigned long long) noexcept nogil

cdef enum:
    PARTS = 96           # parts of a point. One to four others can share an eighth of a point in whole parts
    OWN = 12             # parts of an eighth of a point
    TAKERS = 6           # who may take a share of a ground: one of five seats, or nobody
    MOST_SELECTED = 9

ctypedef struct Split:              # the tiles of a ground, given to the takers of its three shares
    int16_t known                   # 0: not computed yet
    int16_t lead[PLAYERS]           # parts that a seat gets, less the mean of the others'

ctypedef struct Ways:               # weights of selections, by number of cards
    double of[MOST_SELECTED + 1]

ctypedef struct TileValues:             # values that do not change while cards are selected and laid
    int32_t selector                # seat + 1 + 8 * hunt that `ways` are about; 0: nobody
    int32_t hunt                    # the hunt that the values are about, counted from 1; 0: none
    Ways ways[KINDS + 1]            # the selections from a kind and those above it
    int32_t worth[PLAYERS][TILES]   # value of a tile to take, in eighths of a point
    int32_t price[PLAYERS]          # cost of the penalty, in eighths of a point
    uint64_t lot[GROUNDS]           # tiles on a ground: four bits for each kind, as there are at most nine
    Split split[GROUNDS][TAKERS * TAKERS * TAKERS]

cdef inline void begin_values(TileValues* k) noexcept nogil:
    """Marks all values as not computed."""
    k.selector = k.hunt = 0


cdef inline uint64_t lot_of(const Tables* t, const ManitouState* s, int32_t at, int32_t least) noexcept nogil:
    """The tiles of a ground, from the kind `least` on."""
    cdef uint64_t lot = 0
    cdef int32_t kind
    for kind in range(least, t.kinds):
        lot |= <uint64_t>s.lot[at][kind] << (4 * kind)
    return lot


cdef inline int32_t best_of(uint64_t lot, const int32_t* worth) noexcept nogil:
    """The kind of tile with the highest value, the lowest of equals."""
    cdef int32_t best = lowest_of_many(lot) >> 2, kind
    lot &= ~(<uint64_t>15 << (4 * best))
    while lot:
        kind = lowest_of_many(lot) >> 2
        lot &= ~(<uint64_t>15 << (4 * kind))
        if worth[kind] > worth[best]:
            best = kind
    return best


cdef inline Split* splits_of(const Tables* t, TileValues* k, int32_t at, int32_t owner) noexcept nogil:
    """The splits of a ground if this seat owns the hero. Seats are counted from 1, and 0 is nobody."""
    return &k.split[at][owner * (t.players + 1) * (t.players + 1)]


cdef void appreciate(const Tables* t, const ManitouState* s, int32_t seat, bint pays, int32_t* worth) noexcept nogil
# Writes the value of each kind of tile to a seat that takes it, or pays it, in eighths of a point.

cdef void weigh_hunt(const Tables* t, const ManitouState* s, TileValues* k) noexcept nogil
# Computes the values of the tiles of this hunt.

cdef void share_out(
    const Tables* t, const TileValues* k, int32_t at, int32_t owner, int32_t first, int32_t second, Split* split
) noexcept nogil
# Computes a split: owner, first and second take the best tiles for themselves, in this order. The second takes what
# B20 leaves them.

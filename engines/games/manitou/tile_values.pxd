"""What the tiles of a hunt are worth to each seat, and how the tiles of a ground are shared."""
from libc.stdint cimport int16_t, int32_t, uint64_t

from hunch.engines.games.manitou.state cimport GROUNDS, KINDS, PLAYERS, TILES, ManitouState, Tables

cdef extern from *:
    int lowest_of_many "__builtin_ctzll"(unsigned long long) noexcept nogil

cdef enum:
    PARTS = 96           # of a point: an eighth is a whole number of them, also when one to four others share it
    OWN = 12             # parts of an eighth of a point
    TAKERS = 6           # on a ground: one of five seats, or nobody
    MOST_SELECTED = 9

ctypedef struct Split:              # the tiles of a ground, given to three takers
    int16_t known                   # 0: not worked out yet
    int16_t lead[PLAYERS]           # parts that a seat gets, less the mean of the others'

ctypedef struct Ways:               # of how many cards
    double of[MOST_SELECTED + 1]

ctypedef struct TileValues:             # what stays the same while cards are selected and laid
    int32_t selector                # whose `multiplicity` these are: seat + 1 and 8 times the hunt; 0: nobody's
    int32_t hunt                    # counted from 1: whose tiles these are; 0: of none yet
    Ways ways[KINDS + 1]            # the selections of so many cards of a kind and those above it, by merit
    int32_t worth[PLAYERS][TILES]   # of what lies on the grounds, in eighths of a point
    int32_t price[PLAYERS]          # of the penalty
    uint64_t lot[GROUNDS]           # tiles there: four bits for each kind, as a ground has no more than nine
    Split split[GROUNDS][TAKERS * TAKERS * TAKERS]

cdef inline void begin_values(TileValues* k) noexcept nogil:
    """Nothing is known yet."""
    k.selector = k.hunt = 0


cdef inline uint64_t lot_of(const Tables* t, const ManitouState* s, int32_t at, int32_t least) noexcept nogil:
    """The tiles of a ground, of this kind and those above it."""
    cdef uint64_t lot = 0
    cdef int32_t kind
    for kind in range(least, t.kinds):
        lot |= <uint64_t>s.lot[at][kind] << (4 * kind)
    return lot


cdef inline int32_t best_of(uint64_t lot, const int32_t* worth) noexcept nogil:
    """The kind of tile that is worth most, the lowest of equals."""
    cdef int32_t best = lowest_of_many(lot) >> 2, kind
    lot &= ~(<uint64_t>15 << (4 * best))
    while lot:
        kind = lowest_of_many(lot) >> 2
        lot &= ~(<uint64_t>15 << (4 * kind))
        if worth[kind] > worth[best]:
            best = kind
    return best


cdef inline Split* splits_of(const Tables* t, TileValues* k, int32_t at, int32_t owner) noexcept nogil:
    """How a ground can go if this seat owns the hero; seats are counted from 1, and 0 is nobody."""
    return &k.split[at][owner * (t.players + 1) * (t.players + 1)]


cdef void appreciate(const Tables* t, const ManitouState* s, int32_t seat, bint pays, int32_t* worth) noexcept nogil
# What each kind of tile means to a seat that takes one, or pays one, in eighths of a point.

cdef void weigh_hunt(const Tables* t, const ManitouState* s, TileValues* k) noexcept nogil
# Works out what the tiles of this hunt mean.

cdef void share_out(
    const Tables* t, const TileValues* k, int32_t at, int32_t owner, int32_t first, int32_t second, Split* split
) noexcept nogil
# Each takes the best for themselves, in this order; the second takes what B20 leaves them.

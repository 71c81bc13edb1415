"""What each move promises who is to move, as far as he knows: how the game leans, and how rollouts are played."""
from libc.stdint cimport int16_t, int32_t, uint32_t

from hunch.engines.contract cimport move_t
from hunch.engines.manitou.state cimport GROUNDS, KINDS, PLAYERS, TILES, ManitouState, Numbers
from hunch.engines.rng cimport Rng

cdef enum:
    MOST_SELECTED = 9
    TAKERS = 6           # on a ground: one of five seats, or nobody

ctypedef struct Split:              # how the tiles of a ground go to those who take them
    int16_t gain[3]                 # to the hero's owner, the first and the second, in eighths of a point
    int16_t known                   # 0: not worked out yet

ctypedef struct Ways:               # of how many cards
    double of[MOST_SELECTED + 1]

ctypedef struct Stakes:             # what is the same while cards are selected and laid: kept from step to step
    int32_t selector                # whose `ways` these are: seat + 1 and 8 times the hunt, 0: nobody's
    Ways ways[KINDS + 1]            # the selections of so many cards of a kind and those above it, by merit
    int32_t hunt                    # counted from 1, of all below; 0: of none yet
    int32_t worth[PLAYERS][TILES]   # of what lies on the grounds, in eighths of a point
    int32_t price[PLAYERS]          # of the penalty
    uint32_t there[GROUNDS]         # kinds of tiles, as bits
    Split split[GROUNDS][TAKERS * TAKERS * TAKERS]

cdef inline void begin_stakes(Stakes* k) noexcept nogil:
    """Nothing is known yet."""
    k.selector = k.hunt = 0

cdef void lean_to(const ManitouState* s, const Numbers* t, const move_t* moves, int32_t n, float* out) noexcept nogil
# The shares of the legal moves, whatever they are about.

cdef move_t promising(
    const ManitouState* s, const Numbers* t, Stakes* k, const move_t* moves, int32_t n, Rng* rng
) noexcept nogil
# One of the legal moves, drawn by those shares.

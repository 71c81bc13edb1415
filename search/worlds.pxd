"""The root: the worlds a search starts in, each drawn once, kept with its keys and its weight."""
from libc.stdint cimport int32_t, int64_t, uint64_t

from hunch.engines.contract cimport MOST_SEATS, Game, State
from hunch.engines.rng cimport Rng
from hunch.search.beliefs cimport Beliefs

ctypedef struct World:              # the state's bytes follow
    uint64_t keys[MOST_SEATS]       # what each seat knows here
    double weight                   # its probability over that of drawing it
    int32_t aimed                   # whether the asker's own view allows it
    int32_t spare


cdef uint64_t root_key(Game game, const void* world, int32_t seat, void* scratch) noexcept nogil
# The key a seat starts from: its view, hashed, and which seat it is. Never 0.


cdef class Worlds:
    cdef Game game
    cdef State view                 # the asker's; worlds are drawn from it
    cdef State public               # or from this, in all but the aimed share; None where it is not used
    cdef Beliefs beliefs            # where worlds are drawn from instead; may be None
    cdef int32_t seat
    cdef double aimed_share         # of draws from `view` where there is a `public`
    cdef double aimed_weight        # of a world that `view` allows; the others weigh 1 / (1 - aimed_share)
    cdef uint64_t asked             # the key of `view`
    cdef State scratch
    cdef char* pool
    cdef size_t size                # of a World with its state
    cdef readonly int64_t room, made

    cdef World* draw(self, int64_t index, Rng* rng) noexcept nogil
    # The world of that iteration: the pool is filled once, then gone round.

    cdef World* anew(self, Rng* rng) noexcept nogil
    # A world that is drawn for this once.

    cdef void _fill(self, World* world, Rng* rng) noexcept nogil

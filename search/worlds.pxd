"""The root: the worlds in which a search starts, each drawn once, kept with its keys and its weight."""
from libc.stdint cimport int32_t, int64_t, uint64_t

from hunch.engines.contract cimport MOST_SEATS, Game, State
from hunch.engines.rng cimport Rng
from hunch.search.beliefs cimport Beliefs

ctypedef struct World:              # the bytes of the state follow
    uint64_t keys[MOST_SEATS]       # by seat: the key of what it knows here
    double weight                   # the world's probability over the probability of drawing it
    int32_t aimed                   # whether the asker's own view allows it
    int32_t padding


cdef uint64_t root_key(Game game, const void* world, int32_t seat, void* scratch) noexcept nogil
# The key that a seat starts from: a hash of its view and of the seat. Never 0.


cdef class Worlds:
    cdef Game game
    cdef State view                 # the asker's view
    cdef State public               # what everybody knows, if worlds are drawn from it too; else None
    cdef Beliefs beliefs            # where most worlds are drawn from instead; may be None
    cdef int32_t seat               # the asker
    cdef double aimed_share         # share of draws from `view` if there is a `public`
    cdef double aimed_weight        # weight of a world that `view` allows; the others weigh 1 / (1 - aimed_share)
    cdef uint64_t asker_key         # the key of `view`
    cdef State scratch
    cdef char* pool                 # the worlds that are kept
    cdef size_t size                # bytes of a World with its state
    cdef readonly int64_t room      # how many worlds are kept at most
    cdef readonly int64_t made      # how many were drawn

    cdef World* draw(self, int64_t index, Rng* rng) noexcept nogil
    # The world of an iteration. The pool is filled once; after that its worlds come round again in order.

    cdef World* draw_fresh(self, Rng* rng) noexcept nogil
    # A world for this one use.

    cdef void _fill(self, World* world, Rng* rng) noexcept nogil

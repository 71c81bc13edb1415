"""The root: the worlds in which a search starts, each with the keys of the seats and a weight."""
from libc.stdint cimport int32_t, int64_t, uint64_t

from hunch.engines.contract cimport MOST_SEATS, Game, State
from hunch.engines.rng cimport Rng
from hunch.search.beliefs cimport Beliefs

ctypedef struct World:              # the bytes of the state follow
    uint64_t keys[MOST_SEATS]       # by seat: the key of what it knows in this world
    double weight                   # the probability of the world over the probability of drawing it
    int32_t aimed                   # 1 if the asker's own view allows the world
    int32_t padding


cdef uint64_t root_key(Game game, const void* world, int32_t seat, void* scratch) noexcept nogil
# Returns the key that a seat starts from: a hash of its view and of the seat. It is never 0.


cdef class Worlds:
    cdef Game game
    cdef State view                 # the asker's view
    cdef State public               # the public view if worlds are drawn from it too, else None
    cdef Beliefs beliefs            # the beliefs from which most worlds are drawn, or None
    cdef int32_t seat               # the asker
    cdef double aimed_share         # if there is a `public`: the share of draws from `view`
    cdef double aimed_weight        # weight of a world that `view` allows; that of others is 1 / (1 - aimed_share)
    cdef uint64_t asker_key         # the key of `view`
    cdef State scratch
    cdef char* pool                 # the worlds that are kept
    cdef size_t size                # bytes of a World and its state
    cdef readonly int64_t room      # how many worlds are kept at most
    cdef readonly int64_t made      # how many worlds were drawn

    cdef World* draw(self, int64_t index, Rng* rng) noexcept nogil
    # Returns the world of an iteration. The pool is filled once; then its worlds are used again in their order.

    cdef World* draw_fresh(self, Rng* rng) noexcept nogil
    # Returns a new world, which the next call overwrites.

    cdef void _fill(self, World* world, Rng* rng) noexcept nogil

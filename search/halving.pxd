"""Search for one player against chance: sequential halving, with the same luck for every move that is compared.
Karnin, Koren and Somekh, "Almost Optimal Exploration in Multi-Armed Bandits", 2013.
"""
from libc.stdint cimport int32_t, int64_t, uint64_t

from hunch.engines.contract cimport MOST_MOVES, move_t
from hunch.search.sample cimport Sampler

ctypedef struct Trial:           # a move at the root
    move_t move
    int64_t visits
    double sum
    double squares


cdef class Halving(Sampler):
    cdef Trial trials[MOST_MOVES]        # those still compared first
    cdef int32_t count, alive
    cdef int64_t per_round               # iterations of a round
    cdef int64_t in_round                # made in this one
    cdef uint64_t key                    # of the asker here

    cdef void halve(self) noexcept nogil
    # The better half goes on.

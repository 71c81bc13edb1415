"""Search for one player against chance: sequential halving, with the same luck for every move that is compared.
Karnin, Koren and Somekh, "Almost Optimal Exploration in Multi-Armed Bandits", 2013.
"""
from libc.stdint cimport int32_t, int64_t, uint16_t, uint64_t

from hunch.engines.contract cimport move_t
from hunch.search.sample cimport Sampler

cdef enum:
    KINDS = 256          # of chance steps that are told apart

ctypedef struct Trial:           # a move at the root
    move_t move
    int64_t visits
    double sum
    double squares
    double ahead                 # of the policy's own move, under the same luck, summed
    double spread                # squares of that


cdef class Halving(Sampler):
    cdef Trial* trials                   # the policy's own move, then those still compared with it, then the others
    cdef int32_t count, alive
    cdef int64_t per_round               # iterations of a round
    cdef int64_t in_round                # made in this one
    cdef uint64_t key                    # of the asker here
    cdef double doubt                    # standard errors that another move must be better than the policy's own
    cdef uint16_t times[KINDS]           # how often this rollout came by each kind of chance step

    cdef void follow(self, uint64_t luck) noexcept nogil
    # A rollout in which the n-th chance step of a kind always falls alike.

    cdef void halve(self) noexcept nogil
    # The better half of those compared goes on.

    cdef double surely(self, int32_t i) noexcept nogil
    # By how much a move is better than the policy's own, less its doubt.

"""Search for one player against chance: sequential halving, with the same luck for every move that is compared.
Karnin, Koren and Somekh, "Almost Optimal Exploration in Multi-Armed Bandits", 2013.
"""
from libc.stdint cimport int32_t, int64_t, uint16_t, uint64_t

from hunch.engines.contract cimport move_t
from hunch.search.sample cimport Sampler

cdef enum:
    KINDS = 256          # kinds of chance steps that are told apart

ctypedef struct Trial:           # a move that is compared
    move_t move
    int64_t visits
    double sum                   # of its payoffs
    double squares               # of its payoffs' squares
    double lead                  # sum of how much more it brought than the policy's own move under the same luck
    double lead_squares          # sum of the squares of that


cdef class Halving(Sampler):
    cdef Trial* trials                   # the policy's own move, then the moves still compared with it, then the rest
    cdef int32_t count                   # how many moves there are
    cdef int32_t alive                   # how many of them are still compared
    cdef int64_t per_round               # iterations of a round
    cdef int64_t in_round                # iterations made in this round
    cdef uint64_t key                    # of the asker at this decision
    cdef double doubt                    # standard errors by which another move must be better than the policy's own
    cdef uint16_t times[KINDS]           # how often this rollout came by each kind of chance step

    cdef void roll_out(self, uint64_t luck) noexcept nogil
    # A rollout in which the n-th chance step of a kind always falls the same way for the same luck.

    cdef void halve(self) noexcept nogil
    # Keeps the better half of the moves that are compared.

    cdef double sure_lead(self, int32_t i) noexcept nogil
    # By how much a move is better than the policy's own, less the doubt.

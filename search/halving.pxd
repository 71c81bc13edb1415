"""Search for one player against chance: sequential halving, with the same luck for all moves that are compared.

The method is from Karnin, Koren and Somekh, "Almost Optimal Exploration in Multi-Armed Bandits", 2013. *Luck* is a seed
that decides all chance events of a rollout.
"""
from libc.stdint cimport int32_t, int64_t, uint16_t, uint64_t

from hunch.engines.contract cimport move_t
from hunch.search.sample cimport Sampler

cdef enum:
    KINDS = 256          # kinds of chance steps that are distinguished

ctypedef struct Trial:           # a move that is compared
    move_t move
    int64_t visits
    double sum                   # the sum of its payoffs
    double squares               # the sum of its squared payoffs
    double lead                  # the sum of its leads over the policy's own move: payoff less payoff, by the same luck
    double lead_squares          # the sum of its squared leads


cdef class Halving(Sampler):
    cdef Trial* trials                   # the policy's own move, then the moves still compared with it, then the rest
    cdef int32_t count                   # the number of moves
    cdef int32_t alive                   # the number of moves that are still compared
    cdef int64_t per_round               # iterations of a round
    cdef int64_t in_round                # iterations made in the current round
    cdef uint64_t key                    # the asker's key at the decision
    cdef double doubt                    # standard errors by which another move must be better than the policy's own
    cdef uint16_t times[KINDS]           # how often the current rollout met each kind of chance step

    cdef void roll_out(self, uint64_t luck) noexcept nogil
    # Plays a rollout. The n-th chance step of a kind always has the same outcome for the same luck.

    cdef void halve(self) noexcept nogil
    # Drops the worse half of the moves that are compared.

    cdef double sure_lead(self, int32_t i) noexcept nogil
    # Returns the mean lead of a move over the policy's own, less the doubt.

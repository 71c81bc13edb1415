"""What one seat can do in an exact end: its sequences, their payoffs, and plans that get better."""
from libc.stdint cimport int32_t, int64_t, uint64_t

from hunch.engines.contract cimport move_t

ctypedef struct DecisionPoint:       # a decision: all positions that its seat cannot tell apart
    uint64_t key
    int32_t parent           # the sequence that leads here
    int32_t first            # the sequences of its moves are first, first + 1, ...
    int32_t count
    int32_t spare


cdef class SequenceForm:
    """What one seat can do: its decisions in the order of play, and a number for each of its sequences."""
    cdef DecisionPoint* points
    cdef move_t* moves       # by sequence: its last move
    cdef int32_t* table      # open addressing: 1 + a key's point, 0 where there is none
    cdef int32_t slots       # a power of two
    cdef readonly int32_t decisions, sequences
    cdef int32_t room        # decisions and sequences, each,
    cdef int32_t most        # and how many there may be, about
    # By sequence.
    cdef double* regret      # summed, never negative
    cdef double* hint        # the regret of the last iteration: the prediction of the next
    cdef double* share       # probability of the last move at its decision
    cdef double* plan        # probability that this seat plays so far, as if nobody else mattered
    cdef double* average     # plans added up with growing weights
    cdef double* value       # what a sequence brings against the other's plan
    # The payoffs by row: for each own sequence the other's sequences it meets.
    cdef int64_t* row
    cdef int32_t* other
    cdef double* payoff
    cdef double* reach

    cdef bint widen(self) noexcept nogil
    cdef int32_t find(self, uint64_t key) noexcept nogil
    # The point of a key, or -1.

    cdef int32_t meet(
        self, uint64_t key, int32_t parent, const move_t* moves, int32_t count, bint* fresh
    ) noexcept nogil
    # The first sequence of a decision, which is made when it is new; -1 when there is no room.

    cdef bint furnish(self, int64_t entries) noexcept nogil
    cdef bint meet_plan(self, const double* theirs, const int* flag=*) noexcept nogil
    cdef double respond(self, const double* theirs) noexcept nogil
    # The payoff of the best answer to the other's plan.

    cdef void rate(self, const double* theirs) noexcept nogil
    # Plays the average against the other's plan: fills `share`, `value`, and `hint` with how likely each is reached.

    cdef bint learn(self, const double* theirs, double weight, const int* flag) noexcept nogil
    # One iteration: regrets, the next plan, the average. Nothing, and False, once the flag is raised.

"""The decisions of one seat in an exact subgame, in sequence form: its sequences, their payoffs and its plan."""
from libc.stdint cimport int32_t, int64_t, uint64_t

from hunch.engines.contract cimport move_t

ctypedef struct DecisionPoint:   # positions that its seat cannot distinguish
    uint64_t key
    int32_t parent               # the sequence before this decision
    int32_t first                # the sequence of its first move; those of its other moves follow
    int32_t count                # how many moves the decision has
    int32_t padding


cdef class SequenceForm:
    """The decisions of one seat in the order of play, and numbers for each of its sequences."""
    cdef DecisionPoint* points
    cdef move_t* moves       # by sequence: its last move
    cdef int32_t* table      # hash table: 1 + the decision of a key; 0 in an empty slot
    cdef int32_t slots       # slots of the table, a power of two
    cdef readonly int32_t decisions, sequences
    cdef int32_t room        # allocated decisions, and as many sequences
    cdef int32_t most        # about how many decisions and sequences there may be
    # Arrays by sequence.
    cdef double* regret      # the sum of regrets, at least 0
    cdef double* hint        # the last regret, which predicts the next; after `evaluate`: its reach
    cdef double* share       # probability of the last move at its decision
    cdef double* plan        # the probability of all its moves, by this seat's own plan alone
    cdef double* average     # the sum of plans, with growing weights
    cdef double* value       # the payoff after the sequence against the other's plan
    # The matrix of payoffs. Each row is an own sequence, each entry a sequence of the other that it meets.
    cdef int64_t* row        # by own sequence: its first entry
    cdef int32_t* other      # by entry: the other's sequence
    cdef double* payoff      # by entry: the payoff times its probability
    cdef double* reach       # by entry: the probability of chance and of the worlds

    cdef bint widen(self) noexcept nogil
    # Doubles the room. False without memory.

    cdef int32_t find(self, uint64_t key) noexcept nogil
    # Returns the decision of a key, or -1.

    cdef int32_t find_or_add(
        self, uint64_t key, int32_t parent, const move_t* moves, int32_t count, bint* fresh
    ) noexcept nogil
    # Returns the first sequence of a decision, and adds the decision if it is new; -1 without room.

    cdef bint allocate(self, int64_t entries) noexcept nogil
    # Allocates the arrays once all sequences are known. The first plan is even at all decisions.

    cdef bint meet_plan(self, const double* theirs, const int* flag=*) noexcept nogil
    # Fills in `value` of each sequence at its ends, against the other's plan. False if the flag is raised.

    cdef double best_response(self, const double* theirs) noexcept nogil
    # Returns the payoff of the best answer to the other's plan.

    cdef void evaluate(self, const double* theirs) noexcept nogil
    # Fills in `share`, `value` and, in `hint`, the reach of each sequence, for the average against the other's plan.

    cdef bint learn(self, const double* theirs, double weight, const int* flag) noexcept nogil
    # Makes one iteration: updates regrets, the plan and the average. If the flag is raised, does nothing: False.

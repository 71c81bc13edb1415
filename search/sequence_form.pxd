"""What one seat can do in an exact subgame, in sequence form: its sequences, their payoffs, and plans that get
better."""
from libc.stdint cimport int32_t, int64_t, uint64_t

from hunch.engines.contract cimport move_t

ctypedef struct DecisionPoint:   # all positions that its seat cannot tell apart
    uint64_t key
    int32_t parent               # the sequence that leads here
    int32_t first                # the sequences of its moves are first, first + 1, ...
    int32_t count                # how many moves there are
    int32_t padding


cdef class SequenceForm:
    """What one seat can do: its decisions in the order of play, and numbers for each of its sequences."""
    cdef DecisionPoint* points
    cdef move_t* moves       # by sequence: its last move
    cdef int32_t* table      # open addressing: 1 + the point of a key, 0 if empty
    cdef int32_t slots       # of the table, a power of two
    cdef readonly int32_t decisions, sequences
    cdef int32_t room        # for decisions, and for sequences
    cdef int32_t most        # about how many of each there may be
    # By sequence:
    cdef double* regret      # summed, never negative
    cdef double* hint        # the last regret, which predicts the next; after `evaluate`: how likely it is met
    cdef double* share       # probability of the last move at its decision
    cdef double* plan        # probability that this seat plays so far, as if nobody else mattered
    cdef double* average     # plans added up with growing weights
    cdef double* value       # what a sequence brings against the other's plan
    # The matrix of payoffs, by row: for each own sequence the sequences of the other that it meets.
    cdef int64_t* row        # by own sequence: where its entries begin
    cdef int32_t* other      # by entry: the other's sequence
    cdef double* payoff      # by entry: the payoff times its probability
    cdef double* reach       # by entry: the probability of chance and of the worlds

    cdef bint widen(self) noexcept nogil
    # Doubles the room; False without memory.

    cdef int32_t find(self, uint64_t key) noexcept nogil
    # The point of a key, or -1.

    cdef int32_t find_or_add(
        self, uint64_t key, int32_t parent, const move_t* moves, int32_t count, bint* fresh
    ) noexcept nogil
    # The first sequence of a decision, which is added if it is new; -1 without room.

    cdef bint allocate(self, int64_t entries) noexcept nogil
    # Room for the numbers, once all sequences are known. The first plan is even everywhere.

    cdef bint meet_plan(self, const double* theirs, const int* flag=*) noexcept nogil
    # Fills in `value` of each sequence at its ends, against the other's plan; False once the flag is raised.

    cdef double best_response(self, const double* theirs) noexcept nogil
    # The payoff of the best answer to the other's plan.

    cdef void evaluate(self, const double* theirs) noexcept nogil
    # Plays the average against the other's plan: fills in `share`, `value`, and how likely each sequence is met.

    cdef bint learn(self, const double* theirs, double weight, const int* flag) noexcept nogil
    # One iteration: regrets, the next plan, the average. Once the flag is raised it does nothing and returns False.

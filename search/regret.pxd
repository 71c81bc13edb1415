"""Sampled regret for two players, zero-sum, hidden: Lisý, Lanctot and Bowling, "Online Monte Carlo Counterfactual
Regret Minimization for Search in Imperfect Information Games", 2015 (OOS), with the baselines of Schmid and others,
"Variance Reduction in Monte Carlo Counterfactual Regret Minimization", 2019, and all moves tried near the root
(external sampling: Lanctot and others, "Monte Carlo Sampling for Regret Minimization in Extensive Games", 2009).

Walks alternate the player who learns, i; only he explores. What converges is the average strategy, never the current
one. In the comments: σ the current strategy, ξ what is sampled, π reach, h a position, a a move, z an end.
"""
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t

from hunch.engines.contract cimport MOST_SEATS, move_t
from hunch.engines.rng cimport Rng
from hunch.search.sample cimport Sampler
from hunch.search.tree cimport Node

cdef enum:
    MOST_BREADTH = 1024          # ends of one walk, for each way of what its learner does not see
    MOST_SPREAD = 64             # times that it may try what its learner does not see
    MOST_FORKS = 24              # places on one line from where it goes on in several ways
    MOST_SIGMA = 1 << 16         # room for the strategies along one line

ctypedef struct Option:          # a move of a node, 4 words
    double regret                # R
    double average               # the sum of π σ
    float base                   # what the owner may expect after it: the baseline
    float news                   # what the last walk that came by adds to R
    uint32_t move
    uint32_t visits

ctypedef struct Tally:           # of a move where the answer is read: what it was found worth to the asker, 3 words
    double count
    double sum
    double squares

# A block is an array of Option for the node's moves and, where the answer is read, one of Tally.

ctypedef struct Way:             # how the walk came here
    double others                # π of the one who does not learn,
    double chance                # and of chance where it was aimed
    double free                  # ξ without aim,
    double aimed                 # and with
    int32_t on                   # whether all that the asker saw is as recorded,
    int32_t told                 # how many events of the record have passed,
    int64_t begun                # and whether the asker has chosen yet

ctypedef struct Fork:            # what is put back before the next move is tried; the state's bytes follow
    uint64_t keys[MOST_SEATS]
    uint64_t draws[MOST_SEATS]
    Way way
    Rng rng
    int64_t fresh


cdef class Regret(Sampler):
    cdef double explore              # ε
    cdef double aim                  # share of walks that follow the record, δ
    cdef double base_rate            # how fast baselines follow, 0 for none
    cdef bint floored                # regrets never under 0 (RM+)
    cdef double lean                 # weight of walk t in the average: t ** lean
    cdef int32_t breadth             # all moves of the learner are tried while their product stays below
    cdef int32_t spread              # and all that he cannot see while its product stays below
    cdef move_t* record              # the events as the asker saw them, up to now
    cdef int32_t recorded
    cdef int64_t walks
    cdef readonly int64_t reached    # walks that came to the end of the record
    cdef uint64_t target             # the asker's key there
    # Of this walk:
    cdef int32_t learner             # i
    cdef bint following              # whether it aims
    cdef double stress               # its weight in averages
    cdef double weight               # of its world
    cdef Way way
    cdef char* forks
    cdef double* sigmas
    cdef int32_t forked, top         # of both

    cdef double walk(self, int32_t breadth, int32_t spread) noexcept nogil
    # From the current state to the ends; what the learner may expect, corrected for how he was led here.

    cdef Node* place(self, int32_t turn) noexcept nogil
    # The node of who is to move, with its moves; NULL where a rollout should go on.

    cdef bint open(self, Node* node) noexcept nogil
    # Gives a node its moves. False at the cap.

    cdef void match(self, Node* node, double* sigma) noexcept nogil
    # Regret matching: fills `sigma`. What a walk finds is added once the next one comes by: where it meets a node in
    # several positions its owner, who cannot tell them apart, must play the same in all.

    cdef double fork(self, Node* node, const double* sigma, int32_t breadth, int32_t spread, bint led) noexcept nogil
    # The learner tries all moves, with the same luck and the same answers to each; `led` where the record may say
    # which.

    cdef int32_t unseen(self, const Node* node, const double* sigma, int32_t most) noexcept nogil
    # How many moves another may make here, where the learner cannot tell them apart, nor, on the record's way, the
    # asker, and they are no more than `most`; else 0.

    cdef bint tell_apart(self, const Node* node, int32_t seat) noexcept nogil
    cdef bint tells(self, move_t one, move_t other, int32_t seat) noexcept nogil
    # Whether the seat sees which of the moves, or of two, happens. The first two speak for all: it decides only how
    # much is tried, and what is tried is weighed rightly either way.

    cdef double blend(self, Node* node, const double* sigma, int32_t turn, int32_t breadth,
                      int32_t spread) noexcept nogil
    # Another makes all the moves that he may make; what the learner may expect, each as likely as it is.

    cdef bint blend_chance(self, int32_t breadth, int32_t spread, double* worth) noexcept nogil
    # The same for a chance event, in `worth`; False where the learner sees it, or too much may happen.

    cdef int32_t unseen_chances(self, move_t* unseen, double* odds, int32_t most) noexcept nogil
    # Lists what may happen then; nothing where that cannot be. A function of its own for the same reason as
    # `follow_record`.

    cdef void mark(self) noexcept nogil
    # Remembers the place, where several ways go on,

    cdef void back(self) noexcept nogil
    # and returns to the last that was marked.

    cdef void add(self, Option* options, const double* sigma, int32_t n) noexcept nogil
    # To the average, from who does not learn.

    cdef double follow(self, Node* node, const double* sigma, int32_t turn, int32_t breadth,
                       int32_t spread, bint wide) noexcept nogil
    # One move, sampled by ξ; `wide` where a walk that does not aim tries all.

    cdef uint32_t follow_record(self, const Option* options, const double* sigma, int32_t n,
                                bint learns) noexcept nogil
    # A move sampled where the record may say which; ξ of both kinds of walks follows. A function of its own, as the
    # room that it needs is free again before the walk goes on.

    cdef double record_odds(self, const Option* options, const double* sigma, int32_t n, bint learns, double* odds,
                            bint* may) noexcept nogil
    # ξ of each move on the record's way, and which of them the record allows; what the odds of those add up to.

    cdef void count(self, Node* node, uint32_t option, double worth) noexcept nogil
    cdef double correct(self, Node* node, const double* sigma, uint32_t taken, double sampled, double weight,
                        double worth, bint learns) noexcept nogil
    # What the node is worth when one of its moves was sampled and found to be `worth`; regrets follow.

    cdef double pass_chance(self) noexcept nogil
    # A chance event happens; gives its probability over that of sampling it.

    cdef uint32_t draw(self, const double* odds, const bint* may, int32_t n, double mass) noexcept nogil
    # An index by its odds, which add up to 1; only among those allowed when this walk aims.

    cdef double allowed(self, const move_t* moves, const double* odds, int32_t n, bint* may) noexcept nogil
    # Of the moves those that the record allows here, and what their odds add up to.

    cdef double sampling(self) noexcept nogil
    # ξ of the way here over both kinds of walks.

    cdef void tell(self, move_t m) noexcept nogil
    # The asker sees the move, or not: does the record go on as it should?


cdef inline Option* options_of(uint64_t* words, const Node* node) noexcept nogil:
    return <Option*>(words + node.block)


cdef inline Tally* tallies_of(uint64_t* words, const Node* node) noexcept nogil:
    return <Tally*>(words + node.block + 4 * node.moves)


cdef inline double aimed(const double* odds, const bint* may, double mass, int32_t move) noexcept nogil:
    """How likely a walk that aims takes a move; where the record allows none, as any other walk."""
    return odds[move] if mass <= 0.0 else odds[move] / mass if may[move] else 0.0


cdef inline void shares_of(const uint32_t* weight, int32_t n, double* odds) noexcept nogil:
    """Weights as parts of their sum."""
    cdef double total = 0.0
    cdef int32_t i
    for i in range(n):
        total += weight[i]
    for i in range(n):
        odds[i] = weight[i] / total

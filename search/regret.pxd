"""Sampled regret for two players, zero-sum, hidden: Lisý, Lanctot and Bowling, "Online Monte Carlo Counterfactual
Regret Minimization for Search in Imperfect Information Games", 2015 (OOS), with the baselines of Schmid and others,
"Variance Reduction in Monte Carlo Counterfactual Regret Minimization", 2019, and all moves tried near the root
(external sampling: Lanctot and others, "Monte Carlo Sampling for Regret Minimization in Extensive Games", 2009).

Walks alternate between the two players as learners, i; only the learner explores. The average strategy converges, never
the current one. In the comments: σ the current strategy, ξ the sampling probability, π reach, h a position, a a move, z
an end.
"""
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t

from hunch.engines.contract cimport MOST_SEATS, move_t
from hunch.engines.rng cimport Rng
from hunch.search.sample cimport Sampler
from hunch.search.tree cimport Node

cdef enum:
    MOST_BREADTH = 1024          # most ends of one walk, for each way of what its learner does not see
    MOST_SPREAD = 64             # most ways to try what the learner does not see
    MOST_SAVED = 24              # most positions on one line from which a walk goes on in several ways
    MOST_SIGMA = 1 << 16         # room for the strategies along one line

ctypedef struct Option:          # a move of a node, 4 words
    double regret                # R
    double average               # the sum of π σ
    float baseline               # what its owner may expect after it
    float news                   # what the last walk that came by adds to R
    uint32_t move
    uint32_t visits

ctypedef struct Tally:           # what a move brought the asker, if the answer is read here, 3 words
    double count
    double sum
    double squares

# A block is an array of Option for the node's moves and, if the answer is read here, an array of Tally.

ctypedef struct Path:            # how the walk came to the current position h
    double others                # π of the player who does not learn
    double chance                # π of chance, as far as it was aimed
    double free                  # ξ of walks that do not aim
    double aimed                 # ξ of walks that aim
    int32_t on_record            # whether the asker has seen what the record says, so far
    int32_t passed               # how many events of the record have passed
    int64_t asker_began          # whether the asker has chosen

ctypedef struct SavedPosition:   # what is restored before the next move is tried; the state's bytes follow
    uint64_t keys[MOST_SEATS]
    uint64_t draws[MOST_SEATS]
    Path path
    Rng rng
    int64_t fresh


cdef class Regret(Sampler):
    cdef double exploration          # ε
    cdef double aim                  # δ: share of the walks that follow the record
    cdef double baseline_rate        # how fast baselines follow, 0 for none
    cdef double averaging_power      # walk t counts t ** averaging_power times in the average
    cdef int32_t breadth             # the learner tries all moves while the product of their numbers stays below it
    cdef int32_t spread              # a walk tries all that its learner does not see while that product stays below it
    cdef move_t* record              # the events as the asker saw them, up to now
    cdef int32_t recorded            # how many events there are
    cdef int64_t walks               # how many walks were made
    cdef readonly int64_t reached    # how many walks came to the end of the record
    cdef uint64_t target             # the asker's key there
    # Of this walk:
    cdef int32_t learner             # i
    cdef bint aiming                 # whether it follows the record
    cdef double averaging_weight     # its weight in averages
    cdef double weight               # of its world
    cdef Path path
    cdef char* saved_positions
    cdef double* sigmas              # the strategies along the line
    cdef int32_t saved               # how many positions are saved
    cdef int32_t top                 # how many numbers of `sigmas` are in use

    cdef double traverse(self, int32_t breadth, int32_t spread) noexcept nogil
    # Walks from the current state to the ends. What the learner may expect, corrected for how the walk came here.

    cdef Node* enter_node(self, int32_t turn) noexcept nogil
    # The node of the player to move, with its moves; NULL if a rollout should go on from here.

    cdef bint expand(self, Node* node) noexcept nogil
    # Gives a node its moves. False at the cap.

    cdef void match_regrets(self, Node* node, double* sigma) noexcept nogil
    # Regret matching: fills in σ. The findings of a walk are added when the next walk comes by. A walk may meet a node
    # in several positions; its owner cannot tell them apart and must play the same in all of them.

    cdef double explore_all(self, Node* node, const double* sigma, int32_t breadth, int32_t spread,
                            bint guided) noexcept nogil
    # The learner tries all moves, each with the same luck and the same answers. `guided`: the record may say which.

    cdef int32_t count_unseen(self, const Node* node, const double* sigma, int32_t most) noexcept nogil
    # How many moves the other player may make here that the learner cannot tell apart, nor the asker on the record's
    # way; 0 if they are told apart or are more than `most`.

    cdef bint shows_moves(self, const Node* node, int32_t seat) noexcept nogil
    # Whether a seat sees which move of a node happens.

    cdef bint shows(self, move_t first, move_t second, int32_t seat) noexcept nogil
    # Whether a seat sees which of two moves happens. Two moves of a step speak for all of them. This decides how much
    # is tried; whatever is tried is weighed correctly.

    cdef double average_unseen(self, Node* node, const double* sigma, int32_t turn, int32_t breadth,
                               int32_t spread) noexcept nogil
    # The other player makes each move that they may make. What the learner may expect, each move as likely as it is.

    cdef bint average_unseen_chance(self, int32_t breadth, int32_t spread, double* worth) noexcept nogil
    # The same for a chance event, in `worth`. False if the learner sees it, or if it has too many outcomes.

    cdef int32_t list_unseen_chance(self, move_t* unseen, double* odds, int32_t most) noexcept nogil
    # Lists the outcomes of such an event; 0 if there is none. A function of its own for the same reason as
    # `sample_guided`.

    cdef void save_position(self) noexcept nogil
    cdef void restore_position(self) noexcept nogil
    # Returns to the position saved last, which stays saved.

    cdef void add_to_average(self, Option* options, const double* sigma, int32_t n) noexcept nogil
    # Adds σ to the average of the player who does not learn.

    cdef double sample_action(self, Node* node, const double* sigma, int32_t turn, int32_t breadth,
                              int32_t spread, bint wide) noexcept nogil
    # Makes one move, sampled by ξ. `wide`: a walk that does not aim tries all moves here.

    cdef uint32_t sample_guided(self, const Option* options, const double* sigma, int32_t n,
                                bint learns) noexcept nogil
    # Samples a move that the record may say, and updates ξ of both kinds of walks. A function of its own, so that the
    # stack it needs is free again before the walk goes on.

    cdef double guided_odds(self, const Option* options, const double* sigma, int32_t n, bint learns, double* odds,
                            bint* may) noexcept nogil
    # Fills in ξ of each move on the record's way, and which moves the record allows; returns what their odds add up to.

    cdef void count_payoff(self, Node* node, uint32_t option, double worth) noexcept nogil

    cdef double update(self, Node* node, const double* sigma, uint32_t taken, double sampled, double weight,
                       double worth, bint learns) noexcept nogil
    # What the node is worth after one of its moves was sampled and found to be `worth`; updates regrets.

    cdef double pass_chance(self) noexcept nogil
    # A chance event happens; its probability over the probability of sampling it.

    cdef uint32_t draw_index(self, const double* odds, const bint* may, int32_t n, double mass) noexcept nogil
    # Draws an index by its odds, which add up to 1; if this walk aims, only among those allowed.

    cdef double allowed(self, const move_t* moves, const double* odds, int32_t n, bint* may) noexcept nogil
    # Marks the moves that the record allows here; what their odds add up to.

    cdef double sampling(self) noexcept nogil
    # ξ of the path over both kinds of walks.

    cdef void match_record(self, move_t m) noexcept nogil
    # Follows the record past a move, if the asker sees it: it passes an event, or the walk leaves the record.


cdef inline Option* options_of(uint64_t* words, const Node* node) noexcept nogil:
    return <Option*>(words + node.block)


cdef inline Tally* tallies_of(uint64_t* words, const Node* node) noexcept nogil:
    return <Tally*>(words + node.block + 4 * node.moves)


cdef inline double aimed(const double* odds, const bint* may, double mass, int32_t move) noexcept nogil:
    """How likely a walk that aims takes a move: if the record allows no move, as likely as any other walk."""
    return odds[move] if mass <= 0.0 else odds[move] / mass if may[move] else 0.0


cdef inline void shares_of(const uint32_t* weight, int32_t n, double* odds) noexcept nogil:
    """Weights as shares of their sum."""
    cdef double total = 0.0
    cdef int32_t i
    for i in range(n):
        total += weight[i]
    for i in range(n):
        odds[i] = weight[i] / total

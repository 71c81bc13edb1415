"""Sampled regret for two players in a zero-sum game with hidden information.

The method is online outcome sampling (OOS): Lisý, Lanctot and Bowling, "Online Monte Carlo Counterfactual Regret
Minimization for Search in Imperfect Information Games", 2015. Its baselines are from Schmid and others, "Variance
Reduction in Monte Carlo Counterfactual Regret Minimization", 2019. Near the root a walk tries all moves of the learner
(external sampling: Lanctot and others, "Monte Carlo Sampling for Regret Minimization in Extensive Games", 2009).

A *walk* goes from the root to one or more ends. The two players take turns as its *learner*, i, and only the learner
explores. The average strategy converges; the current one does not. In the comments σ is the current strategy, ξ the
sampling probability, π the reach and h a position.
"""
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t

from hunch.engines.contract cimport MOST_SEATS, move_t
from hunch.engines.rng cimport Rng
from hunch.search.sample cimport Sampler
from hunch.search.tree cimport Node

cdef enum:
    MOST_BREADTH = 1024          # most ends of a walk, for each way to try what its learner does not see
    MOST_SPREAD = 64             # most ways to try what the learner does not see
    MOST_SAVED = 24              # most positions on one line after which a walk tries several moves
    MOST_SIGMA = 1 << 16         # numbers in `sigmas`: the strategies along one line

ctypedef struct Option:          # a move of a node, 4 words
    double regret                # R
    double average               # the sum of π σ
    float baseline               # the payoff that its owner may expect after it
    float news                   # what the last walk through this node adds to R
    uint32_t move
    uint32_t visits

ctypedef struct Tally:           # payoffs of the asker after a move, for nodes where the answer is read, 3 words
    double count
    double sum
    double squares

# A block is an array of Option for the node's moves and, if the answer is read here, an array of Tally.

ctypedef struct Path:            # the probabilities of the path from the root to h, and its record
    double others                # π of the player who does not learn
    double chance                # π of the chance events that the record guided
    double free                  # ξ of walks that do not aim
    double aimed                 # ξ of walks that aim
    int32_t on_record            # whether the asker has seen only what the record says
    int32_t passed               # how many events of the record the asker has seen
    int64_t asker_began          # whether the asker has chosen

ctypedef struct SavedPosition:   # what is restored before each move that is tried; the state's bytes follow
    uint64_t keys[MOST_SEATS]
    uint64_t draws[MOST_SEATS]
    Path path
    Rng rng
    int64_t fresh


cdef class Regret(Sampler):
    cdef double exploration          # ε
    cdef double aim                  # δ: share of the walks that follow the record
    cdef double baseline_rate        # how fast baselines follow payoffs; 0 for no baselines
    cdef double averaging_power      # walk t counts t ** averaging_power times in the average
    cdef int32_t breadth             # the learner tries all moves while a walk has at most so many ends
    cdef int32_t spread              # a walk tries what its learner does not see while there are at most so many ways
    cdef move_t* record              # the events as the asker saw them, up to now
    cdef int32_t recorded            # how many events there are
    cdef int64_t walks               # how many walks were made
    cdef readonly int64_t reached    # how many walks reached the end of the record
    cdef uint64_t target             # the asker's key at the end of the record
    # The rest is about the current walk.
    cdef int32_t learner             # i
    cdef bint aiming                 # whether the walk follows the record
    cdef double averaging_weight     # the walk's weight in averages
    cdef double weight               # the weight of the walk's world
    cdef Path path
    cdef char* saved_positions
    cdef double* sigmas              # the strategies along the current line
    cdef int32_t saved               # how many positions are saved
    cdef int32_t top                 # how many numbers of `sigmas` are in use

    cdef double traverse(self, int32_t breadth, int32_t spread) noexcept nogil
    # Walks from the current state to its ends. Returns the payoff that the learner may expect, corrected for sampling.

    cdef Node* enter_node(self, int32_t turn) noexcept nogil
    # Returns the node of the player to move, with its moves. NULL if a rollout should continue from here.

    cdef bint expand(self, Node* node) noexcept nogil
    # Gives a node its moves. False at the cap.

    cdef void match_regrets(self, Node* node, double* sigma) noexcept nogil
    # Fills in σ by regret matching. What one walk learned at a node counts from the next walk on: a walk may
    # meet a node in several positions. Its owner cannot distinguish them and must play the same σ in all.

    cdef double explore_all(self, Node* node, const double* sigma, int32_t breadth, int32_t spread,
                            bint guided) noexcept nogil
    # The learner tries all moves, each with the same random numbers. `guided`: the record may allow only some.

    cdef int32_t count_unseen(self, const Node* node, const double* sigma, int32_t most) noexcept nogil
    # Returns how many moves the other player may make here. It returns 0 if they are more than `most`, or if the
    # learner can distinguish them. It also returns 0 if the asker can, while the walk is on the record.

    cdef bint shows_moves(self, const Node* node, int32_t seat) noexcept nogil
    # Whether a seat sees which move of a node is made.

    cdef bint shows(self, move_t first, move_t second, int32_t seat) noexcept nogil
    # Whether a seat sees which of two moves is made. Two moves of a step stand for all of its moves: the answer decides
    # only how many moves a walk tries, and any number is weighted correctly.

    cdef double average_unseen(self, Node* node, const double* sigma, int32_t turn, int32_t breadth,
                               int32_t spread) noexcept nogil
    # Tries all moves of the other player. Returns the learner's mean payoff by the probabilities of these moves.

    cdef bint average_unseen_chance(self, int32_t breadth, int32_t spread, double* worth) noexcept nogil
    # Tries all outcomes of a chance event and writes the learner's mean payoff to `worth`. False if the learner sees
    # the outcome, or if there are too many.

    cdef int32_t list_unseen_chance(self, move_t* unseen, double* odds, int32_t most) noexcept nogil
    # Lists the outcomes of a chance event that the learner does not see, and returns their number; 0 if they are too
    # many. It is a function of its own, so that its stack is free again before the walk continues.

    cdef void save_position(self) noexcept nogil
    cdef void restore_position(self) noexcept nogil
    # Restores the position that was saved last, and keeps it saved.

    cdef void add_to_average(self, Option* options, const double* sigma, int32_t n) noexcept nogil
    # Adds σ to the average of the player who does not learn.

    cdef double sample_action(self, Node* node, const double* sigma, int32_t turn, int32_t breadth,
                              int32_t spread, bint wide) noexcept nogil
    # Makes one move, sampled by ξ. `wide`: a walk that does not aim would try all moves here.

    cdef uint32_t sample_guided(self, const Option* options, const double* sigma, int32_t n,
                                bint learns) noexcept nogil
    # Samples a move that the record allows, and updates ξ of both kinds of walks. It is a function of its own, so that
    # its stack is free again before the walk continues.

    cdef double guided_odds(self, const Option* options, const double* sigma, int32_t n, bint learns, double* odds,
                            bint* may) noexcept nogil
    # Fills in ξ of each move and which moves the record allows. Returns the sum of ξ of the allowed moves.

    cdef void count_payoff(self, Node* node, uint32_t option, double worth) noexcept nogil

    cdef double update(self, Node* node, const double* sigma, uint32_t taken, double sampled, double weight,
                       double worth, bint learns) noexcept nogil
    # Updates regrets after a sampled move had the payoff `worth`. Returns the payoff that the learner may expect at h.

    cdef double pass_chance(self) noexcept nogil
    # Makes a chance event. Returns its probability over the probability of sampling it.

    cdef uint32_t draw_index(self, const double* odds, const bint* may, int32_t n, double mass) noexcept nogil
    # Draws an index by its odds, which add up to 1. A walk that aims draws only allowed ones.

    cdef double allowed(self, const move_t* moves, const double* odds, int32_t n, bint* may) noexcept nogil
    # Marks the moves that the record allows here, and returns the sum of their odds.

    cdef double sampling(self) noexcept nogil
    # Returns ξ of the path over both kinds of walks.

    cdef void match_record(self, move_t m) noexcept nogil
    # Compares a move that the asker sees with the record: it is the next event, or the walk leaves the record.


cdef inline Option* options_of(uint64_t* words, const Node* node) noexcept nogil:
    return <Option*>(words + node.block)


cdef inline Tally* tallies_of(uint64_t* words, const Node* node) noexcept nogil:
    return <Tally*>(words + node.block + 4 * node.moves)


cdef inline double aimed(const double* odds, const bint* may, double mass, int32_t move) noexcept nogil:
    """The probability that a walk that aims makes a move. If the record allows none, it is as without aiming."""
    return odds[move] if mass <= 0.0 else odds[move] / mass if may[move] else 0.0


cdef inline void shares_of(const uint32_t* weight, int32_t n, double* odds) noexcept nogil:
    """Converts weights to shares of their sum."""
    cdef double total = 0.0
    cdef int32_t i
    for i in range(n):
        total += weight[i]
    for i in range(n):
        odds[i] = weight[i] / total

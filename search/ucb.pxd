"""Multi-observer UCB: each seat has nodes of its own and chooses the move with the best payoffs for it.

The method is from Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search", 2012. It serves games
without hidden information, games of three and more seats, and small budgets. It has no guarantee for games in which two
seats must mix their moves.
"""
from libc.stdint cimport int32_t, uint32_t, uint64_t

from hunch.search.sample cimport MOST_DEPTH, Sampler
from hunch.search.tree cimport Node

cdef enum:
    ROOTS = 4096             # size of the table of inverse square roots
    HAS_PRIOR = 0xFFFFFFF    # `Node.tried` of a node whose moves the game rates

ctypedef struct Arm:         # the numbers of a move that a choice reads
    float mean               # mean payoff of the owner
    float factor             # 1 / sqrt(visits); if the game rates moves, the move's share over visits + 1

ctypedef struct UcbHeader:
    float term               # the exploration term; a move's `factor` multiplies it
    float mean               # if the game rates moves: the mean of the node, used for untried moves

ctypedef struct Count:
    uint32_t move
    uint32_t visits

# A block is a UcbHeader; then, for each of its n moves, an Arm, a Count, a double (the sum of the owner's payoffs) and,
# if the answer is read here, another double (the sum of their squares). Each kind is an array of its own.


cdef class Ucb(Sampler):
    cdef double exploration             # c, in standard deviations of the payoffs
    cdef double prior_weight            # c if the game rates moves
    cdef double opponent_trust          # factor of `prior_weight` for choices of seats other than the asker
    cdef double scale                   # the standard deviation of the asker's payoffs
    cdef int32_t depth                  # decisions on the path of this iteration
    cdef uint64_t slots[MOST_DEPTH]     # by decision on the path: the slot of the node
    cdef uint32_t arms[MOST_DEPTH]      # by decision on the path: the index of the move
    cdef int32_t owners[MOST_DEPTH]     # by decision on the path: the seat that chose

    cdef bint expand(self, Node* node, int32_t turn) noexcept nogil
    # Gives a node its moves, in random order unless the game rates them. False at the cap.

    cdef uint32_t choose(self, Node* node) noexcept nogil
    # Returns the arm to take: the next untried one, else the one with the highest mean + term * factor.

    cdef uint32_t choose_by_prior(self, Node* node) noexcept nogil
    # Returns the arm with the highest mean + term * prior / (visits + 1) (PUCT: Silver and others 2017). The mean of an
    # untried move is that of the node.

    cdef void back_up(self) noexcept nogil
    cdef void refresh_by_prior(self, Node* node, double got, int32_t owner) noexcept nogil
    cdef double prior_weight_of(self, int32_t owner) noexcept nogil
    cdef void rescale(self) noexcept nogil


cdef inline UcbHeader* header_of(uint64_t* words, const Node* node) noexcept nogil:
    return <UcbHeader*>(words + node.block)


cdef inline Arm* arms_of(uint64_t* words, const Node* node) noexcept nogil:
    return <Arm*>(words + node.block + 1)


cdef inline Count* counts_of(uint64_t* words, const Node* node) noexcept nogil:
    return <Count*>(words + node.block + 1 + node.moves)


cdef inline double* sums_of(uint64_t* words, const Node* node) noexcept nogil:
    return <double*>(words + node.block + 1 + 2 * node.moves)


cdef inline double* squares_of(uint64_t* words, const Node* node) noexcept nogil:
    return <double*>(words + node.block + 1 + 3 * node.moves)

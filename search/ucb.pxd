"""Multi-observer UCB: each seat has nodes of its own and chooses the move with the best payoffs for it.

The method is from Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search", 2012. It serves games
without hidden information, games of three and more seats, and small budgets. It has no guarantee for games in which two
seats must mix their moves.
"""
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t

from hunch.engines.contract cimport MOST_SEATS, move_t
from hunch.engines.keys cimport mix
from hunch.search.sample cimport MOST_DEPTH, Sampler
from hunch.search.tree cimport Node

cdef enum:
    ROOTS = 4096             # size of the table of inverse square roots
    HAS_PRIOR = 0xFFFFFFF    # `Node.tried` of a node whose moves the game rates
    MOST_SHARED = 64         # most choices from shared nodes in one iteration
    MOST_KNOWN = 4096        # most moves that might have been chosen there, in one iteration
    BITS = 32                # bits of a move's code
    FEWEST_BITS = 4          # FEWEST_ARMS as a power of 2
    FEWEST_ARMS = 16         # least room for moves of a shared node: a power of 2, as any room is
    MOST_PROBES = 8          # places looked at for a move of a shared node
    WORDS_OF_ARM = 3         # words of 8 bytes in a SharedArm

ctypedef struct Arm:         # the numbers of a move that a choice reads
    float mean               # mean payoff of the owner
    float factor             # 1 / sqrt(visits); if the game rates moves, the move's share over visits + 1

ctypedef struct UcbHeader:
    float term               # the exploration term; a move's `factor` multiplies it
    float mean               # if the game rates moves: the mean of the node, used for untried moves

ctypedef struct Count:
    uint32_t move
    uint32_t visits

ctypedef struct SharedArm:   # a move of a shared node
    uint32_t move            # 0 in a free place
    uint32_t visits          # how often it was chosen
    uint32_t met             # how often it might have been chosen
    float mean               # mean payoff of the owner after it was chosen
    float base               # mean payoff of the owner when it might have been chosen
    float reach              # the exploration term but for its weight, and the share of the prior if there is one

ctypedef struct SharedStep:  # a choice from a shared node in this iteration
    int64_t slot             # the node's slot
    int32_t owner            # the seat that chose
    int32_t arm              # the place of the chosen move in the block; -1 if the block has no room for it
    int32_t first, end       # the places of all moves that might have been chosen, in `alternatives`
    int32_t rated            # 1 if the game rated these moves
    int32_t padding

# A shared node belongs to a seat, in all worlds that look the same to everybody. The seat holds other cards in almost
# every world, so a node of its own would hardly be met twice. Only some moves are legal in a world. So a move is judged
# by what it brings beyond what its owner gets whenever it is legal: good cards make every move look good.
# The block of a shared node is an array of SharedArm, in which a move is found by its hash: `Node.moves` is the room of
# the array, and `Node.tried` how many bits of the hash are dropped.

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
    cdef bint sharing                   # whether the others have shared nodes
    cdef uint32_t own_visits            # visits from which another seat chooses from a node of its own
    cdef int32_t lost                   # bit i: in this iteration seat i met a node of its own that knows too little
    cdef uint64_t common_key            # the key of what everybody has seen since the root
    cdef uint64_t common_draws          # the sum of the chance events that everybody has seen since
    cdef int32_t unseen[MOST_SEATS]     # by seat: how many moves it has made since everybody saw a move
    cdef int32_t shared                 # how many choices were made from shared nodes in this iteration
    cdef SharedStep steps[MOST_SHARED]  # these choices
    cdef int32_t known                  # how many moves might have been chosen there
    cdef int32_t alternatives[MOST_KNOWN]   # these moves: their places in the block of their node

    cdef bint expand(self, Node* node, int32_t turn) noexcept nogil
    # Gives a node its moves, in random order unless the game rates them. False at the cap.

    cdef uint32_t choose(self, Node* node) noexcept nogil
    # Returns the arm to take: the next untried one, else the one with the highest mean + term * factor.

    cdef uint32_t choose_by_prior(self, Node* node) noexcept nogil
    # Returns the arm with the highest mean + term * prior / (visits + 1) (PUCT: Silver and others 2017). The mean of an
    # untried move is that of the node.

    cdef void advance(self, move_t m, int32_t mover) noexcept nogil
    # A move or a chance event happens.

    cdef void notice_common(self, move_t token, int32_t mover) noexcept nogil
    # Updates the key of what everybody has seen.

    cdef int64_t own_slot(self, int32_t turn) noexcept nogil
    # The slot of another seat's own node if it was met often enough to choose from it, else NOWHERE. Nothing is looked
    # for below a node that was not: what comes after it was met no more often.

    cdef bint step_shared(self, int32_t turn, bint begun) noexcept nogil
    # Another seat chooses from its shared node. False, and nothing happens, if the node is met for the first time or
    # there is no room, and the asker has chosen: the iteration ends there.

    cdef bint has_room(self, Node* node) noexcept nogil
    # Gives a shared node room for moves. False at the cap.

    cdef move_t choose_shared(self, int64_t slot, int32_t turn) noexcept nogil
    # The move that a seat takes at its shared node. It is noted for `back_up_shared`.

    cdef int32_t best_unrated(self, const SharedArm* arms, const int32_t* places, int32_t n) noexcept nogil
    # The index of an untried move, else of the one with the highest gain and exploration term.

    cdef void back_up_shared(self) noexcept nogil
    cdef void back_up(self) noexcept nogil
    cdef void refresh_by_prior(self, Node* node, double got, int32_t owner) noexcept nogil
    cdef double prior_weight_of(self, int32_t owner) noexcept nogil
    cdef void rescale(self) noexcept nogil


# Marks the keys of shared nodes.
cdef enum:
    SHARED_MARK = 0x5EA7


cdef inline uint64_t shared_key(uint64_t public_key, uint64_t draws, int32_t unseen, int32_t seat) noexcept nogil:
    """The key of a seat's shared node: what everybody saw, and how many moves the seat has made since."""
    cdef uint64_t whose = (<uint64_t>SHARED_MARK << 32) + (<uint64_t>unseen << 8) + <uint64_t>seat
    return mix(mix(public_key, draws), whose) | 1


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


cdef inline SharedArm* shared_arms_of(uint64_t* words, const Node* node) noexcept nogil:
    return <SharedArm*>(words + node.block)

"""Multi-observer UCB: each seat has nodes of its own and takes what did best for it. Cowling, Powley and Whitehouse,
"Information Set Monte Carlo Tree Search", 2012.

For open games and for three and more; it makes no claim where two must mix.
"""
from libc.stdint cimport int32_t, uint32_t, uint64_t

from hunch.search.sample cimport MOST_DEPTH, Sampler
from hunch.search.tree cimport Node

cdef enum:
    ROOTS = 4096         # inverse square roots kept ready
    LEANS = 0xFFFFFFF    # `Node.tried` where the game says which moves look good

ctypedef struct Arm:     # what choosing reads
    float mean
    float spread         # 1 / sqrt(visits); where the game leans, how far it does over visits + 1

ctypedef struct Head:
    float term           # what `spread` counts for
    float mean           # where the game leans: what the node brought, as of a move not tried yet

ctypedef struct Count:
    uint32_t move
    uint32_t visits

# A block is a Head, then for its n moves an array of Arm, one of Count, one of double (the owner's payoffs, summed)
# and, where the asker's answer is read, one more of their squares.


cdef class Ucb(Sampler):
    cdef double explore                 # c, times the spread of the payoffs
    cdef double trust                   # the same where the game leans,
    cdef double opponent_trust                   # and so many times that where another than the asker chooses
    cdef double scale
    cdef int32_t depth
    cdef uint64_t slots[MOST_DEPTH]     # the path: slot,
    cdef uint32_t arms[MOST_DEPTH]      # which of its moves,
    cdef int32_t owners[MOST_DEPTH]     # and whose

    cdef bint open(self, Node* node, int32_t turn) noexcept nogil
    # Gives a node its moves, in random order unless the game leans. False at the cap.

    cdef uint32_t choose(self, Node* node) noexcept nogil
    # Which arm: the next untried one, else the highest mean + term * spread.

    cdef uint32_t choose_leaning(self, Node* node) noexcept nogil
    # The highest mean + term * lean / (visits + 1) (PUCT: Silver and others 2017); a move not tried yet has the mean of
    # the node.

    cdef void back_up(self) noexcept nogil
    cdef void refresh_leaning(self, Node* node, double got, int32_t owner) noexcept nogil
    cdef double trust_in(self, int32_t owner) noexcept nogil
    cdef void rescale(self) noexcept nogil


cdef inline Head* head_of(uint64_t* words, const Node* node) noexcept nogil:
    return <Head*>(words + node.block)


cdef inline Arm* arms_of(uint64_t* words, const Node* node) noexcept nogil:
    return <Arm*>(words + node.block + 1)


cdef inline Count* counts_of(uint64_t* words, const Node* node) noexcept nogil:
    return <Count*>(words + node.block + 1 + node.moves)


cdef inline double* sums_of(uint64_t* words, const Node* node) noexcept nogil:
    return <double*>(words + node.block + 1 + 2 * node.moves)


cdef inline double* squares_of(uint64_t* words, const Node* node) noexcept nogil:
    return <double*>(words + node.block + 1 + 3 * node.moves)

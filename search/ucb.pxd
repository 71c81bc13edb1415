"""Multi-observer UCB: each seat has nodes of its own and takes what did best for it. Cowling, Powley and Whitehouse,
"Information Set Monte Carlo Tree Search", 2012. A move's record elsewhere stands in for visits it has not had yet
(progressive history: Nijssen and Winands, "Enhancements for Multi-Player Monte-Carlo Tree Search", 2011).

For open games and for three and more; it makes no claim where two must mix.
"""
from libc.stdint cimport int32_t, uint32_t, uint64_t

from hunch.engines.contract cimport MOST_SEATS, move_t
from hunch.search.sample cimport MOST_DEPTH, Sampler
from hunch.search.tree cimport Node

cdef enum:
    ROOTS = 4096         # inverse square roots kept ready
    PASTS = 1024         # moves remembered for each seat; a power of two
    MOST_TRAIL = 64      # moves after the tree that are remembered too: the rest of the step

ctypedef struct Arm:     # what choosing reads
    float mean
    float spread         # 1 / sqrt(visits + 1)

ctypedef struct Count:
    uint32_t move
    uint32_t visits

ctypedef struct Past:    # how games went in which a seat made a move, anywhere
    uint32_t move
    uint32_t count
    double sum

# A block is one word of header (the node's exploration term as a float), then for its n moves an array of Arm, one of
# Count, one of double (the owner's payoffs, summed) and, where the asker's answer is read, one more of their squares.


cdef class Ucb(Sampler):
    cdef double explore                 # c, times the spread of the payoffs
    cdef double scale
    cdef double trust                   # visits that a move's past is worth
    cdef Past pasts[MOST_SEATS][PASTS]
    cdef int32_t trailed
    cdef move_t trail[MOST_TRAIL]
    cdef int32_t trailers[MOST_TRAIL]
    cdef float roots[ROOTS]
    cdef int32_t depth
    cdef uint64_t slots[MOST_DEPTH]     # the path: slot,
    cdef uint32_t arms[MOST_DEPTH]      # which of its moves,
    cdef int32_t owners[MOST_DEPTH]     # and whose

    cdef bint open(self, Node* node, int32_t turn) noexcept nogil
    # Gives a node its moves, in random order. False at the cap.

    cdef uint32_t choose(self, Node* node) noexcept nogil
    # Which arm: the highest mean + term * spread.

    cdef double past(self, int32_t seat, move_t m) noexcept nogil
    # What the move brought the seat elsewhere, on average.

    cdef void remember(self, int32_t seat, move_t m) noexcept nogil
    cdef void finish_step(self) noexcept nogil
    # Plays on by the rollout policy to the next chance event, and keeps the moves: the rollout itself tells none.

    cdef void back_up(self) noexcept nogil
    cdef void rescale(self) noexcept nogil


cdef inline Arm* arms_of(uint64_t* words, const Node* node) noexcept nogil:
    return <Arm*>(words + node.block + 1)


cdef inline Count* counts_of(uint64_t* words, const Node* node) noexcept nogil:
    return <Count*>(words + node.block + 1 + node.moves)


cdef inline double* sums_of(uint64_t* words, const Node* node) noexcept nogil:
    return <double*>(words + node.block + 1 + 2 * node.moves)


cdef inline double* squares_of(uint64_t* words, const Node* node) noexcept nogil:
    return <double*>(words + node.block + 1 + 3 * node.moves)

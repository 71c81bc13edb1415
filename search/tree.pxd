"""The tree: nodes found by 64-bit keys, blocks of numbers beside them, a hard cap on memory.

One `Tree` belongs to one thread that grows it. Any thread may read it meanwhile: slots are published key last and
blocks once they are filled, blocks never move, and a table that was outgrown stays alive until the tree is let go.
What is read may be a moment old.
"""
from libc.stdint cimport int64_t, uint16_t, uint32_t, uint64_t

cdef extern from *:
    void publish_block "__atomic_store_n"(uint32_t*, uint32_t, int) noexcept nogil   # `Node.block`, last
    int RELEASE "__ATOMIC_RELEASE"

cdef enum:
    NOWHERE = -1         # no such node, or no room for it
    BARE = 0             # `Node.block` of a node met once: it has no moves yet

ctypedef struct Node:    # 24 bytes
    uint64_t key         # what its owner knows; 0 marks a free slot
    uint32_t block       # where its numbers are, in words of 8 bytes; BARE until its second visit
    uint32_t visits
    uint32_t tried       # UCB: the first `tried` moves were chosen at least once, or LEANS; regret: the last walk here
    uint16_t moves       # in its block
    uint16_t read        # whether the answer is read here: the asker chooses, having seen nothing since the root

ctypedef struct Table:
    Table* outgrown      # the one before
    uint64_t mask        # slots - 1
    Node slots[1]        # mask + 1 of them


cdef class Tree:
    cdef Table* table
    cdef uint64_t* words           # the arena of blocks
    cdef uint32_t used, room       # of the arena, in words
    cdef uint32_t nodes, most      # in the table, and how many fit
    cdef uint64_t spare            # bytes the tables may still take
    cdef readonly bint full        # whether the cap was met; the search goes on without new nodes

    cdef int64_t find(self, uint64_t key) noexcept nogil
    # The slot of a key, or NOWHERE. Slots move when the table grows, so they last for one iteration.

    cdef const Node* seen(self, uint64_t key) noexcept nogil
    # The same for other threads, which read while the tree grows: the node itself, or NULL. It stays when the table
    # grows, as it was then.

    cdef int64_t add(self, uint64_t key) noexcept nogil
    # The slot of a key that is not there yet, or NOWHERE at the cap.

    cdef uint32_t take(self, uint32_t count) noexcept nogil
    # Room for `count` words, not zeroed; BARE at the cap.

    cdef bint settle(self, const int* flag) noexcept nogil
    # Between iterations: makes the table larger where it is half full. False when it may not, or was told to stop.

    cdef bint _enlarge(self, uint64_t slots, const int* flag) noexcept nogil

"""The tree: nodes found by 64-bit keys, blocks of numbers beside them, a hard cap on memory.

One `Tree` belongs to one thread that grows it. Any thread may read it meanwhile. A slot's key is published last, and a
block once it is filled. Blocks never move, and an outgrown table lives as long as the tree. A reader may see figures
that are a moment old.
"""
from libc.stdint cimport int64_t, uint16_t, uint32_t, uint64_t

cdef extern from *:
    void publish_block "__atomic_store_n"(uint32_t*, uint32_t, int) noexcept nogil   # `Node.block`, written last
    int RELEASE "__ATOMIC_RELEASE"

cdef enum:
    NOWHERE = -1         # no such node, or no room for it
    BARE = 0             # `Node.block` of a node that has no moves yet: it was met once

ctypedef struct Node:    # 24 bytes
    uint64_t key         # what its owner knows; 0 marks a free slot
    uint32_t block       # where its numbers are, in words of 8 bytes; BARE until its second visit
    uint32_t visits
    uint32_t tried       # UCB: so many first moves were chosen at least once, or HAS_PRIOR; regret: the last walk here
    uint16_t moves       # how many moves its block has
    uint16_t read        # whether the answer is read here: the asker chooses, and saw nothing since the root

ctypedef struct Table:
    Table* outgrown      # the table before this one
    uint64_t mask        # slots - 1
    Node slots[1]        # mask + 1 of them


cdef class Tree:
    cdef Table* table
    cdef uint64_t* words           # the arena of blocks
    cdef uint32_t used, room       # words of the arena: in use, in all
    cdef uint32_t nodes, most      # nodes in the table, and how many fit
    cdef uint64_t spare            # bytes that tables may still take
    cdef readonly bint full        # whether the cap was met; the search goes on without new nodes

    cdef int64_t find(self, uint64_t key) noexcept nogil
    # The slot of a key, or NOWHERE. Slots move when the table grows, so a slot is valid for one iteration.

    cdef const Node* find_shared(self, uint64_t key) noexcept nogil
    # The node of a key, or NULL, for a thread that reads while another grows the tree. The node stays where it is.

    cdef int64_t add(self, uint64_t key) noexcept nogil
    # The slot of a key that the table does not have yet; NOWHERE at the cap.

    cdef uint32_t allocate(self, uint32_t count) noexcept nogil
    # Room for `count` words, not zeroed; BARE at the cap.

    cdef bint grow(self, const int* flag) noexcept nogil
    # Enlarges the table if it is half full; called between iterations. False if the cap or the flag forbids it.

    cdef bint _enlarge(self, uint64_t slots, const int* flag) noexcept nogil

"""The tree: nodes found by 64-bit keys, a block of numbers for each, and a hard cap on memory.

One thread grows a `Tree`, and any thread may read it meanwhile. A slot's key is written last, and a node's block is
published once it is filled. Blocks never move, and an outgrown table lives as long as the tree. So a reader sees whole
nodes, with figures that may be a moment old.
"""
from libc.stdint cimport int64_t, uint16_t, uint32_t, uint64_t

cdef extern from *:
    void publish_block "__atomic_store_n"(uint32_t*, uint32_t, int) noexcept nogil   # `Node.block`, written last
    int RELEASE "__ATOMIC_RELEASE"

cdef enum:
    NOWHERE = -1         # instead of a slot: no such node, or no room for it
    BARE = 0             # `Node.block` of a node without moves, which was met once

ctypedef struct Node:    # 24 bytes
    uint64_t key         # the key of what its owner knows; 0 in a free slot
    uint32_t block       # the index of its block in `words`; BARE before its second visit
    uint32_t visits
    uint32_t tried       # UCB: how many moves were tried, in order, or HAS_PRIOR; regret: the last walk here
    uint16_t moves       # how many moves its block has
    uint16_t read        # 1 if the answer is read here: the asker chooses, and has seen nothing since the root

ctypedef struct Table:
    Table* outgrown      # the table before this one
    uint64_t mask        # the number of slots, less one
    Node slots[1]        # mask + 1 slots


cdef class Tree:
    cdef Table* table
    cdef uint64_t* words           # the arena of blocks
    cdef uint32_t used, room       # words of the arena that are in use, and in all
    cdef uint32_t nodes, most      # nodes in the table, and how many it may hold
    cdef uint64_t spare            # bytes that tables may still take
    cdef readonly bint full        # whether the cap was met; the search then goes on without new nodes

    cdef const Node* find_shared(self, uint64_t key) noexcept nogil
    # Returns the node of a key, or NULL, while another thread grows the tree. The node stays valid.

    cdef int64_t find_or_add(self, uint64_t key, bint* new) noexcept nogil
    # Returns the slot of a key. A `new` one is added, or has the slot NOWHERE at the cap. A slot is valid for one
    # iteration, as slots move when the table grows.

    cdef uint32_t allocate(self, uint32_t count) noexcept nogil
    # Returns the index of `count` free words, not zeroed; BARE at the cap.

    cdef bint grow(self, const int* flag) noexcept nogil
    # Enlarges the table if it is half full. Call it between iterations. False if the cap or the flag forbids it.

    cdef bint _enlarge(self, uint64_t slots, const int* flag) noexcept nogil

"""Merges worlds whose differences can no longer affect play.

What a seat knows is its *type*. Two types of a seat are equivalent if what is left looks the same to both, once all
that can change nothing is dropped (`drop_irrelevant` of the contract), and if both leave the same worlds of the others'
types equally likely. Then some best play of both is the same against whatever depends on the others' types only, and
the game in which they are one type has the same value and the same exploitability. The classes are found by splitting:
types start together by how they look, and part while what they leave likely differs.
"""
from libc.stdint cimport int32_t, int64_t, uint64_t

from hunch.engines.contract cimport Game

ctypedef struct SeatType:
    uint64_t key             # of all that the seat knows; 0 in an empty slot
    uint64_t looks           # hash of what is left of it after dropping
    uint64_t class_id        # of its class
    double weight            # of all its worlds
    double leaves[2]         # fingerprints of what it leaves likely

ctypedef struct Root:        # a world in which a subgame begins
    uint64_t key[2]          # by seat: of its type, the same for equivalent types
    double weight

ctypedef struct Merge:
    # Filled in by the caller:
    char* worlds             # the worlds, one after the other
    const double* weight     # by world
    int64_t count            # of worlds
    int64_t size             # bytes of a world
    uint64_t asker_key       # key of the asking seat in its own worlds, which it keeps
    int32_t asker            # the asking seat
    Root* roots              # by world, to be filled in
    uint64_t* merged_keys    # by world and seat, to be filled in: the key of the type, and the key of its class
    void* scratch            # room for a world
    const int* flag          # ends it if raised
    int64_t deadline         # ends it, as `now` counts; 0 for none
    # Its own:
    SeatType* type[2]        # by seat, a table with open addressing
    SeatType* named          # another table, for other keys
    int64_t slots            # of each table, a power of two
    int64_t* at              # by world and seat: the slot of the type
    uint64_t* rest           # by world: hash of what it did not drop
    uint64_t* class_ids      # room for `slots` of them


cdef int64_t merge_equivalent(Game game, Merge* m) noexcept nogil
# How many worlds are left at the front of `worlds`, with their `roots`. -1 without memory, or if the flag is raised or
# the deadline has passed. If no world has the asker's key, no two are merged.

"""Merges worlds whose differences can no longer affect play.

What a seat knows is its *type*. Two types of a seat are *equivalent* on two conditions. Their views look the same once
irrelevant knowledge is dropped (`drop_irrelevant` of the contract). And they give the same probabilities to the
equivalence classes of the other seat's types. Then one plan is best for both types, and the game in which they are one
type has the same value and the same exploitability.

The classes are found by splitting. At first, types that look the same are one class. A class is split as long as its
types give different probabilities to the classes of the other seat.
"""
from libc.stdint cimport int32_t, int64_t, uint64_t

from hunch.engines.contract cimport Game

ctypedef struct SeatType:
    uint64_t key             # a hash of all that the seat knows; 0 in an empty slot
    uint64_t looks           # a hash of what the seat knows after irrelevant knowledge is dropped
    uint64_t class_id        # the number of the type's class
    double weight            # the sum of the weights of the type's worlds
    double leaves[2]         # fingerprints of the probabilities that the type gives to the other seat's classes

ctypedef struct Root:        # a world in which a subgame begins
    uint64_t key[2]          # by seat: the key of its type; equivalent types have the same
    double weight

ctypedef struct Merge:
    # The caller fills in the fields down to `deadline`.
    char* worlds             # the worlds, side by side
    const double* weight     # the weight of each world
    int64_t count            # the number of worlds
    int64_t size             # bytes of a world
    uint64_t asker_key       # the asking seat's key in its own worlds; its class keeps this key
    int32_t asker            # the asking seat
    Root* roots              # room for the root of each world
    uint64_t* merged_keys    # room, by world and seat, for the key of the type and the key of its class
    void* scratch            # room for a world
    const int* flag          # ends the merge if raised
    int64_t deadline         # the time that ends the merge, as `now` counts; 0 for none
    # The merge itself fills in the rest.
    SeatType* type[2]        # by seat, a table with open addressing
    SeatType* named          # a table for other keys
    int64_t slots            # the slots of each table, a power of two
    int64_t* at              # by world and seat: the slot of the type
    uint64_t* rest           # by world: a hash of what is left after dropping
    uint64_t* class_ids      # room for `slots` of them


cdef int64_t merge_equivalent(Game game, Merge* m) noexcept nogil
# Returns how many worlds are left at the front of `worlds`, with their `roots`. Returns -1 without memory, if the flag
# is raised, or if the deadline has passed. If no world has the asker's key, nothing is merged.

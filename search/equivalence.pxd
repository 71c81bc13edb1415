"""Worlds taken together that differ in nothing that anybody's play can depend on.

What a seat knows is its *type*. Two types of a seat are alike when what is left looks the same to both, once all that
changes nothing any more is forgotten (`drop_irrelevant` of the contract), and both leave the same worlds of the others' types
equally likely. Then some best play of both is the same against whatever depends on the others' types only, and the
game in which they are one type has the same value and the same exploitability. The classes are found by splitting:
types start together by how they look and part while what they leave likely differs.
"""
from libc.stdint cimport int32_t, int64_t, uint64_t

from hunch.engines.contract cimport Game

ctypedef struct Type:
    uint64_t key             # of all that the seat knows; 0 in an empty slot
    uint64_t looks           # of what is left of it after forgetting
    uint64_t kind            # of its class
    double weight            # of its worlds together
    double leaves[2]         # fingerprints of what it leaves likely

ctypedef struct Root:
    uint64_t key[2]          # of the seats, the same for types that are alike
    double weight

ctypedef struct Work:
    Type* type[2]            # by seat, a table of open addressing
    Type* named              # another, for what is found by other keys
    int64_t slots            # of each, a power of two
    int64_t* at              # by world and seat: the slot of the type
    uint64_t* rest           # by world: a hash of what it did not forget
    uint64_t* kinds
    int64_t count            # of worlds
    const int* flag          # what may end it before,
    int64_t deadline         # 0 when there is none


cdef int64_t merge_equivalent(
    Game game, int64_t size, char* worlds, const double* weight, int64_t count, uint64_t asker, int32_t seat,
    Root* roots, uint64_t* kin, void* scratch, const int* flag, int64_t deadline,
) noexcept nogil
# How many worlds are left at the front of `worlds`, with their `roots`; -1 without memory, or where the flag is raised
# or the deadline, of `now` and 0 when there is none, has passed. `asker` is the key of the asking seat in its own
# worlds, and stays it; where no world has it, no two are taken together. `kin` gets, by world and seat, the key of the
# type and the one it took.

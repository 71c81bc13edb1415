"""The last simultaneous turn of two seats, by sampled regret over whole tables of payoffs.

For each world drawn, the game computes the payoff of every turn against every other (`payoff_matrix` of the contract).
So both seats learn about all their turns at once. The method is counterfactual regret minimization with sampled chance
(Zinkevich and others, "Regret Minimization in Games with Incomplete Information", 2007), with regrets of at least 0.
Worlds are drawn afresh for each iteration.
"""
from libc.stdint cimport int32_t, uint16_t, uint32_t, uint64_t

from hunch.engines.contract cimport MOST_TURNS, State
from hunch.search.sample cimport Sampler
from hunch.search.tree cimport Node

ctypedef struct MatrixHeader:
    uint32_t visits
    uint32_t group           # the block of the group; BARE if this is the block of a group
    uint32_t turns           # how many turns the seat has
    int32_t seat

ctypedef struct TurnSums:    # sums of a turn over all visits; the n-th visit counts n times
    float regret             # the sum of regrets, each weighted by its world; at least 0
    float average            # the sum of the turn's probabilities
    float worth              # the sum of its payoffs
    float squares            # the sum of its squared payoffs

ctypedef struct Milestone:   # mean payoffs of a turn, noted when the number of visits was a power of two
    float before             # the one noted before `last`
    float last               # the one noted last

# A block is a MatrixHeader, an array of TurnSums, an array of Milestone, and the bytes of a world in which the turns
# are chosen. Types of a seat that differ only in irrelevant knowledge share one block. All types with the same moves
# form a group, which has a block of its own; a new block begins with the regrets of its group.


cdef class MatrixCfr(Sampler):
    cdef float table[MOST_TURNS * MOST_TURNS]   # payoffs of seat 0 in this world
    cdef State scratch
    cdef float sigma[2][MOST_TURNS]      # by seat: the probability of each turn in this world
    cdef float worth[2][MOST_TURNS]      # by seat: the payoff of each turn in this world
    cdef dict turn_starts                # for readers, by key: node, first turn and state after some moves

    cdef uint32_t block_of_world(self, int32_t seat, int32_t turns) noexcept nogil
    # Returns the block of a seat in this world; BARE at the cap.

    cdef uint32_t block_of_type(self, int32_t seat, int32_t turns) noexcept nogil
    # Returns the block of a seat whose key has not been met; BARE at the cap.

    cdef uint32_t block_at(self, uint64_t key, int32_t seat, int32_t turns, uint32_t group) noexcept nogil
    # Returns the block of a key, and makes it if it is new; BARE at the cap.

    cdef void learn_as_group(self, uint32_t block, int32_t seat) noexcept nogil
    # Teaches this world to the group's block: there all types with the same moves count as one.

    cdef uint64_t key_of_moves(self, int32_t seat) noexcept nogil
    cdef void match_regrets(self, uint32_t block, int32_t turns, float* sigma) noexcept nogil
    # Fills in `sigma` by regret matching.

    cdef void learn(self, uint32_t block, const float* sigma, const float* worth, float value) noexcept nogil

    cdef double drift(self, const MatrixHeader* header)
    # Returns the variance of the turns' means, estimated by how far they moved since the milestone before. Both seats
    # learn from each other, so their tables say less than as many independent ones.

    cdef State world_of(self, const Node* node)
    # Returns a world in which the node's owner begins to choose.

    cdef tuple summary(self, const Node* node, int32_t first, int32_t last)
    # Returns visits, policy, value and error of the turns from `first` up to, but without, `last`.


cdef inline MatrixHeader* header_of(uint64_t* words, uint32_t block) noexcept nogil:
    return <MatrixHeader*>(words + block)


cdef inline TurnSums* sums_of(const MatrixHeader* header) noexcept nogil:
    return <TurnSums*>(header + 1)


cdef inline Milestone* milestones_of(const MatrixHeader* header) noexcept nogil:
    return <Milestone*>(sums_of(header) + header.turns)

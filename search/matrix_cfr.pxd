"""The last simultaneous turn of two, by sampled regret over whole tables. For each world drawn the game itself says
what every turn brings against every other (`payoff_matrix` of the contract). Both seats learn about all their turns
at once.

It is counterfactual regret minimization with sampled chance (Zinkevich and others, "Regret Minimization in Games with
Incomplete Information", 2007), with regrets floored at 0. What a seat may know is met again and again, or not at all;
no world is kept.
"""
from libc.stdint cimport int32_t, uint16_t, uint32_t, uint64_t

from hunch.engines.contract cimport MOST_TURNS, State
from hunch.search.sample cimport Sampler
from hunch.search.tree cimport Node

ctypedef struct MatrixHeader:
    uint32_t visits
    uint32_t group           # the block of all that have the same moves, BARE if this is such a block
    uint32_t turns           # how many turns the seat has
    int32_t seat

ctypedef struct TurnSums:    # of a turn over the visits; the n-th visit counts n times
    float regret             # weighted by the world instead, and never under 0
    float average            # of its probability
    float worth              # of its payoff
    float squares            # of its payoff's square

ctypedef struct Milestone:   # the mean payoff of a turn when the number of visits was a power of two
    float before             # the last such time but one
    float last               # the last such time

# A block is a MatrixHeader, for the node's turns an array of TurnSums and one of Milestone, and the bytes of a world in
# which they are chosen. All types of a seat that differ only in what can be dropped share one block. It begins with
# what was learned by the group of all types with the same moves.


cdef class MatrixCfr(Sampler):
    cdef float table[MOST_TURNS * MOST_TURNS]   # payoffs of seat 0 in this world
    cdef State scratch
    cdef float sigma[2][MOST_TURNS]      # by seat: what it plays in this world
    cdef float worth[2][MOST_TURNS]      # by seat: what each of its turns brings in this world
    cdef dict turn_starts                # for readers: by key, where a turn stands after its first moves

    cdef uint32_t block_of_world(self, int32_t seat, int32_t turns) noexcept nogil
    # The block of a seat in this world; BARE at the cap.

    cdef uint32_t block_of_type(self, int32_t seat, int32_t turns) noexcept nogil
    # The same for a key that was not met before.

    cdef uint32_t block_at(self, uint64_t key, int32_t seat, int32_t turns, uint32_t group) noexcept nogil
    # The block of a key, which is made if it is new; BARE at the cap.

    cdef void learn_as_group(self, uint32_t block, int32_t seat) noexcept nogil
    # All types with the same moves learn from this world as one, whatever was played in it.

    cdef uint64_t key_of_moves(self, int32_t seat) noexcept nogil
    cdef void match_regrets(self, uint32_t block, int32_t turns, float* sigma) noexcept nogil
    # Regret matching: fills in `sigma`.

    cdef void learn(self, uint32_t block, const float* sigma, const float* worth, float value) noexcept nogil

    cdef double drift(self, const MatrixHeader* header)
    # The variance of the turns' means by how they moved since the milestone before. All tables were met by players who
    # learn from each other, so they say less than as many independent ones.

    cdef State world_of(self, const Node* node)
    # A world in which the node's owner begins to choose.

    cdef tuple summary(self, const Node* node, int32_t first, int32_t last)
    # Of the turns from the first to before the last: visits, policy, value, error.


cdef inline MatrixHeader* header_of(uint64_t* words, uint32_t block) noexcept nogil:
    return <MatrixHeader*>(words + block)


cdef inline TurnSums* sums_of(const MatrixHeader* header) noexcept nogil:
    return <TurnSums*>(header + 1)


cdef inline Milestone* milestones_of(const MatrixHeader* header) noexcept nogil:
    return <Milestone*>(sums_of(header) + header.turns)

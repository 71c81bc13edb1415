"""The last simultaneous turn of two, by sampled regret over whole tables: for each world drawn the game itself says
what every turn brings against every other (`payoff_matrix` of the contract), and both seats learn of all their turns at once.

It is counterfactual regret minimization with sampled chance (Zinkevich and others, "Regret Minimization in Games with
Incomplete Information", 2007), regrets floored at 0. What a seat may know is met again and again, or not at all: no
world is kept.
"""
from libc.stdint cimport int32_t, uint16_t, uint32_t, uint64_t

from hunch.engines.contract cimport MOST_TURNS, State
from hunch.search.sample cimport Sampler
from hunch.search.tree cimport Node

ctypedef struct Head:
    uint32_t visits
    uint32_t kin             # the block of all with the same moves, who are thought alike until more is known; or BARE
    uint32_t turns
    int32_t seat

ctypedef struct Sum:         # of a turn, over the visits, the n-th counted n times
    float regret             # but this one by the weight of the world, and never under 0
    float average            # of its probability,
    float worth              # of its payoff,
    float squares            # and of the payoff's square

ctypedef struct Mark:        # of a turn: its mean payoff when the visits were a power of two,
    float before             # the last but one,
    float last

# A block is a Head, for the node's turns an array of Sum and one of Mark, and the bytes of a world in which they are
# chosen. All that a seat may know and that differs in nothing but what can be forgotten has one block; it begins with
# what was learned of all who have the same moves.


cdef class MatrixCfr(Sampler):
    cdef float table[MOST_TURNS * MOST_TURNS]
    cdef State less                      # scratch: a world that forgot
    cdef float sigma[2][MOST_TURNS]      # what each seat plays in this world,
    cdef float worth[2][MOST_TURNS]      # and what each of its turns brings
    cdef dict begun                      # for readers: by the key after a turn's first moves where it stands

    cdef uint32_t place(self, int32_t seat, int32_t turns) noexcept nogil
    # The block of a seat in this world; BARE at the cap.

    cdef uint32_t shared(self, int32_t seat, int32_t turns) noexcept nogil
    # The same for one who was not met before.

    cdef uint32_t made(self, uint64_t key, int32_t seat, int32_t turns, uint32_t kin) noexcept nogil
    # The block of a key.

    cdef void learn_of_kin(self, uint32_t block, int32_t seat) noexcept nogil
    cdef uint64_t key_of_moves(self, int32_t seat) noexcept nogil
    cdef void match(self, uint32_t block, int32_t turns, float* sigma) noexcept nogil
    cdef void learn(self, uint32_t block, const float* sigma, const float* worth, float value) noexcept nogil

    cdef double wandered(self, const Head* head)
    # The variance of the turns' means as they have moved since the mark before: all tables were met by players who
    # learn from each other, so that they tell less than as many that know nothing of each other.

    cdef State world_of(self, const Node* node)
    # A world in which the node's owner begins to choose.

    cdef tuple told(self, const Node* node, int32_t first, int32_t last)
    # Of the turns from the first to before the last: visits, policy, value, error.


cdef inline Head* head_of(uint64_t* words, uint32_t block) noexcept nogil:
    return <Head*>(words + block)


cdef inline Sum* sums_of(const Head* head) noexcept nogil:
    return <Sum*>(head + 1)


cdef inline Mark* marks_of(const Head* head) noexcept nogil:
    return <Mark*>(sums_of(head) + head.turns)

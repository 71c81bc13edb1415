"""Exact ends: what is left of a two-player zero-sum game, solved as a whole.

The remainder is everything that can still happen from every world that fits the public view, in sequence form (Koller,
Megiddo and von Stengel 1996): what a seat does is a *sequence*, its last move at its last decision, and the payoffs are
one sparse matrix over pairs of sequences, with chance and the weights of worlds multiplied in and equal pairs added up.
It is solved by regret matching+ at every decision (CFR+, Tammelin 2014) with predicted regrets (Farina, Kroer and
Sandholm 2021); the answer is the average plan, and its exploitability is computed, not promised.
"""
from libc.stdint cimport int32_t, int64_t, uint64_t

from hunch.engines.contract cimport Game, State, move_t
from hunch.engines.keys cimport mix
from hunch.search.equivalence cimport Root
from hunch.search.sequence_form cimport SequenceForm
from hunch.search.stop cimport Stop

cdef enum:
    MOST_DEPTH = 192         # steps from the root to an end

ctypedef struct Leaf:        # an end
    int32_t sequence[2]      # what the seats did
    double payoff            # of seat 0, times
    double reach             # the probability of chance and of the world

ctypedef struct Watch:       # what the seats know on the way down
    uint64_t key[2]
    uint64_t drawn[2]        # the sum of the chance events seen since the last move
    int64_t told             # events of the record that have passed, -1 off it


cdef inline uint64_t key_now(const Watch* seen, int32_t seat) noexcept nogil:
    return mix(seen.key[seat], seen.drawn[seat]) | 1 if seen.drawn[seat] else seen.key[seat]


cdef class Subgame:
    cdef readonly Game game
    cdef readonly SequenceForm first, second
    cdef State view                  # of the asking seat
    cdef State scratch
    cdef char* pool                  # the worlds in which it begins,
    cdef Root* roots                 # as the seats know them,
    cdef uint64_t* kin               # what a seat knows, and the key it then has here; by world and seat,
    cdef dict names                  # and what was looked up of them,
    cdef int64_t kinds               # and how many differ in what matters
    cdef uint64_t begun              # key of the asking seat there
    cdef char* stack                 # the states from the root to here
    cdef Leaf* leaves
    cdef int64_t leaf_room, most_leaves, most_steps
    cdef int64_t deadline            # of building, 0 when there is none
    cdef Stop stop
    cdef const int* flag             # of it
    cdef readonly int64_t leaf_count, steps, worlds, iterations
    cdef int32_t seat                # who asks
    cdef move_t* record              # what he saw since the start,
    cdef int32_t recorded            # -1 where none is told
    cdef readonly int32_t asked      # his decision in this view, -1 while it has not been met
    cdef readonly double exploitability, value
    cdef bint measured               # whether those two are of the averages as they are

    cdef bint plant(self) noexcept nogil
    # All that can happen, ready to be solved; False when it does not fit.

    cdef void begin(self, int64_t world, Watch* seen) noexcept nogil
    cdef int32_t allowed(self, int32_t seat, uint64_t key, move_t* moves, int32_t n) noexcept nogil
    # Leaves of the moves of a decision those that are to be followed, and says how many.

    cdef bint grow(self, int32_t depth, Watch* seen, int32_t first, int32_t second, double reach) noexcept nogil
    # Adds all that can happen from the state at `depth`; False when it does not fit.

    cdef bint end(self, const void* s, int32_t first, int32_t second, double reach) noexcept nogil
    # Adds a leaf; False when there is no room.

    cdef bint given_up(self) noexcept nogil
    # Whether building must end: the flag is raised, or the time is up.

    cdef bint widen(self) noexcept nogil
    cdef bint is_asked(self, const void* s, int64_t told) noexcept nogil
    cdef bint follow(
        self, int32_t depth, Watch* seen, move_t m, int32_t mover, int32_t first, int32_t second, double reach
    ) noexcept nogil

    cdef void step(self, int32_t depth, Watch* seen, move_t m, int32_t mover) noexcept nogil
    # The state after a move at `depth` + 1, and what is seen of it.

    cdef bint gather(self) noexcept nogil
    # Leaves into the two matrices; False when it was given up.

    cdef bint gather_side(self, SequenceForm side, SequenceForm opponent, int32_t which) noexcept nogil
    cdef bint sort(self, int32_t sequences, int32_t which, int64_t* end, int64_t* order) noexcept nogil
    cdef bint add_up(
        self, SequenceForm side, int32_t which, const int64_t* end, const int64_t* order, int64_t* place
    ) noexcept nogil

    cdef int _turns(
        self, SequenceForm side, int32_t depth, uint64_t key, double probability, double value, tuple turn, list found
    ) except -1

    cdef void improve(self, const int* flag, double target, int64_t last, int64_t deadline) noexcept nogil
    # Learns up to the iteration `last`; ends in the middle of one once the flag is raised.

    cdef void measure(self) noexcept nogil
    # Fills `exploitability` and `value` from the averages, unless they are measured.

"""Exact subgames: what is left of a two-player zero-sum game, solved as a whole.

The subgame is everything that can still happen from every world that fits the public view, in sequence form (Koller,
Megiddo and von Stengel 1996). What a seat does is a *sequence*, its last move at its last decision. The payoffs are one
sparse matrix over pairs of sequences, with chance and the weights of worlds multiplied in and equal pairs added up. It
is solved by regret matching+ at every decision (CFR+, Tammelin 2014) with predicted regrets (Farina, Kroer and Sandholm
2021). The answer is the average plan, and its exploitability is computed, not promised.
"""
from libc.stdint cimport int32_t, int64_t, uint64_t

from hunch.engines.contract cimport Game, State, move_t
from hunch.engines.keys cimport mix
from hunch.search.equivalence cimport Root
from hunch.search.sequence_form cimport SequenceForm
from hunch.search.stop cimport Stop

cdef enum:
    MOST_DEPTH = 192         # most steps from the root to an end

ctypedef struct Leaf:        # an end
    int32_t sequence[2]      # by seat: what it did
    double payoff            # of seat 0, times `reach`
    double reach             # the probability of chance and of the world

ctypedef struct Knowledge:   # what the seats know on the way down
    uint64_t key[2]          # by seat, without the chance events it saw since its last key
    uint64_t drawn[2]        # by seat: the sum of those chance events
    int64_t passed           # events of the record that have passed; -1 if the record was left


cdef inline uint64_t key_now(const Knowledge* known, int32_t seat) noexcept nogil:
    return mix(known.key[seat], known.drawn[seat]) | 1 if known.drawn[seat] else known.key[seat]


cdef class Subgame:
    cdef readonly Game game
    cdef readonly SequenceForm first, second     # of seat 0 and of seat 1
    cdef State view                  # of the asking seat
    cdef State scratch
    cdef char* pool                  # the worlds in which it begins
    cdef Root* roots                 # by world: its keys and its weight
    cdef uint64_t* merged_keys       # by world and seat: the key of what it knows, and the key that it has here
    cdef dict key_cache              # what `merged_key` returned, by key
    cdef int64_t root_count          # worlds that differ in what matters
    cdef uint64_t asker_root_key     # key of the asking seat at the root
    cdef char* stack                 # the states from the root to here
    cdef Leaf* leaves
    cdef int64_t leaf_room, most_leaves, most_steps
    cdef int64_t deadline            # of building, as `now` counts; 0 for none
    cdef Stop stop
    cdef const int* flag             # of `stop`
    cdef readonly int64_t leaf_count, steps, worlds, iterations
    cdef int32_t seat                # the asking seat
    cdef move_t* record              # what that seat saw since the start
    cdef int32_t recorded            # how many events that are; -1 if there is no record
    cdef readonly int32_t asked_point      # the decision that is asked about, -1 while it was not met
    cdef readonly double exploitability, value
    cdef bint measured               # whether these two are those of the averages as they are

    cdef bint lay_out(self) noexcept nogil
    # Everything that can happen, ready to be solved. False if it does not fit.

    cdef void begin(self, int64_t world, Knowledge* known) noexcept nogil
    cdef int32_t allowed(self, int32_t seat, uint64_t key, move_t* moves, int32_t n) noexcept nogil
    # Keeps those moves of a decision that are to be followed, at the front; how many they are.

    cdef bint add_subtree(self, int32_t depth, Knowledge* known, int32_t first, int32_t second,
                          double reach) noexcept nogil
    # Adds everything that can happen from the state at `depth`. False if it does not fit.

    cdef bint add_leaf(self, const void* s, int32_t first, int32_t second, double reach) noexcept nogil
    # Adds an end. False without room.

    cdef bint given_up(self) noexcept nogil
    # Whether building must end: the flag is raised, or the time is over.

    cdef bint widen(self) noexcept nogil
    # Doubles the room for leaves, up to `most_leaves`.

    cdef bint is_asked(self, const void* s, int64_t passed) noexcept nogil
    # Whether the asking seat, who is to move, is at the decision that is asked about.

    cdef bint follow(
        self, int32_t depth, Knowledge* known, move_t m, int32_t mover, int32_t first, int32_t second, double reach
    ) noexcept nogil
    # Adds everything that can happen after a move.

    cdef void play(self, int32_t depth, Knowledge* known, move_t m, int32_t mover) noexcept nogil
    # Writes the state after a move at `depth` + 1, and what is seen of it.

    cdef bint build_matrices(self) noexcept nogil
    # From the leaves. False if it is given up.

    cdef bint build_matrix(self, SequenceForm side, SequenceForm opponent, int32_t which) noexcept nogil
    # Puts the leaves of each own sequence side by side, and adds up those that meet the same sequence.

    cdef bint sort_leaves(self, int32_t sequences, int32_t which, int64_t* end, int64_t* order) noexcept nogil
    # The leaves in the order of the own sequences, and where those of each end.

    cdef bint fill_rows(
        self, SequenceForm side, int32_t which, const int64_t* end, const int64_t* order, int64_t* entry
    ) noexcept nogil

    cdef int _turns(
        self, SequenceForm side, int32_t depth, uint64_t key, double probability, double value, tuple turn, list turns
    ) except -1
    # Adds the turns that begin so.

    cdef void improve(self, const int* flag, double target, int64_t last, int64_t deadline) noexcept nogil
    # Learns up to the iteration `last`; ends in the middle of one once the flag is raised.

    cdef void measure(self) noexcept nogil
    # Fills in `exploitability` and `value` from the averages, unless they are measured.

"""Exact subgames: the rest of a two-player zero-sum game, solved as a whole.

The subgame is all play that can follow from any world that fits the public view, in sequence form (Koller, Megiddo and
von Stengel 1996). A *sequence* is all moves of one seat up to some point, and is named by the last of them. The payoffs
are a sparse matrix over pairs of sequences. Each entry is the sum of the payoffs of its ends, times the probability of
chance and of the world. The game is solved by regret matching+ at every decision (CFR+, Tammelin 2014) with predicted
regrets (Farina, Kroer and Sandholm 2021). The answer is the average plan, and its exploitability is computed.
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
    int32_t sequence[2]      # by seat: its sequence
    double payoff            # payoff of seat 0, times `reach`
    double reach             # the probability of chance and of the world

ctypedef struct Knowledge:   # what the seats know at some depth
    uint64_t key[2]          # by seat: the key of what it knew after the last event that was not chance
    uint64_t drawn[2]        # by seat: the sum of the chance events that it saw since then
    int64_t passed           # events of the record that have passed; -1 off the record


cdef inline uint64_t key_now(const Knowledge* known, int32_t seat) noexcept nogil:
    return mix(known.key[seat], known.drawn[seat]) | 1 if known.drawn[seat] else known.key[seat]


cdef class Subgame:
    cdef readonly Game game
    cdef readonly SequenceForm first, second     # the plans of seat 0 and of seat 1
    cdef State view                  # the view of the asking seat
    cdef State scratch
    cdef char* pool                  # the worlds in which the subgame begins
    cdef Root* roots                 # by world: the keys of the seats and the weight
    cdef uint64_t* merged_keys       # by world and seat: the key of what it knows, and the key of its class
    cdef dict key_cache              # what `merged_key` returned, by key
    cdef int64_t root_count          # worlds after merging
    cdef uint64_t asker_root_key     # key of the asking seat at the root
    cdef char* stack                 # the states from the root to the current depth
    cdef Leaf* leaves
    cdef int64_t leaf_room, most_leaves, most_steps
    cdef int64_t deadline            # end of building, as `now` counts; 0 for none
    cdef Stop stop
    cdef const int* flag             # the flag of `stop`
    cdef readonly int64_t leaf_count, steps, worlds, iterations
    cdef int32_t seat                # the asking seat
    cdef move_t* record              # the events that the asking seat saw since the start
    cdef int32_t recorded            # how many such events there are; -1 without a record
    cdef readonly int32_t asked_point      # the decision that is asked about; -1 before it is met
    cdef readonly double exploitability, value
    cdef bint measured               # whether `exploitability` and `value` are those of the current averages

    cdef bint lay_out(self) noexcept nogil
    # Builds the subgame, so that it can be solved. False if it does not fit.

    cdef void begin(self, int64_t world, Knowledge* known) noexcept nogil
    cdef int32_t allowed(self, int32_t seat, uint64_t key, move_t* moves, int32_t n) noexcept nogil
    # Moves the moves that may be played at a decision to the front, and returns their number.

    cdef bint add_subtree(self, int32_t depth, Knowledge* known, int32_t first, int32_t second,
                          double reach) noexcept nogil
    # Adds all play from the state at `depth`. False if it does not fit.

    cdef bint add_leaf(self, const void* s, int32_t first, int32_t second, double reach) noexcept nogil
    # Adds an end. False without room.

    cdef bint given_up(self) noexcept nogil
    # Whether building must end, because the flag is raised or the time is over.

    cdef bint widen(self) noexcept nogil
    # Doubles the room for leaves, up to `most_leaves`.

    cdef bint is_asked(self, const void* s, int64_t passed) noexcept nogil
    # Whether the decision of the asking seat, which is to move, is the one that is asked about.

    cdef bint follow(
        self, int32_t depth, Knowledge* known, move_t m, int32_t mover, int32_t first, int32_t second, double reach
    ) noexcept nogil
    # Adds all play after a move. False if it does not fit.

    cdef void play(self, int32_t depth, Knowledge* known, move_t m, int32_t mover) noexcept nogil
    # Writes the state after a move to `depth` + 1, and updates what the seats know.

    cdef bint build_matrices(self) noexcept nogil
    # Makes both matrices from the leaves. False if building must end.

    cdef bint build_matrix(self, SequenceForm side, SequenceForm opponent, int32_t which) noexcept nogil
    # Makes a row for each own sequence. Leaves with the same sequence of the other seat are added up in one entry.

    cdef bint sort_leaves(self, int32_t sequences, int32_t which, int64_t* end, int64_t* order) noexcept nogil
    # Sorts the leaves by own sequence, and writes to `end` where those of each sequence end.

    cdef bint fill_rows(
        self, SequenceForm side, int32_t which, const int64_t* end, const int64_t* order, int64_t* entry
    ) noexcept nogil

    cdef int _turns(
        self, SequenceForm side, int32_t depth, uint64_t key, double probability, double value, tuple turn, list turns
    ) except -1
    # Adds all turns that begin with these moves.

    cdef void improve(self, const int* flag, double target, int64_t last, int64_t deadline) noexcept nogil
    # Learns up to the iteration `last`. A raised flag ends it in the middle of an iteration.

    cdef void measure(self) noexcept nogil
    # Computes `exploitability` and `value` of the averages, unless they are measured already.

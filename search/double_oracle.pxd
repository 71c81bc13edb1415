"""Double oracle: exact subgames in which seats have more to choose from than they will ever use.

Only some of what a seat can do is *active*. The game of the active moves is small and is solved (`Subgame`). Against
what the other does there each seat then looks for its best answer among all that it can do, walking past everything
that the other does not play. What these answers gain together is the exploitability of the small game's plans in the
whole game. Their moves become active, and so on (McMahan, Gordon and Blum 2003; for sequences Bošanský and others
2014). If nothing of a decision is active, its first move is played.
"""
from libc.stdint cimport int32_t, int64_t, uint64_t

from hunch.engines.contract cimport move_t, u8
from hunch.search.sequence_form cimport SequenceForm
from hunch.search.subgame cimport Knowledge, Subgame


cdef class Repertoire(SequenceForm):
    """Everything that a seat can do, as far as it was met, with its plan so far in `share`."""
    cdef u8* active              # by sequence: whether it belongs to the small game
    cdef u8* on                  # by sequence: whether the best answer leads here
    cdef double* kept            # by sequence: the share in the plan that can be exploited least
    cdef double* ends            # by sequence: value and chance at its ends, for this plan, then for the kept plan
    cdef int32_t* best           # by decision: the sequence of the best answer, or -1

    cdef bint widen_own(self) noexcept nogil
    # Gives the arrays above as much room as there is for sequences.

    cdef void add_decision(self, int32_t first, int32_t count) noexcept nogil
    # Begins a new decision with its first move, which is played until something is active.

    cdef void clear(self) noexcept nogil
    # Sets all values and chances to 0.

    cdef double best_answer(self) noexcept nogil
    # Finds the best answer from the values at the ends, which it also stores in `ends`; what the answer brings.

    cdef int32_t activate(self) noexcept nogil
    # Activates the moves of the best answer where it leads; how many are new.

    cdef int32_t keep_active(self, uint64_t key, move_t* moves, int32_t n) noexcept nogil
    # Keeps the active moves of a decision at the front, or the first move if none is active; how many they are.

    cdef void copy_plan(self, SequenceForm small, double least) noexcept nogil
    # Takes the plan of a small game, except for shares below the least.

    cdef void keep_plan(self) noexcept nogil
    # Stores the plan as the one that can be exploited least.

    cdef void restore_plan(self) noexcept nogil
    # Makes the kept plan the plan, and fills in values and chances of all decisions under it.


cdef class DoubleOracle(Subgame):
    cdef Repertoire all_first, all_second    # what seat 0 and seat 1 can do in the whole game
    cdef int32_t answering       # the seat that looks for its best answer
    cdef Repertoire mine, theirs    # of that seat and of the other
    cdef int64_t most_seen       # most ends that may be walked to
    cdef int64_t ends_seen       # ends that were walked to
    cdef int32_t met             # the decision that is asked about, -1 while it was not met
    cdef readonly int64_t rounds

    cdef bint walk_from(self, int32_t depth, const Knowledge* known, int32_t own, double reach) noexcept nogil
    # Adds up what each own sequence brings against the other's plan. False when time or limits end it.

    cdef bint walk_all(self) noexcept nogil
    # Walks everything that the answering seat can do, in all worlds.

    cdef double reach_of_others(self)
    # After `restore_plan`: how likely chance and the other's plan lead to the decision that is asked about.

    cdef double reach_of_own(self)
    # After `restore_plan`: how likely the asker's own plan leads there.

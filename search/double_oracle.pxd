"""Double oracle: exact subgames in which seats have many more moves than their best plans use.

Only some moves of a seat are *active*. The game of the active moves is small, and `Subgame` solves it. Then each seat
searches all its moves for the best answer to the other's plan. This walk skips whatever the other does not play. The
gain of both answers is the exploitability of the small game's plans in the whole game. The moves of the answers become
active, and the small game is solved again (McMahan, Gordon and Blum 2003; for sequences Bošanský and others 2014). If a
decision has no active move, its first move is played.
"""
from libc.stdint cimport int32_t, int64_t, uint64_t

from hunch.engines.contract cimport move_t, u8
from hunch.search.sequence_form cimport SequenceForm
from hunch.search.subgame cimport Knowledge, Subgame


cdef class Repertoire(SequenceForm):
    """All moves of a seat at decisions met so far, with its current plan in `share`."""
    cdef u8* active              # by sequence: whether it belongs to the small game
    cdef u8* on                  # by sequence: whether the best answer plays it
    cdef double* kept            # by sequence: its share in the kept plan, the least exploitable one
    cdef double* ends            # by sequence: value and chance at its ends, for the current and the kept plan
    cdef int32_t* best           # by decision: the sequence of the best answer, or -1

    cdef bint widen_own(self) noexcept nogil
    # Gives the arrays above as much room as there is for sequences.

    cdef void add_decision(self, int32_t first, int32_t count) noexcept nogil
    # Adds a decision. Its first move is played until one of its moves is active.

    cdef void clear(self) noexcept nogil
    # Sets all values and chances to 0.

    cdef double best_answer(self) noexcept nogil
    # Finds the best answer from the values at the ends, stores them in `ends`, and returns the value of the answer.

    cdef int32_t activate(self) noexcept nogil
    # Activates the moves that the best answer plays, and returns how many are new.

    cdef int32_t keep_active(self, uint64_t key, move_t* moves, int32_t n) noexcept nogil
    # Moves the active moves of a decision to the front and returns their number. Without any, keeps the first move.

    cdef void copy_plan(self, SequenceForm small, double least) noexcept nogil
    # Takes the plan of a small game, without shares below `least`.

    cdef void keep_plan(self) noexcept nogil
    # Keeps the current plan as the least exploitable one.

    cdef void restore_plan(self) noexcept nogil
    # Makes the kept plan the current one, and fills in its values and chances at all decisions.


cdef class DoubleOracle(Subgame):
    cdef Repertoire all_first, all_second    # all moves of seat 0 and of seat 1
    cdef int32_t answering       # the seat whose best answer is searched
    cdef Repertoire mine, theirs    # the moves of the answering seat, and of the other one
    cdef int64_t most_seen       # most ends that walks may reach
    cdef int64_t ends_seen       # ends that walks have reached
    cdef int32_t met             # the decision that is asked about; -1 before it is met
    cdef readonly int64_t rounds

    cdef bint walk_from(self, int32_t depth, const Knowledge* known, int32_t own, double reach) noexcept nogil
    # Adds up the value of each own sequence against the other's plan. False if time or limits end the walk.

    cdef bint walk_all(self) noexcept nogil
    # Walks through all moves of the answering seat in all worlds.

    cdef double reach_of_others(self)
    # After `restore_plan`: the probability that chance and the other's plan allow the decision that is asked about.

    cdef double reach_of_own(self)
    # After `restore_plan`: the probability that the asker's own plan allows that decision.

"""Double oracle: exact ends where seats have more to choose from than they will ever use.

Of what a seat can do only some is *active*. The game of the active moves is small and solved (`Subgame`); against
what the other does there each seat then looks for its best answer among all it can do, walking past everything that the
other does not play. What these answers gain together is the exploitability of the small game's plans in the whole game;
their moves become active, and so on (McMahan, Gordon and Blum 2003; for sequences Bošanský and others 2014). Where
nothing of a decision is active its first move is played.
"""
from libc.stdint cimport int32_t, int64_t, uint64_t

from hunch.engines.contract cimport move_t, u8
from hunch.search.sequence_form cimport SequenceForm
from hunch.search.subgame cimport Subgame, Watch


cdef class Repertoire(SequenceForm):
    """All that a seat can do, as far as it was met, with its plan so far in `share`."""
    cdef u8* active              # by sequence
    cdef u8* on                  # by sequence: whether the best answer leads here
    cdef double* kept            # the shares of the plan that could be exploited least
    cdef double* ends            # by sequence: value and chance where it ends, now, and against the other's kept plan
    cdef int32_t* best           # by decision: the sequence of the best answer

    cdef bint fit(self) noexcept nogil
    cdef void open(self, int32_t first, int32_t count) noexcept nogil
    cdef void clear(self) noexcept nogil
    cdef double answer(self) noexcept nogil
    # Finds the best answer from the values at the ends, which are put by, and what it brings.

    cdef int32_t activate(self) noexcept nogil
    # The best answer's moves, where it leads; how many are new.

    cdef int32_t narrowed(self, uint64_t key, move_t* moves, int32_t n) noexcept nogil
    # Leaves of the moves of a decision the active ones, or the first; says how many.

    cdef void copy(self, SequenceForm small, double least) noexcept nogil
    # The plan of a small game, but for shares below the least.

    cdef void keep(self) noexcept nogil
    cdef void fold(self) noexcept nogil
    # The kept plan becomes the plan; values and chances of all decisions from those at the ends, playing it.


cdef class DoubleOracle(Subgame):
    cdef Repertoire one, two
    cdef int32_t free            # who looks for the best answer
    cdef Repertoire mine, theirs
    cdef int64_t most_seen       # ends that may be walked to,
    cdef int64_t ends_seen       # and how many were
    cdef int32_t met             # the decision that is asked for, -1 while it was not met
    cdef readonly int64_t rounds

    cdef bint weigh(self, int32_t depth, const Watch* seen, int32_t own, double reach) noexcept nogil
    # Adds up what each own sequence brings against the other's plan; False when time or budget ends.

    cdef bint walk(self) noexcept nogil
    cdef double reach_of_others(self)
    # After `fold`: how likely chance and the other's plan lead to the decision that is asked for,

    cdef double reach_of_own(self)
    # and how likely the asker's own plan does.

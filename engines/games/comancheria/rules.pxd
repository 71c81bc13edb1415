"""Comanchería on the contract."""
from libc.stdint cimport int32_t, uint32_t

from hunch.engines.games.comancheria.state cimport St, Tables
from hunch.engines.contract cimport Game

cdef enum:
    MOST_TRACED = 32

ctypedef struct Traced:      # an Instruction that began to be carried out
    int32_t enemy
    int32_t instruction
    int32_t cost
    int32_t counter          # -1 by a card
    int32_t by               # the step of the frame that ordered it; 0: it replaces the one before

ctypedef struct Trace:
    int32_t n
    int32_t step             # of `advance`, and
    int32_t depth            # of the stack when the last one was noted
    Traced what[MOST_TRACED]
    St then[MOST_TRACED]     # the position when it began


cdef class Comancheria(Game):
    cdef Tables t
    cdef readonly list trail             # spaces of the wagon trail, nearest to the north-east square first
    cdef readonly dict data              # as it was loaded, for the names of cards

    cdef void happens(self, St* s, uint32_t m, Trace* trace) noexcept nogil
    # `apply`, which notes the Instructions that it sets off in `trace`, unless that is NULL.

    cdef void advance(self, St* s, Trace* trace) noexcept nogil
    # Plays on to a decision, a chance event or the end of the game.

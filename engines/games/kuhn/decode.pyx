"""Reads a state of Kuhn poker straight from the bytes of a message, and leaves anything unusual to codec.py.

It does not check what `flaw` finds.
"""
from libc.stdint cimport int32_t

from hunch.engines.contract cimport State
from hunch.engines.games.kuhn.rules cimport Kuhn
from hunch.engines.games.kuhn.state cimport CALL, CHECK, KuhnState
from hunch.engines.games.poker.decode cimport hands, shown
from hunch.engines.codec.cursor cimport Cursor, listed, state_of

cdef enum:
    STATE = 10                  # the field of GameState with the state
    MOST_MADE = 3


def decode_fast(Kuhn game not None, bytes raw not None):
    cdef State state = State.__new__(State, game)
    cdef Cursor cursor
    if not state_of(raw, STATE, &cursor) or not read_state(&cursor, <KuhnState*>state.data):
        return None
    return state


cdef bint read_state(Cursor* cursor, KuhnState* s) noexcept nogil:
    cdef int32_t made
    if not hands(cursor, &s.dealt, s.cards):
        return False
    made = listed(cursor, 4, CHECK, CALL, MOST_MADE, s.moves)
    s.made = made
    return made >= 0 and shown(cursor, 5, s.cards, &s.shown)

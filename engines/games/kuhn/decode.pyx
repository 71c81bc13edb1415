"""Kuhn poker's state straight from bytes, where there is nothing unusual in them; all else is left to codec.py.

What `flaw` finds is not looked for here.
"""
from libc.stdint cimport int32_t

from hunch.engines.contract cimport State
from hunch.engines.games.kuhn.rules cimport Kuhn
from hunch.engines.games.kuhn.state cimport CALL, CHECK, KuhnState
from hunch.engines.games.poker.decode cimport hands, shown
from hunch.engines.codec.cursor cimport Span, listed, state_of

cdef enum:
    STATE = 10                  # the number of a field of GameState
    MOST_MADE = 3


def decode_fast(Kuhn game not None, bytes raw not None):
    cdef State state = State.__new__(State, game)
    cdef Span told
    if not state_of(raw, STATE, &told) or not read_state(&told, <KuhnState*>state.data):
        return None
    return state


cdef bint read_state(Span* told, KuhnState* s) noexcept nogil:
    cdef int32_t made
    if not hands(told, &s.dealt, s.cards):
        return False
    made = listed(told, 4, CHECK, CALL, MOST_MADE, s.moves)
    s.made = made
    return made >= 0 and shown(told, 5, s.cards, &s.shown)

"""Leduc poker's state straight from bytes, where there is nothing unusual in them; all else is left to codec.py.

What `flaw` finds is not looked for here.
"""
from libc.stdint cimport uint32_t

from hunch.engines.contract cimport State, u8
from hunch.engines.games.leduc.rules cimport Leduc
from hunch.engines.games.leduc.state cimport CALL, CHECK, MOST_MADE, LeducState, act, turn_up
from hunch.engines.games.poker.decode cimport hands, shown
from hunch.engines.games.poker.state cimport RANKS
from hunch.engines.codec.cursor cimport Span, byte, inside, more, next_number, number, over, state_of

cdef enum:
    STATE = 11                  # the number of a field of GameState


def decode_fast(Leduc game not None, bytes raw not None):
    cdef State state = State.__new__(State, game)
    cdef Span told
    if not state_of(raw, STATE, &told) or not read_state(&told, <LeducState*>state.data):
        return None
    return state


cdef bint read_state(Span* told, LeducState* s) noexcept nogil:
    cdef u8 board
    s.chips[0] = s.chips[1] = 1
    if not hands(told, &s.dealt, s.cards) or not moves(told, 4, s) or not byte(number(told, 5), 0, RANKS, &board):
        return False
    if board:
        turn_up(s, board)
        if not moves(told, 6, s):
            return False
    return shown(told, 7, s.cards, &s.shown)


cdef bint moves(Span* told, uint32_t field, LeducState* s) noexcept nogil:
    """What was done in a round."""
    cdef Span inner = inside(told, field)
    cdef u8 action
    while more(&inner):
        if s.made == MOST_MADE or not byte(next_number(&inner), CHECK, CALL, &action):
            return False
        act(s, action)
    return over(&inner)

"""Reads a state of Leduc poker straight from the bytes of a message, and leaves anything unusual to codec.py.

It does not check what `flaw` finds.
"""
from libc.stdint cimport uint32_t

from hunch.engines.contract cimport State, u8
from hunch.engines.games.leduc.rules cimport Leduc
from hunch.engines.games.leduc.state cimport CALL, CHECK, MOST_MADE, LeducState, act, turn_up
from hunch.engines.games.poker.decode cimport hands, shown
from hunch.engines.games.poker.state cimport RANKS
from hunch.engines.codec.cursor cimport Cursor, at_end, byte, has_more, inside, next_number, number, state_of

cdef enum:
    STATE = 11                  # the field of GameState with the state


def decode_fast(Leduc game not None, bytes raw not None):
    cdef State state = State.__new__(State, game)
    cdef Cursor cursor
    if not state_of(raw, STATE, &cursor) or not read_state(&cursor, <LeducState*>state.data):
        return None
    return state


cdef bint read_state(Cursor* cursor, LeducState* s) noexcept nogil:
    cdef u8 board
    s.chips[0] = s.chips[1] = 1
    if not hands(cursor, &s.dealt, s.cards) or not moves(cursor, 4, s) or not byte(number(cursor, 5), 0, RANKS, &board):
        return False
    if board:
        turn_up(s, board)
        if not moves(cursor, 6, s):
            return False
    return shown(cursor, 7, s.cards, &s.shown)


cdef bint moves(Cursor* cursor, uint32_t field, LeducState* s) noexcept nogil:
    """Reads the moves of a round."""
    cdef Cursor inner = inside(cursor, field)
    cdef u8 action
    while has_more(&inner):
        if s.made == MOST_MADE or not byte(next_number(&inner), CHECK, CALL, &action):
            return False
        act(s, action)
    return at_end(&inner)

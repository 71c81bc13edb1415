"""Reads a state of Goofspiel straight from the bytes of a message, and leaves anything unusual to codec.py.

It does not check what `flaw` finds. It checks what `flaw` cannot see: which prizes are known, and which bids are
known if all others are hidden.
"""
from libc.stdint cimport int32_t, uint16_t, uint32_t

from hunch.engines.contract cimport State, u8
from hunch.engines.games.goofspiel.rules cimport Goofspiel
from hunch.engines.games.goofspiel.state cimport FIRST, HIDDEN, MOST_CARDS, TIE, GoofspielState
from hunch.engines.codec.cursor cimport (
    NUMBER, Cursor, at_end, byte, enter, flag, next_is, next_number, number, state_of,
)

cdef enum:
    STATE = 12                  # the field of GameState with the state


def decode_fast(Goofspiel game not None, bytes raw not None):
    cdef State state = State.__new__(State, game)
    cdef Cursor cursor
    if not state_of(raw, STATE, &cursor) or not read_state(game, &cursor, <GoofspielState*>state.data):
        return None
    return state


cdef bint read_state(Goofspiel game, Cursor* cursor, GoofspielState* s) noexcept nogil:
    cdef Cursor inner
    cdef uint32_t prize
    s.hand[0] = s.hand[1] = s.prizes = game.deck
    while enter(cursor, 2, &inner):
        if s.round == game.cards or not read_round(game, &inner, s):
            return False
        s.round += 1
    prize = number(cursor, 3)
    if prize:
        if s.round == game.cards or not comes_up(game, prize, s):
            return False
    elif s.round < game.cards and (s.round == game.cards - 1 or not game.random_prizes):
        return False
    return pending(cursor, s) and at_end(cursor)


cdef bint read_round(Goofspiel game, Cursor* cursor, GoofspielState* s) noexcept nogil:
    cdef Cursor inner
    cdef int32_t seat
    cdef u8* bid
    cdef u8* won = &s.won[s.round]
    if not comes_up(game, number(cursor, 1), s):
        return False
    for seat in range(2):
        bid = &s.bid[seat][s.round]
        if not enter(cursor, 2, &inner) or not read_bid(&inner, bid):
            return False
        if bid[0] != HIDDEN and not taken(bid[0], &s.hand[seat]):
            return False
    if not byte(number(cursor, 3), FIRST, TIE, won):
        return False
    if won[0] != TIE:
        s.points[won[0] - 1] += s.prize[s.round]
    return at_end(cursor)


cdef bint comes_up(Goofspiel game, uint32_t prize, GoofspielState* s) noexcept nogil:
    """Reads the prize of a round."""
    s.prize[s.round] = prize
    return taken(prize, &s.prizes) and (game.random_prizes or s.prize[s.round] == game.cards - s.round)


cdef bint pending(Cursor* cursor, GoofspielState* s) noexcept nogil:
    cdef Cursor inner
    cdef bint unseen = s.round > 0 and s.bid[0][0] == HIDDEN and s.bid[1][0] == HIDDEN      # then all bids are
    cdef int32_t seat
    for seat in range(2):
        if not enter(cursor, 4, &inner) or not read_bid(&inner, &s.pending[seat]):
            return False
        if unseen and s.pending[seat] not in (0, HIDDEN):
            return False
    return True


cdef bint read_bid(Cursor* cursor, u8* out) noexcept nogil:
    """Reads a card, HIDDEN, or 0 for none."""
    if next_is(cursor, 1, NUMBER):
        return byte(next_number(cursor), 1, MOST_CARDS, out) and at_end(cursor)
    if next_is(cursor, 2, NUMBER):
        out[0] = HIDDEN
        return next_number(cursor) == 1 and at_end(cursor)
    out[0] = 0
    return flag(cursor, 3) and at_end(cursor)


cdef inline bint taken(uint32_t card, uint16_t* left) noexcept nogil:
    """Takes a card away, and returns whether it was left."""
    if not 1 <= card <= MOST_CARDS or not left[0] >> (card - 1) & 1:
        return False
    left[0] &= ~(1 << (card - 1))
    return True

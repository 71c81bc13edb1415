"""Reads the common parts of the two games' states from bytes: the hands, and whether there was a showdown."""
from libc.stdint cimport int32_t, uint32_t

from hunch.engines.contract cimport u8
from hunch.engines.games.poker.state cimport HIDDEN, RANKS
from hunch.engines.codec.cursor cimport NUMBER, Cursor, at_end, byte, enter, flag, next_is, next_number, number


cdef inline bint hands(Cursor* cursor, u8* dealt, u8* cards) noexcept nogil:
    """Reads how many cards are dealt, and what is known of both."""
    cdef Cursor inner
    cdef int32_t seat
    if not byte(number(cursor, 2), 0, 2, dealt):
        return False
    for seat in range(2):
        if not enter(cursor, 3, &inner) or not card(&inner, &cards[seat]):
            return False
    return True


cdef inline bint card(Cursor* cursor, u8* out) noexcept nogil:
    """Reads a rank, HIDDEN, or 0 for none."""
    if next_is(cursor, 1, NUMBER):
        return byte(next_number(cursor), 1, RANKS, out) and at_end(cursor)
    if next_is(cursor, 2, NUMBER):
        out[0] = HIDDEN
        return next_number(cursor) == 1 and at_end(cursor)
    out[0] = 0
    return flag(cursor, 3) and at_end(cursor)


cdef inline bint shown(Cursor* cursor, uint32_t field, const u8* cards, u8* out) noexcept nogil:
    """Reads whether there was a showdown, which ends the message. After a showdown no card is hidden."""
    out[0] = flag(cursor, field)
    return at_end(cursor) and not (out[0] and (cards[0] == HIDDEN or cards[1] == HIDDEN))

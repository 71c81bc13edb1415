"""What the two games of poker share in the bytes of their states: hands, and whether they were shown down."""
from libc.stdint cimport int32_t, uint32_t

from hunch.engines.contract cimport u8
from hunch.engines.games.poker.state cimport HIDDEN, RANKS
from hunch.engines.codec.cursor cimport NUMBER, Span, byte, comes, flag, next_number, number, opened, over


cdef inline bint hands(Span* told, u8* dealt, u8* cards) noexcept nogil:
    """How many cards are dealt, and what is known of both."""
    cdef Span inner
    cdef int32_t seat
    if not byte(number(told, 2), 0, 2, dealt):
        return False
    for seat in range(2):
        if not opened(told, 3, &inner) or not card(&inner, &cards[seat]):
            return False
    return True


cdef inline bint card(Span* told, u8* out) noexcept nogil:
    """A rank, HIDDEN, or 0 for none."""
    if comes(told, 1, NUMBER):
        return byte(next_number(told), 1, RANKS, out) and over(told)
    if comes(told, 2, NUMBER):
        out[0] = HIDDEN
        return next_number(told) == 1 and over(told)
    out[0] = 0
    return flag(told, 3) and over(told)


cdef inline bint shown(Span* told, uint32_t field, const u8* cards, u8* out) noexcept nogil:
    """Whether the cards were shown down, which nothing stands behind; then none is hidden."""
    out[0] = flag(told, field)
    return over(told) and not (out[0] and (cards[0] == HIDDEN or cards[1] == HIDDEN))

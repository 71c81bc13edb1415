"""Common parts of the two games' states: the ranks of cards, and hands that are hidden until the showdown."""
from libc.stdint cimport int32_t

from hunch.engines.contract cimport move_t, u8

cpdef enum:
    RANKS = 3            # 1 jack, 2 queen, 3 king
    HIDDEN = 255         # on a view: the card of a seat other than the owner, dealt or not


cdef inline move_t seen_deal(move_t deal, int32_t seat) noexcept nogil:
    """Returns a deal (16 * seat + card) as a seat sees it: the card of the other is face down."""
    return deal if <int32_t>((deal >> 4) & 15) == seat else deal & ~15


cdef inline void hide_hands(u8* cards, bint shown, int32_t seat) noexcept nogil:
    """Hides the other's card from a seat until the showdown."""
    cdef int32_t other
    for other in range(2):
        if other != seat and not shown:
            cards[other] = HIDDEN

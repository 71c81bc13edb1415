"""The worlds of a view: the specials of each seat, the base cards that left, the face-down cards, and the hands.

A seat is *open* if all its cards are known, otherwise *closed*. Of a closed seat only cards that were shown or looked
at are known. Every order of an army is equally likely, and so is every card in hand as the one to place. So the unseen
cards are dealt at random to face-down places, hand and deck. The likelihood of an army is the number of ways in which
it can have given the cards that were seen.
"""
from libc.stdint cimport int64_t

from hunch.engines.rng cimport Rng
from hunch.engines.games.tomahawk.state cimport Tables, TomahawkState


cdef int64_t all_worlds(
    const Tables* t, const TomahawkState* view, int64_t cap, TomahawkState* out, double* weight
) noexcept nogil
cdef bint draw_world(const Tables* t, TomahawkState* s, Rng* rng) noexcept nogil

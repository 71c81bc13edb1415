"""Worlds of a view: which specials each has, which base cards left, what lies face down, what is in hand.

A seat is open (all its own cards are known) or closed. Of a closed seat, all that is known of its army are the cards
that were shown or looked at. Every order of an army is equally likely, and each card in hand is equally likely to be
placed. So cards not seen are dealt at random to face-down places, hand and deck. The likelihood of an army is the
number of ways in which it can have given the cards that were seen.
"""
from libc.stdint cimport int64_t

from hunch.engines.rng cimport Rng
from hunch.engines.games.tomahawk.state cimport Tables, TomahawkState


cdef int64_t all_worlds(
    const Tables* t, const TomahawkState* view, int64_t cap, TomahawkState* out, double* weight
) noexcept nogil
cdef bint draw_world(const Tables* t, TomahawkState* s, Rng* rng) noexcept nogil

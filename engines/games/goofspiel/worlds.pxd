"""Draws of the bids that a view does not tell."""
from libc.stdint cimport int32_t

from hunch.engines.games.goofspiel.state cimport GoofspielState
from hunch.engines.rng cimport Rng

cdef bint draw_one(GoofspielState* s, int32_t cards, int32_t seat, Rng* rng) noexcept nogil
# The hidden bids of one seat, where those of the other are known. False when no cards fit.

cdef bint draw_both(GoofspielState* s, int32_t cards, Rng* rng) noexcept nogil
# All bids of both seats, where only the outcomes are known. False when no cards fit.

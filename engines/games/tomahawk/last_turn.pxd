"""The last turn as a table: the points of each whole turn against each turn of the other seat."""
from libc.stdint cimport int32_t

from hunch.engines.games.tomahawk.state cimport Tables, TomahawkState

cdef bint last_turn_payoffs(const Tables* t, const TomahawkState* s, int32_t* turns, float* out) noexcept nogil
# See `payoff_matrix` of the contract. False before the last turn, and in the variant, as its bonus depends on several
# battles.

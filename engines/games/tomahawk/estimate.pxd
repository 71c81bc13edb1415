"""An estimate of the payoffs in an unfinished game of Tomahawk."""
from hunch.engines.games.tomahawk.state cimport Tables, TomahawkState


cdef double estimate_lead(const Tables* t, const TomahawkState* s) noexcept nogil
# Returns the payoff of seat 0, estimated from points, leads in unfinished battles, and the cards still to come.

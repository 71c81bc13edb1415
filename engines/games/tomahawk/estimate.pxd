"""An estimate of the payoffs in an unfinished game of Tomahawk."""
from hunch.engines.games.tomahawk.state cimport Tables, TomahawkState


cdef double estimate_lead(const Tables* t, const TomahawkState* s) noexcept nogil
# The payoff of seat 0, estimated from points, from the lead in unfinished battles, and from the cards still to come.

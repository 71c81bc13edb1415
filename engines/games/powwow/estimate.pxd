"""What each seat may expect of a world: `estimate`."""
from hunch.engines.games.powwow.state cimport PowwowState, Tables


cdef void estimate_payoffs(const Tables* t, const PowwowState* s, double* out) noexcept nogil
# The payoffs, by seat.

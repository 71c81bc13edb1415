"""The expected payoffs of a world, for `estimate` of the contract."""
from hunch.engines.games.powwow.state cimport PowwowState, Tables


cdef void estimate_payoffs(const Tables* t, const PowwowState* s, double* out) noexcept nogil
# Writes the expected payoffs, by seat.

"""What follows from each move and event of Pow Wow."""
from hunch.engines.contract cimport move_t
from hunch.engines.powwow.state cimport PowwowState, Tables


cdef void advance(const Tables* t, PowwowState* s, move_t m) noexcept nogil
# The state after a move or an event, which on a view is what its owner saw.

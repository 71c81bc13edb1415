"""What follows from each move and event of Tomahawk."""
from hunch.engines.contract cimport move_t
from hunch.engines.games.tomahawk.state cimport Tables, TomahawkState


cdef void advance(const Tables* t, TomahawkState* s, move_t m) noexcept nogil
# The state after a move or an event, which on a view is what its owner saw.

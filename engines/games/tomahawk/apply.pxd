"""The effects of each move and event of Tomahawk."""
from hunch.engines.contract cimport move_t
from hunch.engines.games.tomahawk.state cimport Tables, TomahawkState


cdef void advance(const Tables* t, TomahawkState* s, move_t m) noexcept nogil
# Makes a move or an event. On a view it is the form that the owner saw.

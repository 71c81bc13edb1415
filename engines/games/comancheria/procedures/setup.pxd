"""The setup: the parts of a scenario that chance and the player decide."""
from hunch.engines.games.comancheria.state cimport Frame, St, Tables

cdef void opening_step(const Tables* t, St* s, Frame* f) noexcept nogil

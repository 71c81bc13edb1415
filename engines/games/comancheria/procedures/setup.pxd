"""The opening: what of a scenario is left to chance and to the player."""
from hunch.engines.games.comancheria.state cimport Frame, St, Tables

cdef void opening_step(const Tables* t, St* s, Frame* f) noexcept nogil

"""The Raid (5.2.3) and its Success Check (2.9)."""
from hunch.engines.games.comancheria.state cimport Frame, St, Tables

cdef void raid_step(const Tables* t, St* s, Frame* f) noexcept nogil

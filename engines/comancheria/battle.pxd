"""Battles (7.1, 7.2)."""
from hunch.engines.comancheria.state cimport Frame, St, Tables

cdef void battle_step(const Tables* t, St* s, Frame* f) noexcept nogil

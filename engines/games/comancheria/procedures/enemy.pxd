"""The enemy's operations: 6.2.2.A, B and C."""
from hunch.engines.games.comancheria.state cimport Frame, St, Tables

cdef void enemy_step(const Tables* t, St* s, Frame* f) noexcept nogil

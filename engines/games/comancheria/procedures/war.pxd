"""War Columns: their phase (3.1), their moves and the War deck."""
from hunch.engines.games.comancheria.state cimport Frame, St, Tables

cdef void war_step(const Tables* t, St* s, Frame* f) noexcept nogil
cdef void column_step(const Tables* t, St* s, Frame* f) noexcept nogil
cdef void event_step(const Tables* t, St* s, Frame* f) noexcept nogil

"""Battles (7.1, 7.2)."""
from libc.stdint cimport int32_t

from hunch.engines.games.comancheria.procedures.frames cimport BattleFrame
from hunch.engines.games.comancheria.state cimport Frame, St, Tables

cdef void battle_step(const Tables* t, St* s, Frame* f) noexcept nogil
cdef int32_t total_of(const Tables* t, const St* s, const BattleFrame* f, int32_t value) noexcept nogil
# The total of a die of this value and all its modifiers.

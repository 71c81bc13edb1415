"""Development and history cards: how they are revealed and played, and how their effects are carried out."""
from libc.stdint cimport int32_t

from hunch.engines.games.comancheria.procedures.frames cimport EffectFrame
from hunch.engines.games.comancheria.state cimport Effect, Frame, St, Tables

cdef void effect_step(const Tables* t, St* s, Frame* f) noexcept nogil
cdef void reveal_step(const Tables* t, St* s, Frame* f) noexcept nogil
cdef const Effect* effect_of(const Tables* t, const EffectFrame* f) noexcept nogil
# The effect that an effect frame is carrying out.

cdef int32_t repeats(const Effect* effect) noexcept nogil
# How many questions or rolls an effect has; 0 if it needs none.

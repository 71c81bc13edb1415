"""Whether the frame below expects the leaf on top of the stack: a question, a die, a draw or a pick."""
from libc.stdint cimport int32_t

from hunch.engines.games.comancheria.procedures.frames cimport DieFrame, PickFrame
from hunch.engines.games.comancheria.state cimport Argument, Frame, St, Tables

cdef bint argument(const St* s, const Argument* a, int32_t v) noexcept nogil
# Whether a value is in the range of an argument. A Band, a Ranchería or a headman must also be in play.

cdef bint die_fits(const Tables* t, const St* s, const DieFrame* f, const Frame* below) noexcept nogil
cdef bint pick_fits(const Tables* t, const St* s, const PickFrame* f, const Frame* below) noexcept nogil
cdef bint leaf_fits(const Tables* t, const St* s, const Frame* f, const Frame* below) noexcept nogil
# Whether a frame on top is such a leaf, with at least one answer or outcome. The frame below is sound already.

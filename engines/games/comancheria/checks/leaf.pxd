"""Whether the leaf on top of the stack is one that the frame below it expects: a question, a die or a draw."""
from libc.stdint cimport int32_t

from hunch.engines.games.comancheria.procedures.frames cimport DieFrame, PickFrame
from hunch.engines.games.comancheria.state cimport Argument, Frame, St, Tables

cdef bint argument(const St* s, const Argument* a, int32_t v) noexcept nogil
# Whether a value is in the range of an argument and, if that is about a Band, a Ranchería or a headman, in play.

cdef bint die_fits(const Tables* t, const St* s, const DieFrame* f, const Frame* below) noexcept nogil
cdef bint pick_fits(const Tables* t, const St* s, const PickFrame* f, const Frame* below) noexcept nogil
cdef bint leaf_fits(const Tables* t, const St* s, const Frame* f, const Frame* below) noexcept nogil
# On top, with something that can come of it. The frame below fits already.

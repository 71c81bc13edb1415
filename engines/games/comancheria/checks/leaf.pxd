"""Whether the leaf on top of the stack is one that the frame below it asks, rolls or draws."""
from libc.stdint cimport int32_t

from hunch.engines.games.comancheria.state cimport Frame, St, Tables

cdef bint argument(const St* s, int32_t letter, int32_t v) noexcept nogil
# Whether an argument is of its kind: the letters of data/steps.py.

cdef bint die_fits(const Tables* t, const St* s, const Frame* f, const Frame* below) noexcept nogil
cdef bint pick_fits(const Tables* t, const St* s, const Frame* f, const Frame* below) noexcept nogil
cdef bint leaf_fits(const Tables* t, const St* s, const Frame* f, const Frame* below) noexcept nogil
# On top, with something that can come of it. The frame below fits already.

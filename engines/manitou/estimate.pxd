"""What an unfinished game of Big Manitou is worth."""
from hunch.engines.manitou.state cimport ManitouState, Numbers

cdef void guess(const ManitouState* s, const Numbers* t, bint by_margin, double unit, double* out) noexcept nogil

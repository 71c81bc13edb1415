"""An estimate of the payoffs in an unfinished game of Big Manitou."""
from hunch.engines.games.manitou.state cimport ManitouState, Tables

cdef void estimate_payoffs(const Tables* t, const ManitouState* s, double* out) noexcept nogil

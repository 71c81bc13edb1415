"""Finds what is wrong with a world of Big Manitou."""
from libc.stdint cimport int32_t

from hunch.engines.games.manitou.state cimport ManitouState, Tables

cdef int32_t find_flaw(const Tables* t, const ManitouState* s) noexcept nogil

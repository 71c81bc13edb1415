"""Kuhn poker on the contract."""
from libc.stdint cimport int32_t

from hunch.engines.contract cimport Game


cdef class Kuhn(Game):
    cdef void pay(self, int32_t first, int32_t second, int32_t last, int32_t made, double* out) noexcept nogil
    # Writes the payoffs after `made` moves, of which `last` ended the betting.

"""Leduc poker on the contract."""
from libc.stdint cimport int32_t

from hunch.engines.contract cimport Game
from hunch.engines.games.leduc.state cimport LeducState


cdef class Leduc(Game):
    cdef void pay(self, const LeducState* s, double* out) noexcept nogil
    # Writes the payoffs once the betting is over.

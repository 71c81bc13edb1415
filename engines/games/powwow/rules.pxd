"""Pow Wow on the contract."""
from libc.stdint cimport int32_t

from hunch.engines.contract cimport Game
from hunch.engines.games.powwow.state cimport PowwowState, Tables
from hunch.engines.rng cimport Rng


cdef class Powwow(Game):
    cdef Tables t
    cdef readonly tuple colours          # the six Indians, as `hunch.engines.games.powwow.tables.Colour`
    cdef readonly dict data              # the content of the data file

    cdef int32_t play_on(self, PowwowState* s, Rng* rng, int32_t rounds, double* out) noexcept nogil

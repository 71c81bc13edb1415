"""Comanchería on the contract."""
from libc.stdint cimport int32_t

from hunch.engines.comancheria.state cimport St, Tables
from hunch.engines.contract cimport Game


cdef class Comancheria(Game):
    cdef Tables t
    cdef readonly list trail             # spaces of the wagon trail, nearest to the north-east square first
    cdef readonly dict data              # as it was loaded, for the names of cards

    cdef void advance(self, St* s) noexcept nogil
    # Carries out what needs no decision and no chance, up to the next of these or the end of the game.

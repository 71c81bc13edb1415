"""Comanchería on the contract."""
from hunch.engines.games.comancheria.state cimport St, Tables
from hunch.engines.contract cimport Game


cdef class Comancheria(Game):
    cdef Tables t
    cdef readonly list trail             # spaces of the wagon trail, nearest to the north-east square first
    cdef readonly dict data              # as it was loaded, for the names of cards

    cdef void advance(self, St* s) noexcept nogil
    # Plays on to a decision, a chance event or the end of the game.

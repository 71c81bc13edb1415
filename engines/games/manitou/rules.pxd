"""Big Manitou on the contract."""
cimport cython

from hunch.engines.contract cimport Game
from hunch.engines.games.manitou.state cimport Tables


@cython.final
cdef class Manitou(Game):
    cdef Tables t
    cdef readonly object cards      # tables.Cards: cards and tiles, for words and codec

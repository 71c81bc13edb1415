"""Tomahawk on the contract."""
from hunch.engines.contract cimport Game
from hunch.engines.games.tomahawk.state cimport Tables


cdef class Tomahawk(Game):
    cdef Tables t
    cdef readonly object cards      # tables.Cards: cards and territories, for words and codec
    cdef readonly dict tiles        # by the bytes of a territory's id: its code

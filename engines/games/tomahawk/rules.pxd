"""Tomahawk on the contract."""
from hunch.engines.contract cimport Game
from hunch.engines.games.tomahawk.state cimport Tables


cdef class Tomahawk(Game):
    cdef Tables t
    cdef readonly object cards      # cards.Cards: what words and codec call cards and territories
    cdef readonly dict tiles        # codes of territories, by the bytes of their ids

"""The tables of a game, filled from its data."""
from hunch.engines.games.comancheria.state cimport Tables

cdef int build(dict data, dict options, Tables* t) except -1

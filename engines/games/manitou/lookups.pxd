"""The tables of Big Manitou, made once from its cards and options."""
from hunch.engines.games.manitou.state cimport Tables


cdef int build(Tables* t, object cards, dict options) except -1
# Fills the tables from `tables.Cards`.

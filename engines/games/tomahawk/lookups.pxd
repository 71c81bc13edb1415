"""Makes the tables of Tomahawk from its cards."""
from hunch.engines.games.tomahawk.state cimport Tables


cdef int build(Tables* t, object cards, bint sought, bint by_margin) except -1
# Fills the tables from `cards.Cards`.

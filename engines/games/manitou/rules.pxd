"""The game Big Manitou: what its methods share."""
cimport cython
from libc.stdint cimport int32_t

from hunch.engines.contract cimport Game, move_t
from hunch.engines.games.manitou.state cimport ManitouState, Tables
from hunch.engines.games.manitou.tile_values cimport TileValues
from hunch.engines.rng cimport Rng


@cython.final
cdef class Manitou(Game):
    cdef readonly object tables          # what was read from the data file
    cdef Tables t

    cdef void set_numbers(self, int32_t players)
    cdef int32_t rides(self, const ManitouState* s, int32_t laid, int32_t n, move_t* out) noexcept nogil
    cdef move_t answer(self, const ManitouState* s) noexcept nogil
    cdef int32_t drawer(self, const ManitouState* s) noexcept nogil
    # Who draws the card that chance is about.

    cdef bint could_lay(self, const ManitouState* s, int32_t ground, int32_t kind) noexcept nogil
    # On a view: whether `turn`, whose hand is hidden, could play that card, as far as the owner knows.

    cdef move_t next_move(self, const ManitouState* s, TileValues* values, Rng* rng) noexcept nogil
    # As the rollout policy plays; what these values hold is not worked out again.

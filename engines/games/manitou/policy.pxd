"""The prior and the rollout policy: the gain that each move promises, from what the seat to move knows."""
from libc.stdint cimport int32_t

from hunch.engines.contract cimport move_t
from hunch.engines.games.manitou.state cimport ManitouState, Tables
from hunch.engines.games.manitou.tile_values cimport TileValues
from hunch.engines.rng cimport Rng


cdef void prior_of(const Tables* t, const ManitouState* s, const move_t* moves, int32_t n, float* out) noexcept nogil
# Writes the shares of the legal moves.

cdef move_t policy_move(const Tables* t, const ManitouState* s, TileValues* k, Rng* rng) noexcept nogil
# Returns a legal move, drawn by those shares; NOTHING if there is none. It fills in the values in `k` that it needs.

cdef int32_t play_on(const Tables* t, ManitouState* s, Rng* rng) noexcept nogil
# Plays a world to its end by chance and `policy_move`; returns the number of steps.

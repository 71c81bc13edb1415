"""What each move promises who is to move, as far as he knows: how the game leans, and how rollouts are played."""
from libc.stdint cimport int32_t

from hunch.engines.contract cimport move_t
from hunch.engines.games.manitou.state cimport ManitouState, Tables
from hunch.engines.games.manitou.tile_values cimport TileValues
from hunch.engines.rng cimport Rng

cdef void prior_of(const Tables* t, const ManitouState* s, const move_t* moves, int32_t n, float* out) noexcept nogil
# The shares of the legal moves, whatever they are about.

cdef move_t policy_move(
    const Tables* t, const ManitouState* s, TileValues* k, const move_t* moves, int32_t n, Rng* rng
) noexcept nogil
# One of the legal moves, drawn by those shares. What the stakes hold is not worked out again.

cdef int32_t select_all(const Tables* t, ManitouState* s, TileValues* k, Rng* rng) noexcept nogil
# Draws, as `policy_move` would step by step, all that is still to be selected; gives how many steps that is.

"""What each move promises who is to move, as far as he knows: how the game leans, and how rollouts are played."""
from libc.stdint cimport int32_t

from hunch.engines.contract cimport move_t
from hunch.engines.manitou.tile_values cimport Stakes
from hunch.engines.manitou.state cimport ManitouState, Numbers
from hunch.engines.rng cimport Rng

cdef void lean_to(const ManitouState* s, const Numbers* t, const move_t* moves, int32_t n, float* out) noexcept nogil
# The shares of the legal moves, whatever they are about.

cdef move_t promising(
    const ManitouState* s, const Numbers* t, Stakes* k, const move_t* moves, int32_t n, Rng* rng
) noexcept nogil
# One of the legal moves, drawn by those shares. What the stakes hold is not worked out again.

cdef int32_t select_all(ManitouState* s, const Numbers* t, Stakes* k, Rng* rng) noexcept nogil
# Draws, as `promising` would step by step, all that is still to be selected; gives how many steps that is.

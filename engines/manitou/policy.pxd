"""How Big Manitou is played in a rollout, and what an unfinished game is worth."""
from libc.stdint cimport int32_t

from hunch.engines.contract cimport move_t
from hunch.engines.manitou.state cimport ManitouState, Numbers
from hunch.engines.rng cimport Rng

cdef move_t choose(const ManitouState* s, const Numbers* t, const move_t* out, int32_t n, Rng* rng) noexcept nogil
# One of the `n` legal moves.

cdef void guess(const ManitouState* s, const Numbers* t, bint by_margin, double unit, double* out) noexcept nogil

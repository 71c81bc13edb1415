"""How Big Manitou is played in a rollout, and what an unfinished game is worth."""
from libc.stdint cimport int32_t

from hunch.engines.contract cimport move_t
from hunch.engines.manitou.scores cimport payoffs
from hunch.engines.manitou.state cimport ManitouState, Numbers
from hunch.engines.rng cimport Rng, below


cdef move_t choose(const ManitouState* s, const Numbers* t, const move_t* out, int32_t n, Rng* rng) noexcept nogil:
    return out[below(rng, n)] if n > 1 else out[0]


cdef void guess(const ManitouState* s, const Numbers* t, bint by_margin, double unit, double* out) noexcept nogil:
    payoffs(s, t, by_margin, unit, out)

"""How Big Manitou is played in a rollout, and what an unfinished game is worth."""
from libc.stdint cimport int32_t

from hunch.engines.contract cimport move_t
from hunch.engines.manitou.state cimport ManitouState, Numbers
from hunch.engines.rng cimport Rng

cdef move_t choose(const ManitouState* s, const Numbers* t, const move_t* out, int32_t n, Rng* rng) noexcept nogil
# One of the `n` legal moves: for cards that are played, the penalty, and the white cylinder.

cdef move_t blind_pick(const ManitouState* s, const Numbers* t, Rng* rng) noexcept nogil
# SELECT: the next card of a selection made blindly: each card above is taken with the share that is still owed.

cdef int32_t blind_selections(ManitouState* s, const Numbers* t, Rng* rng) noexcept nogil
# SELECT: all that are still owed, as `blind_pick` makes them; gives how many cards that was.

cdef move_t best_get(const ManitouState* s, const Numbers* t) noexcept nogil
# TAKE: the lowest of the best tiles that this share gets.

cdef void guess(const ManitouState* s, const Numbers* t, bint by_margin, double unit, double* out) noexcept nogil

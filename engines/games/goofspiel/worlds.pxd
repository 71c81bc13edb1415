"""The worlds of a view of goofspiel: the bids that it hides."""
from libc.stdint cimport int32_t, int64_t

from hunch.engines.games.goofspiel.state cimport GoofspielState
from hunch.engines.rng cimport Rng


cdef int64_t all_worlds(
    int32_t cards, const GoofspielState* view, int64_t cap, GoofspielState* out, double* weight
) noexcept nogil
# See `worlds` of the contract. `cards` is the number of cards that each hand begins with.

cdef bint draw_world(int32_t cards, GoofspielState* s, Rng* rng) noexcept nogil
# See `fill` of the contract.

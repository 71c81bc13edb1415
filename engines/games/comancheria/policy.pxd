"""The baseline: what a sensible player does without looking ahead."""
from hunch.engines.games.comancheria.state cimport St, Tables
from hunch.engines.contract cimport move_t
from hunch.engines.rng cimport Rng

cdef move_t policy_move(const Tables* t, const St* s, Rng* rng) noexcept nogil

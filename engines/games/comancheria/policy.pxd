"""The baseline: what a sensible player does without looking ahead, and how good a position looks."""
from hunch.engines.games.comancheria.state cimport St, Tables
from hunch.engines.contract cimport move_t
from hunch.engines.rng cimport Rng

cdef move_t sensible(const Tables* t, const St* s, Rng* rng) noexcept nogil
cdef double promise(const Tables* t, const St* s) noexcept nogil

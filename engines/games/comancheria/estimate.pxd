"""An estimate of an unfinished game, from the objective, the land and the tracks."""
from hunch.engines.games.comancheria.state cimport St, Tables

cdef double estimate_payoff(const Tables* t, const St* s) noexcept nogil
# In [-1, 1]: half the logarithm of the odds of winning, flattened at the ends.

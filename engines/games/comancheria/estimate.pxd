"""An estimate of an unfinished game, from the objective, the land and the tracks."""
from hunch.engines.games.comancheria.state cimport St, Tables

cdef double estimate_payoff(const Tables* t, const St* s) noexcept nogil
# In [-1, 1]: the chance of winning, from -0.98 to 0.98 while the game goes on.

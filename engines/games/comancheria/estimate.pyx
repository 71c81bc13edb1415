"""An estimate of an unfinished game, from the objective, the land and the tracks."""
from libc.math cimport exp
from libc.stdint cimport int32_t

from hunch.engines.games.comancheria.board.areas cimport lands
from hunch.engines.games.comancheria.codes.components cimport BANDS, PLAYING, WON
from hunch.engines.games.comancheria.procedures.victory cimport objective
from hunch.engines.games.comancheria.state cimport St, Tables

# By period, the chance to pass its Victory Check for a player who begins it.
cdef double[5] LATER = [0.0, 0.0, 0.6, 0.65, 0.75]

# By period, where `outlook` starts: what it makes of the first position of a later period comes to LATER.
cdef double[5] START = [0.0, -0.6, -0.3, -0.8, -0.6]


cdef double estimate_payoff(const Tables* t, const St* s) noexcept nogil:
    """The chance to pass the next Victory Check, times LATER for each period after it.

    With periods as terms of one logistic sum, a long game would come so near to a loss that only survival counted. As
    the start of a period comes to LATER, a check that is passed is worth no less than one that is about to be.
    """
    cdef int32_t period
    cdef double chance
    if s.outcome != PLAYING:
        return 1.0 if s.outcome == WON else -1.0
    chance = 1.0 / (1.0 + exp(-2.0 * outlook(t, s)))
    for period in range(s.period + 1, t.last_period + 1):
        chance *= LATER[period]
    return 0.98 * (2.0 * chance - 1.0)


cdef double outlook(const Tables* t, const St* s) noexcept nogil:
    """Half the log odds of the next Victory Check; a logistic fit over games of the baseline gives the numbers.

    The objective counts most, the nearer its check the more, then controlled land, Military and columns.
    """
    cdef int32_t i, people = 0, held = lands(s, False)
    cdef double value = START[s.period]
    for i in range(BANDS):
        people += s.band_strength[i] != 0
    for i in range(6):
        value += 0.2 * ((held >> i) & 1)
    for i in range(4):
        value -= 0.03 * s.column_strength[i]
    value += 0.1 * min(s.military, 4) + 0.03 * s.culture + 0.03 * people - 0.15 * s.passage - 0.05 * s.operations
    if objective(t, s, held):
        value += 0.2 + 0.35 * s.passage
    if s.military + s.culture < 2:
        value -= 0.2
    return value

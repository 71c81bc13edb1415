"""An estimate of an unfinished game, from the objective, the land and the tracks."""
from libc.math cimport exp
from libc.stdint cimport int32_t

from hunch.engines.games.comancheria.board.areas cimport lands
from hunch.engines.games.comancheria.codes.components cimport BANDS, CAMPS, PLAYING, WON
from hunch.engines.games.comancheria.procedures.victory cimport shortfall
from hunch.engines.games.comancheria.state cimport St, Tables

# By period, half the log odds to pass its Victory Check for a player who begins it as most do.
cdef double[5] USUAL = [0.0, 0.69, 0.20, 0.31, 0.55]

# By period, where `outlook` starts: what it makes of the usual first position of a period comes to USUAL.
cdef double[5] START = [0.0, 0.45, 0.42, -0.25, 0.05]

# What is known of a period says this share of it of the next one, as much can change until then.
cdef double LASTING = 0.6


cdef double estimate_payoff(const Tables* t, const St* s) noexcept nogil:
    """The chance to pass the next Victory Check, times that of each later one.

    With periods as terms of one logistic sum, a long game would come so near to a loss that only survival counted.
    """
    cdef int32_t period, i, held = lands(s, False)
    cdef double kept = 1.0, chance = 1.0, common
    if s.outcome != PLAYING:
        return 1.0 if s.outcome == WON else -1.0
    common = assets(s, held)
    for period in range(s.period, t.last_period + 1):
        i = s.passage if period == s.period else 0
        chance *= logistic(USUAL[period] + kept * (common + outlook(t, s, held, period, i) - USUAL[period]))
        kept *= LASTING
    return 0.98 * (2.0 * chance - 1.0)


cdef inline double logistic(double half_odds) noexcept nogil:
    return 1.0 / (1.0 + exp(-2.0 * half_odds))


cdef double outlook(const Tables* t, const St* s, int32_t held, int32_t period, int32_t passage) noexcept nogil:
    """Half the log odds of a period's Victory Check, without `assets`, if so many Passages of it are over.

    A logistic fit over 6,000 games of the baseline in `rise_and_fall` gives these numbers and those of `assets`. What
    the objective lacks counts most, the nearer its check the more.
    """
    cdef double value = START[period] - (0.24 + 0.2 * passage) * shortfall(t, s, held, period)
    return value + (0.25 if period == 4 else 0.1) * passage


cdef double assets(const St* s, int32_t held) noexcept nogil:
    """What counts in any period: controlled land, columns, the tracks, Bands and Rancherías."""
    cdef int32_t i
    cdef double value = 0.06 * min(s.military, 4) + 0.013 * s.culture
    for i in range(6):
        value += 0.09 * ((held >> i) & 1)
    for i in range(4):
        value -= 0.06 * s.column_strength[i]
    for i in range(BANDS):
        value += 0.05 * (s.band_strength[i] != 0)
    for i in range(CAMPS):
        value += 0.024 * (s.camp_at[i] != 0)
    if s.military + s.culture < 2:
        value -= 0.37
    return value

"""An estimate of an unfinished game, from the objective, the land and the tracks."""
from libc.math cimport tanh
from libc.stdint cimport int32_t

from hunch.engines.games.comancheria.board.areas cimport lands
from hunch.engines.games.comancheria.codes.components cimport BANDS, PLAYING, WON
from hunch.engines.games.comancheria.procedures.victory cimport objective
from hunch.engines.games.comancheria.state cimport St, Tables


cdef double estimate_payoff(const Tables* t, const St* s) noexcept nogil:
    """A logistic fit over games of the baseline gives the numbers.

    The objective counts most, the nearer its check the more, then controlled land, Military and columns. All later
    periods together count as one. Each as a term of its own would bring a long game so near to a loss that a search
    sees nothing but survival.
    """
    cdef int32_t i, people = 0, held
    cdef double value = -0.6
    if s.outcome != PLAYING:
        return 1.0 if s.outcome == WON else -1.0
    held = lands(s, False)
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
    if s.period < t.last_period:
        value -= 1.1
    return 0.98 * tanh(value)

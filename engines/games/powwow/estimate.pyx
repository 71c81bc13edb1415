"""The expected payoffs of a world, from the probability that an Indian leaves first before its card changes hands.

The weights were fitted (`python -m tools.powwow_odds`) to the payoffs of rollouts from the beginnings of rounds.
"""
from libc.stdint cimport int32_t

from hunch.engines.games.powwow.state cimport (
    COLOURS, MOST_PLAYERS, POW_WOW, SEGMENTS, PowwowState, Tables, second_place,
)


cdef double weight(const Tables* t, const PowwowState* s, int32_t card, int32_t hand) noexcept nogil:
    """The odds that the Indian of a card leaves first while the card is still in this hand."""
    cdef int32_t place = s.place[card - 1], segment, stones = 0, order = 0
    cdef double product = t.odds[place]
    for segment in range(SEGMENTS):
        stones += t.steps[segment][s.ring[segment]] & t.leaves[place] != 0
    if stones:
        product *= t.odds_ready[stones - 1]
    if hand < t.seats:
        order = hand - s.starter if hand >= s.starter else hand - s.starter + t.seats
        product *= t.odds_order[order] * t.odds_stones[s.stones[hand] if s.stones[hand] < 7 else 7]
    return product


cdef void estimate_payoffs(const Tables* t, const PowwowState* s, double* out) noexcept nogil:
    cdef double held[MOST_PLAYERS]
    cdef double share, total, theirs = 0.0
    cdef int32_t i, hand
    cdef bint over = False
    for i in range(COLOURS):
        over = over or s.place[i] > t.spaces
    total = 0.0 if over else t.odds_open[second_place(s)]        # an Indian that has left the track has won
    for hand in range(t.hands):
        held[hand] = 0.0
        for i in range(2):
            if 1 <= s.hand[hand][i] < POW_WOW and (not over or s.place[s.hand[hand][i] - 1] > t.spaces):
                share = weight(t, s, s.hand[hand][i], hand)
                held[hand] += share
                total += share
    if total == 0.0:
        total = 1.0
    for i in range(t.seats):
        held[i] /= total
        theirs += held[i]
    for i in range(t.seats):
        out[i] = held[i] - (theirs - held[i]) * t.foes

"""The guess at who is ahead: a straight line through 12,000 games of the rollout policy with itself.

A point of lead is a point; a strength still to come is worth 0.45 points; of a battle that goes on, its animals count
by the lead in strength over 6 for each turn left, at most whole, times 0.8. What the line leaves open has a standard
deviation of 10 points before the first turn and under 7 before the last.
"""
from libc.math cimport sqrt
from libc.stdint cimport int32_t, uint32_t

from hunch.engines.tomahawk.battle cimport lead
from hunch.engines.tomahawk.state cimport ENDED, PILES, TURNS, Tables, TomahawkState, lowest

cdef double OPEN_BATTLE = 0.8
cdef double TO_COME = 0.45
cdef double STRENGTH_A_TURN = 6.0
cdef double[TURNS + 1] DEVIATION = [10.2, 9.8, 9.2, 7.6, 6.9, 6.7, 1.0]   # points, by turns finished


cdef double guess_lead(const Tables* t, const TomahawkState* s) noexcept nogil:
    cdef double ahead = lead(t, s), share
    cdef int32_t pile
    if s.step < ENDED:
        ahead += TO_COME * (strength_to_come(t, s, 0) - strength_to_come(t, s, 1))
        for pile in range(PILES):
            ahead += OPEN_BATTLE * battle_so_far(t, s, pile)
    if t.by_margin:
        return min(max(ahead / t.unit, -1.0), 1.0)
    if s.step == ENDED:
        return (ahead > 0) - (ahead < 0)
    share = ahead / DEVIATION[s.turn]
    return share / sqrt(share * share + 1.5707963267948966)       # near the normal distribution, and exact everywhere


cdef double battle_so_far(const Tables* t, const TomahawkState* s, int32_t pile) noexcept nogil:
    """Animals of a pile's battle that the lead in strength so far promises to seat 0."""
    cdef int32_t place = t.place[s.turn][pile], turn, first, second, strength = 0
    cdef double share
    if s.tile[place] == 0 or s.result[place]:
        return 0.0
    for turn in range(t.begins[place], t.finishes[place] + 1):
        first, second = s.card[0][turn][pile], s.card[1][turn][pile]
        if first == 0:
            break
        strength += t.strength[first][second] - t.strength[second][first]
    share = strength / (STRENGTH_A_TURN * (t.finishes[place] - s.turn + 1))
    return t.animals[s.tile[place]] * min(max(share, -1.0), 1.0)


cdef double strength_to_come(const Tables* t, const TomahawkState* s, int32_t seat) noexcept nogil:
    """Of the cards in hand, in the deck and pending."""
    cdef uint32_t cards
    cdef int32_t total = 0, pile
    for pile in range(PILES):
        total += t.value[s.pending[seat][pile]]
    cards = s.hand[seat]
    while cards:
        total += t.value[t.code_at[lowest(cards)]]
        cards &= cards - 1
    cards = s.deck[seat]
    while cards:
        total += t.value[t.code_at[lowest(cards)]]
        cards &= cards - 1
    return total

"""An estimate of the payoffs in an unfinished game.

The estimate is the lead in points, plus the values of the cards still to come (lookups.pyx). An unfinished battle adds
the tokens of its face-down rows, and its animals times the chance that its lead wins. The error has a standard
deviation of 10 points before the first turn and under 7 before the last.
"""
from libc.math cimport sqrt
from libc.stdint cimport int32_t, uint32_t

from hunch.engines.games.tomahawk.battle cimport Fight, add_row, animals_of, lead
from hunch.engines.games.tomahawk.policy cimport hoped
from hunch.engines.games.tomahawk.state cimport ENDED, PILES, TURNS, Tables, TomahawkState, lowest

cdef double[TURNS + 1] DEVIATION = [9.6, 9.2, 8.3, 7.1, 6.6, 5.9, 1.0]   # of the error in points, by turns finished


cdef double estimate_lead(const Tables* t, const TomahawkState* s) noexcept nogil:
    cdef double ahead = lead(t, s), share
    cdef int32_t pile
    if s.step < ENDED:
        ahead += worth_to_come(t, s, 0) - worth_to_come(t, s, 1)
        for pile in range(PILES):
            ahead += battle_so_far(t, s, pile)
    if t.by_margin:
        return min(max(ahead / t.unit, -1.0), 1.0)
    if s.step == ENDED:
        return (ahead > 0) - (ahead < 0)
    share = ahead / DEVIATION[s.turn]
    return share / sqrt(share * share + 1.5707963267948966)       # near the normal distribution; equal on all machines


cdef double battle_so_far(const Tables* t, const TomahawkState* s, int32_t pile) noexcept nogil:
    """The points that seat 0 may expect from the battle on a pile."""
    cdef int32_t place = t.place[s.turn][pile], turn, first, second
    cdef Fight f
    cdef double scalps = 0.0
    if s.tile[place] == 0 or s.result[place]:
        return 0.0
    f.rows = 0
    f.present[0] = f.present[1] = 0
    for turn in range(t.begins[place], t.finishes[place] + 1):
        first, second = s.card[0][turn][pile] & 31, s.card[1][turn][pile] & 31
        if first == 0:
            break
        add_row(t, &f, first, second)
        if not (s.shown >> (turn * PILES + pile)) & 1:
            scalps += t.net[first][second]
    if f.rows == 0:
        return 0.0
    turn = t.finishes[place] - t.begins[place] + 1 - f.rows
    return scalps + animals_of(t, s.tile[place], &f) * hoped(t, s.tile[place], turn, &f)


cdef double worth_to_come(const Tables* t, const TomahawkState* s, int32_t seat) noexcept nogil:
    """The value in points of the cards in hand, in the deck and pending."""
    cdef uint32_t cards
    cdef double total = 0.0
    cdef int32_t pile
    for pile in range(PILES):
        total += t.worth[s.pending[seat][pile] & 31]
    cards = s.hand[seat]
    while cards:
        total += t.worth[t.code_at[lowest(cards)]]
        cards &= cards - 1
    cards = s.deck[seat]
    while cards:
        total += t.worth[t.code_at[lowest(cards)]]
        cards &= cards - 1
    return total

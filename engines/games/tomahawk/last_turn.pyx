"""The last turn as a table: the points of each whole turn against each turn of the other seat.

All battles end in that turn, and the two cards placed on a pile decide its battle alone. So the table is a sum over the
piles: a few fights on each pile give all pairs of turns.
"""
from libc.stdint cimport int32_t, uint32_t
from libc.string cimport memcpy

from hunch.engines.contract cimport MOST_TURNS, u8
from hunch.engines.games.tomahawk.battle cimport Fight, Standing, add_row, lead, prize, prospect, take_standing
from hunch.engines.games.tomahawk.state cimport PILES, PLACING, TURNS, Tables, TomahawkState, lowest, minus, popcount

ctypedef struct Last:               # the last turns of a seat
    int32_t kinds
    u8 code[PILES + 1]              # codes of the cards in hand, then of a card that was taken
    bint taken[PILES]               # by pile: whether the card that was taken lies there
    int32_t turns
    u8 order[MOST_TURNS][PILES]     # by turn and pile: an index into `code`


cdef void list_all(const Tables* t, const TomahawkState* s, int32_t seat, Last* h) noexcept nogil:
    cdef uint32_t kinds = s.hand[seat] & t.firsts
    cdef u8 order[PILES]
    cdef int32_t pile
    h.kinds = h.turns = 0
    while kinds:
        h.code[h.kinds] = lowest(kinds) + 1
        kinds &= kinds - 1
        h.kinds += 1
    for pile in range(PILES):
        h.taken[pile] = s.pending[seat][pile] != 0
        if h.taken[pile]:
            h.code[h.kinds] = s.pending[seat][pile]
    list_turns(t, h, s.hand[seat], 0, &order[0])


cdef void list_turns(const Tables* t, Last* h, uint32_t hand, int32_t pile, u8* order) noexcept nogil:
    """Lists all ways to fill the piles from `pile` on."""
    cdef int32_t i
    if pile == PILES:
        memcpy(&h.order[h.turns][0], order, PILES)
        h.turns += 1
        return
    if h.taken[pile]:
        order[pile] = h.kinds
        list_turns(t, h, hand, pile + 1, order)
        return
    for i in range(h.kinds):
        if (hand >> (h.code[i] - 1)) & 1:
            order[pile] = i
            list_turns(t, h, minus(t, hand, h.code[i]), pile + 1, order)


cdef inline bint is_last(const TomahawkState* s) noexcept nogil:
    """Whether this is the last turn, and each hand has as many cards as piles to fill."""
    cdef int32_t seat, pile, due
    if s.step != PLACING or s.turn != TURNS - 1 or s.sought:
        return False
    for seat in range(2):
        due = 0
        for pile in range(PILES):
            due += s.pending[seat][pile] == 0
        if popcount(s.hand[seat]) != due or due < PILES - 1:
            return False
    return True


cdef void fight(
    const Tables* t, const TomahawkState* s, int32_t pile, const Last* seat_0, const Last* seat_1,
    float gain[PILES + 1][PILES + 1],
) noexcept nogil:
    """Writes the points of seat 0 on a pile, by the cards that both place there."""
    cdef int32_t place = t.place[s.turn][pile], tile = s.tile[place], turn, i, j, first, second, tokens = 0
    cdef uint32_t own, others
    cdef Fight f
    cdef Standing g
    f.rows = 0
    f.present[0] = f.present[1] = 0
    for turn in range(t.begins[place], s.turn):
        first, second = s.card[0][turn][pile] & 31, s.card[1][turn][pile] & 31
        add_row(t, &f, first, second)
        if not (s.shown >> (turn * PILES + pile)) & 1:
            tokens += t.tokens[first][second] - t.tokens[second][first]
    take_standing(t, tile, 0, &f, &g)
    for i in range(seat_0.kinds + 1):
        if seat_0.taken[pile] != (i == seat_0.kinds):
            continue
        first = seat_0.code[i]
        own = g.present[0] | (1u << first)
        for j in range(seat_1.kinds + 1):
            if seat_1.taken[pile] != (j == seat_1.kinds):
                continue
            second = seat_1.code[j]
            others = g.present[1] | (1u << second)
            gain[i][j] = tokens + t.tokens[first][second] - t.tokens[second][first] + prize(t, tile, own | others) * \
                prospect(t, &g, t.strength[first][second], t.strength[second][first], own, others)


cdef bint last_turn_payoffs(const Tables* t, const TomahawkState* s, int32_t* turns, float* out) noexcept nogil:
    cdef Last seat_0, seat_1
    cdef float gain[PILES][PILES + 1][PILES + 1]
    cdef float column[PILES][PILES + 1][MOST_TURNS]     # points by card and turn of the other
    cdef float ahead = lead(t, s), here
    cdef float* row
    cdef int32_t pile, i, j
    cdef const u8* order
    if not is_last(s):
        return False
    list_all(t, s, 0, &seat_0)
    list_all(t, s, 1, &seat_1)
    for pile in range(PILES):
        fight(t, s, pile, &seat_0, &seat_1, gain[pile])
        for i in range(seat_0.kinds + 1):
            if seat_0.taken[pile] == (i == seat_0.kinds):
                for j in range(seat_1.turns):
                    column[pile][i][j] = gain[pile][i][seat_1.order[j][pile]]
    for i in range(seat_0.turns):
        order, row = &seat_0.order[i][0], out + i * seat_1.turns
        for j in range(seat_1.turns):
            here = ahead + column[0][order[0]][j] + column[1][order[1]][j]
            here += column[2][order[2]][j] + column[3][order[3]][j]
            row[j] = here / <float>t.unit if t.by_margin else (here > 0) - (here < 0)
    turns[0], turns[1] = seat_0.turns, seat_1.turns
    return True

"""The effects of each move and event of Tomahawk."""
from libc.stdint cimport int32_t, uint32_t
from libc.string cimport memcpy, memset

from hunch.engines.contract cimport move_t
from hunch.engines.games.tomahawk.battle cimport battle, looks_after, takes_after
from hunch.engines.games.tomahawk.moves cimport army, pile_to_open
from hunch.engines.games.tomahawk.state cimport (
    CHOOSE, CHOOSING, DRAW, DRAWING, ENDED, FOREST, KIND, LOOK, LOOKING, OPEN, OPENING, PILES, PLACE, PLACING, READY,
    SEEK, SEEKING, SHOW, SHOWING, TAKE, TAKING, TIE, TURNS, Tables, TomahawkState, closed, first_open, forests, lowest,
    minus, plus, popcount,
)


cdef inline void begin_turn(const Tables* t, TomahawkState* s) noexcept nogil:
    if s.turn == TURNS:
        s.step = ENDED
    elif pile_to_open(t, s) >= 0:
        s.step = OPENING
    elif s.drawn[1] < t.drawn_by[s.turn]:
        s.step = DRAWING
    else:
        s.step = PLACING


cdef inline void end_step(const Tables* t, TomahawkState* s) noexcept nogil:
    """Goes to the step that is due at the end of a turn."""
    if s.looks:
        s.step = LOOKING
    elif s.takes:
        s.step = TAKING
    else:
        s.turn += 1
        begin_turn(t, s)


cdef inline void ready(const Tables* t, TomahawkState* s) noexcept nogil:
    """Goes on after both have chosen, or both have placed: then puts the cards of this turn on the table."""
    cdef int32_t seat, pile, place, turn
    if s.step == CHOOSING:
        s.step = SEEKING
        if not t.sought:
            begin_turn(t, s)
        return
    for seat in range(2):
        memcpy(&s.card[seat][s.turn][0], &s.pending[seat][0], PILES)
        if not closed(s, seat):
            memset(&s.pending[seat][0], 0, PILES)
        s.taken[seat] = 0
    for pile in range(PILES):
        place = t.place[s.turn][pile]
        if t.land[s.tile[place]] != FOREST:
            s.due |= 1u << (s.turn * PILES + pile)
        elif t.finishes[place] == s.turn:
            for turn in range(t.begins[place], s.turn + 1):
                s.due |= 1u << (turn * PILES + pile)
    s.step = SHOWING
    if s.due == 0:
        end_step(t, s)


cdef inline void show(const Tables* t, TomahawkState* s, move_t m) noexcept nogil:
    """Turns a row face up and gives scalps. After the last row, decides battles."""
    cdef int32_t row = (m >> 10) & 31, first = (m >> 5) & 31, second = m & 31
    s.card[0][row >> 2][row & 3], s.card[1][row >> 2][row & 3] = first, second
    s.shown |= 1u << row
    s.due &= ~(1u << row)
    s.scalps[0] += t.tokens[first][second]
    s.scalps[1] += t.tokens[second][first]
    if s.due == 0:
        decide(t, s)
        end_step(t, s)


cdef inline void decide(const Tables* t, TomahawkState* s) noexcept nogil:
    """Decides the battles that end this turn, and prepares looks by mountains and cards for Dancing Twilight."""
    cdef uint32_t piles = t.ends[s.turn]
    cdef int32_t place, animals, won
    while piles:
        place = t.place[s.turn][lowest(piles)]
        piles &= piles - 1
        won = battle(t, s, place, &animals)
        s.result[place] = won
        if won != TIE:
            s.points[won - 1] += animals
    s.looks = looks_after(t, s, s.turn)
    s.takes = takes_after(t, s, s.turn)


cdef inline void look(const Tables* t, TomahawkState* s, move_t m) noexcept nogil:
    cdef int32_t seat = (m >> 15) & 1, pile
    cdef uint32_t piles = forests(t, s, s.turn)
    cdef int32_t shift = 5 * (popcount(piles) - 1)
    while piles:
        pile = lowest(piles)
        piles &= piles - 1
        s.looked[seat] |= 1u << (s.turn * PILES + pile)
        if m & 0x7FFF:
            s.card[1 - seat][s.turn][pile] = (m >> shift) & 31
        shift -= 5
    s.looks &= ~(1 << seat)
    end_step(t, s)


cdef inline void choose(const Tables* t, TomahawkState* s, move_t m) noexcept nogil:
    cdef int32_t seat = 0 if s.kept[0] == 0 else 1
    s.kept[seat] = (m >> 10) & 127
    s.gone_low[seat], s.gone_high[seat] = (m >> 5) & 31, m & 31
    s.deck[seat] = army(t, s, seat)


cdef void advance(const Tables* t, TomahawkState* s, move_t m) noexcept nogil:
    cdef uint32_t kind = m & <uint32_t>KIND
    cdef int32_t card = m & 31, seat, at
    if kind == PLACE:
        at = first_open(&s.pending[0][0])
        s.hand[at >> 2] = minus(t, s.hand[at >> 2], card)
        s.pending[at >> 2][at & 3] = card
    elif kind == DRAW:
        seat = (m >> 5) & 1
        s.drawn[seat] += 1
        if card:
            s.deck[seat] = minus(t, s.deck[seat], card)
            s.hand[seat] = plus(t, s.hand[seat], card)
        if s.drawn[1] == t.drawn_by[s.turn]:
            s.step = PLACING
    elif kind == SHOW:
        show(t, s, m)
    elif kind == READY:
        ready(t, s)
    elif kind == OPEN:
        s.tile[t.place[s.turn][(m >> 4) & 3]] = m & 15
        s.left &= ~(1u << (m & 15))
        begin_turn(t, s)
    elif kind == LOOK:
        look(t, s, m)
    elif kind == TAKE:
        seat = (m >> 7) & 1
        s.taken[seat] = 1 + ((m >> 5) & 3)
        s.takes = 0
        if card:
            s.hand[seat] = minus(t, s.hand[seat], card)
            s.pending[seat][(m >> 5) & 3] = card
        end_step(t, s)
    elif kind == CHOOSE:
        choose(t, s, m)
    elif kind == SEEK:
        s.sought = m & 15
        s.left &= ~(1u << (m & 15))
        begin_turn(t, s)
    else:
        if m & 127:
            s.dealt[(m >> 7) & 1] = m & 127
        s.step += 1

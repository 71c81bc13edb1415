"""What each seat sees of an event of Tomahawk, what a view hides, and what its owner can observe."""
from libc.stdint cimport int32_t, uint32_t
from libc.string cimport memset

from hunch.engines.contract cimport NOTHING, move_t
from hunch.engines.rng cimport Rng
from hunch.engines.games.tomahawk.apply cimport advance
from hunch.engines.games.tomahawk.moves cimport legal_moves, pile_to_open, seat_to_move, source, tiles_for
from hunch.engines.games.tomahawk.state cimport (
    CHOOSE, CHOOSING, DEAL, DEALING_0, DEALING_1, DRAW, DRAWING, HIDDEN, KIND, LOOK, LOOKING, NO_SET, OPEN, OPENING,
    PILES, PLACE, PLACING, READY, ROWS, SEEK, SEEKING, SHOW, SHOWING, TAKE, TAKING, TURNS, Tables, TomahawkState,
    closed, first_open, forests, holds, lowest, popcount,
)
from hunch.engines.games.tomahawk.worlds cimport draw_world


cdef move_t seen_by(const Tables* t, const TomahawkState* s, move_t m, int32_t seat) noexcept nogil:
    cdef uint32_t kind = m & <uint32_t>KIND
    if kind == CHOOSE:
        return m if seat == (0 if s.kept[0] == 0 else 1) else NOTHING
    if kind == PLACE:
        return m if seat == first_open(&s.pending[0][0]) >> 2 else NOTHING
    if kind == DRAW:
        return m if seat == <int32_t>((m >> 5) & 1) else m & ~<move_t>31
    if kind == TAKE:
        return m if seat == <int32_t>((m >> 7) & 1) else m & ~<move_t>31
    if kind == LOOK:
        return m if seat == <int32_t>((m >> 15) & 1) else m & ~<move_t>0x7FFF
    if kind == DEAL:
        return m if seat == <int32_t>((m >> 7) & 1) else m & ~<move_t>127
    return m


cdef void hide_cards(TomahawkState* s, int32_t other, uint32_t known) noexcept nogil:
    """Hides a seat's cards, except in rows that are known."""
    cdef int32_t turn, pile
    s.hand[other] = s.deck[other] = <uint32_t>NO_SET
    s.dealt[other] = s.kept[other] = s.gone_low[other] = s.gone_high[other] = HIDDEN
    memset(&s.pending[other][0], HIDDEN, PILES)
    for turn in range(TURNS):
        for pile in range(PILES):
            if s.card[other][turn][pile] and not (known >> (turn * PILES + pile)) & 1:
                s.card[other][turn][pile] = HIDDEN


cdef void hide_from(const Tables* t, TomahawkState* s, int32_t seat) noexcept nogil:
    if seat != 0:
        hide_cards(s, 0, s.shown | (s.looked[1] if seat == 1 else 0))
    if seat != 1:
        hide_cards(s, 1, s.shown | (s.looked[0] if seat == 0 else 0))


cdef bint form_fits(const Tables* t, const TomahawkState* s, move_t m) noexcept nogil:
    """Whether an event has the right form for the owner of a view and agrees with the cards that they know."""
    cdef uint32_t kind = m & <uint32_t>KIND
    cdef int32_t seat, card = m & 31, row, shift, other
    cdef uint32_t bits
    if kind == DEAL:
        seat = s.step - DEALING_0
        if s.step > DEALING_1 or (m & ~<move_t>127) != <move_t>(DEAL + (seat << 7)):
            return False
        bits = m & 127
        return bits == 0 if closed(s, seat) else popcount(bits) == 3 and (closed(s, 0) or bits & s.dealt[0] == 0)
    if kind == READY:
        if m != READY:
            return False
        if s.step == PLACING:
            return first_open(&s.pending[0][0]) == 8
        return s.step == CHOOSING and s.kept[0] != 0 and s.kept[1] != 0
    if kind == SEEK:
        return s.step == SEEKING and m < SEEK + 16 and (s.left >> (m & 15)) & 1
    if kind == OPEN:
        row = pile_to_open(t, s)
        return s.step == OPENING and (m & ~<move_t>15) == <move_t>(OPEN + (row << 4)) and \
            (tiles_for(t, s, row) >> (m & 15)) & 1
    if kind == DRAW or kind == TAKE:
        if s.step != (DRAWING if kind == DRAW else TAKING):
            return False
        head, bits = source(t, s)
        if (m & ~<move_t>31) != head:
            return False
        seat = (m >> 5) & 1 if kind == DRAW else (m >> 7) & 1
        return card == 0 if closed(s, seat) else card > 0 and t.copies[card] and holds(bits, card)
    if kind == SHOW:
        row = lowest(s.due) if s.due else ROWS
        if s.step != SHOWING or (m >> 10) != <move_t>((SHOW >> 10) + row):
            return False
        return could_show(t, s, 0, row, (m >> 5) & 31) and could_show(t, s, 1, row, card)
    if kind != LOOK or s.step != LOOKING:
        return False
    seat, bits = lowest(s.looks), forests(t, s, s.turn)
    if (m & ~<move_t>0x7FFF) != <move_t>(LOOK + (seat << 15)):
        return False
    if closed(s, seat):
        return m & 0x7FFF == 0
    other, shift = 1 - seat, 5 * (popcount(bits) - 1)
    if (m & 0x7FFF) >> (shift + 5):
        return False
    while bits:
        if not could_show(t, s, other, s.turn * PILES + lowest(bits), (m >> shift) & 31):
            return False
        bits &= bits - 1
        shift -= 5
    return True


cdef inline bint could_show(
    const Tables* t, const TomahawkState* s, int32_t seat, int32_t row, int32_t card
) noexcept nogil:
    cdef int32_t known = s.card[seat][row >> 2][row & 3]
    return card > 0 and t.copies[card] > 0 and (known == card or known == HIDDEN)


cdef bint own_move_fits(const Tables* t, const TomahawkState* s, move_t m) noexcept nogil:
    """Whether the owner of a view can make this move now."""
    cdef move_t out[128]
    cdef int32_t i
    if seat_to_move(s) < 0 or closed(s, seat_to_move(s)):
        return False
    for i in range(legal_moves(t, s, out)):
        if out[i] == m:
            return True
    return False


cdef bint event_fits(const Tables* t, const TomahawkState* s, move_t m) noexcept nogil:
    cdef TomahawkState after = s[0]
    cdef Rng rng
    cdef uint32_t kind = m & <uint32_t>KIND
    if kind == PLACE or kind == CHOOSE:
        return own_move_fits(t, s, m)
    if not form_fits(t, s, m):
        return False
    advance(t, &after, m)
    rng.state = 0
    return draw_world(t, &after, &rng)

"""Reads a state of Tomahawk straight from the bytes of a message, and leaves anything unusual to codec.py.

It does not check what `flaw` finds. It checks holes, as `flaw` judges a world, which has none.
"""
from libc.stdint cimport int32_t, uint32_t

from hunch.engines.contract cimport State, u8
from hunch.engines.codec.cursor cimport (
    NUMBER, Cursor, at_end, byte, enter, flag, has_more, inside, length, next_is, next_number, number, state_of,
)
from hunch.engines.games.tomahawk.rules cimport Tomahawk
from hunch.engines.games.tomahawk.state cimport (
    CARDS, CODES, ENDED, FIRST_SPECIAL, FOREST, HIDDEN, NO_SET, PILES, PLACES, SHOWING, TAKING, TIE, TURNS, Tables,
    TomahawkState, count_of, plus,
)

cdef enum:
    STATE = 13                  # the field of GameState with the state


def decode_fast(Tomahawk game not None, bytes raw not None):
    cdef State state = State.__new__(State, game)
    cdef Cursor cursor
    if not state_of(raw, STATE, &cursor) or not read_state(&game.t, game.tiles, &cursor, <TomahawkState*>state.data):
        return None
    return state


cdef bint read_state(const Tables* t, dict tiles, Cursor* cursor, TomahawkState* s) except -1:
    cdef Cursor inner
    cdef int32_t seat, rows = 0, placed
    cdef uint32_t pile
    if not byte(number(cursor, 2), 0, TURNS, &s.turn) or not byte(number(cursor, 3) - 1, 0, ENDED, &s.step):
        return False
    if (s.turn == TURNS) != (s.step == ENDED):
        return False
    placed = s.turn + (SHOWING <= s.step <= TAKING)
    s.left = 0xFFFE
    if enter(cursor, 4, &inner) and not tile(tiles, &inner, s, &s.sought):
        return False
    while enter(cursor, 5, &inner):
        if not territory(t, tiles, &inner, s):
            return False
    while enter(cursor, 6, &inner):
        if not row(t, &inner, s, placed):
            return False
        rows += 1
    for seat in range(2):
        if not enter(cursor, 7, &inner) or not read_seat(t, &inner, s, seat):
            return False
    inner = inside(cursor, 8)
    if not seats(&inner, &s.looks):
        return False
    if enter(cursor, 9, &inner):
        seat, pile = number(&inner, 1), number(&inner, 2)
        if not 0 <= seat <= 1 or not 1 <= pile <= PILES or not at_end(&inner):
            return False
        s.takes = PILES * seat + pile
    if s.step == SHOWING:
        s.due = to_show(t, s) & ~s.shown
    return rows == placed * PILES and at_end(cursor)


cdef bint tile(dict tiles, const Cursor* cursor, TomahawkState* s, u8* out) except -1:
    """Reads a territory by its id, and takes it from those that are left."""
    code = tiles.get(cursor.at[:length(cursor)])
    if code is None:
        return False
    out[0] = code
    s.left &= ~(1u << out[0])
    return True


cdef bint territory(const Tables* t, dict tiles, Cursor* cursor, TomahawkState* s) except -1:
    """Reads a territory on the next place of its pile."""
    cdef uint32_t pile = number(cursor, 1) - 1
    cdef Cursor name = inside(cursor, 2)
    cdef int32_t place
    for place in range(PLACES):
        if t.pile_of[place] == pile and s.tile[place] == 0:
            return tile(tiles, &name, s, &s.tile[place]) and byte(number(cursor, 3), 0, TIE, &s.result[place]) and \
                at_end(cursor)
    return False


cdef bint row(const Tables* t, Cursor* cursor, TomahawkState* s, uint32_t placed) noexcept nogil:
    cdef uint32_t turn = number(cursor, 1) - 1, pile = number(cursor, 2) - 1, bit, seat
    cdef u8* card
    cdef u8 looked = 0
    cdef Cursor inner
    cdef bint hidden = False
    if turn >= placed or pile >= PILES:
        return False
    for seat in range(2):
        card = &s.card[seat][turn][pile]
        if not enter(cursor, 3, &inner) or not read_card(t, &inner, card):
            return False
        hidden = hidden or card[0] == HIDDEN
    bit = 1u << (turn * PILES + pile)
    if flag(cursor, 4):
        if hidden:
            return False
        s.shown |= bit
    inner = inside(cursor, 5)
    if not seats(&inner, &looked):
        return False
    for seat in range(2):
        if looked >> seat & 1:
            s.looked[seat] |= bit
    return at_end(cursor)


cdef bint seats(Cursor* cursor, u8* out) noexcept nogil:
    """Reads a list of seats as bits."""
    cdef uint32_t seat
    while has_more(cursor):
        seat = next_number(cursor)
        if seat > 1:
            return False
        out[0] |= 1 << seat
    return at_end(cursor)


cdef bint read_seat(const Tables* t, Cursor* cursor, TomahawkState* s, int32_t seat) noexcept nogil:
    cdef Cursor inner = inside(cursor, 1)
    cdef int32_t pile
    cdef bint hidden
    if not specials(&inner, &s.dealt[seat]):
        return False
    inner = inside(cursor, 2)
    if not choice(t, &inner, s, seat):
        return False
    hidden = s.dealt[seat] == HIDDEN
    if hidden != (s.kept[seat] == HIDDEN):
        return False
    inner = inside(cursor, 3)
    if not cards(t, &inner, hidden, &s.hand[seat]):
        return False
    inner = inside(cursor, 4)
    if not cards(t, &inner, hidden, &s.deck[seat]):
        return False
    for pile in range(PILES):
        if not enter(cursor, 5, &inner) or not read_card(t, &inner, &s.pending[seat][pile]):
            return False
        if hidden != (s.pending[seat][pile] == HIDDEN):
            return False
    return (
        byte(number(cursor, 6), 0, PILES, &s.taken[seat]) and byte(number(cursor, 7), 0, CARDS, &s.drawn[seat]) and
        byte(number(cursor, 8), 0, HIDDEN, &s.points[seat]) and byte(number(cursor, 9), 0, HIDDEN, &s.scalps[seat]) and
        at_end(cursor)
    )


cdef bint specials(Cursor* cursor, u8* out) noexcept nogil:
    """Reads specials as 7 bits, in any order; or HIDDEN."""
    cdef Cursor list_of = inside(cursor, 1)
    cdef uint32_t special
    while has_more(&list_of):
        special = next_number(&list_of) - 1
        if special >= CODES - 1 - FIRST_SPECIAL or out[0] >> special & 1:
            return False
        out[0] |= 1 << special
    if not at_end(&list_of):
        return False
    if flag(cursor, 2):
        if out[0]:
            return False
        out[0] = HIDDEN
    return at_end(cursor)


cdef bint choice(const Tables* t, Cursor* cursor, TomahawkState* s, int32_t seat) noexcept nogil:
    """Reads the specials kept, and the base cards that left for the lower and the higher of them."""
    cdef Cursor kept, left
    if enter(cursor, 1, &kept):
        left = inside(&kept, 1)
        if length(&left) != 2 or not 0 < left.at[0] < left.at[1] or left.at[1] > CODES - 1 - FIRST_SPECIAL:
            return False
        s.kept[seat] = (1 << left.at[0] | 1 << left.at[1]) >> 1
        if not enter(&kept, 2, &left) or not indian(t, &left, &s.gone_low[seat]):
            return False
        if not enter(&kept, 2, &left) or not indian(t, &left, &s.gone_high[seat]) or not at_end(&kept):
            return False
    elif next_is(cursor, 2, NUMBER):
        s.kept[seat] = s.gone_low[seat] = s.gone_high[seat] = HIDDEN
        if next_number(cursor) != 1:
            return False
    elif not flag(cursor, 3):
        return False
    return at_end(cursor)


cdef bint cards(const Tables* t, Cursor* cursor, bint hidden, uint32_t* out) noexcept nogil:
    """Reads a set of cards; NO_SET if it is hidden."""
    cdef Cursor inner
    cdef u8 card
    while enter(cursor, 1, &inner):
        if hidden or not read_card(t, &inner, &card) or card in (0, HIDDEN):
            return False
        if count_of(t, out[0], card) == t.copies[card]:
            return False
        out[0] = plus(t, out[0], card)
    if hidden:
        out[0] = <uint32_t>NO_SET
    return flag(cursor, 2) == hidden and at_end(cursor)


cdef bint read_card(const Tables* t, Cursor* cursor, u8* out) noexcept nogil:
    """Reads a card as its code, HIDDEN, or 0 for none."""
    cdef Cursor inner
    if enter(cursor, 1, &inner):
        return indian(t, &inner, out) and at_end(cursor)
    if next_is(cursor, 2, NUMBER):
        return byte(next_number(cursor) + FIRST_SPECIAL, FIRST_SPECIAL + 1, CODES - 1, out) and at_end(cursor)
    if next_is(cursor, 3, NUMBER):
        out[0] = HIDDEN
        return next_number(cursor) == 1 and at_end(cursor)
    out[0] = 0
    return flag(cursor, 4) and at_end(cursor)


cdef bint indian(const Tables* t, Cursor* cursor, u8* out) noexcept nogil:
    """Reads a base card as its code."""
    cdef uint32_t strength = number(cursor, 1), hair = number(cursor, 2)
    cdef const u8* code
    if strength > 10:
        return False
    code = &t.alike[strength][0]
    while code[0] and t.hair[code[0]] != hair:
        code += 1
    out[0] = code[0]
    return code[0] != 0 and at_end(cursor)


cdef uint32_t to_show(const Tables* t, const TomahawkState* s) noexcept nogil:
    """Returns the rows that are turned face up this turn: all except those in forests whose battle continues."""
    cdef uint32_t rows = 0
    cdef int32_t pile, place, turn
    for pile in range(PILES):
        place = t.place[s.turn][pile]
        if t.land[s.tile[place]] != FOREST:
            rows |= 1u << (s.turn * PILES + pile)
        elif t.finishes[place] == s.turn:
            for turn in range(t.begins[place], s.turn + 1):
                rows |= 1u << (turn * PILES + pile)
    return rows

"""Reads a state of Big Manitou straight from the bytes of a message, and leaves anything unusual to codec.py.

It does not check what `flaw` finds, such as the number of cards at each step. It refuses what the struct cannot hold or
would confuse with something else, and a hand that is hidden without its deck.
"""
from libc.stdint cimport int32_t, uint32_t
from libc.string cimport memcpy

from hunch.engines.contract cimport State, u8
from hunch.engines.games.manitou.rules cimport Manitou
from hunch.engines.games.manitou.state cimport (
    ALL_CARDS, ASIDE, DEAL, DOWN, EIGHTH, END, GROUNDS, HEROES, HIDDEN, HIDDEN_COUNT, HORSE, HUNTERS, LAYOUT,
    OF_SECOND, SELECT, SLOTS, TAKE, TOMAHAWK, ManitouState, Tables, has, size_of, with_card, without_card,
)
from hunch.engines.codec.cursor cimport (
    NUMBER, Cursor, at_end, byte, enter, flag, has_more, inside, next_is, next_number, number, state_of,
)

cdef enum:
    STATE = 14                  # the field of GameState with the state
    MOST_DRAWN = 16             # as in codec.py; no game comes near it


def decode_fast(Manitou game not None, bytes raw not None):
    cdef State state = State.__new__(State, game)
    cdef Cursor cursor
    if not state_of(raw, STATE, &cursor) or not read_state(&game.t, &cursor, <ManitouState*>state.data):
        return None
    return state


cdef bint read_state(const Tables* t, Cursor* cursor, ManitouState* s) noexcept nogil:
    """Reads all fields, in the order of their numbers. Tiles outside the bag are taken out of it."""
    memcpy(s.bag, t.copies, sizeof(s.bag))
    return (
        byte(number(cursor, 2), 0, t.hunts, &s.hunt) and byte(number(cursor, 3) - 1, 0, END, &s.phase) and
        byte(number(cursor, 4), 0, t.players - 1, &s.turn) and grounds(t, cursor, s) and seats(t, cursor, s) and
        tiles(t, cursor, 7, s.bag, s.gone) >= 0 and
        holder(cursor, 8, t.players, &s.brown) and holder(cursor, 9, t.players, &s.white) and
        debtors(cursor, t.players, &s.debtors) and (s.phase != TAKE or share(t, cursor, s)) and at_end(cursor)
    )


# Tiles ----------------------------------------------------------------------------------------------------------

cdef bint grounds(const Tables* t, Cursor* cursor, ManitouState* s) noexcept nogil:
    cdef Cursor inner
    cdef int32_t ground, there, laid = 0
    for ground in range(GROUNDS):
        if not enter(cursor, 5, &inner):
            return False
        there = tiles(t, &inner, 1, s.bag, s.lot[ground])
        if there < 0 or not at_end(&inner):
            return False
        laid += there
    return s.phase != LAYOUT or byte(laid, 0, t.laid_out, &s.at)


cdef int32_t tiles(const Tables* t, Cursor* cursor, uint32_t field, u8* bag, u8* out) noexcept nogil:
    """Reads a list of tiles, takes them out of the bag, and returns their number; -1 if one is not there."""
    cdef Cursor inner
    cdef int32_t kind, n = 0
    while enter(cursor, field, &inner):
        kind = tile(t, &inner)
        if kind < 0 or bag[kind] == 0:
            return -1
        bag[kind] -= 1
        out[kind] += 1
        n += 1
    return n


cdef int32_t tile(const Tables* t, Cursor* cursor) noexcept nogil:
    """Returns the kind of a tile, or -1."""
    cdef uint32_t sort = 0, value
    cdef int32_t kind
    while not next_is(cursor, 1 + sort, NUMBER):
        sort += 1
        if sort > TOMAHAWK:
            return -1
    value = next_number(cursor)
    if sort >= HORSE:
        value -= 1              # kinds without a value are sent as true, which is 1
    for kind in range(t.kinds):
        if t.sort[kind] == sort and t.value[kind] == value:
            return kind if at_end(cursor) else -1
    return -1


cdef bint holder(Cursor* cursor, uint32_t field, uint32_t players, u8* out) noexcept nogil:
    cdef Cursor inner = inside(cursor, field)
    if next_is(&inner, 1, NUMBER):
        return byte(next_number(&inner) + 1, 1, players, out) and at_end(&inner)
    return flag(&inner, 2) and at_end(&inner)


cdef bint debtors(Cursor* cursor, uint32_t players, u8* out) noexcept nogil:
    cdef Cursor inner = inside(cursor, 10)
    cdef uint32_t seat
    while has_more(&inner):
        seat = next_number(&inner)
        if seat >= players:
            return False
        out[0] |= 1 << seat
    return at_end(&inner)


cdef bint share(const Tables* t, Cursor* cursor, ManitouState* s) noexcept nogil:
    cdef Cursor inner = inside(cursor, 11), last
    cdef int32_t kind = 0
    if not byte(number(&inner, 1) - 1, 0, GROUNDS - 1, &s.at):
        return False
    if not byte(number(&inner, 2) - 1, 0, OF_SECOND, &s.share) or not byte(number(&inner, 3), 1, 255, &s.left):
        return False
    if enter(&inner, 4, &last):
        kind = tile(t, &last)
    s.least = <u8>kind
    return kind >= 0 and at_end(&inner)


# Players --------------------------------------------------------------------------------------------------------

cdef bint seats(const Tables* t, Cursor* cursor, ManitouState* s) noexcept nogil:
    cdef Cursor inner
    cdef int32_t seat
    for seat in range(t.players):
        if not enter(cursor, 6, &inner) or not read_seat(t, &inner, s, seat):
            return False
    return True


cdef bint read_seat(const Tables* t, Cursor* cursor, ManitouState* s, int32_t seat) noexcept nogil:
    cdef uint32_t left = ALL_CARDS, spent = 0
    if not cards(t, cursor, 1, &left, &spent):
        return False
    s.pool[seat] = left
    if not hole(t, cursor, 2, &left, &s.hand[seat]) or not hole(t, cursor, 3, &left, &s.deck[seat]):
        return False
    if (s.hand[seat] == HIDDEN) != (s.deck[seat] == HIDDEN) or not laid(t, cursor, &left, s, seat):
        return False
    if s.phase == SELECT:
        s.chosen[seat] = HIDDEN_COUNT if s.deck[seat] == HIDDEN else size_of(s.deck[seat])
    return drawn(cursor, s, seat) and tiles(t, cursor, 6, s.bag, s.tiles[seat]) >= 0 and \
        byte(number(cursor, 7), 0, 255, &s.bonus[seat]) and at_end(cursor)


cdef bint cards(const Tables* t, Cursor* cursor, uint32_t field, uint32_t* left, uint32_t* out) noexcept nogil:
    """Reads a list of cards, and takes them away from those that a player has left."""
    cdef Cursor inner
    cdef int32_t kind
    while enter(cursor, field, &inner):
        kind = card(t, &inner, left)
        if kind < 0:
            return False
        out[0] = with_card(out[0], kind)
    return True


cdef bint hole(const Tables* t, Cursor* cursor, uint32_t field, uint32_t* left, uint32_t* out) noexcept nogil:
    """Reads a set of cards; HIDDEN if it is a hole."""
    cdef Cursor inner
    if not enter(cursor, field, &inner) or not cards(t, &inner, 1, left, out):
        return False
    if flag(&inner, 2):
        if out[0]:
            return False
        out[0] = HIDDEN
    return at_end(&inner)


cdef int32_t card(const Tables* t, Cursor* cursor, uint32_t* left) noexcept nogil:
    """Reads a card, and takes it away from those that a player has left. Returns its kind; -1 if none is left."""
    cdef uint32_t told_number
    cdef int32_t kind = 0
    if next_is(cursor, 1, NUMBER):
        told_number = next_number(cursor)
        while t.number[kind] != told_number:
            kind += 1
            if kind == HUNTERS:
                return -1
    elif next_is(cursor, 2, NUMBER):
        told_number = next_number(cursor)
        if not 1 <= told_number <= HEROES:
            return -1
        kind = HUNTERS + <int32_t>told_number - 1
    else:
        return -1
    if not at_end(cursor) or not has(left[0], kind):
        return -1
    left[0] = without_card(left[0], kind)
    return kind


cdef bint laid(const Tables* t, Cursor* cursor, uint32_t* left, ManitouState* s, int32_t seat) noexcept nogil:
    """Reads what a player has laid, and adds it up on each ground."""
    cdef Cursor inner, of_card
    cdef int32_t kind, slot = 0
    cdef u8 ground
    cdef bint down
    while enter(cursor, 4, &inner):
        if slot == SLOTS or not enter(&inner, 1, &of_card):
            return False
        kind = card(t, &of_card, left)
        if kind < 0 or not byte(number(&inner, 2), 0, GROUNDS, &ground):
            return False
        ground = (ground + ASIDE) % (ASIDE + 1)        # on the wire ASIDE is 0
        down = flag(&inner, 3)
        s.laid[seat][slot] = <u8>(kind + 1 + 16 * ground + DOWN * down)
        slot += 1
        if ground != ASIDE and kind < HUNTERS:
            s.total[ground][seat] += t.number[kind]
            s.hunters[ground][seat] += 1
        elif ground != ASIDE and not down and not face_up(s, ground, seat, slot):
            return False
        if not at_end(&inner):
            return False
    s.played[seat] = slot
    return True


cdef bint face_up(ManitouState* s, int32_t ground, int32_t seat, int32_t slot) noexcept nogil:
    """Adds a hero that lies face up. False if the heroes cannot lie so."""
    if s.owner[ground] not in (0, seat + 1) or s.hero[ground][1]:
        return False
    s.owner[ground] = seat + 1
    s.hero[ground][s.hero[ground][0] != 0] = slot
    return True


cdef bint drawn(Cursor* cursor, ManitouState* s, int32_t seat) noexcept nogil:
    """Reads how many cards a player has drawn. If that was not sent, it is the number of cards laid and in hand."""
    if next_is(cursor, 5, NUMBER):
        return byte(next_number(cursor), 0, MOST_DRAWN, &s.drawn[seat])
    if DEAL <= s.phase <= EIGHTH:
        s.drawn[seat] = s.played[seat] + size_of(s.hand[seat])
    return s.hand[seat] != HIDDEN

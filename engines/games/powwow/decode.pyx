"""Reads a state of Pow Wow straight from the bytes of a message, and leaves anything unusual to codec.py.

It does not check what `flaw` finds. It checks holes, as `flaw` judges a world, which has none.
"""
from libc.stdint cimport int32_t, uint16_t, uint32_t
from libc.string cimport memcpy

from hunch.engines.contract cimport State, u8
from hunch.engines.games.powwow.rules cimport Powwow
from hunch.engines.games.powwow.state cimport (
    COLOURS, DEALING, FINISHED, HIDDEN, LOGGED, MOST_PLAYERS, POW_WOW, RINGS, SEGMENTS, TAKING, PowwowState, Tables,
    entry, given_of, holds, mover, replace, taken_of, who_of, whom_of,
)
from hunch.engines.games.powwow.worlds cimport OF_ALL, owner_of
from hunch.engines.codec.cursor cimport (
    NUMBER, Cursor, at_end, byte, enter, listed, next_is, next_number, number, state_of,
)

cdef enum:
    STATE = 15                  # the field of GameState with the state
    UNSEEN = 8                  # a card in a message: a hole
    UNDEALT = 9                 # a card in a message: not dealt yet


def decode_fast(Powwow game not None, bytes raw not None):
    cdef State state = State.__new__(State, game)
    cdef Cursor cursor
    if not state_of(raw, STATE, &cursor) or not read_state(&game.t, &cursor, <PowwowState*>state.data):
        return None
    return state


cdef bint read_state(const Tables* t, Cursor* cursor, PowwowState* s) noexcept nogil:
    """Reads all fields, in the order of their numbers."""
    return (
        byte(number(cursor, 2) - 1, DEALING, FINISHED, &s.step) and
        byte(number(cursor, 3), 0, 2 * t.hands - 1, &s.dealt) and turn(t, cursor, s) and
        listed(cursor, 6, 0, t.spaces + 1, COLOURS, s.place) == COLOURS and
        listed(cursor, 7, 0, RINGS, SEGMENTS, s.ring) == SEGMENTS and
        pool(t, cursor, s) and hands(t, cursor, s) and exchanges(t, cursor, s) and under_way(t, cursor, s) and
        (not next_is(cursor, 13, NUMBER) or byte(next_number(cursor) + 1, 1, t.hands, &s.winner)) and at_end(cursor)
    )


cdef bint turn(const Tables* t, Cursor* cursor, PowwowState* s) noexcept nogil:
    cdef u8 seat
    if not byte(number(cursor, 4), 0, t.seats - 1, &seat) or not byte(number(cursor, 5), 0, t.seats - 1, &s.starter):
        return False
    s.turn = seat - s.starter if seat >= s.starter else seat - s.starter + t.seats
    return True


cdef bint pool(const Tables* t, Cursor* cursor, PowwowState* s) noexcept nogil:
    cdef u8 colour[MOST_PLAYERS]
    cdef int32_t i, n = listed(cursor, 8, 1, COLOURS, t.seats, colour)
    for i in range(n):
        s.pool += 1 << 3 * (colour[i] - 1)
    return n >= 0


cdef bint hands(const Tables* t, Cursor* cursor, PowwowState* s) noexcept nogil:
    """Reads the seats and the dummy: all hands are known, or that of one seat, or none."""
    cdef Cursor inner
    cdef int32_t i, known = 0
    s.stock = t.stones
    for i in range(t.seats):
        if not enter(cursor, 9, &inner) or not byte(number(&inner, 1), 0, s.stock, &s.stones[i]):
            return False
        s.stock -= s.stones[i]
        if not byte(number(&inner, 2), 0, COLOURS, &s.die[i]) or not hand(&inner, 3, i, s) or not at_end(&inner):
            return False
    if t.hands > t.seats and not hand(cursor, 10, t.seats, s):
        return False
    for i in range(t.hands):
        known += s.hand[i][0] != HIDDEN
    return known == 0 or known == t.hands or (known == 1 and owner_of(t, s) < t.seats)


cdef bint hand(Cursor* cursor, uint32_t field, int32_t place, PowwowState* s) noexcept nogil:
    """Reads the cards dealt so far. A hidden hand is hidden before the deal, too."""
    cdef u8* cards = s.hand[place]
    cdef int32_t dealt = s.dealt - 2 * place if s.step == DEALING else 2
    return pair(cursor, field, UNDEALT, cards) and \
        (cards[0] == HIDDEN or ((cards[0] > 0) == (dealt > 0) and (cards[1] > 0) == (dealt > 1)))


cdef bint pair(Cursor* cursor, uint32_t field, uint32_t most, u8* cards) noexcept nogil:
    """Reads two cards, lower first, and 0 for those to come. Both are hidden or none is."""
    cdef int32_t i
    if listed(cursor, field, 1, most, 2, cards) != 2:
        return False
    if cards[0] > cards[1]:
        cards[0], cards[1] = cards[1], cards[0]
    for i in range(2):
        if cards[i] > POW_WOW:
            cards[i] = HIDDEN if cards[i] == UNSEEN else 0
    return (cards[0] == HIDDEN) == (cards[1] == HIDDEN)


cdef bint card(Cursor* cursor, uint32_t field, bint known, u8* out) noexcept nogil:
    """Reads a card of an exchange. It is a hole if the owner of the view is not in the exchange."""
    if known:
        return byte(number(cursor, field), 1, POW_WOW, out)
    out[0] = HIDDEN
    return number(cursor, field) == UNSEEN


cdef bint exchanges(const Tables* t, Cursor* cursor, PowwowState* s) noexcept nogil:
    """Reads the log, and works out the hands before it by undoing one exchange after the other."""
    cdef Cursor inner
    cdef int32_t i, owner = owner_of(t, s)
    while enter(cursor, 11, &inner):
        if s.logged == LOGGED or not exchange(t, &inner, owner, &s.log[s.logged]):
            return False
        s.logged += 1
    memcpy(s.base, s.hand, sizeof(s.base))
    for i in range(s.logged - 1, -1, -1):
        if given_of(s.log[i]) and not undo(s, s.log[i]):
            return False
    return True


cdef bint exchange(const Tables* t, Cursor* cursor, int32_t owner, uint16_t* out) noexcept nogil:
    cdef u8 who, whom, given, taken, kept
    cdef bint known
    if not byte(number(cursor, 1), 0, t.seats - 1, &who) or not byte(number(cursor, 2), 0, t.hands - 1, &whom):
        return False
    known = owner == OF_ALL or owner == who or owner == whom
    if not card(cursor, 3, known, &given) or not card(cursor, 4, known, &taken) or not card(cursor, 5, known, &kept):
        return False
    out[0] = entry(who, whom, given, taken, kept) if known else entry(who, whom, 0, 0, 0)
    return who != whom and at_end(cursor)


cdef bint undo(PowwowState* s, uint16_t e) noexcept nogil:
    """Undoes an exchange in the hands that are known. False if they do not hold the cards that they got."""
    cdef u8* who = s.base[who_of(e)]
    cdef u8* whom = s.base[whom_of(e)]
    if who[0] != HIDDEN:
        if not holds(who, taken_of(e)):
            return False
        replace(who, taken_of(e), given_of(e))
    if whom[0] != HIDDEN:
        if not holds(whom, given_of(e)):
            return False
        replace(whom, given_of(e), taken_of(e))
    return True


cdef bint under_way(const Tables* t, Cursor* cursor, PowwowState* s) noexcept nogil:
    cdef Cursor inner
    cdef int32_t owner = owner_of(t, s)
    cdef u8 other
    cdef bint known
    if not enter(cursor, 12, &inner):
        return True
    if not byte(number(&inner, 1), 0, t.hands - 1, &other):
        return False
    s.target = other + 1
    known = owner == OF_ALL or owner == mover(t, s) or owner == other
    if not card(&inner, 2, known, &s.given):
        return False
    if s.step == TAKING and (not pair(&inner, 3, UNSEEN, s.sight) or (s.sight[0] != HIDDEN) != known):
        return False
    return at_end(&inner)

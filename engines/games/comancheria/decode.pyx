"""Reads a state of Comanchería straight from the bytes of a message, and leaves anything unusual to codec.py.

It does not look for what `flaw` finds. It checks the range of numbers, as a byte would hold another number than was
sent, and lists that hold the names of their places.
"""
from libc.stdint cimport int32_t, uint16_t, uint32_t

from hunch.engines.games.comancheria.board.pieces cimport first
from hunch.engines.games.comancheria.codes.components cimport (
    ASIDE, BANDS, BOX, CAMPS, CARDS, CELL, COUNTERS, DEPTH, DISCARDED, DRAWN, EAST, GONE, GOODS, HAND, INACTIVE, LAST,
    LOST, MOST_ENEMY_AP, MOST_MP, MUST, NONE, ON, PLACES, PLAYING, RESERVATION, SETS, SOUTHEAST_SQUARE, SPACES, TRACK,
    TRAIL, TRIBE, UNDER, WAR_KINDS,
)
from hunch.engines.games.comancheria.codes.steps cimport STEPS
from hunch.engines.games.comancheria.rules cimport Comancheria
from hunch.engines.games.comancheria.state cimport Frame, St, Tables, owner_of_counter
from hunch.engines.contract cimport State, u8
from hunch.engines.codec.cursor cimport (
    NUMBER, Cursor, at_end, byte, enter, flag, has_more, inside, length, listed, next_is, next_number, number, state_of,
)

cdef enum:
    STATE = 16                  # the number of a field of GameState
    MOST = 20                   # of a track and of a sort of counters
    MOST_GOODS = 40             # of a sort in one place
    WITH = 16                   # + Band: where a Mahimiana is that goes with it


def decode_fast(Comancheria game not None, bytes raw not None):
    cdef State state = State.__new__(State, game)
    cdef Cursor cursor
    if not state_of(raw, STATE, &cursor) or not read_state(&game.t, &cursor, <St*>state.data):
        return None
    return state


cdef bint read_state(const Tables* t, Cursor* cursor, St* s) noexcept nogil:
    """All fields, in the order of their numbers."""
    return (
        byte(number(cursor, 2), PLAYING, LOST, &s.outcome) and byte(number(cursor, 3), 1, 4, &s.period) and
        tracks(cursor, s) and spaces(t, cursor, s) and enemies(cursor, s) and instructions(cursor, s) and
        counters(cursor, s) and places(cursor, s) and camps(cursor, s) and bands(cursor, s) and
        medicine(cursor, s) and activation(cursor, s) and decks(cursor, s) and
        listed(cursor, 20, 0, 3, SETS, s.level) == SETS and
        bits(cursor, 21, 3, &s.gates) and bits(cursor, 22, 8, &s.once) and
        chosen(cursor, s) and frames(cursor, s) and at_end(cursor)
    )


cdef bint tracks(Cursor* cursor, St* s) noexcept nogil:
    cdef Cursor inner = inside(cursor, 4)
    cdef uint32_t enemy_ap
    if not byte(number(&inner, 1), 0, MOST, &s.military) or not byte(number(&inner, 2), 0, MOST, &s.culture):
        return False
    if not byte(number(&inner, 3), 0, MOST, &s.ap):
        return False
    enemy_ap = number(&inner, 4)
    s.enemy_ap = <uint16_t>enemy_ap
    return enemy_ap <= MOST_ENEMY_AP and byte(number(&inner, 5), 0, MUST, &s.operations) and \
        byte(number(&inner, 6), 0, LAST, &s.passage) and at_end(&inner)


cdef bint spaces(const Tables* t, Cursor* cursor, St* s) noexcept nogil:
    cdef Cursor inner
    cdef int32_t i, at
    for i in range(1, SPACES):
        if not enter(cursor, 5, &inner) or <int32_t>number(&inner, 1) != i:
            return False
        if not byte(number(&inner, 2), NONE, TRIBE + EAST, &s.piece[i]):
            return False
        if not byte(number(&inner, 3), 0, 15, &s.ravaged[i]):
            return False
        if flag(&inner, 4):
            at = first(t.trail, TRAIL, i)
            if at < 0:
                return False
            s.mark[at] = 1
        if not at_end(&inner):
            return False
    return True


cdef bint enemies(Cursor* cursor, St* s) noexcept nogil:
    cdef Cursor inner
    cdef int32_t i
    for i in range(4):
        if not enter(cursor, 6, &inner) or <int32_t>number(&inner, 1) != i + 1:
            return False
        s.present |= flag(&inner, 2) << i
        if not byte(number(&inner, 3), 0, 4, &s.nation[i]):
            return False
        if not byte(number(&inner, 4), 0, SOUTHEAST_SQUARE, &s.column_at[i]):
            return False
        if not byte(number(&inner, 5), 0, 8, &s.column_strength[i]) or not at_end(&inner):
            return False
    return True


cdef bint instructions(Cursor* cursor, St* s) noexcept nogil:
    cdef Cursor inner, text
    cdef int32_t i
    cdef u8 name
    for i in range(COUNTERS):
        if not enter(cursor, 7, &inner) or not enter(&inner, 1, &text) or not letter(&text, COUNTERS, &name):
            return False
        s.face[i] = flag(&inner, 2)
        if name != i or not whereabouts(&inner, owner_of_counter(i), &s.where[i]) or not at_end(&inner):
            return False
    return True


cdef bint whereabouts(Cursor* cursor, int32_t enemy, u8* out) noexcept nogil:
    """Where a counter of that enemy is."""
    cdef Cursor cell
    cdef uint32_t place, above
    for place in range(ASIDE, HAND + 1):
        if next_is(cursor, 3 + place, NUMBER):
            out[0] = place
            return next_number(cursor) == 1
    if enter(cursor, 6, &cell):
        above = CELL + 6 * (INACTIVE if flag(&cell, 1) else enemy) - 1
        return byte(number(&cell, 2) + above, above + 1, above + 6, out) and at_end(&cell)
    if next_is(cursor, 7, NUMBER):
        out[0] = UNDER + enemy
        return next_number(cursor) == 1
    return next_is(cursor, 8, NUMBER) and byte(next_number(cursor) + ON, ON + 1, ON + SOUTHEAST_SQUARE, out)


cdef bint counters(Cursor* cursor, St* s) noexcept nogil:
    """The counters that are not Instructions, and the Instructions that were drawn."""
    cdef Cursor text
    cdef int32_t drawn = 0
    cdef u8 none
    if not sorts(cursor, 8, &s.cup_success, s.cup_ap) or not sorts(cursor, 9, &none, s.box_ap) or none:
        return False
    if not sorts(cursor, 10, &s.drawn_success, s.drawn_ap):
        return False
    while enter(cursor, 11, &text):
        if drawn == DRAWN or not letter(&text, COUNTERS, &s.drawn_counter[drawn]):
            return False
        s.drawn_counter[drawn] += 1
        drawn += 1
    return byte(number(cursor, 12), 0, MOST, &s.out_success)


cdef bint sorts(Cursor* cursor, uint32_t field, u8* success, u8* ap) noexcept nogil:
    cdef Cursor inner = inside(cursor, field)
    cdef int32_t i
    if not byte(number(&inner, 1), 0, MOST, success):
        return False
    for i in range(3):
        if not byte(number(&inner, 2 + i), 0, MOST, &ap[i]):
            return False
    return at_end(&inner)


cdef bint goods(Cursor* cursor, uint32_t field, u8* out) noexcept nogil:
    cdef Cursor inner = inside(cursor, field)
    cdef int32_t k
    for k in range(GOODS):
        if not byte(number(&inner, 1 + k), 0, MOST_GOODS, &out[k]):
            return False
    return at_end(&inner)


cdef bint places(Cursor* cursor, St* s) noexcept nogil:
    """The Operations Track."""
    cdef Cursor inner
    cdef int32_t i
    for i in range(PLACES):
        if not enter(cursor, 13, &inner) or not byte(number(&inner, 1), 0, MOST, &s.ops_success[i]):
            return False
        if not goods(&inner, 2, s.ops_goods[i]) or not at_end(&inner):
            return False
    return True


cdef bint camps(Cursor* cursor, St* s) noexcept nogil:
    cdef Cursor inner, text
    cdef int32_t r
    cdef u8 name
    for r in range(CAMPS):
        if not enter(cursor, 14, &inner) or not enter(&inner, 1, &text) or not letter(&text, CAMPS, &name):
            return False
        if name != r or not byte(number(&inner, 2), 0, RESERVATION, &s.camp_at[r]):
            return False
        if not byte(number(&inner, 3), 0, MOST, &s.paraibo[r]):
            return False
        if not byte(number(&inner, 4), 0, MOST, &s.paraibo_success[r]):
            return False
        if not byte(number(&inner, 5), 0, MOST, &s.mahimiana[r]):
            return False
        if not byte(number(&inner, 6), 0, MOST, &s.mahimiana_success[r]):
            return False
        if not mahimiana(&inner, &s.headman_at[r]) or not goods(&inner, 9, s.camp_goods[r]) or not at_end(&inner):
            return False
    return True


cdef bint mahimiana(Cursor* cursor, u8* out) noexcept nogil:
    """Where a Mahimiana is; 0 if it is Out of Play."""
    cdef Cursor text
    if enter(cursor, 7, &text):
        if not letter(&text, CAMPS, out):
            return False
        out[0] += 1
    elif next_is(cursor, 8, NUMBER):
        return byte(next_number(cursor) + WITH, WITH, WITH + BANDS - 1, out)
    return True


cdef bint bands(Cursor* cursor, St* s) noexcept nogil:
    cdef Cursor inner, text
    cdef int32_t b
    for b in range(BANDS):
        if not enter(cursor, 15, &inner) or <int32_t>number(&inner, 1) != b:
            return False
        if not byte(number(&inner, 2), 0, 3, &s.band_strength[b]):
            return False
        if next_is(&inner, 3, NUMBER):
            if not byte(next_number(&inner), 1, SOUTHEAST_SQUARE, &s.band_at[b]):
                return False
        elif enter(&inner, 4, &text):
            if not letter(&text, CAMPS, &s.band_at[b]):
                return False
            s.band_at[b] += BOX
        s.band_done[b] = flag(&inner, 5)
        if not goods(&inner, 6, s.band_goods[b]) or not at_end(&inner):
            return False
    return True


cdef bint medicine(Cursor* cursor, St* s) noexcept nogil:
    """The medicine track."""
    cdef int32_t i, n = listed(cursor, 16, 0, BANDS - 1, TRACK, s.track)
    for i in range(n):
        s.track[i] += 1
    return n >= 0


cdef bint activation(Cursor* cursor, St* s) noexcept nogil:
    cdef Cursor inner
    if not enter(cursor, 17, &inner):
        return True
    return byte(number(&inner, 1) + 1, 1, BANDS, &s.active) and byte(number(&inner, 2), 0, MOST_MP, &s.mp) and \
        byte(number(&inner, 3), 0, 3, &s.stolen) and at_end(&inner)


cdef bint decks(Cursor* cursor, St* s) noexcept nogil:
    cdef Cursor inner = inside(cursor, 18)
    cdef int32_t i
    if not byte(number(&inner, 1), 0, WAR_KINDS, &s.war_event):
        return False
    if listed(&inner, 2, 0, 9, WAR_KINDS, s.war_left) != WAR_KINDS or not at_end(&inner):
        return False
    for i in range(CARDS):
        if not enter(cursor, 19, &inner) or <int32_t>number(&inner, 1) != i + 1:
            return False
        if not byte(number(&inner, 2), GONE, DISCARDED, &s.card[i]) or not at_end(&inner):
            return False
    return True


cdef bint bits(Cursor* cursor, uint32_t field, uint32_t most, u8* out) noexcept nogil:
    """A bit for each number of an ascending list."""
    cdef Cursor inner = inside(cursor, field)
    cdef uint32_t value, last = 0
    while has_more(&inner):
        value = next_number(&inner)
        if not last < value <= most:
            return False
        out[0] |= 1 << (value - 1)
        last = value
    return at_end(&inner)


cdef bint chosen(Cursor* cursor, St* s) noexcept nogil:
    cdef Cursor text
    if not enter(cursor, 23, &text):
        return True
    if not letter(&text, CAMPS, &s.chosen):
        return False
    s.chosen += 1
    return True


cdef bint frames(Cursor* cursor, St* s) noexcept nogil:
    cdef Cursor inner
    cdef Frame* f
    while enter(cursor, 24, &inner):
        if s.depth == DEPTH:
            return False
        f = &s.frame[s.depth]
        if not byte(number(&inner, 1), 1, STEPS - 1, &f.step) or listed(&inner, 2, 0, 255, 7, &f.a) < 0:
            return False
        if not at_end(&inner):
            return False
        s.depth += 1
    return True


cdef inline bint letter(const Cursor* text, uint32_t most, u8* out) noexcept nogil:
    """A letter from A on, as 0 on."""
    return length(text) == 1 and byte(<uint32_t>text.at[0] - 65, 0, most - 1, out)

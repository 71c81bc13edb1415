"""Comanchería's state straight from bytes, where there is nothing unusual in them; all else is left to codec.py.

What `flaw` finds is not looked for here. Numbers are, as a byte would hold another one than was sent, and lists that
say the names of their places.
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
    NUMBER, Span, byte, comes, flag, inside, length, listed, more, next_number, number, opened, over, state_of,
)

cdef enum:
    STATE = 16                  # the number of a field of GameState
    MOST = 20                   # of a track and of a sort of counters
    MOST_GOODS = 40             # of a sort in one place
    WITH = 16                   # + Band: where a Mahimiana is that goes with it


def decode_fast(Comancheria game not None, bytes raw not None):
    cdef State state = State.__new__(State, game)
    cdef Span told
    if not state_of(raw, STATE, &told) or not read_state(&game.t, &told, <St*>state.data):
        return None
    return state


cdef bint read_state(const Tables* t, Span* told, St* s) noexcept nogil:
    """All fields, in the order of their numbers."""
    return (
        byte(number(told, 2), PLAYING, LOST, &s.outcome) and byte(number(told, 3), 1, 4, &s.period) and
        tracks(told, s) and spaces(t, told, s) and enemies(told, s) and instructions(told, s) and counters(told, s) and
        places(told, s) and camps(told, s) and bands(told, s) and
        medicine(told, s) and activation(told, s) and decks(told, s) and
        listed(told, 20, 0, 3, SETS, s.level) == SETS and bits(told, 21, 3, &s.gates) and bits(told, 22, 8, &s.once) and
        chosen(told, s) and frames(told, s) and over(told)
    )


cdef bint tracks(Span* told, St* s) noexcept nogil:
    cdef Span inner = inside(told, 4)
    cdef uint32_t enemy_ap
    if not byte(number(&inner, 1), 0, MOST, &s.military) or not byte(number(&inner, 2), 0, MOST, &s.culture):
        return False
    if not byte(number(&inner, 3), 0, MOST, &s.ap):
        return False
    enemy_ap = number(&inner, 4)
    s.enemy_ap = <uint16_t>enemy_ap
    return enemy_ap <= MOST_ENEMY_AP and byte(number(&inner, 5), 0, MUST, &s.operations) and \
        byte(number(&inner, 6), 0, LAST, &s.passage) and over(&inner)


cdef bint spaces(const Tables* t, Span* told, St* s) noexcept nogil:
    cdef Span inner
    cdef int32_t i, at
    for i in range(1, SPACES):
        if not opened(told, 5, &inner) or <int32_t>number(&inner, 1) != i:
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
        if not over(&inner):
            return False
    return True


cdef bint enemies(Span* told, St* s) noexcept nogil:
    cdef Span inner
    cdef int32_t i
    for i in range(4):
        if not opened(told, 6, &inner) or <int32_t>number(&inner, 1) != i + 1:
            return False
        s.present |= flag(&inner, 2) << i
        if not byte(number(&inner, 3), 0, 4, &s.nation[i]):
            return False
        if not byte(number(&inner, 4), 0, SOUTHEAST_SQUARE, &s.column_at[i]):
            return False
        if not byte(number(&inner, 5), 0, 8, &s.column_strength[i]) or not over(&inner):
            return False
    return True


cdef bint instructions(Span* told, St* s) noexcept nogil:
    cdef Span inner, text
    cdef int32_t i
    cdef u8 name
    for i in range(COUNTERS):
        if not opened(told, 7, &inner) or not opened(&inner, 1, &text) or not letter(&text, COUNTERS, &name):
            return False
        s.face[i] = flag(&inner, 2)
        if name != i or not whereabouts(&inner, owner_of_counter(i), &s.where[i]) or not over(&inner):
            return False
    return True


cdef bint whereabouts(Span* told, int32_t enemy, u8* out) noexcept nogil:
    """Where a counter of that enemy is."""
    cdef Span cell
    cdef uint32_t place, above
    for place in range(ASIDE, HAND + 1):
        if comes(told, 3 + place, NUMBER):
            out[0] = place
            return next_number(told) == 1
    if opened(told, 6, &cell):
        above = CELL + 6 * (INACTIVE if flag(&cell, 1) else enemy) - 1
        return byte(number(&cell, 2) + above, above + 1, above + 6, out) and over(&cell)
    if comes(told, 7, NUMBER):
        out[0] = UNDER + enemy
        return next_number(told) == 1
    return comes(told, 8, NUMBER) and byte(next_number(told) + ON, ON + 1, ON + SOUTHEAST_SQUARE, out)


cdef bint counters(Span* told, St* s) noexcept nogil:
    """Those that are not Instructions, and the Instructions that were drawn."""
    cdef Span text
    cdef int32_t drawn = 0
    cdef u8 none
    if not sorts(told, 8, &s.cup_success, s.cup_ap) or not sorts(told, 9, &none, s.box_ap) or none:
        return False
    if not sorts(told, 10, &s.drawn_success, s.drawn_ap):
        return False
    while opened(told, 11, &text):
        if drawn == DRAWN or not letter(&text, COUNTERS, &s.drawn_counter[drawn]):
            return False
        s.drawn_counter[drawn] += 1
        drawn += 1
    return byte(number(told, 12), 0, MOST, &s.out_success)


cdef bint sorts(Span* told, uint32_t field, u8* success, u8* ap) noexcept nogil:
    cdef Span inner = inside(told, field)
    cdef int32_t i
    if not byte(number(&inner, 1), 0, MOST, success):
        return False
    for i in range(3):
        if not byte(number(&inner, 2 + i), 0, MOST, &ap[i]):
            return False
    return over(&inner)


cdef bint goods(Span* told, uint32_t field, u8* out) noexcept nogil:
    cdef Span inner = inside(told, field)
    cdef int32_t k
    for k in range(GOODS):
        if not byte(number(&inner, 1 + k), 0, MOST_GOODS, &out[k]):
            return False
    return over(&inner)


cdef bint places(Span* told, St* s) noexcept nogil:
    """The Operations Track."""
    cdef Span inner
    cdef int32_t i
    for i in range(PLACES):
        if not opened(told, 13, &inner) or not byte(number(&inner, 1), 0, MOST, &s.ops_success[i]):
            return False
        if not goods(&inner, 2, s.ops_goods[i]) or not over(&inner):
            return False
    return True


cdef bint camps(Span* told, St* s) noexcept nogil:
    cdef Span inner, text
    cdef int32_t r
    cdef u8 name
    for r in range(CAMPS):
        if not opened(told, 14, &inner) or not opened(&inner, 1, &text) or not letter(&text, CAMPS, &name):
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
        if not mahimiana(&inner, &s.headman_at[r]) or not goods(&inner, 9, s.camp_goods[r]) or not over(&inner):
            return False
    return True


cdef bint mahimiana(Span* told, u8* out) noexcept nogil:
    """Where a Mahimiana is; nowhere where it is Out of Play."""
    cdef Span text
    if opened(told, 7, &text):
        if not letter(&text, CAMPS, out):
            return False
        out[0] += 1
    elif comes(told, 8, NUMBER):
        return byte(next_number(told) + WITH, WITH, WITH + BANDS - 1, out)
    return True


cdef bint bands(Span* told, St* s) noexcept nogil:
    cdef Span inner, text
    cdef int32_t b
    for b in range(BANDS):
        if not opened(told, 15, &inner) or <int32_t>number(&inner, 1) != b:
            return False
        if not byte(number(&inner, 2), 0, 3, &s.band_strength[b]):
            return False
        if comes(&inner, 3, NUMBER):
            if not byte(next_number(&inner), 1, SOUTHEAST_SQUARE, &s.band_at[b]):
                return False
        elif opened(&inner, 4, &text):
            if not letter(&text, CAMPS, &s.band_at[b]):
                return False
            s.band_at[b] += BOX
        s.band_done[b] = flag(&inner, 5)
        if not goods(&inner, 6, s.band_goods[b]) or not over(&inner):
            return False
    return True


cdef bint medicine(Span* told, St* s) noexcept nogil:
    """The medicine track."""
    cdef int32_t i, n = listed(told, 16, 0, BANDS - 1, TRACK, s.track)
    for i in range(n):
        s.track[i] += 1
    return n >= 0


cdef bint activation(Span* told, St* s) noexcept nogil:
    cdef Span inner
    if not opened(told, 17, &inner):
        return True
    return byte(number(&inner, 1) + 1, 1, BANDS, &s.active) and byte(number(&inner, 2), 0, MOST_MP, &s.mp) and \
        byte(number(&inner, 3), 0, 3, &s.stolen) and over(&inner)


cdef bint decks(Span* told, St* s) noexcept nogil:
    cdef Span inner = inside(told, 18)
    cdef int32_t i
    if not byte(number(&inner, 1), 0, WAR_KINDS, &s.war_event):
        return False
    if listed(&inner, 2, 0, 9, WAR_KINDS, s.war_left) != WAR_KINDS or not over(&inner):
        return False
    for i in range(CARDS):
        if not opened(told, 19, &inner) or <int32_t>number(&inner, 1) != i + 1:
            return False
        if not byte(number(&inner, 2), GONE, DISCARDED, &s.card[i]) or not over(&inner):
            return False
    return True


cdef bint bits(Span* told, uint32_t field, uint32_t most, u8* out) noexcept nogil:
    """A bit for each number of an ascending list."""
    cdef Span inner = inside(told, field)
    cdef uint32_t value, last = 0
    while more(&inner):
        value = next_number(&inner)
        if not last < value <= most:
            return False
        out[0] |= 1 << (value - 1)
        last = value
    return over(&inner)


cdef bint chosen(Span* told, St* s) noexcept nogil:
    cdef Span text
    if not opened(told, 23, &text):
        return True
    if not letter(&text, CAMPS, &s.chosen):
        return False
    s.chosen += 1
    return True


cdef bint frames(Span* told, St* s) noexcept nogil:
    cdef Span inner
    cdef Frame* f
    while opened(told, 24, &inner):
        if s.depth == DEPTH:
            return False
        f = &s.frame[s.depth]
        if not byte(number(&inner, 1), 1, STEPS - 1, &f.step) or listed(&inner, 2, 0, 255, 7, &f.a) < 0:
            return False
        if not over(&inner):
            return False
        s.depth += 1
    return True


cdef inline bint letter(const Span* text, uint32_t most, u8* out) noexcept nogil:
    """A letter from A on, as 0 on."""
    return length(text) == 1 and byte(<uint32_t>text.at[0] - 65, 0, most - 1, out)

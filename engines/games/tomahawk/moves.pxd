"""The next step of Tomahawk: the seat to move, its moves, and the outcomes of chance."""
from libc.stdint cimport int32_t, uint32_t

from hunch.engines.contract cimport CHANCE, OVER, move_t
from hunch.engines.rng cimport Rng
from hunch.engines.games.tomahawk.state cimport (
    CHOOSING, DRAW, DRAWING, ENDED, FIRST_SPECIAL, HIDDEN, PLACING, TAKE, Tables, TomahawkState, first_open, lowest,
    minus,
)


cdef inline int32_t seat_to_move(const TomahawkState* s) noexcept nogil:
    cdef int32_t at
    if s.step == PLACING:
        at = first_open(&s.pending[0][0])
        if at < 8:
            return at >> 2
        return 0 if s.pending[0][0] == HIDDEN else 1 if s.pending[1][0] == HIDDEN else CHANCE
    if s.step == CHOOSING:
        if s.kept[0] == 0:
            return 0
        if s.kept[1] == 0:
            return 1
        return 0 if s.kept[0] == HIDDEN else 1 if s.kept[1] == HIDDEN else CHANCE
    return OVER if s.step == ENDED else CHANCE


cdef inline int32_t drawer(const Tables* t, const TomahawkState* s) noexcept nogil:
    return 0 if s.drawn[0] < t.drawn_by[s.turn] else 1


cdef inline int32_t pile_to_open(const Tables* t, const TomahawkState* s) noexcept nogil:
    """Returns the first pile whose battle begins this turn and has no territory yet, or -1."""
    cdef uint32_t piles = t.starts[s.turn]
    cdef int32_t pile
    while piles:
        pile = lowest(piles)
        piles &= piles - 1
        if s.tile[t.place[s.turn][pile]] == 0:
            return pile
    return -1


cdef inline uint32_t tiles_for(const Tables* t, const TomahawkState* s, int32_t pile) noexcept nogil:
    return s.left & t.tiles_of[t.finishes[t.place[s.turn][pile]] - t.begins[t.place[s.turn][pile]] + 1]


cdef inline (move_t, uint32_t) source(const Tables* t, const TomahawkState* s) noexcept nogil:
    """Returns, for a card drawn or taken, its event without the card, and the set that it comes from."""
    cdef int32_t seat
    if s.step == DRAWING:
        seat = drawer(t, s)
        return DRAW + (seat << 5), s.deck[seat]
    seat = (s.takes - 1) >> 2
    return TAKE + (seat << 7) + (((s.takes - 1) & 3) << 5), s.hand[seat]


cdef inline uint32_t army(const Tables* t, const TomahawkState* s, int32_t seat) noexcept nogil:
    cdef uint32_t cards = minus(t, minus(t, t.tribe, s.gone_low[seat]), s.gone_high[seat])
    return cards | (<uint32_t>s.kept[seat] << FIRST_SPECIAL)


cdef int32_t choices_of(const Tables* t, int32_t dealt, move_t* out) noexcept nogil
# Writes all ways to keep two of the specials dealt, each with the base cards that leave for them.

cdef int32_t legal_moves(const Tables* t, const TomahawkState* s, move_t* out) noexcept nogil
# Writes the moves of the seat to move; none on a view whose owner waits for the other.

cdef uint32_t multiplicity_of(const Tables* t, const TomahawkState* s, move_t m) noexcept nogil
# How many equal choices a move stands for: one for each equal card to place, or to leave for specials.

cdef int32_t outcomes(const Tables* t, const TomahawkState* s, move_t* out, uint32_t* weight) noexcept nogil
# Writes the outcomes of a chance event, with their weights.

cdef move_t roll_outcome(const Tables* t, const TomahawkState* s, Rng* rng) noexcept nogil
# Returns one of the outcomes, drawn by its weight.

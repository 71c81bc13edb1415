"""The next step of Big Manitou: the seat to move, its moves, and the outcomes of chance."""
from libc.stdint cimport int32_t, uint32_t

from hunch.engines.contract cimport CHANCE, OVER, move_t
from hunch.engines.games.manitou.state cimport (
    ASKED, EIGHTH, END, HERO_CARDS, HIDDEN_COUNT, PLAY, SELECT, ManitouState, Tables,
)
from hunch.engines.rng cimport Rng


cdef inline int32_t selector(const Tables* t, const ManitouState* s) noexcept nogil:
    """The lowest seat that still owes cards to its selection, or -1."""
    cdef int32_t seat
    for seat in range(t.players):
        if s.chosen[seat] < t.need[s.hunt][seat]:
            return seat
    return -1


cdef inline int32_t seat_to_move(const Tables* t, const ManitouState* s) noexcept nogil:
    cdef int32_t phase = s.phase, seat
    if phase == END:
        return OVER
    if phase == PLAY or phase >= EIGHTH:
        return s.turn
    if phase != SELECT:
        return CHANCE
    seat = selector(t, s)
    if seat >= 0:
        return seat
    for seat in range(t.players):
        if s.chosen[seat] == HIDDEN_COUNT:
            return seat
    return CHANCE


cdef inline int32_t drawer(const Tables* t, const ManitouState* s) noexcept nogil:
    """The seat that draws the card of this chance event."""
    return t.first[s.hunt] if s.phase == SELECT else s.turn


cdef inline move_t answer(const ManitouState* s) noexcept nogil:
    """The event of ASK: whether the hand of `turn` has a hunter, as six of its heroes lie face up."""
    return ASKED + ((s.hand[s.turn] & ~<uint32_t>HERO_CARDS) != 0)


cdef int32_t legal_moves(const Tables* t, const ManitouState* s, move_t* out) noexcept nogil
# Writes the moves of the seat to move; none on a view in the turn of another.

cdef uint32_t multiplicity_of(const Tables* t, const ManitouState* s, move_t m) noexcept nogil
# How many equal choices a move stands for. A selected card counts all sets that can follow it, so that all sets of
# cards are equally likely.

cdef int32_t outcomes(const Tables* t, const ManitouState* s, move_t* out, uint32_t* weight) noexcept nogil
# Writes the outcomes of a chance event, with their weights.

cdef move_t roll_outcome(const Tables* t, const ManitouState* s, Rng* rng) noexcept nogil
# Returns one of the outcomes, drawn by its weight.

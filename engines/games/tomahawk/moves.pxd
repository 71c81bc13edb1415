"""What comes next in Tomahawk: who is to move, the moves, the outcomes of chance."""
from libc.stdint cimport int32_t, uint32_t

from hunch.engines.contract cimport CHANCE, OVER, move_t
from hunch.engines.rng cimport Rng, below
from hunch.engines.games.tomahawk.muster cimport choices_of
from hunch.engines.games.tomahawk.state cimport (
    CHOOSING, DEAL, DEALING_0, DEALING_1, DRAW, DRAWING, ENDED, HIDDEN, KIND, LOOK, LOOKING, OPEN, OPENING, PILES,
    PLACE, PLACING, READY, SEEK, SEEKING, SHOW, SHOWING, TAKE, TAKING, Tables, TomahawkState, count_of, first_open,
    forests, lowest, nth, popcount,
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


cdef inline int32_t legal_moves(const Tables* t, const TomahawkState* s, move_t* out) noexcept nogil:
    cdef int32_t at, n = 0
    cdef uint32_t hand
    if s.step == CHOOSING:
        at = 0 if s.kept[0] == 0 else 1
        return 0 if s.kept[at] else choices_of(t, s.dealt[at], out)
    at = first_open(&s.pending[0][0])
    if at == 8:
        return 0                                       # a view whose owner waits for the other
    hand = s.hand[at >> 2] & t.firsts
    while hand:
        out[n] = PLACE + ((at & 3) << 5) + lowest(hand) + 1
        hand &= hand - 1
        n += 1
    return n


cdef inline uint32_t multiplicity_of(const Tables* t, const TomahawkState* s, move_t m) noexcept nogil:
    """As many as there are cards alike to place, or to leave for specials."""
    cdef uint32_t first = t.copies[(m >> 5) & 31], second = t.copies[m & 31]
    if (m & <uint32_t>KIND) == PLACE:
        return count_of(t, s.hand[0 if first_open(&s.pending[0][0]) < PILES else 1], m & 31)
    return first * (first - 1) // 2 if (m & 31) == ((m >> 5) & 31) else first * second


cdef inline int32_t drawer(const Tables* t, const TomahawkState* s) noexcept nogil:
    return 0 if s.drawn[0] < t.drawn_by[s.turn] else 1


cdef inline int32_t pile_to_open(const Tables* t, const TomahawkState* s) noexcept nogil:
    """The first pile whose battle begins this turn with no territory up yet, or -1."""
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


cdef inline move_t only_event(const Tables* t, const TomahawkState* s) noexcept nogil:
    """The event of a step that has one outcome, else 0."""
    cdef int32_t row, seat
    cdef uint32_t piles
    cdef move_t looked
    if s.step == SHOWING:
        row = lowest(s.due)
        return SHOW + (row << 10) + (s.card[0][row >> 2][row & 3] << 5) + s.card[1][row >> 2][row & 3]
    if s.step == PLACING or s.step == CHOOSING:
        return READY
    if s.step == LOOKING:
        seat, looked = lowest(s.looks), 0
        piles = forests(t, s, s.turn)
        while piles:
            looked = (looked << 5) + s.card[1 - seat][s.turn][lowest(piles)]
            piles &= piles - 1
        return LOOK + (seat << 15) + looked
    return 0


cdef inline int32_t outcomes(const Tables* t, const TomahawkState* s, move_t* out, uint32_t* weight) noexcept nogil:
    cdef uint32_t bits, free
    cdef int32_t i, pile, n = 0
    cdef move_t head
    if s.step <= DEALING_1:
        free = 127 & ~(s.dealt[0] if s.step == DEALING_1 else 0)
        for i in range(35):
            if t.triples[i] & ~free == 0:
                out[n], weight[n] = DEAL + (s.step << 7) + t.triples[i], 1
                n += 1
        return n
    out[0], weight[0] = only_event(t, s), 1
    if out[0]:
        return 1
    if s.step == SEEKING or s.step == OPENING:
        pile = pile_to_open(t, s)
        head = SEEK if s.step == SEEKING else OPEN + (pile << 4)
        bits = s.left if s.step == SEEKING else tiles_for(t, s, pile)
        while bits:
            out[n], weight[n] = head + lowest(bits), 1
            bits &= bits - 1
            n += 1
        return n
    head, bits = source(t, s)
    free = bits & t.firsts
    while free:
        i = lowest(free) + 1
        free &= free - 1
        out[n], weight[n] = head + i, popcount(bits & t.group[i])
        n += 1
    return n


cdef inline (move_t, uint32_t) source(const Tables* t, const TomahawkState* s) noexcept nogil:
    """Of a card drawn or taken: its event without the card, and the set it comes from."""
    cdef int32_t seat
    if s.step == DRAWING:
        seat = drawer(t, s)
        return DRAW + (seat << 5), s.deck[seat]
    seat = (s.takes - 1) >> 2
    return TAKE + (seat << 7) + (((s.takes - 1) & 3) << 5), s.hand[seat]


cdef inline move_t roll_outcome(const Tables* t, const TomahawkState* s, Rng* rng) noexcept nogil:
    cdef int32_t pile, i, n
    cdef uint32_t bits
    cdef move_t head
    if s.step == DRAWING:
        i = drawer(t, s)
        return DRAW + (i << 5) + t.code_at[nth(s.deck[i], below(rng, <uint32_t>24 - s.drawn[i]))]
    head = only_event(t, s)
    if head:
        return head
    if s.step == OPENING:
        pile = pile_to_open(t, s)
        bits = tiles_for(t, s, pile)
        return OPEN + (pile << 4) + nth(bits, below(rng, popcount(bits)))
    if s.step == TAKING:
        head, bits = source(t, s)
        return head + t.code_at[nth(bits, below(rng, popcount(bits)))]
    if s.step == SEEKING:
        return SEEK + nth(s.left, below(rng, popcount(s.left)))
    n = below(rng, 35 if s.step == DEALING_0 else 4)
    for i in range(35):
        if s.step == DEALING_0 or t.triples[i] & s.dealt[0] == 0:
            if n == 0:
                break
            n -= 1
    return DEAL + (s.step << 7) + t.triples[i]

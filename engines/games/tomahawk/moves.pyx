"""The next step of Tomahawk: the seat to move, its moves, and the outcomes of chance."""
from libc.stdint cimport int32_t, uint32_t

from hunch.engines.contract cimport move_t
from hunch.engines.rng cimport Rng, below
from hunch.engines.games.tomahawk.state cimport (
    CHOOSE, CHOOSING, DEAL, DEALING_0, DEALING_1, DRAW, DRAWING, FIRST_SPECIAL, KIND, LOOK, LOOKING, OPEN, OPENING,
    PILES, PLACE, PLACING, READY, SEEK, SEEKING, SHOW, SHOWING, TAKING, Tables, TomahawkState, count_of, first_open,
    forests, lowest, nth, popcount,
)


cdef inline move_t only_event(const Tables* t, const TomahawkState* s) noexcept nogil:
    """Returns the event of a step with a single outcome, else 0."""
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


cdef int32_t choices_of(const Tables* t, int32_t dealt, move_t* out) noexcept nogil:
    cdef int32_t i, j, a, b, first, second, n = 0
    for i in range(7):
        if not (dealt >> i) & 1:
            continue
        for j in range(i + 1, 7):
            if not (dealt >> j) & 1:
                continue
            first, second = t.value[FIRST_SPECIAL + 1 + i], t.value[FIRST_SPECIAL + 1 + j]
            a = 0
            while t.alike[first][a]:
                b = a if first == second else 0
                if first == second and t.copies[t.alike[first][a]] == 1:
                    b += 1
                while t.alike[second][b]:
                    out[n] = CHOOSE + (((1 << i) | (1 << j)) << 10)
                    out[n] += (t.alike[first][a] << 5) + t.alike[second][b]
                    n += 1
                    b += 1
                a += 1
    return n


cdef int32_t legal_moves(const Tables* t, const TomahawkState* s, move_t* out) noexcept nogil:
    cdef int32_t at, n = 0
    cdef uint32_t hand
    if s.step == CHOOSING:
        at = 0 if s.kept[0] == 0 else 1
        return 0 if s.kept[at] else choices_of(t, s.dealt[at], out)
    at = first_open(&s.pending[0][0])
    if at == 8:
        return 0                                       # the owner of this view waits for the other
    hand = s.hand[at >> 2] & t.firsts
    while hand:
        out[n] = PLACE + ((at & 3) << 5) + lowest(hand) + 1
        hand &= hand - 1
        n += 1
    return n


cdef uint32_t multiplicity_of(const Tables* t, const TomahawkState* s, move_t m) noexcept nogil:
    cdef uint32_t first = t.copies[(m >> 5) & 31], second = t.copies[m & 31]
    if (m & <uint32_t>KIND) == PLACE:
        return count_of(t, s.hand[0 if first_open(&s.pending[0][0]) < PILES else 1], m & 31)
    return first * (first - 1) // 2 if (m & 31) == ((m >> 5) & 31) else first * second


cdef int32_t outcomes(const Tables* t, const TomahawkState* s, move_t* out, uint32_t* weight) noexcept nogil:
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


cdef move_t roll_outcome(const Tables* t, const TomahawkState* s, Rng* rng) noexcept nogil:
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

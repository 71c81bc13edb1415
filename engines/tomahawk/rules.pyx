"""Tomahawk's rules: the steps of a turn, what follows from each move and event, and who sees what of it."""
from libc.stdint cimport int32_t, int64_t, uint32_t
from libc.string cimport memcpy, memset

from hunch.engines.contract cimport CHANCE, NOTHING, OVER, Game, check, move_t
from hunch.engines.rng cimport Rng, below
from hunch.engines.tomahawk.audit cimport find_flaw
from hunch.engines.tomahawk.battle cimport battle, lead, looks_after, takes_after
from hunch.engines.tomahawk.deals cimport draw_world, list_worlds
from hunch.engines.tomahawk.guess cimport guess_lead, pick
from hunch.engines.tomahawk.muster cimport army, choices_of
from hunch.engines.tomahawk.state cimport (
    CHOOSE, CHOOSING, DEAL, DEALING_0, DEALING_1, DRAW, DRAWING, ENDED, FOREST, HIDDEN, KIND, LOOK,
    LOOKING, NO_SET, OPEN, OPENING, PILES, PLACE, PLACING, READY, ROWS, SEEK, SEEKING, SHOW, SHOWING, TAKE, TAKING,
    TIE, TURNS, Tables, TomahawkState, closed, count_of, first_open, forests, holds, lowest, minus, nth, plus, popcount,
)
from hunch.engines.tomahawk.tables cimport build

from hunch.engines.tomahawk import cards as card_file
from hunch.engines.tomahawk.audit import FLAWS


# What comes next ----------------------------------------------------------------------------------------------

cdef inline int32_t mover(const TomahawkState* s) noexcept nogil:
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


cdef inline int32_t moves(const Tables* t, const TomahawkState* s, move_t* out) noexcept nogil:
    cdef int32_t at, n = 0
    cdef uint32_t hand
    if s.step == CHOOSING:
        return choices_of(t, s.dealt[0 if s.kept[0] == 0 else 1], out)
    at = first_open(&s.pending[0][0])
    hand = s.hand[at >> 2] & t.firsts
    while hand:
        out[n] = PLACE + ((at & 3) << 5) + lowest(hand) + 1
        hand &= hand - 1
        n += 1
    return n


cdef uint32_t ways_of(const Tables* t, const TomahawkState* s, move_t m) noexcept nogil:
    """As many as there are cards alike to place, or to leave for specials."""
    cdef uint32_t first = t.copies[(m >> 5) & 31], second = t.copies[m & 31]
    if (m & <uint32_t>KIND) == PLACE:
        return count_of(t, s.hand[first_open(&s.pending[0][0]) >> 2], m & 31)
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


cdef inline move_t rolled(const Tables* t, const TomahawkState* s, Rng* rng) noexcept nogil:
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


# What follows -------------------------------------------------------------------------------------------------

cdef inline void begin_turn(const Tables* t, TomahawkState* s) noexcept nogil:
    if s.turn == TURNS:
        s.step = ENDED
    elif pile_to_open(t, s) >= 0:
        s.step = OPENING
    elif s.drawn[1] < t.drawn_by[s.turn]:
        s.step = DRAWING
    else:
        s.step = PLACING


cdef inline void end_step(const Tables* t, TomahawkState* s) noexcept nogil:
    """To the next step of a turn's end, whichever is due."""
    if s.looks:
        s.step = LOOKING
    elif s.takes:
        s.step = TAKING
    else:
        s.turn += 1
        begin_turn(t, s)


cdef void ready(const Tables* t, TomahawkState* s) noexcept nogil:
    """Both have chosen, or placed: the cards of this turn lie on the table."""
    cdef int32_t seat, pile, place, turn
    if s.step == CHOOSING:
        s.step = SEEKING
        if not t.sought:
            begin_turn(t, s)
        return
    for seat in range(2):
        memcpy(&s.card[seat][s.turn][0], &s.pending[seat][0], PILES)
        if not closed(s, seat):
            memset(&s.pending[seat][0], 0, PILES)
        s.taken[seat] = 0
    for pile in range(PILES):
        place = t.place[s.turn][pile]
        if t.land[s.tile[place]] != FOREST:
            s.due |= 1u << (s.turn * PILES + pile)
        elif t.finishes[place] == s.turn:
            for turn in range(t.begins[place], s.turn + 1):
                s.due |= 1u << (turn * PILES + pile)
    s.step = SHOWING
    if s.due == 0:
        end_step(t, s)


cdef inline void show(const Tables* t, TomahawkState* s, move_t m) noexcept nogil:
    """A row lies face up: scalps are taken; after the last one, battles are decided."""
    cdef int32_t row = (m >> 10) & 31, first = (m >> 5) & 31, second = m & 31
    s.card[0][row >> 2][row & 3], s.card[1][row >> 2][row & 3] = first, second
    s.shown |= 1u << row
    s.due &= ~(1u << row)
    s.scalps[0] += t.tokens[first][second]
    s.scalps[1] += t.tokens[second][first]
    if s.due == 0:
        decide(t, s)
        end_step(t, s)


cdef inline void decide(const Tables* t, TomahawkState* s) noexcept nogil:
    """Battles that end this turn, and what a mountain or Dancing Twilight brings next."""
    cdef uint32_t piles = t.ends[s.turn]
    cdef int32_t place, animals, won
    while piles:
        place = t.place[s.turn][lowest(piles)]
        piles &= piles - 1
        won = battle(t, s, place, &animals)
        s.result[place] = won
        if won != TIE:
            s.points[won - 1] += animals
    s.looks = looks_after(t, s, s.turn)
    s.takes = takes_after(t, s, s.turn)


cdef inline void look(const Tables* t, TomahawkState* s, move_t m) noexcept nogil:
    cdef int32_t seat = (m >> 15) & 1, pile
    cdef uint32_t piles = forests(t, s, s.turn)
    cdef int32_t shift = 5 * (popcount(piles) - 1)
    while piles:
        pile = lowest(piles)
        piles &= piles - 1
        s.looked[seat] |= 1u << (s.turn * PILES + pile)
        if m & 0x7FFF:
            s.card[1 - seat][s.turn][pile] = (m >> shift) & 31
        shift -= 5
    s.looks &= ~(1 << seat)
    end_step(t, s)


cdef void choose(const Tables* t, TomahawkState* s, move_t m) noexcept nogil:
    cdef int32_t seat = 0 if s.kept[0] == 0 else 1
    s.kept[seat] = (m >> 10) & 127
    s.gone_low[seat], s.gone_high[seat] = (m >> 5) & 31, m & 31
    s.deck[seat] = army(t, s, seat)


cdef inline void advance(const Tables* t, TomahawkState* s, move_t m) noexcept nogil:
    cdef uint32_t kind = m & <uint32_t>KIND
    cdef int32_t card = m & 31, seat, at
    if kind == PLACE:
        at = first_open(&s.pending[0][0])
        s.hand[at >> 2] = minus(t, s.hand[at >> 2], card)
        s.pending[at >> 2][at & 3] = card
    elif kind == DRAW:
        seat = (m >> 5) & 1
        s.drawn[seat] += 1
        if card:
            s.deck[seat] = minus(t, s.deck[seat], card)
            s.hand[seat] = plus(t, s.hand[seat], card)
        if s.drawn[1] == t.drawn_by[s.turn]:
            s.step = PLACING
    elif kind == SHOW:
        show(t, s, m)
    elif kind == READY:
        ready(t, s)
    elif kind == OPEN:
        s.tile[t.place[s.turn][(m >> 4) & 3]] = m & 15
        s.left &= ~(1u << (m & 15))
        begin_turn(t, s)
    elif kind == LOOK:
        look(t, s, m)
    elif kind == TAKE:
        seat = (m >> 7) & 1
        s.taken[seat] = 1 + ((m >> 5) & 3)
        s.takes = 0
        if card:
            s.hand[seat] = minus(t, s.hand[seat], card)
            s.pending[seat][(m >> 5) & 3] = card
        end_step(t, s)
    elif kind == CHOOSE:
        choose(t, s, m)
    elif kind == SEEK:
        s.sought = m & 15
        s.left &= ~(1u << (m & 15))
        begin_turn(t, s)
    else:
        if m & 127:
            s.dealt[(m >> 7) & 1] = m & 127
        s.step += 1


# Who sees what ------------------------------------------------------------------------------------------------

cdef inline move_t veiled(const TomahawkState* s, move_t m, int32_t seat) noexcept nogil:
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


cdef void veil(TomahawkState* s, int32_t other, uint32_t known) noexcept nogil:
    """Hides a seat's cards but those in rows that are known."""
    cdef int32_t turn, pile
    s.hand[other] = s.deck[other] = <uint32_t>NO_SET
    s.dealt[other] = s.kept[other] = s.gone_low[other] = s.gone_high[other] = HIDDEN
    memset(&s.pending[other][0], HIDDEN, PILES)
    for turn in range(TURNS):
        for pile in range(PILES):
            if s.card[other][turn][pile] and not (known >> (turn * PILES + pile)) & 1:
                s.card[other][turn][pile] = HIDDEN


cdef bint could_be(const Tables* t, const TomahawkState* s, move_t m) noexcept nogil:
    """Whether the form of an event is right for the owner of a view, and so are the cards he knows."""
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
    cdef move_t out[128]
    cdef int32_t i
    if mover(s) < 0 or closed(s, mover(s)):
        return False
    for i in range(moves(t, s, out)):
        if out[i] == m:
            return True
    return False


# The contract -------------------------------------------------------------------------------------------------

cdef class Tomahawk(Game):
    def __init__(self, str name, dict options, str data_hash, dict data):
        Game.__init__(self, name, options, data_hash)
        self.cards = card_file.read(name, data)
        build(&self.t, self.cards, options["sought"], options["payoff"] == "margin")
        self.seats, self.zero_sum, self.solitaire, self.hidden = 2, True, False, True
        self.most_moves = 75               # three pairs of specials, five levels of hair for each base card
        self.most_chances = 35
        # deals, choices, READY, SEEK, territories, draws, placements, rows, looks, Dancing Twilight
        self.most_plies = 2 + 2 + 7 + 1 + 12 + 48 + 48 + 24 + 10 + 1
        self.unit = self.t.unit
        self.state_bytes = sizeof(TomahawkState)
        self.flaws = FLAWS

    cdef void begin(self, void* state) noexcept nogil:
        (<TomahawkState*>state).left = 0xFFFE

    cdef int32_t to_move(self, const void* state) noexcept nogil:
        return mover(<const TomahawkState*>state)

    cdef int32_t legal(self, const void* state, move_t* out) noexcept nogil:
        return moves(&self.t, <const TomahawkState*>state, out)

    cdef uint32_t ways(self, const void* state, move_t m) noexcept nogil:
        return ways_of(&self.t, <const TomahawkState*>state, m)

    cdef int32_t chances(self, const void* state, move_t* out, uint32_t* weight) noexcept nogil:
        return outcomes(&self.t, <const TomahawkState*>state, out, weight)

    cdef move_t roll(self, const void* state, Rng* rng) noexcept nogil:
        return rolled(&self.t, <const TomahawkState*>state, rng)

    cdef void apply(self, void* state, move_t m) noexcept nogil:
        advance(&self.t, <TomahawkState*>state, m)

    cdef void returns(self, const void* state, double* out) noexcept nogil:
        cdef int32_t ahead = lead(&self.t, <const TomahawkState*>state)
        out[0] = ahead / self.unit if self.t.by_margin else (ahead > 0) - (ahead < 0)
        out[1] = -out[0]

    cdef void estimate(self, const void* state, double* out) noexcept nogil:
        out[0] = guess_lead(&self.t, <const TomahawkState*>state)
        out[1] = -out[0]

    cdef move_t seen(self, const void* state, move_t m, int32_t seat) noexcept nogil:
        return veiled(<const TomahawkState*>state, m, seat)

    cdef void hide(self, void* state, int32_t seat) noexcept nogil:
        cdef TomahawkState* s = <TomahawkState*>state
        if seat != 0:
            veil(s, 0, s.shown | (s.looked[1] if seat == 1 else 0))
        if seat != 1:
            veil(s, 1, s.shown | (s.looked[0] if seat == 0 else 0))

    cdef bint fits(self, const void* view, move_t m) noexcept nogil:
        cdef TomahawkState after = (<const TomahawkState*>view)[0]
        cdef Rng rng
        cdef uint32_t kind = m & <uint32_t>KIND
        if kind == PLACE or kind == CHOOSE:
            return own_move_fits(&self.t, &after, m)
        if not could_be(&self.t, &after, m):
            return False
        advance(&self.t, &after, m)
        rng.state = 0
        return draw_world(&self.t, &after, &rng)

    cdef int64_t worlds(self, const void* view, int64_t cap, void* out, double* weight) noexcept nogil:
        return list_worlds(&self.t, <const TomahawkState*>view, cap, <TomahawkState*>out, weight)

    cdef bint fill(self, void* view, Rng* rng) noexcept nogil:
        return draw_world(&self.t, <TomahawkState*>view, rng)

    cdef move_t playout(self, const void* state, Rng* rng) noexcept nogil:
        return pick(&self.t, <const TomahawkState*>state, rng)

    cdef int32_t rollout(self, void* state, Rng* rng, double* out) noexcept nogil:
        cdef TomahawkState* s = <TomahawkState*>state
        cdef int32_t steps = 0, turn = mover(s)
        while turn != OVER:
            advance(&self.t, s, rolled(&self.t, s, rng) if turn == CHANCE else pick(&self.t, s, rng))
            steps += 1
            turn = mover(s)
        check(steps <= self.most_plies, "tomahawk: a rollout ends in time")
        self.returns(s, out)
        return steps

    cdef int32_t flaw(self, const void* state) noexcept nogil:
        return find_flaw(&self.t, <const TomahawkState*>state)

    cdef dict read(self, const void* s):
        return (<const TomahawkState*>s)[0]

    cdef int write(self, dict fields, void* s) except -1:
        (<TomahawkState*>s)[0] = fields
        return 0


GAME = Tomahawk

"""Goofspiel on the contract."""
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t

from hunch.engines.contract cimport CHANCE, NOTHING, OVER, Game, move_t
from hunch.engines.games.goofspiel.state cimport (
    BID, FIRST, HIDDEN, KIND, MOST_CARDS, PRIZE, RESULT, REVEAL, TIE, GoofspielState, highest, lowest, outcome_of,
    popcount,
)
from hunch.engines.games.goofspiel.worlds cimport all_worlds, draw_world
from hunch.engines.rng cimport Rng, below, next_word, take


cdef inline void spread(uint32_t bits, uint8_t* out) noexcept nogil:
    """Writes the cards of a set, ascending."""
    while bits:
        out[0] = lowest(bits) + 1
        out += 1
        bits &= bits - 1


cdef inline int32_t place_of(const uint8_t* cards, int32_t card) noexcept nogil:
    cdef int32_t i = 0
    while cards[i] != card:
        i += 1
    return i


cdef inline int32_t chooser(const GoofspielState* s) noexcept nogil:
    """Returns the seat that bids next, if a bid is due; on a view its owner."""
    return 0 if s.pending[0] == 0 else 1


cdef class Goofspiel(Game):
    def __init__(self, str name, dict options, str data_hash, dict data):
        Game.__init__(self, name, options, data_hash)
        self.cards = options["cards"]
        self.hidden_bids = options["bids"] == "hidden"
        self.random_prizes = options["prizes"] == "random"
        self.by_margin = options["payoff"] == "margin"
        self.deck = (1 << self.cards) - 1
        self.seats, self.zero_sum, self.solitaire, self.hidden = 2, True, False, True
        self.most_moves = self.most_chances = self.cards
        self.most_plies = 4 * self.cards
        self.unit = self.cards * (self.cards + 1) // 2 if self.by_margin else 1.0
        self.state_bytes = sizeof(GoofspielState)
        self.flaws = (
            "",
            "rounds: more finished than there are cards, or a slot in use that is still to come",
            "rounds.bids: cards that with those in hand are not all of a player",
            "rounds.prize: prizes that with those to come are not all there are",
            "rounds.outcome: an outcome that the bids do not give",
            "rounds.outcome: points that are not those of the prizes won",
            "pending: a card that is not in hand",
        )

    cdef void begin(self, void* state) noexcept nogil:
        cdef GoofspielState* s = <GoofspielState*>state
        s.hand[0] = s.hand[1] = s.prizes = self.deck
        if not self.random_prizes:
            self.open_prize(s, self.cards)

    cdef inline void open_prize(self, GoofspielState* s, int32_t card) noexcept nogil:
        s.prize[s.round] = card
        s.prizes &= ~(1 << (card - 1))

    cdef bint bidding(self, const GoofspielState* s) noexcept nogil:
        return s.round < self.cards - 1 and s.prize[s.round] != 0

    cdef int32_t to_move(self, const void* state) noexcept nogil:
        cdef const GoofspielState* s = <const GoofspielState*>state
        if s.round == self.cards:
            return OVER
        if not self.bidding(s):
            return CHANCE
        if s.pending[0] == 0:
            return 0
        if s.pending[1] == 0:
            return 1
        return 0 if s.pending[0] == HIDDEN else 1 if s.pending[1] == HIDDEN else CHANCE

    cdef int32_t legal(self, const void* state, move_t* out) noexcept nogil:
        cdef const GoofspielState* s = <const GoofspielState*>state
        cdef uint32_t hand = s.hand[chooser(s)]
        cdef int32_t n = 0
        while hand:
            out[n] = BID + lowest(hand) + 1
            hand &= hand - 1
            n += 1
        return n

    cdef move_t reveal(self, const GoofspielState* s) noexcept nogil:
        if s.round == self.cards - 1:
            return REVEAL + 16 * (lowest(s.hand[0]) + 1) + lowest(s.hand[1]) + 1
        return REVEAL + 16 * s.pending[0] + s.pending[1]

    cdef int32_t chances(self, const void* state, move_t* out, uint32_t* weight) noexcept nogil:
        cdef const GoofspielState* s = <const GoofspielState*>state
        cdef uint32_t left = s.prizes
        cdef int32_t n = 0
        if s.prize[s.round]:
            out[0], weight[0] = self.reveal(s), 1
            return 1
        while left:
            out[n], weight[n] = PRIZE + lowest(left) + 1, 1
            left &= left - 1
            n += 1
        return n

    cdef move_t roll(self, const void* state, Rng* rng) noexcept nogil:
        cdef const GoofspielState* s = <const GoofspielState*>state
        cdef uint32_t left = s.prizes
        cdef int32_t _skip
        if s.prize[s.round]:
            return self.reveal(s)
        for _skip in range(below(rng, popcount(left))):
            left &= left - 1
        return PRIZE + lowest(left) + 1

    cdef void apply(self, void* state, move_t m) noexcept nogil:
        cdef GoofspielState* s = <GoofspielState*>state
        cdef int32_t kind = m & KIND
        cdef int32_t first, second
        if kind == PRIZE:
            self.open_prize(s, m & 15)
        elif kind == BID:
            s.pending[chooser(s)] = m & 15
        elif kind == REVEAL:
            self.end_round(s, (m >> 4) & 15, m & 15, outcome_of((m >> 4) & 15, m & 15))
        else:
            first, second = self.known_bid(s, 0), self.known_bid(s, 1)
            if (m & 15) == TIE:                         # after a tie, a seat knows the other's bid by its own
                first = second = min(first, second)
            self.end_round(s, first, second, m & 15)

    cdef inline int32_t known_bid(self, const GoofspielState* s, int32_t seat) noexcept nogil:
        """Returns this round's bid of a seat whose hand is known, else HIDDEN."""
        if s.pending[seat] == HIDDEN or s.round < self.cards - 1:
            return s.pending[seat]
        return lowest(s.hand[seat]) + 1

    cdef void end_round(self, GoofspielState* s, int32_t first, int32_t second, int32_t outcome) noexcept nogil:
        cdef int32_t r = s.round
        s.bid[0][r], s.bid[1][r], s.won[r] = first, second, outcome
        if first != HIDDEN:
            s.hand[0] &= ~(1 << (first - 1))
        if second != HIDDEN:
            s.hand[1] &= ~(1 << (second - 1))
        if outcome != TIE:
            s.points[outcome - 1] += s.prize[r]
        s.pending[0] = HIDDEN if s.pending[0] == HIDDEN else 0
        s.pending[1] = HIDDEN if s.pending[1] == HIDDEN else 0
        s.round += 1
        if s.round < self.cards and (not self.random_prizes or s.round == self.cards - 1):
            self.open_prize(s, highest(s.prizes) + 1)

    cdef void returns(self, const void* state, double* out) noexcept nogil:
        cdef const GoofspielState* s = <const GoofspielState*>state
        self.score(s.points[0] - s.points[1], out)

    cdef bint is_resolved(self, const void* since, const void* state) noexcept nogil:
        return (<const GoofspielState*>state).round > (<const GoofspielState*>since).round

    cdef inline void score(self, int32_t lead, double* out) noexcept nogil:
        out[0] = lead / self.unit if self.by_margin else (lead > 0) - (lead < 0)
        out[1] = -out[0]

    # Hidden information ---------------------------------------------------------------------------------------

    cdef move_t seen(self, const void* state, move_t m, int32_t seat) noexcept nogil:
        cdef int32_t kind = m & KIND
        if kind == BID:
            return m if chooser(<const GoofspielState*>state) == seat else NOTHING
        if kind == REVEAL and self.hidden_bids:
            return RESULT + outcome_of((m >> 4) & 15, m & 15)
        return m

    cdef void hide(self, void* state, int32_t seat) noexcept nogil:
        cdef GoofspielState* s = <GoofspielState*>state
        cdef int32_t other, r
        for other in range(2):
            if other == seat:
                continue
            s.pending[other] = HIDDEN
            if self.hidden_bids:
                s.hand[other] = self.deck
                for r in range(s.round):
                    if s.won[r] == TIE and seat >= 0 and s.bid[other][r] != HIDDEN:
                        s.hand[other] &= ~(1 << (s.bid[other][r] - 1))
                    else:
                        s.bid[other][r] = HIDDEN

    cdef bint fits(self, const void* view, move_t m) noexcept nogil:
        cdef const GoofspielState* s = <const GoofspielState*>view
        cdef GoofspielState after = s[0]
        cdef Rng rng
        cdef int32_t kind = m & KIND, seat = chooser(s)
        cdef uint32_t argument = m & 0xFF
        cdef bint waits = self.bidding(s) and (s.pending[0] == 0 or s.pending[1] == 0)
        if m != kind + argument or s.round == self.cards:
            return False
        if kind == PRIZE:
            return s.prize[s.round] == 0 and 1 <= argument <= <uint32_t>self.cards and (s.prizes >> (argument - 1)) & 1
        if kind == BID:
            return waits and 1 <= argument <= <uint32_t>self.cards and (s.hand[seat] >> (argument - 1)) & 1
        if waits or s.prize[s.round] == 0:
            return False
        if kind == REVEAL and not self.hidden_bids:
            return self.could_bid(s, 0, argument >> 4) and self.could_bid(s, 1, argument & 15)
        if kind != RESULT or not self.hidden_bids or not FIRST <= argument <= TIE:
            return False
        self.apply(&after, m)
        rng.state = 0
        return self.fill(&after, &rng)

    cdef inline bint could_bid(self, const GoofspielState* s, int32_t seat, int32_t card) noexcept nogil:
        if not 1 <= card <= self.cards or not (s.hand[seat] >> (card - 1)) & 1:
            return False
        return s.round == self.cards - 1 or s.pending[seat] == HIDDEN or s.pending[seat] == card

    cdef int64_t worlds(self, const void* view, int64_t cap, void* out, double* weight) noexcept nogil:
        return all_worlds(self.cards, <const GoofspielState*>view, cap, <GoofspielState*>out, weight)

    cdef bint fill(self, void* view, Rng* rng) noexcept nogil:
        return draw_world(self.cards, <GoofspielState*>view, rng)

    # Rollouts, checks, Python ---------------------------------------------------------------------------------

    cdef int32_t rollout(self, void* state, Rng* rng, double* out) noexcept nogil:
        """Plays by a random order of both hands and of the prizes, which is equal to random play."""
        cdef GoofspielState* s = <GoofspielState*>state
        cdef uint8_t hand[2][MOST_CARDS]
        cdef uint8_t prizes[MOST_CARDS]
        cdef int32_t rounds = self.cards - s.round, lead = s.points[0] - s.points[1]
        cdef int32_t prize = s.prize[s.round] if rounds else 0
        cdef int32_t steps = (3 + self.random_prizes) * (rounds - 1) + 1
        cdef int32_t k, i, j, p
        cdef uint64_t word
        if rounds == 0:
            self.returns(s, out)
            return 0
        if rounds > 1:
            steps -= (self.random_prizes and prize > 0) + (s.pending[0] > 0) + (s.pending[1] > 0)
        spread(s.hand[0], hand[0])
        spread(s.hand[1], hand[1])
        spread(s.prizes, prizes)
        for k in range(rounds, 0, -1):
            word = next_word(rng)
            i, j = take(&word, k), take(&word, k)
            if k == rounds and s.pending[0]:
                i = place_of(hand[0], s.pending[0])
            if k == rounds and s.pending[1]:
                j = place_of(hand[1], s.pending[1])
            if k < rounds or prize == 0:
                p = take(&word, k) if self.random_prizes else k - 1
                prize = prizes[p]
                prizes[p] = prizes[k - 1]
            lead += prize if hand[0][i] > hand[1][j] else -prize if hand[0][i] < hand[1][j] else 0
            hand[0][i], hand[1][j] = hand[0][k - 1], hand[1][k - 1]
        self.score(lead, out)
        return steps

    cdef int32_t flaw(self, const void* state) noexcept nogil:
        cdef const GoofspielState* s = <const GoofspielState*>state
        cdef uint32_t cards[3]
        cdef int32_t points[2]
        cdef int32_t seat, r
        if s.round > self.cards or s.spare:
            return 1
        cards[0] = cards[1] = cards[2] = 0
        points[0] = points[1] = 0
        for r in range(MOST_CARDS):
            if r < s.round:
                if s.won[r] != outcome_of(s.bid[0][r], s.bid[1][r]):
                    return 4
                if s.won[r] != TIE:
                    points[s.won[r] - 1] += s.prize[r]
            elif s.bid[0][r] or s.bid[1][r] or s.won[r] or ((r > s.round or r == self.cards) and s.prize[r]):
                return 1
            if max(max(s.bid[0][r], s.bid[1][r]), s.prize[r]) > self.cards:
                return 2
            cards[0] |= (1 << s.bid[0][r]) >> 1
            cards[1] |= (1 << s.bid[1][r]) >> 1
            cards[2] |= (1 << s.prize[r]) >> 1
        for seat in range(2):
            if s.hand[seat] != self.deck & ~cards[seat] or popcount(s.hand[seat]) != self.cards - s.round:
                return 2
            if s.points[seat] != points[seat]:
                return 5
            if s.pending[seat] and (
                not self.bidding(s) or s.pending[seat] > self.cards or not (s.hand[seat] >> (s.pending[seat] - 1)) & 1
            ):
                return 6
        r = s.round + (s.round < self.cards and s.prize[s.round] > 0)
        if s.prizes != self.deck & ~cards[2] or popcount(s.prizes) != self.cards - r:
            return 3
        return 0

    cdef dict read(self, const void* s):
        return (<const GoofspielState*>s)[0]

    cdef int write(self, dict fields, void* s) except -1:
        (<GoofspielState*>s)[0] = fields
        return 0


GAME = Goofspiel

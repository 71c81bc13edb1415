"""Goofspiel's rules. Exact draws of hidden bids count, card by card, in how many ways the rest can be completed."""
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from hunch.engines.contract cimport CHANCE, NOTHING, OVER, Game, check, move_t
from hunch.engines.rng cimport Rng, below, next_word, take, unit

cdef extern from *:
    int popcount "__builtin_popcount"(unsigned int) noexcept nogil
    int lowest "__builtin_ctz"(unsigned int) noexcept nogil           # index of the lowest set bit
    int leading "__builtin_clz"(unsigned int) noexcept nogil

cdef enum:
    # fill_both: pairs (done, waiting) with done + waiting <= rounds, for two kinds of rounds, times ties; the largest
    # product for 13 rounds is 28 * 21 * 3.
    MOST_COUNTS = 1800


cdef inline int32_t highest(uint32_t bits) noexcept nogil:
    return 31 - leading(bits)


cdef inline int32_t outcome_of(int32_t first, int32_t second) noexcept nogil:
    return FIRST if first > second else SECOND if second > first else TIE


cdef inline void spread(uint32_t bits, uint8_t* out) noexcept nogil:
    """The cards of a set, ascending."""
    while bits:
        out[0] = lowest(bits) + 1
        out += 1
        bits &= bits - 1


cdef inline int32_t place_of(const uint8_t* cards, int32_t card) noexcept nogil:
    cdef int32_t i = 0
    while cards[i] != card:
        i += 1
    return i


ctypedef struct Count:
    int32_t done[4]         # by outcome: rounds whose bids are drawn
    int32_t waiting[4]      # by outcome: lower bids of such rounds that no higher one has met yet


cdef inline int32_t pair(int32_t done, int32_t waiting, int32_t most) noexcept nogil:
    """Index of (done, waiting) among all pairs with done + waiting <= most."""
    return done * (most + 1) - done * (done - 1) // 2 + waiting


cdef inline int32_t index_of(const Count* now, const Count* most) noexcept nogil:
    cdef int32_t index = pair(now.done[FIRST], now.waiting[FIRST], most.done[FIRST])
    index *= pair(most.done[SECOND], 0, most.done[SECOND]) + 1
    index += pair(now.done[SECOND], now.waiting[SECOND], most.done[SECOND])
    return index * (most.done[TIE] + 1) + now.done[TIE]


cdef bint next_count(Count* now, const Count* most) noexcept nogil:
    """The next of all counts within `most`; False after the last one."""
    cdef int32_t outcome
    if now.done[TIE] < most.done[TIE]:
        now.done[TIE] += 1
        return True
    now.done[TIE] = 0
    for outcome in range(SECOND, 0, -1):
        if now.done[outcome] + now.waiting[outcome] < most.done[outcome]:
            now.waiting[outcome] += 1
            return True
        now.waiting[outcome] = 0
        if now.done[outcome] < most.done[outcome]:
            now.done[outcome] += 1
            return True
        now.done[outcome] = 0
    return False


cdef int32_t ways_on(
    const Count* now, const Count* most, const double* following, Count* after, double* part
) noexcept nogil:
    """What the two cards of one value can do: the counts after it and in how many ways the rest completes each."""
    cdef int32_t first, second, outcome, n = 0
    cdef double factor
    if now.done[TIE] < most.done[TIE]:
        after[n] = now[0]
        after[n].done[TIE] += 1
        part[n] = following[index_of(&after[n], most)]
        n += 1
    for first in range(3):            # 0 stays in hand, 1 waits, 2 beats
        for second in range(3):
            after[n] = now[0]
            factor = 1.0
            if first == 1:
                after[n].waiting[SECOND] += 1
            elif first == 2:
                factor *= now.waiting[FIRST]
                after[n].waiting[FIRST] -= 1
                after[n].done[FIRST] += 1
            if second == 1:
                after[n].waiting[FIRST] += 1
            elif second == 2:
                factor *= now.waiting[SECOND]
                after[n].waiting[SECOND] -= 1
                after[n].done[SECOND] += 1
            if factor == 0.0:
                continue
            for outcome in range(FIRST, TIE):
                if after[n].done[outcome] + after[n].waiting[outcome] > most.done[outcome]:
                    factor = 0.0
            if factor > 0.0:
                part[n] = factor * following[index_of(&after[n], most)]
                n += 1
    return n


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
            "rounds: more finished than there are cards",
            "hand: not the cards that were not bid",
            "prizes: not those that did not come up",
            "won: an outcome that the bids do not give",
            "points: not those of the prizes won",
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
        cdef uint32_t hand = s.hand[0 if s.pending[0] == 0 else 1]
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
            s.pending[0 if s.pending[0] == 0 else 1] = m & 15
        elif kind == REVEAL:
            self.settle(s, (m >> 4) & 15, m & 15, outcome_of((m >> 4) & 15, m & 15))
        else:
            first, second = self.known_bid(s, 0), self.known_bid(s, 1)
            if (m & 15) == TIE:                         # who bid himself knows what the other bid
                first = second = min(first, second)
            self.settle(s, first, second, m & 15)

    cdef inline int32_t known_bid(self, const GoofspielState* s, int32_t seat) noexcept nogil:
        """This round's bid of a seat whose hand is known, else HIDDEN."""
        if s.pending[seat] == HIDDEN or s.round < self.cards - 1:
            return s.pending[seat]
        return lowest(s.hand[seat]) + 1

    cdef void settle(self, GoofspielState* s, int32_t first, int32_t second, int32_t outcome) noexcept nogil:
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

    cdef inline void score(self, int32_t lead, double* out) noexcept nogil:
        out[0] = lead / self.unit if self.by_margin else (lead > 0) - (lead < 0)
        out[1] = -out[0]

    # Hidden information ---------------------------------------------------------------------------------------

    cdef move_t seen(self, const void* state, move_t m, int32_t seat) noexcept nogil:
        cdef int32_t kind = m & KIND
        if kind == BID:
            return m if self.to_move(state) == seat else NOTHING
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
        cdef int32_t kind = m & KIND, seat = 0 if s.pending[0] == 0 else 1
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
        cdef GoofspielState world = (<const GoofspielState*>view)[0]
        cdef int64_t found
        self.take_back(&world)
        found = self.complete(&world, 0, cap, 0, <GoofspielState*>out)
        for i in range(max(found, 0)):
            weight[i] = 1.0            # all orders of a hand are equally likely a priori
        return found

    cdef void take_back(self, GoofspielState* s) noexcept nogil:
        """Pending bids that the view does not know are not made yet; hands lose all bids that are known."""
        cdef int32_t seat, r
        for seat in range(2):
            if s.pending[seat] == HIDDEN:
                s.pending[seat] = 0
            s.hand[seat] = self.deck
            for r in range(s.round):
                if s.bid[seat][r] != HIDDEN:
                    s.hand[seat] &= ~(1 << (s.bid[seat][r] - 1))

    cdef int64_t complete(
        self, GoofspielState* world, int32_t r, int64_t cap, int64_t found, GoofspielState* out
    ) noexcept nogil:
        """Adds to `out` all ways to fill the holes from round `r` on; gives the new count, or -1 beyond `cap`."""
        cdef uint32_t firsts, seconds
        cdef int32_t first, second
        cdef GoofspielState following
        if r == world.round:
            if found == cap:
                return -1
            out[found] = world[0]
            return found + 1
        firsts = world.hand[0] if world.bid[0][r] == HIDDEN else 1 << (world.bid[0][r] - 1)
        while firsts:
            first = lowest(firsts) + 1
            firsts &= firsts - 1
            seconds = world.hand[1] if world.bid[1][r] == HIDDEN else 1 << (world.bid[1][r] - 1)
            while seconds:
                second = lowest(seconds) + 1
                seconds &= seconds - 1
                if outcome_of(first, second) != world.won[r]:
                    continue
                following = world[0]
                following.bid[0][r], following.bid[1][r] = first, second
                following.hand[0] &= ~(1 << (first - 1))
                following.hand[1] &= ~(1 << (second - 1))
                found = self.complete(&following, r + 1, cap, found, out)
                if found < 0:
                    return -1
        return found

    cdef bint fill(self, void* view, Rng* rng) noexcept nogil:
        cdef GoofspielState* s = <GoofspielState*>view
        cdef int32_t holes[2]
        cdef int32_t seat, r
        for seat in range(2):
            holes[seat] = 0
            for r in range(s.round):
                holes[seat] += s.bid[seat][r] == HIDDEN
        self.take_back(s)
        if holes[0] == 0 and holes[1] == 0:
            return True
        if holes[0] == s.round and holes[1] == s.round:
            return self.fill_both(s, rng)
        if holes[0] and holes[1]:
            return False
        return self.fill_one(s, 0 if holes[0] else 1, rng)

    cdef bint fill_one(self, GoofspielState* s, int32_t seat, Rng* rng) noexcept nogil:
        """Cards from low to high. A card stays in hand, is kept for a round it loses (given out when the other's
        bid is reached), or takes one of the rounds whose other bid is lower."""
        cdef double ways[MOST_CARDS + 2][MOST_CARDS + 1][MOST_CARDS + 1]   # from card v, by kept and by taken
        cdef int32_t loser_at[MOST_CARDS + 2]       # the hole that the other's bid v beats, or -1
        cdef int32_t open_below[MOST_CARDS + 2]     # holes that beat a bid under v
        cdef int32_t above[MOST_CARDS]              # those holes, by the other's bid
        cdef int32_t kept_cards[MOST_CARDS]
        cdef int32_t rival = 1 - seat, wins = 0, kept = 0, taken = 0, v, r, k, t
        cdef uint32_t free = s.hand[seat]
        cdef double at
        memset(ways, 0, sizeof(ways))
        for v in range(self.cards + 2):
            loser_at[v] = -1
        for v in range(1, self.cards + 1):
            open_below[v] = wins
            for r in range(s.round):
                if s.bid[rival][r] != v or s.bid[seat][r] != HIDDEN:
                    continue
                if s.won[r] == TIE:
                    return False
                if s.won[r] == seat + 1:
                    above[wins] = r
                    wins += 1
                else:
                    loser_at[v] = r
        ways[self.cards + 1][0][wins] = 1.0
        for v in range(self.cards, 0, -1):
            for k in range(v):
                for t in range(wins + 1):
                    ways[v][k][t] = self.ways_at(ways[v + 1], k, t, loser_at[v] >= 0, (free >> (v - 1)) & 1,
                                                 open_below[v], NULL)
        if ways[1][0][0] == 0.0:
            return False
        cdef double part[3]
        for v in range(1, self.cards + 1):
            if loser_at[v] >= 0:
                k = below(rng, kept)
                self.place(s, seat, loser_at[v], kept_cards[k])
                kept -= 1
                kept_cards[k] = kept_cards[kept]
            at = unit(rng) * self.ways_at(ways[v + 1], kept, taken, False, (free >> (v - 1)) & 1, open_below[v], part)
            if at < part[0]:
                continue
            if at < part[0] + part[1]:
                kept_cards[kept] = v
                kept += 1
            else:
                t = taken + below(rng, open_below[v] - taken)
                above[taken], above[t] = above[t], above[taken]
                self.place(s, seat, above[taken], v)
                taken += 1
        return True

    cdef double ways_at(
        self, double (*after)[MOST_CARDS + 1], int32_t kept, int32_t taken, bint loses, bint free, int32_t below_it,
        double* part,
    ) noexcept nogil:
        """In how many ways a card can go: `part` gets staying, being kept, taking a round."""
        cdef double factor = 1.0
        cdef double split[3]
        if loses:
            factor = kept
            kept -= 1
            if kept < 0:
                return 0.0
        split[0] = after[kept][taken]
        split[1] = after[kept + 1][taken] if free and kept < MOST_CARDS else 0.0
        split[2] = (below_it - taken) * after[kept][taken + 1] if free and taken < below_it else 0.0
        if part != NULL:
            memcpy(part, split, sizeof(split))
        return factor * (split[0] + split[1] + split[2])

    cdef inline void place(self, GoofspielState* s, int32_t seat, int32_t r, int32_t card) noexcept nogil:
        s.bid[seat][r] = card
        s.hand[seat] &= ~(1 << (card - 1))

    cdef bint fill_both(self, GoofspielState* s, Rng* rng) noexcept nogil:
        """Cards of the same value together, from low to high. Each stays in hand, waits to be beaten, or beats one of
        the other side's that wait; or both tie. The pairs then go to the rounds with that outcome, in any order."""
        cdef double ways[MOST_CARDS + 2][MOST_COUNTS]
        cdef double part[10]
        cdef Count now, after[10]
        cdef Count most                                # how many rounds there are of each outcome
        cdef int32_t waiting[2][MOST_CARDS]
        cdef int32_t pairs[4][MOST_CARDS][2]           # by outcome: the bids of seats 0 and 1
        cdef int32_t v, i, k, side, r, outcome, size
        cdef double at
        memset(&most, 0, sizeof(most))
        for r in range(s.round):
            most.done[s.won[r]] += 1
        size = pair(most.done[FIRST], 0, most.done[FIRST]) + 1
        size *= (pair(most.done[SECOND], 0, most.done[SECOND]) + 1) * (most.done[TIE] + 1)
        check(size <= MOST_COUNTS, "goofspiel: the table of counts is large enough")
        memset(ways, 0, sizeof(ways))
        ways[self.cards + 1][index_of(&most, &most)] = 1.0
        for v in range(self.cards, 0, -1):
            memset(&now, 0, sizeof(now))
            while True:
                for i in range(ways_on(&now, &most, ways[v + 1], after, part)):
                    ways[v][index_of(&now, &most)] += part[i]
                if not next_count(&now, &most):
                    break
        memset(&now, 0, sizeof(now))
        if ways[1][0] == 0.0:
            return False
        for v in range(1, self.cards + 1):
            k = ways_on(&now, &most, ways[v + 1], after, part)
            at = unit(rng) * ways[v][index_of(&now, &most)]
            i = 0
            while i < k - 1 and at >= part[i]:
                at -= part[i]
                i += 1
            if after[i].done[TIE] > now.done[TIE]:
                pairs[TIE][now.done[TIE]][0] = pairs[TIE][now.done[TIE]][1] = v
            for side in range(2):                      # what beats is drawn before what is beaten joins the waiting
                outcome = FIRST + side
                if after[i].done[outcome] > now.done[outcome]:
                    k = below(rng, now.waiting[outcome])
                    pairs[outcome][now.done[outcome]][side] = v
                    pairs[outcome][now.done[outcome]][1 - side] = waiting[1 - side][k]
                    waiting[1 - side][k] = waiting[1 - side][now.waiting[outcome] - 1]
            for side in range(2):
                outcome = SECOND - side                # a card of this side waits in rounds the other side wins
                k = now.waiting[outcome] - (after[i].done[outcome] - now.done[outcome])
                if after[i].waiting[outcome] > k:
                    waiting[side][k] = v
            now = after[i]
        for r in range(s.round):
            outcome = s.won[r]
            k = below(rng, now.done[outcome])
            now.done[outcome] -= 1
            i = now.done[outcome]
            self.place(s, 0, r, pairs[outcome][k][0])
            self.place(s, 1, r, pairs[outcome][k][1])
            pairs[outcome][k][0], pairs[outcome][k][1] = pairs[outcome][i][0], pairs[outcome][i][1]
        return True

    # Rollouts, checks, Python ---------------------------------------------------------------------------------

    cdef int32_t rollout(self, void* state, Rng* rng, double* out) noexcept nogil:
        """Random play to the end is a random order of both hands and of the prizes."""
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
        if s.round > self.cards:
            return 1
        cards[0] = cards[1] = cards[2] = 0
        points[0] = points[1] = 0
        for r in range(self.cards):
            if r < s.round:
                if s.won[r] != outcome_of(s.bid[0][r], s.bid[1][r]):
                    return 4
                if s.won[r] != TIE:
                    points[s.won[r] - 1] += s.prize[r]
            elif s.bid[0][r] or s.bid[1][r] or s.won[r] or (r > s.round and s.prize[r]):
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

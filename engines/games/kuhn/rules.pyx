"""Kuhn poker on the contract."""
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t

from hunch.engines.contract cimport CHANCE, OVER, Game, move_t
from hunch.engines.games.kuhn.state cimport (
    ACT, BET, CALL, CARDS, CHECK, DEAL, FOLD, KIND, MOST_WORLDS, SHOW, KuhnState,
)
from hunch.engines.games.poker.state cimport HIDDEN, hide_hands, seen_deal
from hunch.engines.rng cimport Rng, below, next_word, take


cdef inline int32_t last_of(const KuhnState* s) noexcept nogil:
    return s.moves[s.made - 1] if s.made else 0


cdef inline bint ends(int32_t last, int32_t made) noexcept nogil:
    """Whether the betting is over after that move."""
    return last >= FOLD or (last == CHECK and made == 2)


cdef inline int32_t drawn(int32_t first, uint64_t* word) noexcept nogil:
    """Draws a card that is not `first`, which may be 0."""
    cdef int32_t card = 1 + take(word, CARDS - (first > 0))
    return card + (0 < first <= card)


cdef class Kuhn(Game):
    def __init__(self, str name, dict options, str data_hash, dict data):
        Game.__init__(self, name, options, data_hash)
        self.seats, self.zero_sum, self.solitaire, self.hidden = 2, True, False, True
        self.most_moves, self.most_chances, self.most_plies = 2, CARDS, 6
        self.unit = 2.0
        self.state_bytes = sizeof(KuhnState)
        self.flaws = (
            "",
            "dealt: more than two cards",
            "cards: not two different ones, or not as many as were dealt",
            "moves: not in the order of play",
            "shown: cards that are not shown down",
        )

    cdef int32_t to_move(self, const void* state) noexcept nogil:
        cdef const KuhnState* s = <const KuhnState*>state
        cdef int32_t last = last_of(s)
        if s.dealt < 2:
            return CHANCE
        if ends(last, s.made):
            return OVER if last == FOLD or s.shown else CHANCE
        return s.made & 1

    cdef int32_t legal(self, const void* state, move_t* out) noexcept nogil:
        cdef bint faced = last_of(<const KuhnState*>state) == BET
        out[0] = ACT + (FOLD if faced else CHECK)
        out[1] = ACT + (CALL if faced else BET)
        return 2

    cdef int32_t chances(self, const void* state, move_t* out, uint32_t* weight) noexcept nogil:
        cdef const KuhnState* s = <const KuhnState*>state
        cdef int32_t card, n = 0
        if s.dealt == 2:
            out[0], weight[0] = SHOW + 16 * s.cards[0] + s.cards[1], 1
            return 1
        for card in range(1, CARDS + 1):
            if s.dealt == 0 or card != s.cards[0]:
                out[n], weight[n] = DEAL + 16 * s.dealt + card, 1
                n += 1
        return n

    cdef void apply(self, void* state, move_t m) noexcept nogil:
        cdef KuhnState* s = <KuhnState*>state
        cdef int32_t kind = m & KIND
        if kind == ACT:
            s.moves[s.made] = m & 15
            s.made += 1
        elif kind == DEAL:
            s.cards[s.dealt] = m & 15 if m & 15 else HIDDEN
            s.dealt += 1
        else:
            s.cards[0], s.cards[1], s.shown = (m >> 4) & 15, m & 15, 1

    cdef void returns(self, const void* state, double* out) noexcept nogil:
        cdef const KuhnState* s = <const KuhnState*>state
        self.pay(s.cards[0], s.cards[1], last_of(s), s.made, out)

    cdef inline void pay(
        self, int32_t first, int32_t second, int32_t last, int32_t made, double* out
    ) noexcept nogil:
        cdef bint wins = made == 2 if last == FOLD else first > second      # the seat that folds moved last
        cdef double stake = 1.0 if last == CALL else 0.5                    # as a payoff: 1.0 is two chips
        out[0] = stake if wins else -stake
        out[1] = -out[0]

    # Hidden information ---------------------------------------------------------------------------------------

    cdef move_t seen(self, const void* state, move_t m, int32_t seat) noexcept nogil:
        return seen_deal(m, seat) if (m & KIND) == DEAL else m

    cdef void hide(self, void* state, int32_t seat) noexcept nogil:
        cdef KuhnState* s = <KuhnState*>state
        hide_hands(s.cards, s.shown, seat)

    cdef bint fits(self, const void* view, move_t m) noexcept nogil:
        cdef const KuhnState* s = <const KuhnState*>view
        cdef int32_t turn = self.to_move(view), first = (m >> 4) & 15, second = m & 15
        cdef move_t moves[2]
        if turn >= 0:
            self.legal(view, moves)
            return m == moves[0] or m == moves[1]
        if turn == OVER:
            return False
        if s.dealt == 2:
            return (
                m == <move_t>(SHOW + 16 * first + second) and first != second
                and 1 <= first <= CARDS and 1 <= second <= CARDS
                and (s.cards[0] == HIDDEN or s.cards[0] == first) and (s.cards[1] == HIDDEN or s.cards[1] == second)
            )
        if m != <move_t>(DEAL + 16 * s.dealt + second):
            return False
        if s.cards[s.dealt] == HIDDEN:
            return second == 0
        return 1 <= second <= CARDS and (s.dealt == 0 or second != s.cards[0])

    cdef int64_t worlds(self, const void* view, int64_t cap, void* out, double* weight) noexcept nogil:
        cdef const KuhnState* s = <const KuhnState*>view
        cdef KuhnState* at = <KuhnState*>out
        cdef int32_t first, second
        cdef int64_t count = 0
        for first in range(s.dealt > 0, CARDS + 1 if s.dealt > 0 else 1):
            for second in range(s.dealt > 1, CARDS + 1 if s.dealt > 1 else 1):
                if first == second and first > 0:
                    continue
                if (s.cards[0] != HIDDEN and s.cards[0] != first) or (s.cards[1] != HIDDEN and s.cards[1] != second):
                    continue
                if count == cap:
                    return -1
                at[count] = s[0]
                at[count].cards[0], at[count].cards[1] = first, second
                weight[count] = 1.0
                count += 1
        return count

    cdef bint fill(self, void* view, Rng* rng) noexcept nogil:
        cdef KuhnState filled[MOST_WORLDS]
        cdef double weight[MOST_WORLDS]
        cdef KuhnState* s = <KuhnState*>view
        cdef int64_t n
        if s.cards[0] != HIDDEN and s.cards[1] != HIDDEN:
            return True
        n = self.worlds(view, MOST_WORLDS, filled, weight)
        if n > 0:
            s[0] = filled[below(rng, n) if n > 1 else 0]
        return n > 0

    # Rollouts, checks, Python ---------------------------------------------------------------------------------

    cdef int32_t rollout(self, void* state, Rng* rng, double* out) noexcept nogil:
        cdef const KuhnState* s = <const KuhnState*>state
        cdef int32_t first = s.cards[0], second = s.cards[1], last = last_of(s), made = s.made
        cdef uint64_t word = next_word(rng)
        cdef int32_t steps = 2 - s.dealt
        if s.dealt < 1:
            first = drawn(0, &word)
        if s.dealt < 2:
            second = drawn(first, &word)
        while not ends(last, made):
            last = (FOLD if last == BET else CHECK) + take(&word, 2)
            made += 1
            steps += 1
        self.pay(first, second, last, made, out)
        return steps + (last != FOLD and not s.shown)

    cdef int32_t flaw(self, const void* state) noexcept nogil:
        cdef const KuhnState* s = <const KuhnState*>state
        cdef int32_t seat, i, last = 0
        if s.dealt > 2:
            return 1
        for seat in range(2):
            if s.cards[seat] > CARDS or (s.cards[seat] > 0) != (seat < s.dealt):
                return 2
        if s.cards[0] == s.cards[1] and s.dealt > 0:
            return 2
        if s.made > (3 if s.dealt == 2 else 0):
            return 3
        for i in range(3):
            if i >= s.made:
                if s.moves[i]:
                    return 3
                continue
            if ends(last, i) or not (FOLD <= s.moves[i] <= CALL if last == BET else CHECK <= s.moves[i] <= BET):
                return 3
            last = s.moves[i]
        if s.shown > 1 or (s.shown and (last == FOLD or not ends(last, s.made))):
            return 4
        return 0

    cdef dict read(self, const void* s):
        return (<const KuhnState*>s)[0]

    cdef int write(self, dict fields, void* s) except -1:
        (<KuhnState*>s)[0] = fields
        return 0


GAME = Kuhn

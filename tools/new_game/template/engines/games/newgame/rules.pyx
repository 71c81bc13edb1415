"""Newgame's rules."""
from libc.stdint cimport int32_t, int64_t, uint32_t

from hunch.engines.contract cimport CHANCE, OVER, Game, move_t
from hunch.engines.games.newgame.state cimport (
    ACT, BET, CALL, CHECK, DEAL, FOLD, HIDDEN, KIND, MOST_WORLDS, SHOW, NewgameState,
)
from hunch.engines.rng cimport Rng, below


cdef class Newgame(Game):
    cdef int32_t ranks          # how many cards the deck has

    def __init__(self, str name, dict options, str data_hash, dict data):
        Game.__init__(self, name, options, data_hash)
        self.ranks = options["cards"]
        self.seats, self.zero_sum, self.solitaire, self.hidden = 2, True, False, True
        self.most_moves, self.most_chances, self.most_plies = 2, self.ranks, 5
        self.unit = 2.0         # chips: an ante and a bet
        self.state_bytes = sizeof(NewgameState)
        self.flaws = (
            "",
            "dealt: more than two cards",
            "cards: not two different ones of the deck, or not as many as were dealt",
            "actions: not in the order of play",
            "shown: cards that are not shown",
        )

    # Play -----------------------------------------------------------------------------------------------------

    cdef int32_t to_move(self, const void* state) noexcept nogil:
        cdef const NewgameState* s = <const NewgameState*>state
        if s.dealt < 2:
            return CHANCE
        if not s.actions[0]:
            return 0
        if s.actions[0] == BET and not s.actions[1]:
            return 1
        return OVER if s.actions[1] == FOLD or s.shown else CHANCE

    cdef int32_t legal(self, const void* state, move_t* out) noexcept nogil:
        cdef bint faces_bet = (<const NewgameState*>state).actions[0] == BET
        out[0] = ACT + (FOLD if faces_bet else CHECK)
        out[1] = ACT + (CALL if faces_bet else BET)
        return 2

    cdef int32_t chances(self, const void* state, move_t* out, uint32_t* weight) noexcept nogil:
        cdef const NewgameState* s = <const NewgameState*>state
        cdef int32_t card, n = 0
        if s.dealt == 2:
            out[0], weight[0] = SHOW + 16 * s.cards[0] + s.cards[1], 1
            return 1
        for card in range(1, self.ranks + 1):
            if s.dealt == 0 or card != s.cards[0]:
                out[n], weight[n] = DEAL + 16 * s.dealt + card, 1
                n += 1
        return n

    cdef void apply(self, void* state, move_t m) noexcept nogil:
        cdef NewgameState* s = <NewgameState*>state
        cdef int32_t kind = m & KIND
        if kind == ACT:
            s.actions[1 if s.actions[0] else 0] = m & 15
        elif kind == DEAL:
            s.cards[s.dealt] = m & 15 if m & 15 else HIDDEN
            s.dealt += 1
        else:
            s.cards[0], s.cards[1], s.shown = (m >> 4) & 15, m & 15, 1

    cdef void returns(self, const void* state, double* out) noexcept nogil:
        cdef const NewgameState* s = <const NewgameState*>state
        cdef bint wins = s.actions[1] == FOLD or s.cards[0] > s.cards[1]
        cdef double chips = 2.0 if s.actions[1] == CALL else 1.0
        out[0] = (chips if wins else -chips) / self.unit
        out[1] = -out[0]

    # Hidden information ---------------------------------------------------------------------------------------

    cdef move_t seen(self, const void* state, move_t m, int32_t seat) noexcept nogil:
        if (m & KIND) == DEAL and <int32_t>((m >> 4) & 15) != seat:
            return m & ~15
        return m

    cdef void hide(self, void* state, int32_t seat) noexcept nogil:
        cdef NewgameState* s = <NewgameState*>state
        cdef int32_t other
        for other in range(2):
            if other != seat and not s.shown:
                s.cards[other] = HIDDEN

    cdef bint fits(self, const void* view, move_t m) noexcept nogil:
        cdef const NewgameState* s = <const NewgameState*>view
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
                and self.may_hold(s.cards[0], first) and self.may_hold(s.cards[1], second)
            )
        if m != <move_t>(DEAL + 16 * s.dealt + second):
            return False
        if s.cards[s.dealt] == HIDDEN:
            return second == 0
        return 1 <= second <= self.ranks and (s.dealt == 0 or second != s.cards[0])

    cdef inline bint may_hold(self, int32_t known, int32_t card) noexcept nogil:
        """Whether a seat of which `known` is known can have that card."""
        return 1 <= card <= self.ranks and (known == HIDDEN or known == card)

    cdef int64_t worlds(self, const void* view, int64_t cap, void* out, double* weight) noexcept nogil:
        cdef const NewgameState* s = <const NewgameState*>view
        cdef NewgameState* found = <NewgameState*>out
        cdef int32_t first, second
        cdef int64_t n = 0
        for first in range(s.dealt > 0, self.ranks + 1 if s.dealt > 0 else 1):
            for second in range(s.dealt > 1, self.ranks + 1 if s.dealt > 1 else 1):
                if first == second and first > 0:
                    continue
                if (s.cards[0] != HIDDEN and s.cards[0] != first) or (s.cards[1] != HIDDEN and s.cards[1] != second):
                    continue
                if n == cap:
                    return -1
                found[n] = s[0]
                found[n].cards[0], found[n].cards[1] = first, second
                weight[n] = 1.0
                n += 1
        return n

    cdef bint fill(self, void* view, Rng* rng) noexcept nogil:
        cdef NewgameState found[MOST_WORLDS]
        cdef double weight[MOST_WORLDS]
        cdef NewgameState* s = <NewgameState*>view
        cdef int64_t n
        if s.cards[0] != HIDDEN and s.cards[1] != HIDDEN:
            return True
        n = self.worlds(view, MOST_WORLDS, found, weight)
        if n > 0:           # all weights are equal
            s[0] = found[below(rng, n) if n > 1 else 0]
        return n > 0

    # Checks, Python -------------------------------------------------------------------------------------------

    cdef int32_t flaw(self, const void* state) noexcept nogil:
        cdef const NewgameState* s = <const NewgameState*>state
        cdef int32_t seat
        if s.dealt > 2:
            return 1
        for seat in range(2):
            if s.cards[seat] > self.ranks or (s.cards[seat] > 0) != (seat < s.dealt):
                return 2
        if s.cards[0] == s.cards[1] and s.dealt > 0:
            return 2
        if s.actions[0] > (BET if s.dealt == 2 else 0):
            return 3
        if s.actions[1] and (s.actions[0] != BET or not FOLD <= s.actions[1] <= CALL):
            return 3
        if s.shown > (s.actions[0] == CHECK or s.actions[1] == CALL):
            return 4
        return 0

    cdef dict read(self, const void* s):
        return (<const NewgameState*>s)[0]

    cdef int write(self, dict fields, void* s) except -1:
        (<NewgameState*>s)[0] = fields
        return 0


GAME = Newgame

"""Leduc poker on the contract."""
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t

from hunch.engines.contract cimport CHANCE, OVER, Game, move_t
from hunch.engines.games.leduc.state cimport (
    ACT, BET, BOARD, CHECK, COPIES, DEAL, FOLD, KIND, MOST_MADE, MOST_WORLDS, RAISE, SHOW, LeducState, act, turn_up,
)
from hunch.engines.games.poker.state cimport HIDDEN, RANKS, hide_hands, seen_deal
from hunch.engines.rng cimport Rng, below, next_word, take


cdef inline int32_t last_of(const LeducState* s) noexcept nogil:
    """Returns the last move of this round; 0 if there is none."""
    return s.moves[s.board > 0][s.made - 1] if s.made else 0


cdef inline bint ends(int32_t last, int32_t made) noexcept nogil:
    """Whether a round of betting is over after that move."""
    return last >= FOLD or (last == CHECK and made == 2)


cdef inline int32_t options(int32_t last, int32_t* first) noexcept nogil:
    """Returns how many moves answer `last`: `first`, the codes after it, and at the end a raise if it is possible."""
    first[0] = FOLD if last >= BET else CHECK
    return 3 if last == BET else 2


cdef inline int32_t option(int32_t first, int32_t i) noexcept nogil:
    return RAISE if i == 2 else first + i


cdef inline int32_t left(const LeducState* s, int32_t rank) noexcept nogil:
    """Returns how many cards of a rank are still to be dealt."""
    return COPIES - (s.cards[0] == rank) - (s.cards[1] == rank) - (s.board == rank)


cdef inline int32_t drawn(const LeducState* s, uint64_t* word) noexcept nogil:
    """Draws the next card."""
    cdef int32_t at = take(word, RANKS * COPIES - (s.cards[0] > 0) - (s.cards[1] > 0) - (s.board > 0))
    cdef int32_t rank = 1
    while at >= left(s, rank):
        at -= left(s, rank)
        rank += 1
    return rank


cdef class Leduc(Game):
    def __init__(self, str name, dict options, str data_hash, dict data):
        Game.__init__(self, name, options, data_hash)
        self.seats, self.zero_sum, self.solitaire, self.hidden = 2, True, False, True
        self.most_moves, self.most_chances, self.most_plies = 3, RANKS, 12
        self.unit = 13.0                  # most chips of a seat: the ante, then a bet and a raise in each round
        self.state_bytes = sizeof(LeducState)
        self.flaws = (
            "",
            "dealt: more than two cards",
            "cards: not as many as were dealt, or more than two of a rank",
            "first_round: not in the order of play",
            "second_round: not in the order of play",
            "board: not turned up after the first round and before the second",
            "first_round: moves of this round and the second that do not add up to the chips",
            "shown: cards that are not shown down",
        )

    cdef void begin(self, void* state) noexcept nogil:
        cdef LeducState* s = <LeducState*>state
        s.chips[0] = s.chips[1] = 1

    cdef int32_t to_move(self, const void* state) noexcept nogil:
        cdef const LeducState* s = <const LeducState*>state
        cdef int32_t last = last_of(s)
        if s.dealt < 2:
            return CHANCE
        if ends(last, s.made):
            return OVER if last == FOLD or s.shown else CHANCE
        return s.made & 1

    cdef int32_t legal(self, const void* state, move_t* out) noexcept nogil:
        cdef int32_t first, i
        cdef int32_t n = options(last_of(<const LeducState*>state), &first)
        for i in range(n):
            out[i] = ACT + option(first, i)
        return n

    cdef int32_t chances(self, const void* state, move_t* out, uint32_t* weight) noexcept nogil:
        cdef const LeducState* s = <const LeducState*>state
        cdef int32_t rank, n = 0
        if s.dealt == 2 and s.board:
            out[0], weight[0] = SHOW + 16 * s.cards[0] + s.cards[1], 1
            return 1
        for rank in range(1, RANKS + 1):
            if left(s, rank):
                out[n] = (BOARD if s.dealt == 2 else DEAL + 16 * s.dealt) + rank
                weight[n] = left(s, rank)
                n += 1
        return n

    cdef void apply(self, void* state, move_t m) noexcept nogil:
        cdef LeducState* s = <LeducState*>state
        cdef int32_t kind = m & KIND
        if kind == ACT:
            act(s, m & 15)
        elif kind == DEAL:
            s.cards[s.dealt] = m & 15 if m & 15 else HIDDEN
            s.dealt += 1
        elif kind == BOARD:
            turn_up(s, m & 15)
        else:
            s.cards[0], s.cards[1], s.shown = (m >> 4) & 15, m & 15, 1

    cdef void returns(self, const void* state, double* out) noexcept nogil:
        self.pay(<const LeducState*>state, out)

    cdef inline void pay(self, const LeducState* s, double* out) noexcept nogil:
        cdef int32_t first = s.cards[0], second = s.cards[1], lead
        if last_of(s) == FOLD:                       # the seat that folds moved last
            lead = -s.chips[0] if s.made & 1 else s.chips[1]
        elif first == second:
            lead = 0
        else:
            lead = s.chips[0] if first == s.board or (first > second and second != s.board) else -s.chips[0]
        out[0] = lead / 13.0
        out[1] = -out[0]

    # Hidden information ---------------------------------------------------------------------------------------

    cdef move_t seen(self, const void* state, move_t m, int32_t seat) noexcept nogil:
        return seen_deal(m, seat) if (m & KIND) == DEAL else m

    cdef void hide(self, void* state, int32_t seat) noexcept nogil:
        cdef LeducState* s = <LeducState*>state
        hide_hands(s.cards, s.shown, seat)

    cdef bint fits(self, const void* view, move_t m) noexcept nogil:
        cdef const LeducState* s = <const LeducState*>view
        cdef LeducState after = s[0]
        cdef LeducState world
        cdef double weight
        cdef move_t moves[3]
        cdef int32_t turn = self.to_move(view), first = (m >> 4) & 15, second = m & 15, i
        if turn == OVER:
            return False
        if turn >= 0:
            for i in range(self.legal(view, moves)):
                if m == moves[i]:
                    return True
            return False
        if s.dealt < 2 and s.cards[s.dealt] == HIDDEN:
            return m == <move_t>(DEAL + 16 * s.dealt)
        if not 1 <= second <= RANKS:
            return False
        if s.dealt < 2:
            if m != <move_t>(DEAL + 16 * s.dealt + second):
                return False
        elif s.board == 0:
            if m != <move_t>(BOARD + second):
                return False
        elif (
            m != <move_t>(SHOW + 16 * first + second) or not 1 <= first <= RANKS
            or (s.cards[0] != HIDDEN and s.cards[0] != first) or (s.cards[1] != HIDDEN and s.cards[1] != second)
        ):
            return False
        self.apply(&after, m)
        return self.worlds(&after, 1, &world, &weight) != 0         # -1: more than one

    cdef int64_t worlds(self, const void* view, int64_t cap, void* out, double* weight) noexcept nogil:
        cdef LeducState world = (<const LeducState*>view)[0]
        cdef int32_t known[2]
        cdef int32_t first, second, ways
        cdef int64_t count = 0
        known[0], known[1] = world.cards[0], world.cards[1]
        for first in range(world.dealt > 0, RANKS + 1 if world.dealt > 0 else 1):
            for second in range(world.dealt > 1, RANKS + 1 if world.dealt > 1 else 1):
                if (known[0] != HIDDEN and known[0] != first) or (known[1] != HIDDEN and known[1] != second):
                    continue
                world.cards[0] = world.cards[1] = 0  # the hands are hidden, so the board may be dealt first
                ways = left(&world, first) if first else 1
                world.cards[0] = first
                ways *= left(&world, second) if second else 1
                world.cards[1] = second
                if ways <= 0:
                    continue
                if count == cap:
                    return -1
                (<LeducState*>out)[count] = world
                weight[count] = ways
                count += 1
        return count

    cdef bint fill(self, void* view, Rng* rng) noexcept nogil:
        cdef LeducState filled[MOST_WORLDS]
        cdef double weight[MOST_WORLDS]
        cdef LeducState* s = <LeducState*>view
        cdef int64_t n, i
        cdef uint32_t total = 0, at = 0
        if s.cards[0] != HIDDEN and s.cards[1] != HIDDEN:
            return True
        n = self.worlds(view, MOST_WORLDS, filled, weight)
        for i in range(n):
            total += <uint32_t>weight[i]
        if n > 1:
            at = below(rng, total)
        for i in range(n):
            if at < <uint32_t>weight[i]:
                s[0] = filled[i]
                return True
            at -= <uint32_t>weight[i]
        return False

    # Rollouts, checks, Python ---------------------------------------------------------------------------------

    cdef int32_t rollout(self, void* state, Rng* rng, double* out) noexcept nogil:
        cdef LeducState* s = <LeducState*>state
        cdef uint64_t word = next_word(rng)
        cdef int32_t steps = 2 - s.dealt, first, last, n
        while s.dealt < 2:
            s.cards[s.dealt] = drawn(s, &word)
            s.dealt += 1
        while True:
            last = last_of(s)
            if not ends(last, s.made):
                n = options(last, &first)
                act(s, option(first, take(&word, n)))
            elif last != FOLD and s.board == 0:
                turn_up(s, drawn(s, &word))
            else:
                break
            steps += 1
        self.pay(s, out)
        return steps + (last != FOLD and not s.shown)

    cdef int32_t flaw(self, const void* state) noexcept nogil:
        cdef const LeducState* s = <const LeducState*>state
        cdef LeducState again
        cdef int32_t r, i, seat, last = 0, first, n, move
        if s.dealt > 2:
            return 1
        for seat in range(2):
            if s.cards[seat] > RANKS or (s.cards[seat] > 0) != (seat < s.dealt):
                return 2
        if s.board > RANKS:
            return 5
        if s.board and left(s, s.board) < 0:
            return 2
        again = s[0]
        again.board = again.made = 0
        again.chips[0] = again.chips[1] = 1
        for r in range(2):
            last = 0
            for i in range(MOST_MADE):
                move = s.moves[r][i]
                if move == 0:
                    break
                n = options(last, &first)
                if s.dealt < 2 or ends(last, i) or not (first <= move < first + 2 or (n == 3 and move == RAISE)):
                    return 3 + r
                act(&again, move)
                last = move
            for i in range(again.made, MOST_MADE):
                if s.moves[r][i]:
                    return 3 + r
            if r == 0 and s.board:
                if last == FOLD or not ends(last, again.made):
                    return 5
                turn_up(&again, s.board)
            elif r == 0:
                for i in range(MOST_MADE):
                    if s.moves[1][i]:
                        return 5
                break
        if s.made != again.made:
            return 3 + (s.board > 0)
        if s.chips[0] != again.chips[0] or s.chips[1] != again.chips[1]:
            return 6
        if s.shown > 1 or (s.shown and (s.board == 0 or last == FOLD or not ends(last, s.made))):
            return 7
        return 0

    cdef dict read(self, const void* s):
        return (<const LeducState*>s)[0]

    cdef int write(self, dict fields, void* s) except -1:
        (<LeducState*>s)[0] = fields
        return 0


GAME = Leduc

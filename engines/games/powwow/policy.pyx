"""The prior and the rollout policy of Pow Wow."""
from libc.math cimport expf
from libc.stdint cimport int32_t, uint16_t, uint64_t

from hunch.engines.contract cimport move_t, u8
from hunch.engines.games.powwow.moves cimport legal_moves
from hunch.engines.games.powwow.state cimport (
    CHOOSING, COLOURS, GIVING, KINDS, LOGGED, MOCCASIN, MOST_NUMBER, MOVING, POW_WOW, REROLL, SEGMENTS, STAY, STONE,
    PowwowState, Tables, given_of, holds, kept_of, mover, second_place, taken_of, who_of, whom_of,
)
from hunch.engines.rng cimport Rng, unit

cdef extern from *:
    int lowest "__builtin_ctzll"(unsigned long long) noexcept nogil       # index of the lowest set bit, of not 0
    int above "__builtin_clzll"(unsigned long long) noexcept nogil        # zero bits above the highest set one

cdef enum:
    COOL = 50                       # a payoff higher by 1 makes a move e ** COOL times as likely
    LEAST = -30                     # logarithm of the smallest share over the best one

cdef double STONE_WORTH = 0.025     # payoff that a white stone is worth
cdef double NOT_YET = -1.0e9

ctypedef struct Outlook:
    const Tables* t
    const PowwowState* s
    Guess* guess
    int32_t seat
    double foes                     # share of a win that each other seat loses
    double pull[KINDS]              # odds that each card's Indian leaves first; 0 for a Pow Wow card
    double stake[KINDS]             # payoff of the mover if that Indian leaves first
    double total                    # sum of the pulls
    double sum                      # sum of pulls times stakes
    uint64_t steps                  # set of steps that the stones allow, as in `Tables.steps`
    bint informed                   # whether `guess` is up to date
    bint ranked                     # whether `rank` is computed
    int32_t rank[COLOURS]           # the cards by the places of their Indians, foremost first
    double swap                     # gain of the best exchange, in pulls; or NOT_YET


# The guess about the hands ------------------------------------------------------------------------------------

cdef void guess_anew(const Tables* t, const PowwowState* s, int32_t seat, Guess* guess) noexcept nogil:
    cdef int32_t hand, c
    for hand in range(t.hands):
        for c in range(KINDS):
            guess.hold[hand][c] = 1.0 / (t.hands - 1)
        if hand == seat:
            for c in range(KINDS):
                guess.hold[hand][c] = 0.0
        guess.hold[hand][s.base[seat][0] & 7] = guess.hold[hand][s.base[seat][1] & 7] = 0.0
    guess.known = 0


cdef inline void note_card(const Tables* t, Guess* guess, int32_t hand, int32_t card, double there) noexcept nogil:
    """Notes that a hand has a card (`there` is 1), or that the mover has it (0)."""
    cdef int32_t i
    for i in range(t.hands):
        guess.hold[i][card] = 0.0
    guess.hold[hand][card] = there


cdef void empty_hand(const Tables* t, Guess* guess, int32_t hand) noexcept nogil:
    """Notes that a hand has none of the colours; the caller then notes those that it has."""
    cdef int32_t c, i
    cdef double left
    for c in range(1, POW_WOW):
        if guess.hold[hand][c] == 0.0:
            continue
        left = 1.0 - guess.hold[hand][c]
        guess.hold[hand][c] = 0.0
        if left > 0.0:
            for i in range(t.hands):
                guess.hold[i][c] /= left


cdef void update_guess(Outlook* o) noexcept nogil:
    """Updates the guess from the log. An own exchange showed a whole hand; one of others went one of four ways."""
    cdef const PowwowState* s = o.s
    cdef Guess* guess = o.guess
    cdef int32_t i, c, hand, who, whom
    cdef uint16_t e
    o.informed = True
    if guess.known < 0 or s.logged == LOGGED:          # a full log may have dropped an exchange
        guess_anew(o.t, s, o.seat, guess)
    for i in range(guess.known, s.logged):
        e = s.log[i]
        who, whom = who_of(e), whom_of(e)
        if who != o.seat and whom != o.seat:
            for c in range(KINDS):
                guess.hold[who][c] = guess.hold[whom][c] = (guess.hold[who][c] + guess.hold[whom][c]) / 2
            continue
        hand = whom if who == o.seat else who
        if who == o.seat:
            empty_hand(o.t, guess, hand)
            note_card(o.t, guess, hand, kept_of(e), 1.0)
        note_card(o.t, guess, hand, given_of(e), who == o.seat)
        note_card(o.t, guess, hand, taken_of(e), who != o.seat)
    guess.known = s.logged


# The race -----------------------------------------------------------------------------------------------------

cdef void look_out(const Tables* t, const PowwowState* s, Guess* guess, Outlook* o) noexcept nogil:
    cdef int32_t c, seat, segment
    o.t, o.s, o.guess, o.seat, o.informed, o.ranked, o.swap = t, s, guess, mover(t, s), False, False, NOT_YET
    o.foes = t.foes
    o.pull[0] = o.pull[POW_WOW] = o.stake[0] = o.stake[POW_WOW] = o.sum = 0.0
    o.total = t.odds_open[second_place(s)]
    if s.step == GIVING or t.hands > t.seats:
        update_guess(o)
    for c in range(1, POW_WOW):
        o.pull[c] = t.odds[s.place[c - 1]]
        o.stake[c] = 1.0 if holds(s.hand[o.seat], c) else -o.foes
        if t.hands > t.seats and o.stake[c] < 0.0:          # nobody loses to the dummy
            o.stake[c] = 0.0
            for seat in range(t.seats):
                o.stake[c] -= o.foes * guess.hold[seat][c]
        o.total += o.pull[c]
        o.sum += o.pull[c] * o.stake[c]
    o.steps = 0
    for segment in range(SEGMENTS):
        o.steps |= t.steps[segment][s.ring[segment]]


cdef void rank_cards(Outlook* o) noexcept nogil:
    """Computes `rank`. Indians at equal places keep the order of their colours."""
    cdef int32_t ahead[COLOURS]
    cdef int32_t i, k
    for i in range(COLOURS):
        ahead[i] = 0
        for k in range(i):
            ahead[i] += o.s.place[k] >= o.s.place[i]
            ahead[k] += o.s.place[k] < o.s.place[i]
    for i in range(COLOURS):
        o.rank[ahead[i]] = i + 1
    o.ranked = True


cdef double better_of(Outlook* o, int32_t hand) noexcept nogil:
    """The expected pull of the better card of a hand."""
    cdef const double* hold = o.guess.hold[hand]
    cdef double best = 0.0, none = 1.0
    cdef int32_t i
    if not o.ranked:
        rank_cards(o)
    for i in range(COLOURS):
        best += none * hold[o.rank[i]] * o.pull[o.rank[i]]
        none *= 1.0 - hold[o.rank[i]]
    return best


cdef inline double trade(const Outlook* o, int32_t hand, double gain) noexcept nogil:
    """The value to the mover of pulls taken from a hand. The dummy has nothing to lose."""
    return gain * (1.0 + o.foes if hand < o.t.seats else 1.0)


cdef double best_swap(Outlook* o) noexcept nogil:
    cdef const u8* own = o.s.hand[o.seat]
    cdef double least = min(o.pull[own[0]], o.pull[own[1]])
    cdef int32_t hand
    if o.swap == NOT_YET:
        if not o.informed:
            update_guess(o)
        for hand in range(o.t.hands):
            if hand != o.seat:
                o.swap = max(o.swap, trade(o, hand, better_of(o, hand) - least))
    return o.swap


cdef inline double payoff_at(const Outlook* o, int32_t colour, int32_t place, double won) noexcept nogil:
    """The expected payoff if an Indian is on a space and the mover gains `won` pulls in addition."""
    cdef double more = o.t.odds[place] - o.pull[colour]
    return (o.sum + o.stake[colour] * more + won) / (o.total + more)


cdef double payoff_after(Outlook* o, int32_t colour, int32_t steps) noexcept nogil:
    """The expected payoff after an Indian has made some steps."""
    cdef int32_t place = o.s.place[colour - 1] + steps
    if place > o.t.spaces:
        return o.stake[colour]
    if o.t.special[place] == MOCCASIN:
        return payoff_at(o, colour, place, best_swap(o))
    if o.t.special[place] == STONE and o.s.stock:
        return payoff_at(o, colour, place, 0.0) + STONE_WORTH
    return payoff_at(o, colour, place, 0.0)


cdef double best_step(Outlook* o, int32_t colour) noexcept nogil:
    """The best expected payoff after one move of an Indian by the stones as they lie.

    Of the spaces without an effect, the best is the furthest if the mover gains when this Indian leaves first, else
    the nearest.
    """
    cdef int32_t place = o.s.place[colour - 1], origin = place - MOST_NUMBER
    cdef uint64_t steps = o.steps & o.t.stays[place], special
    cdef double most = NOT_YET
    if o.steps & o.t.leaves[place]:
        most = o.stake[colour]
    special = steps & (o.t.moccasins[place] | o.t.stones_at[place] if o.s.stock else o.t.moccasins[place])
    steps ^= special
    if steps:
        most = max(most, payoff_at(
            o, colour, origin + (63 - above(steps) if o.stake[colour] * o.total > o.sum else lowest(steps)), 0.0
        ))
    while special:
        most = max(most, payoff_after(o, colour, lowest(special) - MOST_NUMBER))
        special &= special - 1
    return o.sum / o.total if most == NOT_YET else most


cdef double reroll(Outlook* o) noexcept nogil:
    cdef double worth = -STONE_WORTH
    cdef int32_t colour
    for colour in range(1, POW_WOW):
        if o.t.faces[colour]:
            worth += o.t.faces[colour] * best_step(o, colour) / 6
    return worth


# The moves ----------------------------------------------------------------------------------------------------

cdef void weigh_steps(Outlook* o, const move_t* moves, int32_t n, double* worth) noexcept nogil:
    """Writes the expected payoffs of moves of stones and of another roll. Equal steps are computed once."""
    cdef double known[2 * MOST_NUMBER + 1]
    cdef uint64_t done = 0, bit
    cdef int32_t i, steps
    for i in range(n):
        if moves[i] == REROLL:
            worth[i] = reroll(o)
            continue
        steps = o.t.number[(moves[i] >> 4) & 15][(moves[i] >> 8) & 15]
        if (moves[i] >> 12) & 3:
            steps = 0 if (moves[i] >> 12) & 3 == STAY else -steps
        bit = <uint64_t>1 << (MOST_NUMBER + steps)
        if done & bit == 0:
            done |= bit
            known[MOST_NUMBER + steps] = payoff_after(o, moves[i] & 15, steps) if steps else o.sum / o.total
        worth[i] = known[MOST_NUMBER + steps]


cdef void weigh_gifts(Outlook* o, const move_t* moves, int32_t n, double* worth) noexcept nogil:
    """Writes the expected payoffs of exchanges: a card given for the better card of a hand.

    Exchanges with the same hand are neighbours in `moves`.
    """
    cdef int32_t i, hand, last = -1
    cdef double better = 0.0
    for i in range(n):
        hand = ((moves[i] >> 4) & 15) - 1
        if hand != last:
            better, last = better_of(o, hand), hand
        worth[i] = (o.sum + trade(o, hand, better - o.pull[moves[i] & 15])) / o.total


cdef float shares(
    const Tables* t, const PowwowState* s, Guess* guess, const move_t* moves, int32_t n, float* out
) noexcept nogil:
    """Writes the weight of each move; the best has 1. Returns the sum of the weights."""
    cdef Outlook o
    cdef double worth[MOST_CHOICES]
    cdef double most = NOT_YET
    cdef float total = 0.0
    cdef int32_t i
    look_out(t, s, guess, &o)
    if s.step == MOVING:
        weigh_steps(&o, moves, n, worth)
    elif s.step == GIVING:
        weigh_gifts(&o, moves, n, worth)
    elif s.step == CHOOSING:
        for i in range(n):
            worth[i] = best_step(&o, moves[i] & 15)
    else:
        for i in range(n):
            worth[i] = trade(&o, s.target - 1, o.pull[moves[i] & 15]) / o.total
    for i in range(n):
        most = max(most, worth[i])
    for i in range(n):
        out[i] = expf(<float>max((worth[i] - most) * COOL, <double>LEAST))
        total += out[i]
    return total


cdef bint prior_of(const Tables* t, const PowwowState* s, const move_t* moves, int32_t n, float* out) noexcept nogil:
    cdef Guess guess
    cdef float total
    cdef int32_t i
    guess.known = UNMADE
    total = shares(t, s, &guess, moves, n, out)
    for i in range(n):
        out[i] /= total
    return True


cdef move_t policy_move(const Tables* t, const PowwowState* s, Guess* guess, Rng* rng) noexcept nogil:
    cdef move_t moves[MOST_CHOICES]
    cdef float odds[MOST_CHOICES]
    cdef int32_t n = legal_moves(t, s, moves), i = 0
    cdef float left
    if n == 1:
        return moves[0]
    left = <float>unit(rng) * shares(t, s, guess, moves, n, odds)
    while i < n - 1 and left >= odds[i]:
        left -= odds[i]
        i += 1
    return moves[i]

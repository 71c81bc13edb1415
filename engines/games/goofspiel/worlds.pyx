"""Goofspiel's hidden bids, drawn so that every way to complete a view is as likely as any other.

Both draws go through the cards once, from low to high, and draw the *fate* of each card: where it is bid, or that it
stays in hand. A table holds the number of ways in which the higher cards can complete each fate, and fates are drawn in
these proportions. So a draw never fails, even if few completions fit.
"""
from libc.stdint cimport int32_t, int64_t, uint32_t
from libc.string cimport memset

from hunch.engines.contract cimport check
from hunch.engines.games.goofspiel.state cimport (
    FIRST, HIDDEN, MOST_CARDS, SECOND, TIE, GoofspielState, lowest, outcome_of, set_bid,
)
from hunch.engines.rng cimport Rng, below, unit


cdef int32_t pick(const double* part, int32_t n, Rng* rng) noexcept nogil:
    """An index, drawn in proportion to `part`. Some parts are positive; an index whose part is 0 is never drawn."""
    cdef double total = 0.0, at
    cdef int32_t i, chosen = 0
    for i in range(n):
        total += part[i]
    at = unit(rng) * total
    for i in range(n):
        if part[i] > 0.0:
            chosen = i
            if at < part[i]:
                break
            at -= part[i]
    return chosen


# One seat's bids ----------------------------------------------------------------------------------------------------

cdef enum:
    # Fates of a card.
    STAYS = 0            # it stays in hand
    WAITS = 1            # it is bid in a round that a higher card of the other seat takes
    BEATS = 2            # it is bid in a round in which the other seat bid less

ctypedef struct Holes:   # the rounds with a hidden bid, by the bids of the other seat
    int32_t lost[MOST_CARDS + 2]         # by the other's bid: the round that a hidden bid lost to it, or -1
    int32_t won[MOST_CARDS]              # the rounds that hidden bids won, by the other's bid
    int32_t winnable[MOST_CARDS + 2]     # by card: how many rounds of `won` the card would win
    int32_t wins

ctypedef struct Ways:    # numbers of ways to complete the fates from some card on
    double of[MOST_CARDS + 2][MOST_CARDS + 1]       # by number of waiting cards and of filled rounds of `won`


cdef bint survey(const GoofspielState* s, int32_t cards, int32_t seat, Holes* holes) noexcept nogil:
    """Sorts the holes by the other's bid. False if known bids contradict an outcome, or a tie has a hole."""
    cdef int32_t v, r
    for r in range(s.round):
        if s.won[r] != outcome_of(s.bid[0][r], s.bid[1][r]) and (s.bid[seat][r] != HIDDEN or s.won[r] == TIE):
            return False
    holes.wins = 0
    for v in range(1, cards + 1):
        holes.lost[v] = -1
        holes.winnable[v] = holes.wins
        for r in range(s.round):
            if s.bid[1 - seat][r] != v or s.bid[seat][r] != HIDDEN:
                continue
            if s.won[r] == seat + 1:
                holes.won[holes.wins] = r
                holes.wins += 1
            else:
                holes.lost[v] = r
    return True


cdef double fates(
    const Ways* above, int32_t waiting, int32_t filled, bint free, int32_t winnable, double* part
) noexcept nogil:
    """Writes the number of ways to complete each fate of a card. Returns the sum."""
    part[STAYS] = above.of[waiting][filled]
    part[WAITS] = above.of[waiting + 1][filled] if free else 0.0
    part[BEATS] = (winnable - filled) * above.of[waiting][filled + 1] if free and filled < winnable else 0.0
    return part[STAYS] + part[WAITS] + part[BEATS]


cdef bint draw_one(GoofspielState* s, int32_t cards, int32_t seat, Rng* rng) noexcept nogil:
    cdef Ways ways[MOST_CARDS + 2]
    cdef Holes holes
    cdef double part[3]
    cdef int32_t waits[MOST_CARDS]       # the waiting cards
    cdef int32_t waiting, filled = 0, v, k, fate
    cdef int32_t lost = 0                # holes that lost to the bids v and above: no more cards than these may wait
    cdef bint beaten
    if not survey(s, cards, seat, &holes):
        return False
    for filled in range(holes.wins + 1):
        ways[cards + 1].of[0][filled] = ways[cards + 1].of[1][filled] = 0.0
    ways[cards + 1].of[0][holes.wins] = 1.0
    for v in range(cards, 0, -1):
        beaten = holes.lost[v] >= 0      # the other's bid v beats a waiting card
        lost += beaten
        for filled in range(holes.wins + 1):
            ways[v].of[0][filled] = ways[v].of[lost + 1][filled] = 0.0
        for waiting in range(beaten, lost + 1):
            for filled in range(holes.wins + 1):
                ways[v].of[waiting][filled] = (waiting if beaten else 1) * fates(
                    &ways[v + 1], waiting - beaten, filled, (s.hand[seat] >> (v - 1)) & 1, holes.winnable[v], part)
    if ways[1].of[0][0] == 0.0:
        return False
    waiting = filled = 0
    for v in range(1, cards + 1):
        if holes.lost[v] >= 0:
            k = below(rng, waiting)
            set_bid(s, seat, holes.lost[v], waits[k])
            waiting -= 1
            waits[k] = waits[waiting]
        fates(&ways[v + 1], waiting, filled, (s.hand[seat] >> (v - 1)) & 1, holes.winnable[v], part)
        fate = pick(part, 3, rng)
        if fate == WAITS:
            waits[waiting] = v
            waiting += 1
        elif fate == BEATS:
            k = filled + below(rng, holes.winnable[v] - filled)
            set_bid(s, seat, holes.won[k], v)
            holes.won[k] = holes.won[filled]
            filled += 1
    return True


# Both seats' bids -----------------------------------------------------------------------------------------------------

cdef enum:
    FATES = 10           # fates of two equal cards: 0 a tie, else 1 + 3 * fate of the first + fate of the second
    TIED = 0
    MOST_WAYS = 45696    # number of needs that up to 13 values can meet

ctypedef struct Need:    # what the higher cards must still fill
    int32_t open[4]      # by outcome: number of rounds without a bid
    int32_t waiting[4]   # by FIRST or SECOND: number of rounds with the lower bid only

ctypedef struct Pairs:   # the bids of the rounds with one outcome
    int32_t cards[MOST_CARDS][2]
    int32_t count

# The number of ways in which the values left, which both seats hold, meet a need. Needs with equal `open` are
# neighbours and begin at START.
cdef double WAYS[MOST_WAYS]
cdef int32_t START[MOST_CARDS + 1][MOST_CARDS + 1][MOST_CARDS + 1][MOST_CARDS + 1]       # by values and `open`


cdef inline int32_t room(const Need* need, int32_t values) noexcept nogil:
    """Returns how many values remain beyond the open rounds. Each round takes a card of both seats."""
    return values - need.open[FIRST] - need.open[SECOND] - need.open[TIE]


cdef double ways_to(const Need* need, int32_t values) noexcept nogil:
    cdef int32_t free = room(need, values)
    if need.open[FIRST] < 0 or need.open[SECOND] < 0 or need.open[TIE] < 0:
        return 0.0
    if not (0 <= need.waiting[FIRST] <= free and 0 <= need.waiting[SECOND] <= free):
        return 0.0
    return WAYS[START[values][need.open[FIRST]][need.open[SECOND]][need.open[TIE]]
                + need.waiting[FIRST] * (free + 1) + need.waiting[SECOND]]


cdef double fates_of_both(const Need* need, int32_t above, Need* after, double* part) noexcept nogil:
    """Writes the need after each fate of two equal cards, and the number of ways in which higher values meet it."""
    cdef int32_t first, second, fate = TIED
    cdef double total
    after[TIED] = need[0]
    after[TIED].open[TIE] -= 1
    part[TIED] = total = ways_to(&after[TIED], above)
    for first in range(3):
        for second in range(3):
            fate += 1
            after[fate] = need[0]
            part[fate] = 1.0
            if first == WAITS:
                after[fate].open[SECOND] -= 1
                after[fate].waiting[SECOND] += 1
            elif first == BEATS:
                part[fate] *= need.waiting[FIRST]
                after[fate].waiting[FIRST] -= 1
            if second == WAITS:
                after[fate].open[FIRST] -= 1
                after[fate].waiting[FIRST] += 1
            elif second == BEATS:
                part[fate] *= need.waiting[SECOND]
                after[fate].waiting[SECOND] -= 1
            part[fate] *= ways_to(&after[fate], above)
            total += part[fate]
    return total


cdef void count_ways() noexcept nogil:
    """Fills in the table, from no values upward."""
    cdef Need need
    cdef Need after[FATES]
    cdef double part[FATES]
    cdef int32_t values, first, second, tied, lower, upper, free, index = 0
    for values in range(MOST_CARDS + 1):
        for first in range(values + 1):
            for second in range(values + 1 - first):
                for tied in range(values + 1 - first - second):
                    need.open[FIRST], need.open[SECOND], need.open[TIE] = first, second, tied
                    START[values][first][second][tied] = index
                    free = room(&need, values)
                    for lower in range(free + 1):
                        for upper in range(free + 1):
                            need.waiting[FIRST], need.waiting[SECOND] = lower, upper
                            WAYS[index] = fates_of_both(&need, values - 1, after, part) if values else 1.0
                            index += 1
    check(index == MOST_WAYS, "goofspiel: the table of ways is as large as it should be")


cdef inline void add_pair(Pairs* pairs, int32_t first, int32_t second) noexcept nogil:
    pairs.cards[pairs.count][0], pairs.cards[pairs.count][1] = first, second
    pairs.count += 1


cdef inline int32_t drawn(int32_t* cards, int32_t count, Rng* rng) noexcept nogil:
    """Takes a random card out of an array. The last card takes its place."""
    cdef int32_t k = below(rng, count)
    cdef int32_t card = cards[k]
    cards[k] = cards[count - 1]
    return card


cdef bint draw_both(GoofspielState* s, int32_t cards, Rng* rng) noexcept nogil:
    cdef Need need
    cdef Need after[FATES]
    cdef double part[FATES]
    cdef Pairs pairs[4]                  # by outcome: the finished pairs of bids
    cdef int32_t waits[4][MOST_CARDS]    # by outcome: the lower bids that wait
    cdef int32_t v, r, k, fate, outcome
    memset(&need, 0, sizeof(need))
    for outcome in range(FIRST, TIE + 1):
        pairs[outcome].count = 0
    for r in range(s.round):
        need.open[s.won[r]] += 1
    if ways_to(&need, cards) == 0.0:
        return False
    for v in range(1, cards + 1):
        fates_of_both(&need, cards - v, after, part)
        fate = pick(part, FATES, rng)
        if fate == TIED:
            add_pair(&pairs[TIE], v, v)
        else:                            # the beating card takes a waiting one before its equal may wait
            if (fate - 1) // 3 == BEATS:
                add_pair(&pairs[FIRST], v, drawn(waits[FIRST], need.waiting[FIRST], rng))
            if (fate - 1) % 3 == BEATS:
                add_pair(&pairs[SECOND], drawn(waits[SECOND], need.waiting[SECOND], rng), v)
            if (fate - 1) // 3 == WAITS:
                waits[SECOND][after[fate].waiting[SECOND] - 1] = v
            if (fate - 1) % 3 == WAITS:
                waits[FIRST][after[fate].waiting[FIRST] - 1] = v
        need = after[fate]
    for r in range(s.round):             # the pairs of an outcome go to its rounds in random order
        outcome = s.won[r]
        k = below(rng, pairs[outcome].count)
        set_bid(s, 0, r, pairs[outcome].cards[k][0])
        set_bid(s, 1, r, pairs[outcome].cards[k][1])
        pairs[outcome].count -= 1
        pairs[outcome].cards[k] = pairs[outcome].cards[pairs[outcome].count]
    return True


# Worlds of a view ----------------------------------------------------------------------------------------------------

cdef inline void put_back(GoofspielState* s) noexcept nogil:
    """Returns pending cards to the hands."""
    s.hand[0] |= (1 << s.pending[0]) >> 1
    s.hand[1] |= (1 << s.pending[1]) >> 1


cdef void take_back(int32_t cards, GoofspielState* s) noexcept nogil:
    """Makes pending bids that the view does not know "not made yet".

    The hands then hold what hidden bids can be: they lose known bids, and pending ones, which `put_back` returns.
    """
    cdef int32_t seat, r
    for seat in range(2):
        if s.pending[seat] == HIDDEN:
            s.pending[seat] = 0
        s.hand[seat] = (1 << cards) - 1
        for r in range(s.round):
            if s.bid[seat][r] != HIDDEN:
                s.hand[seat] &= ~(1 << (s.bid[seat][r] - 1))
        s.hand[seat] &= ~((1 << s.pending[seat]) >> 1)


cdef int64_t all_worlds(
    int32_t cards, const GoofspielState* view, int64_t cap, GoofspielState* out, double* weight
) noexcept nogil:
    cdef GoofspielState world = view[0]
    cdef int64_t count, i
    take_back(cards, &world)
    count = complete(&world, 0, cap, 0, out)
    for i in range(max(count, 0)):
        weight[i] = 1.0            # all orders of a hand are equally likely
    return count


cdef int64_t complete(
    GoofspielState* world, int32_t r, int64_t cap, int64_t count, GoofspielState* out
) noexcept nogil:
    """Adds to `out` all ways to fill the holes from round `r` on. Returns the new count, or -1 beyond `cap`."""
    cdef uint32_t firsts, seconds
    cdef int32_t first, second
    cdef GoofspielState following
    if r == world.round:
        if count == cap:
            return -1
        out[count] = world[0]
        put_back(&out[count])
        return count + 1
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
            count = complete(&following, r + 1, cap, count, out)
            if count < 0:
                return -1
    return count


cdef bint draw_world(int32_t cards, GoofspielState* s, Rng* rng) noexcept nogil:
    cdef int32_t holes[2]
    cdef int32_t seat, r
    cdef bint possible = True
    for seat in range(2):
        holes[seat] = 0
        for r in range(s.round):
            holes[seat] += s.bid[seat][r] == HIDDEN
    take_back(cards, s)
    if s.round == 0:
        pass                                                        # no bid is hidden except pending ones
    elif holes[0] == s.round and holes[1] == s.round:               # all bids are hidden, pending ones too
        possible = draw_both(s, cards, rng)
    elif holes[0] and holes[1]:
        possible = False
    elif holes[0] or holes[1]:
        possible = draw_one(s, cards, 0 if holes[0] else 1, rng)
    put_back(s)
    return possible


count_ways()

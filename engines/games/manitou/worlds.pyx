"""Worlds that fit a view of Big Manitou, listed or drawn, with the weights that worlds.pxd explains."""
from libc.stdint cimport int32_t, int64_t, uint32_t
from libc.string cimport memset

from hunch.engines.games.manitou.state cimport (
    CHIEF, DEAL, EIGHTH, HAND, HERO_CARDS, HIDDEN, HIDDEN_COUNT, SECONDS, SQUAW, ManitouState, Tables, copies_of,
    first_of, kind_of, laid_cards, leading, lowest, shut_out, size_of, take_away, with_card,
)
from hunch.engines.rng cimport Rng, below, unit


cdef inline bint has_hands(const ManitouState* s) noexcept nogil:
    return DEAL <= s.phase <= EIGHTH


cdef double choose(int32_t n, int32_t k) noexcept nogil:
    """Binomial coefficient."""
    cdef double ways = 1.0
    cdef int32_t i
    if k < 0 or k > n:
        return 0.0
    for i in range(k):
        ways = ways * (n - i) / (i + 1)
    return ways


cdef uint32_t ways_to_select(uint32_t pool, uint32_t chosen, int32_t owed, int32_t kind) noexcept nogil:
    cdef uint32_t bit = first_of(kind)
    cdef uint32_t second = (bit << 1) & SECONDS & pool
    cdef uint32_t last = <uint32_t>1 << (31 - leading(chosen)) if chosen else 0
    cdef int32_t above = size_of(pool & ~((bit | second) | (bit - 1)))
    if last == bit:                                    # the second card of a pair
        return <uint32_t>choose(above, owed - 1)
    cdef double ways = choose(above, owed - 1)
    if second:
        ways = 2.0 * ways + choose(above, owed - 2)
    if (last << 1) & SECONDS & pool:                   # one card of a pair was taken, and it may be either
        ways *= 2.0
    return <uint32_t>ways


# The belief about one seat --------------------------------------------------------------------------------------

cdef bint begin_belief(const Tables* t, const ManitouState* s, int32_t seat, Belief* b) noexcept nogil:
    """Fills in the belief about a seat. False if what is known of the seat contradicts itself."""
    cdef uint32_t pool = s.pool[seat], laid = laid_cards(s, seat)
    cdef int32_t slot, card, pair, left
    memset(b, 0, sizeof(b[0]))
    b.seat = seat
    b.rest, b.played, b.drawn, b.deck = take_away(pool, laid), s.played[seat], s.drawn[seat], t.need[s.hunt][seat]
    left = size_of(b.rest)
    b.held = b.drawn - b.played
    b.below = left - b.held if t.quick else b.deck - b.drawn
    if s.phase == EIGHTH and s.turn == seat and b.held == 1 and shut_out(s, seat):
        b.banned = HERO_CARDS & b.rest                 # ASK has shown that the last card is a hunter
    if size_of(laid) != b.played or laid & ~pool or not 0 <= b.held <= HAND or b.below < 0 or b.drawn > b.deck:
        return False
    if b.held > size_of(b.rest & ~b.banned) or b.held + b.below > left:
        return False
    for slot in range(b.played):
        card = (s.laid[seat][slot] & 15) - 1
        if card == CHIEF or card == SQUAW:
            pair = card == SQUAW
            b.turn[pair][b.laid[pair]] = slot + 1
            b.laid[pair] += 1
    b.twin[0] = b.laid[0] == 1 and copies_of(b.rest, CHIEF) == 1
    b.twin[1] = b.laid[1] == 1 and copies_of(b.rest, SQUAW) == 1
    b.orders[0][0] = 1.0
    if b.twin[0] or b.twin[1]:
        for pair in range(4):
            b.orders[pair >> 1][pair & 1] = arrangements(b, pair >> 1, pair & 1)
    return True


cdef double labelled_orders(const Belief* b, const int32_t* variant) noexcept nogil:
    """The orders of the cards drawn in which each laid card was drawn in time. All cards count as different.

    In the variant of a pair, its second card was drawn as early as its first must have been.
    """
    cdef int32_t due[12]                               # by place: how many cards must be drawn by then
    cdef int32_t k, _k, pair, place, used = 0
    cdef double ways = 1.0
    memset(due, 0, sizeof(due))
    for k in range(1, b.played + 1):
        due[min(k + HAND - 1, b.deck)] += 1
    for pair in range(2):
        if variant[pair]:
            due[min(b.turn[pair][0] + HAND - 1, b.deck)] += 1
            if b.laid[pair] == 2:
                due[min(b.turn[pair][1] + HAND - 1, b.deck)] -= 1
    for place in range(1, 12):
        for _k in range(due[place]):
            ways *= max(place - used, 0)
            used += 1
    for k in range(used, b.drawn):
        ways *= b.drawn - k
    return ways


cdef double arrangements(const Belief* b, int32_t chief, int32_t squaw) noexcept nogil:
    """The orders in which the cards of a pair count as equal, by inclusion and exclusion.

    If both are drawn in time for the first of them, the two ways to distinguish them count once. The arguments say
    whether the other chief and the other squaw are in hand.
    """
    cdef int32_t variant[2]
    cdef int32_t both[2]
    cdef int32_t first, second
    cdef double ways = 0.0
    both[0] = b.laid[0] == 2 or (b.twin[0] and chief)
    both[1] = b.laid[1] == 2 or (b.twin[1] and squaw)
    for first in range(both[0] + 1):
        for second in range(both[1] + 1):
            variant[0], variant[1] = first, second
            ways += labelled_orders(b, variant) * (-0.5 if first else 1.0) * (-0.5 if second else 1.0)
    return ways


# One world --------------------------------------------------------------------------------------------------------

cdef uint32_t draw_cards(uint32_t* cards, int32_t n, Rng* rng) noexcept nogil:
    """Takes `n` random cards out of `cards`. The result may have the second bit of a pair without the first."""
    cdef uint32_t drawn = 0, bits
    cdef int32_t size = size_of(cards[0]), _skip
    while n > 0 and size > 0:
        bits = cards[0]
        for _skip in range(<int32_t>below(rng, size)):
            bits &= bits - 1
        bits &= ~bits + 1
        cards[0] &= ~bits
        drawn |= bits
        size -= 1
        n -= 1
    return drawn


cdef inline uint32_t in_order(uint32_t cards) noexcept nogil:
    """Returns a set in which a lone second bit of a pair becomes the first bit."""
    cdef uint32_t alone = cards & SECONDS & ~(cards << 1)
    return (cards & ~alone) | (alone >> 1)


cdef uint32_t draw_twins(const Belief* b, uint32_t* rest, Rng* rng) noexcept nogil:
    """Decides whether the other card of each pair is in hand, and takes it out of `rest`."""
    cdef double weight[4]
    cdef double at = 0.0
    cdef uint32_t hand = 0
    cdef int32_t size, pair
    rest[0] &= ~((first_of(CHIEF) if b.twin[0] else 0) | (first_of(SQUAW) if b.twin[1] else 0))
    size = size_of(rest[0] & ~b.banned)
    for pair in range(4):
        weight[pair] = 0.0
        if pair >> 1 <= b.twin[0] and pair & 1 <= b.twin[1]:
            weight[pair] = b.orders[pair >> 1][pair & 1] * choose(size, b.held - (pair >> 1) - (pair & 1))
        at += weight[pair]
    at *= unit(rng)
    pair = 0
    while pair < 3 and (at >= weight[pair] or weight[pair] == 0.0):
        at -= weight[pair]
        pair += 1
    if pair >> 1:
        hand |= first_of(CHIEF)
    if pair & 1:
        hand |= first_of(SQUAW)
    return hand


cdef bint draw_world(const Tables* t, ManitouState* s, Rng* rng) noexcept nogil:
    cdef Belief b
    cdef uint32_t rest, hand, spare
    cdef int32_t seat
    for seat in range(t.players):
        if s.hand[seat] != HIDDEN and s.deck[seat] != HIDDEN:
            continue
        s.hand[seat] = s.deck[seat] = 0
        if s.chosen[seat] == HIDDEN_COUNT:
            s.chosen[seat] = 0
        if not has_hands(s):
            continue
        if not begin_belief(t, s, seat, &b):
            return False
        rest, hand = b.rest, 0
        if (b.twin[0] or b.twin[1]) and not b.banned:
            hand = draw_twins(&b, &rest, rng)
        spare = rest & ~b.banned
        hand |= draw_cards(&spare, b.held - size_of(hand), rng)
        s.hand[seat] = in_order(hand)
        rest = take_away(b.rest, s.hand[seat])
        s.deck[seat] = in_order(draw_cards(&rest, b.below, rng))
    return True


# All worlds -------------------------------------------------------------------------------------------------------

ctypedef struct Listing:
    const Tables* t
    ManitouState* out
    double* weight
    int64_t cap
    int64_t count               # worlds written


cdef int64_t all_worlds(
    const Tables* t, const ManitouState* view, int64_t cap, ManitouState* out, double* weight
) noexcept nogil:
    cdef ManitouState world = view[0]
    cdef Listing to
    to.t, to.out, to.weight, to.cap, to.count = t, out, weight, cap, 0
    return to.count if list_seat(&to, &world, 0, 1.0) else -1


cdef bint list_seat(Listing* to, ManitouState* world, int32_t seat, double weight) noexcept nogil:
    """Adds all worlds that agree with this one in the seats before `seat`. False beyond the cap."""
    cdef Belief b
    while seat < to.t.players and world.hand[seat] != HIDDEN and world.deck[seat] != HIDDEN:
        seat += 1
    if seat == to.t.players:
        if to.count == to.cap:
            return False
        to.out[to.count], to.weight[to.count] = world[0], weight
        to.count += 1
        return True
    world.hand[seat] = world.deck[seat] = 0
    if world.chosen[seat] == HIDDEN_COUNT:
        world.chosen[seat] = 0
    if not has_hands(world):
        return list_seat(to, world, seat + 1, weight)
    if not begin_belief(to.t, world, seat, &b):
        return True
    return list_cards(to, world, &b, b.rest, b.held, b.below, weight)


cdef bint list_cards(
    Listing* to, const ManitouState* world, const Belief* b, uint32_t rest, int32_t held, int32_t under, double weight
) noexcept nogil:
    """Decides kind by kind how many cards go to the hand and to the deck. `held` and `under` are still to be dealt."""
    cdef ManitouState following = world[0]
    cdef uint32_t card
    cdef int32_t seat = b.seat, kind, copies, hand, deck, chief, squaw
    if rest == 0:
        chief = b.twin[0] and copies_of(world.hand[seat], CHIEF)
        squaw = b.twin[1] and copies_of(world.hand[seat], SQUAW)
        weight *= b.orders[chief][squaw]
        return list_seat(to, &following, seat + 1, weight)
    card = rest & (~rest + 1)
    kind = kind_of(lowest(card))
    copies = copies_of(rest, kind)
    rest &= ~(card | ((card << 1) & SECONDS & rest))
    for hand in range(min(copies, held) + 1):
        if hand and card & b.banned:
            break
        following.deck[seat] = world.deck[seat]
        for deck in range(min(copies - hand, under) + 1):
            if held - hand + under - deck <= size_of(rest):
                if not list_cards(to, &following, b, rest, held - hand, under - deck,
                                  weight * choose(copies, hand) * choose(copies - hand, deck)):
                    return False
            following.deck[seat] = with_card(following.deck[seat], kind)
        following.hand[seat] = with_card(following.hand[seat], kind)
    return True

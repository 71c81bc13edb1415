"""The worlds of a view of Pow Wow: all deals that fit it, played through the exchanges of the log.

assignments.pyx computes the likelihood of each assignment of the cards. `all_worlds` skips assignments with likelihood
0, and `draw_world` draws by the likelihood. The public view shows only the winner's card, so its draws need none.
"""
from libc.stdint cimport int32_t, int64_t, uint32_t
from libc.string cimport memcpy, memset

from hunch.engines.contract cimport PUBLIC, u8
from hunch.engines.games.powwow.assignments cimport (
    Chain, Past, agrees, assignment_of, chain_of, rank, spread, swap, values_of,
)
from hunch.engines.games.powwow.state cimport (
    COLOURS, DEALING, FINISHED, HIDDEN, KINDS, MOST_PLAYERS, POW_WOW, TAKING, PowwowState, Tables, entry, given_of,
    mover, replace, who_of, whom_of,
)
from hunch.engines.rng cimport Rng, below, next_word, unit

cdef enum:
    MOST_TRIES = 10000   # tries of a draw that succeeds at least once in six


cdef int32_t owner_of(const Tables* t, const PowwowState* s) noexcept nogil:
    cdef int32_t hand, known = 0, owner = PUBLIC
    for hand in range(t.hands):
        if s.hand[hand][0] != HIDDEN:
            known += 1
            owner = hand
    return OF_ALL if known == t.hands else owner


cdef inline int32_t runner_of(const Tables* t, const PowwowState* s) noexcept nogil:
    cdef int32_t i = 0
    while i < COLOURS - 1 and s.place[i] <= t.spaces:
        i += 1
    return i + 1


cdef void recall(const Tables* t, const PowwowState* view, int32_t owner, Past* past) noexcept nogil:
    cdef int32_t who = mover(t, view)
    memset(past, 0, sizeof(Past))
    memcpy(past.log, view.log, sizeof(past.log))
    if owner >= 0:
        past.own[0], past.own[1] = view.base[owner][0], view.base[owner][1]
        past.owner = owner
    past.hands, past.pow_wows, past.logged = t.hands, t.pow_wows, view.logged
    if view.step == FINISHED:
        past.last, past.card[0] = view.winner, runner_of(t, view)
    elif owner >= 0 and view.step == TAKING and owner == who:
        past.last, past.card[0], past.card[1] = view.target, view.sight[0], view.sight[1]
    elif owner >= 0 and view.target and owner == view.target - 1:
        past.last, past.card[0] = who + 1, view.given


# One world ----------------------------------------------------------------------------------------------------

cdef inline int32_t cards_in(const Tables* t, const PowwowState* s, int32_t hand) noexcept nogil:
    """Returns how many cards were dealt to a hand."""
    return max(0, min(2, s.dealt - 2 * hand)) if s.step == DEALING else 2


cdef bint unseen_cards(const Tables* t, const PowwowState* s, int32_t owner, int32_t* left) noexcept nogil:
    """Counts the cards of each kind outside the owner's hand before the log. False if that has a card too many."""
    cdef int32_t kind, i
    left[0] = 0
    for kind in range(1, POW_WOW):
        left[kind] = 1
    left[POW_WOW] = t.pow_wows
    for i in range(2):
        if owner >= 0 and s.base[owner][i]:
            if s.base[owner][i] >= KINDS or left[s.base[owner][i]] == 0:
                return False
            left[s.base[owner][i]] -= 1
    return True


cdef bint deal_at_random(const Tables* t, PowwowState* s, int32_t owner, Rng* rng) noexcept nogil:
    cdef int32_t left[KINDS]
    cdef int32_t hand, i, at, kind, count = 0
    if not unseen_cards(t, s, owner, left):
        return False
    for kind in range(1, KINDS):
        count += left[kind]
    for hand in range(t.hands):
        if hand == owner:
            continue
        s.base[hand][0] = s.base[hand][1] = 0
        for i in range(cards_in(t, s, hand)):
            at = below(rng, count)
            kind = 1
            while at >= left[kind]:
                at -= left[kind]
                kind += 1
            left[kind] -= 1
            count -= 1
            if i:
                replace(s.base[hand], 0, kind)
            else:
                s.base[hand][0] = kind
    return True


cdef int32_t pick(const double* weight, Rng* rng) noexcept nogil:
    """Draws an index from 0 to 3 by its weight."""
    cdef double at = unit(rng) * (weight[0] + weight[1] + weight[2] + weight[3])
    cdef int32_t i = 0, last = 3
    while weight[last] == 0.0 and last > 0:
        last -= 1
    while i < last and at >= weight[i]:
        at -= weight[i]
        i += 1
    return i


cdef void play_log(const Tables* t, PowwowState* s, const Chain* chain, int32_t assignment, Rng* rng) noexcept nogil:
    """Plays the log from the hands before it to those now, and draws what its exchanges do not show."""
    cdef const double* value
    cdef const int32_t* place
    cdef double weight[4]
    cdef int32_t i, k, who, whom, step
    cdef bint guided
    memcpy(s.hand, s.base, sizeof(s.hand))
    for i in range(s.logged):
        guided = chain != NULL and i < chain.known
        who, whom = who_of(s.log[i]), whom_of(s.log[i])
        if given_of(s.log[i]):
            swap(s.log[i], s.hand)
            if guided:
                assignment = assignment_of(&chain.past, chain.place[i + 1], s.hand)
            continue
        if guided:
            value = values_of(chain, i + 1)
            place = chain.place[i]
            step = rank(&chain.past, whom) - rank(&chain.past, who)
            for k in range(4):
                weight[k] = value[assignment + step * (place[s.hand[who][k >> 1]] - place[s.hand[whom][k & 1]])]
            k = pick(weight, rng)
            assignment += step * (place[s.hand[who][k >> 1]] - place[s.hand[whom][k & 1]])
        else:
            k = next_word(rng) >> 62
        s.log[i] = entry(who, whom, s.hand[who][k >> 1], s.hand[whom][k & 1], s.hand[whom][1 - (k & 1)])
        swap(s.log[i], s.hand)
    if s.given == HIDDEN:
        s.given = s.hand[mover(t, s)][below(rng, 2)]
    if s.sight[0] == HIDDEN:
        memcpy(s.sight, s.hand[s.target - 1], 2)


cdef bint draw_world(const Tables* t, PowwowState* view, Rng* rng) noexcept nogil:
    cdef int32_t owner = owner_of(t, view), low = 0, high, middle, _tries
    cdef PowwowState world
    cdef Past past
    cdef const Chain* chain
    cdef const double* sums
    cdef double at
    if owner == OF_ALL:
        return True
    if view.step == DEALING:
        if not deal_at_random(t, view, owner, rng):
            return False
        memcpy(view.hand, view.base, sizeof(view.hand))
        return True
    recall(t, view, owner, &past)
    if owner == PUBLIC:
        for _tries in range(MOST_TRIES):
            world = view[0]
            deal_at_random(t, &world, owner, rng)
            play_log(t, &world, NULL, 0, rng)
            if agrees(&past, world.hand):
                view[0] = world
                return True
        return False
    chain = chain_of(&past)
    if chain == NULL or not chain.sound:
        return False
    sums = values_of(chain, chain.known + 1)
    high = chain.start[1] - 1
    at = unit(rng) * sums[high]
    while low < high:                                  # finds the first assignment whose running sum is beyond `at`
        middle = (low + high) // 2
        if sums[middle] > at:
            high = middle
        else:
            low = middle + 1
    memset(view.base, 0, sizeof(view.base))
    spread(&past, past.own, low, view.base)
    memset(&view.base[t.hands], 0, 2 * (MOST_PLAYERS - t.hands))
    play_log(t, view, chain, low, rng)
    return True


# All worlds ---------------------------------------------------------------------------------------------------

ctypedef struct Listing:
    const Tables* t
    const Past* past
    const Chain* chain               # NULL if no branch can be skipped
    int32_t owner
    PowwowState* out
    double* weight
    int64_t cap
    int64_t count                    # worlds written; -1: there are more than `cap`


cdef void keep(Listing* listing, const PowwowState* world, double weight) noexcept nogil:
    if listing.count == listing.cap:
        listing.count = -1
        return
    listing.out[listing.count] = world[0]
    listing.weight[listing.count] = weight
    listing.count += 1


cdef void add_worlds(Listing* listing, const PowwowState* so_far, double weight) noexcept nogil:
    """Adds the worlds with these hands. Only a card that was given unseen is still open."""
    cdef PowwowState world = so_far[0]
    cdef const u8* pair = world.hand[mover(listing.t, &world)]
    if not agrees(listing.past, world.hand):
        return
    if world.sight[0] == HIDDEN:
        memcpy(world.sight, world.hand[world.target - 1], 2)
    if world.given != HIDDEN:
        keep(listing, &world, weight)
        return
    world.given = pair[0]
    if pair[0] == pair[1]:
        keep(listing, &world, weight)
        return
    keep(listing, &world, weight / 2)
    if listing.count >= 0:
        world.given = pair[1]
        keep(listing, &world, weight / 2)


cdef void list_exchanges(Listing* listing, const PowwowState* so_far, int32_t i, double weight) noexcept nogil:
    """Lists all ways through the log from exchange `i` on."""
    cdef PowwowState world
    cdef const Chain* chain = listing.chain
    cdef int32_t a, b, gifts, thefts, who, whom
    cdef uint32_t e
    if listing.count < 0:
        return
    if chain != NULL and i <= chain.known:
        if values_of(chain, i)[assignment_of(listing.past, chain.place[i], so_far.hand)] == 0.0:
            return
    if i == so_far.logged:
        add_worlds(listing, so_far, weight)
        return
    world = so_far[0]
    e = world.log[i]
    if given_of(e):
        if swap(e, world.hand):
            list_exchanges(listing, &world, i + 1, weight)
        return
    who, whom = who_of(e), whom_of(e)
    gifts = 1 + (so_far.hand[who][0] != so_far.hand[who][1])
    thefts = 1 + (so_far.hand[whom][0] != so_far.hand[whom][1])
    for a in range(gifts):
        for b in range(thefts):
            world = so_far[0]
            world.log[i] = entry(who, whom, world.hand[who][a], world.hand[whom][b], world.hand[whom][1 - b])
            swap(world.log[i], world.hand)
            list_exchanges(listing, &world, i + 1, weight / (gifts * thefts))


cdef void deal_on(
    Listing* listing, const PowwowState* so_far, int32_t hand, int32_t* left, double weight
) noexcept nogil:
    """Lists all deals to the hands from `hand` on, weighted by the orders in which their cards can be dealt."""
    cdef PowwowState world = so_far[0]
    cdef int32_t low, high, count
    if listing.count < 0:
        return
    if hand == listing.t.hands:
        memcpy(world.hand, world.base, sizeof(world.hand))
        if world.step == DEALING:
            keep(listing, &world, weight)
        else:
            list_exchanges(listing, &world, 0, weight)
        return
    if hand == listing.owner:
        deal_on(listing, so_far, hand + 1, left, weight)
        return
    count = cards_in(listing.t, so_far, hand)
    world.base[hand][0] = world.base[hand][1] = 0
    if count == 0:
        deal_on(listing, &world, hand + 1, left, weight)
        return
    for low in range(1, KINDS):
        if left[low] == 0:
            continue
        world.base[hand][0] = low
        left[low] -= 1
        if count == 1:
            deal_on(listing, &world, hand + 1, left, weight * (left[low] + 1))
        else:
            for high in range(low, KINDS):
                if left[high]:
                    world.base[hand][1] = high
                    left[high] -= 1
                    deal_on(listing, &world, hand + 1, left,
                            weight * (left[low] + 1 + (low == high)) * (left[high] + 1) * (1 + (low != high)))
                    left[high] += 1
        left[low] += 1


cdef int64_t all_worlds(
    const Tables* t, const PowwowState* view, int64_t cap, PowwowState* out, double* weight
) noexcept nogil:
    cdef int32_t left[KINDS]
    cdef PowwowState world = view[0]
    cdef Past past
    cdef Listing listing
    listing.t, listing.past, listing.chain, listing.owner = t, &past, NULL, owner_of(t, view)
    listing.out, listing.weight, listing.cap, listing.count = out, weight, max(cap, 0), 0
    if listing.owner == OF_ALL:
        keep(&listing, view, 1.0)
        return listing.count
    recall(t, view, listing.owner, &past)
    if not unseen_cards(t, view, listing.owner, left):
        return 0
    if listing.owner >= 0 and view.step != DEALING:
        listing.chain = chain_of(&past)
        if listing.chain == NULL or not listing.chain.sound:
            return 0
    deal_on(&listing, &world, 0, left, 1.0)
    return listing.count

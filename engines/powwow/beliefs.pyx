"""Exact beliefs about Pow Wow's hands: the deals a seat thinks possible, run through the exchanges it knows of.

Call a *lay* who holds what, but for the owner's own cards, which he always knows. Pow Wow cards fill what the colours
leave free, so a lay is the hand of each colour, read as a number in base "other hands": at most 5 ** 6 of them. An
exchange nobody showed the owner swaps one of two cards with one of two: four ways, equally likely. So `value` goes
backward through the log (filtering a hidden Markov chain from its end): how likely each lay makes all that the owner
saw later. Forward again, it tells which branches are alive, for `all_worlds`, and how to draw, for `one_world`.
Two equal cards in a hand are one choice; taken as two it has the same probability, so this counts exactly.
"""
from libc.stdint cimport int32_t, int64_t, uint16_t, uint32_t
from libc.string cimport memcmp, memcpy, memset

from hunch.engines.contract cimport PUBLIC, u8
from hunch.engines.powwow.state cimport *
from hunch.engines.rng cimport Rng, below, next_word, unit

cdef extern from *:
    """
    #include <pthread.h>
    #include <stdlib.h>
    #include <string.h>
    /* One block a thread, kept from call to call, as a search draws from the same view a million times. It starts
       with its own size, is zeroed when made, and goes with its thread. */
    static pthread_key_t hunch_memo_key;
    static pthread_once_t hunch_memo_once = PTHREAD_ONCE_INIT;
    static void hunch_memo_make(void) { pthread_key_create(&hunch_memo_key, free); }
    static void *hunch_memo(size_t bytes) {
        pthread_once(&hunch_memo_once, hunch_memo_make);
        void *held = pthread_getspecific(hunch_memo_key);
        if (held && *(size_t *)held >= bytes) return held;
        void *grown = realloc(held, bytes);
        if (!grown) return NULL;
        if (!held) memset(grown, 0, bytes);
        *(size_t *)grown = bytes;
        pthread_setspecific(hunch_memo_key, grown);
        return grown;
    }
    """
    void* memo_of_thread "hunch_memo"(size_t bytes) noexcept nogil

cdef enum:
    MOST_TRIES = 10000   # of a draw that succeeds at least once in six times

ctypedef struct Past:                # all that a seat's beliefs rest on
    uint16_t log[LOGGED]
    u8 own[2]                        # the owner's hand before the log
    u8 owner
    u8 hands
    u8 pow_wows
    u8 logged
    u8 last                          # 1 + a hand of which something is known after the log, else 0:
    u8 card[2]                       # it holds the first, and the second if there is one

ctypedef struct Chain:               # followed by its values
    size_t bytes
    Past past
    bint sound                       # False: no world fits
    int32_t known                    # exchanges up to the last that tells the owner anything
    int32_t start[LOGGED + 2]        # where the values of lays begin after that many exchanges,
    u8 own[LOGGED + 1][2]            # and the owner's hand then
    int32_t place[LOGGED + 1][KINDS]  # and what a card is worth in the number of a lay: 0 or a power of the base


cdef int32_t owner_of(const Tables* t, const PowwowState* s) noexcept nogil:
    cdef int32_t hand, known = 0, owner = PUBLIC
    for hand in range(t.hands):
        if s.hand[hand][0] != HIDDEN:
            known += 1
            owner = hand
    return OF_ALL if known == t.hands else owner


# Lays ---------------------------------------------------------------------------------------------------------

cdef inline int32_t rank(const Past* past, int32_t hand) noexcept nogil:
    """The digit for a hand: its number among those of the others."""
    return hand - (hand > past.owner)


cdef int32_t lays(const Past* past, const u8* own, int32_t* place) noexcept nogil:
    """How many numbers there are for the hands of the others; what each card is worth in them."""
    cdef int32_t colour, size = 1
    place[0] = place[POW_WOW] = 0
    for colour in range(1, POW_WOW):
        place[colour] = 0
        if not holds(own, colour):
            place[colour] = size
            size *= past.hands - 1
    return size


cdef bint spread(const Past* past, const u8* own, int32_t lay, u8 (*hand)[2]) noexcept nogil:
    """The hands of a lay; False when one has three cards."""
    cdef int32_t count[MOST_PLAYERS]
    cdef int32_t base = past.hands - 1, colour, h
    memset(count, 0, sizeof(count))
    memset(hand, POW_WOW, 2 * MOST_PLAYERS)
    for colour in range(1, POW_WOW):
        if holds(own, colour):
            continue
        h = lay % base
        lay //= base
        h += h >= past.owner
        if count[h] == 2:
            return False
        hand[h][count[h]] = colour
        count[h] += 1
    hand[past.owner][0], hand[past.owner][1] = own[0], own[1]
    return True


cdef int32_t lay_of(const Past* past, const int32_t* place, const u8 (*hand)[2]) noexcept nogil:
    cdef int32_t h, lay = 0
    for h in range(past.hands):
        if h != past.owner:
            lay += rank(past, h) * (place[hand[h][0]] + place[hand[h][1]])
    return lay


cdef double ways_to_deal(const Past* past, const u8 (*hand)[2]) noexcept nogil:
    cdef double ways = 1.0
    cdef int32_t h
    for h in range(past.hands):
        if h != past.owner and hand[h][0] != hand[h][1]:
            ways *= 2.0
    return ways


# What is known ------------------------------------------------------------------------------------------------

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


cdef inline bint told(const Past* past, const u8 (*hand)[2]) noexcept nogil:
    """Whether these hands after the log are what the owner was told of them."""
    if past.last == 0:
        return True
    if past.card[1]:
        return hand[past.last - 1][0] == past.card[0] and hand[past.last - 1][1] == past.card[1]
    return holds(hand[past.last - 1], past.card[0])


cdef inline bint swap(uint32_t e, u8 (*hand)[2]) noexcept nogil:
    """An exchange whose cards are known; False when they do not lie so."""
    cdef int32_t who = who_of(e), whom = whom_of(e)
    if not holds(hand[who], given_of(e)) or not holds(hand[whom], taken_of(e)):
        return False
    if other_of(hand[whom], taken_of(e)) != kept_of(e):
        return False
    replace(hand[who], given_of(e), taken_of(e))
    replace(hand[whom], taken_of(e), given_of(e))
    return True


cdef bint trace(const Past* past, u8 (*own)[2]) noexcept nogil:
    """The owner's hand after each exchange; False when it cannot be."""
    cdef int32_t i
    cdef uint32_t e
    own[0][0], own[0][1] = past.own[0], past.own[1]
    for i in range(past.logged + 1):
        if own[i][0] == 0 or own[i][1] >= KINDS or own[i][0] > own[i][1]:
            return False
        if own[i][0] == own[i][1] and (own[i][0] != POW_WOW or past.pow_wows < 2):
            return False
        if holds(own[i], POW_WOW) and past.pow_wows == 0:
            return False
        if i == past.logged:
            break
        e = past.log[i]
        own[i + 1][0], own[i + 1][1] = own[i][0], own[i][1]
        if (given_of(e) > 0) != (who_of(e) == past.owner or whom_of(e) == past.owner):
            return False
        if who_of(e) == past.owner:
            if not holds(own[i], given_of(e)):
                return False
            replace(own[i + 1], given_of(e), taken_of(e))
        elif whom_of(e) == past.owner:
            if not holds(own[i], taken_of(e)) or other_of(own[i], taken_of(e)) != kept_of(e):
                return False
            replace(own[i + 1], taken_of(e), given_of(e))
    return past.last != past.owner + 1 or holds(own[past.logged], past.card[0])


cdef void go_back(const Chain* chain, int32_t i, const double* after, double* value) noexcept nogil:
    """The values of lays before exchange `i` from those after it."""
    cdef const Past* past = &chain.past
    cdef uint32_t e = past.log[i]
    cdef int32_t who = who_of(e), whom = whom_of(e), a, b, lay
    cdef int32_t step = rank(past, whom) - rank(past, who)
    cdef u8 hand[MOST_PLAYERS][2]
    cdef const int32_t* place = chain.place[i]
    for lay in range(chain.start[i + 1] - chain.start[i]):
        value[lay] = 0.0
        if not spread(past, chain.own[i], lay, hand):
            continue
        if given_of(e):
            if swap(e, hand):
                value[lay] = after[lay_of(past, chain.place[i + 1], hand)]
            continue
        for a in range(2):
            for b in range(2):
                value[lay] += 0.25 * after[lay + step * (place[hand[who][a]] - place[hand[whom][b]])]


cdef Chain* chain_of(const Past* past) noexcept nogil:
    """The values of all lays at all times, kept for the next call of this thread; NULL without memory."""
    cdef Chain* chain = <Chain*>memo_of_thread(sizeof(Chain))
    cdef u8 hand[MOST_PLAYERS][2]
    cdef double* value
    cdef double total = 0.0
    cdef int32_t i, lay
    if chain == NULL or memcmp(&chain.past, past, sizeof(Past)) == 0:
        return chain
    chain.past = past[0]
    chain.sound = trace(past, chain.own)
    if not chain.sound:
        return chain
    chain.known = past.logged
    while past.last == 0 and chain.known > 0 and given_of(past.log[chain.known - 1]) == 0:
        chain.known -= 1
    chain.start[0] = 0
    for i in range(chain.known + 1):
        chain.start[i + 1] = chain.start[i] + lays(past, chain.own[i], chain.place[i])
    memset(&chain.past, 0, sizeof(Past))               # should there be no memory
    chain = <Chain*>memo_of_thread(sizeof(Chain) + (chain.start[chain.known + 1] + chain.start[1]) * sizeof(double))
    if chain == NULL:
        return NULL
    chain.past = past[0]
    value = <double*>(chain + 1)
    i = chain.known
    for lay in range(chain.start[i + 1] - chain.start[i]):
        value[chain.start[i] + lay] = spread(past, chain.own[i], lay, hand) and told(past, hand)
    for i in range(chain.known - 1, -1, -1):
        go_back(chain, i, value + chain.start[i + 1], value + chain.start[i])
    for lay in range(chain.start[1]):                  # last, running sums to draw a deal by
        if value[lay] > 0.0 and spread(past, chain.own[0], lay, hand):
            total += value[lay] * ways_to_deal(past, hand)
        value[chain.start[chain.known + 1] + lay] = total
    chain.sound = total > 0.0
    return chain


# One world ----------------------------------------------------------------------------------------------------

cdef inline int32_t cards_in(const Tables* t, const PowwowState* s, int32_t hand) noexcept nogil:
    """Cards that were dealt to a hand."""
    return max(0, min(2, s.dealt - 2 * hand)) if s.step == DEALING else 2


cdef bint unseen_cards(const Tables* t, const PowwowState* s, int32_t owner, int32_t* left) noexcept nogil:
    """Cards of each kind but for the owner's own before the log; False when he has what there is not."""
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
    """One of four."""
    cdef double at = unit(rng) * (weight[0] + weight[1] + weight[2] + weight[3])
    cdef int32_t i = 0, last = 3
    while weight[last] == 0.0 and last > 0:
        last -= 1
    while i < last and at >= weight[i]:
        at -= weight[i]
        i += 1
    return i


cdef void carry_on(const Tables* t, PowwowState* s, const Chain* chain, int32_t lay, Rng* rng) noexcept nogil:
    """From the hands before the log to those now, drawing what each exchange does not show."""
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
                lay = lay_of(&chain.past, chain.place[i + 1], s.hand)
            continue
        if guided:
            value = <const double*>(chain + 1) + chain.start[i + 1]
            place = chain.place[i]
            step = rank(&chain.past, whom) - rank(&chain.past, who)
            for k in range(4):
                weight[k] = value[lay + step * (place[s.hand[who][k >> 1]] - place[s.hand[whom][k & 1]])]
            k = pick(weight, rng)
            lay += step * (place[s.hand[who][k >> 1]] - place[s.hand[whom][k & 1]])
        else:
            k = next_word(rng) >> 62
        s.log[i] = entry(who, whom, s.hand[who][k >> 1], s.hand[whom][k & 1], s.hand[whom][1 - (k & 1)])
        swap(s.log[i], s.hand)
    if s.given == HIDDEN:
        s.given = s.hand[mover(t, s)][below(rng, 2)]
    if s.sight[0] == HIDDEN:
        memcpy(s.sight, s.hand[s.target - 1], 2)


cdef bint one_world(const Tables* t, PowwowState* view, Rng* rng) noexcept nogil:
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
            carry_on(t, &world, NULL, 0, rng)
            if told(&past, world.hand):
                view[0] = world
                return True
        return False
    chain = chain_of(&past)
    if chain == NULL or not chain.sound:
        return False
    sums = <const double*>(chain + 1) + chain.start[chain.known + 1]
    high = chain.start[1] - 1
    at = unit(rng) * sums[high]
    while low < high:                                  # the first lay whose running sum is beyond `at`
        middle = (low + high) // 2
        if sums[middle] > at:
            high = middle
        else:
            low = middle + 1
    memset(view.base, 0, sizeof(view.base))
    spread(&past, past.own, low, view.base)
    memset(&view.base[t.hands], 0, 2 * (MOST_PLAYERS - t.hands))
    carry_on(t, view, chain, low, rng)
    return True


# All worlds ---------------------------------------------------------------------------------------------------

ctypedef struct Hunt:
    const Tables* tables
    const Past* past
    const Chain* chain               # NULL: every branch may be alive
    int32_t owner
    PowwowState* out
    double* weight
    int64_t cap
    int64_t found                    # -1: more than `cap`


cdef void keep(Hunt* hunt, const PowwowState* world, double weight) noexcept nogil:
    if hunt.found == hunt.cap:
        hunt.found = -1
        return
    hunt.out[hunt.found] = world[0]
    hunt.weight[hunt.found] = weight
    hunt.found += 1


cdef void finish(Hunt* hunt, const PowwowState* so_far, double weight) noexcept nogil:
    """The hands now are known: what is left is a card that was given unseen."""
    cdef PowwowState world = so_far[0]
    cdef const u8* pair = world.hand[mover(hunt.tables, &world)]
    if not told(hunt.past, world.hand):
        return
    if world.sight[0] == HIDDEN:
        memcpy(world.sight, world.hand[world.target - 1], 2)
    if world.given != HIDDEN:
        keep(hunt, &world, weight)
        return
    world.given = pair[0]
    if pair[0] == pair[1]:
        keep(hunt, &world, weight)
        return
    keep(hunt, &world, weight / 2)
    if hunt.found >= 0:
        world.given = pair[1]
        keep(hunt, &world, weight / 2)


cdef void go_on(Hunt* hunt, const PowwowState* so_far, int32_t i, double weight) noexcept nogil:
    """All ways through the log from exchange `i` on."""
    cdef PowwowState world
    cdef const Chain* chain = hunt.chain
    cdef int32_t a, b, gifts, thefts, who, whom
    cdef uint32_t e
    if hunt.found < 0:
        return
    if chain != NULL and i <= chain.known:
        if (<const double*>(chain + 1))[chain.start[i] + lay_of(hunt.past, chain.place[i], so_far.hand)] == 0.0:
            return
    if i == so_far.logged:
        finish(hunt, so_far, weight)
        return
    world = so_far[0]
    e = world.log[i]
    if given_of(e):
        if swap(e, world.hand):
            go_on(hunt, &world, i + 1, weight)
        return
    who, whom = who_of(e), whom_of(e)
    gifts = 1 + (so_far.hand[who][0] != so_far.hand[who][1])
    thefts = 1 + (so_far.hand[whom][0] != so_far.hand[whom][1])
    for a in range(gifts):
        for b in range(thefts):
            world = so_far[0]
            world.log[i] = entry(who, whom, world.hand[who][a], world.hand[whom][b], world.hand[whom][1 - b])
            swap(world.log[i], world.hand)
            go_on(hunt, &world, i + 1, weight / (gifts * thefts))


cdef void deal_on(Hunt* hunt, const PowwowState* so_far, int32_t hand, int32_t* left, double weight) noexcept nogil:
    """All deals to the hands from `hand` on, by the number of orders their cards can come in."""
    cdef PowwowState world = so_far[0]
    cdef int32_t low, high, count
    if hunt.found < 0:
        return
    if hand == hunt.tables.hands:
        memcpy(world.hand, world.base, sizeof(world.hand))
        if world.step == DEALING:
            keep(hunt, &world, weight)
        else:
            go_on(hunt, &world, 0, weight)
        return
    if hand == hunt.owner:
        deal_on(hunt, so_far, hand + 1, left, weight)
        return
    count = cards_in(hunt.tables, so_far, hand)
    world.base[hand][0] = world.base[hand][1] = 0
    if count == 0:
        deal_on(hunt, &world, hand + 1, left, weight)
        return
    for low in range(1, KINDS):
        if left[low] == 0:
            continue
        world.base[hand][0] = low
        left[low] -= 1
        if count == 1:
            deal_on(hunt, &world, hand + 1, left, weight * (left[low] + 1))
        else:
            for high in range(low, KINDS):
                if left[high]:
                    world.base[hand][1] = high
                    left[high] -= 1
                    deal_on(hunt, &world, hand + 1, left,
                            weight * (left[low] + 1 + (low == high)) * (left[high] + 1) * (1 + (low != high)))
                    left[high] += 1
        left[low] += 1


cdef int64_t all_worlds(
    const Tables* t, const PowwowState* view, int64_t cap, PowwowState* out, double* weight
) noexcept nogil:
    cdef int32_t left[KINDS]
    cdef PowwowState world = view[0]
    cdef Past past
    cdef Hunt hunt
    hunt.tables, hunt.past, hunt.chain, hunt.owner = t, &past, NULL, owner_of(t, view)
    hunt.out, hunt.weight, hunt.cap, hunt.found = out, weight, max(cap, 0), 0
    if hunt.owner == OF_ALL:
        keep(&hunt, view, 1.0)
        return hunt.found
    recall(t, view, hunt.owner, &past)
    if not unseen_cards(t, view, hunt.owner, left):
        return 0
    if hunt.owner >= 0 and view.step != DEALING:
        hunt.chain = chain_of(&past)
        if hunt.chain == NULL or not hunt.chain.sound:
            return 0
    deal_on(&hunt, &world, 0, left, 1.0)
    return hunt.found

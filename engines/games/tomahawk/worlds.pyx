"""Lists the worlds of a view with their weights, and draws one by them."""
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memset

from hunch.engines.contract cimport move_t
from hunch.engines.rng cimport Rng, next_word, take, unit
from hunch.engines.games.tomahawk.moves cimport army, choices_of
from hunch.engines.games.tomahawk.state cimport (
    CARDS, CHOOSING, CODES, DEALING_0, FIRST_SPECIAL, HIDDEN, PILES, SHOWING, TURNS, Tables, TomahawkState, closed,
    count_of, lowest, minus, plus, popcount,
)

cdef enum:
    TAKEN_PLACE = 32            # value in `Closed.where`: the card taken for the next turn
    MOST_CHOICES = 128


ctypedef struct Closed:         # the known cards of a closed seat
    uint8_t seen[CODES]         # by card code: how many cards were seen
    uint32_t specials           # specials seen, as 7 bits
    uint8_t where[CARDS + 1]    # rows with an unseen card, and TAKEN_PLACE
    int32_t places              # number of entries in `where`
    int32_t in_hand
    int32_t in_deck


cdef bint begin_closed(const Tables* t, const TomahawkState* s, int32_t seat, Closed* c) noexcept nogil:
    """Fills in what a view knows of a closed seat. False if the numbers of cards are impossible."""
    cdef int32_t turn, pile, card, placed = s.turn + (s.step >= SHOWING and s.turn < TURNS), seen = 0
    memset(c, 0, sizeof(Closed))
    for turn in range(min(placed, TURNS)):
        for pile in range(PILES):
            card = s.card[seat][turn][pile]
            if card == HIDDEN:
                c.where[c.places] = turn * PILES + pile
                c.places += 1
            else:
                c.seen[card & 31] += 1
                seen += 1
                if card > FIRST_SPECIAL:
                    c.specials |= 1u << (card - FIRST_SPECIAL - 1)
    if s.taken[seat]:
        c.where[c.places] = TAKEN_PLACE
        c.places += 1
    c.in_deck = CARDS - s.drawn[seat]
    c.in_hand = CARDS - c.in_deck - seen - c.places
    return c.in_hand >= 0 and c.in_deck >= 0


cdef inline double likelihood(const Tables* t, const Closed* c, move_t choice) noexcept nogil:
    """The number of ways to make a choice from the unseen cards; 0 if it leaves out a special that was seen.

    The likelihood of a choice is the ways to make it, times the ways in which its army gives the cards seen. Divided by
    the ways of the whole tribe, it is a product of the unseen copies of the kinds that leave.
    """
    cdef int32_t first = (choice >> 5) & 31, second = choice & 31
    cdef double n = t.copies[first] - c.seen[first], m = t.copies[second] - c.seen[second]
    if c.specials & ~(choice >> 10) or n <= 0.0 or m <= 0.0:
        return 0.0
    return n * (n - 1) / 2 if first == second else n * m


cdef bint over_drawn(const Tables* t, const Closed* c) noexcept nogil:
    """Whether more cards of a kind were seen than a tribe has."""
    cdef int32_t card
    for card in range(1, CODES):
        if c.seen[card] > t.copies[card]:
            return True
    return False


cdef inline void set_choice(TomahawkState* s, int32_t seat, move_t choice) noexcept nogil:
    s.kept[seat] = (choice >> 10) & 127
    s.gone_low[seat], s.gone_high[seat] = (choice >> 5) & 31, choice & 31


cdef inline uint32_t not_seen(const Tables* t, const TomahawkState* s, int32_t seat, const Closed* c) noexcept nogil:
    """The army without the cards seen."""
    cdef uint32_t cards = army(t, s, seat)
    cdef int32_t card, _copy
    for card in range(1, CODES):
        for _copy in range(c.seen[card]):
            cards = minus(t, cards, card)
    return cards


cdef inline void put(TomahawkState* s, int32_t seat, int32_t where, int32_t card) noexcept nogil:
    if where == TAKEN_PLACE:
        s.pending[seat][s.taken[seat] - 1] = card
    else:
        s.card[seat][where >> 2][where & 3] = card


cdef void take_back(TomahawkState* s) noexcept nogil:
    """Makes choices of this step that the view does not know "not made yet". Empties closed seats."""
    cdef int32_t seat
    for seat in range(2):
        if closed(s, seat):
            s.hand[seat] = s.deck[seat] = 0
            s.dealt[seat] = s.kept[seat] = s.gone_low[seat] = s.gone_high[seat] = 0
            memset(&s.pending[seat][0], 0, PILES)


cdef inline bint was_dealt(const TomahawkState* s, int32_t seat) noexcept nogil:
    return s.step > DEALING_0 + seat


# All worlds ---------------------------------------------------------------------------------------------------

ctypedef struct Walk:
    const Tables* t
    int32_t seats[2]            # the closed seats
    int32_t count               # number of closed seats
    Closed closed[2]            # by seat: what is known of a closed one
    bint possible[2][35]        # by seat: the triples of specials that it can have been dealt
    TomahawkState* out
    double* weight
    int64_t cap
    int64_t written             # worlds written; -1 beyond the cap


cdef int64_t all_worlds(
    const Tables* t, const TomahawkState* view, int64_t cap, TomahawkState* out, double* weight
) noexcept nogil:
    cdef TomahawkState world = view[0]
    cdef Walk w
    cdef int32_t seat, i
    w.t, w.out, w.weight, w.cap, w.written, w.count = t, out, weight, cap, 0, 0
    for seat in range(2):
        if closed(view, seat):
            if not begin_closed(t, view, seat, &w.closed[seat]) or over_drawn(t, &w.closed[seat]):
                return 0
            w.seats[w.count] = seat
            w.count += 1
            for i in range(35):
                w.possible[seat][i] = ways_to_choose(t, view, &w.closed[seat], t.triples[i]) > 0.0
    take_back(&world)
    walk_seat(&w, &world, 0, 1.0)
    return w.written


cdef bint leaves_three(const Walk* w, const TomahawkState* s, uint32_t dealt) noexcept nogil:
    """Whether seat 1 can have been dealt three other specials. If not, the hands of seat 0 need not be listed."""
    cdef int32_t i
    for i in range(35):
        if w.possible[1][i] and w.t.triples[i] & dealt == 0:
            return True
    return not was_dealt(s, 1)


cdef void walk_seat(Walk* w, TomahawkState* s, int32_t at, double weight) noexcept nogil:
    """Lists all deals and choices of a closed seat; then its cards, then the next seat."""
    cdef move_t choice[MOST_CHOICES]
    cdef int32_t seat, i, k, n
    cdef double likely
    if w.written < 0:
        return
    if at == w.count:
        if w.written == w.cap:
            w.written = -1
            return
        w.out[w.written], w.weight[w.written] = s[0], weight
        w.written += 1
        return
    seat = w.seats[at]
    if not was_dealt(s, seat):
        walk_seat(w, s, at + 1, weight)
        return
    for i in range(35):
        if not w.possible[seat][i] or w.t.triples[i] & s.dealt[1 - seat]:
            continue
        if at == 0 and w.count == 2 and not leaves_three(w, s, w.t.triples[i]):
            continue
        s.dealt[seat] = w.t.triples[i]
        if s.step <= CHOOSING:
            walk_seat(w, s, at + 1, weight)
        else:
            n = choices_of(w.t, s.dealt[seat], choice)
            for k in range(n):
                likely = likelihood(w.t, &w.closed[seat], choice[k])
                if likely > 0.0:
                    set_choice(s, seat, choice[k])
                    s.deck[seat] = not_seen(w.t, s, seat, &w.closed[seat])
                    walk_places(w, s, at, 0, weight * likely / w.t.choices[s.dealt[seat]])
            s.kept[seat] = s.gone_low[seat] = s.gone_high[seat] = s.deck[seat] = 0
    s.dealt[seat] = 0


cdef void walk_places(Walk* w, TomahawkState* s, int32_t at, int32_t place, double weight) noexcept nogil:
    """Lists all cards that can lie on the unseen places. The deck holds the cards not yet assigned."""
    cdef int32_t seat = w.seats[at], card
    cdef uint32_t deck = s.deck[seat], kinds = deck & w.t.firsts
    if w.written < 0:
        return
    if place == w.closed[seat].places:
        walk_hand(w, s, at, 1, w.closed[seat].in_hand, weight)
        return
    while kinds:
        card = lowest(kinds) + 1
        kinds &= kinds - 1
        put(s, seat, w.closed[seat].where[place], card)
        s.deck[seat] = minus(w.t, deck, card)
        walk_places(w, s, at, place + 1, weight * count_of(w.t, deck, card))
    s.deck[seat] = deck


cdef void walk_hand(Walk* w, TomahawkState* s, int32_t at, int32_t card, int32_t missing, double weight) noexcept nogil:
    """Lists all hands of kinds from `card` on."""
    cdef int32_t seat = w.seats[at], copies, n
    cdef uint32_t deck = s.deck[seat], hand = s.hand[seat], rest
    if w.written < 0:
        return
    if missing == 0:
        walk_seat(w, s, at + 1, weight)
        return
    while card < CODES and not (deck >> (card - 1)) & 1:
        card += 1
    if card == CODES:
        return
    rest = deck & ~((1u << (card - 1)) - 1)
    if popcount(rest) < missing:
        return
    copies = count_of(w.t, deck, card)
    for n in range(min(copies, missing) + 1):
        walk_hand(w, s, at, card + 1, missing - n, weight)
        weight *= <double>(copies - n) / (n + 1)        # from (copies over n) to (copies over n + 1)
        s.deck[seat] = minus(w.t, s.deck[seat], card)
        s.hand[seat] = plus(w.t, s.hand[seat], card)
    s.deck[seat], s.hand[seat] = deck, hand


# One world ----------------------------------------------------------------------------------------------------

cdef bint draw_world(const Tables* t, TomahawkState* s, Rng* rng) noexcept nogil:
    cdef Closed c[2]
    cdef bint hidden[2]
    cdef int32_t seat
    for seat in range(2):
        hidden[seat] = closed(s, seat)
        if hidden[seat] and (not begin_closed(t, s, seat, &c[seat]) or over_drawn(t, &c[seat])):
            return False
    if not hidden[0] and not hidden[1]:
        return True
    take_back(s)
    if not draw_deals(t, s, c, hidden, rng):
        return False
    for seat in range(2):
        if hidden[seat] and s.step > CHOOSING:
            draw_choice(t, s, seat, &c[seat], rng)
            draw_cards(t, s, seat, &c[seat], rng)
    return True


cdef bint draw_deals(const Tables* t, TomahawkState* s, const Closed* c, const bint* hidden, Rng* rng) noexcept nogil:
    """Draws the specials of all closed seats together. False if none fit the cards seen."""
    cdef double weight[2][36]           # by triple; one more for "not dealt yet"
    cdef double total = 0.0, at
    cdef int32_t option[2][36]
    cdef int32_t count[2]
    cdef int32_t seat, i, k
    cdef uint32_t other
    for seat in range(2):
        count[seat] = 0
        other = 0 if hidden[1 - seat] else s.dealt[1 - seat]
        if not hidden[seat] or not was_dealt(s, seat):
            option[seat][0], weight[seat][0], count[seat] = s.dealt[seat], 1.0, 1
            continue
        for i in range(35):
            if t.triples[i] & other == 0:
                at = ways_to_choose(t, s, &c[seat], t.triples[i])
                if at > 0.0:
                    option[seat][count[seat]], weight[seat][count[seat]] = t.triples[i], at
                    count[seat] += 1
    for i in range(count[0]):
        for k in range(count[1]):
            if option[0][i] & option[1][k] == 0:
                total += weight[0][i] * weight[1][k]
    if total <= 0.0:
        return False
    at = unit(rng) * total
    for i in range(count[0]):
        for k in range(count[1]):
            if option[0][i] & option[1][k] == 0:
                s.dealt[0], s.dealt[1] = option[0][i], option[1][k]
                at -= weight[0][i] * weight[1][k]
                if at < 0.0:
                    return True
    return True


cdef double ways_to_choose(const Tables* t, const TomahawkState* s, const Closed* c, int32_t dealt) noexcept nogil:
    """The likelihood of the cards seen if a seat was dealt these specials, with all its choices equally likely."""
    cdef move_t choice[MOST_CHOICES]
    cdef int32_t i, n
    cdef double total = 0.0
    if s.step <= CHOOSING:
        return 1.0
    if popcount(c.specials & ~dealt):
        return 0.0
    n = choices_of(t, dealt, choice)
    for i in range(n):
        total += likelihood(t, c, choice[i])
    return total / t.choices[dealt]


cdef void draw_choice(const Tables* t, TomahawkState* s, int32_t seat, const Closed* c, Rng* rng) noexcept nogil:
    cdef move_t choice[MOST_CHOICES]
    cdef double weight[MOST_CHOICES]
    cdef int32_t i, n = choices_of(t, s.dealt[seat], choice)
    cdef double total = 0.0, at
    for i in range(n):
        weight[i] = likelihood(t, c, choice[i])
        total += weight[i]
    at = unit(rng) * total
    for i in range(n):
        if weight[i] > 0.0:
            set_choice(s, seat, choice[i])
            at -= weight[i]
            if at < 0.0:
                return


cdef void draw_cards(const Tables* t, TomahawkState* s, int32_t seat, const Closed* c, Rng* rng) noexcept nogil:
    """Deals the unseen cards to unseen places, hand and deck."""
    cdef uint8_t pool[CODES]
    cdef uint32_t cards = not_seen(t, s, seat, c)
    cdef uint32_t deck = cards
    cdef uint64_t word = 0
    cdef int32_t n = 0, i, k, card
    while cards:
        pool[n] = t.code_at[lowest(cards)]
        cards &= cards - 1
        n += 1
    for i in range(c.places + c.in_hand):
        if i & 3 == 0:
            word = next_word(rng)               # four draws below 31 leave a bias under 1e-13
        k = i + take(&word, n - i)
        card = pool[k]
        pool[k] = pool[i]
        deck = minus(t, deck, card)
        if i < c.places:
            put(s, seat, c.where[i], card)
        else:
            s.hand[seat] = plus(t, s.hand[seat], card)
    s.deck[seat] = deck

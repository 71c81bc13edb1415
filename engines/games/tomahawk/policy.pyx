"""The prior and the rollout policy of Tomahawk."""
from libc.math cimport expf
from libc.stdint cimport int32_t, uint32_t
from libc.string cimport memcpy, memset

from hunch.engines.contract cimport CHANCE, OVER, move_t, u8
from hunch.engines.rng cimport Rng, below, unit
from hunch.engines.games.tomahawk.apply cimport advance
from hunch.engines.games.tomahawk.battle cimport (
    VALUES, Fight, Standing, add_row, add_up, hold, is_ahead, prize, prospect, take_standing, winner,
)
from hunch.engines.games.tomahawk.moves cimport choices_of, roll_outcome, seat_to_move
from hunch.engines.games.tomahawk.state cimport (
    CHOOSING, CLOUD, CODES, FIRST_SPECIAL, HOLDS, MANITOU, PILES, PLACE, PLACING, SOARING, STORM, TURNS, Tables,
    TomahawkState, first_open, lowest, nth, popcount,
)

cdef float COLD = 2.0               # a gain higher by a point makes a placement e ** COLD times as likely

cdef enum:
    # Bits of the odd cards: their effect in a fight is more than their printed strength.
    ODD = (1u << MANITOU) | (1u << SOARING) | (1u << STORM) | (1u << CLOUD)

cdef enum:
    MOST_HAND = 8                   # most cards in hand that can be weighed; the printed game never has more

ctypedef struct Weighing:            # the gains of one seat in one turn
    int32_t cards                   # number of cards in hand
    int32_t piles                   # number of piles still to be filled
    u8 code[MOST_HAND]
    u8 pile[PILES]
    float gain[PILES][MOST_HAND]                    # gain in points, by pile to be filled and card
    float beyond[PILES][1 << MOST_HAND]             # by pile from the second, and cards placed: best gain from it on

ctypedef struct Unseen:             # cards of the other seat that this seat has not seen
    float odds[CODES]               # by card code: the probability of this card at an unseen place
    float by_value[VALUES]          # by printed strength: the probability of such a card
    float plain[VALUES]             # by printed strength: the probability of such a card that is not odd
    int32_t odd                     # number of unseen kinds of odd cards
    u8 code[CODES]
    float mean


cdef void count_unseen(const Tables* t, const TomahawkState* s, int32_t seat, Unseen* u) noexcept nogil:
    """Fills in the probabilities of unseen cards.

    Base cards that left for specials count as if they were still there. The other seat has two specials: unseen ones
    share what is left of that number.
    """
    cdef u8 left[CODES]
    cdef int32_t card, missing = 2, candidates = 0
    cdef uint32_t rows = s.shown | s.looked[seat], kinds = t.firsts, specials
    cdef const u8* cards = &s.card[1 - seat][0][0]
    cdef float total = 0.0, share
    memset(u, 0, sizeof(Unseen))
    memcpy(&left[0], &t.copies[0], CODES)
    while rows:
        card = cards[lowest(rows)] & 31
        rows &= rows - 1
        left[card] -= left[card] > 0
        missing -= card > FIRST_SPECIAL
    specials = kinds >> FIRST_SPECIAL & ~(s.dealt[seat] & 127u)
    kinds &= (1u << FIRST_SPECIAL) - 1
    if missing > 0:
        kinds |= specials << FIRST_SPECIAL
        while specials:
            candidates += left[lowest(specials) + FIRST_SPECIAL + 1]
            specials &= specials - 1
    share = <float>missing / candidates if candidates else 0.0
    while kinds:
        card = lowest(kinds) + 1
        kinds &= kinds - 1
        u.odds[card] = left[card] if card <= FIRST_SPECIAL else share * left[card]
        total += u.odds[card]
    for card in range(CODES):
        u.odds[card] /= total
    kinds = t.firsts
    while kinds:
        card = lowest(kinds) + 1
        kinds &= kinds - 1
        share = u.odds[card]
        u.by_value[t.value[card]] += share
        u.mean += share * t.value[card]
        if not (<uint32_t>ODD >> card) & 1:
            u.plain[t.value[card]] += share
        elif share > 0.0:
            u.code[u.odd] = card
            u.odd += 1


cdef double hoped(const Tables* t, int32_t tile, int32_t to_come, Fight* f) noexcept nogil:
    cdef int32_t won
    add_up(t, tile, f)
    if to_come:
        return hold(t, to_come, f.total[0] - f.total[1])
    won = winner(f)
    return (won == 1) - (won == 2)


cdef void so_far(
    const Tables* t, const TomahawkState* s, int32_t seat, int32_t pile, const Unseen* u, Fight* f
) noexcept nogil:
    """Fills in the rows of a battle before this turn, as the seat knows them."""
    cdef int32_t turn, card
    cdef uint32_t known = s.shown | s.looked[seat]
    f.rows = 0
    f.present[0] = f.present[1] = 0
    for turn in range(t.begins[t.place[s.turn][pile]], s.turn):
        card = s.card[seat][turn][pile] & 31
        if (known >> (turn * PILES + pile)) & 1:
            add_row(t, f, card, s.card[1 - seat][turn][pile] & 31)
        else:
            f.present[0] |= 1u << card
            f.strength[0][f.rows], f.strength[1][f.rows] = u.mean if card == STORM else t.value[card], u.mean
            f.rows += 1


cdef float against_all(const Tables* t, const Standing* g, const Unseen* u, int32_t card) noexcept nogil:
    """The prospect of a card, over all cards that the other may place."""
    cdef uint32_t own = g.present[0] | (1u << card)
    cdef uint32_t odd = (1u << SOARING) | (0u if g.to_come else 1u << MANITOU)
    cdef int32_t other, i
    cdef float share = 0.0
    if card != STORM and card != CLOUD and not (own | g.present[1]) & odd:
        share = against_plain(t, g, u, t.value[card])
    else:
        for other in range(1, VALUES):
            if u.plain[other] > 0.0:
                share += u.plain[other] * prospect(
                    t, g, other if card == STORM else t.value[card],
                    0 if card == CLOUD and other >= t.charmed else other, own, g.present[1],
                )
    for i in range(u.odd):
        other = u.code[i]
        share += u.odds[other] * prospect(
            t, g, t.strength[card][other], t.strength[other][card], own, g.present[1] | (1u << other)
        )
    return share


cdef float against_plain(const Tables* t, const Standing* g, const Unseen* u, float first) noexcept nogil:
    """The prospect of a card that is not odd, over all cards of the other that are not odd."""
    cdef float edge = max(g.edge, first) if g.turned < 0 else min(g.edge, first)
    cdef float lead = g.total[0] + first - g.total[1]
    cdef float steady = lead + g.turned * (
        (first if first == edge else 0) + (g.at_edge[0] - g.at_edge[1] if g.edge == edge else 0)
    )
    cdef float ahead, beyond, share = 0.0
    cdef int32_t other
    for other in range(1, VALUES):
        beyond = g.turned * (edge - other)              # positive if the other's card alone is the edge
        ahead = (lead if beyond > 0.0 else steady) - other
        ahead -= g.turned * other if beyond >= 0.0 else 0
        if g.to_come:
            share += u.plain[other] * hold(t, g.to_come, ahead)
        else:
            share += u.plain[other] * (is_ahead(ahead, 0) - is_ahead(0, ahead))
    return share


cdef inline float on_plains(const Tables* t, const Standing* g, const Unseen* u, int32_t value) noexcept nogil:
    """The prospect of such a card if only the sum of strengths counts."""
    cdef const float* from_ = &t.hold[g.to_come][<int32_t>(g.total[0] - g.total[1] + <float>(HOLDS + 0.5)) + value]
    cdef int32_t other
    cdef float share = 0.0
    for other in range(1, VALUES):
        share += u.by_value[other] * from_[-other]
    return share


cdef void weigh_pile(
    const Tables* t, const TomahawkState* s, int32_t seat, int32_t pile, const Unseen* u, const float* scalps,
    Weighing* p
) noexcept nogil:
    cdef int32_t place = t.place[s.turn][pile], tile = s.tile[place], card, value, j
    cdef Fight f
    cdef Standing g
    cdef uint32_t odd, weighed = 0
    cdef float shares[VALUES]
    cdef float share
    cdef bint plain
    so_far(t, s, seat, pile, u, &f)
    take_standing(t, tile, t.finishes[place] - s.turn, &f, &g)
    odd = <uint32_t>ODD & ~((1u << MANITOU) if g.to_come else 0u)
    plain = not g.turned and not g.present[0] & odd
    for j in range(p.cards):
        card = p.code[j]
        value = t.value[card]
        if (odd >> card) & 1:
            share = against_all(t, &g, u, card)
        else:                               # other cards of a strength are equal in a fight
            if not (weighed >> value) & 1:
                shares[value] = on_plains(t, &g, u, value) if plain else against_all(t, &g, u, card)
                weighed |= 1u << value
            share = shares[value]
        p.gain[p.piles][j] = scalps[card] + share * prize(t, tile, g.present[0] | g.present[1] | (1u << card))
        if s.turn < TURNS - 1:
            p.gain[p.piles][j] -= t.worth[card]
    p.pile[p.piles] = pile
    p.piles += 1


cdef bint weigh(const Tables* t, const TomahawkState* s, int32_t seat, Weighing* p) noexcept nogil:
    """Computes the gains of all placements. False if the hand is too large."""
    cdef Unseen u
    cdef uint32_t hand = s.hand[seat], kinds = t.firsts
    cdef float scalps[CODES]            # by card: the expected tokens taken less those lost
    cdef const float* net
    cdef int32_t card, other, pile
    p.cards = p.piles = 0
    if popcount(hand) > MOST_HAND:
        return False
    while hand:
        p.code[p.cards] = t.code_at[lowest(hand)]
        hand &= hand - 1
        p.cards += 1
    count_unseen(t, s, seat, &u)
    memset(&scalps[0], 0, sizeof(scalps))
    while kinds:
        other = lowest(kinds) + 1
        kinds &= kinds - 1
        net = &t.net[other][0]
        if u.odds[other] > 0.0:
            for card in range(CODES):
                scalps[card] -= u.odds[other] * net[card]
    for pile in range(PILES):
        if not s.pending[seat][pile]:
            weigh_pile(t, s, seat, pile, &u, scalps, p)
    look_beyond(p)
    return True


cdef void look_beyond(Weighing* p) noexcept nogil:
    """Fills in `beyond` from the last pile back to the second."""
    cdef uint32_t all_cards = (1u << p.cards) - 1, placed, rest
    cdef int32_t at = p.piles - 1, i, j
    cdef int32_t best[MOST_HAND]            # cards by their gain on the last pile, best first
    cdef float most
    for i in range(p.cards):
        j = i
        while j and p.gain[at][best[j - 1]] < p.gain[at][i]:
            best[j] = best[j - 1]
            j -= 1
        best[j] = i
    placed = (1u << at) - 1
    while at > 0 and placed < all_cards:
        j = 0
        while (placed >> best[j]) & 1:
            j += 1
        p.beyond[at][placed] = p.gain[at][best[j]]
        placed = next_set(placed)
    for at in range(p.piles - 2, 0, -1):
        placed = (1u << at) - 1
        while placed < all_cards:
            most, rest = -1e9, all_cards & ~placed
            while rest:
                j = lowest(rest)
                most = max(most, p.gain[at][j] + p.beyond[at + 1][placed | (rest & (0u - rest))])
                rest &= rest - 1
            p.beyond[at][placed] = most
            placed = next_set(placed)


cdef inline uint32_t next_set(uint32_t placed) noexcept nogil:
    """The next larger number with as many bits set. The caller knows that there is one."""
    cdef uint32_t low = placed & (0u - placed), up = placed + low
    return up | (((placed ^ up) >> 2) >> lowest(low))


cdef inline bint is_next(const Weighing* p, int32_t placed, int32_t j) noexcept nogil:
    """Whether a card is the first of its kind that is not placed."""
    if (placed >> j) & 1:
        return False
    return j == 0 or p.code[j - 1] != p.code[j] or (placed >> (j - 1)) & 1


cdef float weigh_kinds(const Weighing* p, int32_t at, int32_t placed, float* odds, int32_t* kinds) noexcept nogil:
    """Writes the weight of each kind on pile number `at`, if the cards of `placed` are gone. Returns the sum."""
    cdef int32_t j, n = 0
    cdef float most = -1e9, total = 0.0
    for j in range(p.cards):
        if is_next(p, placed, j):
            odds[n] = p.gain[at][j]
            if at + 1 < p.piles:
                odds[n] += p.beyond[at + 1][placed | (1 << j)]
            most = max(most, odds[n])
            n += 1
    for j in range(n):
        odds[j] = expf((odds[j] - most) * COLD)
        total += odds[j]
    kinds[0] = n
    return total


cdef int32_t draw(const Weighing* p, int32_t at, int32_t placed, Rng* rng) noexcept nogil:
    """Returns the card that the rollout policy places on pile number `at`."""
    cdef float odds[MOST_HAND]
    cdef int32_t j, kinds, n = 0, last = 0
    cdef float left = weigh_kinds(p, at, placed, odds, &kinds) * <float>unit(rng)
    for j in range(p.cards):
        if is_next(p, placed, j):
            last = j
            left -= odds[n]
            n += 1
            if left < 0:
                break
    return last


cdef move_t placed_by_policy(const Tables* t, const TomahawkState* s, Rng* rng) noexcept nogil:
    cdef Weighing p
    cdef int32_t at = first_open(&s.pending[0][0])
    cdef uint32_t hand = s.hand[at >> 2]
    cdef int32_t code
    if weigh(t, s, at >> 2, &p):
        code = p.code[draw(&p, 0, 0, rng)]
    else:
        code = t.code_at[nth(hand, below(rng, popcount(hand)))]
    return PLACE + ((at & 3) << 5) + code


cdef bint prior_of(const Tables* t, const TomahawkState* s, const move_t* moves, int32_t n, float* out) noexcept nogil:
    cdef Weighing p
    cdef int32_t i, card, kinds
    cdef float total = 0.0
    if s.step != CHOOSING:
        if not weigh(t, s, first_open(&s.pending[0][0]) >> 2, &p):
            return False
        total = weigh_kinds(&p, 0, 0, out, &kinds)
        for i in range(kinds):
            out[i] /= total
        return True
    for i in range(n):                  # the value of the specials kept, less that of the base cards that leave
        out[i] = -t.worth[(moves[i] >> 5) & 31] - t.worth[moves[i] & 31]
        for card in range(FIRST_SPECIAL + 1, CODES):
            out[i] += t.worth[card] if (moves[i] >> (10 + card - FIRST_SPECIAL - 1)) & 1 else 0
        out[i] = expf(out[i] * COLD)
        total += out[i]
    for i in range(n):
        out[i] /= total
    return True


cdef move_t policy_move(const Tables* t, const TomahawkState* s, Rng* rng) noexcept nogil:
    cdef move_t out[128]
    if s.step == CHOOSING:
        return out[below(rng, choices_of(t, s.dealt[0 if s.kept[0] == 0 else 1], out))]
    return placed_by_policy(t, s, rng)


cdef int32_t play_on(const Tables* t, TomahawkState* s, Rng* rng) noexcept nogil:
    """Plays to the end. A turn is weighed once; its four placements are as if each was weighed by itself."""
    cdef Weighing p
    cdef int32_t steps = 0, turn = seat_to_move(s), at, card, placed
    while turn != OVER:
        if turn != CHANCE and s.step == PLACING and weigh(t, s, turn, &p):
            placed = 0
            for at in range(p.piles):
                card = draw(&p, at, placed, rng)
                placed |= 1 << card
                advance(t, s, PLACE + (<uint32_t>p.pile[at] << 5) + p.code[card])
            steps += p.piles
        else:
            advance(t, s, roll_outcome(t, s, rng) if turn == CHANCE else policy_move(t, s, rng))
            steps += 1
        turn = seat_to_move(s)
    return steps

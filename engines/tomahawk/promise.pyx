"""What each card in hand promises on each pile, as far as its owner knows."""
from libc.math cimport expf
from libc.stdint cimport int32_t, uint32_t
from libc.string cimport memset

from hunch.engines.contract cimport move_t
from hunch.engines.rng cimport Rng, below, unit
from hunch.engines.tomahawk.battle cimport Fight, add_row, add_up, animals_of, winner
from hunch.engines.tomahawk.state cimport (
    CHOOSING, CLOUD, CODES, FIRST_SPECIAL, HOLDS, MANITOU, NO_ICON, PILES, PLACE, SOARING, STORM,
    TURNS, Tables, TomahawkState, first_open, lowest, nth, popcount,
)

cdef double HEAT = 0.5              # points that make a placement e times as likely

ctypedef struct Unseen:             # cards of the other that the seat has not seen
    int32_t kinds
    u8 code[CODES]
    float odds[CODES]               # of each to lie anywhere
    float by_value[11]              # the same by printed strength
    float mean


cdef void gather(const Tables* t, const TomahawkState* s, int32_t seat, Unseen* u) noexcept nogil:
    """Base cards that left count as if they were still there; specials share what is missing of two."""
    cdef int32_t left[CODES]
    cdef int32_t card, row, special = FIRST_SPECIAL + 1, missing = 2, candidates = 0
    cdef uint32_t known = s.shown | s.looked[seat]
    cdef float total = 0.0
    for card in range(CODES):
        left[card] = t.copies[card]
    while known:
        row = lowest(known)
        known &= known - 1
        card = s.card[1 - seat][row >> 2][row & 3] & 31
        left[card] -= 1
        missing -= card > FIRST_SPECIAL
    for card in range(special, CODES):
        if (s.dealt[seat] >> (card - special)) & 1 or missing <= 0:
            left[card] = 0
        candidates += left[card] > 0
    u.kinds, u.mean = 0, 0.0
    memset(&u.by_value[0], 0, sizeof(u.by_value))
    for card in range(1, CODES):
        if left[card] > 0:
            u.code[u.kinds] = card
            u.odds[u.kinds] = <float>missing / candidates if card > FIRST_SPECIAL else left[card]
            total += u.odds[u.kinds]
            u.kinds += 1
    for row in range(u.kinds):
        u.odds[row] /= total
        u.by_value[t.value[u.code[row]]] += u.odds[row]
        u.mean += u.odds[row] * t.value[u.code[row]]


cdef inline float hold(const Tables* t, int32_t to_come, float ahead) noexcept nogil:
    return t.hold[to_come][<int32_t>(min(max(ahead, <float>-HOLDS), <float>HOLDS) + <float>(HOLDS + 0.5))]


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
    """The rows of a battle before this turn as the seat knows them."""
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


cdef bint is_plain(const Tables* t, int32_t tile, int32_t to_come, uint32_t present) noexcept nogil:
    """Whether only the sum of strengths counts, and that of a card is what is printed on it."""
    cdef uint32_t odd = (1u << SOARING) | (1u << STORM) | (1u << CLOUD) | (0 if to_come else 1u << MANITOU)
    return t.icon[tile] == NO_ICON and not present & odd


cdef void weigh_pile(
    const Tables* t, const TomahawkState* s, int32_t seat, int32_t pile, const Unseen* u, const float* scalps,
    Promise* p
) noexcept nogil:
    cdef int32_t place = t.place[s.turn][pile], tile = s.tile[place], to_come = t.finishes[place] - s.turn
    cdef int32_t strength, other, rows, card, j, i
    cdef Fight f
    cdef uint32_t own, others
    cdef float curve[11]
    cdef float ahead = 0.0, share
    so_far(t, s, seat, pile, u, &f)
    rows, own, others = f.rows, f.present[0], f.present[1]
    for i in range(rows):
        ahead += f.strength[0][i] - f.strength[1][i]
    for strength in range(11):
        curve[strength] = 0.0
        if t.icon[tile] == NO_ICON:
            for other in range(1, 11):
                curve[strength] += u.by_value[other] * hold(t, to_come, ahead + strength - other)
    for j in range(p.cards):
        card = p.code[j]
        if is_plain(t, tile, to_come, own | (1u << card)):
            share = curve[t.value[card]]
        else:
            share = 0.0
            for i in range(u.kinds):
                f.rows, f.present[0], f.present[1] = rows, own, others
                add_row(t, &f, card, u.code[i])
                share += u.odds[i] * <float>hoped(t, tile, to_come, &f)
        f.present[0], f.present[1] = own | (1u << card), others
        p.gain[p.piles][j] = scalps[j] + share * animals_of(t, tile, &f)
        if s.turn < TURNS - 1:
            p.gain[p.piles][j] -= t.worth[card]
    p.pile[p.piles] = pile
    p.piles += 1


cdef bint weigh(const Tables* t, const TomahawkState* s, int32_t seat, Promise* p) noexcept nogil:
    cdef Unseen u
    cdef uint32_t hand = s.hand[seat]
    cdef float scalps[MOST_HAND]
    cdef int32_t i, j, pile
    p.cards = p.piles = 0
    if popcount(hand) > MOST_HAND:
        return False
    gather(t, s, seat, &u)
    while hand:
        j = p.cards
        p.code[j] = t.code_at[lowest(hand)]
        hand &= hand - 1
        scalps[j] = 0.0
        for i in range(u.kinds):
            scalps[j] += u.odds[i] * t.net[p.code[j]][u.code[i]]
        p.cards += 1
    for pile in range(PILES):
        if not s.pending[seat][pile]:
            weigh_pile(t, s, seat, pile, &u, scalps, p)
    look_beyond(p)
    return True


cdef void look_beyond(Promise* p) noexcept nogil:
    """Fills `beyond` from the last pile back to the second."""
    cdef int32_t at, placed, j
    cdef float most
    for placed in range(1 << p.cards):
        p.beyond[p.piles][placed] = 0.0
    for at in range(p.piles - 1, 0, -1):
        for placed in range(1 << p.cards):
            if popcount(placed) != at:
                continue
            most = -1e9
            for j in range(p.cards):
                if not (placed >> j) & 1:
                    most = max(most, p.gain[at][j] + p.beyond[at + 1][placed | (1 << j)])
            p.beyond[at][placed] = most


cdef inline bint is_next(const Promise* p, int32_t placed, int32_t j) noexcept nogil:
    """Whether a card is the first of its kind that is not placed."""
    if (placed >> j) & 1:
        return False
    return j == 0 or p.code[j - 1] != p.code[j] or (placed >> (j - 1)) & 1


cdef int32_t odds_of(const Promise* p, int32_t at, int32_t placed, double heat, float* odds) noexcept nogil:
    cdef int32_t j, n = 0
    cdef float most = -1e9, total = 0.0
    for j in range(p.cards):
        if is_next(p, placed, j):
            odds[n] = p.gain[at][j] + p.beyond[at + 1][placed | (1 << j)]
            most = max(most, odds[n])
            n += 1
    for j in range(n):
        odds[j] = expf((odds[j] - most) / <float>heat)
        total += odds[j]
    for j in range(n):
        odds[j] /= total
    return n


cdef int32_t draw(const Promise* p, int32_t at, int32_t placed, Rng* rng) noexcept nogil:
    cdef float odds[MOST_HAND]
    cdef int32_t j, n = 0, last = 0
    cdef float left = <float>unit(rng)
    odds_of(p, at, placed, HEAT, odds)
    for j in range(p.cards):
        if is_next(p, placed, j):
            last = j
            left -= odds[n]
            n += 1
            if left < 0:
                break
    return last


cdef move_t placed_by_policy(const Tables* t, const TomahawkState* s, Rng* rng) noexcept nogil:
    cdef Promise p
    cdef int32_t at = first_open(&s.pending[0][0])
    cdef uint32_t hand = s.hand[at >> 2]
    cdef int32_t code
    if weigh(t, s, at >> 2, &p):
        code = p.code[draw(&p, 0, 0, rng)]
    else:
        code = t.code_at[nth(hand, below(rng, popcount(hand)))]
    return PLACE + ((at & 3) << 5) + code


cdef bint lean_to(const Tables* t, const TomahawkState* s, const move_t* moves, int32_t n, float* out) noexcept nogil:
    cdef Promise p
    cdef int32_t i, card
    cdef float total = 0.0
    if s.step != CHOOSING:
        if not weigh(t, s, first_open(&s.pending[0][0]) >> 2, &p):
            return False
        odds_of(&p, 0, 0, HEAT, out)
        return True
    for i in range(n):                  # what the specials kept are worth, less the base cards that leave
        out[i] = -t.worth[(moves[i] >> 5) & 31] - t.worth[moves[i] & 31]
        for card in range(FIRST_SPECIAL + 1, CODES):
            out[i] += t.worth[card] if (moves[i] >> (10 + card - FIRST_SPECIAL - 1)) & 1 else 0
        out[i] = expf(out[i] / <float>HEAT)
        total += out[i]
    for i in range(n):
        out[i] /= total
    return True

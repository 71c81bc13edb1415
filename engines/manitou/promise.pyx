"""What each move promises: the tiles that its player would get, more than the others, if the hunt ended after it."""
from libc.math cimport expf
from libc.stdint cimport int32_t, uint32_t
from libc.string cimport memset

from hunch.engines.contract cimport move_t
from hunch.engines.manitou.state cimport (
    ASIDE, BISON, GET, GIVE, GROUNDS, HUNTERS, KINDS, LAY, MOVE, MOVE_KIND, PICK, PLAYERS, SLOTS, TILES, TIPI, TOMAHAWK,
    TOTEM, ManitouState, Numbers, copies_of, leading,
)
from hunch.engines.rng cimport Rng, unit

cdef enum:
    MOST_SELECTED = 9
    MOST_CHOICES = 2 * SLOTS + 1

cdef float HEAT = 0.35              # points that make a move e times as likely
cdef float KEPT = 0.03              # points that it is worth to keep a card of the next higher kind instead
# Points for a second hero on a ground, or for taking one of a rival's two along; a challenge that fails costs as much.
cdef float GUARD = 0.3
# How much likelier than the 4 a kind of card is selected: a few strong ones stand back, for the second hunt of a cycle.
cdef double[KINDS] MERIT
MERIT[:] = [0.14, 0.17, 0.37, 1.0, 0.55, 2.2, 0.67, 4.1, 1.2, 11.0, 7.4, 2.7, 1.5, 5.0, 1.8]

ctypedef struct Hunt:               # what becomes of the tiles as the cards lie
    int32_t worth[PLAYERS][TILES]   # of what lies on the grounds, in eighths of a point
    int32_t total[GROUNDS][PLAYERS]     # with tomahawks; 0 without hunters
    int32_t sum[PLAYERS]            # printed numbers on all grounds,
    float price[PLAYERS]            # and the points that having the highest costs
    float lead[GROUNDS]             # points that the ground gives who is to move, less the mean of the others'


cdef int32_t worth(const ManitouState* s, const Numbers* t, int32_t seat, int32_t kind, int32_t sign) noexcept nogil:
    """What a tile means to a seat, in eighths of a point; `sign` is 1 for one to take, -1 for one to pay."""
    cdef int32_t bison = 0, tipi = 0, k, value = t.value[kind], sort = t.sort[kind], lack, count, holder
    if sort <= TIPI:
        for k in range(t.horse):
            if t.sort[k] == BISON:
                bison += s.tiles[seat][k] * t.value[k]
            else:
                tipi += s.tiles[seat][k] * t.value[k]
        lack = tipi - bison if sort == BISON else bison - tipi
        if sign < 0:
            lack += value
        lack = max(0, min(lack, value))
        return 8 * lack + 4 * (value - lack)
    count = s.tiles[seat][kind]
    if sort == TOMAHAWK:
        return 4 + 3 * (t.hunts - s.hunt)
    holder = s.brown if sort == TOTEM else s.white
    if sign < 0:
        return 8 if holder == seat + 1 else 2
    return 14 if holder == 0 or (holder != seat + 1 and count + 1 >= s.tiles[holder - 1][kind]) else 5


cdef float given(
    const ManitouState* s, const Numbers* t, const Hunt* h, int32_t at, const int32_t* taker
) noexcept nogil:
    """The lead after a ground was given to seats (counted from 1, 0: nobody) in this order, each taking the best."""
    cdef int32_t lot[TILES]
    cdef int32_t due[3]
    cdef int32_t gain, best, kind, seat, left = 0, i
    cdef float lead = 0.0
    for kind in range(t.kinds):
        lot[kind] = s.lot[at][kind]
        left += lot[kind]
    due[0], due[1], due[2] = t.hero_share, t.first_share, left
    for i in range(3):
        seat, gain = taker[i] - 1, 0
        if seat < 0:
            continue
        while due[i] > 0 and left > 0:
            best = -1
            for kind in range(t.kinds):
                if lot[kind] and (best < 0 or h.worth[seat][kind] > h.worth[seat][best]):
                    best = kind
            gain += h.worth[seat][best]
            lot[best] -= 1
            left -= 1
            due[i] -= 1
        lead += <float>gain / 8 if seat == s.turn else -<float>gain / (8 * (t.players - 1))
    return lead


cdef float share_out(
    const ManitouState* s, const Numbers* t, const Hunt* h, int32_t at, const int32_t* total, int32_t owner
) noexcept nogil:
    """The lead that a ground gives with these totals and this hero's owner, a seat counted from 1."""
    cdef int32_t taker[3]
    cdef int32_t seat, other, high = 0, second = 0
    taker[0], taker[1], taker[2] = owner, 0, 0
    for seat in range(t.players):
        if total[seat] <= second:
            continue
        for other in range(t.players):
            if other != seat and total[other] == total[seat]:
                break
        else:
            if total[seat] > high:
                second, taker[2] = high, taker[1]
                high, taker[1] = total[seat], seat + 1
            else:
                second, taker[2] = total[seat], seat + 1
    return given(s, t, h, at, taker)


cdef void survey(const ManitouState* s, const Numbers* t, Hunt* h) noexcept nogil:
    cdef int32_t seat, at, kind, price
    for seat in range(t.players):
        price = -1
        h.sum[seat] = s.total[0][seat] + s.total[1][seat] + s.total[2][seat]
        for kind in range(t.kinds):
            if s.lot[0][kind] or s.lot[1][kind] or s.lot[2][kind]:
                h.worth[seat][kind] = worth(s, t, seat, kind, 1)
            if s.tiles[seat][kind]:
                at = worth(s, t, seat, kind, -1)
                price = at if price < 0 else min(price, at)
        h.price[seat] = 1.0 if s.hunt == 0 else <float>max(price, 0) / 8      # the first hunt's tile is still to come
    for at in range(GROUNDS):
        for seat in range(t.players):
            h.total[at][seat] = s.total[at][seat] + s.hunters[at][seat] * s.tiles[seat][t.tomahawk]
        h.lead[at] = share_out(s, t, h, at, h.total[at], s.owner[at])


cdef float penalty(const Numbers* t, const Hunt* h, int32_t seat, int32_t more) noexcept nogil:
    """What paying for the highest sum brings a seat that has so much more of it, less the mean of the others'."""
    cdef int32_t other, most = h.sum[seat] + more
    cdef float lead = 0.0
    for other in range(t.players):
        if other != seat:
            most = max(most, h.sum[other])
    if most == 0:
        return 0.0
    for other in range(t.players):
        if other != seat and h.sum[other] == most:
            lead += h.price[other] / (t.players - 1)
    return lead - h.price[seat] if h.sum[seat] + more == most else lead


cdef float with_hunter(
    const ManitouState* s, const Numbers* t, const Hunt* h, int32_t at, int32_t change
) noexcept nogil:
    """What a hunter more or less on a ground brings."""
    cdef int32_t total[PLAYERS]
    cdef int32_t seat
    for seat in range(t.players):
        total[seat] = h.total[at][seat]
    total[s.turn] += change
    return share_out(s, t, h, at, total, s.owner[at]) - h.lead[at]


cdef float with_hero(const ManitouState* s, const Numbers* t, const Hunt* h, int32_t at, int32_t hero) noexcept nogil:
    """What a hero brings there, if no challenge follows."""
    cdef int32_t rival = s.owner[at] - 1, upper = s.hero[at][1], result = 2
    if rival == s.turn:
        return GUARD
    if rival >= 0:
        result = t.fight[hero][(s.laid[rival][(upper if upper else s.hero[at][0]) - 1] & 15) - 1 - HUNTERS]
        if result == 0 or upper:
            return GUARD if result else -GUARD
    return share_out(s, t, h, at, h.total[at], s.turn + 1 if result == 2 else 0) - h.lead[at]


cdef float with_ride(
    const ManitouState* s, const Numbers* t, const Hunt* h, int32_t to, int32_t kind, int32_t strength
) noexcept nogil:
    """What it brings to move a hunter from where it lies."""
    cdef int32_t slot = 0
    while (s.laid[s.turn][slot] & 15) != kind + 1:
        slot += 1
    return with_hunter(s, t, h, s.laid[s.turn][slot] >> 4, -strength) + with_hunter(s, t, h, to, strength)


cdef void appraise(const ManitouState* s, const Numbers* t, const move_t* moves, int32_t n, float* out) noexcept nogil:
    """What cards to lay and hunters to move promise, in points; nothing, to do neither."""
    cdef Hunt h
    cdef int32_t i, kind, at, seat = s.turn, strength
    cdef float idle
    survey(s, t, &h)
    idle = penalty(t, &h, seat, 0)
    for i in range(n):
        kind, at, out[i] = moves[i] & 15, (moves[i] >> 4) & 15, 0.0
        strength = t.number[kind] + s.tiles[seat][t.tomahawk] if kind < HUNTERS else 0
        if (moves[i] & MOVE_KIND) == MOVE:
            out[i] = with_ride(s, t, &h, at, kind, strength)
        elif (moves[i] & MOVE_KIND) == LAY and at != ASIDE:
            if strength:
                out[i] = with_hunter(s, t, &h, at, strength) + penalty(t, &h, seat, t.number[kind]) - idle
            else:
                out[i] = with_hero(s, t, &h, at, kind - HUNTERS)
            out[i] -= KEPT * kind


cdef void appraise_tiles(
    const ManitouState* s, const Numbers* t, const move_t* moves, int32_t n, float* out
) noexcept nogil:
    """The tile that can be spared; or the tile with the best of those above it, as many as the share still gets."""
    cdef int32_t lot[TILES]
    cdef int32_t i, kind, best, _left
    for i in range(n):
        if (moves[i] & MOVE_KIND) == GIVE:
            out[i] = -<float>worth(s, t, s.turn, moves[i] & 15, -1) / 8
            continue
        for kind in range(t.kinds):
            lot[kind] = s.lot[s.at][kind]
        best, out[i] = moves[i] & 15, 0.0
        for _left in range(s.left, 0, -1):
            out[i] += <float>worth(s, t, s.turn, best, 1) / 8
            lot[best] -= 1
            best = -1
            for kind in range(moves[i] & 15, t.kinds):
                if lot[kind] and (best < 0 or worth(s, t, s.turn, kind, 1) > worth(s, t, s.turn, best, 1)):
                    best = kind


cdef void lean_to_cards(
    const ManitouState* s, const Numbers* t, const move_t* moves, int32_t n, float* out
) noexcept nogil:
    """A selection is as likely as the product of its cards' merits; a step of it counts all that can follow."""
    cdef double ways[KINDS + 1][MOST_SELECTED + 1]     # of so many cards of a kind and those above it
    cdef int32_t seat = 0, owed, kind, copies, k, i
    cdef uint32_t left
    cdef double total = 0.0
    while s.chosen[seat] >= t.need[s.hunt][seat]:
        seat += 1
    owed, left = t.need[s.hunt][seat] - s.chosen[seat], s.pool[seat]
    if s.deck[seat]:
        left &= ~((<uint32_t>2 << (31 - leading(s.deck[seat]))) - 1)
    memset(&ways[0][0], 0, sizeof(ways))
    ways[KINDS][0] = 1.0
    for kind in range(KINDS - 1, -1, -1):
        copies = copies_of(left, kind)
        for k in range(owed + 1):
            ways[kind][k] = ways[kind + 1][k]
            if k and copies:
                ways[kind][k] += MERIT[kind] * ways[kind + 1][k - 1]
            if k > 1 and copies == 2:
                ways[kind][k] += MERIT[kind] * MERIT[kind] * ways[kind + 1][k - 2]
    for i in range(n):
        kind = moves[i] & 15
        out[i] = <float>(MERIT[kind] * ways[kind + 1][owed - 1])
        if owed > 1 and copies_of(left, kind) == 2:
            out[i] += <float>(MERIT[kind] * MERIT[kind] * ways[kind + 1][owed - 2])
        total += out[i]
    for i in range(n):
        out[i] /= <float>total


cdef void lean_to(const ManitouState* s, const Numbers* t, const move_t* moves, int32_t n, float* out) noexcept nogil:
    cdef int32_t i, about = moves[0] & MOVE_KIND
    cdef float most, total = 0.0
    if about == PICK:
        lean_to_cards(s, t, moves, n, out)
        return
    if about == GET or about == GIVE:
        appraise_tiles(s, t, moves, n, out)
    else:
        appraise(s, t, moves, n, out)
    most = out[0]
    for i in range(1, n):
        most = max(most, out[i])
    for i in range(n):
        out[i] = expf((out[i] - most) / HEAT)
        total += out[i]
    for i in range(n):
        out[i] /= total


cdef move_t promising(
    const ManitouState* s, const Numbers* t, const move_t* moves, int32_t n, Rng* rng
) noexcept nogil:
    cdef float odds[MOST_CHOICES]
    cdef float left
    cdef int32_t i
    if n == 1:
        return moves[0]
    left = <float>unit(rng)
    lean_to(s, t, moves, n, odds)
    for i in range(n - 1):
        left -= odds[i]
        if left < 0.0:
            return moves[i]
    return moves[n - 1]

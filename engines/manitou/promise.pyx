"""What each move promises: the tiles that its player would get, more than the others, if the hunt ended after it."""
from libc.math cimport exp
from libc.stdint cimport int32_t, uint32_t
from libc.string cimport memset

from hunch.engines.contract cimport move_t
from hunch.engines.manitou.hunt cimport two_highest
from hunch.engines.manitou.state cimport (
    ALL_CARDS, ASIDE, BISON, GET, GIVE, GROUNDS, HUNTERS, KINDS, LAY, MOVE, MOVE_KIND, PICK, PLAYERS, SLOTS, TILES,
    ManitouState, Numbers, copies_of, leading, lowest,
)
from hunch.engines.rng cimport Rng, unit

cdef enum:
    MOST_CHOICES = 2 * SLOTS + 1
    PARTS = 96           # of a point: an eighth is a whole number of them, also when one to four others share it
    OWN = 12             # parts of an eighth of a point
    FAR = 30 * PARTS     # what promises less by so much or more is equally unlikely

cdef double HEAT = 0.35             # points that make a move e times as likely
cdef double KEPT = 0.03             # points that it is worth to keep a card of the next higher kind instead
# Points for a second hero on a ground, or for taking one of a rival's two along; a challenge that fails costs as much.
cdef double GUARD = 0.3
# How much likelier than the 4 a kind of card is selected: a few strong ones stand back, for the second hunt of a cycle.
cdef double[KINDS] MERIT
MERIT[:] = [0.14, 0.17, 0.37, 1.0, 0.55, 2.2, 0.67, 4.1, 1.2, 11.0, 7.4, 2.7, 1.5, 5.0, 1.8]

cdef double[FAR + 1] fall           # how likely what promises so many parts less is
cdef double[KINDS] kept             # how likely it is that a card is laid
cdef double guarded, failed
cdef Ways[KINDS + 1] all_ways       # of a whole deck

ctypedef struct Board:              # the grounds as who is to move sees them
    int32_t total[GROUNDS][PLAYERS]     # with tomahawks; 0 without hunters
    int32_t lead[GROUNDS]           # parts that the ground gives him, less the mean of the others'
    int32_t fan                     # parts of an eighth that one of the others gets
    int32_t sum                     # his printed numbers on all grounds,
    int32_t most                    # and the highest sum of another,
    int32_t owed                    # whose penalty brings him so many parts


# Tiles --------------------------------------------------------------------------------------------------------

cdef void appreciate(const ManitouState* s, const Numbers* t, int32_t seat, bint pays, int32_t* worth) noexcept nogil:
    """What each kind of tile means to a seat that takes one, or pays one, in eighths of a point."""
    cdef int32_t bison = 0, tipi = 0, kind, value, lack
    for kind in range(t.horse):
        if t.sort[kind] == BISON:
            bison += s.tiles[seat][kind] * t.value[kind]
        else:
            tipi += s.tiles[seat][kind] * t.value[kind]
    for kind in range(t.horse):
        value = t.value[kind]
        lack = (tipi - bison if t.sort[kind] == BISON else bison - tipi) + (value if pays else 0)
        worth[kind] = 4 * (value + max(0, min(lack, value)))
    worth[t.horse] = cylinder(s, seat, t.horse, s.white, pays)
    worth[t.totem] = cylinder(s, seat, t.totem, s.brown, pays)
    worth[t.tomahawk] = 4 + 3 * (t.hunts - s.hunt)


cdef inline int32_t cylinder(
    const ManitouState* s, int32_t seat, int32_t kind, int32_t holder, bint pays
) noexcept nogil:
    """The same of a tile with a cylinder."""
    if pays:
        return 8 if holder == seat + 1 else 2
    if holder == 0 or (holder != seat + 1 and s.tiles[seat][kind] + 1 >= s.tiles[holder - 1][kind]):
        return 14
    return 5


cdef inline int32_t best_of(uint32_t kinds, const int32_t* worth) noexcept nogil:
    """The kind of tile that is worth most, the lowest of equals."""
    cdef int32_t best = lowest(kinds), kind
    kinds &= kinds - 1
    while kinds:
        kind = lowest(kinds)
        kinds &= kinds - 1
        if worth[kind] > worth[best]:
            best = kind
    return best


cdef void weigh_hunt(const ManitouState* s, const Numbers* t, Stakes* k) noexcept nogil:
    cdef int32_t worth[TILES]
    cdef int32_t seat, at, kind, price, takers = t.players + 1
    k.hunt = s.hunt + 1
    for at in range(GROUNDS):
        memset(k.split[at], 0, takers * takers * takers * sizeof(Split))
        k.there[at] = 0
        for kind in range(t.kinds):
            k.there[at] |= <uint32_t>(s.lot[at][kind] != 0) << kind
    for seat in range(t.players):
        appreciate(s, t, seat, False, k.worth[seat])
        k.price[seat] = 8                              # in the first hunt the tile is still to come
        if s.hunt:
            appreciate(s, t, seat, True, worth)
            price = -1
            for kind in range(t.kinds):
                if s.tiles[seat][kind] and (price < 0 or worth[kind] < price):
                    price = worth[kind]
            k.price[seat] = max(price, 0)


cdef void share_out(const ManitouState* s, const Numbers* t, const Stakes* k, int32_t at, const int32_t* taker,
                    Split* split) noexcept nogil:
    """Seats (counted from 1, 0: nobody) take tiles in this order, each the best for him, the last all that is left."""
    cdef int32_t lot[TILES]
    cdef int32_t kind, i, due, left = 0
    cdef uint32_t there = k.there[at]
    cdef const int32_t* worth
    split.known = 1
    for kind in range(t.kinds):
        lot[kind] = s.lot[at][kind]
        left += lot[kind]
    for i in range(3):
        if taker[i] == 0:
            continue
        worth = k.worth[taker[i] - 1]
        due = left if i == 2 else t.first_share if i == 1 else t.hero_share
        while due > 0 and left > 0:
            kind = best_of(there, worth)
            split.gain[i] += worth[kind]
            lot[kind] -= 1
            if lot[kind] == 0:
                there &= ~(<uint32_t>1 << kind)
            left -= 1
            due -= 1


# Cards --------------------------------------------------------------------------------------------------------

cdef int32_t lead_of(
    const ManitouState* s, const Numbers* t, Stakes* k, const Board* b, int32_t at, int32_t owner
) noexcept nogil:
    """The parts that a ground gives who is to move, less the mean of the others', with this owner of the hero."""
    cdef int32_t taker[3]
    cdef int32_t i, lead = 0, me = s.turn + 1
    cdef Split* split
    two_highest(t, b.total[at], 0, &taker[1])
    taker[0], taker[1], taker[2] = owner, taker[1] + 1, taker[2] + 1
    split = &k.split[at][(taker[0] * (t.players + 1) + taker[1]) * (t.players + 1) + taker[2]]
    if not split.known:
        share_out(s, t, k, at, taker, split)
    for i in range(3):
        lead += split.gain[i] * (OWN if taker[i] == me else -b.fan)
    return lead


cdef void survey(const ManitouState* s, const Numbers* t, Stakes* k, Board* b) noexcept nogil:
    cdef int32_t seat, at, sum
    if k.hunt != s.hunt + 1:
        weigh_hunt(s, t, k)
    b.fan = OWN // (t.players - 1)
    b.most = b.owed = 0
    for seat in range(t.players):
        sum = s.total[0][seat] + s.total[1][seat] + s.total[2][seat]
        if seat == s.turn:
            b.sum = sum
        elif sum and sum >= b.most:
            b.owed = k.price[seat] * b.fan + (b.owed if sum == b.most else 0)
            b.most = sum
        for at in range(GROUNDS):
            b.total[at][seat] = s.total[at][seat] + s.hunters[at][seat] * s.tiles[seat][t.tomahawk]
    for at in range(GROUNDS):
        b.lead[at] = lead_of(s, t, k, b, at, s.owner[at])


cdef inline int32_t penalty(const Stakes* k, const Board* b, int32_t seat, int32_t sum) noexcept nogil:
    """What paying for the highest sum brings a seat that has this one, less the mean of the others'."""
    if sum > b.most:
        return -k.price[seat] * OWN
    return b.owed - k.price[seat] * OWN if sum and sum == b.most else b.owed


cdef inline int32_t with_hunter(
    const ManitouState* s, const Numbers* t, Stakes* k, Board* b, int32_t at, int32_t change
) noexcept nogil:
    """What a hunter more or less on a ground brings."""
    cdef int32_t lead
    b.total[at][s.turn] += change
    lead = lead_of(s, t, k, b, at, s.owner[at])
    b.total[at][s.turn] -= change
    return lead - b.lead[at]


cdef int32_t with_hero(
    const ManitouState* s, const Numbers* t, Stakes* k, Board* b, int32_t at, int32_t hero, double* odds
) noexcept nogil:
    """What a hero brings there, if no challenge follows; guarding and failing are told by the odds."""
    cdef int32_t rival = s.owner[at] - 1, upper = s.hero[at][1], result = 2
    if rival == s.turn:
        odds[0] *= guarded
        return 0
    if rival >= 0:
        result = t.fight[hero][(s.laid[rival][(upper if upper else s.hero[at][0]) - 1] & 15) - 1 - HUNTERS]
        if result == 0 or upper:
            odds[0] *= guarded if result else failed
            return 0
    return lead_of(s, t, k, b, at, s.turn + 1 if result == 2 else 0) - b.lead[at]


cdef inline int32_t place_of(const ManitouState* s, int32_t kind) noexcept nogil:
    """The ground where a hunter of who is to move lies."""
    cdef int32_t slot = 0
    while (s.laid[s.turn][slot] & 15) != kind + 1:
        slot += 1
    return s.laid[s.turn][slot] >> 4


cdef void appraise_cards(
    const ManitouState* s, const Numbers* t, Stakes* k, const move_t* moves, int32_t n, int32_t* parts, double* odds
) noexcept nogil:
    """What cards to lay and hunters to move promise; nothing, to do neither."""
    cdef Board b
    cdef int32_t i, kind, at, seat = s.turn, strength
    survey(s, t, k, &b)
    for i in range(n):
        kind, at = moves[i] & 15, (moves[i] >> 4) & 15
        strength = t.number[kind] + s.tiles[seat][t.tomahawk] if kind < HUNTERS else 0
        if (moves[i] & MOVE_KIND) == MOVE:
            parts[i] = with_hunter(s, t, k, &b, place_of(s, kind), -strength)
            parts[i] += with_hunter(s, t, k, &b, at, strength)
        elif (moves[i] & MOVE_KIND) == LAY and at != ASIDE:
            odds[i] = kept[kind]
            if strength:
                parts[i] = with_hunter(s, t, k, &b, at, strength)
                parts[i] += penalty(k, &b, seat, b.sum + t.number[kind]) - penalty(k, &b, seat, b.sum)
            else:
                parts[i] = with_hero(s, t, k, &b, at, kind - HUNTERS, &odds[i])


cdef void appraise_tiles(
    const ManitouState* s, const Numbers* t, const move_t* moves, int32_t n, int32_t* parts
) noexcept nogil:
    """The tile that can be spared; or the tile with the best of those above it, as many as the share still gets."""
    cdef int32_t worth[TILES]
    cdef int32_t lot[TILES]
    cdef int32_t i, kind, left
    cdef uint32_t there = 0
    cdef bint pays = (moves[0] & MOVE_KIND) == GIVE
    appreciate(s, t, s.turn, pays, worth)
    if pays:
        for i in range(n):
            parts[i] = -OWN * worth[moves[i] & 15]
        return
    for i in range(n):
        there = 0
        for kind in range(moves[i] & 15, t.kinds):
            lot[kind] = s.lot[s.at][kind]
            there |= <uint32_t>(lot[kind] != 0) << kind
        kind = moves[i] & 15
        for left in range(s.left, 0, -1):
            parts[i] += OWN * worth[kind]
            lot[kind] -= 1
            if lot[kind] == 0:
                there &= ~(<uint32_t>1 << kind)
            if left > 1:
                kind = best_of(there, worth)


# Selections ---------------------------------------------------------------------------------------------------

cdef void list_ways(uint32_t cards, int32_t most, Ways* ways) noexcept nogil:
    """A selection is as likely as the product of its cards' merits."""
    cdef int32_t kind, copies, i
    memset(ways, 0, (KINDS + 1) * sizeof(Ways))
    ways[KINDS].of[0] = 1.0
    for kind in range(KINDS - 1, -1, -1):
        copies = copies_of(cards, kind)
        for i in range(most + 1):
            ways[kind].of[i] = ways[kind + 1].of[i]
            if i and copies:
                ways[kind].of[i] += MERIT[kind] * ways[kind + 1].of[i - 1]
            if i > 1 and copies == 2:
                ways[kind].of[i] += MERIT[kind] * MERIT[kind] * ways[kind + 1].of[i - 2]


cdef void appraise_picks(
    const ManitouState* s, const Numbers* t, Stakes* k, const move_t* moves, int32_t n, double* odds
) noexcept nogil:
    """A step of a selection counts all that can follow it."""
    cdef const Ways* ways = all_ways
    cdef int32_t seat = 0, owed, kind, i
    cdef uint32_t left
    while s.chosen[seat] >= t.need[s.hunt][seat]:
        seat += 1
    owed, left = t.need[s.hunt][seat] - s.chosen[seat], s.pool[seat]
    if left != ALL_CARDS:
        ways = k.ways
        if k.selector != seat + 1 + 8 * s.hunt:
            k.selector = seat + 1 + 8 * s.hunt
            list_ways(left, owed, k.ways)
    if s.deck[seat]:
        left &= ~((<uint32_t>2 << (31 - leading(s.deck[seat]))) - 1)
    for i in range(n):
        kind = moves[i] & 15
        odds[i] = MERIT[kind] * ways[kind + 1].of[owed - 1]
        if owed > 1 and copies_of(left, kind) == 2:
            odds[i] += MERIT[kind] * MERIT[kind] * ways[kind + 1].of[owed - 2]


# Any move -----------------------------------------------------------------------------------------------------

cdef double appraise(
    const ManitouState* s, const Numbers* t, Stakes* k, const move_t* moves, int32_t n, double* odds
) noexcept nogil:
    """How likely each of the legal moves is; gives the sum."""
    cdef int32_t parts[MOST_CHOICES]
    cdef int32_t i, most, about = moves[0] & MOVE_KIND
    cdef double total = 0.0
    if about == PICK:
        appraise_picks(s, t, k, moves, n, odds)
        for i in range(n):
            total += odds[i]
        return total
    for i in range(n):
        parts[i], odds[i] = 0, 1.0
    if about == GET or about == GIVE:
        appraise_tiles(s, t, moves, n, parts)
    else:
        appraise_cards(s, t, k, moves, n, parts, odds)
    most = parts[0]
    for i in range(1, n):
        most = max(most, parts[i])
    for i in range(n):
        odds[i] *= fall[min(most - parts[i], FAR)]
        total += odds[i]
    return total


cdef void lean_to(const ManitouState* s, const Numbers* t, const move_t* moves, int32_t n, float* out) noexcept nogil:
    cdef Stakes k
    cdef double odds[MOST_CHOICES]
    cdef double total
    cdef int32_t i
    begin_stakes(&k)
    total = appraise(s, t, &k, moves, n, odds)
    for i in range(n):
        out[i] = <float>(odds[i] / total)


cdef move_t promising(
    const ManitouState* s, const Numbers* t, Stakes* k, const move_t* moves, int32_t n, Rng* rng
) noexcept nogil:
    cdef double odds[MOST_CHOICES]
    cdef double left
    cdef int32_t i
    if n == 1:
        return moves[0]
    left = appraise(s, t, k, moves, n, odds) * unit(rng)
    for i in range(n - 1):
        left -= odds[i]
        if left < 0.0:
            return moves[i]
    return moves[n - 1]


cdef void fill_tables() noexcept nogil:
    global guarded, failed
    cdef int32_t i
    for i in range(FAR + 1):
        fall[i] = exp(-<double>i / PARTS / HEAT)
    for i in range(KINDS):
        kept[i] = exp(-KEPT * i / HEAT)
    guarded, failed = exp(GUARD / HEAT), exp(-GUARD / HEAT)
    list_ways(ALL_CARDS, MOST_SELECTED, all_ways)


fill_tables()

"""The gain that a move promises: the player's lead in tiles over the others, if the hunt ended after it."""
from libc.math cimport exp
from libc.stdint cimport int32_t, uint32_t, uint64_t
from libc.string cimport memset

from hunch.engines.contract cimport CHANCE, NOTHING, OVER, move_t
from hunch.engines.games.manitou.apply cimport advance
from hunch.engines.games.manitou.moves cimport legal_moves, roll_outcome, seat_to_move
from hunch.engines.games.manitou.state cimport (
    ALL_CARDS, ASIDE, GET, GIVE, GROUNDS, HUNTERS, KIND, KINDS, LAY, MOVE, PICK, SELECT, SLOTS, TILES, ManitouState,
    Tables, copies_of, kind_of, leading, lowest, size_of, with_card,
)
from hunch.engines.games.manitou.tile_values cimport (
    MOST_SELECTED, OWN, PARTS, Split, TileValues, Ways, appreciate, begin_values, best_of, lot_of, share_out,
    splits_of, weigh_hunt,
)
from hunch.engines.rng cimport Rng, unit

cdef enum:
    MOST_CHOICES = 2 * SLOTS + 1
    FAR = 30 * PARTS     # parts; larger gains and losses count as this

cdef double HEAT = 0.35             # a gain of so many points makes a move e times as likely
cdef double KEPT = 0.03             # points that a card in hand is worth more than one of the next lower kind
# Points for a second hero on a ground, or for taking down one of a rival's two. A failed challenge costs as much.
cdef double GUARD = 0.3
# How likely a kind of card is selected, relative to the 4. Some strong cards wait for the second hunt of a cycle.
cdef double[KINDS] MERIT
MERIT[:] = [0.14, 0.17, 0.37, 1.0, 0.55, 2.2, 0.67, 4.1, 1.2, 11.0, 7.4, 2.7, 1.5, 5.0, 1.8]

cdef double[2 * FAR + 1] steps      # weight of a move by its gain in parts, from -FAR on
cdef double[KINDS] kept             # weight of laying a card of a kind
cdef double guarded, failed
cdef Ways[KINDS + 1] all_ways       # the selections from a whole deck

ctypedef struct Ground:             # a ground as the player to move sees it
    int32_t seat[3]                 # seat + 1 of the others with the highest totals that no two share; 0: nobody
    int32_t total[3]                # the totals of those seats, with tomahawks
    int32_t tied[2]                 # totals that two or more share
    int32_t mine                    # the player's own total
    int32_t lead                    # parts that the ground gives the player, less the mean of the others'

ctypedef struct Board:
    Ground ground[GROUNDS]
    int32_t sum                     # the player's printed numbers on all grounds
    int32_t most                    # the highest sum of printed numbers of another seat
    int32_t owed                    # parts that the player gains if the seats with `most` pay the penalty


cdef inline double likely(int32_t parts) noexcept nogil:
    """The weight of a move with a gain in parts."""
    return steps[FAR + max(-FAR, min(parts, FAR))]


# Cards --------------------------------------------------------------------------------------------------------

cdef void add_rival(Ground* g, int32_t seat, int32_t total) noexcept nogil:
    """Adds the total of another seat. Seats with equal totals drop out."""
    cdef int32_t i = 0
    if total == g.tied[0] or total == g.tied[1]:
        return
    while i < 3 and g.total[i] > total:
        i += 1
    if i < 3 and g.total[i] == total:
        g.tied[1], g.tied[0] = g.tied[0], total
        while i < 2:
            g.seat[i], g.total[i] = g.seat[i + 1], g.total[i + 1]
            i += 1
        g.seat[2] = g.total[2] = 0
        return
    while i < 3:
        g.seat[i], seat = seat, g.seat[i]
        g.total[i], total = total, g.total[i]
        i += 1


cdef inline int32_t lead_of(
    const Tables* t, const ManitouState* s, TileValues* k, const Ground* g, int32_t at, int32_t owner, int32_t mine
) noexcept nogil:
    """The parts that the player to move gets from a ground, less the mean of the others'.

    The player's hunters there have the strength `mine`, and `owner` is seat + 1 of the hero's owner.
    """
    cdef int32_t first = g.seat[0], second = g.seat[1]
    cdef Split* split
    if mine != g.tied[0] and mine != g.tied[1]:
        if mine > g.total[0]:
            first, second = s.turn + 1, first
        elif mine == g.total[0]:
            first, second = second, g.seat[2]
        elif mine > g.total[1]:
            second = s.turn + 1
        elif mine == g.total[1]:
            second = g.seat[2]
    split = splits_of(t, k, at, owner) + first * (t.players + 1) + second
    if not split.known:
        share_out(t, k, at, owner, first, second, split)
    return split.lead[s.turn]


cdef void look_over(const Tables* t, const ManitouState* s, TileValues* k, Board* b) noexcept nogil:
    cdef int32_t seat, at, sum, strength
    cdef Ground* g
    if k.hunt != s.hunt + 1:
        weigh_hunt(t, s, k)
    memset(b, 0, sizeof(b[0]))
    for seat in range(t.players):
        sum = 0
        for at in range(GROUNDS):
            sum += s.total[at][seat]
            strength = s.total[at][seat] + s.hunters[at][seat] * s.tiles[seat][t.tomahawk]
            if seat == s.turn:
                b.ground[at].mine = strength
            elif strength:
                add_rival(&b.ground[at], seat + 1, strength)
        if seat == s.turn:
            b.sum = sum
        elif sum and sum >= b.most:
            b.owed = k.price[seat] * (OWN // (t.players - 1)) + (b.owed if sum == b.most else 0)
            b.most = sum
    for at in range(GROUNDS):
        g = &b.ground[at]
        g.lead = lead_of(t, s, k, g, at, s.owner[at], g.mine)


cdef inline int32_t penalty(const TileValues* k, const Board* b, int32_t seat, int32_t sum) noexcept nogil:
    """The gain of a seat with this sum if the highest sum pays, less the mean of the others'."""
    if sum > b.most:
        return -k.price[seat] * OWN
    return b.owed - k.price[seat] * OWN if sum and sum == b.most else b.owed


cdef inline int32_t with_hunter(
    const Tables* t, const ManitouState* s, TileValues* k, const Board* b, int32_t at, int32_t change
) noexcept nogil:
    """The gain from a change of the player's strength on a ground."""
    cdef const Ground* g = &b.ground[at]
    return lead_of(t, s, k, g, at, s.owner[at], g.mine + change) - g.lead


cdef double with_hero(
    const Tables* t, const ManitouState* s, TileValues* k, const Board* b, int32_t at, int32_t hero
) noexcept nogil:
    """The weight of laying a hero on a ground."""
    cdef const Ground* g = &b.ground[at]
    cdef int32_t rival = s.owner[at] - 1, upper = s.hero[at][1], result = 2, owner
    if rival == s.turn:
        return guarded
    if rival >= 0:
        result = t.fight[hero][(s.laid[rival][(upper if upper else s.hero[at][0]) - 1] & 15) - 1 - HUNTERS]
        if result == 0 or upper:
            return guarded if result else failed
    owner = s.turn + 1 if result == 2 else 0
    return likely(lead_of(t, s, k, g, at, owner, g.mine) - g.lead)


cdef inline int32_t place_of(const ManitouState* s, int32_t kind) noexcept nogil:
    """The ground of a hunter of the player to move."""
    cdef int32_t slot = 0
    while (s.laid[s.turn][slot] & 15) != kind + 1:
        slot += 1
    return s.laid[s.turn][slot] >> 4


cdef inline void appraise_hunter(
    const Tables* t, const ManitouState* s, TileValues* k, const Board* b, int32_t kind, double* odds
) noexcept nogil:
    """Writes the weights of laying a hunter on each of the grounds."""
    cdef int32_t at, strength = t.number[kind] + s.tiles[s.turn][t.tomahawk]
    cdef int32_t due = penalty(k, b, s.turn, b.sum + t.number[kind]) - penalty(k, b, s.turn, b.sum)
    for at in range(GROUNDS):
        odds[at] = kept[kind] * likely(with_hunter(t, s, k, b, at, strength) + due)


cdef void appraise_cards(
    const Tables* t, const ManitouState* s, TileValues* k, const move_t* moves, int32_t n, double* odds
) noexcept nogil:
    """Writes the weights of laying cards and of moving hunters. Doing neither has the weight 1."""
    cdef Board b
    cdef int32_t i = 0, kind, at, strength
    look_over(t, s, k, &b)
    while i < n:
        kind, at, odds[i] = moves[i] & 15, (moves[i] >> 4) & 15, 1.0
        if (moves[i] & KIND) == LAY and at != ASIDE:
            if kind < HUNTERS:                         # the next moves lay the same hunter on the other grounds
                appraise_hunter(t, s, k, &b, kind, &odds[i])
                i += GROUNDS - 1
            else:
                odds[i] = kept[kind] * with_hero(t, s, k, &b, at, kind - HUNTERS)
        elif (moves[i] & KIND) == MOVE:
            strength = t.number[kind] + s.tiles[s.turn][t.tomahawk]
            odds[i] = likely(
                with_hunter(t, s, k, &b, place_of(s, kind), -strength) + with_hunter(t, s, k, &b, at, strength)
            )
        i += 1


cdef void appraise_tiles(
    const Tables* t, const ManitouState* s, const move_t* moves, int32_t n, double* odds
) noexcept nogil:
    """Writes the weights of tiles: of the one to pay, or of one to take with the best tiles above it for the rest."""
    cdef int32_t worth[TILES]
    cdef int32_t i, kind, _more, sum
    cdef uint64_t lot
    cdef bint pays = (moves[0] & KIND) == GIVE
    appreciate(t, s, s.turn, pays, worth)
    for i in range(n):
        kind = moves[i] & 15
        if pays:
            odds[i] = likely(-OWN * worth[kind])
            continue
        lot, sum = lot_of(t, s, s.at, kind), worth[kind]
        for _more in range(1, s.left):
            lot -= <uint64_t>1 << (4 * kind)
            kind = best_of(lot, worth)
            sum += worth[kind]
        odds[i] = likely(OWN * sum)


# Selections ---------------------------------------------------------------------------------------------------

cdef void list_ways(uint32_t cards, int32_t most, Ways* ways) noexcept nogil:
    """Writes, by kind and number, the sum of the weights of selections. A weight is the product of merits."""
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


cdef inline const Ways* ways_of(const Tables* t, const ManitouState* s, TileValues* k, int32_t seat) noexcept nogil:
    """Returns the ways to select from the pool of a seat."""
    if s.pool[seat] == ALL_CARDS:
        return all_ways
    if k.selector != seat + 1 + 8 * s.hunt:
        k.selector = seat + 1 + 8 * s.hunt
        list_ways(s.pool[seat], t.need[s.hunt][seat] - s.chosen[seat], k.ways)
    return k.ways


cdef inline uint32_t cards_above(const ManitouState* s, int32_t seat) noexcept nogil:
    """Returns the cards that a selection can go on with: those above its last one."""
    if s.deck[seat] == 0:
        return s.pool[seat]
    return s.pool[seat] & ~((<uint32_t>2 << (31 - leading(s.deck[seat]))) - 1)


cdef void appraise_picks(
    const Tables* t, const ManitouState* s, TileValues* k, const move_t* moves, int32_t n, double* odds
) noexcept nogil:
    """Writes the weights of cards to select. Each counts all selections that can follow it."""
    cdef const Ways* ways
    cdef int32_t seat = 0, owed, kind, i
    cdef uint32_t left
    while s.chosen[seat] >= t.need[s.hunt][seat]:
        seat += 1
    ways, left, owed = ways_of(t, s, k, seat), cards_above(s, seat), t.need[s.hunt][seat] - s.chosen[seat]
    for i in range(n):
        kind = moves[i] & 15
        odds[i] = MERIT[kind] * ways[kind + 1].of[owed - 1]
        if owed > 1 and copies_of(left, kind) == 2:
            odds[i] += MERIT[kind] * MERIT[kind] * ways[kind + 1].of[owed - 2]


cdef uint32_t selected(uint32_t deck, uint32_t left, int32_t owed, const Ways* ways, Rng* rng) noexcept nogil:
    """Draws a selection with `owed` more cards, by one random number. It takes 0 to 2 cards of a kind."""
    cdef int32_t kind = kind_of(lowest(left)), copies = copies_of(left, kind), i
    cdef double at = 0.0, scale = 1.0
    for i in range(min(copies, owed) + 1):
        at += scale * ways[kind + 1].of[owed - i]
        scale *= MERIT[kind]
    at, scale = at * unit(rng), 1.0
    while owed and size_of(left) > owed:
        kind = kind_of(lowest(left))
        copies = copies_of(left, kind)
        left &= left - 1
        if copies == 2:
            left &= left - 1
        while copies and owed and at >= scale * ways[kind + 1].of[owed]:
            at -= scale * ways[kind + 1].of[owed]
            scale *= MERIT[kind]
            deck = with_card(deck, kind)
            owed -= 1
            copies -= 1
    return deck | left if owed else deck


cdef int32_t select_all(const Tables* t, ManitouState* s, TileValues* k, Rng* rng) noexcept nogil:
    """Draws all cards that are still to be selected, with the odds of `policy_move`. Returns the number of cards."""
    cdef int32_t seat, owed, steps = 0
    for seat in range(t.players):
        owed = t.need[s.hunt][seat] - s.chosen[seat]
        if owed > 0:
            s.deck[seat] = selected(s.deck[seat], cards_above(s, seat), owed, ways_of(t, s, k, seat), rng)
            s.chosen[seat] += owed
            steps += owed
    return steps


# Any move -----------------------------------------------------------------------------------------------------

cdef double appraise(
    const Tables* t, const ManitouState* s, TileValues* k, const move_t* moves, int32_t n, double* odds
) noexcept nogil:
    """Writes the weights of the legal moves, and returns their sum."""
    cdef int32_t i, about = moves[0] & KIND
    cdef double total = 0.0
    if about == PICK:
        appraise_picks(t, s, k, moves, n, odds)
    elif about == GET or about == GIVE:
        appraise_tiles(t, s, moves, n, odds)
    else:
        appraise_cards(t, s, k, moves, n, odds)
    for i in range(n):
        total += odds[i]
    return total


cdef void prior_of(const Tables* t, const ManitouState* s, const move_t* moves, int32_t n, float* out) noexcept nogil:
    cdef TileValues k
    cdef double odds[MOST_CHOICES]
    cdef double total
    cdef int32_t i
    begin_values(&k)
    total = appraise(t, s, &k, moves, n, odds)
    for i in range(n):
        out[i] = <float>(odds[i] / total)


cdef move_t policy_move(const Tables* t, const ManitouState* s, TileValues* k, Rng* rng) noexcept nogil:
    cdef move_t moves[MOST_CHOICES]
    cdef double odds[MOST_CHOICES]
    cdef double left
    cdef int32_t i, n = legal_moves(t, s, moves)
    if n < 2:
        return moves[0] if n else NOTHING
    left = appraise(t, s, k, moves, n, odds) * unit(rng)
    for i in range(n - 1):
        left -= odds[i]
        if left < 0.0:
            return moves[i]
    return moves[n - 1]


cdef int32_t play_on(const Tables* t, ManitouState* s, Rng* rng) noexcept nogil:
    cdef TileValues values
    cdef int32_t steps = 0, turn = seat_to_move(t, s)
    begin_values(&values)
    while turn != OVER:
        if turn >= 0 and s.phase == SELECT:
            steps += select_all(t, s, &values, rng)
        else:
            advance(t, s, roll_outcome(t, s, rng) if turn == CHANCE else policy_move(t, s, &values, rng))
            steps += 1
        turn = seat_to_move(t, s)
    return steps


cdef void fill_tables() noexcept nogil:
    global guarded, failed
    cdef int32_t i
    for i in range(2 * FAR + 1):
        steps[i] = exp(<double>(i - FAR) / PARTS / HEAT)
    for i in range(KINDS):
        kept[i] = exp(-KEPT * i / HEAT)
    guarded, failed = exp(GUARD / HEAT), exp(-GUARD / HEAT)
    list_ways(ALL_CARDS, MOST_SELECTED, all_ways)


fill_tables()

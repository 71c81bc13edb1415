"""How Big Manitou is played in a rollout, and what an unfinished game is worth.

A rollout keeps chance in its choices, as it stands for all that others might do: cards are selected blindly, and which
is played is a matter of merit and luck. Tiles are taken and paid greedily.
"""
from libc.math cimport exp
from libc.stdint cimport int32_t, uint32_t, uint64_t

from hunch.engines.contract cimport NOTHING, move_t
from hunch.engines.manitou.hunt cimport rank
from hunch.engines.manitou.scores cimport payoffs
from hunch.engines.manitou.state cimport (
    ASIDE, BISON, END, GET, GIVE, GROUNDS, HUNTERS, LAY, LAYOUT, MOVE_KIND, PICK, PLAYERS, PLAYS, TAKE, TILES, TIPI,
    SECONDS, TOMAHAWK, TOTEM, ManitouState, Numbers, kind_of, leading, lowest, size_of,
)
from hunch.engines.rng cimport Rng, below, next_word, take


cdef enum:
    LUCK = 127


cdef move_t choose(const ManitouState* s, const Numbers* t, const move_t* out, int32_t n, Rng* rng) noexcept nogil:
    if n == 1:
        return out[0]
    if (out[0] & MOVE_KIND) == LAY:
        return best_play(s, t, out, n, rng)
    if (out[0] & MOVE_KIND) == GIVE:
        return best_give(s, t, out, n)
    return out[below(rng, n)]


cdef move_t blind_pick(const ManitouState* s, const Numbers* t, Rng* rng) noexcept nogil:
    cdef int32_t seat = 0, owed, there
    cdef uint32_t cards
    cdef uint64_t word = next_word(rng)
    while seat < t.players and s.chosen[seat] >= t.need[s.hunt][seat]:
        seat += 1
    if seat == t.players:                              # on a view, in the turn of another
        return NOTHING
    owed = t.need[s.hunt][seat] - s.chosen[seat]
    cards = s.pool[seat]
    if s.deck[seat]:
        cards &= ~((<uint32_t>2 << (31 - leading(s.deck[seat]))) - 1)
    there = size_of(cards)
    while owed < there and <int32_t>take(&word, there) >= owed:
        cards &= cards - 1
        there -= 1
    return PICK + kind_of(lowest(cards))


cdef int32_t blind_selections(ManitouState* s, const Numbers* t, Rng* rng) noexcept nogil:
    cdef int32_t seat, owed, there, steps = 0
    cdef uint32_t cards, bit
    cdef uint64_t word
    for seat in range(t.players):
        owed = t.need[s.hunt][seat] - s.chosen[seat]
        steps += owed
        s.chosen[seat] += owed
        cards = s.pool[seat]
        if s.deck[seat]:
            cards &= ~((<uint32_t>2 << (31 - leading(s.deck[seat]))) - 1)
        there = size_of(cards)
        word = next_word(rng)
        while owed:
            bit = cards & (~cards + 1)
            if owed == there or <int32_t>take(&word, there) < owed:
                owed -= 1
                word = next_word(rng)
                if bit & SECONDS and not s.deck[seat] & (bit >> 1):
                    s.deck[seat] |= bit >> 1           # the first of the pair; the other can still follow
                    continue
                s.deck[seat] |= bit
            cards &= cards - 1
            there -= 1
    return steps


cdef move_t best_play(const ManitouState* s, const Numbers* t, const move_t* out, int32_t n, Rng* rng) noexcept nogil:
    """The card that helps most, in sixteenths of a tile and with some luck."""
    cdef int32_t seat = s.turn, kind, ground, other, mine, best, i, value, most = -1, chosen = 0
    cdef int32_t behind[GROUNDS]                       # what takes the lead; below 1 where it is ours
    cdef int32_t bonus = s.tiles[seat][t.tomahawk]
    cdef uint64_t luck = next_word(rng)
    for ground in range(GROUNDS):
        best = 0
        for other in range(t.players):
            mine = s.total[ground][other] + s.tiles[other][t.tomahawk] * s.hunters[ground][other]
            if other != seat:
                best = max(best, mine)
        behind[ground] = best + 1 - s.total[ground][seat] - bonus * s.hunters[ground][seat]
    for i in range(n):
        kind, ground = out[i] & 15, (out[i] >> 4) & 3
        if ground == ASIDE or (out[i] & MOVE_KIND) != LAY:
            value = 8
        elif kind >= HUNTERS:
            value = challenge(s, t, seat, ground, kind - HUNTERS)
        else:
            mine = t.number[kind] + bonus - behind[ground]
            value = 6 if behind[ground] < 1 else 28 if mine >= 0 else 12 if mine > -6 else 4
        value = value * 8 + <int32_t>(luck & LUCK)
        luck >>= 7
        if value > most:
            chosen, most = i, value
    return out[chosen]


cdef inline int32_t challenge(
    const ManitouState* s, const Numbers* t, int32_t seat, int32_t ground, int32_t hero
) noexcept nogil:
    cdef int32_t rival = s.owner[ground] - 1, upper = s.hero[ground][1], result
    if rival < 0:
        return 16
    if rival == seat:
        return 8
    result = t.fight[hero][(s.laid[rival][(upper if upper else s.hero[ground][0]) - 1] & 15) - 1 - HUNTERS]
    return 0 if result == 0 else 10 if upper or result == 1 else 24


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


cdef move_t best_get(const ManitouState* s, const Numbers* t) noexcept nogil:
    cdef int32_t value[TILES]
    cdef int32_t kind, best, owed = s.left, lowest_kind = TILES
    for kind in range(s.least, t.kinds):
        value[kind] = worth(s, t, s.turn, kind, 1) if s.lot[s.at][kind] else -1
    while owed > 0:
        best = -1
        for kind in range(s.least, t.kinds):
            if value[kind] >= 0 and (best < 0 or value[kind] > value[best]):
                best = kind
        owed -= s.lot[s.at][best]
        value[best] = -1
        lowest_kind = min(lowest_kind, best)
    return GET + lowest_kind


cdef move_t best_give(const ManitouState* s, const Numbers* t, const move_t* out, int32_t n) noexcept nogil:
    cdef int32_t i, value, best = 0, least = 1 << 20
    for i in range(n):
        value = worth(s, t, s.turn, out[i] & 15, -1)
        if value < least:
            best, least = i, value
    return out[best]


cdef double prospect(const ManitouState* s, const Numbers* t, int32_t seat) noexcept nogil:
    """Points a seat has, with what its unpaired tiles and its tomahawks may still bring."""
    cdef double bison = 0.0, tipi = 0.0, ahead = <double>(t.hunts - s.hunt) / t.hunts
    cdef int32_t kind
    for kind in range(t.horse):
        if t.sort[kind] == BISON:
            bison += s.tiles[seat][kind] * t.value[kind]
        else:
            tipi += s.tiles[seat][kind] * t.value[kind]
    return (
        min(bison, tipi) + 0.5 * ahead * (max(bison, tipi) - min(bison, tipi))
        + ahead * s.tiles[seat][t.tomahawk] + 0.4 * (s.tiles[seat][t.horse] + s.tiles[seat][t.totem]) * ahead
        + t.cylinder_points * ((s.brown == seat + 1) + (s.white == seat + 1)) * (1.0 + ahead)
    )


cdef void add_grounds(const ManitouState* s, const Numbers* t, double* points) noexcept nogil:
    """What the grounds would give if the hunt ended now, as far as it has come. A tile is about a point."""
    cdef int32_t best[2]
    cdef int32_t bonus[PLAYERS]
    cdef int32_t seat, ground, kind, there, share, laid = 0
    cdef double come
    for seat in range(t.players):
        bonus[seat] = s.bonus[seat] if s.phase == TAKE else s.tiles[seat][t.tomahawk]
        laid += s.played[seat]
    come = 1.1 * laid / (PLAYS * t.players)
    for ground in range(s.at if s.phase == TAKE else 0, GROUNDS):
        there = 0
        for kind in range(t.kinds):
            there += s.lot[ground][kind]
        rank(s, t, ground, bonus, best)
        if s.owner[ground] and there:
            points[s.owner[ground] - 1] += come * 1.3
            there -= 1
        for share in range(2):
            if best[share] >= 0:
                points[best[share]] += come * (min(there, 2) if share == 0 else there)
                there = max(there - 2, 0)


cdef void guess(const ManitouState* s, const Numbers* t, bint by_margin, double unit, double* out) noexcept nogil:
    """The lead in such points, or from it the chance to win: the more is to come, the less a lead is worth."""
    cdef double points[PLAYERS]
    cdef double total = 0.0, best = -1e9, spread, ahead = <double>(t.hunts - s.hunt) / t.hunts
    cdef int32_t seat
    if s.phase == END:
        payoffs(s, t, by_margin, unit, out)
        return
    for seat in range(t.players):
        points[seat] = prospect(s, t, seat)
    if LAYOUT < s.phase <= TAKE:
        add_grounds(s, t, points)
    spread = 0.5 + 4.5 * ahead
    for seat in range(t.players):
        best = max(best, points[seat])
        total += points[seat]
    if by_margin:
        for seat in range(t.players):
            out[seat] = (points[seat] - (total - points[seat]) / (t.players - 1)) * (1.0 - 0.85 * ahead) / unit
            out[seat] = max(-1.0, min(1.0, out[seat]))
        return
    total = 0.0
    for seat in range(t.players):
        out[seat] = exp((points[seat] - best) / spread)
        total += out[seat]
    for seat in range(t.players):
        out[seat] = (t.players * out[seat] / total - 1.0) / (t.players - 1)

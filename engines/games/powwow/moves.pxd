"""What may be done in Pow Wow and what it does, inline: the contract and the rollouts of rules.pyx share it."""
from libc.stdint cimport int32_t, uint32_t, uint64_t
from libc.string cimport memcpy, memmove

from hunch.engines.contract cimport CHANCE, OVER, move_t, u8
from hunch.engines.games.powwow.state cimport *
from hunch.engines.rng cimport Rng, below, next_word, take

cdef extern from *:
    int lowest "__builtin_ctz"(unsigned int) noexcept nogil           # index of the lowest set bit


# What may be done ---------------------------------------------------------------------------------------------

cdef inline int32_t dice_moves(const PowwowState* s, move_t* out) noexcept nogil:
    cdef int32_t colour, n = 0
    for colour in range(1, COLOURS + 1):
        out[n] = CHOOSE + colour
        n += (s.pool >> 3 * (colour - 1)) & 7 != 0
    return n


cdef inline int32_t stone_moves(const Tables* t, const PowwowState* s, move_t* out) noexcept nogil:
    """P5, P7, P11: each stone that can still go out, in each direction its next field allows; else another roll."""
    cdef int32_t colour = s.die[mover(t, s)], n = 0
    cdef int32_t place = s.place[colour - 1]
    cdef int32_t segment, ring
    cdef move_t move
    for segment in range(SEGMENTS):
        ring = s.ring[segment] + 1
        if ring > RINGS:
            continue
        move = MOVE + colour + 16 * segment + 256 * ring
        if not t.dark[segment][ring]:
            out[n] = move
            n += 1
            continue
        if t.choice:
            out[n] = move
            n += 1
        if place >= t.number[segment][ring]:
            out[n] = move + 4096 * BACK
            n += 1
    if n == 0:
        for segment in range(SEGMENTS):
            ring = s.ring[segment] + 1
            if ring <= RINGS:
                out[n] = MOVE + colour + 16 * segment + 256 * ring + 4096 * STAY
                n += 1
    if s.stones[mover(t, s)]:
        out[n] = REROLL
        n += 1
    return n


cdef inline int32_t gifts(const Tables* t, const PowwowState* s, move_t* out) noexcept nogil:
    cdef int32_t seat = mover(t, s), hand, n = 0
    for hand in range(t.hands):
        if hand == seat:
            continue
        out[n] = GIVE + 16 * (hand + 1) + s.hand[seat][0]
        n += 1
        if s.hand[seat][1] != s.hand[seat][0]:
            out[n] = GIVE + 16 * (hand + 1) + s.hand[seat][1]
            n += 1
    return n


cdef inline int32_t legal_moves(const Tables* t, const PowwowState* s, move_t* out) noexcept nogil:
    if s.step == CHOOSING:
        return dice_moves(s, out)
    if s.step == MOVING:
        return stone_moves(t, s, out)
    if s.step == GIVING:
        return gifts(t, s, out)
    out[0], out[1] = TAKE + s.sight[0], TAKE + s.sight[1]
    return 1 + (s.sight[0] != s.sight[1])


cdef inline int32_t seat_to_move(const Tables* t, const PowwowState* s) noexcept nogil:
    cdef uint32_t chance = (1 << DEALING) | (1 << ROLLING) | (1 << REROLLING) | (1 << LOOKING) | (1 << SHOWING)
    if (chance >> s.step) & 1:
        return CHANCE
    return OVER if s.step == FINISHED else mover(t, s)


# Chance -------------------------------------------------------------------------------------------------------

cdef inline void undealt(const Tables* t, const PowwowState* s, int32_t* left) noexcept nogil:
    """Cards of each kind that are in no hand the state shows."""
    cdef int32_t hand, i, kind
    for kind in range(1, POW_WOW):
        left[kind] = 1
    left[POW_WOW] = t.pow_wows
    for hand in range(t.hands):
        for i in range(2):
            if s.hand[hand][i] < KINDS:
                left[s.hand[hand][i]] -= 1


cdef inline int32_t holder(const Tables* t, const PowwowState* s) noexcept nogil:
    """The hand with the card of the Indian that has left the track."""
    cdef int32_t runner = 0, hand = 0
    while runner < COLOURS - 1 and s.place[runner] <= t.spaces:
        runner += 1
    while hand < t.hands - 1 and not holds(s.hand[hand], runner + 1):
        hand += 1
    return hand


cdef inline move_t roll_outcome(const Tables* t, const PowwowState* s, Rng* rng) noexcept nogil:
    cdef uint64_t word
    cdef int32_t i, _dice, kind = 1
    cdef int32_t left[KINDS]
    cdef move_t roll = ROLL
    if s.step == ROLLING:
        word = next_word(rng)
        for _dice in range(t.seats):
            roll += 1 << 3 * (t.face[take(&word, 6)] - 1)
        return roll
    if s.step == REROLLING:
        return DIE + t.face[below(rng, 6)]
    if s.step == LOOKING:
        return LOOK + 16 * s.hand[s.target - 1][0] + s.hand[s.target - 1][1]
    if s.step == SHOWING:
        return SHOW + holder(t, s) + 1
    undealt(t, s, left)
    i = below(rng, 2 * t.hands - s.dealt)
    while i >= left[kind]:
        i -= left[kind]
        kind += 1
    return DEAL + kind


# What it does -------------------------------------------------------------------------------------------------

cdef inline void pass_on(const Tables* t, PowwowState* s) noexcept nogil:
    """The mover's turn is over; P3: the next round starts with the left neighbour."""
    s.die[mover(t, s)] = 0
    s.turn += 1
    s.step = MOVING
    if s.turn == t.seats:
        s.turn = 0
        s.starter = s.starter + 1 if s.starter + 1 < t.seats else 0
        s.step = ROLLING


cdef inline void deal(const Tables* t, PowwowState* s, int32_t card) noexcept nogil:
    cdef u8* pair = s.hand[s.dealt >> 1]
    if card:
        if s.dealt & 1:
            replace(pair, 0, card)
        else:
            pair[0] = card
        memcpy(s.base[s.dealt >> 1], pair, 2)
    s.dealt += 1
    if s.dealt == 2 * t.hands:
        s.dealt, s.step = 0, ROLLING


cdef inline void choose(const Tables* t, PowwowState* s, int32_t colour) noexcept nogil:
    s.die[mover(t, s)] = colour
    s.pool -= 1 << 3 * (colour - 1)
    s.turn += 1
    if s.turn == t.seats - 1:                      # the last one has no choice
        s.die[mover(t, s)] = lowest(s.pool) // 3 + 1
        s.pool, s.turn, s.step = 0, 0, MOVING


cdef inline void move_stone(const Tables* t, PowwowState* s, move_t m) noexcept nogil:
    cdef int32_t colour = m & 15, segment = (m >> 4) & 15, ring = (m >> 8) & 15, direction = (m >> 12) & 3
    cdef int32_t place, i
    s.ring[segment] = ring
    if ring == RINGS:
        for i in range(SEGMENTS):
            if s.ring[i] != RINGS:
                break
        else:                                      # P6, P26: all five go back to the centre
            for i in range(SEGMENTS):
                s.ring[i] = 0
    if direction == STAY:
        pass_on(t, s)
        return
    place = s.place[colour - 1]
    place += t.number[segment][ring] if direction == FORWARD else -t.number[segment][ring]
    if place > t.spaces:                           # P16
        s.place[colour - 1] = t.spaces + 1
        s.step = SHOWING
        return
    s.place[colour - 1] = place
    if t.special[place] == MOCCASIN:
        s.step = GIVING
        return
    if t.special[place] == STONE and s.stock:      # P12
        s.stock -= 1
        s.stones[mover(t, s)] += 1
    pass_on(t, s)


cdef inline void forget(PowwowState* s) noexcept nogil:
    """P29: the oldest exchange goes; hands before the log are now those after it, where they are known at all."""
    cdef uint32_t e = s.log[0]
    cdef int32_t who = who_of(e), whom = whom_of(e)
    if given_of(e) and s.base[who][0] != HIDDEN:
        replace(s.base[who], given_of(e), taken_of(e))
    if given_of(e) and s.base[whom][0] != HIDDEN:
        replace(s.base[whom], taken_of(e), given_of(e))
    memmove(&s.log[0], &s.log[1], (LOGGED - 1) * sizeof(s.log[0]))
    s.log[LOGGED - 1] = 0
    s.logged -= 1


cdef inline void exchange(const Tables* t, PowwowState* s, int32_t taken) noexcept nogil:
    cdef int32_t who = mover(t, s), whom = s.target - 1, kept = other_of(s.sight, taken)
    if s.logged == LOGGED:
        forget(s)
    s.log[s.logged] = entry(who, whom, s.given, taken, kept) if taken else entry(who, whom, 0, 0, 0)
    s.logged += 1
    if taken and s.hand[who][0] != HIDDEN:
        replace(s.hand[who], s.given, taken)
    if taken and s.hand[whom][0] != HIDDEN:
        replace(s.hand[whom], taken, s.given)
    s.target = s.given = s.sight[0] = s.sight[1] = 0
    pass_on(t, s)


cdef inline void look(PowwowState* s, move_t m) noexcept nogil:
    """The mover is shown the hand; its owner knows it anyway; for others it is a hole."""
    if m & 7:
        s.sight[0], s.sight[1] = (m >> 4) & 7, m & 7
    else:
        memcpy(s.sight, s.hand[s.target - 1], 2)
    s.step = TAKING


cdef inline void advance(const Tables* t, PowwowState* s, move_t m) noexcept nogil:
    cdef int32_t kind = m & KIND
    if kind == MOVE:
        move_stone(t, s, m)
    elif kind == CHOOSE:
        choose(t, s, m & 15)
    elif kind == ROLL:
        s.pool = m & DICE
        s.step = CHOOSING
    elif kind == REROLL:
        s.stones[mover(t, s)] -= 1
        s.stock += 1
        s.step = REROLLING
    elif kind == DIE:
        s.die[mover(t, s)] = m & 15
        s.step = MOVING
    elif kind == GIVE:
        s.target = (m >> 4) & 15
        s.given = m & 15 if m & 15 else HIDDEN
        s.step = LOOKING
    elif kind == LOOK:
        look(s, m)
    elif kind == TAKE:
        exchange(t, s, m & 15)
    elif kind == DEAL:
        deal(t, s, m & 15)
    else:
        s.winner = m & 15
        s.step = FINISHED

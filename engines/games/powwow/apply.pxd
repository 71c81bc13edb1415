"""The effects of each move and event of Pow Wow. Inline, as calls between modules cost rollouts three per cent."""
from libc.stdint cimport int32_t, uint32_t
from libc.string cimport memcpy, memmove

from hunch.engines.contract cimport move_t, u8
from hunch.engines.games.powwow.state cimport (
    CHOOSE, CHOOSING, DEAL, DICE, DIE, FINISHED, FORWARD, GIVE, GIVING, HIDDEN, KIND, LOGGED, LOOK, LOOKING, MOCCASIN,
    MOVE, MOVING, REROLL, REROLLING, RINGS, ROLL, ROLLING, SEGMENTS, SHOWING, STAY, STONE, TAKE, TAKING, PowwowState,
    Tables, entry, given_of, mover, other_of, replace, taken_of, who_of, whom_of,
)

cdef extern from *:
    int lowest "__builtin_ctz"(unsigned int) noexcept nogil           # index of the lowest set bit


cdef inline void pass_on(const Tables* t, PowwowState* s) noexcept nogil:
    """Ends the mover's turn. The next round starts with the left neighbour (ruling P3)."""
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
    if s.turn == t.seats - 1:                      # the last seat has no choice
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
        else:                                      # P6, P26: all five stones go back to the centre
            for i in range(SEGMENTS):
                s.ring[i] = 0
    if direction == STAY:
        pass_on(t, s)
        return
    place = s.place[colour - 1]
    place += t.number[segment][ring] if direction == FORWARD else -t.number[segment][ring]
    if place > t.spaces:                           # P16: the Indian leaves the track
        s.place[colour - 1] = t.spaces + 1
        s.step = SHOWING
        return
    s.place[colour - 1] = place
    if t.special[place] == MOCCASIN:
        s.step = GIVING
        return
    if t.special[place] == STONE and s.stock:      # P12: the mover gets a white stone
        s.stock -= 1
        s.stones[mover(t, s)] += 1
    pass_on(t, s)


cdef inline void forget_oldest(PowwowState* s) noexcept nogil:
    """Drops the oldest exchange (P29). The hands before the log become those after it, if they are known."""
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
        forget_oldest(s)
    s.log[s.logged] = entry(who, whom, s.given, taken, kept) if taken else entry(who, whom, 0, 0, 0)
    s.logged += 1
    if taken and s.hand[who][0] != HIDDEN:
        replace(s.hand[who], s.given, taken)
    if taken and s.hand[whom][0] != HIDDEN:
        replace(s.hand[whom], taken, s.given)
    s.target = s.given = s.sight[0] = s.sight[1] = 0
    pass_on(t, s)


cdef inline void look(PowwowState* s, move_t m) noexcept nogil:
    """Shows the mover a hand. The hand's owner knows it; for others it is a hole."""
    if m & 7:
        s.sight[0], s.sight[1] = (m >> 4) & 7, m & 7
    else:
        memcpy(s.sight, s.hand[s.target - 1], 2)
    s.step = TAKING


cdef inline void advance(const Tables* t, PowwowState* s, move_t m) noexcept nogil:
    """Makes a move or an event. On a view it is the form that the owner saw."""
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

"""The next step of Pow Wow: the seat to move, its moves, and the outcomes of chance. Inline, for fast rollouts."""
from libc.stdint cimport int32_t, uint32_t, uint64_t

from hunch.engines.contract cimport CHANCE, OVER, move_t
from hunch.engines.games.powwow.state cimport (
    BACK, CHOOSE, CHOOSING, COLOURS, DEAL, DEALING, DIE, FINISHED, GIVE, GIVING, KINDS, LOOK, LOOKING, MOVE, MOVING,
    POW_WOW, REROLL, REROLLING, RINGS, ROLL, ROLLING, SEGMENTS, SHOW, SHOWING, STAY, TAKE, PowwowState, Tables, holds,
    mover,
)
from hunch.engines.rng cimport Rng, below, next_word, take


cdef inline int32_t seat_to_move(const Tables* t, const PowwowState* s) noexcept nogil:
    cdef uint32_t chance = (1 << DEALING) | (1 << ROLLING) | (1 << REROLLING) | (1 << LOOKING) | (1 << SHOWING)
    if (chance >> s.step) & 1:
        return CHANCE
    return OVER if s.step == FINISHED else mover(t, s)


cdef inline void undealt(const Tables* t, const PowwowState* s, int32_t* left) noexcept nogil:
    """Writes how many cards of each kind are in no hand that the state shows."""
    cdef int32_t hand, i, kind
    for kind in range(1, POW_WOW):
        left[kind] = 1
    left[POW_WOW] = t.pow_wows
    for hand in range(t.hands):
        for i in range(2):
            if s.hand[hand][i] < KINDS:
                left[s.hand[hand][i]] -= 1


cdef inline int32_t dice_moves(const PowwowState* s, move_t* out) noexcept nogil:
    cdef int32_t colour, n = 0
    for colour in range(1, COLOURS + 1):
        out[n] = CHOOSE + colour
        n += (s.pool >> 3 * (colour - 1)) & 7 != 0
    return n


cdef inline int32_t stone_moves(const Tables* t, const PowwowState* s, move_t* out) noexcept nogil:
    """Writes each move of a stone in the directions that its next field allows, and another roll (P5, P7, P11)."""
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
    """Writes the moves of the seat to move."""
    if s.step == CHOOSING:
        return dice_moves(s, out)
    if s.step == MOVING:
        return stone_moves(t, s, out)
    if s.step == GIVING:
        return gifts(t, s, out)
    out[0], out[1] = TAKE + s.sight[0], TAKE + s.sight[1]
    return 1 + (s.sight[0] != s.sight[1])


cdef inline int32_t holder(const Tables* t, const PowwowState* s) noexcept nogil:
    """Returns the hand with the card of the Indian that has left the track."""
    cdef int32_t runner = 0, hand = 0
    while runner < COLOURS - 1 and s.place[runner] <= t.spaces:
        runner += 1
    while hand < t.hands - 1 and not holds(s.hand[hand], runner + 1):
        hand += 1
    return hand


cdef inline move_t roll_outcome(const Tables* t, const PowwowState* s, Rng* rng) noexcept nogil:
    """Returns an outcome of the chance event, drawn by its weight."""
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


cdef int32_t outcomes(const Tables* t, const PowwowState* s, move_t* out, uint32_t* weight) noexcept nogil
# Writes the outcomes of a chance event, with their weights.

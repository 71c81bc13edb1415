"""Finds what is wrong with a world of Pow Wow: its cards, stones, indicators and dice."""
from libc.stdint cimport int32_t, uint16_t
from libc.string cimport memcmp, memcpy, memset

from hunch.engines.contract cimport u8
from hunch.engines.games.powwow.state cimport (
    CHOOSING, COLOURS, DEALING, DICE, FINISHED, KINDS, LOGGED, LOOKING, MOST_PLAYERS, MOVING, POW_WOW, RINGS, ROLLING,
    SEGMENTS, SHOWING, TAKING, PowwowState, Tables, entry, given_of, holds, kept_of, mover, other_of, replace,
    taken_of, who_of, whom_of,
)

FLAWS = (
    "",
    "step: not one of the game's, or with fields that belong to another",
    "dealt: not the cards that lie in the hands",
    "seats: hands do not hold each card once and the Pow Wow cards in play",
    "exchanges: hands before them and exchanges do not lead to the hands now",
    "rings: a stone beyond the last ring, or all five on it",
    "places: an Indian off the track, or not exactly the one that ends the game",
    "seats: white stones of the seats and the stock do not add up",
    "pool: the dice there and those of the seats are not those of this step",
    "under_way: its cards do not lie in the two hands, or it is there at the wrong time",
    "winner: not the hand that holds the card",
    "mover: not a seat that is to act in this step",
)
cdef enum:
    STEP = 1
    DEALT = 2
    HANDS = 3
    EXCHANGES = 4
    TEPEE = 5
    PLACES = 6
    WHITE_STONES = 7
    DICE_COUNT = 8
    UNDER_WAY = 9
    WINNER = 10
    TURN = 11


cdef bint sound_hands(const Tables* t, const u8 (*hand)[2], int32_t dealt) noexcept nogil:
    """Whether the first `dealt` cards are in hands, and no others; no card is unknown or there twice."""
    cdef int32_t count[KINDS]
    cdef int32_t i, kind, total = 0
    memset(count, 0, sizeof(count))
    for i in range(MOST_PLAYERS):
        if hand[i][0] >= KINDS or hand[i][1] >= KINDS:
            return False
        if (hand[i][0] > 0) != (dealt > 2 * i) or (hand[i][1] > 0) != (dealt > 2 * i + 1):
            return False
        if hand[i][1] and hand[i][1] < hand[i][0]:
            return False
        count[hand[i][0]] += 1
        count[hand[i][1]] += 1
    for kind in range(1, POW_WOW):
        if count[kind] > 1:
            return False
        total += count[kind]
    return count[POW_WOW] <= t.pow_wows and (dealt < 2 * t.hands or total == COLOURS)


cdef bint sound_log(const Tables* t, const PowwowState* s) noexcept nogil:
    """Whether the hands before the log and its exchanges lead to the hands now."""
    cdef u8 hand[MOST_PLAYERS][2]
    cdef int32_t i, who, whom
    cdef uint16_t e
    memcpy(hand, s.base, sizeof(hand))
    for i in range(LOGGED):
        e = s.log[i]
        if i >= s.logged:
            if e:
                return False
            continue
        who, whom = who_of(e), whom_of(e)
        if not 0 <= who < t.seats or whom >= t.hands or who == whom:
            return False
        if e != entry(who, whom, given_of(e), taken_of(e), kept_of(e)) or not given_of(e):
            return False
        if not holds(hand[who], given_of(e)) or not holds(hand[whom], taken_of(e)):
            return False
        if other_of(hand[whom], taken_of(e)) != kept_of(e):
            return False
        replace(hand[who], given_of(e), taken_of(e))
        replace(hand[whom], taken_of(e), given_of(e))
    return memcmp(hand, s.hand, sizeof(hand)) == 0


cdef bint sound_dice(const Tables* t, const PowwowState* s) noexcept nogil:
    """Whether each seat that has not moved has a die, or one in the pool."""
    cdef int32_t seat, i, dice = 0
    cdef bint has
    if s.pool > DICE:
        return False
    for i in range(COLOURS):
        dice += (s.pool >> 3 * i) & 7
    for i in range(MOST_PLAYERS):
        if i >= t.seats:
            if s.die[i]:
                return False
            continue
        seat = s.starter + i
        seat -= t.seats if seat >= t.seats else 0
        if s.step == CHOOSING:
            has = i < s.turn
        else:
            has = i >= s.turn and s.step >= MOVING
        if (s.die[seat] > 0) != has or s.die[seat] > COLOURS:
            return False
    return dice == (t.seats - s.turn if s.step == CHOOSING else 0)


cdef bint sound_exchange(const Tables* t, const PowwowState* s) noexcept nogil:
    cdef int32_t seat = mover(t, s)
    if s.step != LOOKING and s.step != TAKING:
        return s.target == 0 and s.given == 0 and s.sight[0] == 0 and s.sight[1] == 0
    if not 1 <= s.target <= t.hands or s.target - 1 == seat or s.given == 0 or not holds(s.hand[seat], s.given):
        return False
    if s.step == LOOKING:
        return s.sight[0] == 0 and s.sight[1] == 0
    return memcmp(s.sight, s.hand[s.target - 1], 2) == 0


cdef int32_t flaw_of_board(const Tables* t, const PowwowState* s) noexcept nogil:
    cdef int32_t i, stones = s.stock, outer = 0, gone = 0
    for i in range(SEGMENTS):
        if s.ring[i] > RINGS:
            return TEPEE
        outer += s.ring[i] == RINGS
    if outer == SEGMENTS:
        return TEPEE
    for i in range(COLOURS):
        if s.place[i] > t.spaces + 1:
            return PLACES
        gone += s.place[i] > t.spaces
    if gone != (s.step >= SHOWING):
        return PLACES
    for i in range(MOST_PLAYERS):
        stones += s.stones[i]
        if i >= t.seats and s.stones[i]:
            return WHITE_STONES
    return 0 if stones == t.stones else WHITE_STONES


cdef int32_t find_flaw(const Tables* t, const PowwowState* s) noexcept nogil:
    cdef int32_t i, dealt = s.dealt if s.step == DEALING else 2 * t.hands
    cdef int32_t runner = 0
    cdef int32_t flaw
    if s.step > FINISHED or s.spare[0] or s.spare[1]:
        return STEP
    if s.step == DEALING:
        if s.dealt >= 2 * t.hands or s.logged or memcmp(s.base, s.hand, sizeof(s.hand)) != 0:
            return DEALT
    elif s.dealt:
        return DEALT
    if s.starter >= t.seats or s.turn >= t.seats or (s.turn and s.step <= ROLLING):
        return TURN
    if s.step == CHOOSING and s.turn == t.seats - 1:
        return TURN
    if not sound_hands(t, s.hand, dealt) or not sound_hands(t, s.base, dealt):
        return HANDS
    if s.logged > LOGGED or not sound_log(t, s):
        return EXCHANGES
    flaw = flaw_of_board(t, s)
    if flaw:
        return flaw
    if not sound_dice(t, s):
        return DICE_COUNT
    if not sound_exchange(t, s):
        return UNDER_WAY
    if s.step < FINISHED:
        return WINNER if s.winner else 0
    for i in range(COLOURS):
        if s.place[i] > t.spaces:
            runner = i + 1
    if not 1 <= s.winner <= t.hands or not holds(s.hand[s.winner - 1], runner):
        return WINNER
    return 0

"""Pow Wow's state, its codes, the tables read from the data, and the few lines that its modules share."""
from libc.stdint cimport int32_t, uint16_t, uint32_t, uint64_t

from hunch.engines.contract cimport u8

cpdef enum:
    MOST_PLAYERS = 6
    COLOURS = 6
    SEGMENTS = 5
    RINGS = 5            # a stone on ring 0 is at the centre, on ring 5 it can go no further
    LOGGED = 48          # most exchanges in the log
    MOST_SPACES = 120
    MOST_NUMBER = 20
    MOST_STONES = 200
    MOST_ROLLS = 462     # multisets of six dice with six colours

    # Cards: 1 to 6 are the moccasin cards of the six colours. 0 is no card.
    POW_WOW = 7
    KINDS = 8
    HIDDEN = 255         # a hole: a card that the owner of the view does not see

    # Values of `step`.
    DEALING = 0          # chance: a card
    ROLLING = 1          # chance: the dice of the round
    CHOOSING = 2         # the mover chooses a die
    MOVING = 3           # the mover moves a stone of the tepee and with it an Indian, or rolls again
    REROLLING = 4        # chance: the die that a white stone was spent on
    GIVING = 5           # the mover gives a card, which begins an exchange
    LOOKING = 6          # chance with one outcome: the other's hand is shown to the mover
    TAKING = 7           # the mover takes a card, which ends the exchange
    SHOWING = 8          # chance with one outcome: which hand holds the card of the Indian that has left the track
    FINISHED = 9         # the game is over

    # A move code is one of these plus its argument.
    DEAL = 0x1000000     # + card, or + 0: face down
    ROLL = 0x2000000     # + number of dice of each colour: three bits each, colour 1 lowest
    CHOOSE = 0x3000000   # + colour
    MOVE = 0x4000000     # + colour + 16 * segment + 256 * ring reached + 4096 * direction
    REROLL = 0x5000000
    DIE = 0x6000000      # + colour
    GIVE = 0x7000000     # + card (0: face down) + 16 * (hand + 1)
    LOOK = 0x8000000     # + the two cards, lower first, the first times 16; + 0: not shown
    TAKE = 0x9000000     # + card, or + 0: face down
    SHOW = 0xA000000     # + hand + 1
    KIND = 0xF000000
    DICE = 0x3FFFF       # the argument of ROLL

    FORWARD = 0
    BACK = 1
    STAY = 2             # the stone moves, the Indian does not

    # Effects of a space of the track.
    STONE = 1
    MOCCASIN = 2

ctypedef struct PowwowState:             # 160 bytes
    uint32_t pool                        # dice that no seat has chosen yet, coded as in ROLL
    uint16_t log[LOGGED]                 # exchanges, the oldest first, see `entry`; 0 unused
    u8 base[MOST_PLAYERS][2]             # hands before the first exchange of the log, lower card first
    u8 hand[MOST_PLAYERS][2]             # hands now; those of others are HIDDEN on a view, dealt or not
    u8 place[COLOURS]                    # spaces from the start; beyond the last space: the Indian has left the track
    u8 ring[SEGMENTS]
    u8 stones[MOST_PLAYERS]              # white stones to spend
    u8 die[MOST_PLAYERS]                 # by seat: the colour of the die to move by; 0: none
    u8 stock                             # white stones that no seat has
    u8 step
    u8 dealt                             # cards dealt, two to each hand in turn
    u8 starter                           # seat that rolls this round
    u8 turn                              # seats of this round that have chosen, or moved
    u8 logged                            # exchanges in the log
    u8 target                            # 1 + hand of the exchange that is under way; 0: none
    u8 given                             # card given in that exchange
    u8 sight[2]                          # while taking: the two cards the other hand had, lower first
    u8 winner                            # 1 + hand with the card of the Indian that left the track; 0 before the end
    u8 spare[2]

ctypedef struct Tables:                  # fixed when the game is made
    int32_t seats
    int32_t hands                        # one for each seat, and the dummy's for two players
    int32_t spaces
    int32_t pow_wows                     # Pow Wow cards in play
    int32_t stones                       # white stones, without the indicators
    bint choice                          # whether the mover chooses on dark fields; otherwise the Indian goes back
    u8 number[SEGMENTS][RINGS + 1]
    u8 dark[SEGMENTS][RINGS + 1]
    u8 special[MOST_SPACES + 2]
    u8 face[6]                           # colours of a die
    u8 faces[COLOURS + 1]                # faces of each colour
    int32_t rolls
    uint32_t roll[MOST_ROLLS]            # all outcomes of the dice of a round, with their weights
    uint32_t roll_weight[MOST_ROLLS]
    int32_t rounds                       # rounds that `leaf_value` plays after the present one
    # Odds of the ends of a race, for `prior` and `estimate`. The product of the four that follow is the odds that an
    # Indian leaves first before its card changes hands.
    double odds[MOST_SPACES + 2]         # by the Indian's place
    double odds_ready[SEGMENTS]          # by the number of stones, less 1, that could send it off at once
    double odds_order[MOST_PLAYERS]      # by the number of seats before its holder in the next round
    double odds_stones[8]                # by its holder's white stones
    double odds_open[MOST_SPACES + 2]    # odds that cards change hands first, by the place of the second Indian
    double foes                          # share of a win that each other seat loses
    # Sets of steps: bit MOST_NUMBER + k is k steps forward, or back if k < 0.
    uint64_t steps[SEGMENTS][RINGS + 1]  # by segment and ring of a stone: steps by its next field
    uint64_t stays[MOST_SPACES + 2]      # by place: the steps that end on the track or at its start
    uint64_t leaves[MOST_SPACES + 2]     # by place: the steps that end beyond the track
    uint64_t moccasins[MOST_SPACES + 2]  # by place: the steps that end on a moccasin space
    uint64_t stones_at[MOST_SPACES + 2]  # by place: the steps that end on a space with a white stone


cdef inline int32_t mover(const Tables* t, const PowwowState* s) noexcept nogil:
    cdef int32_t seat = s.starter + s.turn
    return seat - t.seats if seat >= t.seats else seat


cdef inline void replace(u8* pair, int32_t leaves, int32_t comes) noexcept nogil:
    """Replaces a card of a hand. The lower card comes first."""
    cdef int32_t stays = pair[1] if pair[0] == leaves else pair[0]
    pair[0] = comes if comes < stays else stays
    pair[1] = stays if comes < stays else comes


cdef inline int32_t other_of(const u8* pair, int32_t card) noexcept nogil:
    return pair[1] if pair[0] == card else pair[0]


cdef inline bint holds(const u8* pair, int32_t card) noexcept nogil:
    return pair[0] == card or pair[1] == card


# An exchange is 15 bits. Its two players know all five parts; for others the three cards are 0.

cdef inline uint16_t entry(int32_t who, int32_t whom, int32_t given, int32_t taken, int32_t kept) noexcept nogil:
    """The code of an exchange: `who` gave a card to hand `whom`, which had `taken` and `kept`."""
    return <uint16_t>(((((who + 1) * 8 + whom) * 8 + given) * 8 + taken) * 8 + kept)

cdef inline int32_t who_of(uint16_t e) noexcept nogil:
    return (e >> 12) - 1

cdef inline int32_t whom_of(uint16_t e) noexcept nogil:
    return (e >> 9) & 7

cdef inline int32_t given_of(uint16_t e) noexcept nogil:
    return (e >> 6) & 7

cdef inline int32_t taken_of(uint16_t e) noexcept nogil:
    return (e >> 3) & 7

cdef inline int32_t kept_of(uint16_t e) noexcept nogil:
    return e & 7


cdef inline int32_t second_place(const PowwowState* s) noexcept nogil:
    """The place of the second Indian from the front."""
    cdef int32_t i, first = 0, second = 0
    for i in range(COLOURS):
        second = max(second, min(first, <int32_t>s.place[i]))
        first = max(first, <int32_t>s.place[i])
    return second

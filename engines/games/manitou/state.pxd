"""Big Manitou's state, its codes and tables, and sets of cards."""
from libc.stdint cimport int32_t, uint32_t

from hunch.engines.contract cimport u8

cpdef enum:
    PLAYERS = 5          # most players; arrays by seat have this length, and unused seats stay zero
    SLOTS = 8            # most cards a player lays in a hunt: seven, and the eighth of the brown cylinder
    PLAYS = 7            # cards that everybody lays in a hunt
    HAND = 3             # cards in a hand
    GROUNDS = 3          # hunting grounds
    TILES = 12           # most kinds of tiles
    MOST_HUNTS = 6       # most hunts of a game

    # Kinds of cards: 0 to 9 are the hunters, weakest first, then the heroes.
    HUNTERS = 10
    CHIEF = 10
    SORCERER = 11
    RAINMAKER = 12
    SCOUT = 13
    SQUAW = 14
    KINDS = 15
    HEROES = 5

    # Sorts of tiles.
    BISON = 0
    TIPI = 1
    HORSE = 2
    TOTEM = 3
    TOMAHAWK = 4

    # Values of `phase`: the next step. Players have hands up to EIGHTH; after the last card hands are put away.
    LAYOUT = 0           # chance: a tile for the grounds
    SELECT = 1           # all choose their cards; the first card drawn ends it
    DEAL = 2             # chance: the first three cards of `turn`
    PLAY = 3             # `turn` plays a card
    DRAW = 4             # chance: `turn` has played and draws a card
    ASK = 5              # chance, one outcome: whether `turn` can lay their last card
    EIGHTH = 6           # `turn` has the brown cylinder and may lay an eighth card
    RIDE = 7             # `turn` has the white cylinder and may move a hunter
    PAY = 8              # `turn` pays the penalty
    TAKE = 9             # `turn` takes a tile of ground `at`
    END = 10

    # Shares of a ground, in order.
    OF_HERO = 0
    OF_FIRST = 1
    OF_SECOND = 2
    SECOND_FROM = 4      # tiles of a ground that has one for the second, by the letter of the rules (B20)

    # A card that was laid: kind + 1, the ground times 16, and whether it lies face down. 0: none.
    ASIDE = 3            # instead of a ground: the place of a card that could not be laid (ruling B13)
    DOWN = 0x40

    # A move code is one of these plus its argument.
    TILE = 0x100         # + kind of tile: laid on the next ground
    PICK = 0x200         # + kind of card: selected
    DRAWN = 0x300        # + 16 * seat + kind of card
    LAY = 0x400          # + 16 * ground + kind of card; ground ASIDE: put aside
    MOVE = 0x500         # + 16 * ground + kind of card: the hunter goes there
    PASS = 0x600         # + EIGHTH or RIDE: does not use the cylinder
    GIVE = 0x700         # + kind of tile: out of the game, as penalty
    GET = 0x800          # + kind of tile: from the ground that is evaluated
    ASKED = 0x900        # + 1: the player has a card to lay; + 0: they have none
    UNSEEN = 15          # kind of card in DRAWN: face down
    KIND = 0xF00         # bits of a code that name the kind of move

    HIDDEN_COUNT = 255   # `chosen` of another seat, on a view

    # Sets of cards are bits in the order of kinds: 17 cards, as there are two chiefs and two squaws. Of a pair the
    # lower bit comes first, so that each multiset is one number.
    ALL_CARDS = 0x1FFFF
    SECONDS = 0x10800    # the second chief and the second squaw
    FIRSTS = 0x0F7FF
    HERO_CARDS = 0x1FC00

cdef enum:
    # Python reads an enum as signed numbers, so state.pyx defines this one for Python.
    HIDDEN = 0xFFFFFFFF  # a hole: cards that the owner of the view does not know

ctypedef struct ManitouState:      # 296 bytes
    uint32_t hand[PLAYERS]         # cards in hand
    uint32_t deck[PLAYERS]         # cards to draw: those selected; with quick selection all that are left
    uint32_t pool[PLAYERS]         # cards at the beginning of the hunt: 17, less those played in the cycle
    uint32_t spare
    u8 laid[PLAYERS][SLOTS]        # cards laid, in the order of play
    u8 total[GROUNDS][PLAYERS]     # sum of the printed numbers of the hunters on a ground
    u8 hunters[GROUNDS][PLAYERS]   # number of hunters on a ground
    u8 owner[GROUNDS]              # seat + 1 of the owner of the heroes face up on a ground; 0: none
    u8 hero[GROUNDS][2]            # slot + 1 of the heroes face up: the lower or only one, then the upper one
    u8 tiles[PLAYERS][TILES]       # tiles that a seat owns, by kind
    u8 lot[GROUNDS][TILES]         # tiles on a ground, by kind
    u8 bag[TILES]                  # tiles in the bag, by kind
    u8 gone[TILES]                 # tiles out of the game, by kind
    u8 chosen[PLAYERS]             # SELECT: cards selected so far
    u8 drawn[PLAYERS]              # cards drawn in this hunt; 0 after hands are put away
    u8 played[PLAYERS]             # cards laid in this hunt
    u8 bonus[PLAYERS]              # TAKE: tomahawk tiles that count in this hunt
    u8 brown                       # seat + 1 of the holder of the brown cylinder; 0: nobody
    u8 white                       # seat + 1 of the holder of the white cylinder; 0: nobody
    u8 hunt                        # hunts finished
    u8 phase                       # the next step
    u8 turn                        # the seat that the step is about
    u8 at                          # LAYOUT: tiles laid; TAKE: the ground
    u8 share                       # TAKE: OF_HERO, OF_FIRST or OF_SECOND
    u8 left                        # TAKE: tiles that this share still gets
    u8 least                       # TAKE: kind of the tile taken last; tiles are taken in ascending order
    u8 debtors                     # PAY: bit i is set if seat i owes the penalty
    u8 pad[3]

ctypedef struct Tables:           # fixed when the game is made; see lookups.pyx
    int32_t players
    int32_t hunts
    int32_t kinds                  # number of kinds of tiles
    int32_t laid_out               # tiles on the grounds in one hunt
    int32_t all_tiles
    int32_t hero_share
    int32_t first_share
    int32_t horse                  # the kind of tile of the white cylinder
    int32_t totem                  # the kind of tile of the brown cylinder
    int32_t tomahawk
    int32_t cylinder_points
    int32_t tomahawk_points
    bint quick                     # cards are drawn at random, not selected
    bint by_margin                 # payoffs are differences in points, not wins
    bint one_for_second            # the second takes one tile, and only on grounds of SECOND_FROM (B20)
    bint weak_barred               # a hero too weak for the upper of two cannot be laid there (B11)
    double unit                    # points that a payoff of 1.0 stands for
    u8 size[GROUNDS]               # tiles on a ground
    u8 first[MOST_HUNTS + 2]       # by hunt: the seat that begins
    u8 need[MOST_HUNTS + 2][PLAYERS]    # by hunt and seat: cards to select
    u8 number[HUNTERS]
    u8 fight[HEROES][HEROES]       # 2: row beats column, 1: both go down, 0: row loses
    u8 sort[TILES]
    u8 value[TILES]
    u8 copies[TILES]

cdef extern from *:
    int lowest "__builtin_ctz"(unsigned int) noexcept nogil       # index of the lowest set bit
    int leading "__builtin_clz"(unsigned int) noexcept nogil


cdef inline int32_t kind_of(int32_t bit) noexcept nogil:
    return bit - (bit > 10) - (bit > 15)


cdef inline uint32_t first_of(int32_t kind) noexcept nogil:
    return <uint32_t>1 << (kind + (kind > CHIEF))


cdef inline bint has(uint32_t cards, int32_t kind) noexcept nogil:
    return (cards & first_of(kind)) != 0


cdef inline int32_t copies_of(uint32_t cards, int32_t kind) noexcept nogil:
    cdef uint32_t bit = first_of(kind)
    return ((cards & bit) != 0) + ((cards & (bit << 1) & SECONDS) != 0)


cdef inline uint32_t with_card(uint32_t cards, int32_t kind) noexcept nogil:
    cdef uint32_t bit = first_of(kind)
    return cards | (bit << 1 if cards & bit else bit)


cdef inline uint32_t without_card(uint32_t cards, int32_t kind) noexcept nogil:
    cdef uint32_t bit = first_of(kind)
    cdef uint32_t second = (bit << 1) & SECONDS
    return cards & ~(second if cards & second else bit)


cdef inline int32_t size_of(uint32_t cards) noexcept nogil:
    """The number of cards in a set of at most 17. Not all processors have an instruction for it, so none is used."""
    cards = cards - ((cards >> 1) & 0x55555555)
    cards = (cards & 0x33333333) + ((cards >> 2) & 0x33333333)
    cards = (cards + (cards >> 4)) & 0x0F0F0F0F
    return <int32_t>((cards * <uint32_t>0x01010101) >> 24)


cdef inline int32_t nth_kind(uint32_t cards, int32_t n) noexcept nogil:
    """The kind of the n-th card of a set, counted from 0."""
    while n:
        cards &= cards - 1
        n -= 1
    return kind_of(lowest(cards))


cdef inline bint is_well_formed(uint32_t cards) noexcept nogil:
    """Whether these bits are a set of cards: the second of a pair only with the first."""
    return (cards & ~<uint32_t>ALL_CARDS) == 0 and ((cards & SECONDS) >> 1) & ~cards == 0


cdef inline uint32_t laid_cards(const ManitouState* s, int32_t seat) noexcept nogil:
    """The set of cards that a seat has laid in this hunt."""
    cdef uint32_t cards = 0
    cdef int32_t slot
    for slot in range(s.played[seat]):
        cards = with_card(cards, (s.laid[seat][slot] & 15) - 1)
    return cards


cdef inline uint32_t take_away(uint32_t cards, uint32_t gone) noexcept nogil:
    """A set without another set that it contains."""
    cdef uint32_t left = cards & ~gone
    return (left & ~(left & SECONDS & ~(left << 1))) | ((left & SECONDS & ~(left << 1)) >> 1)


cdef inline bint closed(const ManitouState* s, int32_t seat, int32_t ground) noexcept nogil:
    """Whether a seat has two heroes face up on a ground, so that it may not lay a third."""
    return s.owner[ground] == seat + 1 and s.hero[ground][1] != 0


cdef inline bint shut_out(const ManitouState* s, int32_t seat) noexcept nogil:
    """Whether a seat can lay no hero on any ground."""
    return closed(s, seat, 0) and closed(s, seat, 1) and closed(s, seat, 2)


cdef inline int32_t hero_at(const ManitouState* s, int32_t seat, int32_t slot) noexcept nogil:
    """Which of the five heroes lies in a slot, counted from 1."""
    return (s.laid[seat][slot - 1] & 15) - 1 - HUNTERS


cdef inline bint barred(
    const Tables* t, const ManitouState* s, int32_t seat, int32_t ground, int32_t kind
) noexcept nogil:
    """Whether that seat may not lay this kind of card there."""
    cdef int32_t rival = s.owner[ground] - 1, upper = s.hero[ground][1]
    if kind < HUNTERS:
        return False
    if rival < 0 or upper == 0:
        return False
    return rival == seat or (t.weak_barred and t.fight[kind - HUNTERS][hero_at(s, rival, upper)] == 0)


cdef inline bint barred_everywhere(
    const Tables* t, const ManitouState* s, int32_t seat, int32_t kind
) noexcept nogil:
    """Whether that seat can lay this kind of card on no ground."""
    return barred(t, s, seat, 0, kind) and barred(t, s, seat, 1, kind) and barred(t, s, seat, 2, kind)


cdef inline int32_t due_to_second(const Tables* t, int32_t ground, int32_t there) noexcept nogil:
    """How many of the tiles left on a ground the second player takes."""
    if t.one_for_second:
        return t.size[ground] == SECOND_FROM and there > 0
    return there

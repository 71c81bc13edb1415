"""Tomahawk's state, the codes of its moves and events, the tables made from its data, and sets of cards.

Cards
    A card code is 1 to 31 and names all cards that are alike. The 24 base cards of a tribe, in order of strength
    and hair, are the bits 0 to 23, the specials 24 to 30; a code is the first bit of its kind plus one. A set of cards
    has the lowest bits of each kind's group, as many as there are copies, so that equal sets are equal words. No set
    has bit 31, so NO_SET cannot be mistaken for one.

Battles
    The four piles are 12 places, pile by pile; the place of a pile in each turn is fixed by the lengths alone. A row
    is the pair of cards placed on one pile in one turn; its bit is turn * PILES + pile, both from 0.
"""
from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy

from hunch.engines.contract cimport u8

cdef extern from *:
    int popcount "__builtin_popcount"(unsigned int) noexcept nogil
    int lowest "__builtin_ctz"(unsigned int) noexcept nogil               # index of the lowest set bit
    int lowest64 "__builtin_ctzll"(unsigned long long) noexcept nogil

cpdef enum:
    TURNS = 6               # turns of a game
    PILES = 4               # piles on which both place cards
    PLACES = 12             # battles of a game, each at a place
    TILES = 15              # territories
    CARDS = 24              # cards of an army, and base cards of a tribe
    CODES = 32              # card codes, 0 included
    ROWS = TURNS * PILES    # rows of a game: pairs of cards
    HOLDS = 32              # the largest lead in strength: three times 10 and a pair

    HIDDEN = 255            # a hole in a byte

    # Card codes of the specials.
    MANITOU = 25
    SOARING = 26
    REDWOOD = 27
    TWILIGHT = 28
    SKULL = 29
    STORM = 30
    CLOUD = 31
    FIRST_SPECIAL = 24      # bit of the first special in a set

    # Lands, as in tables.LANDS.
    PLAINS = 0
    FOREST = 1
    MOUNTAIN = 2
    # Icons, as in tables.ICONS.
    NO_ICON = 0
    PUMA = 1
    PICKING = 2

    # Steps of a game. Each ends with something that everybody notices, so a view is in the same step as its world.
    DEALING_0 = 0           # chance: three specials to seat 0
    DEALING_1 = 1           # chance: three specials to seat 1
    CHOOSING = 2            # both choose two of their specials
    SEEKING = 3             # chance: the animal most sought after, in the variant
    OPENING = 4             # chance: territories come up, pile by pile
    DRAWING = 5             # chance: cards for seat 0, then for seat 1
    PLACING = 6             # both place a card on each pile
    SHOWING = 7             # chance, one outcome: a row is turned face up
    LOOKING = 8             # chance, one outcome: the winner of a mountain looks at cards in forests
    TAKING = 9              # chance: Dancing Twilight takes a card
    ENDED = 10              # the game is over

    TIE = 3                 # result of a battle; 1: seat 0 won, 2: seat 1 won, 0: not fought yet

    # A move or event is one of these plus its arguments; a card 0 is one that the observer does not see.
    DEAL = 1 << 24          # + seat << 7 + specials as 7 bits (0 unseen)
    CHOOSE = 2 << 24        # + specials kept as 7 bits << 10 + base cards that leave for them << 5 and << 0
    READY = 3 << 24         # both have chosen, or both have placed
    SEEK = 4 << 24          # + tile
    OPEN = 5 << 24          # + pile << 4 + tile
    DRAW = 6 << 24          # + seat << 5 + card
    PLACE = 7 << 24         # + pile << 5 + card
    SHOW = 8 << 24          # + row << 10 + card of seat 0 << 5 + card of seat 1
    LOOK = 9 << 24          # + seat that looks << 15 + cards in contested forests, by pile, << 10, << 5, << 0
    TAKE = 10 << 24         # + seat that loses it << 7 + pile << 5 + card

cdef enum:
    # Python reads an enum as signed numbers, so state.pyx defines these for Python.
    NO_SET = 0xFFFFFFFF     # a hole for a set of cards
    KIND = 0xFF << 24       # bits of a code that name the kind of move or event

ctypedef struct TomahawkState:      # 144 bytes
    uint32_t hand[2]                # cards in hand; NO_SET if the view does not know them
    uint32_t deck[2]                # cards still to be drawn; NO_SET if the view does not know them
    uint32_t shown                  # rows that were turned face up for all
    uint32_t looked[2]              # rows of which this seat saw the other's card while it lay face down
    uint32_t due                    # rows that are still to be shown this turn
    uint32_t left                   # bit of each tile code that is neither open nor sought
    u8 card[2][TURNS][PILES]        # cards on the table, by turn and pile; 0: to come, HIDDEN: not known
    u8 pending[2][PILES]            # card placed or taken for this turn; 0: not yet; on a view the other's are HIDDEN
    u8 tile[PLACES]                 # tile codes 1 to 15; 0: not open yet
    u8 result[PLACES]               # 1: seat 0 won, 2: seat 1 won, TIE, 0: not fought yet
    u8 dealt[2]                     # specials dealt as 7 bits; 0: not yet; on a view the other's are always HIDDEN
    u8 kept[2]                      # specials kept as 7 bits; 0: not yet; hidden like `dealt`
    u8 gone_low[2]                  # base card that left for the lower special kept; hidden like `dealt`
    u8 gone_high[2]                 # base card that left for the higher special kept; hidden like `dealt`
    u8 taken[2]                     # 1 + the pile for which a card was taken from this seat's hand, else 0
    u8 drawn[2]                     # cards drawn so far
    u8 points[2]                    # animals won
    u8 scalps[2]                    # tokens taken
    u8 turn                         # turns finished
    u8 step                         # what comes next
    u8 sought                       # tile code of the sought animal; 0: none
    u8 looks                        # bit of each seat that is still to look this turn
    u8 takes                        # Dancing Twilight has yet to take: 1 + 4 * seat that loses a card + pile, else 0
    u8 spare[7]                     # always 0

ctypedef struct Tables:             # fixed when the game is made
    uint32_t group[CODES]           # by card code: the bits of all its copies
    uint32_t firsts                 # the first bit of each kind
    uint32_t tribe                  # all base cards
    uint32_t tiles_of[4]            # by length: bits of tile codes
    uint32_t starts[TURNS]          # by turn: bits of the piles whose battle begins
    uint32_t ends[TURNS]            # by turn: bits of the piles whose battle ends
    float net[CODES][CODES]         # tokens that a card takes from the one it faces, less those it loses
    float hold[3][2 * HOLDS + 1]    # by rows to come and lead + HOLDS: the chance to win less that to lose
    float worth[CODES]              # points that a card still to be placed is worth
    uint16_t choices[128]           # by specials dealt: ways to keep two; equal base cards count as different
    u8 code_at[CODES]               # card code of each bit
    u8 copies[CODES]                # by card code: how many cards
    u8 value[CODES]                 # printed strength
    u8 hair[CODES]                  # printed hair
    u8 strength[CODES][CODES]       # strength of a card that faces another, with the effects of both
    u8 tokens[CODES][CODES]         # tokens that a card takes from the one it faces
    u8 alike[11][12]                # base card codes of a strength, ended by 0
    u8 triples[35]                  # all ways to deal three specials
    u8 length[16]                   # by tile code: turns that its battle takes
    u8 land[16]                     # by tile code: its land
    u8 animals[16]                  # by tile code: its number of animals
    u8 icon[16]                     # by tile code: its icon
    u8 place[TURNS][PILES]          # by turn and pile: the place of the battle
    u8 begins[PLACES]               # first turn of a place, from 0
    u8 finishes[PLACES]             # last turn of a place, from 0
    u8 pile_of[PLACES]              # pile of a place
    u8 by_start[PLACES]             # places, in the order in which their territories come up
    u8 drawn_by[TURNS]              # cards that each has drawn when a turn begins
    u8 pair_bonus                   # what Soaring Spirit and another 2 count beyond their strengths
    u8 charmed                      # the least strength of an Indian that counts 0 when it faces Teasing Cloud
    u8 bonus                        # points for the sought animal
    u8 sought                       # whether the variant is played
    u8 by_margin                    # whether payoffs are differences in points, not wins
    double unit                     # points that a payoff of 1.0 stands for


cdef inline uint32_t plus(const Tables* t, uint32_t cards, int32_t card) noexcept nogil:
    """Returns a set with one more card of a kind."""
    return cards | ((((cards & t.group[card]) << 1) | (1u << (card - 1))) & t.group[card])


cdef inline uint32_t minus(const Tables* t, uint32_t cards, int32_t card) noexcept nogil:
    """Returns a set with one card less of a kind."""
    cdef uint32_t group = t.group[card]
    return (cards & ~group) | (((cards & group) >> 1) & group)


cdef inline bint holds(uint32_t cards, int32_t card) noexcept nogil:
    return (cards >> (card - 1)) & 1


cdef inline int32_t count_of(const Tables* t, uint32_t cards, int32_t card) noexcept nogil:
    return popcount(cards & t.group[card])


cdef inline int32_t nth(uint32_t bits, uint32_t n) noexcept nogil:
    """Returns the index of the n-th set bit, counted from 0."""
    while n:
        bits &= bits - 1
        n -= 1
    return lowest(bits)


cdef inline int32_t first_open(const u8* pending) noexcept nogil:
    """Returns the first of the eight pending cards that is not placed, or 8. For little-endian machines only."""
    cdef uint64_t all_of, empty
    memcpy(&all_of, pending, 8)
    empty = (all_of - <uint64_t>0x0101010101010101) & ~all_of & <uint64_t>0x8080808080808080
    return lowest64(empty) >> 3 if empty else 8


cdef inline uint32_t forests(const Tables* t, const TomahawkState* s, int32_t turn) noexcept nogil:
    """Returns the piles on which cards of a turn stay face down: forests whose battle continues."""
    cdef uint32_t piles = 15u & ~t.ends[turn]
    cdef uint32_t closed_piles = 0
    cdef int32_t pile
    while piles:
        pile = lowest(piles)
        piles &= piles - 1
        if t.land[s.tile[t.place[turn][pile]]] == FOREST:
            closed_piles |= 1u << pile
    return closed_piles


cdef inline bint closed(const TomahawkState* s, int32_t seat) noexcept nogil:
    """Whether the cards of a seat are hidden from the owner of the view."""
    return s.dealt[seat] == HIDDEN

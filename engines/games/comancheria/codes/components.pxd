"""Spaces, enemies, pieces, goods, places of counters and cards, Instructions: the numbers a state is made of."""

cpdef enum:
    # Spaces: 1..36 are the round ones, six to a territory in the order of its die; 0 is nowhere.
    ROUND = 36
    PALO_DURO = 37
    WEST_SQUARE = 38
    SOUTH_SQUARE = 39
    NORTHEAST_SQUARE = 40
    SOUTHEAST_SQUARE = 41
    RESERVATION = 42
    SPACES = 43
    BOX = 64                 # + Ranchería: a Band in a resource box
    FAR = 99                 # a distance with no way

    # Enemies, in the order in which they act if nothing else decides.
    NORTH = 0
    WEST = 1
    SOUTH = 2
    EAST = 3
    INACTIVE = 4             # the fifth column of the display

    # What stands on a round space: the owner of a Settlement or a Tribe is the piece less TRIBE.
    NONE = 0
    BISON_HERD = 1
    TRIBE = 2

    # Goods.
    BISON = 0
    CAPTIVES = 1
    FOOD = 2
    TRADE_GOODS = 3
    GUNS = 4
    HORSES = 5
    GOODS = 6

    # Holders and headmen, as numbers of one byte.
    WITH = 16                # + Band: a Mahimiana with a Band, or goods that a Band owns; 1 + Ranchería: in its box
    MAHIMIANA = 8            # + Ranchería: its Mahimiana; its Paraibo has the number of the Ranchería
    BY_CARD = 64             # instead of a holder: a card pays for a die
    ANY = 255                # a territory, a place or a payer that is not named; all there is of some goods

    BANDS = 15
    CAMPS = 5
    COUNTERS = 24
    TRAIL = 6
    WAR_KINDS = 15
    CARDS = 48               # development cards, twelve to a period
    SETS = 6                 # of culture cards
    PLACES = 6               # of the Operations Track: Start, 1 to 4, Must Do Passage of Time
    MUST = 5
    LAST = 5                 # Victory Check on the Passage of Time Track
    TRACK = 8
    DRAWN = 5                # counters drawn in one Success Check
    DEPTH = 12
    MOST_MP = 60             # of a Band in one activation: Horses taken on the way may be ridden, too
    MOST_ENEMY_AP = 9999

    # Where an Instruction counter is.
    ASIDE = 0                # its enemy is not in the game yet
    CUP = 1
    HAND = 2                 # drawn and being resolved
    CELL = 8                 # + 6 * column + row
    UNDER = 40               # + enemy: below its War Column
    ON = 64                  # + space: Peace on a square, Ally on a Tribe

    # Where a development card is.
    GONE = 0
    DECK = 1
    TOP = 2                  # + 0..2: known to lie on top of the deck, in this order
    OPEN = 5                 # + place 0..2
    HELD = 8
    BOUGHT = 9               # in play until the next Passage of Time
    DISCARDED = 10

    # Outcome.
    PLAYING = 0
    WON = 1
    LOST = 2

    # Bits of `once`: what happens once in an operation, an activation, a War phase, a Passage or a turn.
    USED_TRADE = 1           # the Trade without AP of this operation
    USED_PEACE_TRADE = 2     # the first Trade of this operation in a Peace Space
    FAIR = 4                 # Trade on the West square costs no AP in this operation
    MOVED = 8                # the active Band has left a space
    USED_REROLL = 16         # the free reroll of this War phase
    USED_SECOND_LIFE = 32    # the free reroll of this Passage's headmen
    STAKES = 64              # Higher stakes: Military changes at the end of this turn
    MADE_BAND = 128          # the Band of this Passage that costs less was made

    # Bits of `gates`.
    SANTA_FE = 1
    REMOVAL = 2
    MEXICAN_WAR = 4

    # Instructions.
    ALLY = 1
    CULT = 2
    ENCROACH = 3
    HUNT = 4
    PEACE = 5
    RAID = 6
    RECOVER = 7
    SETTLE = 8
    SUBJUGATE = 9
    WAR = 10

    # Ways to move on the map.
    BY_BAND = 0
    BY_COLONIAL = 1
    BY_NORTH = 2
    BY_TRACE = 3
    WAYS = 4

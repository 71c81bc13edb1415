"""The numbers in a state: spaces, enemies, pieces, goods, places of counters and cards, Instructions."""

cpdef enum:
    # Spaces: 1..36 are the round ones, six to a territory in the order of its die; 0 is nowhere.
    ROUND = 36               # the last round space
    PALO_DURO = 37
    WEST_SQUARE = 38
    SOUTH_SQUARE = 39
    NORTHEAST_SQUARE = 40
    SOUTHEAST_SQUARE = 41
    RESERVATION = 42
    SPACES = 43              # one more than the last space
    BOX = 64                 # BOX + Ranchería: the place of a Band in a resource box
    FAR = 99                 # the distance between spaces without a way

    # Enemies, in the order in which they act if nothing else decides.
    NORTH = 0
    WEST = 1
    SOUTH = 2
    EAST = 3
    INACTIVE = 4             # the fifth column of the display, for executed counters

    # Pieces on a round space. TRIBE is the piece of the North; TRIBE + enemy is a Settlement of that enemy.
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
    GOODS = 6                # the number of kinds of goods

    # Holders and headmen in one byte. 1 + Ranchería is the holder of a box.
    WITH = 16                # WITH + Band: a Mahimiana with that Band, or goods that it owns
    MAHIMIANA = 8            # MAHIMIANA + Ranchería: its Mahimiana. The number of a Ranchería itself is its Paraibo.
    BY_CARD = 64             # instead of a holder: a card pays for another roll
    ANY = 255                # no particular territory, place or payer; as a number of goods, all of them

    # How many there are of each, and the limits of a state.
    BANDS = 15
    CAMPS = 5                # Rancherías
    COUNTERS = 24            # Instruction counters, six of each enemy
    TRAIL = 6                # places of the wagon trail
    WAR_KINDS = 15           # kinds of War cards
    CARDS = 48               # development cards, twelve to a period
    SETS = 6                 # sets of culture cards
    PLACES = 6               # places of the Operations Track: Start, 1 to 4, Must Do Passage of Time
    MUST = 5                 # Must Do Passage of Time, on the Operations Track
    LAST = 5                 # Victory Check, on the Passage of Time Track
    TRACK = 8                # places of the medicine track
    DRAWN = 5                # Instruction counters that one Success Check may draw
    DEPTH = 12               # frames on the stack
    MOST_MP = 60             # MP of a Band in one activation; Horses taken on the way may be ridden, too
    MOST_ENEMY_AP = 9999     # AP of the enemy

    # Places of an Instruction counter.
    ASIDE = 0                # outside the game, because its enemy is not in it yet
    CUP = 1
    HAND = 2                 # drawn and being resolved
    CELL = 8                 # CELL + 6 * column + row: on the display
    UNDER = 40               # UNDER + enemy: below its War Column
    ON = 64                  # ON + space: Peace on a square, Ally on a Tribe

    # Places of a development card.
    GONE = 0                 # out of the game
    DECK = 1
    TOP = 2                  # TOP + 0, 1 or 2: known to lie on top of the deck, in this order
    OPEN = 5                 # OPEN + place 0, 1 or 2
    HELD = 8                 # in the hand
    BOUGHT = 9               # in play until the next Passage of Time
    DISCARDED = 10

    # Outcomes.
    PLAYING = 0
    WON = 1
    LOST = 2

    # Bits of `once`: things that happen at most once in an operation, an activation, a War phase, a Passage or a turn.
    USED_TRADE = 1           # the Trade without AP of this operation
    USED_PEACE_TRADE = 2     # the first Trade of this operation in a Peace Space
    FAIR = 4                 # Trade on the West square costs no AP in this operation
    MOVED = 8                # the active Band has left a space
    USED_REROLL = 16         # the free reroll of this War phase
    USED_SECOND_LIFE = 32    # the free reroll of this Passage's headmen
    STAKES = 64              # Higher stakes: Military changes at the end of this turn
    MADE_BAND = 128          # the Band of this Passage that costs less was made

    # Bits of `gates`: lines of the map that cards have opened.
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

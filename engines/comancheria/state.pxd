"""The state of Comanchería, the names of everything in it, and the small questions every room asks of it."""
from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset

from hunch.engines.contract cimport check, move_t, u8

cdef enum:
    # Spaces: 1..36 are the round ones, six to a territory in the order of its die; 0 is nowhere.
    ROUND = 36
    PALO_DURO = 37
    WEST_SQUARE = 38
    SOUTH_SQUARE = 39
    NORTHEAST_SQUARE = 40
    SOUTHEAST_SQUARE = 41
    RESERVATION = 42
    SPACES = 43
    BOX = 64                 # + Ranchería: where a Band is that lies in a resource box
    FAR = 99                 # a distance: there is no way

    # Enemies, in the order in which they act where nothing else decides.
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
    MADE_BAND = 128          # a Band was made in this Passage

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

cdef enum:
    # Verbs: the highest byte of a move code; three bytes of arguments follow. Chance first.
    V_DIE = 1                # purpose, whose, value
    V_DRAW = 2               # purpose, 0, what: DRAWN_* below or 32 + counter
    V_PICK = 3               # purpose, whose, what
    V_WAR_CARD = 4           # purpose, 0, kind
    V_CARD = 5               # place, 0, card
    V_MARK = 6               # trail place, 0, what
    # Decisions.
    V_DONE = 32              # nothing more, or no
    V_OPERATE = 33           # operation
    V_CAMP = 34              # Ranchería
    V_BAND = 35              # Band
    V_NEXT = 36              # activate the next Band of the medicine track
    V_COLLECT = 37           # take AP for the rest of the track
    V_TAKE = 38              # goods, number
    V_TAKE_HEADMAN = 39      # Mahimiana
    V_HUNT = 40
    V_MOVE = 41              # space
    V_RAID = 42
    V_TRADE = 43             # given, taken
    V_RIDE = 44              # discard a Horses for a movement point
    V_STEAL = 45             # enemy
    V_REROLL = 46            # 0 no, 1 + holder (16 + band, 0..4 Ranchería), 64 a card
    V_GUNS = 47              # in battle 0 no 1 yes; in a Success Check the value of the counter
    V_LOOT = 48              # Horses, Captives
    V_FIGHT = 49
    V_YIELD = 50
    V_ATTEMPT = 51           # more than one headman's action
    V_PRAY = 52              # medicine for AP
    V_BUY = 53               # place
    V_RESTORE = 54           # a Success from Out of Play, for 1 AP
    V_CONVERT = 55           # Culture into Military
    V_RETIRE = 56            # Mahimiana
    V_FOUND = 57             # Band
    V_NEW_BAND = 58          # Ranchería
    V_STRENGTHEN = 59        # Band, goods
    V_PAY = 60               # goods
    V_MOVE_CAMP = 61         # Ranchería, space
    V_CULTURE = 62           # set
    V_SPACE = 63             # space
    V_PLAY = 64              # card from the hand
    V_DROP = 65              # Band, goods, number (255: all there is)
    V_DROP_HEADMAN = 66      # Band
    V_RETURN = 67            # enemy: Return captives
    V_SLIP = 68              # enemy: Give them the slip
    V_AMBUSH = 69            # enemy: Successful ambush
    V_HEADMAN = 70           # 0..4 Paraibo, 8..12 Mahimiana
    V_AMOUNT = 71            # number
    V_HOLDER = 72            # as the payer of V_REROLL
    V_END = 73

    # What a draw from the cup gives.
    DRAWN_SUCCESS = 1
    DRAWN_TWO = 2
    DRAWN_THREE = 3
    DRAWN_FOUR = 4
    DRAWN_COUNTER = 32

    # Operations.
    O_ACTIONS = 1
    O_CULTURE = 2
    O_PLANNING = 3
    O_PASSAGE = 4

cdef enum:
    # Purposes of dice.
    D_WAR_STRENGTH = 1       # enemy
    D_BATTLE = 2             # enemy
    D_BONUS = 3              # Mahimiana
    D_GUNS = 4               # value of the counter
    D_PEACE = 5              # counter
    D_OPERATIONS = 6         # number on the track
    D_HEADMAN = 7            # Ranchería
    D_SUCCESSOR = 8          # Ranchería
    D_DEATH = 9              # headman
    D_PASSAGE_PEACE = 10     # counter
    D_BISON = 11
    D_PASSAGE = 12           # number on the track
    D_DISCONTENT = 13        # Ranchería
    D_ENEMY = 14             # which enemy acts
    D_ROW = 15               # enemy: which counter is flipped
    D_CUP_ROW = 16           # enemy: which counter goes to the cup
    D_ENCROACH = 17
    D_HUNT = 18
    D_DROUGHT = 19           # a card takes Bison
    D_EPIDEMIC = 20          # Ranchería
    LAST_DIE = 20

    # Purposes of draws from the cup and from the War deck.
    C_CHECK = 1
    C_CLEANUP = 2
    LAST_CUP = 2
    W_MOVEMENT = 1
    W_EVENT = 2
    W_FAST = 3
    LAST_WAR = 3

    # Purposes of random picks.
    K_COUNTER_CUP = 1        # enemy: the counter of the setup that starts in the cup
    K_COUNTER_ROW = 2        # 8 * enemy + row
    K_BISON = 3
    K_GOAL = 4               # enemy: the nearest Ranchería
    K_STEP = 5               # enemy: the next space of the way
    K_HOME = 6               # enemy: where a column goes back to
    K_SQUARE = 7             # enemy: which of the two squares of the East
    K_RAID = 8
    K_RECOVER = 9            # enemy
    K_SETTLE = 10            # enemy
    K_SUBJUGATE = 11         # enemy
    K_HUNT = 12              # territory
    K_SURPRISE = 13          # which column
    K_SURPRISE_GOAL = 14     # enemy
    LAST_PICK = 14

    # Questions.
    Q_OPERATION = 1
    Q_CAMP = 2               # to activate
    Q_PLACE = 3              # Ranchería
    Q_TRACK = 4              # next Band, collect or stop; Ranchería, AP
    Q_SPEND = 5
    Q_TAKE = 6               # Band, Ranchería, lowest
    Q_ACTION = 7
    Q_COUNTER = 8            # a countermeasure of the War Event
    Q_REROLL = 9             # purpose, value, payer
    Q_REDRAW = 10            # Band
    Q_GUNS = 11              # Band
    Q_LOOT = 12              # number
    Q_STAND = 13             # enemy, Ranchería
    Q_UNIT = 14              # Ranchería
    Q_BATTLE_GUNS = 15       # Band
    Q_CARDS = 16             # a hand card, or none
    Q_HEADMAN = 17           # Ranchería, first
    Q_SPARE = 18
    Q_CAMPS = 19             # done mask
    Q_TRAVOIS = 20
    Q_NEW_BAND = 21          # lowest Ranchería; prices follow from the parent frame
    Q_PAY = 22               # Ranchería, price, lowest
    Q_STRENGTHEN = 23        # lowest Band
    Q_SECOND = 24            # Band that was strengthened first
    Q_FOUND = 25
    Q_RETIRE = 26            # Mahimiana
    Q_GOODS = 27             # place of the Operations Track, 255 all
    Q_BISON_SPACE = 28       # territory, 255 any
    Q_BISON_FROM = 29        # territory
    Q_CULTURE = 30           # free
    Q_EXCESS = 31            # space
    Q_DROP = 32              # Band
    Q_ALLY = 33              # mask of territories, may be declined
    Q_TRIBE_SPACE = 34       # territory
    Q_BOX = 35               # a Ranchería for goods of a card
    Q_ANY_HEADMAN = 36       # 0 any, 3 Mahimiana only
    Q_BAND_OR_NEW = 37
    Q_REMOVE = 38            # owner, territory, owner, territory
    Q_RANSOM = 39            # most
    Q_SWAP = 40              # from, to, territory
    Q_REFUGE = 41
    Q_RESERVE = 42
    Q_SICK = 43              # Ranchería
    LAST_QUESTION = 43

    # Effects of cards, at a moment.
    E_RESOURCE = 1           # goods, number
    E_AP = 2                 # number
    E_ENEMY_AP = 3
    E_MILITARY = 4           # 128 + number
    E_CULTURE = 5            # 128 + number
    E_MEDICINE = 6           # 0 any headman, 1 every Paraibo, 2 the first Paraibo is set, 3 a Mahimiana and his battles
    E_BAND = 7
    E_PLACE_BISON = 8
    E_REMOVE_BISON = 9
    E_PLACE_TRIBE = 10       # territory, number
    E_REMOVE_PIECE = 11      # owner, territory (255 any), owner, territory
    E_REMOVE_LOWEST = 12     # territory, territory: a Tribe that is not allied
    E_EXECUTE = 13           # enemy, instruction, cost
    E_ALLY = 14              # mask of territories, number
    E_PEACE = 15             # enemy
    E_NO_PEACE = 16          # enemy
    E_GATE = 17              # bit
    E_FLAG = 18              # enemy, nation
    E_FAIR = 19
    E_RANSOM = 20            # most
    E_SWAP = 21              # from, to, most, territory
    E_REFUGE = 22
    E_RESERVE_OR_CULTURE = 23  # 128 + number
    E_EPIDEMIC = 24          # highest die
    E_CULTURE_IF_RESERVE = 25  # 128 + number
    E_ACTIVATE = 26          # enemy

    # Effects of cards, as long as they lie there.
    X_WAR_STRENGTH = 1       # enemy, number
    X_COLUMN_BATTLE = 2      # enemy, number
    X_BAND_BATTLE = 3        # number
    X_HEADMAN_BATTLE = 4     # number: of the Mahimiana chosen
    X_PLANNING_AP = 5        # number
    X_TRADE_FREE = 6         # West square and a territory
    X_SEE_PALO_DURO = 7
    X_FEWER_BISON = 8        # number
    X_PEACE_FOOD = 9
    X_BISON_LEAVE = 10

    # Culture cards.
    B_BATTLE_ONCE = 1
    B_BATTLE_REROLL = 2
    B_BATTLE_ALWAYS = 3
    B_COLUMN_WEAKER = 4
    B_COLUMN_GLORY = 5
    B_COLUMN_TIE = 6
    B_FIRST_MOVE = 7
    B_HOME_MOVES = 8
    B_ONE_MORE_MP = 9
    B_FREE_TRADE = 10
    B_HORSE_TRADE = 11
    B_CAPTIVE_TRADE = 12
    B_FIRST_BAND = 13
    B_CAPTIVE_POP = 14
    B_SPARE = 15
    B_BONUS_MEDICINE = 16
    B_SECOND_LIFE = 17
    B_FULL_SUCCESSOR = 18
    BONUSES = 19

    # War Events.
    WE_PICKETS = 1
    WE_FAST = 2
    WE_STEAL = 3
    WE_SLIP = 4
    WE_SURPRISE = 5
    WE_TRAVOIS = 6
    WE_BAD_INFORMATION = 7
    WE_OPEN_SPACES = 8
    WE_RETURN = 9
    WE_STAKES = 10
    WE_AMBUSH = 11
    WE_RESHUFFLE = 12

cdef enum:
    # Steps: what a frame does when what lies above it is done. Leaves first: on top of the stack at rest is a leaf.
    S_DIE = 1                # a die is to be rolled: purpose, whose, first, second, two, payer
    S_DRAW = 2               # purpose
    S_PICK = 3               # purpose, whose, from
    S_WAR_CARD = 4           # purpose
    S_CARD = 5               # place
    S_MARK = 6               # trail place
    S_ASK = 7                # question and its arguments
    S_DIE_KEPT = 8           # as S_DIE
    # Setup.
    S_SETUP = 10             # enemy, row
    S_SETUP_COUNTER = 11
    S_SETUP_SETTLE = 12      # enemy, number
    S_SETUP_BISON = 13       # number
    S_SETUP_BISON_AT = 14
    S_SETUP_CULTURE = 15
    S_SETUP_CULTURE_GOT = 16
    S_SETUP_CARDS = 17       # place
    S_ACTIVATE_ENEMY = 18    # enemy, row
    S_ACTIVATE_COUNTER = 19
    # A turn.
    S_TURN_WAR = 20
    S_TURN_SELECT = 21
    S_TURN_OPERATE = 22
    S_TURN_CLEANUP = 23
    S_TURN_AGAIN = 24        # a card was played before the operation
    # War Column phase.
    S_WAR_BEGIN = 30
    S_WAR_CARD_DRAWN = 31
    S_WAR_MOVE = 32          # kind, enemy
    S_WAR_ROLL = 33          # kind, enemy
    S_WAR_ROLLED = 34
    S_WAR_EVENT_DRAWN = 35
    S_WAR_BATTLES = 36       # 0, enemy
    S_WAR_CAMPS = 37
    S_WAR_STOOD = 38         # 0, enemy, enemy, Ranchería
    S_EVENT = 39             # kind
    S_EVENT_FAST = 40
    S_EVENT_MOVE = 41        # kind, enemy
    S_EVENT_COLUMN = 42
    S_EVENT_GOAL = 43        # kind, enemy
    S_EVENT_TRAVOIS = 44
    S_GO = 45                # enemy, steps, goal, no loss
    S_GO_GOAL = 46
    S_GO_STEP = 47
    S_GO_STEPPED = 48
    S_MARCH = 49             # enemy
    S_MARCH_CARD = 50
    S_MARCH_ROLL = 51
    S_MARCH_ROLLED = 52
    S_HOME = 53              # enemy
    S_HOME_AT = 54
    S_CAMP_GO = 55           # Ranchería, space
    # Battles.
    S_BATTLE = 60            # enemy, Band + 1, Ranchería + 1, used
    S_BATTLE_UNIT = 61
    S_BATTLE_READY = 62
    S_BATTLE_CARDS = 63
    S_BATTLE_GUNS = 64
    S_BATTLE_ARMED = 65
    S_BATTLE_ROLLED = 66
    # Take Actions.
    S_ACT = 70
    S_ACT_CAMP = 71
    S_ACT_PLACE = 72         # Ranchería, placed in all, placed so far
    S_ACT_PLACED = 73
    S_ACT_BAND = 74
    S_ACT_AFTER = 75
    S_ACT_CHOSEN = 76
    S_ACT_SPEND = 77
    S_ACT_SPENT = 78
    S_OPS = 79               # the end of an operation: the Operations counter
    S_OPS_ROLLED = 80
    S_TAKE = 81              # Band, Ranchería, lowest
    S_TAKE_GOT = 82
    S_ACTIVE = 83            # Band
    S_ACTIVE_ASK = 84
    S_ACTIVE_ANSWER = 85
    S_ACTIVE_MARK = 86
    S_ACTIVE_COUNTER = 87
    S_ACTIVE_COUNTERED = 88
    # Raid and Success Check.
    S_RAID = 90              # Band, to draw, drawn in all, value, Successes
    S_RAID_BONUS = 91
    S_RAID_DRAW = 92
    S_RAID_DREW = 93
    S_RAID_REDRAW = 94
    S_RAID_GUNS = 95
    S_RAID_ARMED = 96
    S_RAID_SHOT = 97
    S_RAID_COUNTERS = 98
    S_RAID_LOOT = 99
    S_RAID_LOOTED = 100
    S_RAID_PEACE = 101
    # Culture and Planning.
    S_CULTURE = 110
    S_PLAN = 111
    S_PLAN_HEADMAN = 112     # Ranchería, actions left
    S_PLAN_ACTED = 113
    S_PLAN_TRIED = 114
    S_PLAN_MORE = 115
    S_PLAN_MORE_ACTED = 116
    S_PLAN_SUCCESSOR = 117   # Ranchería
    S_PLAN_SUCCEEDED = 118
    S_PLAN_DECLINE = 119
    S_PLAN_SPARED = 120
    S_PLAN_CAMPS = 121       # done mask
    S_PLAN_CAMP = 122
    S_PLAN_ENEMY = 123
    # Passage of Time.
    S_PASS = 130
    S_PASS_BANDS = 131       # lowest Ranchería, made in each
    S_PASS_BAND = 132
    S_PASS_BAND_PAID = 133
    S_PASS_STRENGTHEN = 134  # lowest Band
    S_PASS_STRONGER = 135
    S_PASS_SECOND = 136
    S_PASS_FOUND = 137
    S_PASS_FOUNDED = 138
    S_PASS_RETIRE = 139      # Mahimiana, retired
    S_PASS_RETIRED = 140
    S_PASS_DEATH = 141       # headman, retired
    S_PASS_DIED = 142
    S_PASS_SUCCESSOR = 143   # Ranchería
    S_PASS_SUCCEEDED = 144
    S_PASS_GOODS = 145
    S_PASS_GOODS_TO = 146
    S_PASS_PEACE = 147       # counter
    S_PASS_PEACE_ROLLED = 148
    S_PASS_BISON = 149       # to place, to remove
    S_PASS_BISON_ROLLED = 150
    S_PASS_BISON_AT = 151
    S_PASS_BISON_FROM = 152
    S_PASS_BISON_GONE = 153
    S_PASS_DISCARD = 154     # card
    S_PASS_REVEAL = 155      # place
    S_PASS_CULTURE = 156
    S_PASS_CULTURE_GOT = 157
    S_PASS_TRACK = 158
    S_PASS_TRACK_ROLLED = 159
    S_VICTORY = 160
    S_VICTORY_DONE = 161
    S_PAY = 162              # Ranchería, price, lowest
    S_PAY_PAID = 163
    S_REVEAL = 164           # place: a card is drawn and resolved
    S_REVEALED = 165
    # Cleanup.
    S_CLEAN = 170
    S_CLEAN_CARDS = 171
    S_CLEAN_STACK = 172
    S_CLEAN_STACKED = 173
    S_CLEAN_DROP = 174       # Band
    S_CLEAN_DROPPED = 175
    S_CLEAN_GOODS = 176
    S_CLEAN_GOODS_TO = 177
    S_CLEAN_UNREST = 178     # Ranchería
    S_CLEAN_UNREST_ROLLED = 179
    S_CLEAN_DRAW = 180
    S_CLEAN_DRAWN = 181
    S_CLEAN_ENEMY = 182
    S_CLEAN_TRAIL = 183
    S_CLEAN_MARKS = 184      # trail place, AP found
    S_CLEAN_END = 185
    # The enemy.
    S_A = 190                # enemy, counter + 1, row
    S_A_ENEMY = 191
    S_A_ROW = 192
    S_A_PAY = 193
    S_A_SLIDE = 194
    S_B = 195
    S_B_ENEMY = 196
    S_B_ROW = 197
    S_B_SLIDE = 198
    S_C = 199                # counter
    S_C_ROW = 200
    S_C_ROLLED = 201
    S_EXEC = 202             # enemy, instruction, cost, counter + 1, scratch, scratch
    S_EXEC_RECOVER = 203
    S_EXEC_ALLY = 204
    S_EXEC_TERRITORY = 205
    S_EXEC_TRIBE = 206
    S_EXEC_HUNT = 207
    S_EXEC_HUNTED = 208
    S_EXEC_SETTLE = 209
    S_EXEC_SETTLED = 210
    S_EXEC_SUBDUED = 211
    S_EXEC_WAR = 212
    S_EXEC_RAID = 213
    # Cards.
    S_EFFECT = 220           # card, moment, index, scratch
    S_EFFECT_BOX = 221
    S_EFFECT_HEADMAN = 222
    S_EFFECT_BAND = 223
    S_EFFECT_BISON = 224
    S_EFFECT_DROUGHT = 225
    S_EFFECT_DROUGHT_AT = 226
    S_EFFECT_TRIBE = 227
    S_EFFECT_PIECE = 228
    S_EFFECT_ALLY = 229
    S_EFFECT_RANSOM = 230
    S_EFFECT_SWAP = 231
    S_EFFECT_REFUGE = 232
    S_EFFECT_RESERVE = 233
    S_EFFECT_EPIDEMIC = 234
    S_EFFECT_SICK = 235
    STEPS = 236

    # Moments of a card.
    M_REVEAL = 0
    M_PLAY = 1
    M_DISCARD = 2
    MOMENTS = 3

ctypedef struct Frame:       # 8 bytes
    u8 step
    u8 a
    u8 b
    u8 c
    u8 d
    u8 e
    u8 g
    u8 h

ctypedef struct ComancheriaState:    # 608 bytes
    uint32_t answer                  # what a leaf gave to the frame below it; 0 at rest
    uint16_t enemy_ap                # on the General Record Track
    u8 depth                         # frames in use
    u8 outcome
    Frame frame[DEPTH]
    u8 period                        # 1..4
    u8 present                       # bit e: enemy e is in the game
    u8 gates                         # SANTA_FE, REMOVAL, MEXICAN_WAR
    u8 once
    u8 military
    u8 culture
    u8 ap
    u8 operations                    # 0 Start, 1..4, 5 Must Do Passage of Time
    u8 passage                       # 0 Start, 1..4, 5 Victory Check
    u8 nation[4]                     # flag of each colonial enemy, 0 none
    u8 piece[SPACES]
    u8 ravaged[SPACES]
    u8 mark[TRAIL]                   # 1: a "?" lies there
    u8 column_at[4]                  # 0: no column
    u8 column_strength[4]
    u8 where[COUNTERS]
    u8 face[COUNTERS]                # 1: back up
    u8 cup_success                   # with those that lie under "?"
    u8 cup_ap[3]                     # with those that lie under "?"
    u8 box_ap[3]                     # Available Enemy AP
    u8 out_success                   # Out of Play
    u8 drawn_success                 # drawn in this Success Check
    u8 drawn_ap[3]
    u8 drawn_counter[DRAWN]          # Instruction + 1, in the order of the draw
    u8 ops_success[PLACES]
    u8 ops_goods[PLACES][GOODS]
    u8 camp_at[CAMPS]                # 0: not in play
    u8 paraibo[CAMPS]                # medicine
    u8 mahimiana[CAMPS]              # medicine, 0: Out of Play
    u8 headman_at[CAMPS]             # Mahimiana: 0 Out of Play, 1 + Ranchería whose box it is in, 16 + Band
    u8 paraibo_success[CAMPS]
    u8 mahimiana_success[CAMPS]
    u8 camp_goods[CAMPS][GOODS]      # owned by no Band
    u8 band_strength[BANDS]          # 0: in stock
    u8 band_at[BANDS]                # space, or BOX + Ranchería
    u8 band_done[BANDS]              # finished
    u8 band_goods[BANDS][GOODS]
    u8 track[TRACK]                  # Band + 1, from the right of the medicine track
    u8 active                        # Band + 1
    u8 mp
    u8 stolen                        # MP spent on Steal their horses in this activation
    u8 war_event                     # kind + 1
    u8 war_left[WAR_KINDS]
    u8 card[CARDS]                   # where each development card is
    u8 level[SETS]                   # culture cards bought, 0..3
    u8 chosen                        # Mahimiana + 1 that a card gives its bonus to
    u8 spare[7]

ctypedef ComancheriaState St

ctypedef struct Effect:
    u8 kind
    u8 x
    u8 y
    u8 z
    u8 w

ctypedef struct Card:
    u8 buy                   # 0 cannot be bought, 1 into the hand, 2 into play
    u8 cost
    u8 leaves                # 1: not shuffled again
    u8 count[MOMENTS]
    u8 standing
    Effect effect[MOMENTS][4]
    Effect stands[2]

ctypedef struct Tables:
    u8 near[WAYS][8][SPACES][8]      # neighbours by way and open gates, 0 ends
    u8 distance[WAYS][8][SPACES][SPACES]
    u8 trail[TRAIL]                  # spaces, nearest to the north-east square first
    u8 reservation_from[4]
    u8 die_area[7]                   # the territory of each number of a die
    u8 band_mp[4]
    u8 modifier[4][9]                # of a War Column, by enemy and strength: subtracted
    u8 kind[COUNTERS][2]             # instruction on each face
    u8 cost[COUNTERS][2]
    u8 most_goods[GOODS]
    u8 most_bands
    u8 most_tribes
    u8 most_bison
    u8 most_settlements[4]
    u8 most_ravaged
    u8 most_success
    u8 most_ap_counters[3]
    u8 value[3]                      # of Enemy AP counters
    u8 most_ap
    u8 most_military
    u8 most_culture
    u8 most_paraibo
    u8 most_mahimiana
    u8 war_count[WAR_KINDS]
    u8 war_effect[WAR_KINDS]
    u8 war_moves[WAR_KINDS][4]
    u8 enemy_die[5][7]               # by period and die
    Card card[CARDS + 5]             # development cards, then history cards of periods 1..4 at CARDS + period
    u8 bonus_set[BONUSES]
    u8 bonus_level[BONUSES]
    u8 bonus_war[BONUSES]            # 1: switched off by Alert pickets
    u8 culture_cost[SETS][4]
    u8 goal_control[5]               # objective by period: territories to control,
    u8 goal_camps[5]                 # territories with a Ranchería,
    u8 goal_named[5]                 # mask: one of these is controlled (first form: this one must be)
    u8 goal_other[5]                 # 1: a Ranchería in another territory than the named one
    u8 goal_free[5]                  # 1: a Ranchería or Band outside the Reservation
    u8 goal_points[5]                # Military + Culture at least
    u8 first_period
    u8 last_period
    bint full                        # `legal` gives every order of a decision
    # The stack of frames: see stack.py.
    u8 arguments[STEPS][7]
    u8 child[STEPS][STEPS]
    u8 leaf[STEPS][2]
    u8 question[LAST_QUESTION + 1][4]
    u8 whose[2][LAST_DIE + 1]
    # Setup of the scenario.
    St start
    u8 settle[4]                     # Settle instructions to carry out
    u8 random_bison
    u8 free_culture


cdef inline move_t code(int32_t verb, int32_t x=0, int32_t y=0, int32_t z=0) noexcept nogil:
    return (<uint32_t>verb << 24) | (<uint32_t>x << 16) | (<uint32_t>y << 8) | <uint32_t>z


cdef inline int32_t verb_of(move_t m) noexcept nogil:
    return m >> 24


cdef inline int32_t x_of(move_t m) noexcept nogil:
    return (m >> 16) & 255


cdef inline int32_t y_of(move_t m) noexcept nogil:
    return (m >> 8) & 255


cdef inline int32_t z_of(move_t m) noexcept nogil:
    return m & 255


cdef inline void push(
    St* s, int32_t step, int32_t a=0, int32_t b=0, int32_t c=0, int32_t d=0, int32_t e=0, int32_t g=0, int32_t h=0
) noexcept nogil:
    cdef Frame* f
    check(s.depth < DEPTH, "comancheria: the stack of frames is deep enough")
    f = &s.frame[s.depth]
    f.step, f.a, f.b, f.c, f.d, f.e, f.g, f.h = step, a, b, c, d, e, g, h
    s.depth += 1


cdef inline void pop(St* s) noexcept nogil:
    s.depth -= 1
    memset(&s.frame[s.depth], 0, sizeof(Frame))


cdef inline void give(St* s, uint32_t answer) noexcept nogil:
    """A leaf ends with what it found."""
    pop(s)
    s.answer = answer


cdef inline void ask(St* s, int32_t question, int32_t b=0, int32_t c=0, int32_t d=0, int32_t e=0) noexcept nogil:
    s.answer = 0
    push(s, S_ASK, question, b, c, d, e)


cdef inline void die(St* s, int32_t purpose, int32_t whose=0) noexcept nogil:
    s.answer = 0
    push(s, S_DIE, purpose, whose)


cdef inline void pick(St* s, int32_t purpose, int32_t whose=0, int32_t start=0) noexcept nogil:
    s.answer = 0
    push(s, S_PICK, purpose, whose, start)


cdef inline void then(Frame* f, int32_t step) noexcept nogil:
    f.step = step


cdef inline int32_t territory(int32_t space) noexcept nogil:
    """0..5, of a round space."""
    return (space - 1) // 6


cdef inline int32_t worth(int32_t space) noexcept nogil:
    """The value 1..6 printed on a round space."""
    return (space - 1) % 6 + 1


cdef inline bint is_round(int32_t space) noexcept nogil:
    return 1 <= space <= ROUND


cdef inline int32_t owner_of_counter(int32_t counter) noexcept nogil:
    return counter // 6


cdef inline int32_t in_box(const St* s, int32_t band) noexcept nogil:
    """The Ranchería whose box the Band is in, or -1."""
    return s.band_at[band] - BOX if s.band_at[band] >= BOX else -1


cdef inline bint chosen_bonus(const Tables* t, const St* s, int32_t bonus) noexcept nogil:
    """Whether a culture card gives this now."""
    if s.level[t.bonus_set[bonus]] < t.bonus_level[bonus]:
        return False
    return not (t.bonus_war[bonus] and s.war_event and t.war_effect[s.war_event - 1] == WE_PICKETS)

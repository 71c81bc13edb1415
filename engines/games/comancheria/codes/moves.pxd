"""What may happen and what the player decides: verbs of move codes, purposes of dice, draws and picks, questions."""

cpdef enum:
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

cpdef enum:
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
    Q_SECOND = 24            # Band that was strengthened first, by a Food of its own
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
    Q_CAMP_ON = 44           # Ranchería, spaces that it may still move
    LAST_QUESTION = 44

"""The numbers in moves and leaves: verbs, operations, purposes of dice, draws and picks, and questions."""

cpdef enum:
    # Verbs: the highest byte of a move code, above three bytes of arguments. A comment names the arguments.
    # Chance.
    V_DIE = 1                # purpose, whose, value
    V_DRAW = 2               # purpose, 0, counter: DRAWN_SUCCESS to DRAWN_FOUR or DRAWN_COUNTER + counter
    V_PICK = 3               # purpose, whose, what was picked
    V_WAR_CARD = 4           # purpose, 0, kind of War card
    V_CARD = 5               # place, 0, card
    V_MARK = 6               # place of the wagon trail, 0, counter as in V_DRAW
    # Decisions.
    V_DONE = 32              # none; nothing more, or no
    V_OPERATE = 33           # operation
    V_CAMP = 34              # Ranchería
    V_BAND = 35              # Band
    V_NEXT = 36              # none; activates the next Band of the medicine track
    V_COLLECT = 37           # AP for the rest of the medicine track
    V_TAKE = 38              # goods, number
    V_TAKE_HEADMAN = 39      # Mahimiana
    V_HUNT = 40
    V_MOVE = 41              # space
    V_RAID = 42
    V_TRADE = 43             # given, taken
    V_RIDE = 44              # none; discards a Horses for a movement point
    V_STEAL = 45             # enemy
    V_REROLL = 46            # 0 no; 1 + Ranchería, WITH + Band or BY_CARD that pays
    V_GUNS = 47              # in battle 0 no, 1 yes; in a Success Check the kind of Enemy AP counter
    V_LOOT = 48              # number of Horses, number of Captives
    V_FIGHT = 49
    V_YIELD = 50
    V_ATTEMPT = 51           # none; tries for more than one action of a headman
    V_PRAY = 52              # none; medicine for AP
    V_BUY = 53               # place of the card
    V_RESTORE = 54           # none; a Success from Out of Play, for 1 AP
    V_CONVERT = 55           # none; Culture into Military
    V_RETIRE = 56            # Mahimiana
    V_FOUND = 57             # Band
    V_NEW_BAND = 58          # Ranchería
    V_STRENGTHEN = 59        # Band, goods
    V_PAY = 60               # goods
    V_MOVE_CAMP = 61         # Ranchería, space
    V_CULTURE = 62           # set
    V_SPACE = 63             # space
    V_PLAY = 64              # card of the hand
    V_DROP = 65              # Band, goods, number or ANY for all
    V_DROP_HEADMAN = 66      # Band
    V_RETURN = 67            # enemy: Return captives
    V_SLIP = 68              # enemy: Give them the slip
    V_AMBUSH = 69            # enemy: Successful ambush
    V_HEADMAN = 70           # Ranchería for its Paraibo, MAHIMIANA + Ranchería for its Mahimiana
    V_AMOUNT = 71            # number
    V_HOLDER = 72            # holder: 1 + Ranchería or WITH + Band
    V_END = 73

    # What a draw from the cup gives.
    DRAWN_SUCCESS = 1
    DRAWN_TWO = 2            # Enemy AP of the lowest value
    DRAWN_THREE = 3          # Enemy AP of the middle value
    DRAWN_FOUR = 4           # Enemy AP of the highest value
    DRAWN_COUNTER = 32       # DRAWN_COUNTER + Instruction counter

    # Operations.
    O_ACTIONS = 1
    O_CULTURE = 2
    O_PLANNING = 3
    O_PASSAGE = 4

cpdef enum:
    # Purposes of dice. A comment names the argument `whose`.
    D_WAR_STRENGTH = 1       # enemy
    D_BATTLE = 2             # enemy
    D_BONUS = 3              # Mahimiana
    D_GUNS = 4               # kind of Enemy AP counter, as DRAWN_TWO
    D_PEACE = 5              # counter
    D_OPERATIONS = 6         # number on the Operations Track
    D_HEADMAN = 7            # Ranchería
    D_SUCCESSOR = 8          # Ranchería
    D_DEATH = 9              # headman
    D_PASSAGE_PEACE = 10     # counter
    D_BISON = 11
    D_PASSAGE = 12           # number on the Passage of Time Track
    D_DISCONTENT = 13        # Ranchería
    D_ENEMY = 14             # none; which enemy acts
    D_ROW = 15               # enemy whose counter is turned over
    D_CUP_ROW = 16           # enemy whose counter goes into the cup
    D_ENCROACH = 17
    D_HUNT = 18
    D_DROUGHT = 19           # none; a card removes Bison
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

    # Purposes of random picks. A comment names the argument `whose`.
    K_COUNTER_CUP = 1        # enemy, whose counter begins in the cup
    K_COUNTER_ROW = 2        # 8 * enemy + row
    K_BISON = 3
    K_GOAL = 4               # enemy, whose column goes to the nearest Ranchería
    K_STEP = 5               # enemy, whose column goes to the next space of its way
    K_HOME = 6               # enemy, whose column goes back
    K_SQUARE = 7             # enemy: the East, which has two squares
    K_RAID = 8
    K_RECOVER = 9            # enemy
    K_SETTLE = 10            # enemy
    K_SUBJUGATE = 11         # enemy
    K_HUNT = 12              # territory
    K_SURPRISE = 13          # none; which column surprises
    K_SURPRISE_GOAL = 14     # enemy, whose column surprises
    LAST_PICK = 14

    # Questions. A comment names the arguments of the frame.
    Q_OPERATION = 1
    Q_CAMP = 2               # none; which Ranchería acts
    Q_PLACE = 3              # Ranchería
    Q_TRACK = 4              # Ranchería, AP; next Band, collect or stop
    Q_SPEND = 5
    Q_TAKE = 6               # Band, Ranchería, first kind of goods
    Q_ACTION = 7
    Q_COUNTER = 8            # none; a countermeasure of the War Event
    Q_REROLL = 9             # purpose, value, payer
    Q_REDRAW = 10            # Band
    Q_GUNS = 11              # Band
    Q_LOOT = 12              # number
    Q_STAND = 13             # enemy, Ranchería
    Q_UNIT = 14              # Ranchería
    Q_BATTLE_GUNS = 15       # Band
    Q_CARDS = 16             # none; a card of the hand, or none
    Q_HEADMAN = 17           # Ranchería, whether more than one action may be tried
    Q_SPARE = 18
    Q_CAMPS = 19             # mask of the Rancherías that have moved
    Q_TRAVOIS = 20
    Q_NEW_BAND = 21          # first Ranchería; the frame below sets the prices
    Q_PAY = 22               # Ranchería, price, first kind of goods
    Q_STRENGTHEN = 23        # first Band
    Q_SECOND = 24            # Band that was strengthened first, by a Food of its own
    Q_FOUND = 25
    Q_RETIRE = 26            # Mahimiana
    Q_GOODS = 27             # place of the Operations Track, or ANY for all
    Q_BISON_SPACE = 28       # territory, or ANY
    Q_BISON_FROM = 29        # territory
    Q_CULTURE = 30           # whether the card costs nothing
    Q_EXCESS = 31            # space
    Q_DROP = 32              # Band
    Q_ALLY = 33              # mask of territories, whether the player may decline
    Q_TRIBE_SPACE = 34       # territory
    Q_BOX = 35               # none; a Ranchería gets goods of a card
    Q_ANY_HEADMAN = 36       # 0 any headman, 3 a Mahimiana
    Q_BAND_OR_NEW = 37
    Q_REMOVE = 38            # owner, territory or ANY, other owner, territory or ANY
    Q_RANSOM = 39            # highest number
    Q_SWAP = 40              # goods given, goods taken, territory or ANY, whether the player may stop
    Q_REFUGE = 41
    Q_RESERVE = 42
    Q_SICK = 43              # Ranchería
    Q_CAMP_ON = 44           # Ranchería, spaces that it may still move
    LAST_QUESTION = 44

"""The numbers of what cards do: effects at a moment, lasting effects, culture cards and War Events."""

cpdef enum:
    # Effects of cards at a moment. A comment names the arguments.
    E_RESOURCE = 1           # goods, number
    E_AP = 2                 # number
    E_ENEMY_AP = 3           # number
    E_MILITARY = 4           # 128 + number
    E_CULTURE = 5            # 128 + number
    E_MEDICINE = 6           # who, number; 0 any headman, 1 every Paraibo, 2 set the first Paraibo, 3 a Mahimiana
    E_BAND = 7
    E_PLACE_BISON = 8        # number
    E_REMOVE_BISON = 9       # number
    E_PLACE_TRIBE = 10       # territory, number
    E_REMOVE_PIECE = 11      # owner, territory or ANY, other owner, territory or ANY
    E_REMOVE_LOWEST = 12     # territory, other territory; a Tribe that is not allied leaves
    E_EXECUTE = 13           # enemy, instruction, cost
    E_ALLY = 14              # mask of territories, number
    E_PEACE = 15             # enemy
    E_NO_PEACE = 16          # enemy
    E_GATE = 17              # bit of `gates`
    E_FLAG = 18              # enemy, nation
    E_TRADE_FAIR = 19
    E_RANSOM = 20            # highest number
    E_SWAP = 21              # goods given, goods taken, highest number, territory or ANY
    E_REFUGE = 22
    E_RESERVATION_OR_CULTURE = 23  # 128 + number
    E_EPIDEMIC = 24          # highest number of the die that harms
    E_CULTURE_IF_RESERVATION = 25  # 128 + number
    E_ACTIVATE = 26          # enemy

    # Effects that last while a card lies open or is in play. A comment names the arguments.
    X_WAR_STRENGTH = 1       # mask of enemies, number
    X_COLUMN_BATTLE = 2      # mask of enemies, number
    X_BAND_BATTLE = 3        # number
    X_HEADMAN_BATTLE = 4     # number; only for the Mahimiana chosen
    X_PLANNING_ENEMY_AP = 5        # number
    X_TRADE_FREE = 6         # none; on the West square and in LE
    X_SEE_PALO_DURO = 7
    X_FEWER_BISON = 8        # number
    X_PEACE_TRADE_FOOD = 9
    X_BISON_LEAVE = 10

    # Bonuses of culture cards.
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
    BONUSES = 19             # one more than the last

    # War Events.
    WE_PICKETS = 1
    WE_FAST_COLUMN = 2
    WE_STEAL_HORSES = 3
    WE_SLIP = 4
    WE_SURPRISE = 5
    WE_TRAVOIS = 6
    WE_BAD_INFORMATION = 7
    WE_OPEN_SPACES = 8
    WE_RETURN_CAPTIVES = 9
    WE_HIGHER_STAKES = 10
    WE_AMBUSH = 11
    WE_RESHUFFLE = 12

    # Moments of a card.
    M_REVEAL = 0
    M_PLAY = 1
    M_DISCARD = 2
    MOMENTS = 3              # one more than the last

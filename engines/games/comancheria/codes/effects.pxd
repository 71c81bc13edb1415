"""What cards do: effects at a moment, effects that last, culture cards, War Events."""

cpdef enum:
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
    E_TRADE_FAIR = 19
    E_RANSOM = 20            # most
    E_SWAP = 21              # from, to, most, territory
    E_REFUGE = 22
    E_RESERVATION_OR_CULTURE = 23  # 128 + number
    E_EPIDEMIC = 24          # highest die
    E_CULTURE_IF_RESERVATION = 25  # 128 + number
    E_ACTIVATE = 26          # enemy

    # Effects that last while a card lies open or is in play.
    X_WAR_STRENGTH = 1       # enemy, number
    X_COLUMN_BATTLE = 2      # enemy, number
    X_BAND_BATTLE = 3        # number
    X_HEADMAN_BATTLE = 4     # number: of the Mahimiana chosen
    X_PLANNING_ENEMY_AP = 5        # number
    X_TRADE_FREE = 6         # West square and a territory
    X_SEE_PALO_DURO = 7
    X_FEWER_BISON = 8        # number
    X_PEACE_TRADE_FOOD = 9
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
    MOMENTS = 3

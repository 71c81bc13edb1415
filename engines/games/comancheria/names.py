"""The names of everything in Comanchería, in the order of the numbers of things.pxd, codes.pxd and effects.pxd."""

TERRITORIES = ("UA", "LE", "RR", "LA", "BC", "RG")
SPACES = ("", *(f"{area}{value}" for area in TERRITORIES for value in range(1, 7)), "PD", "W", "S", "EN", "ES", "RES")
ENEMIES = ("north", "west", "south", "east")
GOODS = ("bison", "captives", "food", "trade_goods", "guns", "horses")
GATES = ("santa_fe", "removal", "mexican_war")
NATIONS = ("", "spain", "mexico", "texas", "usa")
INSTRUCTIONS = (
    "",
    "ally",
    "cult",
    "encroach",
    "hunt",
    "peace",
    "raid",
    "recover",
    "settle",
    "subjugate",
    "war",
)
EVENTS = (
    "",
    "pickets",
    "fast_column",
    "steal_horses",
    "slip",
    "surprise",
    "travois",
    "bad_information",
    "open_spaces",
    "return_captives",
    "higher_stakes",
    "ambush",
    "reshuffle",
)
EFFECTS = (
    "",
    "resource",
    "ap",
    "enemy_ap",
    "military",
    "culture",
    "medicine",
    "band",
    "place_bison",
    "remove_bison",
    "place_tribe",
    "remove_piece",
    "remove_lowest",
    "execute",
    "ally",
    "peace",
    "no_peace",
    "gate",
    "flag",
    "trade_fair",
    "ransom",
    "swap",
    "refuge",
    "reservation_or_culture",
    "epidemic",
    "culture_if_reservation",
    "activate",
)
STANDING = (
    "",
    "war_strength",
    "column_battle",
    "band_battle",
    "headman_battle",
    "planning_enemy_ap",
    "trade_free",
    "see_palo_duro",
    "fewer_bison",
    "peace_trade_food",
    "bison_leave",
)
BONUSES = (
    "",
    "battle_once",
    "battle_reroll",
    "battle_always",
    "column_weaker",
    "column_glory",
    "column_tie",
    "first_move",
    "home_moves",
    "one_more_mp",
    "free_trade",
    "horse_trade",
    "captive_trade",
    "first_band",
    "captive_pop",
    "spare",
    "bonus_medicine",
    "second_life",
    "full_successor",
)
SCENARIOS = ("onto_the_plains", "lords_of_the_south", "empire", "storm_from_the_east", "rise_and_fall")
OPERATIONS = ("", "take_actions", "culture", "planning", "passage")

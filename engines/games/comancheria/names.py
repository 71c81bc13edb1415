"""The names of everything in Comanchería, in the order of the numbers in codes/."""

from hunch.engines.games.comancheria.codes import effects, words

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
EVENTS = words(effects, "WE_")
EFFECTS = words(effects, "E_")
STANDING = words(effects, "X_")
BONUSES = words(effects, "B_")
SCENARIOS = ("onto_the_plains", "lords_of_the_south", "empire", "storm_from_the_east", "rise_and_fall")
OPERATIONS = ("", "take_actions", "culture", "planning", "passage")

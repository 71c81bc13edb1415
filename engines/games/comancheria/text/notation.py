"""The short notation of Comanchería's decisions, as people type it in each language."""

from collections.abc import Mapping

from hunch.engines.games.comancheria.names import ENEMIES, GOODS, OPERATIONS
from hunch.engines.games.comancheria.text.sentences import NAMES

# By code; the fields are the arguments of the decision, and `place_in_list`: of a card or a culture set, from 1.
SHORT = {
    "en": {
        "operate": "{operation}",
        "camp": "camp {camp}",
        "band": "band {band}",
        "collect": "collect {number}",
        "take": "take {goods} {number}",
        "take_headman": "take mahimiana {camp}",
        "move": "move {space}",
        "trade": "trade {goods} for {taken}",
        "steal": "steal {enemy}",
        "guns": "guns {number}",
        "guns_yes": "guns 1",
        "guns_no": "guns 0",
        "loot": "loot {number} {second}",
        "buy": "buy {place}",
        "retire": "retire {camp}",
        "found": "found {band}",
        "new_band": "new band {camp}",
        "strengthen": "strengthen {band} {goods}",
        "pay": "pay {goods}",
        "move_camp": "move camp {camp} {space}",
        "culture_card": "set {place_in_list}",
        "space": "{space}",
        "play": "play {place_in_list}",
        "drop": "drop {band} {goods} {number}",
        "drop_all": "drop {band} all",
        "drop_headman": "drop mahimiana {band}",
        "return": "return {enemy}",
        "slip": "slip {enemy}",
        "ambush": "ambush {enemy}",
        "headman": "{headman}",
        "amount": "{number}",
        "holder": "from {payer}",
        "reroll": "again {payer}",
        "reroll_card": "again {payer}",
    },
    "fr": {
        "operate": "{operation}",
        "done": "fini",
        "camp": "ranchería {camp}",
        "band": "bande {band}",
        "next": "suivante",
        "collect": "toucher {number}",
        "take": "prendre {goods} {number}",
        "take_headman": "prendre mahimiana {camp}",
        "hunt": "chasser",
        "move": "aller {space}",
        "raid": "raid",
        "trade": "échanger {goods} contre {taken}",
        "ride": "chevaucher",
        "steal": "voler {enemy}",
        "keep": "conserver",
        "guns": "fusils {number}",
        "guns_yes": "fusils 1",
        "guns_no": "fusils 0",
        "loot": "butin {number} {second}",
        "fight": "combattre",
        "yield": "céder",
        "attempt": "tenter",
        "pray": "prier",
        "buy": "acheter {place}",
        "restore": "rendre succès",
        "convert": "convertir",
        "retire": "retirer {camp}",
        "found": "fonder {band}",
        "new_band": "nouvelle bande {camp}",
        "strengthen": "renforcer {band} {goods}",
        "pay": "payer {goods}",
        "move_camp": "déplacer ranchería {camp} {space}",
        "culture_card": "série {place_in_list}",
        "space": "{space}",
        "play": "jouer {place_in_list}",
        "drop": "laisser {band} {goods} {number}",
        "drop_all": "laisser {band} tout",
        "drop_headman": "laisser mahimiana {band}",
        "return": "rendre {enemy}",
        "slip": "fausser {enemy}",
        "ambush": "embuscade {enemy}",
        "headman": "{headman}",
        "amount": "{number}",
        "holder": "de {payer}",
        "reroll": "encore {payer}",
        "reroll_card": "encore {payer}",
        "end": "terminer",
    },
}
CALLED = {
    "en": {
        "take_actions": "take actions",
        **{name: name.replace("_", " ") for name in (*GOODS, *ENEMIES, *OPERATIONS[2:])},
    },
    "fr": {
        **{name: NAMES["fr"][name].lower() for name in (*GOODS, *ENEMIES)},
        "take_actions": "actions",
        "culture": "culture",
        "planning": "planification",
        "passage": "passage",
        "card": "carte",
    },
}
"""What goods, enemies and operations are called in the notation."""
BAND = {"en": "band", "fr": "bande"}


def written(code: str, arguments: Mapping[str, int | str], language: str) -> str:
    """A decision, by its code and arguments, in short notation; without a language in English."""
    called, short = CALLED[language or "en"], SHORT[language or "en"]
    spoken = {name: called.get(str(value), str(value)) for name, value in arguments.items()}
    if "payer" in spoken:
        spoken["payer"] = spoken["payer"].replace("Band", BAND[language or "en"])
    return short.get(code, code).format(**spoken)

"""Comanchería in words: moves written short, events as sentences, the board as text."""

from hunch.engines.contract import Game
from hunch.engines.games.comancheria.events import split
from hunch.engines.games.comancheria.text.board import board
from hunch.engines.games.comancheria.text.descriptions import decision, describe
from hunch.engines.games.comancheria.text.facts import changes
from hunch.engines.games.comancheria.text.sentences import SENTENCES
from hunch.engines.games.comancheria.text.titles import called

__all__ = ["SENTENCES", "board", "called", "changes", "describe", "write"]

# The short notation of each verb; `{x}` and `{y}` are its arguments as below.
SHORT = {
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
    "culture_card": "set {set_number}",
    "space": "{space}",
    "play": "play {number}",
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
}


def write(game: Game, move: int) -> str:
    verb, (x, y, z) = split(move)
    code, arguments = decision(game, verb, (x, y, z))
    if code == "operate":
        return str(arguments["operation"]).replace("_", " ")
    if code == "play":
        return f"play {x + 1}"
    if code == "culture_card":
        return f"set {x + 1}"
    plain = {key: str(value).replace("_", " ").lower() for key, value in arguments.items()}
    plain |= {key: str(arguments[key]) for key in ("space", "camp", "headman") if key in arguments}
    if "payer" in arguments:
        plain["payer"] = str(arguments["payer"]).replace("Band", "band")
    return SHORT[code].format(**plain) if code in SHORT else code

"""Comanchería in words: moves written short, events as sentences, the board as text."""

from typing import cast

from hunch.engines.contract import Game
from hunch.engines.games.comancheria.codes import moves, words
from hunch.engines.games.comancheria.codes.components import ANY, BY_CARD, MAHIMIANA, WITH
from hunch.engines.games.comancheria.data.steps import PURPOSES
from hunch.engines.games.comancheria.events import FIRST, LETTERS, split
from hunch.engines.games.comancheria.names import ENEMIES, GOODS, INSTRUCTIONS, OPERATIONS, SPACES
from hunch.engines.games.comancheria.rules import Comancheria
from hunch.engines.games.comancheria.text.board import board
from hunch.engines.games.comancheria.text.facts import changes
from hunch.engines.games.comancheria.text.notation import written
from hunch.engines.games.comancheria.text.picture import picture
from hunch.engines.games.comancheria.text.sentences import SENTENCES
from hunch.engines.games.comancheria.text.titles import called, data, title

__all__ = ["SENTENCES", "board", "called", "changes", "describe", "picture", "write"]

VERBS = dict(enumerate(words(moves, "V_"))) | {moves.V_CULTURE: "culture_card"}  # beside the track of that name
LAND = ("bison", "encroach", "hunt", "drought")  # dice whose number is a territory
FIELDS = {
    "operate": "operation",
    "camp": "camp",
    "band": "band",
    "collect": "number",
    "take": "goods number",
    "take_headman": "camp",
    "move": "space",
    "trade": "goods taken",
    "steal": "enemy",
    "reroll": "payer",
    "buy": "place",
    "retire": "camp",
    "found": "band",
    "new_band": "camp",
    "strengthen": "band goods",
    "pay": "goods",
    "move_camp": "camp space",
    "culture_card": "set",
    "space": "space",
    "play": "card",
    "drop": "band goods number",
    "drop_headman": "band",
    "return": "enemy",
    "slip": "enemy",
    "ambush": "enemy",
    "headman": "headman",
    "amount": "number",
    "holder": "payer",
}


# Codes and arguments -------------------------------------------------------------------------------------------


def describe(game: Game, event: int) -> tuple[str, dict[str, int | str]]:
    kind, (x, y, z) = split(event)
    if kind > FIRST:
        return decision(game, kind, (x, y, z))
    if kind == moves.V_DIE:
        purpose = PURPOSES["die"][x].lower()
        land = {"territory": data(game)["map"]["territories"]["order"][z - 1]} if purpose in LAND else {}
        return f"die_{purpose}", {"whose": whose(game, x, y), "value": z, **land}
    if kind == moves.V_DRAW:
        if z >= moves.DRAWN_COUNTER:
            counter = z - moves.DRAWN_COUNTER
            what = INSTRUCTIONS[instruction(game, counter)]
            return "draw_counter", {
                "counter": f"counter {LETTERS[counter]}",
                "what": what,
                "enemy": ENEMIES[counter // 6],
            }
        return ("draw_success", {}) if z == moves.DRAWN_SUCCESS else ("draw_ap", {"value": enemy_ap(game, z)})
    if kind == moves.V_PICK:
        return pick(x, y, z)
    if kind == moves.V_WAR_CARD:
        card = data(game)["war"]["cards"][z]
        if x == moves.W_EVENT:
            return "war_event", {"event": card["event"], "numbers": card["numbers"]}
        return "war_movement" if x == moves.W_MOVEMENT else "war_fast", {"numbers": card["numbers"], **card["moves"]}
    if kind == moves.V_CARD:
        return "card_turned", {"place": x + 1, "card": title(game, z)}
    space = SPACES[cast(Comancheria, game).trail[x]]
    if z == moves.DRAWN_SUCCESS:
        return "mark_success", {"space": space}
    return "mark_ap", {"space": space, "value": enemy_ap(game, z)}


def decision(game: Game, verb: int, values: tuple[int, int, int]) -> tuple[str, dict[str, int | str]]:
    code = VERBS[verb]
    if code == "reroll" and values[0] in (0, BY_CARD):
        return ("reroll_card", {"payer": "card"}) if values[0] else ("keep", {})
    if code == "guns" and values[0] < 2:
        return "guns_yes" if values[0] else "guns_no", {"number": values[0]}
    if code == "guns":
        return code, {"number": enemy_ap(game, values[0])}
    if code == "drop" and values[1] == ANY:
        return "drop_all", {"band": values[0]}
    if code == "loot":
        return code, {"number": values[0], "goods": "horses", "second": values[1], "second_goods": "captives"}
    names = FIELDS.get(code, "").split()
    return code, {name: meaning(game, name, value) for name, value in zip(names, values, strict=False)}


def meaning(game: Game, name: str, value: int) -> int | str:
    """An argument as a name or a number."""
    if name == "camp":
        return LETTERS[value]
    if name in ("goods", "taken"):
        return GOODS[value]
    if name == "payer":
        return f"Band {value - WITH}" if value >= WITH else LETTERS[value - 1]
    if name == "headman":
        return headman(value)
    if name == "set":
        return str(data(game)["culture"]["sets"][value]["set"])
    if name == "card":
        return title(game, value)
    names = {"operation": OPERATIONS, "space": SPACES, "enemy": ENEMIES}
    return names[name][value] if name in names else value + (name == "place")


def headman(value: int) -> str:
    return f"{'mahimiana' if value >= MAHIMIANA else 'paraibo'} {LETTERS[value % MAHIMIANA]}"


def whose(game: Game, purpose: int, value: int) -> int | str:
    name = PURPOSES["die"][purpose]
    if name in ("WAR_STRENGTH", "BATTLE", "ROW", "CUP_ROW"):
        return ENEMIES[value]
    if name in ("BONUS", "HEADMAN", "SUCCESSOR", "DISCONTENT", "EPIDEMIC"):
        return LETTERS[value]
    if name in ("PEACE", "PASSAGE_PEACE"):
        return f"counter {LETTERS[value]}"
    if name == "GUNS":
        return enemy_ap(game, value)
    return headman(value) if name == "DEATH" else value


def pick(purpose: int, value: int, what: int) -> tuple[str, dict[str, int | str]]:
    if purpose == moves.K_COUNTER_CUP:
        return "pick_counter_cup", {"whose": ENEMIES[value], "what": f"counter {LETTERS[what]}"}
    if purpose == moves.K_COUNTER_ROW:
        return "pick_counter_row", {"whose": ENEMIES[value >> 3], "row": value & 7, "what": f"counter {LETTERS[what]}"}
    name = PURPOSES["pick"][purpose].lower()
    return f"pick_{name}", {
        "whose": ENEMIES[value] if value < 4 and name != "hunt" else value,
        "what": ENEMIES[what] if name == "surprise" else SPACES[what],
    }


def instruction(game: Game, counter: int) -> int:
    """The front of a counter."""
    return INSTRUCTIONS.index(data(game)["counters"]["instructions"][counter]["front"]["instruction"])


def enemy_ap(game: Game, counter: int) -> int:
    """What an Enemy AP counter is worth: the first of the three kinds is drawn as a 2."""
    return int(data(game)["counters"]["enemy_ap"][counter - moves.DRAWN_TWO]["value"])


def write(game: Game, move: int, language: str) -> str:
    verb, (x, y, z) = split(move)
    code, arguments = decision(game, verb, (x, y, z))
    return written(code, {**arguments, "place_in_list": x + 1}, language)

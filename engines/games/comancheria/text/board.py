"""Comanchería's board as text: the map by territory, and everything beside it."""

from typing import Any

from hunch.engines.contract import Game, State
from hunch.engines.games.comancheria.codes.components import (
    BANDS,
    BOUGHT,
    BOX,
    CAMPS,
    CELL,
    COUNTERS,
    CUP,
    HELD,
    ON,
    OPEN,
    TOP,
    WITH,
    WON,
)
from hunch.engines.games.comancheria.codes.components import (
    SPACES as SPACE_COUNT,
)
from hunch.engines.games.comancheria.events import LETTERS, trail
from hunch.engines.games.comancheria.names import ENEMIES, GATES, SPACES
from hunch.engines.games.comancheria.text import grammar
from hunch.engines.games.comancheria.text.notation import SHORT
from hunch.engines.games.comancheria.text.questions import question_text
from hunch.engines.games.comancheria.text.sentences import NAMES, SENTENCES
from hunch.engines.games.comancheria.text.titles import called, data, title

LABELS = {
    "en": (
        "period",
        "Military",
        "Culture",
        "AP",
        "Enemy AP",
        "Operations",
        "Passage",
        "Ranchería",
        "Band",
        "column",
        "strength",
        "War Event",
        "cup",
        "finished",
        "in stock",
    ),
    "fr": (
        "période",
        "Points Militaires",
        "Culture",
        "PA",
        "PA ennemis",
        "Opérations",
        "Passage",
        "Ranchería",
        "Bande",
        "colonne",
        "force",
        "Événement de guerre",
        "gobelet",
        "finie",
        "en réserve",
    ),
}
SCENARIOS = {
    "en": {
        "onto_the_plains": "Onto the Plains",
        "lords_of_the_south": "Lords of the South",
        "empire": "Empire",
        "storm_from_the_east": "Storm from the East",
        "rise_and_fall": "Rise and Fall",
    },
    "fr": {
        "onto_the_plains": "Vers les Plaines",
        "lords_of_the_south": "Seigneurs du Sud",
        "empire": "L’Empire",
        "storm_from_the_east": "Tempête de l’Est",
        "rise_and_fall": "Grandeur et chute",
    },
}
BESIDE = {
    "en": {
        "scenario": "scenario",
        "periods": "period {period}, the last is {last}",
        "objective": "objective",
        "control": "control {area}",
        "either": " or ",
        "elsewhere": "a Ranchería in another territory",
        "territories": "control {number} territories",
        "camps": "Rancherías in {number} territories",
        "free": "a Ranchería or Band outside the Reservation",
        "points": "Military + Culture at least {number}",
        "open": "open cards",
        "next": "next cards",
        "hand": "in hand",
        "effect": "in effect",
        "AP": "AP",
        "culture": "culture sets (price of the next card)",
        "asked": "asked",
        "available": "available Enemy AP",
        "out": "Successes out of play",
        "successes": "Successes {number}",
    },
    "fr": {
        "scenario": "scénario",
        "periods": "période {period}, la dernière est {last}",
        "objective": "objectif",
        "control": "contrôler {area}",
        "either": " ou ",
        "elsewhere": "une Ranchería dans un autre territoire",
        "territories": "contrôler {number} territoires",
        "camps": "des Rancherías dans {number} territoires",
        "free": "une Ranchería ou une Bande hors de la Réserve",
        "points": "Points Militaires + Culture {number} au moins",
        "open": "cartes visibles",
        "next": "cartes suivantes",
        "hand": "en main",
        "effect": "en vigueur",
        "AP": "PA",
        "culture": "séries de Culture (prix de la carte suivante)",
        "asked": "demandé",
        "available": "PA ennemis disponibles",
        "out": "Succès hors jeu",
        "successes": "Succès {number}",
    },
}


def board(state: State, language: str) -> str:
    """Returns scenario, tracks, map by territory, enemies, Rancherías, Bands, cards and the question.

    A line without content is left out.
    """
    s, label = state.fields(), LABELS[language]
    lines = [
        scenario(state.game, s, language),
        f"{label[0]} {s['period']}  {label[1]} {s['military']}  {label[2]} {s['culture']}  {label[3]} {s['ap']}  "
        f"{label[4]} {s['enemy_ap']}  {label[5]} {s['operations']}  {label[6]} {s['passage']}",
    ]
    unknown = {i for i, mark in zip(trail(state.game), s["mark"], strict=True) if mark}
    for area in range(7):
        spaces = range(6 * area + 1, 6 * area + 7)
        lines.append("  ".join(filter(None, (spot(s, i, unknown) for i in spaces))))
    display = []
    for e, enemy in enumerate(ENEMIES):
        rows = "".join(cell(s, e, row) for row in range(6))
        column = f" {label[9]} {SPACES[s['column_at'][e]]} {label[10]} {s['column_strength'][e]}"
        if s["present"] >> e & 1:
            display.append(f"{NAMES[language][enemy]}: {rows}{column if s['column_at'][e] else ''}")
    cup = f"{label[12]}: {s['cup_success']}+{'/'.join(map(str, s['cup_ap']))}+" + "".join(
        LETTERS[i] for i in range(COUNTERS) if s["where"][i] == CUP
    )
    event = data(state.game)["war"]["cards"][s["war_event"] - 1]["event"] if s["war_event"] else "-"
    lines.append("  ".join([*display, cup, f"{label[11]}: {called(state.game, event, language)}"]))
    lines.append("  ".join(beside(s, language)))
    for r in range(CAMPS):
        if s["camp_at"][r]:
            medicine = "/".join(
                f"{s[headman][r]}" + (f"({s[f'{headman}_success'][r]})" if s[f"{headman}_success"][r] else "")
                for headman in ("paraibo", "mahimiana")
            )
            owned = grammar.goods(s["camp_goods"][r], language)
            lines.append(f"{label[7]} {LETTERS[r]} {SPACES[s['camp_at'][r]]}: {medicine} {owned}{guest(s, 1 + r, r)}")
    for b in range(BANDS):
        if s["band_strength"][b]:
            at = s["band_at"][b]
            place = LETTERS[at - BOX] if at >= BOX else SPACES[at]
            done = f" ({label[13]})" if s["band_done"][b] else ""
            owned = grammar.goods(s["band_goods"][b], language)
            lines.append(f"{label[8]} {b} {place}: {s['band_strength'][b]}{done} {owned}{guest(s, WITH + b)}")
    lines += [*cards(state.game, s, language), pending(state.game, s, language)]
    return "\n".join(line.rstrip() for line in lines if line)


def beside(s: dict[str, Any], language: str) -> list[str]:
    """Returns the counters that lie neither on the map nor in the cup."""
    word, operations = BESIDE[language], LABELS[language][5]
    result = []
    if any(s["box_ap"]):
        result.append(f"{word['available']}: {'/'.join(map(str, s['box_ap']))}")
    if s["out_success"]:
        result.append(f"{word['out']}: {s['out_success']}")
    for place, (successes, goods) in enumerate(zip(s["ops_success"], s["ops_goods"], strict=True)):
        counters = word["successes"].format(number=successes) if successes else ""
        if there := ", ".join(filter(None, (counters, grammar.goods(goods, language)))):
            result.append(f"{operations} {place}: {there}")
    return result


def guest(s: dict[str, Any], place: int, home: int = -1) -> str:
    """Returns the Mahimianas with a Band, or in the box of a Ranchería that is not their own."""
    letters = [LETTERS[r] for r in range(CAMPS) if s["headman_at"][r] == place and r != home]
    return "".join(f"  Mahimiana {letter}" for letter in letters)


def spot(s: dict[str, Any], i: int, unknown: set[int]) -> str:
    """Returns a space with its pieces and counters.

    `b` is Bison, `t` a Tribe, `W`, `S` and `E` a Settlement, and `!` Ravaged. `?` is a counter face down on the wagon
    trail, and `+` comes before a Peace or Ally counter.
    """
    if i >= SPACE_COUNT:
        return ""
    camp = "".join(LETTERS[r] for r in range(CAMPS) if s["camp_at"][r] == i)
    mark = "+" + LETTERS[s["where"].index(ON + i)] if ON + i in s["where"] else ""
    text = camp + " btWSE"[s["piece"][i]].strip() + "!" * s["ravaged"][i] + "?" * (i in unknown) + mark
    return f"{SPACES[i]} {text or '.'}"


def cell(s: dict[str, Any], column: int, row: int) -> str:
    for i in range(COUNTERS):
        if s["where"][i] == CELL + 6 * column + row:
            return LETTERS[i].lower() if s["face"][i] else LETTERS[i]
    return "."


def scenario(game: Game, s: dict[str, Any], language: str) -> str:
    """Returns the scenario and the objective of this period's Victory Check."""
    word, name = BESIDE[language], str(game.options["scenario"])
    last = next(record["periods"][1] for record in data(game)["scenarios"]["scenarios"] if record["scenario"] == name)
    periods, wanted = word["periods"].format(period=s["period"], last=last), objective(game, s["period"], language)
    return f"{word['scenario']}: {SCENARIOS[language][name]}, {periods}\n{word['objective']}: {wanted}"


def objective(game: Game, period: int, language: str) -> str:
    """What the Victory Check of a period demands."""
    word, wanted, parts = BESIDE[language], data(game)["history"]["cards"][period - 1]["objective"], []
    if wanted.get("territories"):
        parts.append(word["territories"].format(number=wanted["territories"]))
    if wanted.get("control"):
        areas = word["either"].join(f"{NAMES[language][area]} ({area})" for area in wanted["control"])
        parts.append(word["control"].format(area=areas))
    if wanted.get("camp_territories"):
        parts.append(word["camps"].format(number=wanted["camp_territories"]))
    parts += [word[code] for key, code in (("camp_elsewhere", "elsewhere"), ("free", "free")) if wanted.get(key)]
    if wanted.get("points"):
        parts.append(word["points"].format(number=wanted["points"]))
    return ", ".join(parts)


def cards(game: Game, s: dict[str, Any], language: str) -> list[str]:
    """Returns the development cards, written as a player types them, then the sets of culture cards."""
    word, records = BESIDE[language], data(game)["development"]["cards"]

    def name(card: int) -> str:
        return str(called(game, title(game, card), language))

    def at(*states: int) -> list[int]:
        return [card for state in states for card, where in enumerate(s["card"]) if where == state]

    def offered(card: int) -> str:
        cost = records[card].get("cost")
        place = s["card"][card] - OPEN + 1
        buy = SHORT[language]["buy"].format(place=place)
        return f"{place} {name(card)}" if cost is None else f"{buy} {name(card)} {cost} {word['AP']}"

    shown = at(OPEN, OPEN + 1, OPEN + 2)
    lasting = [card for card in shown if "while" in records[card] and records[card].get("class") != "B"]
    ways = [NAMES[language][gate] for i, gate in enumerate(GATES) if s["gates"] >> i & 1]
    sets = []
    for number, record in enumerate(data(game)["culture"]["sets"]):
        level = s["level"][number]
        price = f" ({record['levels'][level]['cost']})" if level < 3 else ""
        sets.append(f"{number + 1} {called(game, record['set'], language)} {level}/3{price}")
    lines = {
        "open": [offered(card) for card in shown],
        "next": [name(card) for card in at(TOP, TOP + 1, TOP + 2)],
        "hand": [f"{SHORT[language]['play'].format(place_in_list=card + 1)} {name(card)}" for card in at(HELD)],
        "effect": dict.fromkeys([*map(name, (*lasting, *at(BOUGHT))), *ways]),
        "culture": sets,
    }
    return [f"{word[code]}: {', '.join(listed)}" for code, listed in lines.items() if listed]


def pending(game: Game, s: dict[str, Any], language: str) -> str:
    """Returns the outcome, or the question to the player."""
    if s["outcome"]:
        return SENTENCES[language]["won" if s["outcome"] == WON else "lost"]
    question = question_text(game, s, language)
    return f"{BESIDE[language]['asked']}: {question}" if question else ""

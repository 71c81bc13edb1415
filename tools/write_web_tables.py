"""Writes what the page's boards must know of the games' data: of all games that need it, or of the arguments."""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from hunch.engines import load, registry, words
from hunch.engines.games.comancheria.data.steps import PURPOSES
from hunch.engines.games.comancheria.names import (
    ENEMIES,
    EVENTS,
    GATES,
    GOODS,
    INSTRUCTIONS,
    NATIONS,
    OPERATIONS,
    TERRITORIES,
)
from hunch.engines.games.comancheria.text.board import SCENARIOS, objective
from hunch.engines.games.comancheria.text.sentences import NAMES
from hunch.engines.games.comancheria.text.titles import called

BOARDS = Path(__file__).parents[1] / "web" / "src" / "boards"
Table = dict[str, Any]
OTHERS = ("PD", "W", "S", "EN", "ES", "RES", "paraibo", "mahimiana", "military", "ap", "enemy_ap", "must_do", "start")
"""Spaces, headmen and tracks of Comanchería that have names of more than a letter."""


def tomahawk() -> Table:
    """The piles, base cards, specials and territories."""
    data = _data("tomahawk")
    return {
        "piles": [pile["lengths"] for pile in data["piles"]],
        "tribe": [_only(card, "strength", "hair", "copies") for card in data["tribe"]],
        "specials": [_only(card, "id", "value", "hair") for card in data["specials"]],
        "territories": [_only(tile, "id", "length", "land", "animals", "icon") for tile in data["territories"]],
    }


def manitou() -> Table:
    """Hunts for each number of players, tiles with their numbers, cards, which hero beats which, and point values."""
    data = _data("manitou")
    numbers = {number["name"]: number["value"] for number in data["numbers"]}
    return {
        "tables": [_only(table, "players", "hunts", "grounds", "select") for table in data["tables"]],
        "tiles": [_only(tile, "tile", "value", "copies") for tile in data["tiles"]],
        "cards": [_only(card, "card", "number", "copies") for card in data["cards"]],
        "beats": [[fight["winner"], fight["loser"]] for fight in data["heroes"]],
        "cylinder": numbers["cylinder_points"],
        "tomahawks": numbers["tomahawk_points"],
        "plays": numbers["plays"],
    }


def powwow() -> Table:
    """The fields of the tepee from the centre outward, and the special spaces of the track."""
    data = _data("powwow")
    return {
        "tepee": [[_only(field, "number", "dark") for field in part["fields"]] for part in data["tepee"]],
        "spaces": data["track"]["spaces"],
        "stones": data["stones"]["count"] - len(data["tepee"]),
        "stone": _specials(data, "stone"),
        "moccasin": _specials(data, "moccasin"),
    }


def _specials(data: Table, kind: str) -> list[int]:
    return [special["space"] for special in data["track"]["specials"] if special["kind"] == kind]


def comancheria() -> Table:
    """The map, tracks, counters and cards, with the names that the log has for them in each language."""
    data: Any = load("comancheria").data  # type: ignore[attr-defined]
    return {
        "spaces": [_only(space, "space", "at") for space in data["map"]["spaces"]],
        "edges": [_only(edge, "from", "to", "line", "until") for edge in data["map"]["edges"]],
        "trail": data["map"]["trail"]["spaces"],
        "movement": data["counters"]["bands"]["movement"],
        "enemyAp": [counter["value"] for counter in data["counters"]["enemy_ap"]],
        "instructions": [_only(one, "letter", "enemy", "front", "back") for one in data["counters"]["instructions"]],
        "most": {name: data["tracks"][name]["most"] for name in ("military", "culture", "ap", "paraibo", "mahimiana")},
        "operations": data["tracks"]["operations"]["numbers"],
        "passage": data["tracks"]["passage"]["numbers"],
        "cards": [_only(card, "class", "cost") for card in data["development"]["cards"]],
        "war": [_only(card, "numbers", "count", "event", "moves") for card in data["war"]["cards"]],
        "sets": [[level["cost"] for level in one["levels"]] for one in data["culture"]["sets"]],
        "periods": [_only(card, "years", "enemy_action") for card in data["history"]["cards"]],
        "scenarios": [scenario["periods"] for scenario in data["scenarios"]["scenarios"]],
        "questions": list(PURPOSES["ask"]),
        "named": {language: _comancheria_names(language) for language in words.LANGUAGES},
    }


def _comancheria_names(language: str) -> Table:
    game = load("comancheria")
    data: Any = game.data  # type: ignore[attr-defined]
    return {
        "names": {name: NAMES[language][name] for name in NAMED},
        "scenarios": [SCENARIOS[language][one["scenario"]] for one in data["scenarios"]["scenarios"]],
        "objectives": [objective(game, card["period"], language) for card in data["history"]["cards"]],
        "cards": [str(called(game, card["title"], language)) for card in data["development"]["cards"]],
        "sets": [str(called(game, one["set"], language)) for one in data["culture"]["sets"]],
    }


NAMED = (*ENEMIES, *GOODS, *NATIONS[1:], *INSTRUCTIONS[1:], *TERRITORIES, *GATES, *OPERATIONS[1:], *EVENTS[1:], *OTHERS)
"""What the page names of Comanchería by the words of the log."""


def _data(game: str) -> Table:
    folder = Path(registry.package(game).__path__[0])
    data: Table = json.loads((folder / "data.json").read_bytes())
    return data


def _only(record: Table, *fields: str) -> Table:
    return {field: record[field] for field in fields if field in record}


TABLES: dict[str, Callable[[], Table]] = {
    "tomahawk": tomahawk,
    "manitou": manitou,
    "powwow": powwow,
    "comancheria": comancheria,
}


def path_of(game: str) -> Path:
    """Where the page keeps the table of a game."""
    return BOARDS / game / "table.json"


def written(game: str) -> str:
    """The table of a game as it stands in the file."""
    return json.dumps(TABLES[game](), ensure_ascii=False) + "\n"


def main() -> None:
    """Writes the tables."""
    for game in sys.argv[1:] or TABLES:
        path_of(game).write_text(written(game))


if __name__ == "__main__":
    main()

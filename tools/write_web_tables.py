"""Writes what the page's boards must know of the games' data: of all games that need it, or of the arguments."""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from hunch.engines import registry

BOARDS = Path(__file__).parents[1] / "web" / "src" / "boards"
Table = dict[str, Any]


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


def _data(game: str) -> Table:
    folder = Path(registry.package(game).__path__[0])
    data: Table = json.loads((folder / "data.json").read_bytes())
    return data


def _only(record: Table, *fields: str) -> Table:
    return {field: record[field] for field in fields if field in record}


TABLES: dict[str, Callable[[], Table]] = {"tomahawk": tomahawk, "manitou": manitou, "powwow": powwow}


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

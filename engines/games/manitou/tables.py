"""Reads the data file of Big Manitou. Refuses what cannot be played, with the path of the bad entry."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from hunch.engines.errors import BadData

MARKS = ("printed", "reviewer", "inferred", "reconstruction")
HERO_NAMES = ("chief", "sorcerer", "rainmaker", "scout", "squaw")
COPIES = (2, 1, 1, 1, 2)
SORTS = ("bison", "tipi", "horse", "totem", "tomahawk")
NUMBERS = {
    "hand": (3, 3),
    "plays": (7, 7),
    "hero_share": (1, 3),
    "first_share": (1, 3),
    "cylinder_points": (0, 5),
    "tomahawk_points": (0, 5),
}
MOST_TILE_KINDS = 12
CARDS = 17
MOST_LAID = 8


@dataclass(frozen=True, slots=True)
class Tile:
    """A kind of tile; value 0 if none is printed."""

    sort: str
    value: int
    copies: int


@dataclass(frozen=True, slots=True)
class Table:
    """The numbers that depend on the number of players."""

    players: int
    hunts: int
    grounds: tuple[int, ...]
    select: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Cards:
    """The content of the data file. `fight[a][b]` is 2 if hero a beats hero b, 1 when both go down, 0 when a loses."""

    hunters: tuple[int, ...]
    fight: tuple[tuple[int, ...], ...]
    tiles: tuple[Tile, ...]
    tables: tuple[Table, ...]
    numbers: dict[str, int]


def read(data: dict[str, Any]) -> Cards:
    """The cards, tiles and tables of a data file; BadData names the entry that is wrong."""
    parts = {"about", "cards", "heroes", "tiles", "tables", "numbers"}
    _names("manitou.data", data, parts, {"about"})
    tiles = _tiles(data)
    tables = tuple(_tables(data, sum(tile.copies for tile in tiles)))
    return Cards(_cards(data), _fight(data), tiles, tables, _numbers(data))


def _cards(data: dict[str, Any]) -> tuple[int, ...]:
    hunters: list[int] = []
    heroes: set[str] = set()
    for path, card in _records(data, "cards", {"card", "number", "copies"}, {"number"}):
        name = _one_of(path, card, "card", ("hunter", *HERO_NAMES))
        if name == "hunter":
            hunters.append(_whole(path, card, "number", hunters[-1] + 1 if hunters else 1, 25))
            _whole(path, card, "copies", 1, 1)
            continue
        if "number" in card:
            raise BadData(f"{path}.number", "heroes have none")
        if name in heroes:
            raise BadData(f"{path}.card", f"{name} is listed twice")
        heroes.add(name)
        copies = COPIES[HERO_NAMES.index(name)]
        _whole(path, card, "copies", copies, copies)
    if len(hunters) != 10:
        raise BadData("manitou.data.cards", f"{len(hunters)} hunters, a deck has 10")
    for name in HERO_NAMES:
        if name not in heroes:
            raise BadData("manitou.data.cards", f"no {name}")
    return tuple(hunters)


def _fight(data: dict[str, Any]) -> tuple[tuple[int, ...], ...]:
    fight = [[1 if a == b else -1 for b in range(5)] for a in range(5)]
    for path, record in _records(data, "heroes", {"winner", "loser"}):
        winner = HERO_NAMES.index(_one_of(path, record, "winner", HERO_NAMES))
        loser = HERO_NAMES.index(_one_of(path, record, "loser", HERO_NAMES))
        if fight[winner][loser] >= 0:
            raise BadData(path, f"{HERO_NAMES[winner]} against {HERO_NAMES[loser]} is settled already")
        fight[winner][loser], fight[loser][winner] = 2, 0
    for a, row in enumerate(fight):
        for b, result in enumerate(row):
            if result < 0:
                raise BadData("manitou.data.heroes", f"nothing says who wins of {HERO_NAMES[a]} and {HERO_NAMES[b]}")
    return tuple(map(tuple, fight))


def _tiles(data: dict[str, Any]) -> tuple[Tile, ...]:
    tiles: list[Tile] = []
    for path, record in _records(data, "tiles", {"tile", "value", "copies"}, {"value"}):
        sort = _one_of(path, record, "tile", SORTS)
        valued = sort in ("bison", "tipi")
        if not valued and "value" in record:
            raise BadData(f"{path}.value", f"a {sort} has none")
        value = _whole(path, record, "value", 1, 9) if valued else 0
        if any(tile.sort == sort and tile.value == value for tile in tiles):
            raise BadData(path, "this kind of tile is listed twice")
        tiles.append(Tile(sort, value, _whole(path, record, "copies", 1, 60)))
    if len(tiles) > MOST_TILE_KINDS:
        raise BadData("manitou.data.tiles", f"{len(tiles)} kinds, at most {MOST_TILE_KINDS} are possible")
    for sort in SORTS:
        if sort not in {tile.sort for tile in tiles}:
            raise BadData("manitou.data.tiles", f"no {sort}")
    return tuple(sorted(tiles, key=lambda tile: (SORTS.index(tile.sort), tile.value)))


def _tables(data: dict[str, Any], tiles: int) -> Iterator[Table]:
    seen: list[int] = []
    for path, record in _records(data, "tables", {"players", "hunts", "grounds", "select"}):
        players = _whole(path, record, "players", 2, 5)
        if players in seen:
            raise BadData(f"{path}.players", f"{players} is listed twice")
        seen.append(players)
        hunts = _whole(path, record, "hunts", 1, 6)
        grounds = _list(path, record, "grounds", 3, 1, 9)
        select = _list(path, record, "select", players, 7, CARDS - MOST_LAID)
        if hunts * sum(grounds) > tiles:
            raise BadData(f"{path}.grounds", f"{hunts} hunts need {hunts * sum(grounds)} tiles, there are {tiles}")
        yield Table(players, hunts, grounds, select)
    if sorted(seen) != [2, 3, 4, 5]:
        raise BadData("manitou.data.tables", "there must be one for 2, 3, 4 and 5 players")


def _numbers(data: dict[str, Any]) -> dict[str, int]:
    numbers: dict[str, int] = {}
    for path, record in _records(data, "numbers", {"name", "value"}):
        name = _one_of(path, record, "name", tuple(NUMBERS))
        if name in numbers:
            raise BadData(f"{path}.name", f"{name} is listed twice")
        numbers[name] = _whole(path, record, "value", *NUMBERS[name])
    for name in NUMBERS:
        if name not in numbers:
            raise BadData("manitou.data.numbers", f"no {name}")
    return numbers


def _records(
    data: dict[str, Any], part: str, fields: set[str], optional: set[str] | None = None
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yields each record of a part with its path, and checks its field names, mark and source."""
    if not isinstance(data[part], list):
        raise BadData(f"manitou.data.{part}", "must be a list")
    for index, record in enumerate(data[part]):
        path = f"manitou.data.{part}[{index}]"
        if not isinstance(record, dict):
            raise BadData(path, "must be an object")
        _names(path, record, fields | {"mark", "source"}, optional or set())
        _one_of(path, record, "mark", MARKS)
        if not isinstance(record["source"], str) or not record["source"]:
            raise BadData(f"{path}.source", "must say where this comes from")
        yield path, record


def _names(path: str, record: dict[str, Any], fields: set[str], optional: set[str]) -> None:
    for name in record:
        if name not in fields:
            raise BadData(f"{path}.{name}", f"unknown; there are {', '.join(sorted(fields))}")
    for name in sorted(fields - optional):
        if name not in record:
            raise BadData(f"{path}.{name}", "missing")


def _one_of(path: str, record: dict[str, Any], name: str, allowed: tuple[str, ...]) -> str:
    value = record[name]
    if not isinstance(value, str) or value not in allowed:
        raise BadData(f"{path}.{name}", f"{value!r} is not one of {', '.join(allowed)}")
    return value


def _whole(path: str, record: dict[str, Any], name: str, low: int, high: int) -> int:
    if name not in record:
        raise BadData(f"{path}.{name}", "missing")
    return _between(f"{path}.{name}", record[name], low, high)


def _list(path: str, record: dict[str, Any], name: str, length: int, low: int, high: int) -> tuple[int, ...]:
    values = record[name]
    if not isinstance(values, list) or len(values) != length:
        raise BadData(f"{path}.{name}", f"must be a list of {length} whole numbers")
    return tuple(_between(f"{path}.{name}[{i}]", value, low, high) for i, value in enumerate(values))


def _between(path: str, value: Any, low: int, high: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        allowed = str(low) if low == high else f"{low} to {high}"
        raise BadData(path, f"{value!r} is not a whole number: {allowed}")
    return value

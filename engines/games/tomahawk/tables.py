"""Reads the data file of Tomahawk. Refuses what cannot be played, with the path of the bad entry."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from hunch.engines.errors import BadData
from hunch.engines.games.tomahawk.state import CARDS, PILES, TURNS

SPECIALS = ("manitou", "soaring", "redwood", "twilight", "skull", "storm", "cloud")
LANDS = ("plains", "forest", "mountain")
ICONS = ("none", "puma", "picking")
MARKS = ("printed", "reviewer", "inferred", "reconstruction")
LENGTHS, TILES_OF_A_LENGTH = 3, 5
BATTLES_OF_A_LENGTH = TILES_OF_A_LENGTH - 1
STRONGEST, MOST_HAIR, MOST_ANIMALS = 10, 4, 5
TWO = 2
"""The strength of Soaring Spirit, and of the cards that make a pair with it. Teasing Cloud charms neither."""


@dataclass(frozen=True, slots=True)
class Kind:
    """Base cards of one strength and hair, or a special, which has one copy."""

    strength: int
    hair: int
    copies: int = 1


@dataclass(frozen=True, slots=True)
class Tile:
    """A territory. `land` and `icon` are indices of LANDS and ICONS."""

    id: str
    length: int
    land: int
    animals: int
    icon: int


@dataclass(frozen=True, slots=True)
class Cards:
    """The cards, territories and numbers of the rules."""

    tribe: tuple[Kind, ...]
    specials: tuple[Kind, ...]
    tiles: tuple[Tile, ...]
    piles: tuple[tuple[int, ...], ...]
    draws: tuple[int, ...]
    charm_from: int
    pair: int
    sought_bonus: int


@dataclass(frozen=True, slots=True)
class Codes:
    """The codes of cards, which state.pxd explains."""

    kinds: Mapping[int, Kind]  # by code; the last seven are the specials
    of_indian: Mapping[tuple[int, int], int]  # by strength and hair
    places: tuple[tuple[int, int, int], ...]  # pile, first and last turn, all from 0
    tiles: Mapping[str, int]  # code by id
    bits: tuple[tuple[int, int], ...]  # of each card in a set: its code and its bit


@lru_cache(maxsize=64)
def codes(cards: Cards) -> Codes:
    """The codes that the tables use for these cards."""
    kinds: dict[int, Kind] = {}
    code = 1
    for kind in (*cards.tribe, *cards.specials):
        kinds[code] = kind
        code += kind.copies
    places = [
        (pile, sum(lengths[:i]), sum(lengths[: i + 1]) - 1)
        for pile, lengths in enumerate(cards.piles)
        for i in range(len(lengths))
    ]
    return Codes(
        kinds,
        {(kind.strength, kind.hair): code for code, kind in kinds.items() if code <= CARDS},
        tuple(places),
        {tile.id: i for i, tile in enumerate(cards.tiles, 1)},
        tuple((code, 1 << code - 1 + copy) for code, kind in kinds.items() for copy in range(kind.copies)),
    )


def read(game: str, data: Mapping[str, Any]) -> Cards:
    """The cards of a data file."""
    path = f"{game}.data"
    _keys(data, ("game", "edition", "numbers", "piles", "tribe", "specials", "territories"), path)
    if data["game"] != game:
        raise BadData(f"{path}.game", f"{data['game']!r}, it must be {game!r}")
    numbers = _numbers(data["numbers"], f"{path}.numbers")
    _record(data["edition"], ("value",), f"{path}.edition")
    tribe = _tribe(data["tribe"], f"{path}.tribe")
    return Cards(
        tribe=tribe,
        specials=_specials(data["specials"], tribe, numbers["charm_from"], f"{path}.specials"),
        tiles=_tiles(data["territories"], f"{path}.territories"),
        piles=_piles(data["piles"], f"{path}.piles"),
        **numbers,
    )


def _numbers(record: Any, path: str) -> dict[str, Any]:
    names = ("draws", "charm_from", "pair", "sought_bonus", "tokens")
    _keys(record, names, path)
    for name in names:
        _record(record[name], ("value",), f"{path}.{name}")
    draws = _list(record["draws"]["value"], TURNS, f"{path}.draws.value")
    held = 0
    for turn, drawn in enumerate(draws):
        held += _whole(drawn, 0, CARDS, f"{path}.draws.value[{turn}]") - PILES
        if held < 0:
            raise BadData(f"{path}.draws.value[{turn}]", f"a hand of fewer than {PILES} cards on turn {turn + 1}")
    if sum(draws) != CARDS:
        raise BadData(f"{path}.draws.value", f"{sum(draws)} cards drawn, a tribe has {CARDS}")
    _whole(record["tokens"]["value"], 0, 99, f"{path}.tokens.value")
    return {
        "draws": tuple(draws),
        "charm_from": _whole(record["charm_from"]["value"], TWO + 1, STRONGEST, f"{path}.charm_from.value"),
        "pair": _whole(record["pair"]["value"], 4, 20, f"{path}.pair.value"),
        "sought_bonus": _whole(record["sought_bonus"]["value"], 0, 20, f"{path}.sought_bonus.value"),
    }


def _tribe(records: Any, path: str) -> tuple[Kind, ...]:
    kinds: list[Kind] = []
    for i, record in enumerate(_list(records, None, path)):
        at = f"{path}[{i}]"
        _record(record, ("strength", "hair", "copies"), at)
        kind = Kind(
            _whole(record["strength"], 1, STRONGEST, f"{at}.strength"),
            _whole(record["hair"], 0, MOST_HAIR, f"{at}.hair"),
            _whole(record["copies"], 1, CARDS, f"{at}.copies"),
        )
        if any((kind.strength, kind.hair) == (other.strength, other.hair) for other in kinds):
            raise BadData(at, f"a second entry of strength {kind.strength} with hair {kind.hair}")
        kinds.append(kind)
    if sum(kind.copies for kind in kinds) != CARDS:
        raise BadData(path, f"{sum(kind.copies for kind in kinds)} cards, a tribe has {CARDS}")
    return tuple(sorted(kinds, key=lambda kind: (kind.strength, kind.hair)))


def _specials(records: Any, tribe: Sequence[Kind], charm_from: int, path: str) -> tuple[Kind, ...]:
    result: dict[str, Kind] = {}
    for i, record in enumerate(_list(records, len(SPECIALS), path)):
        at = f"{path}[{i}]"
        _record(record, ("id", "value", "hair", "hair_mark", "hair_source"), at)
        name = _word(record["id"], SPECIALS, f"{at}.id")
        _word(record["hair_mark"], MARKS, f"{at}.hair_mark")
        if name in result:
            raise BadData(f"{at}.id", f"a second {name}")
        value = _whole(record["value"], 1, STRONGEST, f"{at}.value")
        result[name] = Kind(value, _whole(record["hair"], 0, MOST_HAIR, f"{at}.hair"))
        if name == "soaring" and value != TWO:
            raise BadData(f"{at}.value", f"{value}; it must be 2, as with another 2 it counts 9 instead of 4")
        if name == "cloud" and value >= charm_from:
            raise BadData(
                f"{at}.value", f"{value}; it must be under {charm_from}, or it charms the card that copies it"
            )
        alike = min(2, sum(kind.strength == value for kind in result.values()))
        if sum(kind.copies for kind in tribe if kind.strength == value) < alike:
            raise BadData(f"{at}.value", f"{value}; the tribe has fewer than {alike} cards of that strength to leave")
    return tuple(result[name] for name in SPECIALS)


def _tiles(records: Any, path: str) -> tuple[Tile, ...]:
    tiles: list[Tile] = []
    for i, record in enumerate(_list(records, LENGTHS * TILES_OF_A_LENGTH, path)):
        at = f"{path}[{i}]"
        _record(record, ("id", "length", "land", "animals", "icon"), at)
        if not isinstance(record["id"], str) or not 1 <= len(record["id"]) <= 16:
            raise BadData(f"{at}.id", "not a text of 1 to 16 letters")
        if any(record["id"] == tile.id for tile in tiles):
            raise BadData(f"{at}.id", f"a second {record['id']}")
        tile = Tile(
            record["id"],
            _whole(record["length"], 1, LENGTHS, f"{at}.length"),
            LANDS.index(_word(record["land"], LANDS, f"{at}.land")),
            _whole(record["animals"], 1, MOST_ANIMALS, f"{at}.animals"),
            ICONS.index(_word(record["icon"], ICONS, f"{at}.icon")),
        )
        tiles.append(tile)
        if sum(tile.length == other.length for other in tiles) > TILES_OF_A_LENGTH:
            raise BadData(f"{at}.length", f"more than {TILES_OF_A_LENGTH} territories of length {tile.length}")
    return tuple(tiles)


def _piles(records: Any, path: str) -> tuple[tuple[int, ...], ...]:
    piles: list[tuple[int, ...]] = []
    for i, record in enumerate(_list(records, PILES, path)):
        at = f"{path}[{i}]"
        _record(record, ("lengths",), at)
        lengths = [
            _whole(length, 1, LENGTHS, f"{at}.lengths[{k}]")
            for k, length in enumerate(_list(record["lengths"], None, f"{at}.lengths"))
        ]
        if sum(lengths) != TURNS:
            raise BadData(f"{at}.lengths", f"{sum(lengths)} turns, a game has {TURNS}")
        piles.append(tuple(lengths))
    for length in range(1, LENGTHS + 1):
        if sum(pile.count(length) for pile in piles) > BATTLES_OF_A_LENGTH:
            raise BadData(path, f"more than {BATTLES_OF_A_LENGTH} territories of length {length}: one must stay unused")
    return tuple(piles)


def _record(record: Any, names: tuple[str, ...], path: str) -> None:
    _keys(record, (*names, "mark", "source"), path)
    _word(record["mark"], MARKS, f"{path}.mark")
    if not isinstance(record["source"], str) or not record["source"]:
        raise BadData(f"{path}.source", "must say where this comes from")


def _keys(record: Any, names: Sequence[str], path: str) -> None:
    if not isinstance(record, Mapping):
        raise BadData(path, "not an object")
    for name in names:
        if name not in record:
            raise BadData(f"{path}.{name}", "is missing")
    for name in record:
        if name not in names:
            raise BadData(f"{path}.{name}", "is not known here")


def _list(value: Any, length: int | None, path: str) -> list[Any]:
    if not isinstance(value, list):
        raise BadData(path, "not a list")
    if length is not None and len(value) != length:
        raise BadData(path, f"{len(value)} entries, there must be {length}")
    return value


def _whole(value: Any, low: int, high: int, path: str) -> int:
    if type(value) is not int or not low <= value <= high:
        raise BadData(path, f"{value!r} is not a whole number in {low} to {high}")
    return value


def _word(value: Any, words: Sequence[str], path: str) -> str:
    if not isinstance(value, str) or value not in words:
        raise BadData(path, f"{value!r} is not one of {', '.join(words)}")
    return value

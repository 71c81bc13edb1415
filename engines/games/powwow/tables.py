"""Makes the tables of Pow Wow from its data file. Refuses what cannot be played, and names the wrong entry."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations_with_replacement
from math import exp, factorial, prod
from typing import Any

from hunch.engines.errors import BadData
from hunch.engines.games.powwow.state import (
    COLOURS,
    MOCCASIN,
    MOST_NUMBER,
    MOST_ROLLS,
    MOST_SPACES,
    MOST_STONES,
    RINGS,
    ROLL,
    SEGMENTS,
    STONE,
)

FACES, DICE_COUNT = 6, 6
LEAST_SPACES, MOST_POW_WOWS = 6, 30
MARKS = ("printed", "author", "reviewer", "inferred", "reconstruction")
NAMES = ("red", "orange", "yellow", "green", "blue", "white")
# Terms of the logarithm of the odds that an Indian leaves first, fitted by `python -m tools.powwow_odds`. They count
# the logarithm of its way; whether any stone could send it off at once; each stone that could; how late its holder
# moves; its holder's white stones.
WAY, READY, READIER, ORDER, WHITE = -0.964, 1.462, -0.176, -0.244, 0.240
# Terms of the logarithm of the odds that cards change hands before that: a constant, the logarithm of the number of
# seats, and the logarithm of the second Indian's way.
OPEN, CROWD, OPEN_WAY = -0.137, -0.356, 0.195
FITTED_SPACES = 36  # spaces of the track in the games that the terms were fitted to
ROUNDS = 1  # rounds that `leaf_value` plays after the present one


@dataclass(frozen=True, slots=True)
class Colour:
    """The name of an Indian in the data and on the wire, and its name in each language."""

    name: str
    en: str
    fr: str


def read_data(data: Mapping[str, Any], players: int, choice: bool) -> dict[str, Any]:
    """Returns the fields of `Tables`, and `colours` and `most_plies`."""
    colours = _colours(data)
    names = [colour.name for colour in colours]
    number, dark = _tepee(data)
    spaces, special = _track(data)
    face = _dice(data, names)
    stones = _stones(data)
    hands = players if players > 2 else 3
    pow_wows = _cards(data, names, hands)
    rolls = list(_rolls(players, face))
    room = MOST_ROLLS - len(rolls)
    return {
        "seats": players,
        "hands": hands,
        "spaces": spaces,
        "pow_wows": pow_wows,
        "stones": stones,
        "choice": choice,
        "number": number,
        "dark": dark,
        "special": special,
        "face": face,
        "faces": [face.count(colour) for colour in range(COLOURS + 1)],
        "rolls": len(rolls),
        "roll": [code for code, _ in rolls] + [0] * room,
        "roll_weight": [weight for _, weight in rolls] + [0] * room,
        "rounds": ROUNDS,
        "foes": 1 / (players - 1),
        **_odds(spaces, players),
        **_steps(number, dark, choice),
        **_landings(spaces, special),
        "colours": colours,
        "most_plies": _most_plies(number, dark, spaces, hands, players),
    }


def _odds(spaces: int, players: int) -> dict[str, list[float]]:
    """Returns the odds by place, ready stones, order and white stones, as in `Tables`."""
    ways = [max(spaces + 1 - place, 0) * (FITTED_SPACES + 1) / (spaces + 1) for place in range(MOST_SPACES + 2)]
    return {
        "odds": [(1 + way) ** WAY for way in ways],
        "odds_ready": [exp(READY + stones * READIER) for stones in range(1, SEGMENTS + 1)],
        "odds_order": [exp(ORDER * min(order / (players - 1), 1)) for order in range(6)],
        "odds_stones": [exp(WHITE * stones) for stones in range(8)],
        "odds_open": [exp(OPEN) * players**CROWD * (1 + way) ** OPEN_WAY for way in ways],
    }


def _steps(number: list[list[int]], dark: list[list[int]], choice: bool) -> dict[str, list[list[int]]]:
    """Returns, by segment and ring of a stone, the set of steps that its next field allows."""

    def allowed(steps: int, backward: int) -> int:
        return (choice or not backward) << MOST_NUMBER + steps | backward << MOST_NUMBER - steps

    return {"steps": [[*map(allowed, a[1:], b[1:]), 0] for a, b in zip(number, dark, strict=True)]}


def _landings(spaces: int, special: list[int]) -> dict[str, list[int]]:
    """By place: the sets of steps that end on the track, beyond it, and on its special spaces."""
    places = range(MOST_SPACES + 2)

    def steps(ends: Iterable[int]) -> list[int]:
        known = set(ends)
        return [
            sum(1 << MOST_NUMBER + k for k in range(-MOST_NUMBER, MOST_NUMBER + 1) if place + k in known)
            for place in places
        ]

    return {
        "stays": steps(range(spaces + 1)),
        "leaves": steps(range(spaces + 1, MOST_SPACES + 2 + MOST_NUMBER)),
        "moccasins": steps(space for space in places if special[space] == MOCCASIN),
        "stones_at": steps(space for space in places if special[space] == STONE),
    }


def _colours(data: Mapping[str, Any]) -> tuple[Colour, ...]:
    result = []
    for i, entry in _records(data, "indians", COLOURS):
        path = f"powwow.data.indians[{i}]"
        if entry.get("name") != NAMES[i]:
            raise BadData(f"{path}.name", f"{entry.get('name')!r} is not {NAMES[i]}")
        result.append(Colour(NAMES[i], _text(entry, "en", path), _text(entry, "fr", path)))
    return tuple(result)


def _tepee(data: Mapping[str, Any]) -> tuple[list[list[int]], list[list[int]]]:
    """By segment and ring; ring 0, the centre, has no number."""
    number, dark = [], []
    for i, segment in _list(data, "tepee", SEGMENTS):
        numbers, darks = [0], [0]
        for k, entry in _records(segment, "fields", RINGS, f"tepee[{i}]."):
            path = f"powwow.data.tepee[{i}].fields[{k}]"
            numbers.append(_whole(entry, "number", 1, MOST_NUMBER, path))
            if not isinstance(entry.get("dark"), bool):
                raise BadData(f"{path}.dark", f"{entry.get('dark')!r} is neither true nor false")
            darks.append(int(entry["dark"]))
        number.append(numbers)
        dark.append(darks)
    if _pips(number, dark, 0) <= _pips(number, dark, 1):
        raise BadData("powwow.data.tepee", "the dark fields weigh as much as the others, so a game need not end")
    return number, dark


def _track(data: Mapping[str, Any]) -> tuple[int, list[int]]:
    track = data.get("track")
    if not isinstance(track, dict):
        raise BadData("powwow.data.track", "missing, or not an object")
    _record(track, "powwow.data.track")
    spaces = _whole(track, "spaces", LEAST_SPACES, MOST_SPACES, "powwow.data.track")
    special = [0] * (MOST_SPACES + 2)
    for i, entry in _records(track, "specials", None, "track."):
        path = f"powwow.data.track.specials[{i}]"
        space = _whole(entry, "space", 1, spaces, path)
        if special[space]:
            raise BadData(f"{path}.space", f"space {space} is already special")
        kinds = {"stone": STONE, "moccasin": MOCCASIN}
        if entry.get("kind") not in list(kinds):
            raise BadData(f"{path}.kind", f"{entry.get('kind')!r} is not stone or moccasin")
        special[space] = kinds[entry["kind"]]
    return spaces, special


def _cards(data: Mapping[str, Any], names: list[str], hands: int) -> int:
    """How many Pow Wow cards are in play: as many as fill the hands."""
    needed = 2 * hands - COLOURS
    for i, entry in _records(data, "cards", COLOURS + 1):
        path = f"powwow.data.cards[{i}]"
        wanted = [*names, "pow_wow"][i]
        if entry.get("card") != wanted:
            raise BadData(f"{path}.card", f"{entry.get('card')!r} is not {wanted}")
        count = _whole(entry, "count", *((1, 1) if i < COLOURS else (0, MOST_POW_WOWS)), path)
        if i == COLOURS and count < needed:
            raise BadData(f"{path}.count", f"{count} cards are too few, {hands} hands need {needed}")
    return needed


def _dice(data: Mapping[str, Any], names: list[str]) -> list[int]:
    dice = data.get("dice")
    if not isinstance(dice, dict):
        raise BadData("powwow.data.dice", "missing, or not an object")
    _record(dice, "powwow.data.dice")
    _whole(dice, "count", DICE_COUNT, DICE_COUNT, "powwow.data.dice")
    faces = []
    for i, face in _list(dice, "faces", FACES, "dice."):
        if face not in names:
            raise BadData(f"powwow.data.dice.faces[{i}]", f"{face!r} is not one of {', '.join(names)}")
        faces.append(names.index(face) + 1)
    return faces


def _stones(data: Mapping[str, Any]) -> int:
    """White stones apart from the five that lie in the tepee."""
    stones = data.get("stones")
    if not isinstance(stones, dict):
        raise BadData("powwow.data.stones", "missing, or not an object")
    _record(stones, "powwow.data.stones")
    return _whole(stones, "count", SEGMENTS, MOST_STONES, "powwow.data.stones") - SEGMENTS


def _rolls(players: int, face: list[int]) -> Iterator[tuple[int, int]]:
    """Each multiset of colours that the dice of a round can show, as a code of ROLL, with its weight."""
    for colours in combinations_with_replacement(sorted(set(face)), players):
        each = [colours.count(colour) for colour in range(1, COLOURS + 1)]
        ways = factorial(players) // prod(map(factorial, each)) * prod(face.count(colour) for colour in colours)
        yield ROLL + sum(count << 3 * i for i, count in enumerate(each)), ways


def _most_plies(number: list[list[int]], dark: list[list[int]], spaces: int, hands: int, players: int) -> int:
    """A bound: each cycle of 25 stone steps moves the six Indians forward by the light pips less the dark ones.

    A move is at most a die chosen and an exchange in three steps. It may add another roll in two steps, as each stone
    was won by some move. Each round has one roll of the dice.
    """
    gain = _pips(number, dark, 0) - _pips(number, dark, 1)
    cycles = (COLOURS * spaces + _pips(number, dark, 1)) // gain + 1
    moves = cycles * SEGMENTS * RINGS + players
    return 2 * hands + moves * 7 + moves // players + 2


def _pips(number: list[list[int]], dark: list[list[int]], shade: int) -> int:
    return sum(number[i][k] for i in range(SEGMENTS) for k in range(1, RINGS + 1) if dark[i][k] == shade)


# Entries ------------------------------------------------------------------------------------------------------


def _list(data: Mapping[str, Any], name: str, length: int | None, within: str = "") -> Iterator[tuple[int, Any]]:
    path = f"powwow.data.{within}{name}"
    entries = data.get(name) if isinstance(data, dict) else None
    if not isinstance(entries, list):
        raise BadData(path, "missing, or not a list")
    if length is not None and len(entries) != length:
        raise BadData(path, f"{len(entries)} entries, there must be {length}")
    return enumerate(entries)


def _records(
    data: Mapping[str, Any], name: str, length: int | None, within: str = ""
) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yields the entries of a list. Each is an object with its mark and its source."""
    for i, entry in _list(data, name, length, within):
        _record(entry, f"powwow.data.{within}{name}[{i}]")
        yield i, entry


def _record(entry: Any, path: str) -> None:
    if not isinstance(entry, dict):
        raise BadData(path, "not an object")
    if entry.get("mark") not in MARKS:
        raise BadData(f"{path}.mark", f"{entry.get('mark')!r} is not one of {', '.join(MARKS)}")
    _text(entry, "source", path)


def _text(entry: Mapping[str, Any], name: str, path: str) -> str:
    value = entry.get(name)
    if not isinstance(value, str) or not value.strip():
        raise BadData(f"{path}.{name}", "missing, or not a text")
    return value


def _whole(entry: Mapping[str, Any], name: str, low: int, high: int, path: str) -> int:
    value = entry.get(name)
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise BadData(f"{path}.{name}", f"{value!r} is not a whole number from {low} to {high}")
    return value

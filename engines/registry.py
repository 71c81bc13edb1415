"""The list of games, one line each in `GAMES`, and the loader that applies options and data."""

import hashlib
import importlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

from hunch.engines.contract import Game
from hunch.engines.errors import BadData, BadOption, UnknownGame

GAMES: Mapping[str, str] = {
    "kuhn": "hunch.engines.games.kuhn",
    "leduc": "hunch.engines.games.leduc",
    "goofspiel": "hunch.engines.games.goofspiel",
    "tomahawk": "hunch.engines.games.tomahawk",
    "manitou": "hunch.engines.games.manitou",
    "powwow": "hunch.engines.games.powwow",
    "comancheria": "hunch.engines.games.comancheria",
}

Value = int | str | bool  # of an option
Chosen = tuple[tuple[str, Value], ...]  # the name and value of each option of a game
Files = tuple[tuple[str, bytes], ...]  # the name and content of each section; the name is "" for a single file
Data = str | Path | Files  # a file, a folder, or their content


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a game: the first of its values is the default."""

    name: str
    values: tuple[Value, ...]
    says: str


@dataclass(frozen=True, slots=True)
class Question:
    """A search of a game with these options, by this method; with "" the search chooses the method."""

    options: Mapping[str, Value]
    method: str


@dataclass(frozen=True, slots=True)
class Speed:
    """Which random games of a game `bench.speed` measures."""

    options: Mapping[str, Value]
    unit: str
    """What is counted: "decisions", or "steps", which include chance events."""
    floor: float
    """The smallest accepted ratio to the peer's rate."""


@dataclass(frozen=True, slots=True)
class Questions:
    """A game's `questions.json`: what tests, benchmarks and pages need to know about the game."""

    calibrated: bool
    """Whether matches have shown that levels 4, 7 and 10 beat 1, 4 and 7 by two standard errors."""
    example_steps: int | None
    """How many steps lead to the position of examples/<game>.json; None if that file is written by hand."""
    saved_steps: int
    """How many steps lead to the position that a release saves, where a seat must choose."""
    only_moves: int
    """How many positions tests/search/only_moves/<game>.json has at least; 0 if there need not be such a file."""
    small: tuple[Mapping[str, Value], ...]
    """Options with which tests can go through every history of the game."""
    signature: tuple[Question, ...]
    """The searches that are part of the signature of the search."""
    speed: Speed | None
    """None if other rows of `bench.speed` measure the game."""
    searches: tuple[Question, ...]
    """The searches that `bench.speed` measures beside the game's own rollouts."""
    latency: tuple[Question, ...]
    """The searches whose stops `bench.latency` measures."""


@dataclass(frozen=True, slots=True)
class ValueCurve:
    """How the values of a search with these options and iterations become what happens: the log odds of a win are
    `shift` + `slope` times the log odds that the search found. An entry of a game's `values.json`."""

    options: Mapping[str, Value]
    """Options that a game must have; it may have others."""
    iterations: int
    """The effort at which this was measured."""
    shift: float
    """Log odds to add."""
    slope: float
    """Factor of the log odds that the search found."""
    error: float
    """Standard error beyond sampling, as a payoff, of an even position."""
    apart: float = 0.0
    """The same of the difference between two turns of an even position that are searched equally often."""


PARTS = ("rules", "codec", "decode", "words", "explain", "guide")
"""The modules of a game that others load by its name. Not every game has a `decode`."""


def package(name: str) -> ModuleType:
    """The package of a game: its page, `OPTIONS`, and the modules `rules`, `codec` and `words`."""
    if name not in GAMES:
        raise UnknownGame("game", f"{name!r} is not one of {', '.join(GAMES)}")
    return _module(GAMES[name])


@cache
def part(name: str, module: str) -> ModuleType:
    """One module of a game: "rules", "codec" or "words"."""
    return _module(f"{package(name).__name__}.{module}")


@cache
def questions(name: str) -> Questions:
    """The content of `questions.json` in the folder of a game.

    >>> questions("goofspiel").calibrated
    True
    """
    read: dict[str, Any] = json.loads((Path(package(name).__path__[0]) / "questions.json").read_bytes())
    for field in ("signature", "searches", "latency"):
        read[field] = tuple(Question(**question) for question in read.get(field, ()))
    read["only_moves"], read["small"] = read.get("only_moves", 0), tuple(read.get("small", ()))
    read["speed"] = Speed(**read["speed"]) if "speed" in read else None
    return Questions(**read)


@cache
def value_curves(name: str) -> tuple[ValueCurve, ...]:
    """The content of `values.json` in the folder of a game; nothing if it has none.

    `python -m bench.calibration --fit` writes it.
    """
    file = Path(package(name).__path__[0]) / "values.json"
    return tuple(ValueCurve(**entry) for entry in json.loads(file.read_bytes())) if file.exists() else ()


def load_parts(name: str) -> None:
    """Loads all code of a game now. Without this, each part is loaded when it is first needed."""
    for module in PARTS:
        if find_spec(f"{package(name).__name__}.{module}") is not None:
            part(name, module)


_module = cache(importlib.import_module)  # the import system takes 3 us for a look-up, and each move needs one


def load(name: str, *, data: Data | None = None, **options: Value) -> Game:
    """The game of that name, with its options and, for an owner with corrected cards, their own data.

    `data` is a file that replaces the game's `data.json`. If the game has a folder `data/`, it is a folder too, or one
    file with a section for each file of the folder. Its sections replace ours, the others stay. The result of `files`
    is accepted too.

    >>> game = load("goofspiel", cards=4)
    >>> game.new().to_move
    -1
    """
    return made(name, chosen(name, options), data)


def chosen(name: str, options: Mapping[str, Value]) -> Chosen:
    """All options of a game, those not given at their defaults; BadOption if there is no such option or value."""
    values = {option.name: option.values[0] for option in package(name).OPTIONS}
    for key, value in options.items():
        allowed = next((o.values for o in package(name).OPTIONS if o.name == key), None)
        if allowed is None:
            raise BadOption(f"{name}.options.{key}", f"no such option; there are {', '.join(values) or 'none'}")
        if not any(value == v and type(value) is type(v) for v in allowed):
            numbers = [v for v in allowed if type(v) is int]
            shown = f"{min(numbers)} to {max(numbers)}" if len(numbers) > 8 else ", ".join(map(str, allowed))
            raise BadOption(f"{name}.options.{key}", f"{value!r} is not one of {shown}")
        values[key] = value
    return tuple(values.items())


def made(name: str, options: Chosen, data: Data | None = None) -> Game:
    """The game with options from `chosen`."""
    return _made(name, options, files(Path(data)) if isinstance(data, str | Path) else data)


@lru_cache(maxsize=256)
def _made(name: str, options: Chosen, replaced: Files | None) -> Game:
    folder = Path(package(name).__path__[0])
    sections = files(folder / "data") if (folder / "data").is_dir() else ()
    own = sections or (files(folder / "data.json") if (folder / "data.json").exists() else ())
    if replaced is not None and not own:
        raise BadData(name, "this game has no data file to replace")
    data: dict[str, Any] = {}
    for section, raw in (*sections, *(own if replaced is None else replaced)):
        data |= {section: _read(name, raw)} if section else _read(name, raw)
    canonical = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    digest = hashlib.sha256(canonical.encode()).hexdigest()[:16]
    made: Game = part(name, "rules").GAME(name, dict(options), digest, data)
    return made


def files(path: Path) -> Files:
    """The content of a file or folder."""
    if path.is_dir():
        return tuple((file.stem, file.read_bytes()) for file in sorted(path.glob("*.json")))
    return (("", path.read_bytes()),)


def _read(name: str, raw: bytes) -> dict[str, Any]:
    try:
        data = json.loads(raw)
    except ValueError as error:
        raise BadData(f"{name}.data", f"not JSON: {error}") from None
    except RecursionError:
        raise BadData(f"{name}.data", "nested too deep") from None
    if not isinstance(data, dict):
        raise BadData(f"{name}.data", "not a JSON object")
    return data

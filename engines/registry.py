"""Which games there are, and how one is loaded with options and data: one line a game in `GAMES`."""
import hashlib
import importlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any

from hunch.engines.contract import Game
from hunch.engines.errors import BadData, BadOption, UnknownGame

GAMES: Mapping[str, str] = {
    "kuhn": "hunch.engines.reference.kuhn",
    "leduc": "hunch.engines.reference.leduc",
    "goofspiel": "hunch.engines.reference.goofspiel",
    "tomahawk": "hunch.engines.tomahawk",
    "manitou": "hunch.engines.manitou",
    "powwow": "hunch.engines.powwow",
}

Value = int | str | bool


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a game: the first of its values is the default."""

    name: str
    values: tuple[Value, ...]
    says: str


def package(name: str) -> ModuleType:
    """The package of a game: its page, `OPTIONS`, and the modules `rules`, `codec` and `words`."""
    if name not in GAMES:
        raise UnknownGame("game", f"{name!r} is not one of {', '.join(GAMES)}")
    return _module(GAMES[name])


def part(name: str, module: str) -> ModuleType:
    """One module of a game: "rules", "codec" or "words"."""
    return _module(f"{package(name).__name__}.{module}")


_module = cache(importlib.import_module)       # a look-up by the import system costs 3 us, and it is made for each move


def load(name: str, *, data: str | Path | None = None, **options: Value) -> Game:
    """The game of that name, with its options and, for an owner's corrected cards, his own data file.

    >>> game = load("goofspiel", cards=4)
    >>> game.new().to_move
    -1
    """
    chosen = {option.name: option.values[0] for option in package(name).OPTIONS}
    for key, value in options.items():
        allowed = next((o.values for o in package(name).OPTIONS if o.name == key), None)
        if allowed is None:
            raise BadOption(f"{name}.options.{key}", f"no such option; there are {', '.join(chosen) or 'none'}")
        if not any(value == v and type(value) is type(v) for v in allowed):
            shown = ", ".join(map(str, allowed)) if len(allowed) < 8 else f"{allowed[0]} to {allowed[-1]}"
            raise BadOption(f"{name}.options.{key}", f"{value!r} is not one of {shown}")
        chosen[key] = value
    return _made(name, tuple(chosen.items()), None if data is None else Path(data).read_bytes())


@lru_cache(maxsize=256)
def _made(name: str, options: tuple[tuple[str, Value], ...], raw: bytes | None) -> Game:
    own = _own_data(name)
    if raw is not None and own is None:
        raise BadData(name, "this game has no data file to replace")
    try:
        data: dict[str, Any] = json.loads(own or b"{}" if raw is None else raw)
    except ValueError as error:
        raise BadData(f"{name}.data", f"not JSON: {error}") from None
    if not isinstance(data, dict):
        raise BadData(f"{name}.data", "not a JSON object")
    canonical = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    digest = hashlib.sha256(canonical.encode()).hexdigest()[:16]
    made: Game = part(name, "rules").GAME(name, dict(options), digest, data)
    return made


def _own_data(name: str) -> bytes | None:
    path = Path(package(name).__path__[0]) / "data.json"
    return path.read_bytes() if path.exists() else None

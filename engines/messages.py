"""Converts states, moves and events between messages and games, and validates them, for any game.

This module knows what all games share: which game a message belongs to, options, versions, and whether the state could
arise. Each game's `codec.py` writes and reads its typed fields. Its `decode.pyx` reads a state in the usual form
straight from the bytes.
"""

import json
from collections.abc import Callable, Generator, Mapping, Sequence
from functools import cache, lru_cache
from importlib.util import find_spec
from typing import Any, Protocol, TypeVar

from google.protobuf.message import DecodeError, Message

from hunch.engines import protojson
from hunch.engines.contract import Game, State, Stream
from hunch.engines.errors import BadMessage, BadOption, BadState, HunchError, WrongVersion
from hunch.engines.registry import Chosen, Data, chosen, made, package, part
from hunch.v1 import game_pb2 as pb

M = TypeVar("M", bound=Message)
T = TypeVar("T")
KINDS: Mapping[str, type[pb.GameMove] | type[pb.GameEvent]] = {"move": pb.GameMove, "event": pb.GameEvent}
LONGEST_KEPT = 64
"""Longer options, in bytes, are not cached, so that no caller makes the cache large."""


class FastReader(Protocol):
    """A game's `decode.decode_fast`."""

    def __call__(self, game: Game, raw: bytes) -> State | None:
        """The state in the bytes of a GameState of that game; None if the codec must read it instead.

        Any bytes are safe to read. If the state cannot arise, it is not `sound`.
        """


def encode(state: State) -> pb.GameState:
    """The message of a world or a view."""
    game = state.game
    message = pb.GameState(rules_version=game.version, data_hash=game.data_hash)
    typed = getattr(message, game.name)
    typed.SetInParent()
    typed.options.CopyFrom(getattr(encode_options(game), game.name))
    part(game.name, "codec").write_state(state, typed)
    return message


def decode(message: pb.GameState, data: Mapping[str, Data] | None = None) -> State:
    """The world or view of a message. `data` replaces the data of games, by name."""
    game = _game_of(message, data)
    decode_fast = fast_reader(game.name)
    if decode_fast is not None:
        fast = decode_fast(game, message.SerializeToString())
        if fast is not None and fast.sound():
            return fast
    state: State = part(game.name, "codec").read_state(game, getattr(message, game.name))
    flaw = state.fill(Stream(0)).flaw()
    if flaw:
        raise BadState(f"{game.name}.{flaw.partition(': ')[0]}", flaw.partition(": ")[2])
    return state


@cache
def fast_reader(name: str) -> FastReader | None:
    """The function that reads the usual states of that game; None if it has none."""
    if find_spec(f"{package(name).__name__}.decode") is None:
        return None
    reader: FastReader = part(name, "decode").decode_fast
    return reader


def redact(state: State, seat: int) -> State:
    """What `seat` knows of a state that may hold more; BadState if the state holds less."""
    view = state.view(seat)
    if not state.game.hidden:
        return view
    world = view.fill(Stream(0)).view(seat)
    if world != view:
        name = state.game.name
        path = _difference(getattr(encode(view), name), getattr(encode(world), name), name)
        raise BadState(path, f"hidden, though seat {seat} knows it")
    return view


def decode_game(message: pb.GameOptions, data: Mapping[str, Data] | None = None) -> Game:
    """The game that the options belong to."""
    name = message.WhichOneof("options")
    if name is None:
        raise BadOption("options", "no game's options are set")
    return _load(name, getattr(message, name), (data or {}).get(name))


def encode_options(game: Game) -> pb.GameOptions:
    """A game's options; each field has the option's name, each enum value its upper-case form."""
    message = pb.GameOptions()
    typed = getattr(message, game.name)
    typed.SetInParent()
    for field in typed.DESCRIPTOR.fields:
        value = game.options[field.name]
        if field.enum_type:
            value = field.enum_type.values_by_name[_prefix(field) + str(value).upper()].number
        setattr(typed, field.name, value)
    return message


def encode_move(game: Game, move: int) -> pb.GameMove:
    """The message of a legal move."""
    message = pb.GameMove()
    _write(game, "move", move, message)
    return message


def decode_move(game: Game, message: pb.GameMove) -> int:
    """The code of a move. The caller checks whether it is legal in a state."""
    return _code(game, "move", message)


def encode_event(game: Game, event: int) -> pb.GameEvent:
    """The message of a move or chance outcome, as a seat saw it."""
    message = pb.GameEvent()
    _write(game, "event", event, message)
    return message


def decode_event(game: Game, message: pb.GameEvent) -> int:
    """The code of an event. The caller checks whether it can happen in a state."""
    return _code(game, "event", message)


def from_json(text: str | bytes, message: M) -> M:
    """Fills a message from canonical ProtoJSON."""
    for _ in reading_json(text, message):
        pass
    return message


def reading_json(text: str | bytes, message: M) -> Generator[None, None, M]:
    """The same in steps of about a millisecond, after a first one that grows with the text: 0.1 ms a KiB at most."""
    try:
        yield from protojson.reading(text, message)
    except protojson.Misfit as misfit:
        raise BadMessage(misfit.path or message.DESCRIPTOR.name, misfit.reason) from None
    return message


def to_json(message: Message, indent: int | None = 2) -> str:
    """Canonical ProtoJSON; in one line if `indent` is None."""
    separators = (",", ":") if indent is None else None
    return json.dumps(protojson.value_of(message), indent=indent, separators=separators)


def from_bytes(raw: bytes, message: M) -> M:
    """Fills a message from its wire bytes."""
    try:
        message.ParseFromString(raw)
    except (DecodeError, UnicodeDecodeError):  # pure-Python protobuf raises the latter
        raise BadMessage(message.DESCRIPTOR.name, "its bytes are no such message") from None
    return message


def one_of(message: Message, oneof: str, path: str, error: type[HunchError] = BadState) -> str:
    """Which field of a oneof is set; an error if none is."""
    name = message.WhichOneof(oneof)
    if name is None:
        fields = ", ".join(field.name for field in message.DESCRIPTOR.oneofs_by_name[oneof].fields)
        raise error(path, f"one of {fields} must be set")
    return str(name)


def in_range(value: int, low: int, high: int, path: str, error: type[HunchError] = BadState) -> int:
    """The value; an error that names its field if it is out of range."""
    if not low <= value <= high:
        raise error(path, f"{value} is not in {low} to {high}")
    return value


def column(items: Sequence[Message], field: str, high: int, path: str) -> list[int]:
    """A field of each element of a list, from 0 to `high`; an error names the first that is out of range."""
    values = [getattr(item, field) for item in items]
    if values and not 0 <= min(values) <= max(values) <= high:
        for i, value in enumerate(values):
            in_range(value, 0, high, f"{path}[{i}].{field}")
    return values


def numbers(values: Sequence[int], low: int, high: int, path: str) -> list[int]:
    """All numbers of a list, each in range; an error names the first that is not."""
    if values and not low <= min(values) <= max(values) <= high:
        for i, value in enumerate(values):
            in_range(value, low, high, f"{path}[{i}]")
    return list(values)


def each(read: Callable[[M, str], T], items: Sequence[M], path: str) -> list[T]:
    """`read` of each element of a list and its path."""
    return [read(item, f"{path}[{i}]") for i, item in enumerate(items)]


def _difference(given: Message, known: Message, path: str) -> str:
    """The path of the first field of `given` that differs from `known`."""
    for field, value in given.ListFields():
        other = getattr(known, field.name)
        if value == other:
            continue
        at = f"{path}.{field.name}"
        if field.message_type is None:
            return at
        if isinstance(value, Message):
            return _difference(value, other, at)
        index = next((i for i, pair in enumerate(zip(value, other, strict=False)) if pair[0] != pair[1]), len(other))
        return _difference(value[index], other[index], f"{at}[{index}]") if index < len(other) else at
    return path


def _write(game: Game, kind: str, code: int, message: pb.GameMove | pb.GameEvent) -> None:
    typed = getattr(message, game.name)
    typed.SetInParent()
    getattr(part(game.name, "codec"), f"write_{kind}")(game, code, typed)


def _code(game: Game, kind: str, message: Message) -> int:
    """The code of a move or event, which must encode all that was sent."""
    name = message.WhichOneof(kind)
    if name != game.name:
        raise BadMessage(f"{kind}.{game.name}", f"{name or 'nothing'} is set, the game is {game.name}")
    code: int = getattr(part(name, "codec"), f"read_{kind}")(game, getattr(message, name))
    again = KINDS[kind]()
    _write(game, kind, code, again)
    if message != again and (path := _misread(getattr(message, name), getattr(again, name), f"{kind}.{name}")):
        raise BadMessage(path, "would not be read as it was sent")
    return code


def _misread(given: Message, read: Message, path: str) -> str:
    """The path of the first field that is not read as it was sent; "" if there is none. The order in lists is free."""
    for message, other in ((given, read), (read, given)):
        for field, value in message.ListFields():
            known, at = getattr(other, field.name), f"{path}.{field.name}"
            if value == known:
                continue
            if isinstance(value, Message):
                if not other.HasField(field.name):
                    return at
                if path_inside := _misread(value, known, at):
                    return path_inside
            elif field.default_value != [] or sorted(value, key=str) != sorted(known, key=str):
                return at
    return ""


def _game_of(message: pb.GameState, data: Mapping[str, Data] | None) -> Game:
    """The game of a state; an error if the state has another version of the rules or data."""
    name = message.WhichOneof("state")
    if name is None:
        raise BadState("state", "no game's state is set")
    game = _load(name, getattr(message, name).options, (data or {}).get(name))
    if message.rules_version not in (0, game.version):
        raise WrongVersion("rules_version", f"the state has {message.rules_version}, served is {game.version}")
    if message.data_hash not in ("", game.data_hash):
        raise WrongVersion("data_hash", f"the state has {message.data_hash}, served is {game.data_hash}")
    return game


def _load(name: str, options: Message, data: Data | None) -> Game:
    raw = options.SerializeToString() if data is None else b""
    if data is None and len(raw) <= LONGEST_KEPT:
        return _usual(name, raw)
    return made(name, _options(name, options), data)


@lru_cache(maxsize=256)
def _usual(name: str, options: bytes) -> Game:
    """A game by the bytes of its options. Cached, because reading options takes longer than reading a state."""
    typed: Message = getattr(pb.GameOptions(), name)
    typed.MergeFromString(options)
    return made(name, _options(name, typed))


def _options(name: str, typed: Message) -> Chosen:
    options: dict[str, Any] = {}
    types = {option.name: type(option.values[0]) for option in package(name).OPTIONS}
    for field, value in typed.ListFields():
        if field.enum_type:
            known = field.enum_type.values_by_number.get(value)
            if known is None:
                raise BadOption(f"{name}.options.{field.name}", f"{value} is not one of its values")
            value = known.name.removeprefix(_prefix(field)).lower()
        options[field.name] = types[field.name](value)
    return chosen(name, options)


def _prefix(field: Any) -> str:
    zero: str = field.enum_type.values_by_number[0].name
    return zero.removesuffix("UNSPECIFIED")

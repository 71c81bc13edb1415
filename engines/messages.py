"""States, moves and events between messages and games: the border where everything is validated, for any game.

What is the same for all games is here: which game a message is of, options, versions, and whether the state could
arise. The typed fields of each game are written by its own `codec.py`, and read there from plain copies of messages.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeVar

from google.protobuf import json_format
from google.protobuf.message import DecodeError, Message

from hunch.engines.codec.plain import front, plain, written
from hunch.engines.contract import Game, State, Stream
from hunch.engines.errors import BadMessage, BadOption, BadState, HunchError, WrongVersion
from hunch.engines.registry import Chosen, Data, chosen, made, package, part
from hunch.v1 import game_pb2 as pb

M = TypeVar("M", bound=Message)
Reader = Callable[[Game, Any], int]
KINDS = {"move": pb.GameMove.DESCRIPTOR, "event": pb.GameEvent.DESCRIPTOR}
READERS = {"move": "read_move", "event": "read_event"}
MOST_KEPT, LONGEST_KEPT = 2048, 64
"""Moves and events whose codes are kept, and the bytes of each, unless a caller blows it up."""


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
    """The world or view of a message; `data` is that of games played with an owner's own."""
    return decode_written(message.SerializeToString(), data)


def decode_written(raw: bytes, data: Mapping[str, Data] | None = None) -> State:
    """The same of a message's bytes as protobuf wrote them, not of bytes from elsewhere."""
    known = None if data else front(raw)
    game = _game_in(raw, data) if known is None else _known(known)
    codec = part(game.name, "codec")
    quick: State | None = codec.decode_fast(game, raw) if hasattr(codec, "decode_fast") else None
    if quick is not None and quick.sound():
        return quick
    state: State = codec.read_state(game, getattr(written(pb.GameState.DESCRIPTOR, raw), game.name))
    flaw = state.fill(Stream(0)).flaw()
    if flaw:
        raise BadState(f"{game.name}.{flaw.partition(': ')[0]}", flaw.partition(": ")[2])
    return state


def redact(state: State, seat: int) -> State:
    """What `seat` knows of a state that may hold more; BadState where it holds less."""
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
    """The game that the options are of."""
    name = message.WhichOneof("options")
    if name is None:
        raise BadOption("options", "no game's options are set")
    return _load(name, plain(getattr(message, name)), (data or {}).get(name))


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
    typed = getattr(message, game.name)
    typed.SetInParent()
    part(game.name, "codec").write_move(game, move, typed)
    return message


def decode_move(game: Game, message: pb.GameMove) -> int:
    """The code of a move; whether it is legal is the state's to say."""
    return _code(game, "move", message)


def encode_event(game: Game, event: int) -> pb.GameEvent:
    """The message of a move or chance outcome, as someone saw it."""
    message = pb.GameEvent()
    typed = getattr(message, game.name)
    typed.SetInParent()
    part(game.name, "codec").write_event(game, event, typed)
    return message


def decode_event(game: Game, message: pb.GameEvent) -> int:
    """The code of what someone saw; whether it can happen is the state's to say."""
    return _code(game, "event", message)


def from_json(text: str | bytes, message: M) -> M:
    """Fills a message from canonical ProtoJSON."""
    if text.strip()[:1] not in ("{", b"{"):
        raise BadMessage(message.DESCRIPTOR.name, "not a JSON object")
    try:
        return json_format.Parse(text, message, max_recursion_depth=32)
    except (json_format.ParseError, UnicodeDecodeError, RecursionError) as error:
        raise BadMessage(message.DESCRIPTOR.name, " ".join(str(error).split())[:300]) from None


def to_json(message: Message) -> str:
    """Canonical ProtoJSON."""
    return json_format.MessageToJson(message)


def from_bytes(raw: bytes, message: M) -> M:
    """Fills a message from its wire bytes."""
    try:
        message.ParseFromString(raw)
    except (DecodeError, UnicodeDecodeError):  # the latter by the protobuf that is written in Python
        raise BadMessage(message.DESCRIPTOR.name, "its bytes are no such message") from None
    return message


def one_of(message: Message, oneof: str, path: str, error: type[HunchError] = BadState) -> str:
    """Which field of a oneof is set; refused when none is."""
    name = message.WhichOneof(oneof)
    if name is None:
        fields = ", ".join(field.name for field in message.DESCRIPTOR.oneofs_by_name[oneof].fields)
        raise error(path, f"one of {fields} must be set")
    return str(name)


def in_range(value: int, low: int, high: int, path: str, error: type[HunchError] = BadState) -> int:
    """The value, or a refusal that names its field."""
    if not low <= value <= high:
        raise error(path, f"{value} is not in {low} to {high}")
    return value


def numbers(values: Sequence[int], low: int, high: int, path: str) -> list[int]:
    """All numbers of a list, each in range; a refusal names the first that is not."""
    if values and not low <= min(values) <= max(values) <= high:
        for i, value in enumerate(values):
            in_range(value, low, high, f"{path}[{i}]")
    return list(values)


def _difference(given: Message, known: Message, path: str) -> str:
    """The path of the first field of `given` that is not as in `known`."""
    for field, value in given.ListFields():
        other = getattr(known, field.name)
        if value == other:
            continue
        at = f"{path}.{field.name}"
        if field.message_type is None:
            return at
        if isinstance(value, Message):
            return _difference(value, other, at)
        index = next((i for i, (one, two) in enumerate(zip(value, other, strict=False)) if one != two), len(other))
        return _difference(value[index], other[index], f"{at}[{index}]") if index < len(other) else at
    return path


def _code(game: Game, kind: str, message: Message) -> int:
    raw = message.SerializeToString()
    reader: Reader = getattr(part(game.name, "codec"), READERS[kind])
    return (_kept if len(raw) <= LONGEST_KEPT else _read)(reader, game, kind, raw)


def _read(reader: Reader, game: Game, kind: str, raw: bytes) -> int:
    message = written(KINDS[kind], raw)
    name = message.WhichOneof(kind)
    if name != game.name:
        raise BadMessage(f"{kind}.{game.name}", f"{name or 'nothing'} is set, the game is {game.name}")
    return reader(game, getattr(message, name))


_kept = lru_cache(maxsize=MOST_KEPT)(_read)  # a record has hundreds of events, the same ones again and again


def _game_in(raw: bytes, data: Mapping[str, Data] | None = None) -> Game:
    """The game of a GameState, refused where it is served in another version."""
    message: pb.GameState = written(pb.GameState.DESCRIPTOR, raw)
    name = message.WhichOneof("state")
    if name is None:
        raise BadState("state", "no game's state is set")
    game = _load(name, getattr(message, name).options, (data or {}).get(name))
    if message.rules_version not in (0, game.version):
        raise WrongVersion("rules_version", f"the state has {message.rules_version}, served is {game.version}")
    if message.data_hash not in ("", game.data_hash):
        raise WrongVersion("data_hash", f"the state has {message.data_hash}, served is {game.data_hash}")
    return game


_known = lru_cache(maxsize=256)(_game_in)  # by what stands in front of a state, which is the same in all of a game


def _load(name: str, typed: Any, data: Data | None) -> Game:
    return made(name, _options(name, typed), data)


@lru_cache(maxsize=1024)
def _options(name: str, typed: Any) -> Chosen:
    options: dict[str, Any] = {}
    types = {option.name: type(option.values[0]) for option in package(name).OPTIONS}
    for field in typed.DESCRIPTOR.fields:
        value = getattr(typed, field.name)
        if not value:
            continue
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

"""A seeded mutator of what comes in over the wire: whatever it is, it is refused with a path and a reason, or sound.

`python -m tests.support.fuzz GAME FROM TO` tries those inputs one by one and prints each number before it does, which
finds the input that kills a process.
"""

import copy
import json
import sys
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import islice
from typing import Any

from google.protobuf import json_format

from hunch.engines import NOTHING, PUBLIC, HunchError, IllegalMove, State, Stream, messages
from hunch.v1 import game_pb2 as pb
from tests.support import encodings
from tests.support.paths import named, named_in_json
from tests.support.play import steps, variants, walk, watchers

Input = tuple[str, State, Any]  # what kind, the position it is for, and the thing itself
ODD = (0, 15, 16, 63, 64, 127, 128, 254, 255, 256, 65535, 65536, 2**31 - 1, 2**31, 2**32 - 1, -1, -128)
STRANGE: tuple[Any, ...] = (
    None,
    True,
    False,
    "",
    "x",
    "HIDDEN",
    0.5,
    1e300,
    [],
    {},
    [[]],
    2**64,
    "9" * 40,
    "\u0000",
    [None] * 3,
)
PER_VARIANT = 12  # positions that inputs are made from
FURTHER = 100  # steps that are played on from some states that came in


@lru_cache(maxsize=32)
def corpus(name: str) -> tuple[tuple[State, int, tuple[int, ...]], ...]:
    """Positions, worlds and views, each with something that may be seen there, and the moves that its owner has."""
    positions = []
    for game in variants(name):
        for number, step in enumerate(steps(game, PER_VARIANT, seed=7, games=2)):
            seat = number % (game.seats + 2) - 2
            state = step.state if seat < PUBLIC else step.state.view(seat)
            seen = step.move if seat < PUBLIC else step.state.seen(step.move, seat)
            moves = state.legal() if seat < PUBLIC or step.state.to_move == seat else ()
            positions.append((state, seen or step.move, tuple(moves)))
    return tuple(positions)


# Making inputs -----------------------------------------------------------------------------------------------------


def made(name: str, number: int) -> Input:
    """The input of that number."""
    stream = Stream(number)
    state, seen, moves = stream.choice(corpus(name))
    kind = stream.choice(("state", "state", "state", "move", "event", "code", "flaw"))
    if kind == "code":
        return kind, state, mixed_code(seen, stream.choice(corpus(name))[1], stream)
    if kind == "flaw":
        return kind, state, mutated_bytes(bytes(state), stream)
    message = message_of(kind, state, seen, moves)
    if stream.below(3):
        return kind, state, mutated_json(message, stream)
    if stream.below(2):
        return kind, state, mutated_bytes(message.SerializeToString(), stream)
    return kind, state, unusual_bytes(message, stream)


def message_of(kind: str, state: State, seen: int, moves: tuple[int, ...]) -> Any:
    if kind == "state":
        return messages.encode(state)
    return (
        messages.encode_move(state.game, moves[0])
        if kind == "move" and moves
        else messages.encode_event(state.game, seen)
    )


def mixed_code(code: int, other: int, stream: Stream) -> int:
    kind = stream.below(4)
    if kind == 0:
        return stream.word() & 0xFFFFFFFF
    if kind == 1:
        return code ^ 1 << stream.below(32)
    if kind == 2:
        return (code + stream.below(33) - 16) & 0xFFFFFFFF
    mask = (1 << stream.below(32)) - 1
    return code & mask | other & ~mask


def mutated_json(message: Any, stream: Stream) -> str:
    """Its JSON with one to three values changed, gone, doubled or exchanged."""
    return mutated_text(
        json.dumps(json_format.MessageToDict(message, always_print_fields_with_no_presence=True)), stream
    )


def mutated_text(text: str, stream: Stream) -> str:
    """The same of a message that already is JSON."""
    tree = json.loads(text)
    for _ in range(1 + stream.below(2) * stream.below(3)):
        places = list(places_in(tree))
        if places:
            mutate(*stream.choice(places), places, stream)
    changed = json.dumps(tree)
    return changed if stream.below(50) else changed[: stream.below(len(changed) + 1)]


def places_in(tree: Any) -> Iterator[tuple[Any, Any]]:
    """Every place in a tree, as the object or list that holds it and its key there."""
    for key, value in list(tree.items() if isinstance(tree, dict) else enumerate(tree)):
        yield tree, key
        if isinstance(value, dict | list):
            yield from places_in(value)


def mutate(holder: Any, key: Any, places: list[tuple[Any, Any]], stream: Stream) -> None:
    value, kind = holder[key], stream.below(16)
    if kind == 0:
        holder[key] = copy.deepcopy(stream.choice(STRANGE))
    elif kind == 1:
        del holder[key]
    elif kind < 4 and isinstance(holder, list):
        holder.insert(stream.below(len(holder) + 1), copy.deepcopy(value))
    elif kind < 8 or isinstance(value, str | dict):
        alike = [there[at] for there, at in places if type(there[at]) is type(value)]
        holder[key] = copy.deepcopy(stream.choice(alike))
    elif isinstance(value, list):
        holder[key] = stream.choice((value[::-1], value * 2, value[1:], value[:-1]))
    elif isinstance(value, bool):
        holder[key] = not value
    elif isinstance(value, int):
        holder[key] = stream.choice((value + 1, value - 1, stream.below(20), stream.choice(ODD)))


def mutated_bytes(raw: bytes, stream: Stream) -> bytes:
    changed = bytearray(raw)
    for _ in range(1 + stream.below(2)):
        at = stream.below(len(changed) + 1)
        kind = stream.below(16)
        if kind < 6 and changed:
            changed[at % len(changed)] ^= 1 << stream.below(8)
        elif kind < 12 and changed:
            changed[at % len(changed)] = stream.below(256) if stream.below(2) else stream.below(16)
        elif kind == 12:
            changed[at:at] = bytes(stream.below(256) for _ in range(1 + stream.below(4)))
        elif kind == 13:
            del changed[at : at + 1 + stream.below(8)]
        elif kind == 14:
            changed[at:at] = changed[at // 2 : at // 2 + stream.below(32)]
        elif not stream.below(4):
            del changed[at:]
    return bytes(changed)


def unusual_bytes(message: Any, stream: Stream) -> bytes:
    """Its bytes with one tag, length, number or end of a message in an unusual form; or none of the game's own."""
    if stream.below(8):
        place = stream.below(encodings.count(encodings.nodes(message)))
        return encodings.unusual(message, place, stream.below(1 << 30))
    for field, _ in message.ListFields():
        if field.containing_oneof:
            message.ClearField(field.name)
    return bytes(message.SerializeToString() + stream.choice(encodings.UNKNOWN))


# Trying them -------------------------------------------------------------------------------------------------------


def attempt(item: Input, number: int = 0) -> str:
    """Hands an input in; gives what came of it, AssertionError where it is neither refused well nor sound."""
    kind, state, given = item
    try:
        return TRIES[kind](state, given, Stream(number))
    except HunchError as refused:
        if isinstance(given, str) and named_in_json(refused.path, kind, refused.reason):
            return type(refused).__name__
        return refusal(refused)


def refusal(refused: HunchError) -> str:
    assert refused.path, f"refused without a path: {refused.reason}"
    assert refused.reason, f"refused without a reason: {refused.path}"
    assert named(refused.path), f"refused with a path that leads nowhere: {refused.path}"
    return type(refused).__name__


def filled(message: Any, given: str | bytes) -> Any:
    return messages.from_json(given, message) if isinstance(given, str) else messages.from_bytes(given, message)


def try_state(_: State, given: str | bytes, stream: Stream) -> str:
    state = messages.decode(filled(pb.GameState(), given))
    assert messages.decode(messages.encode(state)) == state, "another state comes back"
    sound(state, stream)
    return "state"


def sound(state: State, stream: Stream) -> None:
    """A world fits it; each seat's view of the world works; the world can be played on."""
    world = state.fill(stream)
    assert world.flaw() == "", f"a world with a flaw: {world.flaw()}"
    assert bool(world.legal() or world.chances()) != world.over
    for seat in watchers(state.game):
        view = world.view(seat)
        assert view.view(seat) == view
        assert view.fill(stream).view(seat) == view, f"a world does not look like the view of {seat}"
        assert seat == PUBLIC or view.to_move != seat or view.legal()
    try:
        asking = messages.redact(state, max(state.to_move, 0))
    except HunchError as refused:
        refusal(refused)
    else:
        assert asking.fill(stream).flaw() == ""
    if not stream.below(8):
        for step in islice(walk(world, stream), FURTHER):
            world = step.state.after(step.move)
            assert world.flaw() == "", f"{world.flaw()} some steps later"


def try_move(state: State, given: str | bytes, stream: Stream) -> str:
    move = messages.decode_move(state.game, filled(pb.GameMove(), given))
    after = state.fill(stream).apply(move)
    assert after.flaw() == ""
    return "move"


def try_event(state: State, given: str | bytes, stream: Stream) -> str:
    code = messages.decode_event(state.game, filled(pb.GameEvent(), given))
    return try_code(state, code, stream)


def try_code(state: State, code: int, stream: Stream) -> str:
    """What an owner of a view is shown."""
    seat = stream.below(state.game.seats + 1) - 1
    view = state.fill(stream).view(seat)
    if code == NOTHING:
        raise IllegalMove("event", "nothing")
    after = view.follow(code)
    assert after.view(seat) == after, "knows too much"
    world = after.fill(stream)
    assert world.flaw() == "", world.flaw()
    assert world.view(seat) == after, "no world looks like the view"
    return "event"


def try_flaw(state: State, given: bytes, stream: Stream) -> str:
    """`flaw` takes any bytes, and a world without one can be hidden and filled."""
    size = state.game.state_bytes
    world = state.game.from_bytes((given + bytes(size))[:size])
    if world.flaw():
        return "flawed"
    sound(world, stream)
    return "world"


TRIES: dict[str, Callable[[State, Any, Stream], str]] = {
    "state": try_state,
    "move": try_move,
    "event": try_event,
    "code": try_code,
    "flaw": try_flaw,
}


def run(name: str, first: int, last: int) -> dict[str, int]:
    """Tries the inputs of those numbers; gives how often each thing came of it."""
    came: dict[str, int] = {}
    for number in range(first, last):
        item = made(name, number)
        try:
            result = f"{item[0]}: {attempt(item, number)}"
        except Exception as error:
            raise AssertionError(f"input {number} of {name}, {item[0]} {item[2]!r:.2000}: {error!r}") from error
        came[result] = came.get(result, 0) + 1
    return came


if __name__ == "__main__":
    for number in range(int(sys.argv[2]), int(sys.argv[3])):
        print(number, end=" ", flush=True)
        print(attempt(made(sys.argv[1], number), number))

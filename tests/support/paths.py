"""Whether the path of a refusal leads to a field that the messages have."""

import re
from typing import Any

from hunch.v1 import game_pb2 as pb

STEP = re.compile(r"([a-z_0-9]+)(\[\d+\])?")
ROOTS = {"move": pb.GameMove.DESCRIPTOR, "event": pb.GameEvent.DESCRIPTOR}
NO_FIELD = "there is no such field"
WHOLE = {"state", "seat", *ROOTS, *(f"Game{kind}" for kind in ("State", "Move", "Event"))}


def leads(path: str, message: Any = pb.GameState.DESCRIPTOR) -> bool:
    """Whether each step is a field of the message before it; only a repeated one has an index."""
    here: Any = message
    for step in path.split("."):
        match = STEP.fullmatch(step)
        field = here.fields_by_name.get(match[1]) if here is not None and match else None
        if field is None or (match and match[2] and field.default_value != []):
            return False
        here = field.message_type
    return True


def named(path: str) -> bool:
    """The same of any refusal of a state, a move or an event; those of moves and events begin with that word."""
    root, _, rest = path.partition(".")
    if path in WHOLE:
        return True
    return leads(rest, ROOTS[root]) if root in ROOTS else leads(path)


def named_in_json(path: str, kind: str, reason: str) -> bool:
    """The same of any refusal of JSON, which begins with a field of the message itself. A field that does not exist
    is named below the message that lacks it."""
    if reason == NO_FIELD:
        path = path.rpartition(".")[0]
    return path in ("", *WHOLE) or leads(path, ROOTS.get(kind, pb.GameState.DESCRIPTOR))

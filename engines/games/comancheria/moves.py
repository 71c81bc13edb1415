"""Comanchería's moves and events between messages and codes: verb or kind, then three bytes of arguments."""

from typing import Any, cast

from hunch.engines.contract import Game
from hunch.engines.errors import BadMessage
from hunch.engines.games.comancheria.names import SPACES
from hunch.engines.games.comancheria.rules import Comancheria
from hunch.engines.messages import in_range, one_of
from hunch.v1 import comancheria_pb2 as pb

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWX"
DIE, DRAW, PICK, WAR_CARD, CARD, MARK = range(1, 7)
FIRST = 31  # verbs of decisions are numbered from here
COUNTER = 32  # a draw that is an Instruction, plus its number
TRAIL = 6
ALL = 255

# The fields of each verb, in the order of the three bytes.
FIELDS: dict[int, tuple[str, ...]] = {
    32: (),
    33: ("operation",),
    34: ("camp",),
    35: ("band",),
    36: (),
    37: ("number",),
    38: ("goods", "number"),
    39: ("camp",),
    40: (),
    41: ("space",),
    42: (),
    43: ("goods", "taken"),
    44: (),
    45: ("enemy",),
    46: ("payer",),
    47: ("number",),
    48: ("number", "second"),
    49: (),
    50: (),
    51: (),
    52: (),
    53: ("place",),
    54: (),
    55: (),
    56: ("camp",),
    57: ("band",),
    58: ("camp",),
    59: ("band", "goods"),
    60: ("goods",),
    61: ("camp", "space"),
    62: ("set",),
    63: ("space",),
    64: ("card",),
    65: ("band", "goods", "number"),
    66: ("band",),
    67: ("enemy",),
    68: ("enemy",),
    69: ("enemy",),
    70: ("headman",),
    71: ("number",),
    72: ("payer",),
}
DROP = 65
PICKED = {1: "instruction", 2: "instruction", 13: "enemy"}
"""What is picked for a purpose; a space for all others."""
COUNTED_FROM_ONE = {"enemy": 4, "goods": 6, "taken": 6, "place": 3, "card": 48, "set": 6}


def split(code: int) -> tuple[int, tuple[int, int, int]]:
    """The verb or kind of a code, and its three arguments."""
    return code >> 24, (code >> 16 & 255, code >> 8 & 255, code & 255)


def join(verb: int, *arguments: int) -> int:
    values = [*arguments, 0, 0, 0]
    return verb << 24 | values[0] << 16 | values[1] << 8 | values[2]


# Moves ---------------------------------------------------------------------------------------------------------


def write_move(game: Game, move: int, out: Any) -> None:
    verb, arguments = split(move)
    out.verb = verb - FIRST
    for name, value in zip(FIELDS[verb], arguments, strict=False):
        if verb == DROP and value == ALL:
            continue
        if name == "camp":
            out.camp = LETTERS[value]
        elif name == "payer":
            write_holder(value, out.payer)
        elif name == "headman":
            out.headman.letter, out.headman.mahimiana = LETTERS[value & 7], value >= 8
        else:
            setattr(out, name, value + (name in COUNTED_FROM_ONE))
    if verb == 46 and arguments[0] == 0:
        out.ClearField("payer")


def write_holder(value: int, out: pb.ComancheriaHolder) -> None:
    if value == 64:
        out.card = True
    elif value >= 16:
        out.band = value - 16
    elif value:
        out.camp = LETTERS[value - 1]


def read_move(game: Game, message: pb.ComancheriaMove, path: str = "move.comancheria") -> int:
    verb = message.verb + FIRST
    if verb not in FIELDS:
        raise BadMessage(f"{path}.verb", f"{message.verb} is not a verb")
    for field, _value in message.ListFields():
        if field.name != "verb" and field.name not in FIELDS[verb]:
            raise BadMessage(f"{path}.{field.name}", "this verb does not use it")
    if verb == DROP and not message.goods:
        return join(verb, in_range(message.band, 0, 14, f"{path}.band", BadMessage), ALL, ALL)
    return join(verb, *(argument(message, name, f"{path}.{name}") for name in FIELDS[verb]))


def argument(message: pb.ComancheriaMove, name: str, path: str) -> int:
    if name == "camp":
        return letter(message.camp, 5, path)
    if name == "payer":
        return read_holder(message.payer, path) if message.HasField("payer") else 0
    if name == "headman":
        return letter(message.headman.letter, 5, f"{path}.letter") + 8 * message.headman.mahimiana
    if name in COUNTED_FROM_ONE:
        return in_range(getattr(message, name), 1, COUNTED_FROM_ONE[name], path, BadMessage) - 1
    most = {"band": 14, "space": len(SPACES) - 1, "operation": 4}.get(name, 40)
    return in_range(getattr(message, name), 0, most, path, BadMessage)


def read_holder(holder: pb.ComancheriaHolder, path: str) -> int:
    kind = one_of(holder, "holder", path, BadMessage)
    if kind == "camp":
        return 1 + letter(holder.camp, 5, f"{path}.camp")
    if kind == "band":
        return 16 + in_range(holder.band, 0, 14, f"{path}.band", BadMessage)
    if not holder.card:
        raise BadMessage(f"{path}.card", "must be true when it is set")
    return 64


def letter(text: str, most: int, path: str) -> int:
    if len(text) != 1 or text not in LETTERS[:most]:
        raise BadMessage(path, f"{text!r} is not a letter from A to {LETTERS[most - 1]}")
    return LETTERS.index(text)


# Events --------------------------------------------------------------------------------------------------------


def write_event(game: Game, event: int, out: Any) -> None:
    kind, (x, y, z) = split(event)
    if kind > FIRST:
        write_move(game, event, out.decision)
    elif kind == DIE:
        out.die.purpose, out.die.whose, out.die.value = x, y, z
    elif kind == DRAW:
        out.draw.purpose = x
        write_drawn(out.draw, z)
    elif kind == PICK:
        out.pick.purpose, out.pick.whose = x, y
        if PICKED.get(x) == "instruction":
            out.pick.instruction = LETTERS[z]
        elif PICKED.get(x) == "enemy":
            out.pick.enemy = z + 1
        else:
            out.pick.space = z
    elif kind == WAR_CARD:
        out.war_card.purpose, out.war_card.kind = x, z + 1
    elif kind == CARD:
        out.card.place, out.card.card = x + 1, z + 1
    else:
        out.unknown.space, out.unknown.what = trail(game)[x], z


def write_drawn(out: Any, what: int) -> None:
    if what >= COUNTER:
        out.instruction = LETTERS[what - COUNTER]
    else:
        out.what = what


def trail(game: Game) -> list[int]:
    return cast(Comancheria, game).trail


def read_event(game: Game, message: pb.ComancheriaEvent) -> int:
    path = "event.comancheria"
    kind = one_of(message, "event", path, BadMessage)
    path = f"{path}.{kind}"
    typed: Any = getattr(message, kind)
    if kind == "decision":
        return read_move(game, typed, path)
    if kind == "die":
        purpose = in_range(typed.purpose, 1, 20, f"{path}.purpose", BadMessage)
        whose = in_range(typed.whose, 0, 255, f"{path}.whose", BadMessage)
        return join(DIE, purpose, whose, in_range(typed.value, 1, 6, f"{path}.value", BadMessage))
    if kind == "draw":
        purpose = in_range(typed.purpose, 1, 2, f"{path}.purpose", BadMessage)
        if typed.instruction:
            return join(DRAW, purpose, 0, COUNTER + letter(typed.instruction, 24, f"{path}.instruction"))
        return join(DRAW, purpose, 0, in_range(typed.what, 1, 4, f"{path}.what", BadMessage))
    if kind == "pick":
        return read_pick(typed, path)
    if kind == "war_card":
        purpose = in_range(typed.purpose, 1, 3, f"{path}.purpose", BadMessage)
        return join(WAR_CARD, purpose, 0, in_range(typed.kind, 1, 15, f"{path}.kind", BadMessage) - 1)
    if kind == "card":
        place = in_range(typed.place, 1, 3, f"{path}.place", BadMessage) - 1
        return join(CARD, place, 0, in_range(typed.card, 1, 48, f"{path}.card", BadMessage) - 1)
    if typed.space not in trail(game):
        raise BadMessage(f"{path}.space", "is not a space of the wagon trail")
    what = in_range(typed.what, 1, 4, f"{path}.what", BadMessage)
    return join(MARK, trail(game).index(typed.space), 0, what)


def read_pick(pick: pb.ComancheriaPick, path: str) -> int:
    purpose = in_range(pick.purpose, 1, 14, f"{path}.purpose", BadMessage)
    whose = in_range(pick.whose, 0, 255, f"{path}.whose", BadMessage)
    kind = one_of(pick, "what", path, BadMessage)
    if kind != PICKED.get(purpose, "space"):
        raise BadMessage(f"{path}.{kind}", "this purpose does not use it")
    if kind == "space":
        return join(PICK, purpose, whose, in_range(pick.space, 1, 42, f"{path}.space", BadMessage))
    if kind == "enemy":
        return join(PICK, purpose, whose, in_range(pick.enemy, 1, 4, f"{path}.enemy", BadMessage) - 1)
    return join(PICK, purpose, whose, letter(pick.instruction, 24, f"{path}.instruction"))

"""Comanchería's moves and events between messages and codes: verb or kind, then three bytes of arguments."""

from typing import Any, cast

from hunch.engines.contract import Game
from hunch.engines.errors import BadMessage
from hunch.engines.games.comancheria.codes.components import (
    ANY,
    BANDS,
    BY_CARD,
    CAMPS,
    CARDS,
    COUNTERS,
    GOODS,
    MAHIMIANA,
    RESERVATION,
    SETS,
    WAR_KINDS,
    WITH,
)
from hunch.engines.games.comancheria.codes.moves import (
    DRAWN_COUNTER,
    DRAWN_FOUR,
    DRAWN_SUCCESS,
    K_COUNTER_CUP,
    K_COUNTER_ROW,
    K_SURPRISE,
    LAST_CUP,
    LAST_DIE,
    LAST_PICK,
    LAST_WAR,
    O_PASSAGE,
    V_AMBUSH,
    V_AMOUNT,
    V_ATTEMPT,
    V_BAND,
    V_BUY,
    V_CAMP,
    V_CARD,
    V_COLLECT,
    V_CONVERT,
    V_CULTURE,
    V_DIE,
    V_DONE,
    V_DRAW,
    V_DROP,
    V_DROP_HEADMAN,
    V_FIGHT,
    V_FOUND,
    V_GUNS,
    V_HEADMAN,
    V_HOLDER,
    V_HUNT,
    V_LOOT,
    V_MARK,
    V_MOVE,
    V_MOVE_CAMP,
    V_NEW_BAND,
    V_NEXT,
    V_OPERATE,
    V_PAY,
    V_PICK,
    V_PLAY,
    V_PRAY,
    V_RAID,
    V_REROLL,
    V_RESTORE,
    V_RETIRE,
    V_RETURN,
    V_RIDE,
    V_SLIP,
    V_SPACE,
    V_STEAL,
    V_STRENGTHEN,
    V_TAKE,
    V_TAKE_HEADMAN,
    V_TRADE,
    V_WAR_CARD,
    V_YIELD,
)
from hunch.engines.games.comancheria.names import SPACES
from hunch.engines.games.comancheria.rules import Comancheria
from hunch.engines.messages import in_range, one_of
from hunch.v1 import comancheria_pb2 as pb

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWX"
FIRST = V_DONE - 1  # the number of a verb of a decision in a message is its code less this

# The fields of each verb, in the order of the three bytes.
FIELDS: dict[int, tuple[str, ...]] = {
    V_DONE: (),
    V_OPERATE: ("operation",),
    V_CAMP: ("camp",),
    V_BAND: ("band",),
    V_NEXT: (),
    V_COLLECT: ("number",),
    V_TAKE: ("goods", "number"),
    V_TAKE_HEADMAN: ("camp",),
    V_HUNT: (),
    V_MOVE: ("space",),
    V_RAID: (),
    V_TRADE: ("goods", "taken"),
    V_RIDE: (),
    V_STEAL: ("enemy",),
    V_REROLL: ("payer",),
    V_GUNS: ("number",),
    V_LOOT: ("number", "second"),
    V_FIGHT: (),
    V_YIELD: (),
    V_ATTEMPT: (),
    V_PRAY: (),
    V_BUY: ("place",),
    V_RESTORE: (),
    V_CONVERT: (),
    V_RETIRE: ("camp",),
    V_FOUND: ("band",),
    V_NEW_BAND: ("camp",),
    V_STRENGTHEN: ("band", "goods"),
    V_PAY: ("goods",),
    V_MOVE_CAMP: ("camp", "space"),
    V_CULTURE: ("set",),
    V_SPACE: ("space",),
    V_PLAY: ("card",),
    V_DROP: ("band", "goods", "number"),
    V_DROP_HEADMAN: ("band",),
    V_RETURN: ("enemy",),
    V_SLIP: ("enemy",),
    V_AMBUSH: ("enemy",),
    V_HEADMAN: ("headman",),
    V_AMOUNT: ("number",),
    V_HOLDER: ("payer",),
}
PICKED = {K_COUNTER_CUP: "instruction", K_COUNTER_ROW: "instruction", K_SURPRISE: "enemy"}
"""What is picked for a purpose; a space for all others."""
COUNTED_FROM_ONE = {"enemy": 4, "goods": GOODS, "taken": GOODS, "place": 3, "card": CARDS, "set": SETS}


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
        if verb == V_DROP and value == ANY:
            continue
        if name == "camp":
            out.camp = LETTERS[value]
        elif name == "payer":
            write_holder(value, out.payer)
        elif name == "headman":
            out.headman.letter, out.headman.mahimiana = LETTERS[value % MAHIMIANA], value >= MAHIMIANA
        else:
            setattr(out, name, value + (name in COUNTED_FROM_ONE))
    if verb == V_REROLL and arguments[0] == 0:
        out.ClearField("payer")


def write_holder(value: int, out: pb.ComancheriaHolder) -> None:
    if value == BY_CARD:
        out.card = True
    elif value >= WITH:
        out.band = value - WITH
    elif value:
        out.camp = LETTERS[value - 1]


def read_move(game: Game, message: pb.ComancheriaMove, path: str = "move.comancheria") -> int:
    verb = message.verb + FIRST
    if verb not in FIELDS:
        raise BadMessage(f"{path}.verb", f"{message.verb} is not a verb")
    for field, _value in message.ListFields():
        if field.name != "verb" and field.name not in FIELDS[verb]:
            raise BadMessage(f"{path}.{field.name}", "this verb does not use it")
    if verb == V_DROP and not message.goods:
        return join(verb, in_range(message.band, 0, BANDS - 1, f"{path}.band", BadMessage), ANY, ANY)
    return join(verb, *(argument(message, name, f"{path}.{name}") for name in FIELDS[verb]))


def argument(message: pb.ComancheriaMove, name: str, path: str) -> int:
    if name == "camp":
        return letter(message.camp, CAMPS, path)
    if name == "payer":
        return read_holder(message.payer, path) if message.HasField("payer") else 0
    if name == "headman":
        return letter(message.headman.letter, CAMPS, f"{path}.letter") + MAHIMIANA * message.headman.mahimiana
    if name in COUNTED_FROM_ONE:
        return in_range(getattr(message, name), 1, COUNTED_FROM_ONE[name], path, BadMessage) - 1
    most = {"band": BANDS - 1, "space": len(SPACES) - 1, "operation": O_PASSAGE}.get(name, 40)
    return in_range(getattr(message, name), 0, most, path, BadMessage)


def read_holder(holder: pb.ComancheriaHolder, path: str) -> int:
    kind = one_of(holder, "holder", path, BadMessage)
    if kind == "camp":
        return 1 + letter(holder.camp, CAMPS, f"{path}.camp")
    if kind == "band":
        return WITH + in_range(holder.band, 0, BANDS - 1, f"{path}.band", BadMessage)
    if not holder.card:
        raise BadMessage(f"{path}.card", "must be true when it is set")
    return BY_CARD


def letter(text: str, most: int, path: str) -> int:
    if len(text) != 1 or text not in LETTERS[:most]:
        raise BadMessage(path, f"{text!r} is not a letter from A to {LETTERS[most - 1]}")
    return LETTERS.index(text)


# Events --------------------------------------------------------------------------------------------------------


def write_event(game: Game, event: int, out: Any) -> None:
    kind, (x, y, z) = split(event)
    if kind > FIRST:
        write_move(game, event, out.decision)
    elif kind == V_DIE:
        out.die.purpose, out.die.whose, out.die.value = x, y, z
    elif kind == V_DRAW:
        out.draw.purpose = x
        write_drawn(out.draw, z)
    elif kind == V_PICK:
        out.pick.purpose, out.pick.whose = x, y
        if PICKED.get(x) == "instruction":
            out.pick.instruction = LETTERS[z]
        elif PICKED.get(x) == "enemy":
            out.pick.enemy = z + 1
        else:
            out.pick.space = z
    elif kind == V_WAR_CARD:
        out.war_card.purpose, out.war_card.kind = x, z + 1
    elif kind == V_CARD:
        out.card.place, out.card.card = x + 1, z + 1
    else:
        out.unknown.space, out.unknown.what = trail(game)[x], z


def write_drawn(out: Any, what: int) -> None:
    if what >= DRAWN_COUNTER:
        out.instruction = LETTERS[what - DRAWN_COUNTER]
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
        purpose = in_range(typed.purpose, 1, LAST_DIE, f"{path}.purpose", BadMessage)
        whose = in_range(typed.whose, 0, 255, f"{path}.whose", BadMessage)
        return join(V_DIE, purpose, whose, in_range(typed.value, 1, 6, f"{path}.value", BadMessage))
    if kind == "draw":
        purpose = in_range(typed.purpose, 1, LAST_CUP, f"{path}.purpose", BadMessage)
        if typed.instruction:
            return join(V_DRAW, purpose, 0, DRAWN_COUNTER + letter(typed.instruction, COUNTERS, f"{path}.instruction"))
        return join(V_DRAW, purpose, 0, in_range(typed.what, DRAWN_SUCCESS, DRAWN_FOUR, f"{path}.what", BadMessage))
    if kind == "pick":
        return read_pick(typed, path)
    if kind == "war_card":
        purpose = in_range(typed.purpose, 1, LAST_WAR, f"{path}.purpose", BadMessage)
        return join(V_WAR_CARD, purpose, 0, in_range(typed.kind, 1, WAR_KINDS, f"{path}.kind", BadMessage) - 1)
    if kind == "card":
        place = in_range(typed.place, 1, 3, f"{path}.place", BadMessage) - 1
        return join(V_CARD, place, 0, in_range(typed.card, 1, CARDS, f"{path}.card", BadMessage) - 1)
    if typed.space not in trail(game):
        raise BadMessage(f"{path}.space", "is not a space of the wagon trail")
    what = in_range(typed.what, DRAWN_SUCCESS, DRAWN_FOUR, f"{path}.what", BadMessage)
    return join(V_MARK, trail(game).index(typed.space), 0, what)


def read_pick(pick: pb.ComancheriaPick, path: str) -> int:
    purpose = in_range(pick.purpose, 1, LAST_PICK, f"{path}.purpose", BadMessage)
    whose = in_range(pick.whose, 0, 255, f"{path}.whose", BadMessage)
    kind = one_of(pick, "what", path, BadMessage)
    if kind != PICKED.get(purpose, "space"):
        raise BadMessage(f"{path}.{kind}", "this purpose does not use it")
    if kind == "space":
        return join(V_PICK, purpose, whose, in_range(pick.space, 1, RESERVATION, f"{path}.space", BadMessage))
    if kind == "enemy":
        return join(V_PICK, purpose, whose, in_range(pick.enemy, 1, 4, f"{path}.enemy", BadMessage) - 1)
    return join(V_PICK, purpose, whose, letter(pick.instruction, COUNTERS, f"{path}.instruction"))

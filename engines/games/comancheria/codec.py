"""Comanchería's positions between messages and the struct. Moves and events are in events.py."""

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any, cast

from google.protobuf.message import Message

from hunch.engines.contract import Game, State
from hunch.engines.errors import BadState
from hunch.engines.games.comancheria.codes.components import (
    ASIDE,
    BANDS,
    BOX,
    CAMPS,
    CARDS,
    CELL,
    COUNTERS,
    CUP,
    DEPTH,
    HAND,
    LAST,
    MOST_ENEMY_AP,
    MUST,
    ON,
    PLACES,
    SETS,
    SPACES,
    UNDER,
    WAR_KINDS,
    WITH,
)
from hunch.engines.games.comancheria.data.steps import NAMES
from hunch.engines.games.comancheria.events import LETTERS, read_event, read_move, write_event, write_move
from hunch.engines.games.comancheria.names import GOODS
from hunch.engines.games.comancheria.rules import Comancheria
from hunch.engines.messages import column, each, in_range, numbers, one_of
from hunch.v1 import comancheria_pb2 as pb

__all__ = ["read_event", "read_move", "read_state", "write_event", "write_move", "write_state"]


TRACKS = {"military": 20, "culture": 20, "ap": 20, "enemy_ap": MOST_ENEMY_AP, "operations": MUST, "passage": LAST}
ARGUMENTS = "abcdegh"
COUNTS = {"success": 20, "two": 20, "three": 20, "four": 20}
CAMP_COUNTS = ("paraibo", "paraibo_success", "mahimiana", "mahimiana_success")
SPACE_NAMES, CARD_NAMES = range(1, SPACES), range(1, CARDS + 1)
NO_GOODS = (0,) * len(GOODS)
MOST_GOODS, NO_FRAME = 40, dict.fromkeys(("step", *ARGUMENTS), 0)
HoldsGoods = pb.ComancheriaCamp | pb.ComancheriaBand | pb.ComancheriaOperationsSpace
Reader = Callable[[Any, str], tuple[Any, ...]]  # reads an element of a list; the text is its path


# Writing -------------------------------------------------------------------------------------------------------


def write_state(state: State, out: Any) -> None:
    s = state.fields()
    out.outcome, out.period = s["outcome"], s["period"]
    out.tracks.SetInParent()
    for name in TRACKS:
        setattr(out.tracks, name, s[name])
    marks = dict(zip(trail(state.game), s["mark"], strict=True))
    for i in range(1, SPACES):
        out.spaces.add(space=i, piece=s["piece"][i], ravaged=s["ravaged"][i], unknown=bool(marks.get(i)))
    for i in range(4):
        out.enemies.add(
            enemy=i + 1,
            present=bool(s["present"] >> i & 1),
            flag=s["nation"][i],
            column_space=s["column_at"][i],
            column_strength=s["column_strength"][i],
        )
    for i in range(COUNTERS):
        write_counter(out.instructions.add(letter=LETTERS[i], back=bool(s["face"][i])), s["where"][i])
    write_counts(out.cup, s["cup_success"], s["cup_ap"])
    write_counts(out.available, 0, s["box_ap"])
    write_counts(out.drawn, s["drawn_success"], s["drawn_ap"])
    out.drawn_instructions.extend(LETTERS[counter - 1] for counter in s["drawn_counter"] if counter)
    out.out_of_play = s["out_success"]
    for success, goods in zip(s["ops_success"], s["ops_goods"], strict=True):
        write_goods(out.operations_track.add(success=success), goods)
    for i in range(CAMPS):
        write_camp(s, i, out.camps.add(letter=LETTERS[i]))
    for i in range(BANDS):
        write_band(s, i, out.bands.add(number=i))
    out.medicine_track.extend(band - 1 for band in s["track"] if band)
    if s["active"]:
        out.activation.band, out.activation.movement, out.activation.stolen = s["active"] - 1, s["mp"], s["stolen"]
        out.activation.SetInParent()
    out.war_deck.event = s["war_event"]
    out.war_deck.left.extend(s["war_left"])
    for i in range(CARDS):
        out.development.add(card=i + 1, state=s["card"][i])
    out.culture_levels.extend(s["level"])
    out.gates.extend(i + 1 for i in range(3) if s["gates"] >> i & 1)
    out.once.extend(i + 1 for i in range(8) if s["once"] >> i & 1)
    out.chosen_headman = LETTERS[s["chosen"] - 1] if s["chosen"] else ""
    for frame in s["frame"][: s["depth"]]:
        values = [frame[name] for name in ARGUMENTS]
        while values and values[-1] == 0:
            values.pop()
        out.frames.add(step=frame["step"], arguments=values)


def trail(game: Game) -> list[int]:
    """The spaces of the wagon trail."""
    return cast(Comancheria, game).trail


def write_counter(out: pb.ComancheriaInstruction, where: int) -> None:
    if where >= ON:
        out.space = cast(pb.ComancheriaSpaceName, where - ON)
    elif where >= UNDER:
        out.column = True
    elif where >= CELL:
        out.cell.inactive, out.cell.row = where >= CELL + 24, (where - CELL) % 6 + 1
    else:
        setattr(out, ("aside", "cup", "hand")[where], True)


def write_counts(out: pb.ComancheriaCounters, success: int, ap: list[int]) -> None:
    out.success = success
    out.two, out.three, out.four = ap
    out.SetInParent()


def write_goods(out: HoldsGoods, goods: list[int]) -> None:
    if any(goods):
        for name, count in zip(GOODS, goods, strict=True):
            setattr(out.goods, name, count)


def write_camp(s: dict[str, Any], i: int, out: pb.ComancheriaCamp) -> None:
    out.space, out.paraibo, out.mahimiana = s["camp_at"][i], s["paraibo"][i], s["mahimiana"][i]
    out.paraibo_success, out.mahimiana_success = s["paraibo_success"][i], s["mahimiana_success"][i]
    at = s["headman_at"][i]
    if at >= WITH:
        out.mahimiana_band = at - WITH
    elif at:
        out.mahimiana_box = LETTERS[at - 1]
    write_goods(out, s["camp_goods"][i])


def write_band(s: dict[str, Any], i: int, out: pb.ComancheriaBand) -> None:
    out.strength, out.finished, at = s["band_strength"][i], bool(s["band_done"][i]), s["band_at"][i]
    if at >= BOX:
        out.camp = LETTERS[at - BOX]
    elif at:
        out.space = at
    write_goods(out, s["band_goods"][i])


# Reading -------------------------------------------------------------------------------------------------------
# decode.pyx reads what is in order and usual. The following reads the rest, and names the field that is wrong.


def complete(items: Any, length: int, path: str) -> Any:
    if len(items) != length:
        raise BadState(path, f"{len(items)} elements, a complete list has {length}")
    return items


def letter(text: str, most: int, path: str) -> int:
    if len(text) != 1 or text not in LETTERS[:most]:
        raise BadState(path, f"{text!r} is not a letter from A to {LETTERS[most - 1]}")
    return LETTERS.index(text)


def columns(items: Any, names: Sequence[int | str], read: Reader, path: str) -> Any:
    """What the elements of a complete list say, by column. The first field of each names its place."""
    named(items, names, path)
    return zip(*each(read, items, path), strict=True)


def named(items: Any, names: Sequence[int | str], path: str) -> None:
    """Refuses a list that is not complete, or in which the first field of an element does not name its place."""
    field = complete(items, len(names), path)[0].DESCRIPTOR.fields[0].name
    for i, (item, name) in enumerate(zip(items, names, strict=True)):
        if getattr(item, field) != name:
            raise BadState(f"{path}[{i}].{field}", "is not the name of its place in the list")


def read_state(game: Game, message: pb.ComancheriaState) -> State:
    s: dict[str, Any] = {"answer": 0, "spare": [0] * 7}
    s["outcome"] = in_range(message.outcome, 0, 2, "comancheria.outcome")
    s["period"] = in_range(message.period, 1, 4, "comancheria.period")
    s.update(zip(TRACKS, counted(message.tracks, TRACKS, "comancheria.tracks"), strict=True))
    read_map(game, message, s)
    read_enemies(message.enemies, s)
    s["where"], s["face"] = columns(message.instructions, LETTERS, read_counter, "comancheria.instructions")
    s["cup_success"], *s["cup_ap"] = counted(message.cup, COUNTS, "comancheria.cup")
    none, *s["box_ap"] = counted(message.available, COUNTS, "comancheria.available")
    in_range(none, 0, 0, "comancheria.available.success")
    s["drawn_success"], *s["drawn_ap"] = counted(message.drawn, COUNTS, "comancheria.drawn")
    s["out_success"] = in_range(message.out_of_play, 0, 20, "comancheria.out_of_play")
    path = "comancheria.drawn_instructions"
    drawn = [letter(text, 24, f"{path}[{i}]") + 1 for i, text in enumerate(message.drawn_instructions)]
    s["drawn_counter"] = padded(drawn, 5, path)
    path = "comancheria.operations_track"
    s["ops_success"] = column(complete(message.operations_track, PLACES, path), "success", 20, path)
    s["ops_goods"] = each(goods_of, message.operations_track, path)
    read_camps(message.camps, s)
    read_bands(message.bands, s)
    read_rest(message, s)
    return game.state(s)


def read_map(game: Game, message: pb.ComancheriaState, s: dict[str, Any]) -> None:
    path = "comancheria.spaces"
    named(message.spaces, SPACE_NAMES, path)
    s["piece"] = [0, *column(message.spaces, "piece", 5, path)]
    s["ravaged"] = [0, *column(message.spaces, "ravaged", 15, path)]
    unknown = [space.unknown for space in message.spaces]
    s["mark"] = [unknown[i - 1] for i in trail(game)]
    if sum(unknown) > sum(s["mark"]):
        i = next(i for i, there in enumerate(unknown, 1) if there and i not in trail(game))
        raise BadState(f"{path}[{i - 1}].unknown", "is not a space of the wagon trail")


def read_enemies(enemies: Sequence[pb.ComancheriaEnemyState], s: dict[str, Any]) -> None:
    path = "comancheria.enemies"
    named(enemies, (1, 2, 3, 4), path)
    s["present"] = sum(enemy.present << i for i, enemy in enumerate(enemies))
    s["nation"] = column(enemies, "flag", 4, path)
    s["column_at"] = column(enemies, "column_space", 41, path)
    s["column_strength"] = column(enemies, "column_strength", 8, path)


def read_counter(counter: pb.ComancheriaInstruction, path: str) -> tuple[int, bool]:
    return where_of(counter, path), counter.back


def where_of(counter: pb.ComancheriaInstruction, path: str) -> int:
    enemy = LETTERS.find(counter.letter) // 6
    place = one_of(counter, "place", path)
    if place == "space":
        return ON + in_range(counter.space, 1, 41, f"{path}.space")
    if place == "cell":
        row = in_range(counter.cell.row, 1, 6, f"{path}.cell.row")
        return CELL + 6 * (4 if counter.cell.inactive else enemy) + row - 1
    if not getattr(counter, place):
        raise BadState(f"{path}.{place}", "must be true when it is set")
    return UNDER + enemy if place == "column" else {"aside": ASIDE, "cup": CUP, "hand": HAND}[place]


def counted(message: Message, limits: Mapping[str, int], path: str) -> list[int]:
    """The fields that have limits: numbers from 0 on, each up to its own."""
    return [in_range(getattr(message, name), 0, most, f"{path}.{name}") for name, most in limits.items()]


def goods_of(holder: HoldsGoods, path: str) -> tuple[int, ...]:
    if not holder.HasField("goods"):
        return NO_GOODS
    return tuple(in_range(getattr(holder.goods, name), 0, MOST_GOODS, f"{path}.goods.{name}") for name in GOODS)


def padded(values: list[int], length: int, path: str) -> list[int]:
    if len(values) > length:
        raise BadState(path, f"{len(values)} elements, at most {length}")
    return values + [0] * (length - len(values))


def read_camp(camp: pb.ComancheriaCamp, path: str) -> tuple[Any, ...]:
    headman = 0
    place = camp.WhichOneof("mahimiana_place")
    if place == "mahimiana_box":
        headman = 1 + letter(camp.mahimiana_box, CAMPS, f"{path}.mahimiana_box")
    elif place:
        headman = WITH + in_range(camp.mahimiana_band, 0, BANDS - 1, f"{path}.mahimiana_band")
    return headman, goods_of(camp, path)


def read_camps(camps: Sequence[pb.ComancheriaCamp], s: dict[str, Any]) -> None:
    path = "comancheria.camps"
    s["headman_at"], s["camp_goods"] = columns(camps, LETTERS[:CAMPS], read_camp, path)
    s["camp_at"] = column(camps, "space", 42, path)
    for name in CAMP_COUNTS:
        s[name] = column(camps, name, 20, path)


def read_band(band: pb.ComancheriaBand, path: str) -> tuple[Any, ...]:
    at, place = 0, band.WhichOneof("place")
    if place == "camp":
        at = BOX + letter(band.camp, CAMPS, f"{path}.camp")
    elif place:
        at = in_range(band.space, 1, 41, f"{path}.space")
    return at, band.finished, goods_of(band, path)


def read_bands(bands: Sequence[pb.ComancheriaBand], s: dict[str, Any]) -> None:
    path = "comancheria.bands"
    s["band_at"], s["band_done"], s["band_goods"] = columns(bands, range(BANDS), read_band, path)
    s["band_strength"] = column(bands, "strength", 3, path)


def read_frame(frame: pb.ComancheriaFrame, path: str) -> dict[str, int]:
    if frame.step not in NAMES:
        raise BadState(f"{path}.step", f"{frame.step} is not a step at which a procedure can wait")
    values = padded(numbers(frame.arguments, 0, 255, f"{path}.arguments"), len(ARGUMENTS), f"{path}.arguments")
    return dict(zip(("step", *ARGUMENTS), (frame.step, *values), strict=True))


def read_rest(message: pb.ComancheriaState, s: dict[str, Any]) -> None:
    track = numbers(message.medicine_track, 0, BANDS - 1, "comancheria.medicine_track")
    s["track"] = padded([band + 1 for band in track], 8, "comancheria.medicine_track")
    s["active"] = s["mp"] = s["stolen"] = 0
    if message.HasField("activation"):
        s["active"] = in_range(message.activation.band, 0, BANDS - 1, "comancheria.activation.band") + 1
        s["mp"] = in_range(message.activation.movement, 0, 60, "comancheria.activation.movement")
        s["stolen"] = in_range(message.activation.stolen, 0, 3, "comancheria.activation.stolen")
    s["war_event"] = in_range(message.war_deck.event, 0, WAR_KINDS, "comancheria.war_deck.event")
    left = complete(message.war_deck.left, WAR_KINDS, "comancheria.war_deck.left")
    s["war_left"] = numbers(left, 0, 9, "comancheria.war_deck.left")
    named(message.development, CARD_NAMES, "comancheria.development")
    s["card"] = column(message.development, "state", 10, "comancheria.development")
    levels = complete(message.culture_levels, SETS, "comancheria.culture_levels")
    s["level"] = numbers(levels, 0, 3, "comancheria.culture_levels")
    s["gates"] = bits(message.gates, 3, "comancheria.gates")
    s["once"] = bits(message.once, 8, "comancheria.once")
    who = message.chosen_headman
    s["chosen"] = letter(who, CAMPS, "comancheria.chosen_headman") + 1 if who else 0
    in_range(len(message.frames), 0, DEPTH, "comancheria.frames")
    frames = each(read_frame, message.frames, "comancheria.frames")
    s["depth"], s["frame"] = len(frames), frames + [NO_FRAME] * (DEPTH - len(frames))


def bits(values: Any, most: int, path: str) -> int:
    for i, (before, after) in enumerate(pairwise(values), 1):
        if before >= after:
            raise BadState(f"{path}[{i}]", "must be ascending, each once")
    return sum(1 << (value - 1) for value in numbers(values, 1, most, path))

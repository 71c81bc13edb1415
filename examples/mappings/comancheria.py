"""Comanchería for an app with its own state: `question` asks which operation to carry out, `played` reads a move.

When a turn's operation is chosen, everything lies on the table and no procedure is half done. So a message can be
written from the pieces alone. Within an operation, send back the state of the last answer: its `frames` say what is
under way, and an app need not know them.
"""

from dataclasses import dataclass, field

from google.protobuf import json_format

from hunch.v1 import comancheria_pb2, game_pb2, opponent_pb2

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWX"
SPACES = [name.removeprefix("COMANCHERIA_SPACE_NAME_") for name, _ in comancheria_pb2.ComancheriaSpaceName.items()][1:]
ENEMIES = ["NORTH", "WEST", "SOUTH", "EAST"]
TRACK = ("military", "culture", "ap", "enemyAp", "operations", "passage")
Goods = dict[str, int]  # "horses": 2


@dataclass
class Space:
    """What stands in a space."""

    piece: str = ""  # bison, tribe, settlement_west …
    ravaged: int = 0
    unknown: bool = False  # whether a "?" is there


@dataclass
class Enemy:
    """An enemy in the game."""

    flag: str = ""  # spain, mexico …
    column: str = ""  # the space of its War Column
    strength: int = 0


@dataclass
class Camp:
    """A Ranchería in play."""

    space: str
    paraibo: int
    paraibo_success: int
    mahimiana: int
    mahimiana_success: int
    mahimiana_at: str | int | None  # the letter of a box, the number of a Band, or out of play
    goods: Goods = field(default_factory=dict)


@dataclass
class Band:
    """A Band in play."""

    strength: int
    at: str  # a space, or the letter of a Ranchería
    finished: bool = False
    goods: Goods = field(default_factory=dict)


@dataclass
class Table:
    """The table, piece by piece."""

    scenario: str
    period: int
    tracks: tuple[int, ...]  # in the order of TRACK
    spaces: dict[str, Space]  # spaces with something in them
    enemies: dict[str, Enemy]  # those in the game
    counters: dict[str, tuple[str, bool]]  # by letter: where it lies, and whether its barred face is up
    cup: dict[str, int]  # success, two, three, four
    available: dict[str, int]
    out_of_play: int
    operations: list[tuple[int, Goods]]  # Success counters and goods on the Operations Track
    camps: dict[str, Camp]
    bands: dict[int, Band]
    war_event: int
    war_deck: list[int]  # cards left of each kind
    cards: dict[int, str]  # development cards in the game: deck, held, open_first …
    culture: list[int]
    gates: list[str]
    once: list[str]


def question(table: Table) -> opponent_pb2.SuggestMoveRequest:
    """A request: which operation comes next?"""
    state = {
        "options": {"scenario": named("SCENARIO", table.scenario)},
        "period": table.period,
        "tracks": dict(zip(TRACK, table.tracks, strict=True)),
        "spaces": [space_of(name, table.spaces.get(name, Space())) for name in SPACES],
        "enemies": [enemy_of(name, table.enemies.get(name.lower())) for name in ENEMIES],
        "instructions": [counter_of(letter, *table.counters[letter]) for letter in LETTERS],
        "cup": table.cup,
        "available": table.available,
        "drawn": {},
        "outOfPlay": table.out_of_play,
        "operationsTrack": [{"success": success, "goods": goods} for success, goods in table.operations],
        "camps": [camp_of(letter, table.camps.get(letter)) for letter in "ABCDE"],
        "bands": [band_of(number, table.bands.get(number)) for number in range(15)],
        "warDeck": {"event": table.war_event, "left": table.war_deck},
        "development": [
            {"card": card, "state": named("CARD_STATE", table.cards.get(card, "unspecified"))} for card in range(1, 49)
        ],
        "cultureLevels": table.culture,
        "gates": [named("GATE", gate) for gate in table.gates],
        "once": [named("ONCE", once) for once in table.once],
        "frames": [{"step": named("STEP", "turn_operate")}, {"step": named("STEP", "ask"), "arguments": [1]}],
    }
    request = {"position": {"state": {"comancheria": state}, "seat": 0}}
    return json_format.ParseDict(request, opponent_pb2.SuggestMoveRequest())


def named(kind: str, name: str) -> str:
    return f"COMANCHERIA_{kind}_{name.upper()}"


def space_of(name: str, space: Space) -> dict:
    piece = named("PIECE", space.piece or "unspecified")
    return {"space": named("SPACE_NAME", name), "piece": piece, "ravaged": space.ravaged, "unknown": space.unknown}


def enemy_of(name: str, enemy: Enemy | None) -> dict:
    if enemy is None:
        return {"enemy": named("ENEMY", name)}
    message = {"enemy": named("ENEMY", name), "present": True, "flag": named("NATION", enemy.flag or "unspecified")}
    column = {"columnSpace": named("SPACE_NAME", enemy.column), "columnStrength": enemy.strength}
    return {**message, **(column if enemy.column else {})}


def counter_of(letter: str, place: str, back: bool) -> dict:
    """Its place: aside, cup, column, "row 3", "inactive 3", or a space."""
    kind, _, row = place.partition(" ")
    if row:
        where = {"cell": {"inactive": kind == "inactive", "row": int(row)}}
    else:
        where = {place: True} if place in ("aside", "cup", "column") else {"space": named("SPACE_NAME", place)}
    return {"letter": letter, "back": back, **where}


def camp_of(letter: str, camp: Camp | None) -> dict:
    if camp is None:
        return {"letter": letter}
    message = {
        "letter": letter,
        "space": named("SPACE_NAME", camp.space),
        "paraibo": camp.paraibo,
        "paraiboSuccess": camp.paraibo_success,
        "mahimiana": camp.mahimiana,
        "mahimianaSuccess": camp.mahimiana_success,
        "goods": camp.goods,
    }
    if camp.mahimiana_at is not None:
        message["mahimianaBox" if isinstance(camp.mahimiana_at, str) else "mahimianaBand"] = camp.mahimiana_at
    return message


def band_of(number: int, band: Band | None) -> dict:
    if band is None:
        return {"number": number}
    where = {"camp": band.at} if len(band.at) == 1 and band.at in "ABCDE" else {"space": named("SPACE_NAME", band.at)}
    return {"number": number, "strength": band.strength, "finished": band.finished, "goods": band.goods, **where}


def played(move: game_pb2.GameMove) -> tuple:
    """What to do: a verb and its object."""
    parts = json_format.MessageToDict(move.comancheria)
    verb = parts.pop("verb").removeprefix("COMANCHERIA_VERB_").lower()
    return verb, *(value.rpartition("COMANCHERIA_")[2] if isinstance(value, str) else value for value in parts.values())

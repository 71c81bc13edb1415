"""Pow Wow for an app with its own state: `question` asks what to play, `played` reads a move of the answer.

This app names colours and cards. A card that the player does not see is "hidden".
"""

from dataclasses import dataclass, field

from google.protobuf import json_format

from hunch.v1 import game_pb2, opponent_pb2, powwow_pb2


@dataclass
class Exchange:
    """Two seats that exchanged cards, and the cards that the player saw."""

    seat: int
    other: int
    given: str = "hidden"
    taken: str = "hidden"
    kept: str = "hidden"


@dataclass
class UnderWay:
    """An exchange that is not finished: a card was given, and the other's hand was seen."""

    other: int
    given: str
    sight: list[str]


@dataclass
class Table:
    """What one player knows."""

    seat: int
    step: str  # choosing, moving, giving or taking
    mover: int
    starter: int
    hand: list[str]  # the player's two cards
    stones: list[int]  # white stones, by seat
    dice: list[str]  # by seat; "": none
    places: list[int]  # of the Indians: red, orange, yellow, green, blue, white
    rings: list[int]  # of the stones of the tepee
    pool: list[str] = field(default_factory=list)  # dice that nobody has chosen
    exchanges: list[Exchange] = field(default_factory=list)
    under_way: UnderWay | None = None


def question(table: Table) -> opponent_pb2.SuggestMoveRequest:
    """A request: what should this player do?"""
    players = len(table.stones)
    state = {
        "options": {"players": players},
        "step": f"POWWOW_STEP_{table.step.upper()}",
        "mover": table.mover,
        "starter": table.starter,
        "places": table.places,
        "rings": table.rings,
        "pool": list(map(colour, table.pool)),
        "seats": [
            {"stones": stones, "die": colour(die), "hand": hand_of(table, seat)}
            for seat, (stones, die) in enumerate(zip(table.stones, table.dice, strict=True))
        ],
        "dummy": hand_of(table, None) if players == 2 else [],
        "exchanges": [
            {
                "seat": exchange.seat,
                "other": exchange.other,
                "given": card(exchange.given),
                "taken": card(exchange.taken),
                "kept": card(exchange.kept),
            }
            for exchange in table.exchanges
        ],
    }
    if way := table.under_way:
        state["underWay"] = {"other": way.other, "given": card(way.given), "sight": list(map(card, way.sight))}
    request = {"position": {"state": {"powwow": state}, "seat": table.seat}}
    return json_format.ParseDict(request, opponent_pb2.SuggestMoveRequest())


def hand_of(table: Table, seat: int | None) -> list[str]:
    return [card(name) for name in (table.hand if seat == table.seat else ("hidden", "hidden"))]


def colour(name: str) -> str:
    return f"POWWOW_COLOUR_{name.upper() or 'UNSPECIFIED'}"


def card(name: str) -> str:
    return f"POWWOW_CARD_{name.upper().replace(' ', '_')}"


def colour_named(value: int) -> str:
    return powwow_pb2.PowwowColour.Name(value).removeprefix("POWWOW_COLOUR_").lower()


def card_named(value: int) -> str:
    return powwow_pb2.PowwowCard.Name(value).removeprefix("POWWOW_CARD_").lower().replace("_", " ")


def played(move: game_pb2.GameMove) -> tuple:
    """What to do, with its colour, card, segment or seat."""
    what = move.powwow.WhichOneof("move")
    done = getattr(move.powwow, what)
    if what == "stone":
        direction = powwow_pb2.PowwowDirection.Name(done.direction).removeprefix("POWWOW_DIRECTION_").lower()
        return what, done.segment, direction
    if what == "give":
        return what, card_named(done.card), done.other
    if what == "reroll":
        return (what,)
    return what, colour_named(done) if what == "choose" else card_named(done)

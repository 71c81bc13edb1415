"""Big Manitou for an app with its own state: `question` asks what to play, `played` reads a move of the answer.

This app writes cards as 1 to 10 and "chief" … "squaw", tiles as "bison 2", "tipi 1", "horse", "totem", "tomahawk".
"""

from dataclasses import dataclass, field

from google.protobuf import json_format

from hunch.v1 import game_pb2, manitou_pb2, opponent_pb2

Card = int | str


@dataclass
class Player:
    """What everybody sees of a player."""

    spent: list[Card] = field(default_factory=list)  # played in the first hunt of this cycle of two
    laid: list[tuple[Card, int, bool]] = field(default_factory=list)  # card, ground 1 to 3 or 0 aside, face down
    drawn: int = 0
    tiles: list[str] = field(default_factory=list)
    bonus: int = 0  # tomahawks that count while tiles are taken


@dataclass
class Table:
    """What one player knows."""

    seat: int
    players: list[Player]  # by seat
    step: str  # select, play, eighth, ride, pay or take
    turn: int = 0  # the seat to move; 0 while cards are selected
    hunt: int = 0  # hunts finished
    grounds: list[list[str]] = field(default_factory=lambda: [[], [], []])
    hand: list[Card] = field(default_factory=list)
    deck: list[Card] = field(default_factory=list)  # selected and not drawn
    removed: list[str] = field(default_factory=list)
    brown: int | None = None  # the seat that has the cylinder
    white: int | None = None
    debtors: list[int] = field(default_factory=list)  # seats that still owe a tile
    share: tuple[int, str, int, str] | None = None  # ground, hero/first/second, tiles left, the last one or ""


def question(table: Table) -> opponent_pb2.SuggestMoveRequest:
    """A request: what should this player do?"""
    state = {
        "options": {"players": len(table.players)},
        "hunt": table.hunt,
        "step": f"MANITOU_STEP_{table.step.upper()}",
        "turn": table.turn,
        "grounds": [{"tiles": list(map(tile, tiles))} for tiles in table.grounds],
        "seats": [seat_of(table, seat) for seat in range(len(table.players))],
        "removed": list(map(tile, table.removed)),
        "brown": holder(table.brown),
        "white": holder(table.white),
        "debtors": table.debtors,
    }
    if table.share:
        ground, rank, left, last = table.share
        state["share"] = {"ground": ground, "rank": f"MANITOU_RANK_{rank.upper()}", "left": left}
        if last:
            state["share"]["last"] = tile(last)
    request = {"position": {"state": {"manitou": state}, "seat": table.seat}}
    return json_format.ParseDict(request, opponent_pb2.SuggestMoveRequest())


def seat_of(table: Table, seat: int) -> dict:
    player, mine = table.players[seat], seat == table.seat
    return {
        "spent": list(map(card, player.spent)),
        "hand": {"cards": list(map(card, table.hand))} if mine else {"hidden": True},
        "deck": {"cards": list(map(card, table.deck))} if mine else {"hidden": True},
        "laid": [{"card": card(laid), "ground": ground, "faceDown": down} for laid, ground, down in player.laid],
        "drawn": player.drawn,
        "tiles": list(map(tile, player.tiles)),
        "bonus": player.bonus,
    }


def card(name: Card) -> dict:
    return {"hunter": name} if isinstance(name, int) else {"hero": f"MANITOU_HERO_{name.upper()}"}


def tile(name: str) -> dict:
    kind, _, points = name.partition(" ")
    return {kind: int(points) if points else True}


def holder(seat: int | None) -> dict:
    return {"nobody": True} if seat is None else {"seat": seat}


def named(card: manitou_pb2.ManitouCard) -> Card:
    if card.WhichOneof("card") == "hunter":
        return card.hunter
    return manitou_pb2.ManitouHero.Name(card.hero).removeprefix("MANITOU_HERO_").lower()


def tile_named(tile: manitou_pb2.ManitouTile) -> str:
    kind = tile.WhichOneof("tile")
    return f"{kind} {getattr(tile, kind)}" if kind in ("bison", "tipi") else kind


def played(move: game_pb2.GameMove) -> tuple:
    """What to do, with its card and ground or its tile."""
    what = move.manitou.WhichOneof("move")
    done = getattr(move.manitou, what)
    if what in ("play", "ride"):
        return what, named(done.card), done.ground
    if what in ("pay", "take"):
        return what, tile_named(done)
    return (what, named(done)) if what == "select" else (what,)

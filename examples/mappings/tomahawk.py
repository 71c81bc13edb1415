"""Tomahawk for an app with its own state: `question` asks what to play, `played` reads a move of the answer.

This app writes cards as people do: "8+3" is an 8 with hair 3, "GM" is Great Manitou.
"""

from dataclasses import dataclass, field

from google.protobuf import json_format

from hunch.v1 import game_pb2, opponent_pb2, tomahawk_pb2

SPECIALS = {
    "GM": "MANITOU",
    "SS": "SOARING",
    "RH": "REDWOOD",
    "DT": "TWILIGHT",
    "WS": "SKULL",
    "SC": "STORM",
    "TC": "CLOUD",
}
HIDDEN = {"hidden": True}


@dataclass
class Row:
    """Two cards that face each other on a pile."""

    turn: int
    pile: int
    mine: str
    theirs: str  # "": face down and never seen
    face_up: bool = False
    looked: tuple[int, ...] = ()  # seats that saw the other's card from a mountain


@dataclass
class Side:
    """What everybody sees of a player."""

    points: int = 0
    scalps: int = 0
    drawn: int = 0
    taken: int = 0  # the pile to which Dancing Twilight took a card of this hand


@dataclass
class Table:
    """What one player knows."""

    seat: int
    sides: list[Side]  # by seat
    turns_finished: int = 0
    territories: list[tuple[int, str, str]] = field(default_factory=list)  # pile, id, "", "FIRST", "SECOND" or "TIE"
    rows: list[Row] = field(default_factory=list)
    dealt: list[str] = field(default_factory=list)
    kept: dict[str, str] = field(default_factory=dict)  # my two specials, each with the base card that left for it
    hand: list[str] = field(default_factory=list)
    deck: list[str] = field(default_factory=list)
    placed: dict[int, str] = field(default_factory=dict)  # this turn, by pile


def question(table: Table) -> opponent_pb2.SuggestMoveRequest:
    """A request: what should this player do?"""
    state = {
        "turnsFinished": table.turns_finished,
        "step": f"TOMAHAWK_STEP_{'PLACING' if table.kept else 'CHOOSING'}",
        "territories": [
            {"pile": pile, "tile": tile, "result": f"TOMAHAWK_RESULT_{won or 'UNSPECIFIED'}"}
            for pile, tile, won in table.territories
        ],
        "rows": [row_of(table, row) for row in table.rows],
        "seats": [
            {**vars(side), **(own(table) if seat == table.seat else theirs())} for seat, side in enumerate(table.sides)
        ],
    }
    request = {"position": {"state": {"tomahawk": state}, "seat": table.seat}}
    return json_format.ParseDict(request, opponent_pb2.SuggestMoveRequest())


def row_of(table: Table, row: Row) -> dict:
    cards = [card(row.mine), card(row.theirs) if row.theirs else HIDDEN]
    if table.seat == 1:
        cards.reverse()
    return {"turn": row.turn, "pile": row.pile, "cards": cards, "faceUp": row.face_up, "seenBy": list(row.looked)}


def own(table: Table) -> dict:
    kept = {"specials": list(map(special, table.kept)), "left": [card(left)["indian"] for left in table.kept.values()]}
    return {
        "dealt": {"specials": list(map(special, table.dealt))},
        "choice": {"kept": kept} if table.kept else {"none": True},
        "hand": {"cards": list(map(card, table.hand))},
        "deck": {"cards": list(map(card, table.deck))},
        "pending": [card(table.placed[pile]) if pile in table.placed else {"none": True} for pile in (1, 2, 3, 4)],
    }


def theirs() -> dict:
    return {"dealt": HIDDEN, "choice": HIDDEN, "hand": HIDDEN, "deck": HIDDEN, "pending": [HIDDEN] * 4}


def special(text: str) -> str:
    return f"TOMAHAWK_SPECIAL_{SPECIALS[text]}"


def card(text: str) -> dict:
    if text in SPECIALS:
        return {"special": special(text)}
    strength, _, hair = text.partition("+")
    return {"indian": {"strength": int(strength), "hair": int(hair or 0)}}


def written(card: tomahawk_pb2.TomahawkCard) -> str:
    if card.WhichOneof("card") == "special":
        name = tomahawk_pb2.TomahawkSpecial.Name(card.special).removeprefix("TOMAHAWK_SPECIAL_")
        return next(text for text, known in SPECIALS.items() if known == name)
    return f"{card.indian.strength}+{card.indian.hair}" if card.indian.hair else str(card.indian.strength)


def played(move: game_pb2.GameMove) -> tuple[int, str] | dict[str, str]:
    """A pile and the card for it, or the specials to keep, each with the base card that leaves for it."""
    if move.tomahawk.WhichOneof("move") == "place":
        return move.tomahawk.place.pile, written(move.tomahawk.place.card)
    kept = move.tomahawk.choose
    specials = [written(tomahawk_pb2.TomahawkCard(special=kind)) for kind in kept.specials]
    return dict(zip(specials, [written(tomahawk_pb2.TomahawkCard(indian=card)) for card in kept.left], strict=True))

"""Tomahawk between messages and the struct; moves and events are in events.py."""
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any

from hunch.engines.contract import Game, State
from hunch.engines.errors import BadState
from hunch.engines.plain import Each, Whole
from hunch.engines.tomahawk.cards import CARDS, LANDS, PILES, TURNS
from hunch.engines.tomahawk.events import read_event, read_move, write_event, write_move
from hunch.engines.tomahawk.names import (
    HIDDEN,
    NO_SET,
    Names,
    card_message,
    kept_message,
    names_of,
    read_card,
    read_kept,
    read_specials,
    read_tile,
    specials_message,
)
from hunch.engines.wire import in_range, one_of
from hunch.v1 import tomahawk_pb2 as pb

__all__ = ["read_event", "read_move", "read_state", "write_event", "write_move", "write_state"]

FOREST = LANDS.index("forest")
CHOOSING, OPENING, SHOWING, TAKING, ENDED = 2, 4, 7, 9, 10
TIE = 3


# To a message ---------------------------------------------------------------------------------------------------


def write_state(state: State, out: pb.TomahawkState) -> None:
    s, names = state.fields(), names_of(state.game)
    out.turns_finished, out.step = s["turn"], s["step"] + 1
    out.sought = names.cards.tiles[s["sought"] - 1].id if s["sought"] else ""
    for place, (pile, _, _) in enumerate(names.codes.places):
        if s["tile"][place]:
            tile = names.cards.tiles[s["tile"][place] - 1].id
            out.territories.add(pile=pile + 1, tile=tile, result=s["result"][place])
    for turn in range(_placed(s)):
        for pile in range(PILES):
            bit = 1 << (turn * PILES + pile)
            out.rows.add(
                turn=turn + 1,
                pile=pile + 1,
                cards=[card_message(names, s["card"][seat][turn][pile]) for seat in range(2)],
                face_up=bool(s["shown"] & bit),
                seen_by=[seat for seat in range(2) if s["looked"][seat] & bit],
            )
    for seat in range(2):
        _write_seat(s, names, seat, out.seats.add())
    out.looking.extend(seat for seat in range(2) if s["looks"] >> seat & 1)
    if s["takes"]:
        out.taking.seat, out.taking.pile = (s["takes"] - 1) // PILES, (s["takes"] - 1) % PILES + 1


def _write_seat(s: dict[str, Any], names: Names, seat: int, out: pb.TomahawkSeat) -> None:
    out.dealt.CopyFrom(specials_message(s["dealt"][seat]))
    if s["kept"][seat] == HIDDEN:
        out.choice.hidden = True
    elif s["kept"][seat]:
        out.choice.kept.CopyFrom(kept_message(names, s["kept"][seat], s["gone_low"][seat], s["gone_high"][seat]))
    else:
        out.choice.none = True
    for field in ("hand", "deck"):
        cards = getattr(out, field)
        if s[field][seat] == NO_SET:
            cards.hidden = True
        else:
            cards.SetInParent()
            cards.cards.extend(card_message(names, code) for code in names.codes_in(s[field][seat]))
    out.pending.extend(card_message(names, code) for code in s["pending"][seat])
    for field in ("taken", "drawn", "points", "scalps"):
        setattr(out, field, s[field][seat])


def _placed(s: dict[str, Any]) -> int:
    """Turns of which the cards lie on the table."""
    placed: int = s["turn"] + (SHOWING <= s["step"] <= TAKING)
    return placed


# From a message -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Row:
    """Two cards on the table, turn and pile from 0; `looked`: a bit for each seat that has seen the other's."""

    turn: int
    pile: int
    codes: Sequence[int]
    face_up: bool
    looked: int


@dataclass(frozen=True, slots=True)
class Table:
    """All rows, as the struct has them, and in the order in which they were told: their cards, by seat."""

    card: Sequence[Sequence[Sequence[int]]]
    shown: int
    looked: Sequence[int]
    codes: Sequence[Sequence[int]]


@dataclass(frozen=True, slots=True)
class Seat:
    """A player, as far as table and step do not matter."""

    choice: str
    fields: Mapping[str, int]           # of the struct, by seat
    pending: Sequence[int]
    hand: Sequence[int]
    deck: Sequence[int]
    army: Sequence[int]                 # all his cards, ascending


@dataclass(frozen=True, slots=True)
class Readers:
    """What reads the lists of a game, and what is the same in all its states."""

    names: Names
    cards: "Each[pb.TomahawkCard, int]"
    rows: "Each[pb.TomahawkRow, Row]"
    table: "Whole[pb.TomahawkRow, Table]"
    territories: "Each[pb.TomahawkTerritory, tuple[int, int, int]]"
    seats: "Each[pb.TomahawkSeat, Seat]"
    places: Sequence[Sequence[int]]     # by pile, in the order of the turns


@lru_cache(maxsize=64)
def readers_of(game: Game) -> Readers:
    names = names_of(game)
    places = [[k for k, place in enumerate(names.codes.places) if place[0] == pile] for pile in range(PILES)]
    cards = Each(partial(read_card, names))
    rows = Each(partial(_row, cards))
    return Readers(
        names, cards, rows, Whole(partial(_table, rows)), Each(partial(_territory, names)),
        Each(partial(_seat, names, cards)), places,
    )  # fmt: skip


def _row(cards: "Each[pb.TomahawkCard, int]", row: pb.TomahawkRow, path: str) -> Row:
    pile = in_range(row.pile, 1, PILES, f"{path}.pile") - 1
    codes, looked = cards(row.cards, f"{path}.cards"), 0
    for seat, code in enumerate(codes):
        if code == 0:
            raise BadState(f"{path}.cards[{seat}].none", "both have placed a card here")
        if code == HIDDEN and row.face_up:
            raise BadState(f"{path}.cards[{seat}].hidden", "it lies face up")
    for k, seat in enumerate(row.seen_by):
        looked |= 1 << in_range(seat, 0, 1, f"{path}.seen_by[{k}]")
    return Row(row.turn - 1, pile, codes, row.face_up, looked)


def _table(rows: "Each[pb.TomahawkRow, Row]", told: Sequence[pb.TomahawkRow], path: str, placed: int) -> Table:
    """Complete rows of so many turns."""
    card = [[[0] * PILES for _ in range(TURNS)] for _ in range(2)]
    codes: tuple[list[int], list[int]] = ([], [])
    shown, looked = 0, [0, 0]
    for i, row in enumerate(rows(told, path)):
        in_range(row.turn + 1, 1, placed, f"{path}[{i}].turn")
        if card[0][row.turn][row.pile]:
            raise BadState(f"{path}[{i}]", f"a second row of turn {row.turn + 1} on pile {row.pile + 1}")
        if len(row.codes) != 2:
            raise BadState(f"{path}[{i}].cards", f"{len(row.codes)} cards, there must be 2")
        bit = row.turn * PILES + row.pile
        for seat, code in enumerate(row.codes):
            card[seat][row.turn][row.pile] = code
            looked[seat] |= (row.looked >> seat & 1) << bit
            codes[seat].append(code)
        shown |= row.face_up << bit
    return Table(card, shown, looked, codes)


def _territory(names: Names, told: pb.TomahawkTerritory, path: str) -> tuple[int, int, int]:
    """Pile, code and result."""
    pile, result = in_range(told.pile, 1, PILES, f"{path}.pile") - 1, in_range(told.result, 0, TIE, f"{path}.result")
    return pile, read_tile(names, told.tile, f"{path}.tile"), result


def _seat(names: Names, read: "Each[pb.TomahawkCard, int]", told: pb.TomahawkSeat, path: str) -> Seat:
    s = {
        "dealt": read_specials(told.dealt, f"{path}.dealt"),
        "taken": in_range(told.taken, 0, PILES, f"{path}.taken"),
        "drawn": in_range(told.drawn, 0, CARDS, f"{path}.drawn"),
        "points": in_range(told.points, 0, HIDDEN, f"{path}.points"),
        "scalps": in_range(told.scalps, 0, HIDDEN, f"{path}.scalps"),
    }
    choice = one_of(told.choice, "choice", f"{path}.choice")
    hidden = choice == "hidden"
    army = _army(names, told, choice, s, path)
    if len(told.pending) != PILES:
        raise BadState(f"{path}.pending", f"{len(told.pending)} cards, there must be {PILES}")
    pending = read(told.pending, f"{path}.pending")
    for pile, code in enumerate(pending):
        if (code == HIDDEN) != hidden:
            raise BadState(f"{path}.pending[{pile}]", "must be hidden where `dealt` is, and only there")
    hand, deck = read(told.hand.cards, f"{path}.hand.cards"), read(told.deck.cards, f"{path}.deck.cards")
    for field, cards, codes in (("hand", told.hand, hand), ("deck", told.deck, deck)):
        if cards.hidden != hidden or (cards.hidden and codes):
            raise BadState(f"{path}.{field}", "must be hidden where `dealt` is, and only there")
        for i, code in enumerate(codes):
            if code in (0, HIDDEN):
                raise BadState(f"{path}.{field}.cards[{i}]", "must be a base card or a special")
        s[field] = NO_SET if hidden else names.set_of(codes)
    return Seat(choice, s, pending, hand, deck, army)


def _army(names: Names, told: pb.TomahawkSeat, choice: str, s: dict[str, int], path: str) -> Sequence[int]:
    """All cards of a seat, ascending; none where they are hidden, or not chosen yet."""
    s["kept"] = s["gone_low"] = s["gone_high"] = HIDDEN if choice == "hidden" else 0
    if choice != "kept" and not getattr(told.choice, choice):
        raise BadState(f"{path}.choice.{choice}", "must be true when it is set")
    if (choice == "hidden") != (s["dealt"] == HIDDEN):
        raise BadState(f"{path}.choice", "must be hidden where `dealt` is, and only there")
    if choice != "kept":
        return []
    kept, low, high = read_kept(names, told.choice.kept, f"{path}.choice.kept")
    if kept & ~s["dealt"]:
        raise BadState(f"{path}.choice.kept.specials", "not two of those dealt")
    s["kept"], s["gone_low"], s["gone_high"] = kept, low, high
    return names.army(kept, low, high)


def read_state(game: Game, message: pb.TomahawkState) -> State:
    readers = readers_of(game)
    s = game.new().fields()
    s["turn"] = in_range(message.turns_finished, 0, TURNS, "tomahawk.turns_finished")
    s["step"] = in_range(message.step, 1, ENDED + 1, "tomahawk.step") - 1
    if (s["turn"] == TURNS) != (s["step"] == ENDED):
        raise BadState("tomahawk.step", f"the game is over after {TURNS} turns, {s['turn']} are finished")
    tiles = set(readers.names.codes.tiles.values())
    if message.sought:
        s["sought"] = read_tile(readers.names, message.sought, "tomahawk.sought")
        tiles.remove(s["sought"])
    _read_territories(message, readers, s, tiles)
    s["left"] = sum(1 << code for code in tiles)
    if len(message.seats) != 2:
        raise BadState("tomahawk.seats", f"{len(message.seats)} seats, there must be 2")
    seats = readers.seats(message.seats, "tomahawk.seats")
    table = _read_table(message, readers, s)
    for seat, told in enumerate(seats):
        if told.choice == "none" and s["step"] > CHOOSING:
            raise BadState(f"tomahawk.seats[{seat}].choice.none", "both have chosen")
        _find_all(readers.names, told, seat, table.codes[seat])
        for field, value in told.fields.items():
            s[field][seat] = value
    s["pending"] = [told.pending for told in seats]
    for i, seat in enumerate(message.looking):
        s["looks"] |= 1 << in_range(seat, 0, 1, f"tomahawk.looking[{i}]")
    if message.HasField("taking"):
        seat = in_range(message.taking.seat, 0, 1, "tomahawk.taking.seat")
        s["takes"] = 1 + PILES * seat + in_range(message.taking.pile, 1, PILES, "tomahawk.taking.pile") - 1
    return game.state(s)


def _read_territories(message: pb.TomahawkState, readers: Readers, s: dict[str, Any], tiles: set[int]) -> None:
    """The next place of its pile for each territory; leaves in `tiles` those that have not come up."""
    names, path = readers.names, "tomahawk.territories"
    waiting = [iter(places) for places in readers.places]
    for i, (pile, code, result) in enumerate(readers.territories(message.territories, path)):
        place = next(waiting[pile], None)
        if place is None:
            raise BadState(f"{path}[{i}].pile", f"pile {pile + 1} has no more territories")
        tile = names.cards.tiles[code - 1]
        if code not in tiles:
            raise BadState(f"{path}[{i}].tile", f"{tile.id} is on the table twice")
        tiles.remove(code)
        s["tile"][place], s["result"][place] = code, result
        _, first, last = names.codes.places[place]
        if tile.length != last - first + 1:
            length = last - first + 1
            raise BadState(f"{path}[{i}].tile", f"{tile.id} is not of length {length}, the next of pile {pile + 1}")
    for code, (pile, first, _) in zip(s["tile"], names.codes.places, strict=True):
        begun = first < s["turn"] or (first == s["turn"] and s["step"] > OPENING)
        if begun and code == 0:
            raise BadState(path, f"that of pile {pile + 1} from turn {first + 1} on is missing")
        if code and (first > s["turn"] or s["step"] < OPENING):
            raise BadState(path, f"pile {pile + 1} has one that has not come up yet")


def _read_table(message: pb.TomahawkState, readers: Readers, s: dict[str, Any]) -> Table:
    """Cards on the table, and who knows them."""
    placed = _placed(s)
    table = readers.table(message.rows, "tomahawk.rows", placed)
    if len(message.rows) != placed * PILES:
        raise BadState("tomahawk.rows", f"{len(message.rows)} rows, there are {placed * PILES} after {placed} turns")
    s["card"], s["shown"], s["looked"] = table.card, table.shown, table.looked
    if s["step"] == SHOWING:
        s["due"] = _to_show(readers.names, s) & ~s["shown"]
    return table


def _find_all(names: Names, told: Seat, seat: int, laid: Sequence[int]) -> None:
    """Whether table, pending cards, hand and deck are the army of a seat, where it is known."""
    if told.choice == "hidden":
        return
    pending = list(filter(None, told.pending))
    if sorted((*laid, *pending, *told.hand, *told.deck)) == told.army:
        return
    path, left = f"tomahawk.seats[{seat}]", Counter(told.army)
    for where, codes in (
        ("tomahawk.rows[{}].cards[" + f"{seat}]", laid), (path + ".pending[{}]", told.pending),
        (path + ".hand.cards[{}]", told.hand), (path + ".deck.cards[{}]", told.deck),
    ):  # fmt: skip
        for i, code in enumerate(codes):
            if code == HIDDEN:
                raise BadState(f"{where.format(i)}.hidden", f"all else of seat {seat} is known")
            if code and not left[code]:
                text = names.text(code)
                raise BadState(where.format(i), f"card {text} is not in the army, or elsewhere already")
            left[code] -= 1
    missing = ", ".join(map(names.text, sorted(left.elements())))
    raise BadState(f"{path}.deck", f"{missing} of the army is nowhere")


def _to_show(names: Names, s: dict[str, Any]) -> int:
    """Rows that are turned face up this turn: all but those in forests whose battle goes on."""
    rows = 0
    for place, (pile, first, last) in enumerate(names.codes.places):
        if first <= s["turn"] <= last:
            forest = names.cards.tiles[s["tile"][place] - 1].land == FOREST
            since = first if forest else s["turn"]
            if not forest or last == s["turn"]:
                rows |= sum(1 << (turn * PILES + pile) for turn in range(since, s["turn"] + 1))
    return rows

"""Tomahawk between messages and the struct; moves and events are in events.py."""
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any, NoReturn

from hunch.engines.contract import Game, State
from hunch.engines.errors import BadState
from hunch.engines.plain import Each
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
Army = dict[int, int]
"""How many cards of each code."""


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
class Readers:
    """What reads the lists of a game, and what is the same in all its states."""

    names: Names
    cards: "Each[pb.TomahawkCard, int]"
    rows: "Each[pb.TomahawkRow, Row]"
    army: Army                          # the base cards of a tribe
    places: Sequence[Sequence[int]]     # by pile, in the order of the turns


@lru_cache(maxsize=64)
def readers_of(game: Game) -> Readers:
    names = names_of(game)
    cards = Each(partial(read_card, names))
    army = {code: kind.copies for code, kind in names.codes.kinds.items() if code <= CARDS}
    places = [[k for k, place in enumerate(names.codes.places) if place[0] == pile] for pile in range(PILES)]
    return Readers(names, cards, Each(partial(_row, cards)), army, places)


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


def read_state(game: Game, message: pb.TomahawkState) -> State:
    readers = readers_of(game)
    names = readers.names
    s = game.new().fields()
    s["turn"] = in_range(message.turns_finished, 0, TURNS, "tomahawk.turns_finished")
    s["step"] = in_range(message.step, 1, ENDED + 1, "tomahawk.step") - 1
    if (s["turn"] == TURNS) != (s["step"] == ENDED):
        raise BadState("tomahawk.step", f"the game is over after {TURNS} turns, {s['turn']} are finished")
    tiles = set(names.codes.tiles.values())
    if message.sought:
        s["sought"] = read_tile(names, message.sought, "tomahawk.sought")
        tiles.remove(s["sought"])
    _read_territories(message, readers, s, tiles)
    s["left"] = sum(1 << code for code in tiles)
    if len(message.seats) != 2:
        raise BadState("tomahawk.seats", f"{len(message.seats)} seats, there must be 2")
    left = [_read_choice(message.seats[seat], readers, s, seat) for seat in range(2)]
    _read_rows(message, readers, s, left)
    for seat in range(2):
        _read_cards(message.seats[seat], readers, s, seat, left[seat])
    for i, seat in enumerate(message.looking):
        s["looks"] |= 1 << in_range(seat, 0, 1, f"tomahawk.looking[{i}]")
    if message.HasField("taking"):
        seat = in_range(message.taking.seat, 0, 1, "tomahawk.taking.seat")
        s["takes"] = 1 + PILES * seat + in_range(message.taking.pile, 1, PILES, "tomahawk.taking.pile") - 1
    return game.state(s)


def _read_territories(message: pb.TomahawkState, readers: Readers, s: dict[str, Any], tiles: set[int]) -> None:
    """The next place of its pile for each territory; leaves in `tiles` those that have not come up."""
    names = readers.names
    waiting = [iter(places) for places in readers.places]
    for i, territory in enumerate(message.territories):
        path = f"tomahawk.territories[{i}]"
        pile = in_range(territory.pile, 1, PILES, f"{path}.pile") - 1
        place = next(waiting[pile], None)
        if place is None:
            raise BadState(f"{path}.pile", f"pile {pile + 1} has no more territories")
        code = read_tile(names, territory.tile, f"{path}.tile")
        if code not in tiles:
            raise BadState(f"{path}.tile", f"{territory.tile} is on the table twice")
        tiles.remove(code)
        s["tile"][place] = code
        s["result"][place] = in_range(territory.result, 0, TIE, f"{path}.result")
        _, first, last = names.codes.places[place]
        if names.cards.tiles[code - 1].length != last - first + 1:
            length = last - first + 1
            raise BadState(f"{path}.tile", f"{territory.tile} is not of length {length}, the next of pile {pile + 1}")
    for tile, (pile, first, _) in zip(s["tile"], names.codes.places, strict=True):
        begun = first < s["turn"] or (first == s["turn"] and s["step"] > OPENING)
        if begun and tile == 0:
            raise BadState("tomahawk.territories", f"that of pile {pile + 1} from turn {first + 1} on is missing")
        if tile and (first > s["turn"] or s["step"] < OPENING):
            raise BadState("tomahawk.territories", f"pile {pile + 1} has one that has not come up yet")


def _read_choice(message: pb.TomahawkSeat, readers: Readers, s: dict[str, Any], seat: int) -> Army | None:
    """Specials of a seat; gives its army, or None where that is hidden."""
    path = f"tomahawk.seats[{seat}]"
    s["dealt"][seat] = read_specials(message.dealt, f"{path}.dealt")
    kind = one_of(message.choice, "choice", f"{path}.choice")
    if kind != "kept" and not getattr(message.choice, kind):
        raise BadState(f"{path}.choice.{kind}", "must be true when it is set")
    if (kind == "hidden") != (s["dealt"][seat] == HIDDEN):
        raise BadState(f"{path}.choice", "must be hidden where `dealt` is, and only there")
    if kind == "hidden":
        s["kept"][seat] = s["gone_low"][seat] = s["gone_high"][seat] = HIDDEN
        return None
    if kind == "none":
        if s["step"] > CHOOSING:
            raise BadState(f"{path}.choice.none", "both have chosen")
        return {}
    army = dict(readers.army)
    kept, low, high = read_kept(readers.names, message.choice.kept, f"{path}.choice.kept")
    if kept & ~s["dealt"][seat]:
        raise BadState(f"{path}.choice.kept.specials", "not two of those dealt")
    s["kept"][seat], s["gone_low"][seat], s["gone_high"][seat] = kept, low, high
    army[low] -= 1
    army[high] -= 1
    return army | {CARDS + 1 + bit: 1 for bit in range(7) if kept >> bit & 1}


def _read_rows(message: pb.TomahawkState, readers: Readers, s: dict[str, Any], left: Sequence[Army | None]) -> None:
    """Cards on the table, which leave the armies; and who knows them."""
    placed, path = _placed(s), "tomahawk.rows"
    for i, row in enumerate(readers.rows(message.rows, path)):
        if not 0 <= row.turn < placed:
            in_range(row.turn + 1, 1, placed, f"{path}[{i}].turn")
        if s["card"][0][row.turn][row.pile]:
            raise BadState(f"{path}[{i}]", f"a second row of turn {row.turn + 1} on pile {row.pile + 1}")
        if len(row.codes) != 2:
            raise BadState(f"{path}[{i}].cards", f"{len(row.codes)} cards, there must be 2")
        for seat, army in enumerate(left):
            code = row.codes[seat]
            if army is not None:
                if code == HIDDEN:
                    raise BadState(f"{path}[{i}].cards[{seat}].hidden", f"all else of seat {seat} is known")
                if not army.get(code):
                    _missing(code, readers.names, f"{path}[{i}].cards[{seat}]")
                army[code] -= 1
            s["card"][seat][row.turn][row.pile] = code
            s["looked"][seat] |= (row.looked >> seat & 1) << (row.turn * PILES + row.pile)
        s["shown"] |= row.face_up << (row.turn * PILES + row.pile)
    if len(message.rows) != placed * PILES:
        raise BadState(path, f"{len(message.rows)} rows, there are {placed * PILES} after {placed} turns")
    if s["step"] == SHOWING:
        s["due"] = _to_show(readers.names, s) & ~s["shown"]


def _missing(code: int, names: Names, path: str) -> NoReturn:
    """A card that an army does not have, or no more."""
    raise BadState(path, f"card {names.text(code)} is not in the army, or elsewhere already")


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


def _read_cards(message: pb.TomahawkSeat, readers: Readers, s: dict[str, Any], seat: int, left: Army | None) -> None:
    """Hand, deck and pending cards, which leave the army, and counts."""
    path = f"tomahawk.seats[{seat}]"
    s["taken"][seat] = in_range(message.taken, 0, PILES, f"{path}.taken")
    s["drawn"][seat] = in_range(message.drawn, 0, CARDS, f"{path}.drawn")
    s["points"][seat] = in_range(message.points, 0, HIDDEN, f"{path}.points")
    s["scalps"][seat] = in_range(message.scalps, 0, HIDDEN, f"{path}.scalps")
    if len(message.pending) != PILES:
        raise BadState(f"{path}.pending", f"{len(message.pending)} cards, there must be {PILES}")
    s["pending"][seat] = pending = readers.cards(message.pending, f"{path}.pending")
    for pile, code in enumerate(pending):
        if (code == HIDDEN) != (left is None):
            raise BadState(f"{path}.pending[{pile}]", "must be hidden where `dealt` is, and only there")
        if left is not None and code:
            if not left.get(code):
                _missing(code, readers.names, f"{path}.pending[{pile}]")
            left[code] -= 1
    for field in ("hand", "deck"):
        cards = getattr(message, field)
        if cards.hidden != (left is None) or (cards.hidden and cards.cards):
            raise BadState(f"{path}.{field}", "must be hidden where `dealt` is, and only there")
        if left is None:
            s[field][seat] = NO_SET
        else:
            held = readers.cards(cards.cards, f"{path}.{field}.cards")
            s[field][seat] = readers.names.set_of(_held(held, readers.names, left, f"{path}.{field}.cards"))
    if left is not None and any(left.values()):
        missing = ", ".join(readers.names.text(code) for code in sorted(left) for _ in range(left[code]))
        raise BadState(f"{path}.deck", f"{missing} of the army is nowhere")


def _held(cards: Sequence[int], names: Names, left: Army, path: str) -> Army:
    """Cards in hand or deck, which leave the army: how many of each."""
    held: Army = {}
    for i, code in enumerate(cards):
        if not left.get(code):
            if code in (0, HIDDEN):
                raise BadState(f"{path}[{i}]", "must be a base card or a special")
            _missing(code, names, f"{path}[{i}]")
        left[code] -= 1
        held[code] = held.get(code, 0) + 1
    return held

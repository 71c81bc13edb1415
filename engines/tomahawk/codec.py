"""Tomahawk between messages and the struct; moves and events are in events.py."""
from collections.abc import Sequence
from typing import Any

from hunch.engines.contract import Game, State
from hunch.engines.errors import BadState
from hunch.engines.tomahawk.cards import CARDS, LANDS, PILES, TURNS
from hunch.engines.tomahawk.events import read_event, read_move, write_event, write_move
from hunch.engines.tomahawk.names import (
    HIDDEN,
    NO_SET,
    Names,
    bad_card,
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


def read_state(game: Game, message: pb.TomahawkState) -> State:
    names = names_of(game)
    s = game.new().fields()
    s["turn"] = in_range(message.turns_finished, 0, TURNS, "tomahawk.turns_finished")
    s["step"] = in_range(message.step, 1, ENDED + 1, "tomahawk.step") - 1
    if (s["turn"] == TURNS) != (s["step"] == ENDED):
        raise BadState("tomahawk.step", f"the game is over after {TURNS} turns, {s['turn']} are finished")
    tiles = {code: tile.id for code, tile in enumerate(names.cards.tiles, 1)}
    if message.sought:
        s["sought"] = read_tile(names, message.sought, "tomahawk.sought")
        del tiles[s["sought"]]
    _read_territories(message, names, s, tiles)
    s["left"] = sum(1 << code for code in tiles)
    if len(message.seats) != 2:
        raise BadState("tomahawk.seats", f"{len(message.seats)} seats, there must be 2")
    left = [_read_choice(message.seats[seat], names, s, seat) for seat in range(2)]
    _read_rows(message, names, s, left)
    for seat in range(2):
        _read_cards(message.seats[seat], names, s, seat, left[seat])
    for i, seat in enumerate(message.looking):
        s["looks"] |= 1 << in_range(seat, 0, 1, f"tomahawk.looking[{i}]")
    if message.HasField("taking"):
        seat = in_range(message.taking.seat, 0, 1, "tomahawk.taking.seat")
        s["takes"] = 1 + PILES * seat + in_range(message.taking.pile, 1, PILES, "tomahawk.taking.pile") - 1
    return game.state(s)


def _read_territories(message: pb.TomahawkState, names: Names, s: dict[str, Any], tiles: dict[int, str]) -> None:
    """The next place of its pile for each territory; leaves in `tiles` those that have not come up."""
    places = {pile: [k for k, place in enumerate(names.codes.places) if place[0] == pile] for pile in range(PILES)}
    for i, territory in enumerate(message.territories):
        path = f"tomahawk.territories[{i}]"
        pile = in_range(territory.pile, 1, PILES, f"{path}.pile") - 1
        if not places[pile]:
            raise BadState(f"{path}.pile", f"pile {pile + 1} has no more territories")
        place = places[pile].pop(0)
        code = read_tile(names, territory.tile, f"{path}.tile")
        if code not in tiles:
            raise BadState(f"{path}.tile", f"{territory.tile} is on the table twice")
        del tiles[code]
        s["tile"][place] = code
        s["result"][place] = in_range(territory.result, 0, TIE, f"{path}.result")
        _, first, last = names.codes.places[place]
        if names.cards.tiles[code - 1].length != last - first + 1:
            length = last - first + 1
            raise BadState(f"{path}.tile", f"{territory.tile} is not of length {length}, the next of pile {pile + 1}")
    for place, (pile, first, _) in enumerate(names.codes.places):
        begun = first < s["turn"] or (first == s["turn"] and s["step"] > OPENING)
        if begun and s["tile"][place] == 0:
            raise BadState("tomahawk.territories", f"that of pile {pile + 1} from turn {first + 1} on is missing")
        if s["tile"][place] and (first > s["turn"] or s["step"] < OPENING):
            raise BadState("tomahawk.territories", f"pile {pile + 1} has one that has not come up yet")


def _read_choice(message: pb.TomahawkSeat, names: Names, s: dict[str, Any], seat: int) -> Army | None:
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
    army = {code: kind.copies for code, kind in names.codes.kinds.items() if code <= CARDS}
    kept, low, high = read_kept(names, message.choice.kept, f"{path}.choice.kept")
    if kept & ~s["dealt"][seat]:
        raise BadState(f"{path}.choice.kept.specials", "not two of those dealt")
    s["kept"][seat], s["gone_low"][seat], s["gone_high"][seat] = kept, low, high
    army[low] -= 1
    army[high] -= 1
    return army | {CARDS + 1 + bit: 1 for bit in range(7) if kept >> bit & 1}


def _read_rows(message: pb.TomahawkState, names: Names, s: dict[str, Any], left: Sequence[Army | None]) -> None:
    """Cards on the table, which leave the armies; and who knows them."""
    placed = _placed(s)
    for i, row in enumerate(message.rows):
        path = f"tomahawk.rows[{i}]"
        turn = in_range(row.turn, 1, placed, f"{path}.turn") - 1
        pile = in_range(row.pile, 1, PILES, f"{path}.pile") - 1
        bit = 1 << (turn * PILES + pile)
        if s["card"][0][turn][pile]:
            raise BadState(path, f"a second row of turn {turn + 1} on pile {pile + 1}")
        if len(row.cards) != 2:
            raise BadState(f"{path}.cards", f"{len(row.cards)} cards, there must be 2")
        for seat in range(2):
            s["card"][seat][turn][pile] = _read_laid(row, names, seat, left[seat], path)
        s["shown"] |= bit if row.face_up else 0
        for k, seat in enumerate(row.seen_by):
            s["looked"][in_range(seat, 0, 1, f"{path}.seen_by[{k}]")] |= bit
    if len(message.rows) != placed * PILES:
        raise BadState("tomahawk.rows", f"{len(message.rows)} rows, there are {placed * PILES} after {placed} turns")
    if s["step"] == SHOWING:
        s["due"] = _to_show(names, s) & ~s["shown"]


def _read_laid(row: pb.TomahawkRow, names: Names, seat: int, left: Army | None, path: str) -> int:
    """A card on the table, which leaves its army."""
    at = f"{path}.cards[{seat}]"
    code = read_card(names, row.cards[seat], at)
    if code == 0:
        raise BadState(f"{at}.none", "both have placed a card here")
    if code == HIDDEN and (row.face_up or left is not None):
        why = "it lies face up" if row.face_up else f"all else of seat {seat} is known"
        raise BadState(f"{at}.hidden", why)
    _leave(left, code, names, at)
    return code


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


def _read_cards(message: pb.TomahawkSeat, names: Names, s: dict[str, Any], seat: int, left: Army | None) -> None:
    """Hand, deck and pending cards, which leave the army, and counts."""
    path = f"tomahawk.seats[{seat}]"
    s["taken"][seat] = in_range(message.taken, 0, PILES, f"{path}.taken")
    s["drawn"][seat] = in_range(message.drawn, 0, CARDS, f"{path}.drawn")
    s["points"][seat] = in_range(message.points, 0, HIDDEN, f"{path}.points")
    s["scalps"][seat] = in_range(message.scalps, 0, HIDDEN, f"{path}.scalps")
    if len(message.pending) != PILES:
        raise BadState(f"{path}.pending", f"{len(message.pending)} cards, there must be {PILES}")
    for pile, card in enumerate(message.pending):
        at = f"{path}.pending[{pile}]"
        code = read_card(names, card, at)
        if (code == HIDDEN) != (left is None):
            raise BadState(at, "must be hidden where `dealt` is, and only there")
        s["pending"][seat][pile] = code
        _leave(left, code, names, at)
    for field in ("hand", "deck"):
        cards = getattr(message, field)
        if cards.hidden != (left is None) or (cards.hidden and cards.cards):
            raise BadState(f"{path}.{field}", "must be hidden where `dealt` is, and only there")
        s[field][seat] = NO_SET if left is None else names.set_of(_held(cards.cards, names, left, f"{path}.{field}"))
    if left is not None and any(left.values()):
        missing = ", ".join(names.text(code) for code in sorted(left) for _ in range(left[code]))
        raise BadState(f"{path}.deck", f"{missing} of the army is nowhere")


def _held(cards: Sequence[pb.TomahawkCard], names: Names, left: Army, path: str) -> Army:
    """Cards in hand or deck, which leave the army: how many of each."""
    held: Army = {}
    for i, card in enumerate(cards):
        code = names.told.get(card)
        if code is None:
            bad_card(names, card, f"{path}.cards[{i}]", BadState)
        if code in (0, HIDDEN):
            raise BadState(f"{path}.cards[{i}]", "must be a base card or a special")
        if not left.get(code):
            _leave(left, code, names, f"{path}.cards[{i}]")
        left[code] -= 1
        held[code] = held.get(code, 0) + 1
    return held


def _leave(left: Army | None, code: int, names: Names, path: str) -> None:
    """One card of an army is found."""
    if left is None or code in (0, HIDDEN):
        return
    if not left.get(code):
        raise BadState(path, f"card {names.text(code)} is not in the army, or elsewhere already")
    left[code] -= 1

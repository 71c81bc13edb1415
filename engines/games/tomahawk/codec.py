"""Tomahawk between messages and the struct, and its moves and events between messages and codes."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from hunch.engines.contract import Game, State
from hunch.engines.errors import BadMessage, BadState
from hunch.engines.games.tomahawk.names import (
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
from hunch.engines.games.tomahawk.state import (
    CARDS,
    CHOOSE,
    CHOOSING,
    DEAL,
    DRAW,
    ENDED,
    FOREST,
    HIDDEN,
    KIND,
    LOOK,
    NO_SET,
    OPEN,
    OPENING,
    PILES,
    PLACE,
    READY,
    SEEK,
    SHOW,
    SHOWING,
    TAKE,
    TAKING,
    TIE,
    TURNS,
)
from hunch.engines.messages import in_range, one_of
from hunch.v1 import tomahawk_pb2 as pb

__all__ = ["read_event", "read_move", "read_state", "write_event", "write_move", "write_state"]


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
    """Returns how many turns have their cards on the table."""
    placed: int = s["turn"] + (SHOWING <= s["step"] <= TAKING)
    return placed


# From a message -------------------------------------------------------------------------------------------------
# decode.pyx reads usual messages without an error. The following reads all others, and names the field that is wrong.


@dataclass(frozen=True, slots=True)
class Cards:
    """The cards of a seat that are neither on the table nor pending, by place, and its whole army, ascending."""

    choice: str
    hand: Sequence[int]
    deck: Sequence[int]
    army: Sequence[int]  # empty if it is hidden, or not chosen yet


def read_state(game: Game, message: pb.TomahawkState) -> State:
    names, s = names_of(game), game.new().fields()
    s["turn"] = in_range(message.turns_finished, 0, TURNS, "tomahawk.turns_finished")
    s["step"] = in_range(message.step, 1, ENDED + 1, "tomahawk.step") - 1
    if (s["turn"] == TURNS) != (s["step"] == ENDED):
        raise BadState("tomahawk.step", f"the game is over after {TURNS} turns, {s['turn']} are finished")
    tiles = set(names.codes.tiles.values())
    if message.sought:
        s["sought"] = read_tile(names, message.sought, "tomahawk.sought")
        tiles.remove(s["sought"])
    _read_territories(names, message.territories, s, tiles)
    s["left"] = sum(1 << code for code in tiles)
    if len(message.seats) != 2:
        raise BadState("tomahawk.seats", f"{len(message.seats)} seats, there must be 2")
    seats = [_read_seat(names, seat_message, s, seat) for seat, seat_message in enumerate(message.seats)]
    _read_rows(names, message.rows, s)
    for seat, cards in enumerate(seats):
        if cards.choice == "none" and s["step"] > CHOOSING:
            raise BadState(f"tomahawk.seats[{seat}].choice.none", "both have chosen")
        _find_all(names, cards, s, seat, message.rows)
    for i, seat in enumerate(message.looking):
        s["looks"] |= 1 << in_range(seat, 0, 1, f"tomahawk.looking[{i}]")
    if message.HasField("taking"):
        seat = in_range(message.taking.seat, 0, 1, "tomahawk.taking.seat")
        s["takes"] = 1 + PILES * seat + in_range(message.taking.pile, 1, PILES, "tomahawk.taking.pile") - 1
    return game.state(s)


def _read_territories(names: Names, sent: Sequence[pb.TomahawkTerritory], s: dict[str, Any], tiles: set[int]) -> None:
    """Puts each territory on the next place of its pile, and leaves in `tiles` those that have not come up."""
    path, places = "tomahawk.territories", names.codes.places
    waiting = [iter([k for k, place in enumerate(places) if place[0] == pile]) for pile in range(PILES)]
    for i, territory in enumerate(sent):
        pile = in_range(territory.pile, 1, PILES, f"{path}[{i}].pile") - 1
        result = in_range(territory.result, 0, TIE, f"{path}[{i}].result")
        code = read_tile(names, territory.tile, f"{path}[{i}].tile")
        place = next(waiting[pile], None)
        if place is None:
            raise BadState(f"{path}[{i}].pile", f"pile {pile + 1} has no more territories")
        tile = names.cards.tiles[code - 1]
        if code not in tiles:
            raise BadState(f"{path}[{i}].tile", f"{tile.id} is on the table twice")
        tiles.remove(code)
        s["tile"][place], s["result"][place] = code, result
        _, first, last = places[place]
        if tile.length != last - first + 1:
            length = last - first + 1
            raise BadState(f"{path}[{i}].tile", f"{tile.id} is not of length {length}, the next of pile {pile + 1}")
    for code, (pile, first, _) in zip(s["tile"], places, strict=True):
        begun = first < s["turn"] or (first == s["turn"] and s["step"] > OPENING)
        if begun and code == 0:
            raise BadState(path, f"that of pile {pile + 1} from turn {first + 1} on is missing")
        if code and (first > s["turn"] or s["step"] < OPENING):
            raise BadState(path, f"pile {pile + 1} has one that has not come up yet")


def _read_seat(names: Names, message: pb.TomahawkSeat, s: dict[str, Any], seat: int) -> Cards:
    """Reads what does not depend on the table and the step."""
    path = f"tomahawk.seats[{seat}]"
    s["dealt"][seat] = read_specials(message.dealt, f"{path}.dealt")
    s["taken"][seat] = in_range(message.taken, 0, PILES, f"{path}.taken")
    s["drawn"][seat] = in_range(message.drawn, 0, CARDS, f"{path}.drawn")
    s["points"][seat] = in_range(message.points, 0, HIDDEN, f"{path}.points")
    s["scalps"][seat] = in_range(message.scalps, 0, HIDDEN, f"{path}.scalps")
    choice = one_of(message.choice, "choice", f"{path}.choice")
    hidden = choice == "hidden"
    army = _read_army(names, message, choice, s, seat)
    if len(message.pending) != PILES:
        raise BadState(f"{path}.pending", f"{len(message.pending)} cards, there must be {PILES}")
    s["pending"][seat] = pending = _read_cards(names, message.pending, f"{path}.pending")
    for pile, code in enumerate(pending):
        if (code == HIDDEN) != hidden:
            raise BadState(f"{path}.pending[{pile}]", "must be hidden if `dealt` is hidden, and only then")
    hand = _read_cards(names, message.hand.cards, f"{path}.hand.cards")
    deck = _read_cards(names, message.deck.cards, f"{path}.deck.cards")
    for field, cards, codes in (("hand", message.hand, hand), ("deck", message.deck, deck)):
        if cards.hidden != hidden or (cards.hidden and codes):
            raise BadState(f"{path}.{field}", "must be hidden if `dealt` is hidden, and only then")
        for i, code in enumerate(codes):
            if code in (0, HIDDEN):
                raise BadState(f"{path}.{field}.cards[{i}]", "must be a base card or a special")
        s[field][seat] = NO_SET if hidden else names.set_of(codes)
    return Cards(choice, hand, deck, army)


def _read_army(names: Names, message: pb.TomahawkSeat, choice: str, s: dict[str, Any], seat: int) -> Sequence[int]:
    path = f"tomahawk.seats[{seat}].choice"
    s["kept"][seat] = s["gone_low"][seat] = s["gone_high"][seat] = HIDDEN if choice == "hidden" else 0
    if choice != "kept" and not getattr(message.choice, choice):
        raise BadState(f"{path}.{choice}", "must be true when it is set")
    if (choice == "hidden") != (s["dealt"][seat] == HIDDEN):
        raise BadState(path, "must be hidden if `dealt` is hidden, and only then")
    if choice != "kept":
        return []
    kept, low, high = read_kept(names, message.choice.kept, f"{path}.kept")
    if kept & ~s["dealt"][seat]:
        raise BadState(f"{path}.kept.specials", "not two of those dealt")
    s["kept"][seat], s["gone_low"][seat], s["gone_high"][seat] = kept, low, high
    return names.army(kept, low, high)


def _read_cards(names: Names, message: Sequence[pb.TomahawkCard], path: str) -> list[int]:
    return [read_card(names, card, f"{path}[{i}]") for i, card in enumerate(message)]


def _read_rows(names: Names, message: Sequence[pb.TomahawkRow], s: dict[str, Any]) -> None:
    """Reads the cards on the table, and which seats know them."""
    placed, path = _placed(s), "tomahawk.rows"
    for i, row in enumerate(message):
        pile = in_range(row.pile, 1, PILES, f"{path}[{i}].pile") - 1
        codes = _read_cards(names, row.cards, f"{path}[{i}].cards")
        for seat, code in enumerate(codes):
            if code == 0:
                raise BadState(f"{path}[{i}].cards[{seat}].none", "both have placed a card here")
            if code == HIDDEN and row.face_up:
                raise BadState(f"{path}[{i}].cards[{seat}].hidden", "it lies face up")
        lookers = [in_range(seat, 0, 1, f"{path}[{i}].seen_by[{k}]") for k, seat in enumerate(row.seen_by)]
        turn = in_range(row.turn, 1, placed, f"{path}[{i}].turn") - 1
        if s["card"][0][turn][pile]:
            raise BadState(f"{path}[{i}]", f"a second row of turn {turn + 1} on pile {pile + 1}")
        if len(codes) != 2:
            raise BadState(f"{path}[{i}].cards", f"{len(codes)} cards, there must be 2")
        bit = 1 << (turn * PILES + pile)
        for seat, code in enumerate(codes):
            s["card"][seat][turn][pile] = code
        for seat in lookers:
            s["looked"][seat] |= bit
        s["shown"] |= row.face_up * bit
    if len(message) != placed * PILES:
        raise BadState(path, f"{len(message)} rows, there are {placed * PILES} after {placed} turns")
    if s["step"] == SHOWING:
        s["due"] = _to_show(names, s) & ~s["shown"]


def _find_all(names: Names, cards: Cards, s: dict[str, Any], seat: int, rows: Sequence[pb.TomahawkRow]) -> None:
    """Checks that table, pending cards, hand and deck are the army of a seat, if it is known."""
    if cards.choice == "hidden":
        return
    laid = [s["card"][seat][row.turn - 1][row.pile - 1] for row in rows]
    pending = s["pending"][seat]
    path, left = f"tomahawk.seats[{seat}]", Counter(cards.army)
    for where, codes in (
        ("tomahawk.rows[{}].cards[" + f"{seat}]", laid),
        (path + ".pending[{}]", pending),
        (path + ".hand.cards[{}]", cards.hand),
        (path + ".deck.cards[{}]", cards.deck),
    ):
        for i, code in enumerate(codes):
            if code == HIDDEN:
                raise BadState(f"{where.format(i)}.hidden", f"all else of seat {seat} is known")
            if code and not left[code]:
                text = names.text(code)
                raise BadState(where.format(i), f"card {text} is not in the army, or elsewhere already")
            left[code] -= 1
    if missing := ", ".join(map(names.text, sorted(left.elements()))):
        raise BadState(f"{path}.deck", f"{missing} of the army is nowhere")


def _to_show(names: Names, s: dict[str, Any]) -> int:
    """Returns the rows that are turned face up this turn: all except those in forests whose battle continues."""
    rows = 0
    for place, (pile, first, last) in enumerate(names.codes.places):
        if first <= s["turn"] <= last:
            forest = names.cards.tiles[s["tile"][place] - 1].land == FOREST
            since = first if forest else s["turn"]
            if not forest or last == s["turn"]:
                rows |= sum(1 << (turn * PILES + pile) for turn in range(since, s["turn"] + 1))
    return rows


# Moves and events --------------------------------------------------------------------------------------------------


def write_move(game: Game, move: int, out: pb.TomahawkMove) -> None:
    if move & KIND == CHOOSE:
        out.choose.CopyFrom(_kept(names_of(game), move))
    else:
        _write_place(names_of(game), move, out.place)


def read_move(game: Game, message: pb.TomahawkMove) -> int:
    path = "move.tomahawk"
    if one_of(message, "move", path, BadMessage) == "choose":
        return _read_kept(names_of(game), message.choose, f"{path}.choose")
    return _read_place(names_of(game), message.place, f"{path}.place")


def write_event(game: Game, event: int, out: pb.TomahawkEvent) -> None:
    names, kind, card = names_of(game), event & KIND, event & 31
    if kind == DEAL:
        out.deal.seat = event >> 7 & 1
        out.deal.specials.CopyFrom(specials_message(event & 127 or HIDDEN))
    elif kind == CHOOSE:
        out.choose.CopyFrom(_kept(names, event))
    elif kind == READY:
        out.ready = True
    elif kind == SEEK:
        out.seek = names.cards.tiles[(event & 15) - 1].id
    elif kind == OPEN:
        out.open.pile, out.open.tile = (event >> 4 & 3) + 1, names.cards.tiles[(event & 15) - 1].id
    elif kind == DRAW:
        out.draw.seat = event >> 5 & 1
        out.draw.card.CopyFrom(card_message(names, card or HIDDEN))
    elif kind == PLACE:
        _write_place(names, event, out.place)
    elif kind == SHOW:
        out.show.turn, out.show.pile = (event >> 12 & 7) + 1, (event >> 10 & 3) + 1
        out.show.cards.extend(card_message(names, code) for code in (event >> 5 & 31, card))
    elif kind == LOOK:
        out.look.seat = event >> 15 & 1
        out.look.cards.hidden = not event & 0x7FFF
        looked = [event >> shift & 31 for shift in (10, 5, 0)]
        out.look.cards.cards.extend(card_message(names, code) for code in looked if code)
    else:
        out.take.seat, out.take.pile = event >> 7 & 1, (event >> 5 & 3) + 1
        out.take.card.CopyFrom(card_message(names, card or HIDDEN))


def read_event(game: Game, message: pb.TomahawkEvent) -> int:
    names, path = names_of(game), "event.tomahawk"
    kind = one_of(message, "event", path, BadMessage)
    at = f"{path}.{kind}"
    if kind == "deal":
        specials = read_specials(message.deal.specials, f"{at}.specials", BadMessage)
        return DEAL + (_seat(message.deal.seat, at) << 7) + (0 if specials == HIDDEN else specials)
    if kind == "choose":
        return _read_kept(names, message.choose, at)
    if kind == "ready":
        if not message.ready:
            raise BadMessage(at, "must be true when it is set")
        return READY
    if kind == "seek":
        return SEEK + read_tile(names, message.seek, at, BadMessage)
    if kind == "open":
        tile = read_tile(names, message.open.tile, f"{at}.tile", BadMessage)
        return OPEN + (_pile(message.open.pile, at) << 4) + tile
    if kind == "draw":
        return DRAW + (_seat(message.draw.seat, at) << 5) + _card(names, message.draw.card, f"{at}.card")
    if kind == "place":
        return _read_place(names, message.place, at)
    if kind == "take":
        head = TAKE + (_seat(message.take.seat, at) << 7) + (_pile(message.take.pile, at) << 5)
        return head + _card(names, message.take.card, f"{at}.card")
    if kind == "look":
        return _read_look(names, message.look, at)
    if len(message.show.cards) != 2:
        raise BadMessage(f"{at}.cards", f"{len(message.show.cards)} cards, there must be 2")
    turn = in_range(message.show.turn, 1, TURNS, f"{at}.turn", BadMessage) - 1
    first, second = (_card(names, card, f"{at}.cards[{i}]") for i, card in enumerate(message.show.cards))
    return SHOW + (turn << 12) + (_pile(message.show.pile, at) << 10) + (first << 5) + second


def _read_look(names: Names, message: pb.TomahawkLook, path: str) -> int:
    cards = message.cards.cards
    if message.cards.hidden == bool(cards) or len(cards) > 3:
        raise BadMessage(f"{path}.cards", "one to three cards, or hidden")
    code = 0
    for i, card in enumerate(cards):
        code = (code << 5) + _card(names, card, f"{path}.cards.cards[{i}]")
    return LOOK + (_seat(message.seat, path) << 15) + code


def _kept(names: Names, move: int) -> pb.TomahawkKept:
    return kept_message(names, move >> 10 & 127, move >> 5 & 31, move & 31)


def _read_kept(names: Names, message: pb.TomahawkKept, path: str) -> int:
    kept, low, high = read_kept(names, message, path, BadMessage)
    return CHOOSE + (kept << 10) + (low << 5) + high


def _write_place(names: Names, move: int, out: pb.TomahawkPlacing) -> None:
    out.pile = (move >> 5 & 3) + 1
    out.card.CopyFrom(card_message(names, move & 31))


def _read_place(names: Names, message: pb.TomahawkPlacing, path: str) -> int:
    return PLACE + (_pile(message.pile, path) << 5) + _card(names, message.card, f"{path}.card")


def _card(names: Names, message: pb.TomahawkCard, path: str) -> int:
    """Returns the code of a card, 0 for a hidden one."""
    code = read_card(names, message, path, BadMessage)
    if code == 0:
        raise BadMessage(f"{path}.none", "there is a card")
    return 0 if code == HIDDEN else code


def _seat(seat: int, path: str) -> int:
    return in_range(seat, 0, 1, f"{path}.seat", BadMessage)


def _pile(pile: int, path: str) -> int:
    return in_range(pile, 1, PILES, f"{path}.pile", BadMessage) - 1

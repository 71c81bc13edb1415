"""Moves and events of Tomahawk between messages and codes."""

from hunch.engines.contract import Game
from hunch.engines.errors import BadMessage
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
    CHOOSE,
    DEAL,
    DRAW,
    HIDDEN,
    KIND,
    LOOK,
    OPEN,
    PILES,
    PLACE,
    READY,
    SEEK,
    SHOW,
    TAKE,
    TURNS,
)
from hunch.engines.messages import in_range, one_of
from hunch.v1 import tomahawk_pb2 as pb


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
    """The code of a card, 0 for a hidden one."""
    code = read_card(names, message, path, BadMessage)
    if code == 0:
        raise BadMessage(f"{path}.none", "there is a card")
    return 0 if code == HIDDEN else code


def _seat(seat: int, path: str) -> int:
    return in_range(seat, 0, 1, f"{path}.seat", BadMessage)


def _pile(pile: int, path: str) -> int:
    return in_range(pile, 1, PILES, f"{path}.pile", BadMessage) - 1

"""Pow Wow between messages and the struct."""

from collections.abc import Sequence
from functools import partial
from typing import Any, cast

from hunch.engines.contract import Game, State
from hunch.engines.errors import BadMessage, BadState, HunchError
from hunch.engines.games.powwow.rules import Powwow
from hunch.engines.games.powwow.state import (
    CHOOSE,
    CHOOSING,
    COLOURS,
    DEAL,
    DEALING,
    DIE,
    FINISHED,
    GIVE,
    HIDDEN,
    KIND,
    LOGGED,
    LOOK,
    LOOKING,
    MOVE,
    POW_WOW,
    REROLL,
    RINGS,
    ROLL,
    SEGMENTS,
    SHOW,
    SHOWING,
    TAKE,
    TAKING,
)
from hunch.engines.messages import each, in_range, numbers, one_of
from hunch.v1 import powwow_pb2 as pb

NONE = 0  # instead of a card: there is none
ALL, NOBODY = -2, -1  # instead of the owner of a view: all hands are known, or none
CARDS, UNSEEN = ("given", "taken", "kept"), (HIDDEN, HIDDEN, HIDDEN)  # the cards of an exchange; none is seen

Fields = dict[str, Any]


def hands_of(game: Game) -> int:
    """Returns the number of hands: one for each seat, and the dummy's for two players."""
    return max(game.seats, 3)


# Cards --------------------------------------------------------------------------------------------------------


def _card(kind: int) -> pb.PowwowCard:
    return pb.POWWOW_CARD_HIDDEN if kind == HIDDEN else kind or pb.POWWOW_CARD_NONE  # type: ignore[return-value]


def _kind(card: int, path: str, error: type[HunchError] = BadState, hidden: bool = True) -> int:
    """Returns the kind of a card of a message, and refuses a card that does not exist."""
    if hidden and card == pb.POWWOW_CARD_HIDDEN:
        return HIDDEN
    return in_range(card, 1, POW_WOW, path, error)


def _pair(cards: Sequence[int], path: str, error: type[HunchError] = BadState) -> list[int]:
    """Returns two cards, lower first. Both are hidden or none is."""
    if len(cards) != 2:
        raise error(path, f"{len(cards)} cards, there must be 2")
    kinds = sorted(_kind(card, f"{path}[{i}]", error) for i, card in enumerate(cards))
    if (kinds[0] == HIDDEN) != (kinds[1] == HIDDEN):
        raise error(path, "one card is hidden, the other not")
    return kinds


# States -------------------------------------------------------------------------------------------------------


def write_state(state: State, out: pb.PowwowState) -> None:
    s, seats = state.fields(), state.game.seats
    out.step = s["step"] + 1
    out.dealt, out.starter, out.mover = s["dealt"], s["starter"], (s["starter"] + s["turn"]) % seats
    out.places.extend(s["place"])
    out.rings.extend(s["ring"])
    out.pool.extend(_colours(s["pool"]))
    for seat in range(seats):
        hand = [_card(kind) for kind in s["hand"][seat]]
        out.seats.add(stones=s["stones"][seat], die=s["die"][seat], hand=hand)
    for hidden in range(seats, hands_of(state.game)):
        out.dummy.extend(_card(kind) for kind in s["hand"][hidden])
    for entry in s["log"][: s["logged"]]:
        given, taken, kept = (_card((entry >> shift) & 7 or HIDDEN) for shift in (6, 3, 0))
        out.exchanges.add(seat=(entry >> 12) - 1, other=(entry >> 9) & 7, given=given, taken=taken, kept=kept)
    if s["target"]:
        out.under_way.other, out.under_way.given = s["target"] - 1, _card(s["given"])
        out.under_way.sight.extend(_card(kind) for kind in s["sight"] if kind)
    if s["winner"]:
        out.winner = s["winner"] - 1


def _colours(dice: int) -> list[pb.PowwowColour]:
    return [cast(pb.PowwowColour, i + 1) for i in range(COLOURS) for _ in range(dice >> 3 * i & 7)]


# decode.pyx reads usual messages without an error. The following reads all others, and names the field that is wrong.


def read_state(game: Game, message: pb.PowwowState) -> State:
    s = game.new().fields()
    s["step"] = in_range(message.step, 1, FINISHED + 1, "powwow.step") - 1
    _read_board(cast(Powwow, game), message, s)
    _read_seats(game, message, s)
    _check_cards(game, message, s)
    _check_dice(game, s)
    owner = _owner(game, s)
    _read_exchanges(game, message, s, owner)
    _read_under_way(game, message, s, owner)
    if message.HasField("winner") != (s["step"] == FINISHED):
        raise BadState("powwow.winner", "must be set when the game is over, and only then")
    if s["step"] == FINISHED:
        s["winner"] = in_range(message.winner, 0, hands_of(game) - 1, "powwow.winner") + 1
    return game.state(s)


def _read_board(game: Powwow, message: pb.PowwowState, s: Fields) -> None:
    in_range(message.starter, 0, game.seats - 1, "powwow.starter")
    in_range(message.mover, 0, game.seats - 1, "powwow.mover")
    s["starter"], s["turn"] = message.starter, (message.mover - message.starter) % game.seats
    s["dealt"] = in_range(message.dealt, 0, 2 * hands_of(game) - 1 if s["step"] == DEALING else 0, "powwow.dealt")
    spaces = game.data["track"]["spaces"]
    most = spaces + (s["step"] >= SHOWING)  # an Indian off the track has ended the game
    s["place"] = _numbers(message.places, COLOURS, most, "powwow.places")
    s["ring"] = _numbers(message.rings, SEGMENTS, RINGS, "powwow.rings")
    if len(message.pool) > game.seats:
        raise BadState("powwow.pool", f"{len(message.pool)} dice, there are {game.seats}")
    s["pool"] = _dice(message.pool, "powwow.pool", BadState)


def _numbers(values: Sequence[int], count: int, most: int, path: str) -> list[int]:
    if len(values) != count:
        raise BadState(path, f"{len(values)} entries, there must be {count}")
    return numbers(values, 0, most, path)


def _at_most(entries: Sequence[Any], most: int, path: str) -> int:
    if len(entries) > most:
        raise BadState(path, f"{len(entries)} entries, there can be {most} at this step")
    return len(entries)


def _dice(colours: Sequence[int], path: str, error: type[HunchError]) -> int:
    return sum(1 << 3 * (in_range(colour, 1, COLOURS, f"{path}[{i}]", error) - 1) for i, colour in enumerate(colours))


def _read_seats(game: Game, message: pb.PowwowState, s: Fields) -> None:
    if len(message.seats) != game.seats:
        raise BadState("powwow.seats", f"{len(message.seats)} seats, there must be {game.seats}")
    for seat, sent in enumerate(message.seats):
        path = f"powwow.seats[{seat}]"
        s["stones"][seat] = in_range(sent.stones, 0, s["stock"], f"{path}.stones")
        s["stock"] -= sent.stones
        s["die"][seat] = in_range(sent.die, 0, COLOURS, f"{path}.die")
        s["hand"][seat] = _hand(tuple(sent.hand), _dealt(s, seat), f"{path}.hand")
    if game.seats == 2:
        s["hand"][2] = _hand(tuple(message.dummy), _dealt(s, 2), "powwow.dummy")
    elif message.dummy:
        raise BadState("powwow.dummy", "only the game for two has a dummy")


def _dealt(s: Fields, hand: int) -> int:
    return min(max(s["dealt"] - 2 * hand, 0), 2) if s["step"] == DEALING else 2


def _hand(cards: tuple[int, ...], dealt: int, path: str) -> Sequence[int]:
    """Returns the cards dealt so far, lower first, then 0. A hidden hand is hidden before the deal, too."""
    there = [card for card in cards if card != pb.POWWOW_CARD_NONE]
    if len(cards) != 2:
        raise BadState(path, f"{len(cards)} cards, there must be 2")
    if len(there) == 2 and all(card == pb.POWWOW_CARD_HIDDEN for card in there):
        return [HIDDEN, HIDDEN]
    if len(there) != dealt:
        raise BadState(path, f"{len(there)} cards, {dealt} were dealt")
    if dealt == 2:
        return _pair(there, path)
    return [*(_kind(card, path, hidden=False) for card in there), NONE, NONE][:2]


def _check_cards(game: Game, message: pb.PowwowState, s: Fields) -> None:
    """Checks that no known card is there twice, and that there are not too many Pow Wow cards."""
    known = [kind for hand in s["hand"] for kind in hand if 0 < kind < HIDDEN]
    pow_wows = known.count(POW_WOW)
    if pow_wows <= 2 * hands_of(game) - COLOURS and len(set(known)) == len(known) - max(pow_wows - 1, 0):
        return
    there: dict[int, list[str]] = {}
    hands = [(f"seats[{seat}].hand", sent.hand) for seat, sent in enumerate(message.seats)]
    for path, hand in [*hands, ("dummy", message.dummy)]:
        for i, card in enumerate(hand):
            if card in (pb.POWWOW_CARD_HIDDEN, pb.POWWOW_CARD_NONE):
                continue
            most = 1 if card != pb.POWWOW_CARD_POW_WOW else 2 * hands_of(game) - COLOURS
            if len(there.setdefault(card, [])) == most:
                where = f"is also in {', '.join(there[card])}" if most else "is not in play"
                raise BadState(f"powwow.{path}[{i}]", f"the card {where}")
            there[card].append(f"{path}[{i}]")


def _check_dice(game: Game, s: Fields) -> None:
    """Checks that seats with a choice behind them have a die until they move, and the pool has one for each other."""
    for number in range(game.seats):
        seat = (s["starter"] + number) % game.seats
        chosen = number < s["turn"] if s["step"] == CHOOSING else s["step"] > CHOOSING and number >= s["turn"]
        if chosen != (s["die"][seat] > 0):
            why = "it has yet to move by one" if chosen else "it has yet to choose one, or has moved"
            raise BadState(f"powwow.seats[{seat}].die", f"none, though {why}" if chosen else f"set, though {why}")
    waiting, pool = game.seats - s["turn"] if s["step"] == CHOOSING else 0, len(_colours(s["pool"]))
    if pool != waiting:
        raise BadState("powwow.pool", f"{pool} dice, {waiting} seats wait for one")


def _owner(game: Game, s: Fields) -> int:
    """Returns the owner of the view, or ALL or NOBODY."""
    known = [hand for hand in range(hands_of(game)) if s["hand"][hand][0] != HIDDEN]
    if len(known) == hands_of(game):
        return ALL
    if len(known) > 1 or known == [game.seats]:
        raise BadState("powwow.seats", "all hands must be known, or that of one seat, or none")
    return known[0] if known else NOBODY


def _read_exchanges(game: Game, message: pb.PowwowState, s: Fields, owner: int) -> None:
    """Reads the log, and works out the hands before it by undoing one exchange after the other."""
    base = s["base"] = [list(hand) for hand in s["hand"]]
    most = 0 if s["step"] == DEALING else LOGGED
    s["logged"] = _at_most(message.exchanges, most, "powwow.exchanges")
    log = each(partial(_exchange, game), message.exchanges, "powwow.exchanges")
    for i, (who, whom, cards) in reversed(list(enumerate(log))):
        code = ((who + 1) * 8 + whom) * 512
        known = owner in (ALL, who, whom)
        if HIDDEN in cards if known else cards != UNSEEN:
            for name, card in zip(CARDS, cards, strict=True):
                _checked(card, known, f"powwow.exchanges[{i}].{name}")
        if known:
            given, taken, kept = cards
            code += given * 64 + taken * 8 + kept
            if owner in (ALL, who) and not _undo(base[who], taken, given):
                raise BadState(f"powwow.exchanges[{i}].taken", f"seat {who} does not hold it afterwards")
            if owner in (ALL, whom):
                if not _undo(base[whom], given, taken):
                    raise BadState(f"powwow.exchanges[{i}].given", f"hand {whom} does not hold it afterwards")
                if kept not in base[whom] or (kept == taken and base[whom] != [kept, kept]):
                    raise BadState(f"powwow.exchanges[{i}].kept", f"hand {whom} did not have it")
        s["log"][i] = code


def _exchange(game: Game, message: pb.PowwowExchange, path: str) -> tuple[int, int, tuple[int, ...]]:
    """Returns the mover, the other hand, and the cards given, taken and kept."""
    who, whom = _sides(game, message.seat, message.other, path)
    return who, whom, tuple(_kind(getattr(message, name), f"{path}.{name}") for name in CARDS)


def _sides(game: Game, seat: int, other: int, path: str) -> tuple[int, int]:
    in_range(seat, 0, game.seats - 1, f"{path}.seat")
    in_range(other, 0, hands_of(game) - 1, f"{path}.other")
    if seat == other:
        raise BadState(f"{path}.other", "a seat cannot exchange with itself")
    return seat, other


def _seen(card: int, known: bool, path: str) -> int:
    return _checked(_kind(card, path), known, path)


def _checked(kind: int, known: bool, path: str) -> int:
    if (kind != HIDDEN) != known:
        raise BadState(path, f"the owner of the view {'knows' if known else 'cannot know'} this card")
    return kind


def _undo(hand: list[int], had: int, before: int) -> bool:
    """Replaces a card of a hand by the one that it was before. False if the hand does not hold it."""
    if had not in hand:
        return False
    hand[hand.index(had)] = before
    hand.sort()
    return True


def _read_under_way(game: Game, message: pb.PowwowState, s: Fields, owner: int) -> None:
    path, exchange, mover = "powwow.under_way", message.under_way, message.mover
    if message.HasField("under_way") != (s["step"] in (LOOKING, TAKING)):
        raise BadState(path, "must be set while the mover looks or takes, and only then")
    if not message.HasField("under_way"):
        return
    _sides(game, mover, exchange.other, path)
    known = owner in (ALL, mover, exchange.other)
    s["target"], s["given"] = exchange.other + 1, _seen(exchange.given, known, f"{path}.given")
    if owner in (ALL, mover) and s["given"] not in s["hand"][mover]:
        raise BadState(f"{path}.given", f"seat {mover} does not hold it")
    if s["step"] == LOOKING:
        _at_most(exchange.sight, 0, f"{path}.sight")
        return
    s["sight"] = _pair(exchange.sight, f"{path}.sight")
    _seen(exchange.sight[0], known, f"{path}.sight[0]")
    if owner in (ALL, exchange.other) and s["sight"] != s["hand"][exchange.other]:
        raise BadState(f"{path}.sight", f"not the cards of hand {exchange.other}")


# Moves and events ---------------------------------------------------------------------------------------------


def write_move(game: Game, move: int, out: pb.PowwowMove | pb.PowwowEvent) -> None:
    kind, low, high = move & KIND, move & 15, (move >> 4) & 15
    if kind == CHOOSE:
        out.choose = cast(pb.PowwowColour, low)
    elif kind == MOVE:
        out.stone.colour, out.stone.segment, out.stone.ring = cast(pb.PowwowColour, low), high, (move >> 8) & 15
        out.stone.direction = cast(pb.PowwowDirection, (move >> 12) + 1 & 3)
    elif kind == REROLL:
        out.reroll = True
    elif kind == GIVE:
        out.give.card, out.give.other = _card(low or HIDDEN), high - 1
    else:
        out.take = _card(low or HIDDEN)


def read_move(game: Game, message: pb.PowwowMove) -> int:
    kind = one_of(message, "move", "move.powwow", BadMessage)
    return _read(game, kind, message, "move.powwow", hidden=False)


def _read(game: Game, kind: str, message: Any, path: str, hidden: bool) -> int:
    """Reads what moves and events have in common."""
    path = f"{path}.{kind}"
    if kind == "choose":
        return CHOOSE + in_range(message.choose, 1, COLOURS, path, BadMessage)
    if kind == "stone":
        stone = message.stone
        code = MOVE + in_range(stone.colour, 1, COLOURS, f"{path}.colour", BadMessage)
        code += 16 * in_range(stone.segment, 0, SEGMENTS - 1, f"{path}.segment", BadMessage)
        code += 256 * in_range(stone.ring, 1, RINGS, f"{path}.ring", BadMessage)
        return code + 4096 * (in_range(stone.direction, 1, 3, f"{path}.direction", BadMessage) - 1)
    if kind == "reroll":
        if not message.reroll:
            raise BadMessage(path, "must be true when it is set")
        return REROLL
    if kind == "give":
        card = _kind(message.give.card, f"{path}.card", BadMessage, hidden)
        other = in_range(message.give.other, 0, hands_of(game) - 1, f"{path}.other", BadMessage)
        return GIVE + 16 * (other + 1) + card % HIDDEN
    return TAKE + _kind(message.take, path, BadMessage, hidden) % HIDDEN


def write_event(game: Game, event: int, out: pb.PowwowEvent) -> None:
    kind, low, high = event & KIND, event & 15, (event >> 4) & 15
    if kind == DEAL:
        out.deal = _card(low or HIDDEN)
    elif kind == ROLL:
        out.roll.dice.extend(_colours(event - ROLL))
    elif kind == DIE:
        out.die = cast(pb.PowwowColour, low)
    elif kind == LOOK:
        out.look.cards.extend([_card(high or HIDDEN), _card(low or HIDDEN)])
    elif kind == SHOW:
        out.winner = low - 1
    else:
        write_move(game, event, out)


def read_event(game: Game, message: pb.PowwowEvent) -> int:
    kind, path = one_of(message, "event", "event.powwow", BadMessage), "event.powwow"
    if kind == "deal":
        return DEAL + _kind(message.deal, f"{path}.deal", BadMessage) % HIDDEN
    if kind == "roll":
        if len(message.roll.dice) != game.seats:
            raise BadMessage(f"{path}.roll.dice", f"{len(message.roll.dice)} dice, there must be {game.seats}")
        return ROLL + _dice(message.roll.dice, f"{path}.roll.dice", BadMessage)
    if kind == "die":
        return DIE + in_range(message.die, 1, COLOURS, f"{path}.die", BadMessage)
    if kind == "look":
        low, high = _pair(message.look.cards, f"{path}.look.cards", BadMessage)
        return LOOK + (0 if low == HIDDEN else 16 * low + high)
    if kind == "winner":
        return SHOW + in_range(message.winner, 0, hands_of(game) - 1, f"{path}.winner", BadMessage) + 1
    return _read(game, kind, message, path, hidden=True)

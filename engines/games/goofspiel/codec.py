"""Goofspiel between messages and the struct."""

from collections.abc import Sequence
from typing import Any, cast

from hunch.engines.contract import Game, State
from hunch.engines.errors import BadMessage, BadState
from hunch.engines.games.goofspiel.state import BID, HIDDEN, KIND, MOST_CARDS, PRIZE, RESULT, REVEAL, TIE
from hunch.engines.messages import each, in_range, one_of
from hunch.v1 import goofspiel_pb2 as pb


def write_state(state: State, out: pb.GoofspielState) -> None:
    s = state.fields()
    for r in range(s["round"]):
        bids = [_bid(s["bid"][seat][r]) for seat in range(2)]
        out.rounds.add(prize=s["prize"][r], bids=bids, outcome=s["won"][r])
    if s["round"] < state.game.options["cards"]:
        out.prize = s["prize"][s["round"]]
    out.pending.extend(_bid(card) for card in s["pending"])


def _bid(card: int) -> pb.GoofspielBid:
    if card == HIDDEN:
        return pb.GoofspielBid(hidden=True)
    return pb.GoofspielBid(card=card) if card else pb.GoofspielBid(none=True)


def read_bid(bid: pb.GoofspielBid, path: str) -> int:
    kind = one_of(bid, "bid", path)
    if kind == "card":
        return in_range(bid.card, 1, MOST_CARDS, f"{path}.card")
    if not getattr(bid, kind):
        raise BadState(f"{path}.{kind}", "must be true when it is set")
    return HIDDEN if kind == "hidden" else 0


def read_round(played: pb.GoofspielRound, path: str) -> tuple[int, int, list[int]]:
    """Reads the prize, the outcome and both bids of a round."""
    if len(played.bids) != 2:
        raise BadState(f"{path}.bids", f"{len(played.bids)} bids, a round has 2")
    bids, outcome = each(read_bid, played.bids, f"{path}.bids"), in_range(played.outcome, 1, TIE, f"{path}.outcome")
    for seat, bid in enumerate(bids):
        if bid == 0:
            raise BadState(f"{path}.bids[{seat}].none", "a finished round has both bids")
    return played.prize, outcome, bids


def read_state(game: Game, message: pb.GoofspielState) -> State:
    cards: int = game.options["cards"]
    done = len(message.rounds)
    in_range(done, 0, cards, "goofspiel.rounds")
    s = game.new().fields()
    s["round"], s["prize"] = done, [0] * MOST_CARDS
    prizes, hands = set(range(1, cards + 1)), [set(range(1, cards + 1)) for _ in range(2)]
    for r, (prize, outcome, bids) in enumerate(each(read_round, message.rounds, "goofspiel.rounds")):
        if prize not in prizes:
            raise _gone(prizes, prize, f"goofspiel.rounds[{r}].prize")
        prizes.remove(prize)
        s["prize"][r], s["won"][r] = prize, outcome
        for seat, bid in enumerate(bids):
            if bid != HIDDEN and bid not in hands[seat]:
                raise _gone(hands[seat], bid, f"goofspiel.rounds[{r}].bids[{seat}].card")
            hands[seat].discard(bid)
            s["bid"][seat][r] = bid
        if HIDDEN not in bids and outcome != (TIE if bids[0] == bids[1] else 1 + (bids[0] < bids[1])):
            raise BadState(f"goofspiel.rounds[{r}].outcome", "not what the bids give")
        if outcome != TIE:
            s["points"][outcome - 1] += prize
    _check_holes(s)
    if message.prize:
        if done == cards:
            raise BadState("goofspiel.prize", "all prizes were bid for")
        if message.prize not in prizes:
            raise _gone(prizes, message.prize, "goofspiel.prize")
        prizes.remove(message.prize)
        s["prize"][done] = message.prize
    elif done < cards and (done == cards - 1 or game.options["prizes"] == "descending"):
        raise BadState("goofspiel.prize", "this round's prize is known and must be set")
    _read_pending(message, s, hands)
    up = done + (message.prize > 0)
    if game.options["prizes"] == "descending" and s["prize"][:up] != [*range(cards, cards - up, -1)]:
        raise BadState("goofspiel.rounds", "prizes do not come up from the highest to the lowest")
    s["prizes"] = _bits(prizes)
    s["hand"] = [_bits(hand) for hand in hands]
    return game.state(s)


def _read_pending(message: pb.GoofspielState, s: dict[str, Any], hands: Sequence[set[int]]) -> None:
    if len(message.pending) != 2:
        raise BadState("goofspiel.pending", f"{len(message.pending)} bids, there must be 2")
    s["pending"] = each(read_bid, message.pending, "goofspiel.pending")
    for seat, bid in enumerate(s["pending"]):
        if bid in (0, HIDDEN):
            continue
        if bid not in hands[seat]:
            raise _gone(hands[seat], bid, f"goofspiel.pending[{seat}].card")
        if s["round"] and all(HIDDEN in bids for bids in s["bid"]):
            raise BadState(f"goofspiel.pending[{seat}].card", "known, though all other bids are hidden")


def _check_holes(s: dict[str, Any]) -> None:
    """Checks holes: a seat knows its own bids, and after a tie the other's. An observer knows none."""
    holes = [s["bid"][seat].count(HIDDEN) for seat in range(2)]
    if holes == [s["round"], s["round"]]:
        return
    if all(holes):
        raise BadState("goofspiel.rounds", "both seats have hidden bids, but a seat knows its own")
    for r in range(s["round"]):
        for seat in range(2):
            if s["won"][r] == TIE and s["bid"][seat][r] == HIDDEN:
                raise BadState(f"goofspiel.rounds[{r}].bids[{seat}].hidden", "after a tie both bids are known")


def _gone(cards: set[int], card: int, path: str) -> BadState:
    return BadState(path, f"{card} is not left; there are {', '.join(map(str, sorted(cards))) or 'none'}")


def _bits(cards: set[int]) -> int:
    return sum(1 << (card - 1) for card in cards)


def write_move(game: Game, move: int, out: pb.GoofspielMove) -> None:
    out.card = move & 15


def read_move(game: Game, message: pb.GoofspielMove) -> int:
    return BID + in_range(message.card, 1, game.options["cards"], "move.goofspiel.card", BadMessage)


def write_event(game: Game, event: int, out: pb.GoofspielEvent) -> None:
    kind, argument = event & KIND, event & 0xFF
    if kind == PRIZE:
        out.prize = argument
    elif kind == BID:
        out.bid = argument
    elif kind == REVEAL:
        out.reveal.first, out.reveal.second = argument >> 4, argument & 15
    else:
        out.outcome = cast("pb.GoofspielOutcome", argument)


def read_event(game: Game, message: pb.GoofspielEvent) -> int:
    path, cards = "event.goofspiel", game.options["cards"]
    kind = one_of(message, "event", path, BadMessage)
    if kind == "prize":
        return PRIZE + in_range(message.prize, 1, cards, f"{path}.prize", BadMessage)
    if kind == "bid":
        return BID + in_range(message.bid, 1, cards, f"{path}.bid", BadMessage)
    if kind == "outcome":
        return RESULT + in_range(message.outcome, 1, TIE, f"{path}.outcome", BadMessage)
    first = in_range(message.reveal.first, 1, cards, f"{path}.reveal.first", BadMessage)
    return REVEAL + 16 * first + in_range(message.reveal.second, 1, cards, f"{path}.reveal.second", BadMessage)

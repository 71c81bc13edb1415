"""Kuhn poker between messages and the struct."""

from typing import cast

from hunch.engines.contract import Game, State
from hunch.engines.errors import BadMessage
from hunch.engines.games.kuhn.state import ACT, CALL, CHECK, DEAL, KIND, SHOW
from hunch.engines.games.poker.codec import read_deal, read_hands, read_show, write_deal, write_hands, write_show
from hunch.engines.messages import in_range, one_of
from hunch.v1 import kuhn_pb2 as pb


def write_state(state: State, out: pb.KuhnState) -> None:
    s = state.fields()
    write_hands(s, out)
    out.moves.extend(s["moves"][: s["made"]])


def read_state(game: Game, message: pb.KuhnState) -> State:
    s = game.new().fields()
    read_hands(message, "kuhn", s)
    in_range(len(message.moves), 0, 3, "kuhn.moves")
    for i, move in enumerate(message.moves):
        s["moves"][i] = in_range(move, CHECK, CALL, f"kuhn.moves[{i}]")
    s["made"] = len(message.moves)
    return game.state(s)


def write_move(game: Game, move: int, out: pb.KuhnMove) -> None:
    out.action = cast("pb.KuhnAction", move & 15)


def read_move(game: Game, message: pb.KuhnMove) -> int:
    return ACT + in_range(message.action, CHECK, CALL, "move.kuhn.action", BadMessage)


def write_event(game: Game, event: int, out: pb.KuhnEvent) -> None:
    kind = event & KIND
    if kind == DEAL:
        write_deal(event, out.deal)
    elif kind == ACT:
        out.action = cast("pb.KuhnAction", event & 15)
    else:
        write_show(event, out.show)


def read_event(game: Game, message: pb.KuhnEvent) -> int:
    kind, path = one_of(message, "event", "event.kuhn", BadMessage), "event.kuhn"
    if kind == "action":
        return ACT + in_range(message.action, CHECK, CALL, f"{path}.action", BadMessage)
    if kind == "show":
        return SHOW + read_show(message.show, f"{path}.show")
    return DEAL + read_deal(message.deal, f"{path}.deal")

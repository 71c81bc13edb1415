"""Whose a position is: a world, what one seat knows, what everybody sees, or nobody's."""

from itertools import islice
from pathlib import Path

import pytest

from hunch.engines import GAMES, PUBLIC, BadState, State, Stream, load, messages
from hunch.server import requests
from hunch.server.sealing import Sealer
from hunch.server.services import rules
from hunch.server.services.sealed import SealedGames
from hunch.server.steps import finish
from hunch.v1 import rules_pb2 as pb
from tests.support.play import walk

HIDDEN = [name for name in GAMES if load(name).hidden]
MOST_PLIES = 60


def met(name: str, seed: int) -> list[State]:
    """Positions of a random game."""
    return [step.state for step in islice(walk(load(name).new(), Stream(seed)), MOST_PLIES)]


@pytest.mark.parametrize("name", HIDDEN)
def test_a_view_is_that_of_a_seat_that_has_it(name: str) -> None:
    told = 0
    for state in met(name, 1):
        for seat in range(state.game.seats):
            whose = requests.owner(state.view(seat))
            assert whose is None or state.view(whose) == state.view(seat)
            told += whose == seat
        if state.to_move >= 0 and state.view(state.to_move) != state:
            assert requests.owner(state.view(state.to_move)) == state.to_move
    assert told


@pytest.mark.parametrize("name", HIDDEN)
def test_who_only_looks_on_has_nothing_to_choose(name: str, tmp_path: Path) -> None:
    """What everybody sees is not what the seat to move knows, and its moves depend on that."""
    looked, games = 0, SealedGames(Sealer(tmp_path), {})
    for state in met(name, 2):
        public = state.view(PUBLIC)
        if state.to_move >= 0 and public not in (state, state.view(state.to_move)):
            looked += 1
            assert requests.owner(public) not in (None, state.to_move)
            assert not finish(rules.list_moves(pb.ListMovesRequest(state=messages.encode(public)), "", {}, games)).moves
    assert looked


@pytest.mark.parametrize("name", HIDDEN)
def test_what_two_seats_know_together_hides_is_nobodys_or_what_everybody_sees(name: str) -> None:
    for state in met(name, 3):
        for seat in range(state.game.seats):
            both = state.view(seat).view((seat + 1) % state.game.seats)
            if both not in (state.view(PUBLIC), *map(state.view, range(state.game.seats))):
                with pytest.raises(BadState):
                    requests.owner(both)

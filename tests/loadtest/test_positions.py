"""The positions of the load: every registered game at all its stages, as messages that the server reads."""

import pytest

from hunch.engines import GAMES, messages
from hunch.server import requests
from hunch.server.steps import finish
from loadtest.positions import STAGES, Deck, deck


@pytest.fixture(scope="module")
def drawn() -> Deck:
    return deck(seed=3, each=2)


def test_every_game_has_moments_games_and_chance(drawn: Deck) -> None:
    assert {moment.game for moment in drawn.moments} == set(GAMES)
    assert {state.WhichOneof("state") for state in drawn.rolls} == set(GAMES)
    assert {start.WhichOneof("state") for start, _ in drawn.games} == set(GAMES)


@pytest.mark.parametrize("game", GAMES)
def test_every_stage_is_there_that_the_choices_of_a_game_make(drawn: Deck, game: str) -> None:
    games = [steps for start, steps in drawn.games if start.WhichOneof("state") == game]
    choices = max(sum(step.HasField("move") for step in steps) for steps in games)
    assert {moment.stage for moment in drawn.moments if moment.game == game} == set(STAGES[:choices])


def test_state_and_record_are_about_the_same_view(drawn: Deck) -> None:
    for moment in drawn.moments:
        by_state, by_record = (finish(requests.viewpoint(position, {})) for position in (moment.asks, moment.history))
        assert (by_state.view, by_state.seat) == (by_record.view, by_record.seat), (moment.game, moment.stage)


def test_the_same_seed_draws_the_same(drawn: Deck) -> None:
    assert deck(seed=3, each=2) == drawn
    assert messages.decode(drawn.rolls[0])

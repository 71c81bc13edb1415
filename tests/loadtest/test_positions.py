"""What the load is drawn from: every registered game at all its stages, as messages that the server reads."""

import pytest

from hunch.engines import GAMES, wire
from hunch.server import reading
from loadtest.positions import STAGES, deck


@pytest.fixture(scope="module")
def drawn():
    return deck(seed=3, each=2)


def test_every_game_has_moments_games_and_chance(drawn):
    assert {moment.game for moment in drawn.moments} == set(GAMES)
    assert {state.WhichOneof("state") for state in drawn.rolls} == set(GAMES)
    assert {start.WhichOneof("state") for start, _ in drawn.games} == set(GAMES)


@pytest.mark.parametrize("game", GAMES)
def test_every_stage_is_there(drawn, game):
    assert {moment.stage for moment in drawn.moments if moment.game == game} == set(STAGES)


def test_state_and_record_tell_the_same(drawn):
    for moment in drawn.moments:
        asked, told = (reading.standpoint(position, {}) for position in (moment.asks, moment.history))
        assert (asked.view, asked.seat) == (told.view, told.seat), (moment.game, moment.stage)


def test_the_same_seed_draws_the_same(drawn):
    assert deck(seed=3, each=2) == drawn
    assert wire.decode(drawn.rolls[0])

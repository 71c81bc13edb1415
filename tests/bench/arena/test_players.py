"""Players are made of a few words: a search is set by the names of its parameters."""

import click
import pytest

from bench.arena.players import player
from bench.arena.searches import changed
from hunch.engines import load
from hunch.search.settings import RegretParams, Settings, UcbParams


def test_a_search_is_set_by_the_names_of_its_parameters() -> None:
    given = {"exact": "no", "horizon": "40", "ucb.exploration": "2", "regret.exploration": "0.5", "other": "1"}
    settings = changed(Settings(), given)
    assert settings == Settings(
        exact=False, horizon=40, ucb=UcbParams(exploration=2.0), regret=RegretParams(exploration=0.5)
    )
    assert given == {"other": "1"}


def test_a_setting_that_no_search_has_is_refused() -> None:
    with pytest.raises(click.BadParameter, match="boldness"):
        player("search:50/boldness=3", load("kuhn"))

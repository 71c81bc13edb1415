"""Every registered game keeps the eight laws of the contract, whatever its options; laws.py has the checks."""

from collections.abc import Callable
from typing import Any

import pytest

from hunch.engines import Game
from tests.support import laws
from tests.support.keys import key_of_bytes
from tests.support.play import all_variants, label, small_games, steps

GAMES = [pytest.param(game, id=label(game)) for game in all_variants()]

LAWS = [
    laws.turns_moves_and_chances_agree,
    laws.games_end_within_bounds,
    laws.roll_follows_chances,
    laws.rollouts_follow_play,
    laws.copies_are_full,
    laws.equal_seeds_give_equal_games,
    laws.codecs_invert,
    laws.inventories_are_conserved,
    laws.flaws_are_found_in_any_bytes,
    laws.hiding_and_filling_agree,
    laws.fill_follows_worlds,
    laws.worlds_follow_what_is_seen,
    laws.fill_follows_what_is_seen,
    laws.play_commutes_with_hiding,
    laws.equal_keys_give_equal_turns,
    laws.views_give_their_owner_what_the_world_gives,
    laws.views_take_what_fits_and_nothing_else,
    laws.who_forgets_plays_on_alike,
    laws.payoff_matrix_is_what_play_brings,
]


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
@pytest.mark.parametrize("game", GAMES)
def test_law(game: Game, law: Callable[..., Any]) -> None:
    law(game)


@pytest.mark.parametrize("game", GAMES)
def test_a_key_is_a_hash_of_the_bytes(game: Game) -> None:
    for step in steps(game, 20):
        assert step.state.key() == key_of_bytes(bytes(step.state))


@pytest.mark.parametrize("game", small_games(), ids=label)
def test_worlds_follow_the_whole_tree(game: Game) -> None:
    laws.worlds_follow_the_whole_tree(game)


@pytest.mark.parametrize("game", GAMES)
def test_a_state_has_no_padding(game: Game) -> None:
    """Each byte belongs to a field: bytes that belong to none would hold whatever was there before."""
    raw = bytes(game.new())
    fields = game.new().fields()
    for at in range(len(raw)):
        changed = bytearray(raw)
        changed[at] ^= 1
        assert game.from_bytes(bytes(changed)).fields() != fields, f"byte {at} is padding"

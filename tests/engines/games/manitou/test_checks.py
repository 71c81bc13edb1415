"""Big Manitou's inventories: what `flaw` finds wrong with a world."""

from typing import Any

import pytest

from hunch.engines import Game, Stream, load
from hunch.engines.random_games import random_games
from tests.support.play import label, variants, walk

GAMES = [pytest.param(game, id=label(game)) for game in variants("manitou")]


def test_a_state_is_small() -> None:
    assert load("manitou").state_bytes == 296


@pytest.mark.parametrize("game", GAMES)
def test_payoffs_add_up_to_nothing(game: Game) -> None:
    for seed in range(20):
        assert abs(sum(random_games(game, 1, seed)[3])) < 1e-9


def middle(phase: str, **options: Any) -> Any:
    """A position of a random game at this phase, in the last hunt but one."""
    game, stream = load("manitou", **options), Stream(8)
    for _ in range(50):
        for step in walk(game.new(), stream):
            fields = step.state.fields()
            if fields["phase"] == phase and fields["hunt"] == 2:
                return step.state
    raise AssertionError(f"no position at phase {phase}")


LAYOUT, SELECT, DEAL, PLAY, DRAW, EIGHTH, RIDE, PAY, TAKE = 0, 1, 2, 3, 4, 6, 7, 8, 9


def put(field: str, *at_and_value: Any) -> Any:
    """A change of one number of a field: `put("hand", 1, 7)` or, by row and column, `put("tiles", 0, 2, 9)`."""

    def change(fields: dict[str, Any]) -> None:
        *at, last, value = [*at_and_value] if len(at_and_value) > 1 else [None, *at_and_value]
        if last is None:
            fields[field] = value(fields[field]) if callable(value) else value
            return
        row = fields[field]
        for index in at:
            row = row[index]
        row[last] = value(row[last]) if callable(value) else value

    return change


FLAWS = [
    (PLAY, put("phase", 11), "step"),
    (PLAY, put("turn", 4), "step"),
    (PLAY, put("hunt", 4), "step"),
    (PLAY, put("spare", 1), "seats"),
    (PLAY, put("hand", 4, 1), "seats"),
    (PLAY, put("bag", 0, lambda n: n + 1), "removed"),
    (PLAY, put("tiles", 1, 3, lambda n: n + 1), "removed"),
    (PLAY, put("gone", 11, 1), "removed"),
    (LAYOUT, put("at", lambda n: n + 1), "grounds[0].tiles"),
    (PLAY, put("pool", 0, 0b1), "seats[0].spent"),
    (SELECT, put("pool", 2, lambda cards: cards & ~0b1), "seats[2].spent"),
    (PLAY, put("laid", 0, 7, 3), "seats[0].laid"),
    (RIDE, put("laid", 0, 0, 0), "seats[0].laid"),
    (RIDE, put("total", 0, 0, lambda n: n + 1), "seats[0].laid: hunters"),
    (RIDE, put("hunters", 2, 1, lambda n: n + 1), "seats[1].laid: hunters"),
    (RIDE, put("owner", 0, lambda n: (n + 1) % 5), "seats.laid.face_down"),
    (PLAY, put("played", 0, 9), "seats[0].laid"),
    (PLAY, put("drawn", 0, lambda n: n - 1), "seats[0].laid"),
    (SELECT, put("chosen", 0, 10), "seats[0].laid"),
    (PLAY, put("hand", 0, 0b1), "seats[0].hand"),
    (PLAY, put("deck", 1, lambda cards: cards & (cards - 1)), "seats[1].hand"),
    (SELECT, put("hand", 1, 0b1), "seats[1].hand"),
    (PAY, put("hand", 1, 0b1), "seats[1].hand"),
    (PLAY, put("brown", 6), "brown"),
    (PLAY, put("white", 9), "brown"),
    (PAY, put("debtors", 0), "debtors"),
    (PLAY, put("debtors", 1), "debtors"),
    (TAKE, put("turn", lambda seat: (seat + 1) % 4), "share"),
    (TAKE, put("left", 0), "share"),
    (TAKE, put("least", 12), "share"),
    (PLAY, put("bonus", 0, 1), "seats[0].bonus"),
]


@pytest.mark.parametrize(("phase", "change", "flaw"), FLAWS, ids=[str(number) for number in range(len(FLAWS))])
def test_what_cannot_be_is_a_flaw(phase: str, change: Any, flaw: str) -> None:
    state = middle(phase, players=4)
    fields = state.fields()
    change(fields)
    assert state.game.state(fields).flaw().startswith(flaw if ": " in flaw else f"{flaw}: ")

"""A view accepts as its next event what one of its worlds can show: every view of tiny games, some of every game."""

import itertools
from collections.abc import Iterable

import pytest

from hunch.engines import NOTHING, Game, State, Stream, load
from tests.support.bent import bent_game
from tests.support.play import all_variants, every_world, label, small_games, steps, watchers

GAMES = [pytest.param(game, id=label(game)) for game in all_variants()]
MOST_WORLDS, MOST_POSITIONS, VIEWS, ANY = 30, 300, 40, 1 << 40


def told_next(worlds: Iterable[State], seat: int, most: int) -> set[int] | None:
    """What `seat` may see next, whatever others do before that it does not see; None if more positions come up."""
    told, waiting = set[int](), list(worlds)
    known = set(waiting)
    while waiting:
        world = waiting.pop()
        for move in world.legal() or [outcome for outcome, _ in world.chances()]:
            seen = world.seen(move, seat)
            if seen != NOTHING:
                told.add(seen)
            elif (after := world.after(move)) not in known:
                known.add(after)
                waiting.append(after)
                if len(known) > most:
                    return None
    return told


def near(codes: set[int]) -> set[int]:
    """The codes, such that differ a little, and some others."""
    stream, others = Stream(1), {0, 2**32 - 1}
    others |= {code ^ 1 << bit for code in codes for bit in (0, 1, 4, 8, 9, 12, 31)}
    return codes | others | {stream.below(2**32 - 1) for _ in range(50)}


@pytest.mark.parametrize("game", small_games(), ids=label)
def test_fits_is_what_some_world_can_show(game: Game) -> None:
    possible: dict[tuple[int, State], set[int]] = {}
    for world in every_world(game):
        for seat in watchers(game):
            possible.setdefault((seat, world.view(seat)), set()).update(told_next([world], seat, ANY) or ())
    codes = near(set().union(*possible.values()))
    for (_, view), told in possible.items():
        assert {code for code in codes if view.fits(code)} == told, view.fields()


@pytest.mark.parametrize("game", GAMES)
def test_fits_is_what_some_world_of_a_view_can_show(game: Game) -> None:
    fits_what_can_be_seen(game)


@pytest.mark.parametrize("game", [load("leduc"), load("manitou"), load("comancheria")], ids=label)
def test_what_fits_too_much_is_found(game: Game) -> None:
    with pytest.raises(AssertionError):
        fits_what_can_be_seen(bent_game(game, fits=lambda state, code: state.fits(code) or state.fits(code ^ 1)))


def fits_what_can_be_seen(game: Game) -> None:
    """In views with few enough worlds to list."""
    views: list[tuple[State, set[int]]] = []
    for step, seat in itertools.product(steps(game, 400), watchers(game)):
        view = step.state.view(seat)
        worlds = [world for world, _ in view.worlds(MOST_WORLDS) or ()] if len(views) < VIEWS else []
        told = told_next(worlds, seat, MOST_POSITIONS)
        if worlds and told is not None:
            views.append((view, told))
    codes = near(set().union(*(told for _, told in views)))
    for view, told in views:
        assert {code for code in codes if view.fits(code)} == told, view.fields()

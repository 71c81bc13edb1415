"""What a view can be told next is what some world of it can show next: every view of tiny games."""

import pytest

from hunch.engines import NOTHING, Game, State, Stream, load
from tests.support.play import label, watchers

TINY = [
    load("kuhn"),
    load("leduc"),
    *(
        load("goofspiel", cards=3, bids=bids, prizes=prizes)
        for bids in ("hidden", "revealed")
        for prizes in ("random", "descending")
    ),
    load("goofspiel", cards=4, prizes="descending"),
]


def every_world(game: Game) -> list[State]:
    found, waiting = {game.new(): None}, [game.new()]
    while waiting:
        state = waiting.pop()
        after = [state.after(move) for move in state.legal() or [outcome for outcome, _ in state.chances()]]
        waiting += [following for following in after if following not in found]
        found.update(dict.fromkeys(after))
    return list(found)


def told_next(world: State, seat: int) -> set[int]:
    """What `seat` may see next, whatever others do before that it does not see."""
    told: set[int] = set()
    for move in world.legal() or [outcome for outcome, _ in world.chances()]:
        seen = world.seen(move, seat)
        told |= {seen} if seen != NOTHING else told_next(world.after(move), seat)
    return told


@pytest.mark.parametrize("game", TINY, ids=label)
def test_fits_is_what_some_world_can_show(game: Game) -> None:
    possible: dict[tuple[int, State], set[int]] = {}
    for world in every_world(game):
        for seat in watchers(game):
            possible.setdefault((seat, world.view(seat)), set()).update(told_next(world, seat))
    stream = Stream(1)
    codes = set().union(*possible.values())
    codes |= {code ^ 1 << bit for code in codes for bit in (0, 1, 4, 8, 9, 12, 31)}
    codes |= {stream.below(2**32 - 1) for _ in range(50)} | {0, 2**32 - 1}
    for (_, view), told in possible.items():
        assert {code for code in codes if view.fits(code)} == told, view.fields()

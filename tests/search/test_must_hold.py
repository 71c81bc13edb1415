"""Advice follows from the question alone: not from what a seat cannot see, the process, or what runs beside it."""

import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from hunch.engines import CHANCE, GAMES, State, Stream, load
from hunch.search.advice import Limits, Search, Settings
from tests.support.questions import answer, answers, positions, walk

WORLDS = 100
HIDDEN = [name for name in GAMES if load(name).hidden]
AT_THE_SAME_TIME = ("goofspiel", "tomahawk", "manitou")
Ask = Callable[[State, int], object]

# What the seat cannot see -------------------------------------------------------------------------------------------


def differing(state: State, seat: int, ask: Ask) -> int:
    """How many different answers the seat gets in worlds it cannot tell apart."""
    stream, view = Stream(3), state.view(seat)
    return len({ask(view.fill(stream), seat) for _ in range(WORLDS)})


@pytest.mark.parametrize("name", GAMES)
def test_advice_is_the_same_in_a_hundred_worlds_that_look_alike(name: str) -> None:
    for state in positions(load(name), 2, 3):
        assert differing(state, state.to_move, answer) == 1


def a_card(world: State, seat: int) -> Any:
    """One card that another holds, or in goofspiel has bid; None if there is none."""
    other, fields = (seat + 1) % world.game.seats, world.fields()
    match world.game.name:
        case "kuhn" | "leduc":
            return fields["cards"][other]
        case "goofspiel":
            return fields["bid"][other][fields["round"] - 1] if fields["round"] else None
        case "powwow":
            return fields["hand"][other][0]
        case _:
            return fields["hand"][other] & -fields["hand"][other] or None


class Leaking(Search):
    """A search whose asker is shown one card of another; the rest of the world it sees is drawn."""

    def __init__(self, world: State, seat: int) -> None:
        limits, settings = Limits(iterations=200), Settings(method="ucb", exact=False)
        super().__init__(world, seat, limits, seed=3, settings=settings)
        stream, leaked = Stream(1), world.view(seat)
        while a_card(leaked, seat) != a_card(world, seat):
            leaked = world.view(seat).fill(stream)
        self.plan.question = self.reader.question = self.plan.question._replace(view=leaked)


def with_secrets(name: str) -> Iterator[tuple[State, int]]:
    """Positions in which another holds a card that the seat to move cannot know."""
    for state in positions(load(name), 4, 60):
        seat, stream, view = state.to_move, Stream(9), state.view(state.to_move)
        cards = {a_card(view.fill(stream), seat) for _ in range(10)}
        if len(cards) > 1 and None not in cards:
            yield state, seat


@pytest.mark.parametrize("name", HIDDEN)
def test_a_hide_that_leaks_one_card_is_found_out(name: str) -> None:
    def peeking(world: State, seat: int) -> object:
        return Leaking(world, seat).run()

    assert any(differing(state, seat, peeking) > 1 for state, seat in with_secrets(name))


# What others have pending --------------------------------------------------------------------------------------------


def with_others_pending(state: State, seat: int, stream: Stream) -> Iterator[State]:
    """The position, and those after one more choice each of the others in the same step."""
    while state.to_move not in (seat, CHANCE):
        yield state
        state = state.apply(stream.choice(state.legal()))
    yield state


@pytest.mark.parametrize("name", AT_THE_SAME_TIME)
def test_advice_does_not_depend_on_what_others_have_pending(name: str) -> None:
    stream, asked = Stream(8), 0
    for state in walk(load(name), Stream(5)):
        for seat in range(state.game.seats):
            if state.to_move not in (seat, CHANCE) and state.view(seat).to_move == seat and asked < 12:
                waiting = [one for _ in range(3) for one in with_others_pending(state, seat, stream)]
                assert len({bytes(one) for one in waiting}) > 1
                assert len({answer(one, seat) for one in waiting}) == 1
                asked += 1
    assert asked > 5


def test_games_without_choices_at_the_same_time_have_none() -> None:
    for name in set(GAMES) - set(AT_THE_SAME_TIME):
        for state in walk(load(name), Stream(5)):
            others = [seat for seat in range(state.game.seats) if seat != state.to_move != CHANCE]
            assert all(state.view(seat).to_move != seat for seat in others)


# Processes, threads, memory -------------------------------------------------------------------------------------------


def test_advice_is_the_same_in_another_process() -> None:
    told = [
        subprocess.run(
            [sys.executable, "-m", "tests.support.questions"],
            capture_output=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    ]
    assert told == [answers()] * 2


@pytest.mark.parametrize("name", GAMES)
def test_two_searches_in_two_threads_do_not_disturb_each_other(name: str) -> None:
    states = positions(load(name), 6, 2)
    alone = [answer(state, state.to_move, 1500) for state in states]
    found: dict[int, list[bytes]] = {0: [], 1: []}

    def work(n: int) -> None:
        found[n] += [answer(states[n], states[n].to_move, 1500) for _ in range(3)]

    threads = [threading.Thread(target=work, args=(n,)) for n in found]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == {n: [alone[n]] * 3 for n in found}

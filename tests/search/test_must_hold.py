"""Advice follows from the question alone: not from what a seat cannot see, the process, or what runs beside it."""

import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator

import pytest

from hunch.engines import CHANCE, GAMES, State, Stream, load
from hunch.search.advice import Limits, Search, Settings
from tests.support.questions import answer, answers, positions, walk

WORLDS = 100
HIDDEN = [name for name in GAMES if load(name).hidden]
ALIKE = 10  # worlds by which it is seen what a view hides
Ask = Callable[[State, int], object]
Path = tuple[int | str, ...]

# What the seat cannot see -------------------------------------------------------------------------------------------


def differing(state: State, seat: int, ask: Ask) -> int:
    """How many different answers the seat gets in worlds it cannot distinguish."""
    stream, view = Stream(3), state.view(seat)
    return len({ask(view.fill(stream), seat) for _ in range(WORLDS)})


@pytest.mark.parametrize("name", GAMES)
def test_advice_is_the_same_in_a_hundred_worlds_that_look_alike(name: str) -> None:
    for state in positions(load(name), 2, 3):
        assert differing(state, state.to_move, answer) == 1


def numbers(found: object, path: Path = ()) -> dict[Path, object]:
    """Every number of a state's fields, by its place."""
    if isinstance(found, dict | list):
        parts = found.items() if isinstance(found, dict) else enumerate(found)
        return {place: number for key, part in parts for place, number in numbers(part, (*path, key)).items()}
    return {path: found}


def a_secret(view: State) -> Path | None:
    """The place of a number that the view's owner cannot know, one that can be guessed soon; None if there is none."""
    stream = Stream(9)
    worlds = [numbers(view.fill(stream).fields()) for _ in range(ALIKE)]
    kinds = {path: len({world[path] for world in worlds}) for path in worlds[0]}
    return min((path for path in kinds if kinds[path] > 1), key=lambda path: kinds[path], default=None)


class Leaking(Search):
    """A search whose asker is shown one number that is hidden; the rest of the world that it sees reveals nothing."""

    def __init__(self, world: State, seat: int) -> None:
        limits, settings = Limits(iterations=200), Settings(method="ucb", exact=False)
        super().__init__(world, seat, limits, seed=3, settings=settings)
        stream, leaked = Stream(1), world.view(seat)
        secret, known = a_secret(leaked), numbers(world.fields())
        while secret and numbers(leaked.fields())[secret] != known[secret]:
            leaked = world.view(seat).fill(stream)
        self.plan.question = self.reader.question = self.plan.question._replace(view=leaked)


def with_secrets(name: str) -> Iterator[tuple[State, int]]:
    """Positions in which something is hidden from the seat to move."""
    for state in positions(load(name), 4, 60):
        if a_secret(state.view(state.to_move)):
            yield state, state.to_move


@pytest.mark.parametrize("name", HIDDEN)
def test_a_hide_that_leaks_one_number_is_found_out(name: str) -> None:
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


def choose_at_the_same_time(name: str) -> bool:
    """Whether a seat sees itself to move in this game while another is."""
    return any(
        state.to_move not in (seat, CHANCE) and state.view(seat).to_move == seat
        for state in walk(load(name), Stream(5))
        for seat in range(state.game.seats)
    )


AT_THE_SAME_TIME = [name for name in GAMES if choose_at_the_same_time(name)]


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


def test_choices_at_the_same_time_are_found() -> None:
    assert {"goofspiel", "tomahawk", "manitou"} <= set(AT_THE_SAME_TIME)
    assert not {"kuhn", "leduc", "powwow", "comancheria"} & set(AT_THE_SAME_TIME)


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

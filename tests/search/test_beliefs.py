"""The moves that the asker saw of the others say in which world they are: worlds are weighed by these moves."""

import pytest

from hunch.engines import State, Stream, load
from hunch.search.advice import Limits, Record, advise
from hunch.search.beliefs import Beliefs
from hunch.search.settings import BeliefParams
from hunch.search.stop import Stop
from tests.support.questions import SEAT, with_records

PARAMS = BeliefParams(particles=128)


def weighed(record: Record, seat: int = SEAT) -> Beliefs | None:
    beliefs = Beliefs(record.start, seat, 1, PARAMS)
    return beliefs if beliefs.run(record.events, Stop()) else None


def share(beliefs: list[tuple[State, float]], truth: State) -> float:
    """How likely it is believed that the next seat holds what it holds."""
    right = sum(weight for world, weight in beliefs if world.fields()["hand"][1] == truth.fields()["hand"][1])
    return right / sum(weight for _, weight in beliefs)


def test_weights_do_not_vanish_however_long_a_record_is() -> None:
    """Particles are not resampled if what is seen, mostly dice, is equally likely in all of them."""
    *_, (_, record) = with_records(load("powwow", players=2), 0)
    beliefs = weighed(record)
    assert beliefs is not None
    assert len(record.events) > 100
    assert max(weight for _, weight in beliefs.worlds()) > 2.0**-80


def test_what_was_played_says_something_about_hands() -> None:
    believed, drawn = [], []
    for seed in range(6):
        for state, record in with_records(load("powwow", players=4), seed):
            beliefs = weighed(record)
            assert beliefs is not None
            stream, view = Stream(1), state.view(SEAT)
            believed.append(share(beliefs.worlds(), state))
            drawn.append(share([(view.fill(stream), 1.0) for _ in range(PARAMS.particles)], state))
    assert sum(believed) > 1.25 * sum(drawn)


@pytest.mark.parametrize(("players", "seat"), [(2, 0), (2, 1), (4, 0), (4, 3)])
def test_what_is_believed_is_what_the_asker_sees(players: int, seat: int) -> None:
    """Also for the player who is dealt their cards last: most worlds dealt until then no longer have these."""
    for state, record in with_records(load("powwow", players=players), 3, seat):
        beliefs = weighed(record, seat)
        assert beliefs is not None
        assert all(world.view(seat) == state.view(seat) and not world.flaw() for world, _ in beliefs.worlds())


def test_a_record_changes_the_advice_if_moves_say_something() -> None:
    differing = 0
    for state, record in with_records(load("powwow", players=4), 5):
        told, blind = (advise(state, SEAT, Limits(iterations=400), seed=1, record=one) for one in (record, None))
        assert (told.beliefs, blind.beliefs) == ("record", "prior")
        differing += told.candidates != blind.candidates
    assert differing > 5


@pytest.mark.parametrize("name", ["goofspiel", "manitou"])
def test_beliefs_are_given_up_if_moves_say_nothing_or_worlds_do_not_last(name: str) -> None:
    last = list(with_records(load(name), 1))[-1][1]
    assert weighed(last) is None


def test_a_stop_and_a_time_limit_end_the_weighing() -> None:
    record = list(with_records(load("powwow", players=4), 1))[-1][1]
    stop = Stop()
    stop.set()
    assert not Beliefs(record.start, SEAT, 1, PARAMS).run(record.events, stop)
    assert not Beliefs(record.start, SEAT, 1, PARAMS).run(record.events, Stop(), 1)

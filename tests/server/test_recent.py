"""What an account's calls needed lately helps no other: the time of a call shows nothing of others' positions."""

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from hunch.engines import GAMES, State, Stream, load, messages
from hunch.search import comparison
from hunch.server import requests, responses
from hunch.server.config import Config
from hunch.server.jobs import Grant
from hunch.server.randomness import ChanceSource
from hunch.server.recent import Recent
from hunch.server.rpc import Call
from hunch.server.sealing import Sealer
from hunch.server.search_jobs import RunningSearch, SearchResult
from hunch.server.services import hints, rules
from hunch.server.services.sealed import SealedGames
from hunch.server.steps import finish
from hunch.v1 import advice_pb2, opponent_pb2
from hunch.v1 import rules_pb2 as pb
from tests.support.clock import Clock
from tests.support.play import walk

ITERATIONS = 50
MOST_PLIES = 400
NO_TOKENS = SealedGames(Sealer(Path("nowhere")), {})
"""Nothing here is sealed."""
MAKING_ROOM = ("hunch.server.recent.Recent._remove", "hunch.server.recent.Recent._weigh")
"""What a full cache does besides. That shows how much others asked, and not about what."""


def worlds(name: str) -> Iterator[State]:
    """A position of each of some random games, in which a seat chooses: late enough that hands are dealt."""
    for seed in range(1, 4):
        choices = [step.state for step in islice(walk(load(name).new(), Stream(seed)), MOST_PLIES)]
        yield [state for state in choices if state.to_move >= 0 and len(state.legal()) > 1][-1]


def asks(state: State, account: str) -> None:
    """Asks everything about a position, on behalf of an account. Times and seeds are the same for all."""
    call = Call("", "", None, Clock(), key=account)
    sent, limits = messages.encode(state), advice_pb2.Limits(iterations=ITERATIONS)
    finish(rules.list_moves(pb.ListMovesRequest(state=sent), account, {}, NO_TOKENS))
    rules.check_state(pb.CheckStateRequest(state=sent), {})
    rules.view_state(pb.ViewStateRequest(state=sent, seat=state.to_move), {}, NO_TOKENS)
    step = pb.Step(move=messages.encode_move(state.game, state.legal()[0]))
    played = finish(rules.play_moves(pb.PlayMovesRequest(state=sent, steps=[step]), call, {}, Chance()))
    finish(rules.list_moves(pb.ListMovesRequest(state=played.state), account, {}, NO_TOKENS))
    asked = advice_pb2.Position(state=sent, seat=state.to_move)
    move = opponent_pb2.SuggestMoveRequest(position=asked, limits=limits, seed=1)
    hint = opponent_pb2.GetHintRequest(position=asked, limits=limits, seed=1)
    for steps in (
        requests.move_question(move, account, {}, Config()),
        requests.hint_question(hint, account, {}, Config()),
    ):
        question = finish(steps)
        advice = RunningSearch(question, call.clock).run(Grant(0.0, False, 0.0), 0.0, 1e9)
        result = SearchResult(question, advice, comparison.alone(advice.candidates[0]), 0.0, 0.0)
        responses.suggestion(result)
        hints.hint(result, opponent_pb2.HINT_GRADE_MOVE)


class Chance(ChanceSource):
    """Rolls nothing: the request brings all outcomes."""

    def __init__(self) -> None: ...

    def roll_of(self, *asked: Any) -> None:
        return None


def work_of(do: Callable[[], None]) -> Counter[str]:
    """How often each function of ours is called."""
    calls: Counter[str] = Counter()

    def notice(frame: FrameType, event: str, argument: object) -> None:
        if event == "call" and "hunch" in frame.f_globals.get("__name__", ""):
            calls[f"{frame.f_globals['__name__']}.{frame.f_code.co_qualname}"] += 1

    sys.setprofile(notice)
    try:
        do()
    finally:
        sys.setprofile(None)
    return Counter({name: count for name, count in calls.items() if name not in MAKING_ROOM})


@pytest.mark.parametrize("name", GAMES)
def test_a_position_takes_an_account_as_much_work_whether_another_asked_about_it_or_not(name: str) -> None:
    other, state, _ = worlds(name)
    assert other != state
    asks(other, "nobody")  # loads what all positions of the game share
    first = work_of(lambda: asks(state, "first"))
    second = work_of(lambda: asks(state, "second"))
    assert second - first == first - second == Counter()
    assert sum(work_of(lambda: asks(state, "first")).values()) < sum(first.values())


def test_an_account_finds_only_what_its_own_calls_left() -> None:
    recent: Recent[str, int] = Recent(10)
    recent.put("a", "move", 1)
    assert (recent.get("a", "move"), recent.get("b", "move"), recent.get("", "move")) == (1, None, None)
    recent.put("b", "move", 2)
    assert (recent.get("a", "move"), recent.get("b", "move")) == (1, 2)


def test_all_accounts_together_keep_no_more_than_the_whole() -> None:
    recent: Recent[int, int] = Recent(10)
    for number in range(1000):
        recent.put(str(number % 30), number, number)
    assert sum(recent.get(str(number % 30), number) is not None for number in range(1000)) == 10


@pytest.mark.parametrize("others", [1, 3])
def test_no_account_is_pushed_below_its_share_by_the_others(others: int) -> None:
    recent: Recent[int, int] = Recent(12)
    for number in range(12):
        recent.put("small", number, number)
    for number in range(1000):
        recent.put(f"greedy {number % others}", number, number)
    kept = [number for number in range(12) if recent.get("small", number) is not None]
    assert kept == list(range(12 - 12 // (others + 1), 12))


def test_what_is_kept_is_bounded_by_its_weight_and_the_oldest_of_the_heaviest_goes_first() -> None:
    recent: Recent[str, str] = Recent(10)
    for account, game, weight in (("x", "a", 4), ("x", "b", 4), ("y", "c", 1), ("x", "a", 5), ("y", "d", 2)):
        recent.put(account, game, game.upper(), weight)
    found = [recent.get(account, game) for account, game in (("x", "a"), ("x", "b"), ("y", "c"), ("y", "d"))]
    assert found == ["A", None, "C", "D"]
    recent.put("x", "large", "LARGE", 11)
    assert [recent.get("x", "a"), recent.get("x", "large"), recent.get("y", "c")] == [None, None, "C"]

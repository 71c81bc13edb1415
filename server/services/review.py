"""A played game judged move by move, each on what its seat knew then."""

import math
from collections.abc import AsyncIterator
from dataclasses import dataclass
from functools import partial

from hunch.engines import NOTHING, BadMessage, BadState, Game, State, messages
from hunch.search.levels import MOST_LEVEL
from hunch.search.limits import Limits
from hunch.search.question import Record, Viewpoint
from hunch.server import requests, responses
from hunch.server.config import Config
from hunch.server.errors import under
from hunch.server.limits import divide, resolve
from hunch.server.question import Question
from hunch.server.rpc import Call, Clock
from hunch.server.search_jobs import SearchResult, SearchRunner
from hunch.server.services.rules import MOST_STEPS
from hunch.server.steps import Steps
from hunch.v1 import advice_pb2, rules_pb2
from hunch.v1 import opponent_pb2 as pb

MOVE_MS = 200
"""How long each choice is searched if the request limits nothing."""
PLAYED = 0.1
"""The probability from which a turn is one that should be played."""
UNKNOWN = 1.0
"""The standard error of a turn that was never tried. Nothing is known of what it loses."""
IN_TIME = 0.8
"""The part of the time until the deadline that is planned for. Later choices may take longer than earlier ones."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A move that a seat chose among several."""

    step: int
    viewpoint: Viewpoint
    move: int


@dataclass(frozen=True, slots=True)
class Played:
    """A whole game as it was played."""

    start: State
    choices: tuple[Choice, ...]


def replay(request: pb.EvaluateMovesRequest, data: requests.Data) -> Steps[Played]:
    """Plays the game through, and records what each seat knew at each of its choices."""
    position = start = requests.state(request.start, data, "start")
    with under("start"):
        if requests.owner(position) is not None:
            raise BadState("", "a whole position is needed; judging a view would be guessing")
    if len(request.steps) > MOST_STEPS:
        raise BadMessage("steps", f"{len(request.steps)} steps; at most {MOST_STEPS} are taken")
    wanted = {requests.seat_of(start.game, seat, f"seats[{i}]") for i, seat in enumerate(request.seats)}
    seats = range(start.game.seats)
    begun = [start.view(seat) for seat in seats]
    records: list[list[int]] = [[] for _ in seats]
    choices = []
    for i, step in enumerate(request.steps):
        event = _event(position, step, f"steps[{i}]")
        seat = position.to_move
        if seat >= 0 and (not wanted or seat in wanted) and len(position.legal()) > 1:
            asker = Viewpoint(position.view(seat), seat, Record(begun[seat], tuple(records[seat])))
            choices.append(Choice(i, asker, event))
        for seat in seats:
            seen = position.seen(event, seat)
            if seen != NOTHING:
                records[seat].append(seen)
        position = position.after(event)
        yield
    return Played(start, tuple(choices))


def _event(position: State, step: rules_pb2.Step, field: str) -> int:
    kind = messages.one_of(step, "step", field, BadMessage)
    if kind == "move":
        return requests.move_in(position, step.move, f"{field}.move")
    return requests.event_in(position, step.event, f"{field}.event")


async def judge(
    request: pb.EvaluateMovesRequest, played: Played, searches: SearchRunner, config: Config, call: Call
) -> AsyncIterator[pb.EvaluateMovesResponse]:
    """A judgement for each choice, then the sum."""
    seed, count = requests.seed_of(request), len(played.choices)
    reader = requests.reader_of(request, call.key)
    limits = _limits_of_each(request.limits, count, played.start.game, searches, config)
    pace = Pace(call.deadline - config.answer_before_ms / 1000, limits.time_ms, call.clock)
    losses: list[list[float]] = [[] for _ in range(played.start.game.seats)]
    done, queue_ms, search_ms, shortened = 0, 0.0, 0.0, False
    while done < count and pace.allows():
        choice = played.choices[done]
        question = Question(
            choice.viewpoint,
            limits._replace(time_ms=pace.thinking(count - done)),
            MOST_LEVEL,
            seed,
            requests.MOST_CANDIDATES,
            reader,
            idea=(choice.move,),
        )
        done += 1
        encode = partial(_judgement, choice=choice, left=count - done)
        finished = await searches.run(question, call, encode)
        judgement, took_ms = finished.message, finished.result.search_ms
        queue_ms, search_ms = queue_ms + finished.grant.queue_ms, search_ms + took_ms
        shortened = shortened or finished.shortened
        if judgement.standard_error < UNKNOWN:
            losses[choice.viewpoint.seat].append(judgement.loss)
        yield pb.EvaluateMovesResponse(judgement=judgement)
        pace.took(took_ms)
    means = [math.fsum(own) / len(own) if own else 0.0 for own in losses]
    timing = advice_pb2.Timing(
        elapsed_ms=call.elapsed_ms(), queue_ms=queue_ms, search_ms=search_ms, shortened=shortened
    )
    yield pb.EvaluateMovesResponse(total=pb.Judgements(judged=done, mean_loss=means, seed=seed, timing=timing))


class Pace:
    """How long each choice is searched, so that all are judged before the deadline, or as many as possible.

    A search that only iterations limit cannot be hurried. None begins if the longest so far would end too late.
    """

    def __init__(self, deadline: float, share_ms: int, clock: Clock) -> None:
        self._deadline, self._share_ms, self._clock = deadline, share_ms, clock
        self._began = clock.time()
        self._thought_ms, self._longest_ms, self._judged = 0.0, 0.0, 0

    def allows(self) -> bool:
        """Whether another choice can be judged in time, if it takes no longer than those before."""
        thinking_ms = 0.0 if self._share_ms else self._longest_ms
        return self._clock.time() + (self._beside_ms() + thinking_ms) / 1000 < self._deadline

    def thinking(self, left: int) -> int:
        """Milliseconds for the next of so many choices; 0 if time is no limit."""
        if not self._share_ms or self._deadline == math.inf:
            return self._share_ms
        each = IN_TIME * (self._deadline - self._clock.time()) * 1000 / left
        return max(1, min(self._share_ms, int(each - self._beside_ms())))

    def took(self, thought_ms: float) -> None:
        """Another choice was judged, after a search of that long."""
        self._thought_ms, self._judged = self._thought_ms + thought_ms, self._judged + 1
        self._longest_ms = max(self._longest_ms, thought_ms)

    def _beside_ms(self) -> float:
        """How long a choice took so far, on average, besides its search: to wait, to decode and to encode."""
        elapsed_ms = (self._clock.time() - self._began) * 1000
        return max(0.0, elapsed_ms - self._thought_ms) / self._judged if self._judged else 0.0


def _limits_of_each(
    wanted: advice_pb2.Limits, count: int, game: Game, searches: SearchRunner, config: Config
) -> Limits:
    """Each choice's part of what may be used in all."""
    whole = resolve(wanted, game, MOST_LEVEL, config, default_ms=MOVE_MS * max(count, 1))
    if count and not whole.time_ms:
        searches.check_count(game, max(whole.iterations, count), whole.threads)
    return divide(whole, max(count, 1))


def _judgement(result: SearchResult, choice: Choice, left: int) -> pb.Judgement:
    advice, asker, reader = result.advice, choice.viewpoint, result.question.reader
    best, rival = advice.candidates[0], result.comparison.rival if result.comparison else None
    own = [candidate for candidate in advice.candidates if candidate.turn[0] == choice.move]
    mine = best if own[:1] == [best] or rival is None else rival
    probability = math.fsum(candidate.probability for candidate in own)
    spread = math.hypot(best.standard_error, mine.standard_error) if mine is not best else best.standard_error
    # A turn of the mixture is no mistake, whatever the noise in its value; of one that was not tried, nothing is known.
    known = mine is not best and mine.probability < PLAYED and mine.standard_error < UNKNOWN
    loss = max(0.0, best.value - mine.value) if known else 0.0
    return pb.Judgement(
        step=choice.step,
        seat=asker.seat,
        played=responses.turn_move(asker.view.game, choice.move, reader),
        probability=min(probability, 1.0),
        value=mine.value,
        loss=loss,
        standard_error=spread,
        best=advice_pb2.Turn.FromString(responses.turn(asker.view.game, best.turn, best.ends, reader)),
        left=left,
    )

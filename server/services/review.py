"""A played game judged move by move, each on what its seat knew then."""

import math
import secrets
from collections.abc import AsyncIterator
from dataclasses import dataclass

from hunch.engines import NOTHING, BadMessage, BadState, Game, State, messages
from hunch.search.question import Record
from hunch.server import requests, responses
from hunch.server.errors import under
from hunch.server.rpc import Call, Clock
from hunch.server.scheduler import Rank
from hunch.server.search_jobs import MOST_CANDIDATES, Answer, Thinker
from hunch.server.services.rules import MOST_STEPS
from hunch.server.steps import Steps
from hunch.v1 import advice_pb2, rules_pb2
from hunch.v1 import opponent_pb2 as pb

MOVE_MS = 200
PLAYED = 0.1
"""The share from which a turn belongs to what should be played."""
UNKNOWN = 1.0
"""The standard error of what was never tried; of a loss from which nothing is known."""
IN_TIME = 0.8
"""The part of what is left till the deadline that is reckoned with: later choices may take longer than earlier ones."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A move that somebody made where there was something to choose."""

    step: int
    stands: requests.Standpoint
    move: int


@dataclass(frozen=True, slots=True)
class Played:
    """A whole game as it was played."""

    start: State
    choices: tuple[Choice, ...]


def replay(request: pb.EvaluateMovesRequest, data: requests.Data) -> Steps[Played]:
    """Plays the game through, and keeps what each seat knew at each of its choices."""
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
            stands = requests.Standpoint(position.view(seat), seat, Record(begun[seat], tuple(records[seat])))
            choices.append(Choice(i, stands, event))
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
    request: pb.EvaluateMovesRequest, played: Played, thinker: Thinker, call: Call
) -> AsyncIterator[pb.EvaluateMovesResponse]:
    """A judgement for each choice, then the sum."""
    seed = request.seed if request.HasField("seed") else secrets.randbits(32)
    count = len(played.choices)
    limits = _share(request.limits, count, played.start.game, thinker)
    pace = Pace(call.deadline - thinker.answer_before_ms / 1000, limits.time_ms, call.clock)
    losses: list[list[float]] = [[] for _ in range(played.start.game.seats)]
    done, queue_ms, search_ms, shortened = 0, 0.0, 0.0, False
    while done < count and pace.allows():
        choice = played.choices[done]
        limits.time_ms = pace.thinking(count - done)
        question = thinker.about(choice.stands, limits, 0, seed, MOST_CANDIDATES, None, request.language)
        answer = await thinker.advise(question._replace(idea=(choice.move,)), call, Rank.ANALYSIS)
        done, queue_ms, search_ms = done + 1, queue_ms + answer.grant.queue_ms, search_ms + answer.found.ms
        shortened = shortened or answer.shortened
        judgement = _judgement(choice, answer, count - done)
        if judgement.standard_error < UNKNOWN:
            losses[choice.stands.seat].append(judgement.loss)
        yield pb.EvaluateMovesResponse(judgement=judgement)
        pace.took(answer.found.ms)
    means = [math.fsum(own) / len(own) if own else 0.0 for own in losses]
    timing = advice_pb2.Timing(
        elapsed_ms=call.elapsed_ms(), queue_ms=queue_ms, search_ms=search_ms, shortened=shortened
    )
    yield pb.EvaluateMovesResponse(total=pb.Judgements(judged=done, mean_loss=means, seed=seed, timing=timing))


class Pace:
    """How long each choice is thought about, so that all are judged before the deadline, or as many as can be. What is
    limited by iterations alone cannot be hurried: it is not begun where the longest so far would be too long."""

    def __init__(self, deadline: float, share_ms: int, clock: Clock) -> None:
        self._deadline, self._share_ms, self._clock = deadline, share_ms, clock
        self._began = clock.time()
        self._thought_ms, self._longest_ms, self._judged = 0.0, 0.0, 0

    def allows(self) -> bool:
        """Whether another choice can be judged in time, if it takes no longer than those before."""
        thinking_ms = 0.0 if self._share_ms else self._longest_ms
        return self._clock.time() + (self._beside_ms() + thinking_ms) / 1000 < self._deadline

    def thinking(self, left: int) -> int:
        """Milliseconds for the next of so many choices; 0 where time is no limit."""
        if not self._share_ms or self._deadline == math.inf:
            return self._share_ms
        each = IN_TIME * (self._deadline - self._clock.time()) * 1000 / left
        return max(1, min(self._share_ms, int(each - self._beside_ms())))

    def took(self, thought_ms: float) -> None:
        """Another choice was judged, of which so much was thinking."""
        self._thought_ms, self._judged = self._thought_ms + thought_ms, self._judged + 1
        self._longest_ms = max(self._longest_ms, thought_ms)

    def _beside_ms(self) -> float:
        """What a choice took beside thinking, until now: waiting, reading and telling."""
        elapsed_ms = (self._clock.time() - self._began) * 1000
        return max(0.0, elapsed_ms - self._thought_ms) / self._judged if self._judged else 0.0


def _share(limits: advice_pb2.Limits, count: int, game: Game, thinker: Thinker) -> advice_pb2.Limits:
    """Each choice's part of what may be used in all."""
    whole = advice_pb2.Limits()
    whole.CopyFrom(limits)
    if not (whole.iterations or whole.time_ms):
        whole.time_ms = min(MOVE_MS * max(count, 1), thinker.most_time_ms)
    thinker.check(whole)
    parts = max(count, 1)
    if count and not whole.time_ms:
        thinker.check_count(game, max(whole.iterations, count), whole.threads or 1)
    whole.time_ms = max(1, whole.time_ms // parts) if whole.time_ms else 0
    whole.iterations = max(1, whole.iterations // parts) if whole.iterations else 0
    return whole


def _judgement(choice: Choice, answer: Answer, left: int) -> pb.Judgement:
    found, stands = answer.found.advice, choice.stands
    language = answer.question.language
    best, rival = found.candidates[0], answer.found.why.rival
    own = [one for one in found.candidates if one.turn[0] == choice.move]
    mine = best if own[:1] == [best] or rival is None else rival
    probability = math.fsum(one.probability for one in own)
    spread = math.hypot(best.standard_error, mine.standard_error) if mine is not best else best.standard_error
    # A turn that a mixture plays is no mistake, whatever the noise in its value says; and of one that was never tried
    # nothing is known.
    known = mine is not best and mine.probability < PLAYED and mine.standard_error < UNKNOWN
    loss = max(0.0, best.value - mine.value) if known else 0.0
    return pb.Judgement(
        step=choice.step,
        seat=stands.seat,
        played=responses.turn_move(stands.view.game, choice.move, language),
        probability=min(probability, 1.0),
        value=mine.value,
        loss=loss,
        standard_error=spread,
        best=advice_pb2.Turn.FromString(responses.turn(stands.view.game, best.turn, best.ends, language)),
        left=left,
    )

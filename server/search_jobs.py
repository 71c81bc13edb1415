"""From a question to advice: what a search may use, its place in the queue, its answer as a message."""

import asyncio
import math
import secrets
import time
from collections.abc import Callable
from typing import NamedTuple

from hunch.engines import BadMessage, Game, questions
from hunch.search import advice as search
from hunch.search.explain import Reason
from hunch.search.levels import LEVELS, levels
from hunch.server import VERSION, requests, responses
from hunch.server.config import Config
from hunch.server.errors import Expired, TooMuch
from hunch.server.observability.metrics import Metrics
from hunch.server.rpc import Call, Clock
from hunch.server.scheduler import Grant, Job, Rank, Scheduler
from hunch.server.steps import Steps
from hunch.v1 import advice_pb2 as pb
from hunch.v1.opponent_pb2 import SuggestMoveResponse

MOST_CANDIDATES = 100
CANDIDATES = 5
FLOOR = 1_000
"""Iterations below which thinking time is not cut, at any level."""
WHY_MS = 100.0
"""Reasons for a turn take 10 to 40 ms once the search is over, on a busy machine up to twice as long."""
SAMPLING = ("ucb", "regret", "solitaire")
RATED = 100
"""Iterations from which a search tells something about the rate."""
FIRST_RATE = 50.0
"""Iterations a millisecond that are reckoned with until a game was searched here."""

BELIEFS = {"none": pb.BELIEFS_NONE, "prior": pb.BELIEFS_PRIOR, "record": pb.BELIEFS_RECORD}
REASONS = {
    "iterations": pb.STOP_REASON_ITERATIONS,
    "time": pb.STOP_REASON_TIME,
    "stopped": pb.STOP_REASON_STOPPED,
    "solved": pb.STOP_REASON_EXACT,
    "only_move": pb.STOP_REASON_ONLY_MOVE,
    "running": pb.STOP_REASON_UNSPECIFIED,
}


class Question(NamedTuple):
    """A checked request for advice."""

    stands: requests.Standpoint
    iterations: int  # 0: no limit
    time_ms: int  # 0: no limit
    memory_mib: int
    threads: int
    level: int
    seed: int
    candidates: int
    first: tuple[int, ...]  # the first moves to consider; empty: all
    language: str
    why: bool = False  # whether reasons are wanted
    idea: tuple[int, ...] = ()  # the beginning of a turn that the best one is to be compared with

    @property
    def game(self) -> Game:
        """The game that is asked about."""
        return self.stands.view.game


class Thought:
    """A search that may not have begun yet: what a job stops and a stream looks at."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._search: search.Search | None = None
        self._stopped = self._enough = self._cut = False  # one thread raises, another reads: no lock is needed
        self._least = False  # it makes its floor of iterations, and gives way no more
        self.again = False  # it was begun a second time

    def set(self) -> None:
        """Ends it, also before it began: nobody waits for it any more."""
        self._stopped = True
        self.set_enough()

    def set_enough(self) -> None:
        """Ends it with what it has found; where it has not begun, with what a moment finds."""
        self._enough = True
        if (begun := self._search) is not None:
            begun.stop()

    def give_way(self, floor: int) -> bool:
        """Cuts it short, unless it samples and has not made so many iterations; says whether it did."""
        begun = self._search  # read first: `_least` is set before such a search is
        if begun is None or self._least:
            return False
        if begun.samplers and sum(one.iterations for one in begun.samplers) < floor:
            return False
        self._cut = True
        begun.stop()
        return True

    def let_go(self) -> None:
        """Frees the search on the thread that calls, once all is told: the event loop has no time for much memory."""
        self._search = None

    def run(self, question: Question, grant: Grant, floor_ms: float, until: float) -> search.Advice:
        """Searches; raises Expired when nobody waits for it any more. The floor of iterations is reckoned to take
        `floor_ms`. Limited by time, all is over at `until`, of this clock; limited by a count, only the floor
        after a cut is."""
        if self._stopped:
            raise Expired("given up before the search began")
        found = self._found(question, grant, floor_ms, until)
        if self._stopped:
            raise Expired("given up before the answer was told")
        return found

    def _found(self, question: Question, grant: Grant, floor_ms: float, until: float) -> search.Advice:
        began = self._clock.time()
        if not question.time_ms:
            found = self._searched(question, 0)
            return self._whole(question, found, floor_ms, began, until) if self._cut else found
        until = min(until, began + question.time_ms / 1000)  # the floor is given no more time than was asked for
        if grant.shortened and grant.time_ms <= floor_ms:  # a try at an exact answer would take most of so little
            return self._floored(question, until)
        found = self._searched(question, grant.time_ms if grant.shortened else self._left_ms(until))
        if not (grant.shortened or self._cut):
            return found
        return self._whole(question, found, floor_ms, began, until)

    def _whole(
        self, question: Question, found: search.Advice, floor_ms: float, began: float, until: float
    ) -> search.Advice:
        """What was found before others needed the core; what the floor of iterations finds, if that is more."""
        if self._enough or found.stop_reason not in ("stopped", "time"):
            return found
        now = self._clock.time()
        lacks = found.method in SAMPLING and found.iterations < floor_of(question)
        if not lacks or now + min(floor_ms / 1000, now - began) > until:
            return found._replace(stop_reason="time")
        self.again, first = True, self._search
        more = self._floored(question, until)
        if more.method not in SAMPLING or more.iterations >= found.iterations:
            return more
        self._search = first  # the second was ended at its beginning
        return found._replace(stop_reason="time")

    def _floored(self, question: Question, until: float) -> search.Advice:
        """What the floor of iterations finds. It stands for a whole count only if the count is as small, and time was
        its limit too: then no other answer was promised."""
        self._least = True
        floor = floor_of(question)
        found = self._searched(question._replace(iterations=floor), self._left_ms(until))
        cut = found.stop_reason == "iterations" and not (question.time_ms and floor == question.iterations)
        return found._replace(stop_reason="time") if cut else found

    def _searched(self, question: Question, time_ms: float) -> search.Advice:
        self._search = _search(question, time_ms)
        if self._enough:
            self._search.stop()
        return self._search.run()

    def _left_ms(self, until: float) -> float:
        return max(1.0, (until - self._clock.time()) * 1000)

    def snapshot(self) -> search.Advice | None:
        """The answer so far."""
        begun = self._search
        return None if begun is None else begun.snapshot()

    def why(self, best: search.Turn, idea: search.Turn, reasons: bool, until: float) -> "Why":
        """What the best turn is compared with, and why it is preferred; once the search is over. `until` is of the
        monotonic clock."""
        assert self._search is not None
        runner_up = self._search.candidate(avoid=[best[:1]])
        rival = self._search.candidate(allow=[idea]) if idea and idea != best[: len(idea)] else runner_up
        signs = self._search.reasons(best, rival.turn, until) if reasons and rival is not None else ()
        return Why(runner_up, rival, () if rival is None else self._search.tried(rival.turn), signs)


def floor_of(question: Question) -> int:
    """Iterations below which its thinking time is not cut."""
    return min(FLOOR, question.iterations or FLOOR)


def _search(question: Question, time_ms: float) -> search.Search:
    stands = question.stands
    return search.Search(
        stands.view,
        stands.seat,
        search.Limits(question.iterations, max(1, round(time_ms)) if time_ms else 0, question.memory_mib),
        seed=question.seed,
        level=question.level,
        candidates=question.candidates,
        threads=question.threads,
        allow=[(move,) for move in question.first],
        record=stands.record,
    )


class Thinker:
    """Asks the search through the queue, and remembers how fast each game is searched here."""

    def __init__(self, config: Config, data: requests.Data, scheduler: Scheduler, metrics: Metrics) -> None:
        self._config, self.data, self._scheduler, self._metrics = config, data, scheduler, metrics
        self._most_threads = config.threads
        self._rates: dict[str, float] = {}

    def question(
        self,
        position: pb.Position,
        limits: pb.Limits,
        level: int,
        seed: int | None,
        candidates: int = 0,
        first: Callable[[requests.Standpoint], Steps[list[int]]] | None = None,
        language: str = "",
    ) -> Steps[Question]:
        """The question of a request, checked."""
        stands = yield from requests.standpoint(position, self.data)
        moves = (yield from first(stands)) if first else None
        return self.about(stands, limits, level, seed, candidates, moves, language)

    def about(
        self,
        stands: requests.Standpoint,
        limits: pb.Limits,
        level: int,
        seed: int | None,
        candidates: int = 0,
        first: list[int] | None = None,
        language: str = "",
    ) -> Question:
        """The question from a standpoint, with its limits checked."""
        config = self._config
        if level > len(LEVELS):
            raise BadMessage("level", f"{level} is not in 1 to {len(LEVELS)}; 0 is the highest")
        if candidates > MOST_CANDIDATES:
            raise BadMessage("candidates", f"{candidates} is more than {MOST_CANDIDATES}")
        self.check(limits)
        own = levels(stands.view.game)[(level or len(LEVELS)) - 1].iterations
        iterations = min(limits.iterations or own, own or limits.iterations)
        time_ms = limits.time_ms or (0 if iterations else min(search.DEFAULT_MS, config.most_time_ms))
        return Question(
            stands,
            iterations,
            time_ms,
            limits.memory_mib or min(search.DEFAULT_MIB, config.most_memory_mib),
            limits.threads or 1,
            level or len(LEVELS),
            secrets.randbits(32) if seed is None else seed,
            candidates or CANDIDATES,
            tuple(first or ()),
            language,
        )

    @property
    def most_time_ms(self) -> int:
        """Most thinking of one request."""
        return self._config.most_time_ms

    @property
    def answer_before_ms(self) -> float:
        """How long before its deadline a call is answered with what there is."""
        return self._config.answer_before_ms

    def check(self, limits: pb.Limits) -> None:
        """Refuses limits beyond those of the server."""
        config = self._config
        _within("limits.iterations", limits.iterations, config.most_iterations)
        _within("limits.time_ms", limits.time_ms, config.most_time_ms)
        _within("limits.memory_mib", limits.memory_mib, config.most_memory_mib)
        _within("limits.threads", limits.threads, self._most_threads)

    def check_count(self, game: Game, iterations: int, threads: int) -> None:
        """Refuses so many iterations, of one search or several, where they would take too long at the pace so far."""
        most = math.floor(self._config.most_time_ms * self._rate(game, threads))
        if iterations > most:
            raise TooMuch(f"limits.iterations: so many would take too long here; about {most:,} are possible")

    def _rate(self, game: Game, threads: int) -> float:
        """Iterations a millisecond."""
        return self._rates.get(game.name, FIRST_RATE) * threads

    def job(self, question: Question, thought: Thought, call: Call, rank: Rank) -> "Job[Found]":
        """The question as work for the scheduler."""
        rate = self._rate(question.game, question.threads)
        whole = question.iterations / rate if question.iterations else math.inf
        asked, timed = min(whole, question.time_ms or math.inf), bool(question.time_ms)
        if not timed:
            self.check_count(question.game, question.iterations, question.threads)
        floor = min(asked, floor_of(question) / rate)
        most_s = self._config.most_time_ms / 1000
        margin_ms = self._config.answer_before_ms + (WHY_MS if question.why else 0.0)

        def work(grant: Grant) -> Found:
            start, used = call.clock.time(), time.thread_time()
            until = min(call.deadline - margin_ms / 1000, call.clock.time() + most_s)
            advice = thought.run(question, grant, floor, until)
            took, used = (call.clock.time() - start) * 1000, (time.thread_time() - used) * 1000
            why = UNASKED
            if question.why or question.idea:
                until = call.deadline - self._config.answer_before_ms / 1000
                why = thought.why(advice.candidates[0].turn, question.idea, question.why, until)
            told = SuggestMoveResponse()
            tell(question, advice, told.advice)
            return Found(advice, told, took, used, why)

        return Job(
            work=work,
            stop=thought,
            key=call.key,
            rank=rank,
            asked_ms=asked,
            floor_ms=floor,
            most_ms=math.inf if timed else self._config.most_time_ms,
            timed=timed,
            threads=question.threads,
            memory_mib=question.memory_mib,
            deadline=call.deadline,
            margin_ms=margin_ms,
            enough=thought.set_enough,
            give_way=lambda must: thought.give_way(0 if must else floor_of(question)),
            after=thought.let_go,
        )

    async def advise(self, question: Question, call: Call, rank: Rank, thought: Thought | None = None) -> "Answer":
        """The answer, once the search had its turn."""
        thought = thought or Thought(call.clock)
        job = self.job(question, thought, call, rank)
        found = await self._scheduler.run(job)
        # Noted a moment later, when grpc has the answer; a short search is kept till then, as its end takes time too.
        asyncio.get_running_loop().call_soon(self._note, question, thought, job, found)
        return Answer(question, found, job.granted)

    def _note(self, question: Question, thought: Thought, job: "Job[Found]", found: "Found") -> None:
        name, iterations = question.game.name, found.advice.iterations
        self._metrics.searched(job.rank, name, job.granted.queue_ms, found.ms, iterations)
        if iterations >= RATED and found.advice.method in SAMPLING and not thought.again:
            rate = iterations / max(found.core_ms, 0.01) / question.threads  # whatever else the machine was doing
            self._rates[name] = 0.8 * self._rates.get(name, rate) + 0.2 * rate


class Why(NamedTuple):
    """What a hint says of other turns."""

    runner_up: search.Candidate | None  # the best turn that begins otherwise
    rival: search.Candidate | None  # the one that the best is compared with
    tried: search.Turn  # the beginning of that one which was looked into
    signs: tuple[Reason, ...]  # what tells them apart


UNASKED = Why(None, None, (), ())


class Found(NamedTuple):
    """What a search thread brings back."""

    advice: search.Advice
    told: SuggestMoveResponse  # the timing is still to be filled in
    ms: float  # it took,
    core_ms: float  # and the core's time that its thread had of them
    why: Why


class Answer(NamedTuple):
    """Advice with how it came about."""

    question: Question
    found: Found
    grant: Grant

    @property
    def shortened(self) -> bool:
        """Whether it thought less than was asked: a count that was made in full before it was cut did not."""
        return self.grant.shortened and (bool(self.question.time_ms) or self.found.advice.stop_reason == "time")

    def time(self, call: Call, told: pb.Timing) -> None:
        """Fills in how long it took."""
        moves = len(self.question.stands.view.legal())
        told.queue_ms, told.search_ms, told.shortened = self.grant.queue_ms, self.found.ms, self.shortened
        told.granted_ms = self.grant.time_ms if told.shortened else self.question.time_ms
        told.suggested_think_ms = round(500 + 250 * math.log2(max(moves, 1)))
        told.elapsed_ms = call.elapsed_ms()


def tell(question: Question, found: search.Advice, told: pb.Advice) -> None:
    """Fills a message in its place, as copies cost more than what is copied. Of equal advice equal bytes."""
    told.seat, told.iterations, told.worlds = question.stands.seat, found.iterations, found.worlds
    told.beliefs, told.stop_reason = BELIEFS[found.beliefs], REASONS[found.stop_reason]
    told.seed, told.level, told.method, told.threads = found.seed, found.level, found.method, found.threads
    told.uncalibrated = not questions(found.game).calibrated
    if found.exploitability is not None:
        told.exploitability = found.exploitability
    versions = told.versions
    versions.server, versions.search = VERSION, found.search_version
    versions.rules, versions.data_hash = found.rules_version, found.data_hash
    told.play.MergeFromString(responses.turn(question.game, found.play, found.ends, question.language))
    for one in found.candidates:
        tell_candidate(question, one, told.candidates.add())


def tell_candidate(question: Question, one: search.Candidate, told: pb.Candidate) -> None:
    """Fills a message with a turn that was considered."""
    game, language = question.game, question.language
    told.probability, told.visits = one.probability, one.visits
    told.value, told.standard_error = one.value, one.standard_error
    told.turn.MergeFromString(responses.turn(game, one.turn, one.ends, language))
    if one.line:
        told.MergeFromString(responses.line(game, one.line, language))


def _within(field: str, value: int, most: int) -> None:
    if value > most:
        raise TooMuch(f"{field}: {value:,} is more than this server allows, {most:,}")

"""Runs searches through the queue: what a search does with its grant, and how fast each game is searched here.

Knows questions and advice, no message. A caller hands down how its result is encoded, as that happens on the search's
thread.
"""

import asyncio
import math
import time
from collections.abc import Callable
from typing import Generic, NamedTuple, TypeVar

from hunch.engines import Game
from hunch.search import advice as search
from hunch.search import comparison
from hunch.search.comparison import Comparison
from hunch.search.limits import Limits
from hunch.server.config import Config
from hunch.server.errors import Expired, TooMuch
from hunch.server.jobs import Grant, Job
from hunch.server.lateness import Lateness
from hunch.server.observability.metrics import Metrics
from hunch.server.question import Question
from hunch.server.rpc import Call, Clock
from hunch.server.scheduler import Scheduler

M = TypeVar("M")
FLOOR = 1_000
"""Iterations below which a search is not cut short, at any level."""
REASONS_MS = 100.0
"""Time for the reasons of a turn, once the search is over. They take 10 to 40 ms, on a busy machine up to 80."""
SAMPLING = ("ucb", "regret", "solitaire")
"""Methods that count iterations, so that a floor of them means something."""
RATED = 100
"""Fewest iterations of a search from which the speed of its game is learnt."""
FIRST_RATE = 50.0
"""Iterations a millisecond that are assumed until a game was searched here."""


class SearchResult(NamedTuple):
    """What a search found."""

    question: Question
    advice: search.Advice
    comparison: Comparison | None
    """How the best turn compares with another; None if that was not asked."""
    search_ms: float
    """How long the search took, with the comparison."""
    core_ms: float
    """How long the search's thread ran on a core, without the comparison."""


class FinishedSearch(NamedTuple, Generic[M]):
    """A result as a message, and what the scheduler granted for it."""

    result: SearchResult
    message: M
    grant: Grant

    @property
    def shortened(self) -> bool:
        """Whether it searched less than was asked. A count that was complete before it was cut was not shortened."""
        timed = bool(self.result.question.limits.time_ms)
        return self.grant.shortened and (timed or self.result.advice.stop_reason == "time")


class RunningSearch:
    """The search of one question, from before it begins until it is released.

    It runs on one thread; others may stop it and look at it. Each flag is set by one thread and read by another, so
    no lock is needed.
    """

    def __init__(self, question: Question, clock: Clock, begins: Callable[[], None] = lambda: None) -> None:
        """`begins` is called on the search's thread when it has its turn."""
        self.question, self._clock, self._begins = question, clock, begins
        # A hint compares turns in a second search, for which half of everything is kept.
        self._share = 0.5 if question.reasons else 1.0
        self._limits = comparison.halves(question.limits)[0] if question.reasons else question.limits
        self._floor = min(FLOOR, self._limits.iterations or FLOOR)  # iterations below which it is not cut short
        self._search: search.Search | None = None
        self._abandoned = False  # nobody waits for an answer
        self._enough = False  # the asker wants what there is
        self._cut = False  # other work needs the core
        self._at_floor = False  # it makes its floor of iterations, and no longer gives way
        self.restarted = False  # it began a second time, for its floor
        self.due = math.inf  # when its time is over, on its clock

    def abandon(self) -> None:
        """Ends it, even before it began: nobody waits for an answer."""
        self._abandoned = True
        self.answer_now()

    def answer_now(self) -> None:
        """Ends it with what it found. If it has not begun, it ends with what it finds in a moment."""
        self._enough = True
        if (begun := self._search) is not None:
            begun.stop()

    def give_way(self, must: bool) -> bool:
        """Cuts it short for other work, and returns whether it did. Below its floor it goes on, unless it must end."""
        begun = self._search  # read first: `_at_floor` is set before such a search is
        if begun is None or self._at_floor:
            return False
        floor = 0 if must else self._floor
        if begun.samplers and sum(sampler.iterations for sampler in begun.samplers) < floor:
            return False
        self._cut = True
        begun.stop()
        return True

    def release(self) -> None:
        """Frees the search on the thread that calls. The event loop has no time to free much memory."""
        self._search = None

    def snapshot(self) -> search.Advice | None:
        """The advice so far."""
        begun = self._search
        return None if begun is None else begun.snapshot()

    def run(self, grant: Grant, floor_ms: float, until: float) -> search.Advice:
        """Searches. Raises Expired if nobody waits for the answer.

        The floor of iterations takes about `floor_ms`. `until`, of this clock, ends a search that is limited by time;
        of one that is limited by a count it ends only the floor after a cut.
        """
        if self._abandoned:
            raise Expired("given up before the search began")
        self._begins()
        advice = self._run(grant, floor_ms, until)
        if self._abandoned:
            raise Expired("given up before the answer was sent")
        return advice

    def compare(self, advice: search.Advice, grant: Grant, until: float, answer_by: float) -> Comparison:
        """Compares the best turn with the asker's idea, or with the best that begins otherwise, once the search is
        over. If reasons are wanted, both are searched again until `until`, of this clock; `answer_by`, of the monotonic
        clock, ends the look for reasons."""
        first, question = self._search, self.question
        assert first is not None
        if advice.method == "only_move":
            return comparison.alone(advice.candidates[0])
        if not question.reasons:
            return comparison.found(first, advice, question.idea)
        limits = self._second_limits(grant, until)
        known, second = comparison.searched(first, advice, question.idea, limits, self._run_search)
        share = min(1.0, grant.time_ms / REASONS_MS) if grant.shortened else 1.0
        return comparison.with_reasons(known, second, answer_by, share)

    def _second_limits(self, grant: Grant, until: float) -> Limits:
        """The limits of the second search. It makes as many iterations as the floor if other work needs the core."""
        limits, hurried = comparison.halves(self.question.limits)[1], self._cut or self._at_floor
        if hurried:
            limits = limits._replace(iterations=self._floor)
        if limits.time_ms or hurried:
            granted_ms = self._share * grant.time_ms if grant.shortened and not hurried else math.inf
            time_ms = min(limits.time_ms or math.inf, granted_ms, self._left_ms(until))
            limits = limits._replace(time_ms=max(1, round(time_ms)))
        return limits

    def _run(self, grant: Grant, floor_ms: float, until: float) -> search.Advice:
        began, time_ms, granted_ms = self._clock.time(), self._limits.time_ms, self._share * grant.time_ms
        if not time_ms:
            advice = self._search_for(0)
            return self._at_least_floor(advice, floor_ms, began, until) if self._cut else advice
        until = min(until, began + time_ms / 1000)  # the floor gets no more time than was asked for
        if grant.shortened and granted_ms <= floor_ms:  # a try at an exact answer would take most of so little
            return self._search_floor(until)
        advice = self._search_for(granted_ms if grant.shortened else self._left_ms(until))
        if not (grant.shortened or self._cut):
            return advice
        return self._at_least_floor(advice, floor_ms, began, until)

    def _at_least_floor(self, advice: search.Advice, floor_ms: float, began: float, until: float) -> search.Advice:
        """The advice found before other work needed the core, or that of the floor if the floor finds more."""
        if self._enough or advice.stop_reason not in ("stopped", "time"):
            return advice
        now = self._clock.time()
        below = advice.method in SAMPLING and advice.iterations < self._floor
        if not below or now + min(floor_ms / 1000, now - began) > until:
            return advice._replace(stop_reason="time")
        self.restarted, first = True, self._search
        more = self._search_floor(until)
        if more.method not in SAMPLING or more.iterations >= advice.iterations:
            return more
        self._search = first  # the second was stopped as it began
        return advice._replace(stop_reason="time")

    def _search_floor(self, until: float) -> search.Advice:
        """What the floor of iterations finds. It counts as complete only if the request had the same count and a limit
        of time too, as that promises no more."""
        self._at_floor = True
        limits = self._limits
        advice = self._search_for(self._left_ms(until), self._floor)
        cut = advice.stop_reason == "iterations" and not (limits.time_ms and self._floor == limits.iterations)
        return advice._replace(stop_reason="time") if cut else advice

    def _search_for(self, time_ms: float, iterations: int | None = None) -> search.Advice:
        """Searches for that long; 0 for no limit. By default it makes the iterations of the question."""
        limits = self._limits._replace(time_ms=max(1, round(time_ms)) if time_ms else 0)
        self.due = self._clock.time() + limits.time_ms / 1000 if time_ms else math.inf
        if iterations is not None:
            limits = limits._replace(iterations=iterations)
        return self._run_search(_search(self.question, limits))

    def _run_search(self, begun: search.Search) -> search.Advice:
        self._search = begun
        if self._enough:
            begun.stop()
        return begun.run()

    def _left_ms(self, until: float) -> float:
        return max(1.0, (until - self._clock.time()) * 1000)


def floor_of(question: Question) -> int:
    """Iterations below which the search of a question is not cut short."""
    return min(FLOOR, question.limits.iterations or FLOOR)


def _search(question: Question, limits: Limits) -> search.Search:
    asker = question.viewpoint
    return search.Search(
        asker.view,
        asker.seat,
        limits,
        seed=question.seed,
        options=search.AdviceOptions(question.level, question.candidates, [(move,) for move in question.first]),
        record=asker.record,
    )


class SearchRunner:
    """Runs searches through the queue, and learns how fast each game is searched here."""

    def __init__(self, config: Config, scheduler: Scheduler, metrics: Metrics) -> None:
        self._config, self._scheduler, self._metrics = config, scheduler, metrics
        self._rates: dict[str, float] = {}  # iterations a millisecond, by game
        self._lateness = Lateness()

    async def run(
        self,
        question: Question,
        call: Call,
        encode: Callable[[SearchResult], M],
        running: RunningSearch | None = None,
    ) -> FinishedSearch[M]:
        """The result, once the search had its turn. `encode` makes the message on the search's thread. A caller that
        wants to look at the search meanwhile brings it as `running`."""
        running = running or RunningSearch(question, call.clock)
        job = self.job(running, call, encode)
        call.waited_ms = 0.0  # it counts once, if the call goes on
        result, message = await self._scheduler.run(job)
        if call.clock.time() >= running.due and not question.reasons:  # reasons take their own time
            self._lateness.saw((call.clock.time() - running.due) * 1000)
        # Noted a moment later, when grpc has the answer. A short search is kept until then, as to free it takes time.
        asyncio.get_running_loop().call_soon(self._note, running, job, result)
        return FinishedSearch(result, message, job.granted)

    def job(
        self, running: RunningSearch, call: Call, encode: Callable[[SearchResult], M]
    ) -> Job[tuple[SearchResult, M]]:
        """The search as work for the scheduler."""
        question, limits, config = running.question, running.question.limits, self._config
        rate, timed = self._rate(question.game, limits.threads), bool(limits.time_ms)
        if not timed:
            self.check_count(question.game, limits.iterations, limits.threads)
        count_ms = limits.iterations / rate if limits.iterations else math.inf
        asked_ms = min(count_ms, limits.time_ms or math.inf)
        floor_ms = min(asked_ms, floor_of(question) / rate)
        before_ms = config.answer_before_ms + self._lateness.margin_ms((call.deadline - call.clock.time()) * 1000)
        margin_ms = before_ms + (REASONS_MS if question.reasons else 0.0)

        def work(grant: Grant) -> tuple[SearchResult, M]:
            result = self._searched(running, call, grant, floor_ms, before_ms)
            return result, encode(result)

        return Job(
            work=work,
            abandon=running.abandon,
            answer_now=running.answer_now,
            give_way=running.give_way,
            release=running.release,
            key=call.key,
            rank=call.rank,
            asked_ms=asked_ms,
            floor_ms=floor_ms,
            most_ms=math.inf if timed else config.most_time_ms,
            timed=timed,
            threads=limits.threads,
            memory_mib=limits.memory_mib,
            deadline=call.deadline,
            margin_ms=margin_ms,
            waited_ms=call.waited_ms,
        )

    def check_count(self, game: Game, iterations: int, threads: int) -> None:
        """Refuses iterations, of one search or of several, that would take too long at the speed so far."""
        most = math.floor(self._config.most_time_ms * self._rate(game, threads))
        if iterations > most:
            raise TooMuch(f"limits.iterations: so many would take too long here; about {most:,} are possible")

    def _searched(
        self, running: RunningSearch, call: Call, grant: Grant, floor_ms: float, before_ms: float
    ) -> SearchResult:
        """Runs the search, and compares its best turn if the question wants that. All ends `before_ms` before the
        deadline."""
        question, clock = running.question, call.clock
        answer_by = call.deadline - before_ms / 1000
        searched_by = answer_by - (REASONS_MS / 1000 if question.reasons else 0.0)
        start, core_start = clock.time(), time.thread_time()
        until = min(searched_by, start + self._config.most_time_ms / 1000)
        advice = running.run(grant, floor_ms, until)
        search_ms, core_ms = (clock.time() - start) * 1000, (time.thread_time() - core_start) * 1000
        if not (question.reasons or question.idea):
            return SearchResult(question, advice, None, search_ms, core_ms)
        compared = running.compare(advice, grant, until, answer_by)
        if question.reasons:
            search_ms = (clock.time() - start) * 1000
        return SearchResult(question, advice, compared, search_ms, core_ms)

    def _note(self, running: RunningSearch, job: Job[tuple[SearchResult, M]], result: SearchResult) -> None:
        """Counts a search, and learns the speed of its game."""
        game, iterations, threads = result.question.game, result.advice.iterations, result.question.limits.threads
        self._metrics.searched(job.rank, game.name, job.granted.queue_ms, result.search_ms, iterations)
        if iterations >= RATED and result.advice.method in SAMPLING and not running.restarted:
            rate = iterations / max(result.core_ms, 0.01) / threads  # by time on the core: other work slows the rest
            self._rates[game.name] = 0.8 * self._rates.get(game.name, rate) + 0.2 * rate

    def _rate(self, game: Game, threads: int) -> float:
        """Iterations a millisecond."""
        return self._rates.get(game.name, FIRST_RATE) * threads

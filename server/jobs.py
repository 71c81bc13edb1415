"""What the scheduler runs: jobs, their classes, and what they were granted. Knows no order and no thread."""

import asyncio
import math
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")


class Rank(IntEnum):
    """Classes of jobs, the most important first."""

    MOVE = 0
    HINT = 1
    ANALYSIS = 2


class Paused(Exception):
    """Raised by work that is not done after its slice. It goes on when its turn comes again."""


class Grant(NamedTuple):
    """What a job got when its turn came."""

    time_ms: float  # for the search; 0: as long as its own limits say
    shortened: bool  # less than it asked for
    queue_ms: float  # how long it waited


NOT_YET = Grant(0.0, False, 0.0)


@dataclass(slots=True, eq=False, kw_only=True)
class Job(Generic[T]):
    """One piece of work for the search threads."""

    work: Callable[[Grant], T]
    abandon: Callable[[], None] = lambda: None  # ends it: nobody waits. The default suits work that ends or pauses soon
    answer_now: Callable[[], None] | None = None  # asks for an answer with what there is; unset: `abandon` ends it
    give_way: Callable[[bool], bool] | None = None  # asks it to end for other work, or says that it must; returns if so
    release: Callable[[], None] | None = None  # frees its memory, on its thread, once its result is on its way
    key: str = ""  # the account that is charged
    rank: Rank = Rank.MOVE
    asked_ms: float = 1.0  # about how long it takes a core; exact if `timed`
    floor_ms: float = 1.0  # how long it may run before it has to give way
    most_ms: float = math.inf  # how long it may run at all
    timed: bool = False  # limited by time, so it may be shortened
    threads: int = 1
    memory_mib: int = 0
    deadline: float = math.inf  # on the clock of the event loop
    margin_ms: float = 0.0  # how long before the deadline it ends
    waited_ms: float = 0.0  # how long its call has already waited, for a core that prepared this
    queued_at: float = 0.0  # when it came
    came_at: float = 0.0  # the same, less all that its call waited before, and later less what it ran already
    due_at: float = 0.0  # until then it lets others go first that are due
    started_at: float = 0.0
    charged_ms: float = 0.0  # core time that its key was charged when it started
    granted: Grant = NOT_YET
    limit: asyncio.TimerHandle | None = None  # cuts it after `most_ms`
    done: "asyncio.Future[T] | None" = None  # set while somebody waits for the result

    @property
    def least_ms(self) -> float:
        """The core time that it takes at least, if only its own key's jobs are there."""
        return (self.floor_ms if self.timed else self.asked_ms) * self.threads

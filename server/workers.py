"""The threads that work. A thread runs one job after the other and reports each; it keeps no accounts."""

import asyncio
import contextlib
import itertools
import os
import threading
import weakref
from collections import deque
from collections.abc import Callable, Iterator
from typing import Any

from hunch.server.jobs import Grant, Job

LONG_S = 0.02
"""Shorter jobs use so little memory that it may be freed on the event loop."""
Report = Callable[[Job[Any], Any, Exception | None], None]
"""Takes a job with its result, or with what its work raised. Called on the event loop."""


class Workers:
    """Threads of one event loop, on which they are made."""

    def __init__(self, count: int, name: str, report: Report) -> None:
        self._loop, self._count, self._report = asyncio.get_running_loop(), count, report
        self._inbox: deque[tuple[Job[Any], Grant] | None] = deque()
        self._wake_read, self._wake_write = os.pipe()
        self._outbox: deque[tuple[Job[Any], Any, Exception | None]] = deque()
        self._report_read, self._report_write = os.pipe()
        self._taking_next = False  # the loop takes results next, so threads need not report
        self._close_reports = weakref.finalize(self, os.close, self._report_read)
        self._loop.add_reader(self._report_read, self._read_reports)
        self._ended = itertools.count(1)  # threads that have ended
        self._threads = [threading.Thread(target=self._serve, name=f"{name}-{i}", daemon=True) for i in range(count)]
        for thread in self._threads:
            thread.start()

    def hand_over(self, job: Job[Any]) -> None:
        """Runs a job with what it was granted."""
        self._wake((job, job.granted))  # what is cut later stays out of it

    @contextlib.contextmanager
    def results_taken(self) -> Iterator[None]:
        """Takes results at the end of the body, which may hand over a job: a short one is done by then."""
        self._taking_next = True
        try:
            yield
        finally:
            self._taking_next = False
            self._take_results()

    def close(self, within_s: float) -> None:
        """Ends the threads after their jobs, and waits at most `within_s` for each. To close again does nothing."""
        threads = self._threads.copy()
        self._threads.clear()
        for _ in threads:
            self._wake(None)
        for thread in threads:
            thread.join(within_s)

    def _wake(self, order: tuple[Job[Any], Grant] | None) -> None:
        """Wakes a thread through a pipe. To write there releases the interpreter's lock, which the thread needs first.
        A queue would wake it only to wait for that lock."""
        self._inbox.append(order)
        os.write(self._wake_write, b"!")

    def _serve(self) -> None:
        while os.read(self._wake_read, 1) and (order := self._inbox.popleft()) is not None:
            release = self._run(*order)
            del order  # an idle thread keeps no search alive
            if not self._taking_next:
                with contextlib.suppress(BrokenPipeError):  # the event loop is gone
                    os.write(self._report_write, b"!")
            if release:
                release()
                del release
        if next(self._ended) == self._count:
            os.close(self._wake_read)
            os.close(self._wake_write)
            os.close(self._report_write)

    def _run(self, job: Job[Any], grant: Grant) -> Callable[[], None] | None:
        """Does the work. Returns how to free its memory, if that may take long."""
        try:
            self._outbox.append((job, job.work(grant), None))
        except Exception as error:
            self._outbox.append((job, None, error))
        return job.release if self._loop.time() - job.started_at > LONG_S else None

    def _read_reports(self) -> None:
        """Takes what threads report, through a pipe: the loop's call_soon_threadsafe takes longer."""
        if not os.read(self._report_read, 4096):  # all threads have ended
            self._loop.remove_reader(self._report_read)
            self._close_reports()
        self._take_results()

    def _take_results(self) -> None:
        while self._outbox:
            self._report(*self._outbox.popleft())

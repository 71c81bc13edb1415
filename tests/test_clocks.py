"""No test measures how long something takes: `bench` and `loadtest` do. What a thread worked is no such time."""

import re
from pathlib import Path

HERE = Path(__file__)
MEASURED = re.compile(
    r"\b(perf_counter|process_time)(_ns)?\b|\btime\.time(_ns)?\(\) - [a-z]"
    r"|\bmonotonic(_ns)?\(\)( - [a-z]|,|$)",
    re.M,
)


def test_no_test_measures_how_long_something_takes() -> None:
    tests = [path for path in HERE.parent.rglob("*.py") if path != HERE]
    assert [path.name for path in tests if MEASURED.search(path.read_text())] == []


def test_measuring_is_noticed() -> None:
    for line in ("took = time.monotonic() - began", "began = time.monotonic()", "began = perf_counter_ns()"):
        assert MEASURED.search(line)
    for line in ("deadline=time.monotonic() + 0.05", "began = time.thread_time()", "now = time.time()"):
        assert not MEASURED.search(line)

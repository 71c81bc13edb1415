"""No test measures how long something takes: `bench` and `loadtest` do. What a thread worked is no such time."""

import re
from pathlib import Path

HERE = Path(__file__)
MEASURED = re.compile(r"\b(perf_counter|process_time)\b|\bmonotonic\(\) - [a-z]")


def test_no_test_measures_how_long_something_takes() -> None:
    tests = [path for path in HERE.parent.rglob("*.py") if path != HERE]
    assert [path.name for path in tests if MEASURED.search(path.read_text())] == []

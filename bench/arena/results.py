"""Results in a file of JSON lines: one line a task, added as soon as its batch ends.

A run that was cut goes on, a longer run extends a shorter one, and files of several machines can be merged. Lines of
another signature stay in the file and do not count.
"""

import fcntl
import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from bench.arena.task import Case, Task, as_entry, from_entry, key

Found = Sequence[tuple[Task, Any]]
"""Tasks with what was found, as JSON can hold it."""


class Results:
    """What is known of each task, and the file that keeps it, if there is one."""

    def __init__(self, file: Path | None, signature: str) -> None:
        self._file, self._signature = file, signature
        self._found: dict[Case, dict[tuple[int, int], Any]] = {}
        if file and file.exists():
            _drop_torn_end(file)
            self.read(file)

    def read(self, file: Path) -> None:
        """Keeps the lines of a file that the same code wrote."""
        for entry in map(json.loads, lines(file)):
            if entry["signature"] == self._signature:
                self._keep(from_entry(entry), entry["found"])

    def add(self, found: Found) -> None:
        """Keeps the results of a batch. They are written at once, so that two runs may share a file."""
        for task, result in found:
            self._keep(task, result)
        if self._file:
            text = "".join(line(task, self._signature, result) for task, result in found)
            with _locked(self._file, "ab") as end:
                end.write(text.encode())

    def _keep(self, task: Task, result: Any) -> None:
        self._found.setdefault(task.case, {}).setdefault((task.seed, task.block), result)

    def cases(self) -> list[Case]:
        """The cases of which something is known."""
        return sorted(self._found, key=lambda case: (case.kind, case.words, case.players, repr(case.settings)))

    def of(self, case: Case) -> list[Any]:
        """The results of a case, in the order of their blocks."""
        return [result for _, result in self.numbered(case)]

    def numbered(self, case: Case) -> list[tuple[tuple[int, int], Any]]:
        """The same with the seed and number of each block."""
        return sorted(self._found.get(case, {}).items(), key=lambda item: item[0])

    def missing(self, tasks: Iterable[Task]) -> list[Task]:
        """The tasks that are still to be done."""
        return [task for task in tasks if (task.seed, task.block) not in self._found.get(task.case, {})]


def line(task: Task, signature: str, result: Any) -> str:
    """A line of the file."""
    return json.dumps({**as_entry(task, signature), "found": result}) + "\n"


def lines(file: Path) -> Iterator[str]:
    """The whole lines of a file. The last one lacks its end if the machine stopped while it was written."""
    return (each for each in file.read_text().splitlines(keepends=True) if each.endswith("\n") and each.strip())


def merged(files: Iterable[Path]) -> str:
    """The lines of all files in the order of their keys, each task once. The order of the files changes nothing.

    If two lines of a task differ, as may be with players that are limited in time, the lesser line is kept.
    """
    kept: dict[tuple[Any, ...], str] = {}
    for each in (each for file in files for each in lines(file)):
        at = key(json.loads(each))
        kept[at] = min(kept.get(at, each), each)
    return "".join(kept[at] for at in sorted(kept))


@contextmanager
def _locked(file: Path, mode: str) -> Iterator[Any]:
    """The file, which no other run changes meanwhile."""
    with file.open(mode) as content:
        fcntl.flock(content, fcntl.LOCK_EX)
        yield content


def _drop_torn_end(file: Path) -> None:
    with _locked(file, "rb+") as content:
        raw = content.read()
        if not raw.endswith(b"\n"):
            content.truncate(raw.rfind(b"\n") + 1)

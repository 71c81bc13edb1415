"""What several tests need stands in tests/support, and fixtures that several folders need in tests/conftest.py."""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
ROOMS = ("tests", "tools", "bench", "loadtest")


def imported(path: Path) -> Iterator[str]:
    """Each module that a file imports, and each name that it takes from one, as a dotted path."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        if isinstance(node, ast.ImportFrom):
            yield from (f"{node.module or ''}.{name.name}" for name in node.names)


def is_test(name: str) -> bool:
    """Whether a dotted path under `tests` names a module of tests, or something in one."""
    return name.startswith("tests.") and any(part.startswith("test_") or part == "conftest" for part in name.split("."))


def test_no_module_imports_a_test() -> None:
    files = [path for room in ROOMS for path in sorted((ROOT / room).rglob("*.py"))]
    wrong = [f"{path.relative_to(ROOT)} imports {name}" for path in files for name in imported(path) if is_test(name)]
    assert files
    assert wrong == []


def test_an_import_of_a_test_is_noticed() -> None:
    assert is_test("tests.engines.test_cases.position")
    assert is_test("tests.conftest.served")
    assert is_test("tests.engines.test_cases")
    assert not is_test("tests.support.cases.position")

"""No function takes more than seven parameters, itself and its class not counted: more belong in a struct."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ROOMS = ("engines", "search", "agents", "server", "cli", "client", "bench", "loadtest", "tools", "tests")
MOST_PARAMETERS = 7
CYTHON = re.compile(r"^[ \t]*(?:cdef|cpdef|def)\s+[^\n(=#]*?\b(\w+)\(", re.M)

Signature = tuple[int, str, list[str]]
"""The line of a function, its name, and its parameters as they are written, `self` and `cls` left out."""


def python_signatures(text: str) -> Iterator[Signature]:
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            taken = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
            yield node.lineno, node.name, own([argument.arg for argument in taken])


def cython_signatures(text: str) -> Iterator[Signature]:
    for match in CYTHON.finditer(text):
        yield text.count("\n", 0, match.start(1)) + 1, match[1], own(parameters(text, match.end()))


def parameters(text: str, start: int) -> list[str]:
    """What stands between commas up to the bracket that closes; commas in brackets belong to one parameter."""
    depth, found = 1, [""]
    for letter in re.sub(r"#[^\n]*", "", text[start : start + 4000]):
        depth += (letter in "([{") - (letter in ")]}")
        if depth == 0:
            break
        if letter == "," and depth == 1:
            found.append("")
        else:
            found[-1] += letter
    return [parameter.strip() for parameter in found if parameter.strip()]


def own(names: list[str]) -> list[str]:
    return names[1:] if names and names[0] in ("self", "cls") else names


def signatures(path: Path) -> Iterator[Signature]:
    return (python_signatures if path.suffix in (".py", ".pyi") else cython_signatures)(path.read_text())


@pytest.mark.parametrize("room", ROOMS)
def test_no_function_takes_more_than_seven_parameters(room: str) -> None:
    files = [path for path in sorted((ROOT / room).rglob("*")) if path.suffix in (".py", ".pyi", ".pyx", ".pxd")]
    found = [(path, *signature) for path in files for signature in signatures(path)]
    assert found
    wrong = [
        f"{path.relative_to(ROOT)}:{line} {name} takes {len(taken)}"
        for path, line, name, taken in found
        if len(taken) > MOST_PARAMETERS
    ]
    assert wrong == []


def test_parameters_are_counted_as_they_are_written() -> None:
    assert list(python_signatures("def f(self, a, /, b=(1, 2), *rest, c: int, **more): ...")) == [
        (1, "f", ["a", "b", "c"])
    ]
    text = """
cdef class Side:
    cdef int add(self, int* a, const double[4] b,  # the first, the second
                 tuple c=(1, 2)) except -1
    cdef double odds[8]
cpdef inline list f(int (*call)(int, int) noexcept, x, )
cdef int total = count(1, 2, 3)
"""
    assert list(cython_signatures(text)) == [
        (3, "add", ["int* a", "const double[4] b", "tuple c=(1, 2)"]),
        (6, "f", ["int (*call)(int, int) noexcept", "x"]),
    ]

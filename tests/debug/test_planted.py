"""The debug build stops each kind of planted mistake; every one runs in a process of its own."""

import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

from hunch.engines import BadState, load
from hunch.engines.contract import DEBUG
from hunch.engines.random_games import random_games

PLANTED = [
    ("write_beyond_a_state(64)", "AddressSanitizer: heap-buffer-overflow"),
    ("write_beyond_an_array(4)", "runtime error: index 4 out of bounds"),
    ("overflow(2**31 - 1)", "runtime error: signed integer overflow"),
    ("break_a_promise(False)", "hunch: broken promise: planted"),
    ("read_beyond_a_view(array('i', [1, 2]), 2)", "IndexError: Out of bounds"),
]
SOUND = [
    "write_beyond_an_array(3)",
    "overflow(1)",
    "break_a_promise(True)",
    "read_beyond_a_view(array('i', [1, 2]), 1)",
]


def test_this_is_a_debug_build() -> None:
    assert DEBUG


@pytest.mark.parametrize(("call", "said"), PLANTED)
def test_a_planted_mistake_is_stopped(call: Callable[..., Any], said: Any) -> None:
    ran = run(call)
    assert said in ran.stderr, ran.stderr


@pytest.mark.parametrize("call", SOUND)
def test_the_same_code_used_well_is_let_through(call: Callable[..., Any]) -> None:
    ran = run(call)
    assert (ran.returncode, ran.stderr) == (0, "")


def test_a_game_that_breaks_a_promise_now_and_then_is_found_by_random_games() -> None:
    from hunch.tests.debug.planted import Generous

    sound = load("goofspiel")
    generous = Generous("goofspiel", sound.options, "", {})
    assert random_games(generous, 1000, 1, checked=False)[0] > 0
    with pytest.raises(BadState, match=r"rounds\.outcome: points that are not those of the prizes won"):
        random_games(generous, 1000, 1)


def run(call: Callable[..., Any]) -> Any:
    code = f"from array import array\nfrom hunch.tests.debug.planted import *\n{call}"
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)

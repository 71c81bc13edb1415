"""With the protobuf that is written in Python, whatever comes in is refused or sound too."""

import os
import subprocess
import sys

import pytest

from hunch.engines import GAMES

INPUTS = 1_000  # a game; a hundred times slower than with the usual protobuf
FUZZED = """
import sys
from google.protobuf.internal import api_implementation
from tests.support import fuzz
assert api_implementation.Type() == "python"
came = fuzz.run(sys.argv[1], 0, int(sys.argv[2]))
assert {"state: state", "move: move", "event: event"} <= came.keys(), came
"""


@pytest.mark.parametrize("name", GAMES)
def test_mutated_input_is_refused_or_sound(name: str) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", FUZZED, name, str(INPUTS)],
        env={**os.environ, "PROTOCOL_BUFFERS_PYTHON_IMPLEMENTATION": "python", "PYTHONPATH": ":".join(sys.path)},
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 0, ran.stderr[-4000:]

"""Enemy operations, a war, a Passage of Time and Victory Checks happen, and are reported, as they were written down."""

import re
from typing import Any

import pytest

from tools.write_comancheria_turns import FOLDER, PIECES, start, told


@pytest.mark.parametrize("piece", PIECES)
def test_a_piece_of_play_is_reported_as_written(piece: Any) -> None:
    text = (FOLDER / f"{piece}.txt").read_text()
    events = [int(line, 16) for line in re.findall(r"^[0-9a-f]{8}$", text, re.M)]
    assert events
    assert told(start(piece), events) == text

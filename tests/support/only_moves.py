"""The positions in which one turn alone is good, as `tests/search/only_moves/` has them."""

import json
from pathlib import Path
from typing import Any

import pytest
from _pytest.mark import ParameterSet

from hunch.engines import State, messages, words
from hunch.search.advice import Turn
from hunch.v1 import game_pb2

FOLDER = Path(__file__).parents[1] / "search" / "only_moves"


def cases() -> list[ParameterSet]:
    return [
        pytest.param(case, id=f"{path.stem}-{number}-{case['turn'][-1]}")
        for path in sorted(FOLDER.glob("*.json"))
        for number, case in enumerate(json.loads(path.read_text()))
    ]


def asked(case: dict[str, Any]) -> tuple[State, int, Turn]:
    """The view, whose it is, and the turn."""
    state = messages.decode(messages.from_json(json.dumps(case["state"]), game_pb2.GameState()))
    view, turn = state.view(case["seat"]), list[int]()
    after = view
    for written in case["turn"]:
        turn.append(words.parse(after, written))
        after = after.after(turn[-1])
    return view, case["seat"], tuple(turn)

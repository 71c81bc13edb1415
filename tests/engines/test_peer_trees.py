"""The reference games have the trees that OpenSpiel counts. `python -m tools.openspiel_trees` writes its counts."""

import json
from collections import Counter
from copy import copy
from pathlib import Path
from typing import Any

import pytest

from hunch.engines import CHANCE, load
from tests.support.keys import Keys

TREES = json.loads((Path(__file__).parent / "openspiel_trees.json").read_text())


@pytest.mark.parametrize("tree", TREES, ids=lambda tree: tree["peer"])
def test_decisions_and_ends_are_as_many_as_in_openspiel(tree: Any) -> None:
    decisions, ends = 0, Counter[Any]()
    game = load(tree["game"], **tree["options"])
    waiting = [(game.new(), 1)]
    while waiting:
        state, ways = waiting.pop()  # a card of which two are left is two cards to OpenSpiel
        if state.over:
            ends[str(round(state.returns()[0] * game.unit * tree["scale"], 6) + 0.0)] += ways
        decisions += ways * (state.to_move >= 0)
        waiting += [(state.after(move), ways * weight) for move, weight in state.chances()]
        waiting += [(state.after(move), ways) for move in state.legal()]
    assert decisions == tree["decisions"]
    assert ends == tree["ends"]


FINEST = [tree for tree in TREES if tree["game"] != "leduc" and tree["options"].get("bids") != "revealed"]


@pytest.mark.parametrize("tree", FINEST, ids=lambda tree: tree["peer"])
def test_information_sets_are_as_many_as_in_openspiel(tree: Any) -> None:
    """Keys neither merge what a seat can distinguish nor split what it cannot.

    OpenSpiel's Leduc tells suits apart, and its goofspiel forgets in which order bids were revealed.
    """
    start = load(tree["game"], **tree["options"]).new()
    sets, waiting = (set[Any](), set[Any]()), [(start, [Keys(start.view(seat).key()) for seat in range(2)])]
    while waiting:
        state, keys = waiting.pop()
        if state.to_move >= 0:
            sets[state.to_move].add(keys[state.to_move].now())
        for move in state.legal() or [outcome for outcome, _ in state.chances()]:
            after = [copy(key) for key in keys]
            for seat in range(2):
                after[seat].add(state.seen(move, seat), state.to_move == CHANCE)
            waiting.append((state.after(move), after))
    assert [len(found) for found in sets] == tree["information_sets"]

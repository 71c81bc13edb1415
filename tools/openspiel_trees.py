"""Writes OpenSpiel's counts of the trees of the games that it shares with us, for tests/engines/test_peer_trees.py.

    python -m tools.openspiel_trees

The counts are decisions, information sets, and ends by the payoff of the first player.
"""

import itertools
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pyspiel
from rich.console import Console

GOAL = Path(__file__).parent.parent / "tests/engines/openspiel_trees.json"
GOOFSPIEL = (
    "turn_based_simultaneous_game(game=goofspiel(imp_info={hidden},num_cards={cards},"
    "players=2,points_order={prizes},returns_type=point_difference))"
)


def cases() -> list[dict[str, Any]]:
    """Our game and options, OpenSpiel's name for it, and how many of its points equal one of ours."""
    pokers: list[dict[str, Any]] = [
        {"game": game, "options": {}, "peer": f"{game}_poker", "scale": 1.0} for game in ("kuhn", "leduc")
    ]
    bids = []
    for cards, prizes, hidden in itertools.product((3, 4), ("random", "descending"), (True, False)):
        if (cards, prizes) != (4, "random"):  # this tree is far larger than the others
            options = {"cards": cards, "bids": "hidden" if hidden else "revealed", "prizes": prizes, "payoff": "margin"}
            peer = GOOFSPIEL.format(hidden=hidden, cards=cards, prizes=prizes)
            bids.append({"game": "goofspiel", "options": options, "peer": peer, "scale": 0.5})
    return pokers + bids


def counted(name: str) -> dict[str, Any]:
    """Decisions, information sets of each player, and ends by payoff."""
    decisions, sets, ends = 0, (set[str](), set[str]()), Counter[float]()
    waiting = [pyspiel.load_game(name).new_initial_state()]
    while waiting:
        state = waiting.pop()
        if state.is_terminal():
            ends[state.returns()[0]] += 1
        elif not state.is_chance_node():
            decisions += 1
            sets[state.current_player()].add(state.information_state_string())
        waiting += [state.child(action) for action in state.legal_actions()]
    by_payoff = {str(payoff): ends[payoff] for payoff in sorted(ends)}
    return {"decisions": decisions, "information_sets": [len(seen) for seen in sets], "ends": by_payoff}


def main() -> None:
    trees = [{**case, **counted(case["peer"])} for case in cases()]
    GOAL.write_text("[\n" + ",\n".join(json.dumps(tree) for tree in trees) + "\n]\n")
    Console().print(f"{len(trees)} trees in {GOAL}")


if __name__ == "__main__":
    main()

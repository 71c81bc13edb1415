"""The signature of the whole search: nodes, visits and plays for fixed seeds. `--write` writes it into the golden.

A commit that changes behaviour changes tests/goldens/bench.txt too; any other commit leaves it as it is.
"""

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from hunch.engines import CHANCE, GAMES, State, Stream, load, questions
from hunch.search.advice import AdviceOptions, Limits, Search, Settings

GOLDEN = Path(__file__).parents[2] / "tests/goldens" / "bench.txt"
ITERATIONS = 2_000
DECISIONS = 1


def position(name: str, options: Mapping[str, Any]) -> State:
    """A fixed position with a choice, one random decision into the game; the last one of a game that ends before."""
    stream, left = Stream(11), DECISIONS
    state = found = load(name, **options).new()
    while not state.over:
        if state.to_move == CHANCE:
            state = state.after(state.roll(stream))
            continue
        if len(state.legal()) > 1:
            found = state
            if not left:
                break
        state, left = state.after(stream.choice(state.legal())), max(left - 1, 0)
    return found


def signature() -> str:
    """A line for each game and method: nodes, worlds and visits of the asker's likeliest turns, and the play."""
    lines = ["game method nodes worlds visits play"]
    for name in GAMES:
        for question in questions(name).signature:
            options, method = question.options, question.method
            state = position(name, options)
            search = Search(
                state,
                state.to_move,
                Limits(iterations=ITERATIONS),
                seed=1,
                options=AdviceOptions(candidates=4),
                settings=Settings(method=method, exact=False),
            )
            advice = search.run()
            visits = ",".join(str(candidate.visits) for candidate in advice.candidates)
            play = ",".join(map(str, advice.play))
            seats = f":{state.game.seats}" if "players" in options else ""
            lines.append(f"{name}{seats} {method} {search.nodes} {advice.worlds} {visits} {play}")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Prints the signature of the search.")
    parser.add_argument("--write", action="store_true", help=f"writes it to tests/goldens/{GOLDEN.name} too")
    write, text = parser.parse_args().write, signature()
    print(text, end="")
    if write:
        GOLDEN.write_text(text)

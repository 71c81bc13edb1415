"""Writes examples/<game>.json anew from seeded play: of all games, or of the arguments. Review the result."""

import sys
from pathlib import Path

from hunch.engines import GAMES, messages, questions
from hunch.v1 import advice_pb2, opponent_pb2
from tests.support.positions import some_position

EXAMPLES = Path(__file__).parents[1] / "examples"


def example_of(name: str, steps: int) -> opponent_pb2.SuggestMoveRequest:
    """The question of a seat that sends its own view and nothing else."""
    position = some_position(name, 5, steps)
    state = messages.encode(position.view(position.to_move))
    state.ClearField("rules_version")
    state.ClearField("data_hash")
    return opponent_pb2.SuggestMoveRequest(
        position=advice_pb2.Position(state=state, seat=position.to_move), limits=advice_pb2.Limits(time_ms=300)
    )


def main() -> None:
    """Writes all examples except those that are written by hand."""
    for name in sys.argv[1:] or GAMES:
        steps = questions(name).example_steps
        if steps is not None:
            (EXAMPLES / f"{name}.json").write_text(messages.to_json(example_of(name, steps)) + "\n")


if __name__ == "__main__":
    main()

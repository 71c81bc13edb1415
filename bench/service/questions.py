"""What is asked: examples, and positions of random games that a server has not met a moment ago."""

from pathlib import Path

from hunch.engines import CHANCE, Stream, load, wire
from hunch.server.reading import MOST_RECENT
from hunch.v1 import advice_pb2, game_pb2, opponent_pb2

EXAMPLES = Path(__file__).parents[2] / "examples"
MOST_GAMES = 3_000
Row = tuple[str, str, str, bool | None]
"""What, what was measured, the figure with its bound, and whether that holds."""


def question(name: str, **limits: int) -> opponent_pb2.SuggestMoveRequest:
    """The example of a game with other limits."""
    request = wire.from_json((EXAMPLES / f"{name}.json").read_text(), opponent_pb2.SuggestMoveRequest())
    request.limits.CopyFrom(advice_pb2.Limits(**limits))
    request.seed = 1
    return request


def question_of(state: game_pb2.GameState, **limits: int) -> opponent_pb2.SuggestMoveRequest:
    """What to play in a position."""
    position = advice_pb2.Position(state=state)
    return opponent_pb2.SuggestMoveRequest(position=position, limits=advice_pb2.Limits(**limits), seed=1)


def positions(name: str) -> list[game_pb2.GameState]:
    """More positions of random games than a server keeps, so that in turn each is new to it; fewer where a game has
    fewer."""
    stream, found = Stream(1), dict[bytes, game_pb2.GameState]()
    for _ in range(MOST_GAMES):
        state = load(name).new()
        while not state.over:
            if state.to_move != CHANCE:
                told = wire.encode(state)
                found[told.SerializeToString()] = told
            state = state.after(state.roll(stream) if state.to_move == CHANCE else stream.choice(state.legal()))
        if len(found) > MOST_RECENT + 100:
            break
    return list(found.values())[: MOST_RECENT + 100]


def ever_new(states: list[game_pb2.GameState]) -> bool:
    """Whether a server has forgotten each when its turn comes again."""
    return len(states) > MOST_RECENT


def percentile(values: list[float], share: float) -> float:
    """The value below which that share lies."""
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]

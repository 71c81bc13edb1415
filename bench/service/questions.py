"""The requests: examples, and positions of random games whose words a server does not hold."""

from pathlib import Path

from hunch.engines import CHANCE, Stream, load, messages
from hunch.server.responses import KEPT
from hunch.v1 import advice_pb2, game_pb2, opponent_pb2

EXAMPLES = Path(__file__).parents[2] / "examples"
MOST_GAMES = 3_000
Row = tuple[str, str, str, bool | None]
"""What was measured, the measurement, the figure with its bound, and whether the bound holds."""


def question(name: str, **limits: int) -> opponent_pb2.SuggestMoveRequest:
    """The example of a game, with these limits."""
    request = messages.from_json((EXAMPLES / f"{name}.json").read_text(), opponent_pb2.SuggestMoveRequest())
    request.limits.CopyFrom(advice_pb2.Limits(**limits))
    request.seed = 1
    return request


def question_of(state: game_pb2.GameState, **limits: int) -> opponent_pb2.SuggestMoveRequest:
    """A request about a position."""
    position = advice_pb2.Position(state=state)
    return opponent_pb2.SuggestMoveRequest(position=position, limits=advice_pb2.Limits(**limits), seed=1)


def positions(name: str) -> list[game_pb2.GameState]:
    """More positions of random games than a server keeps words of, so that each is new in its turn; or all."""
    stream, states = Stream(1), dict[bytes, game_pb2.GameState]()
    for _ in range(MOST_GAMES):
        state = load(name).new()
        while not state.over:
            if state.to_move != CHANCE:
                message = messages.encode(state)
                states[message.SerializeToString()] = message
            state = state.after(state.roll(stream) if state.to_move == CHANCE else stream.choice(state.legal()))
        if len(states) > KEPT + 100:
            break
    return list(states.values())[: KEPT + 100]


def ever_new(states: list[game_pb2.GameState]) -> bool:
    """Whether a server has dropped the words of each when its turn comes again."""
    return len(states) > KEPT


def percentile(values: list[float], share: float) -> float:
    """The value below which this share lies."""
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]

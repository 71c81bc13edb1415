"""The sensible baseline of Comanchería: its own rollout policy, rules of thumb that do not look ahead."""

from hunch.engines import State, Stream


def choose(view: State, seat: int, stream: Stream) -> int:
    """The move of the rollout policy. Its random numbers break ties."""
    return view.rollout_move(stream)

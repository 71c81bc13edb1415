"""Comanchería's scenarios, and random games of them."""

from collections.abc import Iterator

from hunch.engines import CHANCE, State, Stream, load, package

SCENARIOS = next(option.values for option in package("comancheria").OPTIONS if option.name == "scenario")


def step(state: State, stream: Stream) -> int:
    """The policy's move, or one of three times any legal move."""
    if state.to_move == CHANCE:
        return state.roll(stream)
    return state.rollout_move(stream) if stream.below(3) else stream.choice(state.legal())


def positions(scenario: str, games: int, seed: int) -> Iterator[State]:
    """Every position of so many random games."""
    game, stream = load("comancheria", scenario=scenario), Stream(seed)
    for _ in range(games):
        state = game.new()
        while not state.over:
            yield state
            state = state.after(step(state, stream))

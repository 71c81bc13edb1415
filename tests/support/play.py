"""Games with their options, and steps of random games, for checks of any game."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec

from hunch.engines import CHANCE, GAMES, PUBLIC, BadOption, Game, State, Stream, load, package, questions, words

COMBINED = 3  # random combinations of options per game, beside each value of each option alone


@dataclass(frozen=True, slots=True)
class Step:
    """A position of a random game, and the move played there."""

    state: State
    move: int

    def __str__(self) -> str:
        return f"{self.move:#x} by {self.state.to_move} at\n{words.board(self.state)}"


def variants(name: str) -> list[Game]:
    """The default game, each value of each option (only the first and the extremes of many), and some combinations."""
    options = package(name).OPTIONS
    values = {
        o.name: dict.fromkeys([o.values[0], *sorted(o.values)[:1], *sorted(o.values)[-1:]])
        if len(o.values) > 4
        else o.values
        for o in options
    }
    chosen = [{}, *({option: value} for option in values for value in values[option])]
    stream = Stream(1)
    chosen += [{option: stream.choice(list(values[option])) for option in values} for _ in range(COMBINED)]
    games: dict[str, Game] = {}
    for some in chosen:
        try:
            game = load(name, **some)
        except BadOption:  # two values that do not go together
            continue
        games.setdefault(json.dumps(game.options), game)
    return list(games.values())


def all_variants() -> list[Game]:
    return [game for name in GAMES for game in variants(name)]


def small_games() -> list[Game]:
    """The games, with options, of which tests can go through every history."""
    return [load(name, data=None, **options) for name in GAMES for options in questions(name).small]


def has_fast_reader(name: str) -> bool:
    """Whether a game's positions are read straight from bytes too."""
    return find_spec(f"{package(name).__name__}.decode") is not None


def label(game: Game) -> str:
    """A short name for a game with its options, for test ids."""
    defaults = {option.name: option.values[0] for option in package(game.name).OPTIONS}
    changed = [f"{key}={value}" for key, value in game.options.items() if value != defaults[key]]
    return "-".join([game.name, *changed])


def walk(state: State, stream: Stream, guided: bool = False) -> Iterator[Step]:
    """A random game from `state` to the end: uniform moves, or those of the rollout policy."""
    while not state.over:
        if state.to_move == CHANCE:
            move = state.roll(stream)
        else:
            move = state.rollout_move(stream) if guided else stream.choice(state.legal())
        yield Step(state, move)
        state = state.after(move)


def steps(game: Game, count: int, seed: int = 0, games: int = 4) -> list[Step]:
    """At most `count` steps of a few random games, spread over all of them, in order."""
    stream = Stream(seed)
    whole = [step for number in range(games) for step in walk(game.new(), stream, guided=number % 2 == 1)]
    if len(whole) <= count:
        return whole
    stride = len(whole) / count
    return [whole[int(number * stride)] for number in range(count)]


def every_world(game: Game, most: int = 1 << 40) -> list[State]:
    """All positions that can come about; none if there are more."""
    found, waiting = {game.new(): None}, [game.new()]
    while waiting and len(found) <= most:
        state = waiting.pop()
        after = [state.after(move) for move in state.legal() or [outcome for outcome, _ in state.chances()]]
        waiting += [following for following in after if following not in found]
        found.update(dict.fromkeys(after))
    return [] if waiting else list(found)


def watchers(game: Game) -> range:
    """All viewpoints: PUBLIC and the seats."""
    return range(PUBLIC, game.seats)

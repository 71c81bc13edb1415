"""How games of Comanchería end, by random moves and by the sensible baseline, beside the play-test targets."""

from collections import Counter
from collections.abc import Iterator

from bench.expected import Figure
from hunch.engines import CHANCE, Game, State, Stream, load, package

DRAW, CARD, CLEANUP = 2, 5, 2  # kinds of events; a turn has one draw in Cleanup, a Passage turns up three cards


def figures(games: int, seed: int) -> Iterator[Figure]:
    scenarios = next(option.values for option in package("comancheria").OPTIONS if option.name == "scenario")
    for scenario in scenarios:
        game = load("comancheria", scenario=scenario)
        for player in ("random", "sensible"):
            stream = Stream(seed)
            counts = sum((played(game, player, stream) for _ in range(games)), Counter[str]())
            first = scenario == "onto_the_plains" and player == "sensible"
            setting = f"{scenario}, {player}"
            yield Figure(setting, "games won, share", counts["won"] / games, "about 0.5" if first else "")
            survived = "4 to 6" if player == "sensible" else ""
            yield Figure(
                setting, "Passages in a period checked", counts["checked"] / max(1, counts["checks"]), survived
            )
            column = "about 0.33" if player == "sensible" else ""
            yield Figure(setting, "turns with a column on the map, share", counts["war"] / counts["turns"], column)
            yield Figure(setting, "turns a game, mean", counts["turns"] / games)


def played(game: Game, player: str, stream: Stream) -> Counter[str]:
    """Counts of one game. A period counts as checked if the game reached its Victory Check."""
    state: State = game.new()
    count: Counter[str] = Counter()
    passages = -1  # the opening turns up three cards too
    while not state.over:
        if state.to_move == CHANCE:
            move = state.roll(stream)
        else:
            move = state.rollout_move(stream) if player == "sensible" else stream.choice(state.legal())
        before, state = state.fields(), state.after(move)
        if (move >> 24, move >> 16 & 255) == (DRAW, CLEANUP):
            count["turns"] += 1
            count["war"] += any(before["column_at"])
        passages += (move >> 24, move >> 16 & 255) == (CARD, 0)
        after = state.fields()
        lives = after["military"] or after["culture"]
        if after["period"] != before["period"] or (state.over and lives):
            count["checks"] += 1
            count["checked"] += passages
            passages = 0
    count["won"] += state.returns()[0] > 0
    return count

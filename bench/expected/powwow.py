"""The length and events of games of Pow Wow, and what its rollout policy and its greedy player win."""

from collections import Counter
from collections.abc import Iterator
from statistics import mean, median

from bench.arena.greedy import Player
from bench.arena.greedy.powwow import choose
from bench.expected import Figure, policy, strengths, uniform
from hunch.engines import CHANCE, Game, State, Stream, load
from hunch.engines.games.powwow.state import KIND, MOVE, REROLL, ROLL, STAY, TAKE

# Medians of rounds and moves, from 150 games for each line. An independent program played them, with simple selfish
# players that did not look for special spaces. So their 5 to 8 exchanges and 7 to 10 stones came by chance.
EXPECTED = {
    (2, "choice"): (27.5, 55),
    (2, "back"): (33.5, 67),
    (3, "choice"): (20, 61),
    (3, "back"): (25, 75),
    (4, "choice"): (16, 63),
    (4, "back"): (19, 75),
    (5, "choice"): (13, 64),
    (5, "back"): (16, 78),
    (6, "choice"): (11, 67),
    (6, "back"): (12.5, 75),
}
EXCHANGES, STONES = "5 to 8", "7 to 10"


def figures(games: int, seed: int) -> Iterator[Figure]:
    for (players, dark), (rounds, moves) in EXPECTED.items():
        game, stream, setting = load("powwow", players=players, dark=dark), Stream(seed), f"{players} players, {dark}"
        counted = [played(game, stream, policy) for _ in range(games)]
        strolled = [played(game, stream, uniform) for _ in range(games)]
        staying = "0.1 to 0.3" if dark == "back" else "0"
        yield Figure(setting, "rounds, median", median(count["rounds"] for count in counted), f"{rounds:g}")
        yield Figure(setting, "moves of Indians, median", median(count["moves"] for count in counted), f"{moves:g}")
        yield Figure(setting, "exchanges, mean", mean(count["exchanges"] for count in counted), "more than by chance")
        yield Figure(setting, "exchanges by chance, mean", mean(count["exchanges"] for count in strolled), EXCHANGES)
        yield Figure(setting, "stones gained, mean", mean(count["stones"] for count in counted), "more than by chance")
        yield Figure(setting, "stones by chance, mean", mean(count["stones"] for count in strolled), STONES)
        yield Figure(setting, "Indians that had to stay, mean", mean(count["stays"] for count in counted), staying)
        yield Figure(setting, "games nobody won, share", mean(count["draws"] for count in counted))
    yield from strengths("powwow", (2, 4, 6), choose, games, seed)


def played(game: Game, stream: Stream, player: Player) -> Counter[str]:
    """Counts of one game in which all seats play by `player`."""
    state: State = game.new()
    count: Counter[str] = Counter()
    spent = 0
    while not state.over:
        turn = state.to_move
        move = state.roll(stream) if turn == CHANCE else player(state, turn, stream)
        kind = move & KIND
        count["rounds"] += kind == ROLL
        count["moves"] += kind == MOVE
        count["stays"] += kind == MOVE and move >> 12 & 3 == STAY
        count["exchanges"] += kind == TAKE
        spent += kind == REROLL
        state = state.after(move)
    count["stones"] = sum(state.fields()["stones"]) + spent
    count["draws"] = int(not any(state.returns()))
    return count

"""How games of Tomahawk end, and what its rollout policy and its greedy player win."""

from collections.abc import Iterator
from statistics import mean

from bench.arena.greedy import Player
from bench.arena.greedy.tomahawk import choose
from bench.expected import Figure, policy, uniform
from hunch.engines import CHANCE, Game, State, Stream, load

# From 15,000 to 20,000 random games of an independent program for each line; for tokens, 170,000 games.
EXPECTED = {
    "draws, share": "0.04",
    "tied territories a game": "1.2",
    "territory points a player": "15.6",
    "scalps a player": "2.6",
    "tokens out, most": "at most 26; 18 seen",
}


def figures(games: int, seed: int) -> Iterator[Figure]:
    for sought in (False, True):
        game, stream = load("tomahawk", sought=sought), Stream(seed)
        setting = "random play, sought animal" if sought else "random play"
        ends = [played(game, uniform, uniform, stream) for _ in range(10 * games)]
        fields = [end.fields() for end in ends]
        tokens = [sum(s["scalps"]) for s in fields]
        measured = {
            "draws, share": mean(not any(end.returns()) for end in ends),
            "tied territories a game": mean(s["result"].count(3) for s in fields),
            "territory points a player": mean(sum(s["points"]) for s in fields) / 2,
            "scalps a player": mean(tokens) / 2,
            "tokens out, most": max(tokens),
        }
        yield from (Figure(setting, what, value, "" if sought else EXPECTED[what]) for what, value in measured.items())
    game, stream = load("tomahawk", payoff="margin"), Stream(seed)
    for what, mine, theirs in (
        ("the rollout policy, against random", policy, uniform),
        ("greedy, against random", choose, uniform),
        ("greedy, against the rollout policy", choose, policy),
    ):
        margins = [margin(game, number % 2, mine, theirs, stream) for number in range(games)]
        wins = mean((points > 0) + 0.5 * (points == 0) for points in margins)
        against_random = theirs is uniform
        yield Figure("two players", f"wins of {what}, draws half", wins, "over 0.5" if against_random else "")
        yield Figure("two players", f"points ahead, {what}", mean(margins), "over 0" if against_random else "")


def margin(game: Game, seat: int, mine: Player, theirs: Player, stream: Stream) -> float:
    """Points by which the seat that plays by `mine` wins."""
    players = (mine, theirs) if seat == 0 else (theirs, mine)
    return played(game, *players, stream).returns()[seat] * game.unit


def played(game: Game, first: Player, second: Player, stream: Stream) -> State:
    """The end of one game. Each seat sees only its own view."""
    state: State = game.new()
    while not state.over:
        turn = state.to_move
        player = second if turn == 1 else first
        state = state.after(state.roll(stream) if turn == CHANCE else player(state.view(turn), turn, stream))
    return state

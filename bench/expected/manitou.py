"""How games of Big Manitou by the rollout policy end, and what that policy and the greedy player win."""

from collections import Counter
from collections.abc import Iterator
from statistics import mean
from typing import Any

from bench.arena.greedy.manitou import Kit, choose, kit
from bench.expected import Figure, strengths
from hunch.engines import CHANCE, Game, Stream, load
from hunch.engines.games.manitou.state import DOWN, EIGHTH, GET, GIVE, KIND, LAY, MOVE, RIDE, TAKE

LAID_OUT = {2: 36, 3: 33, 4: 44, 5: 60}  # on the grounds in a game


def figures(games: int, seed: int) -> Iterator[Figure]:
    for players, tiles in LAID_OUT.items():
        game, stream, setting = load("manitou", players=players), Stream(seed), f"{players} players"
        counted = [played(game, stream) for _ in range(games)]
        hunts = {2: 4, 3: 3, 4: 4, 5: 5}[players]
        for what, key, expected in (
            ("tiles taken or out of the game", "tiles", str(tiles)),
            ("tiles that nobody took", "untaken", ""),
            ("tiles paid as penalty", "paid", f"up to {hunts} without ties"),
            ("heroes turned face down", "down", ""),
            ("grounds evaluated with a hero", "heroes", f"of {3 * hunts}"),
            ("eighth cards played", "eighth", f"up to {hunts - 1}"),
            ("hunters moved", "rides", f"up to {hunts - 1}"),
            ("points of the first", "best", ""),
            ("points of the last", "worst", ""),
        ):
            yield Figure(setting, f"{what}, mean", mean(count[key] for count in counted), expected)
        yield Figure(setting, "games whose win is shared, share", mean(count["shared"] for count in counted))
    yield from strengths("manitou", (2, 4), choose, max(1, games // 3), seed)


def played(game: Game, stream: Stream) -> Counter[str]:
    """Counts of one game."""
    state, count = game.new(), Counter[str]()
    after = state.fields()
    while not state.over:
        move = state.roll(stream) if state.to_move == CHANCE else state.rollout_move(stream)
        before, state = after, state.after(move)
        count["paid"] += move & KIND == GIVE
        count["taken"] += move & KIND == GET
        count["eighth"] += before["phase"] == EIGHTH and move & KIND == LAY
        count["rides"] += before["phase"] == RIDE and move & KIND == MOVE
        after = state.fields()
        if after["phase"] == TAKE and before["phase"] < TAKE:
            count["heroes"] += sum(owner > 0 for owner in after["owner"])
            count["down"] += sum(laid & DOWN > 0 for seat in after["laid"] for laid in seat)
    count["untaken"] = sum(after["gone"]) - count["paid"]
    count["tiles"] = count["taken"] + count["untaken"]
    points = [points_of(kit(game), after, seat) for seat in range(game.seats)]
    count["best"], count["worst"] = max(points), min(points)
    count["shared"] = int(max(state.returns()) < 1)
    return count


def points_of(known: Kit, fields: dict[str, Any], seat: int) -> int:
    tiles = fields["tiles"][seat]
    bison, tipi = (sum(map(int.__mul__, tiles, values)) for values in (known.bison, known.tipi))
    tomahawks = sorted(row[known.tomahawk] for row in fields["tiles"])
    most = tiles[known.tomahawk] == tomahawks[-1] > tomahawks[-2]
    return int(min(bison, tipi) + (fields["brown"] == seat + 1) + (fields["white"] == seat + 1) + most)

"""How the root of a search limits its results: information sets solved exactly, each from its own root.

`python -m tests.support.roots` prints the table. A policy is joined from one exact solution per information set of
the game, taken at that set; what differs is the worlds that the solution starts from. A search that is asked for a move
with nothing but a position plays one of these policies at best, however long it thinks.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from rich.console import Console
from rich.table import Table

from hunch.engines import PUBLIC, Game, State, load
from tests.support.sequences import Key, Policy, Root, Tree, exploitability, keys_after, solved, start_keys

GAMES = {
    "Kuhn": load("kuhn"),
    "goofspiel4": load("goofspiel", cards=4, bids="hidden", prizes="descending", payoff="margin"),
}
SWEEPS = 1000


@dataclass(frozen=True, slots=True)
class Question:
    """An information set: a decision of a seat, and one of the worlds that it cannot distinguish."""

    seat: int
    key: int
    world: State


def questions(game: Game) -> list[Question]:
    """All information sets of a game, each once."""
    sets: dict[tuple[int, int], Question] = {}

    def walk(state: State, keys: tuple[Key, Key]) -> None:
        turn = state.to_move
        if turn >= 0:
            sets.setdefault((turn, keys[turn].now), Question(turn, keys[turn].now, state))
        for move in state.legal() or [outcome for outcome, _ in state.chances()]:
            walk(state.after(move), keys_after(keys, state, move))

    walk(game.new(), start_keys(game.new()))
    return list(sets.values())


def whole_game(question: Question) -> Iterator[Root]:
    yield Root(question.world.game.new())


def own_worlds(question: Question) -> Iterator[Root]:
    """The worlds of the asker's view; what the others have chosen by now is drawn as well."""
    waiting = [(world, weight) for world, weight in question.world.view(question.seat).worlds() or ()]
    for world, weight in waiting:
        moves = world.legal() if world.to_move != question.seat else []
        waiting += [(world.after(move), weight / len(moves)) for move in moves]
        if not moves:
            yield Root(world, weight)


def own_worlds_taken_back(question: Question) -> Iterator[Root]:
    """The worlds of the asker's view; a choice that the others may have made in this step is still to be made."""
    for world, weight in question.world.view(question.seat).worlds() or ():
        yield Root(world, weight)


def public_worlds(question: Question) -> Iterator[Root]:
    """The worlds of what all have seen: the asker's own secrets are drawn as well."""
    for world, weight in question.world.view(PUBLIC).worlds() or ():
        yield Root(world, weight)


ROOTS: dict[str, Callable[[Question], Iterator[Root]]] = {
    "the whole game": whole_game,
    "drawn from the asker's view": own_worlds,
    "the same, others' pending bids taken back": own_worlds_taken_back,
    "public view, both hands drawn, pending taken back": public_worlds,
}


def pieced_together(game: Game, roots: Callable[[Question], Iterator[Root]]) -> tuple[Policy, Policy]:
    """The exact solution at each information set, from there. Equal roots are solved once, all side by side."""
    known: dict[frozenset[tuple[bytes, float]], int] = {}
    tags: dict[tuple[int, int], int] = {}
    started: list[Root] = []
    asking = questions(game)
    for question in asking:
        begun = list(roots(question))
        tag = known.setdefault(frozenset((bytes(root.world), root.weight) for root in begun), len(known))
        if tag not in tags.values():
            started += [Root(root.world, root.weight, tag) for root in begun]
        tags[question.seat, question.key] = tag
    answers = solved(Tree(started), SWEEPS)
    pieced: tuple[Policy, Policy] = ({}, {})
    for question in asking:
        seat, tag = question.seat, tags[question.seat, question.key]
        key = question.key if roots is whole_game else question.world.view(seat).key()
        pieced[seat][None, question.key] = answers[seat][tag, key]
    return pieced


def exploited(game: Game, roots: Callable[[Question], Iterator[Root]]) -> float:
    """The points that the policy loses to opponents who know it."""
    tree = Tree([Root(game.new())])
    return exploitability(tree, pieced_together(game, roots)) * game.unit


def main() -> None:
    table = Table(title="Exploitability of exact solutions, NashConv / 2 in game points")
    table.add_column("worlds at the root")
    for name in GAMES:
        table.add_column(name, justify="right")
    for name, roots in ROOTS.items():
        table.add_row(name, *(f"{exploited(game, roots):.5f}" for game in GAMES.values()))
    Console().print(table)


if __name__ == "__main__":
    main()

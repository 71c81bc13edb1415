"""A responder: a player that knows how the other chooses, but sees only its own cards.

What it wins shows how much a search can be exploited. It plays its turn against what the other would play in many
worlds that fit its own view: for each world it asks the other's search anew, as a sparring partner. Beyond this turn it
expects the rollout policy of both, and it draws no conclusion from what the other has played. So a true best response
wins at least as much.
"""

import statistics
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from hunch.engines import State, Stream
from hunch.search.advice import AdviceOptions, Limits, advise
from hunch.search.plan import chooses_at_once
from hunch.search.question import Turn

Model = Callable[[State, int, Stream], Turn]
"""The turn that a seat would play in a world; it may look only at the seat's view."""

WORLDS = 64
"""Worlds in which each turn is tried, unless the player says otherwise."""
PROPOSING, PROPOSED = 2_000, 48
"""Iterations of the responder's own search, and how many of its turns are tried."""
ROUNDS = ((2, 12), (4, 6), (16, 1))
"""By round: rollouts from each world, and how many turns stay."""
CHANGED, CHANGES = 4, 8
"""After the first round: so many of the best turns are changed, in so many ways each."""


@dataclass(frozen=True, slots=True)
class Answered:
    """A world with the turn that the other plays there."""

    world: State
    other: Turn


def search_model(iterations: int) -> Model:
    """The other asks a search with so many iterations."""

    def turn(world: State, seat: int, stream: Stream) -> Turn:
        options = AdviceOptions(candidates=1)
        return advise(world, seat, Limits(iterations=iterations), seed=stream.below(1 << 31), options=options).play

    return turn


def policy_model(world: State, seat: int, stream: Stream) -> Turn:
    """The other plays by its rollout policy."""
    turn: list[int] = []
    while world.to_move == seat:
        turn.append(world.rollout_move(stream))
        world = world.after(turn[-1])
    return tuple(turn)


def respond(view: State, seat: int, model: Model, stream: Stream, worlds: int = WORLDS) -> Turn:
    """The turn that wins most against the model, tried in so many worlds."""
    options = AdviceOptions(candidates=PROPOSED)
    found = advise(view, seat, Limits(iterations=PROPOSING), seed=stream.below(1 << 31), options=options)
    turns = list(dict.fromkeys((found.play, *(candidate.turn for candidate in found.candidates))))
    if len(turns) == 1:
        return turns[0]
    answered = [answer(view, seat, model, stream) for _ in range(worlds)]
    worth: dict[Turn, list[float]] = {turn: [] for turn in turns}
    for number, (rollouts, left) in enumerate(ROUNDS):
        for turn in turns:
            worth[turn].append(payoff(answered, seat, turn, rollouts, stream))
        turns.sort(key=lambda turn: statistics.fmean(worth[turn]), reverse=True)
        del turns[left:]
        if number == 0:
            near = (changed(view, seat, turn, stream) for turn in turns[:CHANGED] for _ in range(CHANGES))
            for turn in dict.fromkeys(near):
                if turn not in worth:
                    worth[turn] = []
                    turns.append(turn)
    return turns[0]


def answer(view: State, seat: int, model: Model, stream: Stream) -> Answered:
    """A world with what the other plays there, if it chooses in the same step."""
    world = view.fill(stream)
    if not chooses_at_once(view, seat):
        return Answered(world, ())
    return Answered(world, model(played_on(world, seat, stream), 1 - seat, stream))


def played_on(world: State, seat: int, stream: Stream) -> State:
    """The world once a seat has chosen in this step. The other does not see it."""
    while world.to_move == seat:
        world = world.after(world.rollout_move(stream))
    return world


def payoff(answered: Iterable[Answered], seat: int, turn: Turn, rollouts: int, stream: Stream) -> float:
    """What a turn brings, on average over the worlds."""
    return statistics.fmean(
        after(each.world, {seat: turn, 1 - seat: each.other}).rollouts(rollouts, stream)[1][seat] for each in answered
    )


def after(world: State, turns: dict[int, Sequence[int]]) -> State:
    """The world after the turns of both, in the order of play."""
    left = {seat: list(turn) for seat, turn in turns.items()}
    while left.get(world.to_move):
        world = world.after(left[world.to_move].pop(0))
    return world


def changed(view: State, seat: int, turn: Turn, stream: Stream) -> Turn:
    """A turn that differs in one move, and in others only as far as that makes them impossible."""
    at, made = stream.below(len(turn)), list[int]()
    for number in range(len(turn)):
        if view.to_move != seat:
            break
        legal = view.legal()
        keep = number != at and turn[number] in legal
        made.append(turn[number] if keep else stream.choice(legal))
        view = view.after(made[-1])
    while view.to_move == seat:
        made.append(view.rollout_move(stream))
        view = view.after(made[-1])
    return tuple(made)

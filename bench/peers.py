"""What OpenSpiel's C++ code does in the same time. Knows OpenSpiel, and of ours only the form of a measurement."""

import importlib.metadata
import random

import pyspiel

from bench.measure import Work

VERSION = "OpenSpiel " + importlib.metadata.version("open_spiel")
GOOFSPIEL13 = (
    "turn_based_simultaneous_game(game=goofspiel(imp_info=True,num_cards=13,"
    "players=2,points_order=random,returns_type=win_loss))"
)
DECISIONS = {GOOFSPIEL13: 24}  # from the first one to the end; the last card of a hand is no choice


def first_decision(game: pyspiel.Game, seed: int) -> pyspiel.State:
    """The first position with a choice."""
    rng = random.Random(seed)
    state = game.new_initial_state()
    while state.is_chance_node():
        outcomes, chances = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choices(outcomes, chances)[0])
    return state


def playouts(name: str, seed: int = 7) -> Work:
    """Uniform random playouts from the first decision, in C++ alone.

    A search of one simulation has no tree. It only asks its evaluator, which plays the position out `amount` times.
    """
    game = pyspiel.load_game(name)
    state = first_decision(game, seed)

    def work(amount: int) -> float:
        evaluator = pyspiel.RandomRolloutEvaluator(amount, seed)
        pyspiel.MCTSBot(game, evaluator, 1.4, 1, 1000, False, seed, False).mcts_search(state)
        return amount

    return work


def steps(name: str = GOOFSPIEL13) -> Work:
    """Decisions in such playouts: list the legal moves, choose one, apply it, with the chance events between."""
    play = playouts(name)
    return lambda amount: DECISIONS[name] * play(max(1, amount // DECISIONS[name]))

"""OpenSpiel's searches as peers: their rates, and its Python ISMCTS as a player of goofspiel."""

import random
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

from bench.measure import Work
from bench.peers import GOOFSPIEL13, first_decision
from hunch.engines import Game

C = 1.4
BATCH = 20  # iterations between two looks at the clock
PRIZE, BID, KIND = 0x100, 0x200, 0xF00


def mcts_cpp(name: str, iterations: int, seed: int = 7) -> Work:
    """Iterations of C++ MCTS, which sees everything."""
    game = pyspiel.load_game(name)
    state = first_decision(game, seed)

    def work(amount: int) -> float:
        runs = max(amount // iterations, 1)
        for _ in range(runs):
            evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
            pyspiel.MCTSBot(game, evaluator, C, iterations, 1000, False, seed, False).mcts_search(state)
        return runs * iterations

    return work


def ismcts_cpp(name: str, iterations: int, seed: int = 7) -> Work:
    """Iterations of C++ ISMCTS, for games that have a sampler of worlds."""
    state = first_decision(pyspiel.load_game(name), seed)
    final = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT

    def work(amount: int) -> float:
        runs = max(amount // iterations, 1)
        for _ in range(runs):
            evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
            pyspiel.ISMCTSBot(seed, evaluator, C, iterations, -1, final, False, False).step(state)
        return runs * iterations

    return work


def ismcts_python(iterations: int, seed: int = 7) -> Work:
    """Iterations of Python ISMCTS at the first decision of 13-card goofspiel."""
    game = pyspiel.load_game(GOOFSPIEL13)
    state = first_decision(game, seed)

    def work(amount: int) -> float:
        runs = max(amount // iterations, 1)
        for _ in range(runs):
            _bot(game, iterations, seed).step(state)
        return runs * iterations

    return work


def _bot(game: Any, iterations: int, seed: int) -> Any:
    rng = np.random.RandomState(seed)
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, rng), C, iterations, random_state=rng)
    bot.set_resampler(worlds(game, random.Random(seed)))
    return bot


def worlds(game: Any, rng: random.Random) -> Callable[[Any, int], Any]:
    """Draws worlds of goofspiel with hidden bids: other bids that keep the winner of each round."""

    def draw(state: Any, seat: int) -> Any:
        history = state.history()
        rounds = len(history) // 3
        own = [history[3 * r + 1 + seat] for r in range(rounds)]
        real = [history[3 * r + 2 - seat] for r in range(rounds)]
        drawn, left = redrawn(own, real, game.get_parameters()["game"]["num_cards"], rng)
        world = game.new_initial_state()
        for r in range(rounds):
            pair = (own[r], drawn[r]) if seat == 0 else (drawn[r], own[r])
            for move in (history[3 * r], *pair):
                world.apply_action(move)
        if len(history) > 3 * rounds:
            world.apply_action(history[3 * rounds])
        if len(history) == 3 * rounds + 2:
            world.apply_action(rng.choice(left))
        return world

    return draw


def redrawn(own: list[int], real: list[int], cards: int, rng: random.Random) -> tuple[list[int], list[int]]:
    """Bids of the other seat, and the cards that it has left. Drawn round by round, and again after a dead end."""
    while True:
        left = set(range(cards)) - {mine for mine, theirs in zip(own, real, strict=True) if mine == theirs}
        drawn: list[int] = []
        for mine, theirs in zip(own, real, strict=True):
            fits = [card for card in left if card != mine and (card < mine) == (theirs < mine)]
            if mine == theirs:
                drawn.append(mine)
            elif fits:
                drawn.append(rng.choice(fits))
                left.discard(drawn[-1])
            else:
                break
        if len(drawn) == len(own):
            return drawn, sorted(left)


def goofspiel_player(game: Game, limit: str) -> Callable[[Any], list[int]]:
    """OpenSpiel's Python ISMCTS at our table. For a LIMIT in `ms`, a short search first measures the pace."""
    if game.name != "goofspiel" or game.options["cards"] != 13 or game.options["bids"] != "hidden":
        raise SystemExit("OpenSpiel plays goofspiel with 13 cards and hidden bids here")
    theirs = pyspiel.load_game(GOOFSPIEL13)

    def play(given: Any) -> list[int]:
        state = theirs.new_initial_state()
        for move in given.history:
            if move & KIND in (PRIZE, BID) and not state.is_terminal():
                state.apply_action((move & 15) - 1)
        seed = given.stream.below(1 << 31)
        if not limit.endswith("ms"):
            return [BID + 1 + _bot(theirs, int(limit), seed).step(state)]
        began = time.perf_counter()
        _bot(theirs, BATCH, seed).step(state)
        each = (time.perf_counter() - began) / BATCH
        return [BID + 1 + _bot(theirs, max(int(int(limit[:-2]) / 1000 / each), BATCH), seed).step(state)]

    return play


def small_bot(game: Any, name: str, c: float, shares: bool) -> Callable[[int, int], Any]:
    """Makes ISMCTS bots of a size and seed: the C++ one if the game samples its worlds, else the Python one."""
    kinds = pyspiel.ISMCTSFinalPolicyType
    theirs = ismcts.ISMCTSFinalPolicyType

    def cpp(iterations: int, seed: int) -> Any:
        evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
        final = kinds.NORMALIZED_VISIT_COUNT if shares else kinds.MAX_VISIT_COUNT
        return pyspiel.ISMCTSBot(seed, evaluator, c, iterations, -1, final, False, False)

    def python(iterations: int, seed: int) -> Any:
        rng = np.random.RandomState(seed)
        final = theirs.NORMALIZED_VISITED_COUNT if shares else theirs.MAX_VISIT_COUNT
        evaluator = mcts.RandomRolloutEvaluator(1, rng)
        bot = ismcts.ISMCTSBot(game, evaluator, c, iterations, random_state=rng, final_policy_type=final)
        bot.set_resampler(descending_worlds(game, random.Random(seed)))
        return bot

    return python if "goofspiel" in name else cpp


def descending_worlds(game: Any, rng: random.Random) -> Callable[[Any, int], Any]:
    """As `worlds`, for prizes that come up in falling order and are not chance events."""
    cards = game.get_parameters()["game"]["num_cards"]

    def draw(state: Any, seat: int) -> Any:
        history = state.history()
        rounds = len(history) // 2
        own, real = history[seat : 2 * rounds : 2], history[1 - seat : 2 * rounds : 2]
        drawn, left = redrawn(own, real, cards, rng)
        world = game.new_initial_state()
        for mine, theirs in zip(own, drawn, strict=True):
            for move in (mine, theirs) if seat == 0 else (theirs, mine):
                world.apply_action(move)
        if len(history) > 2 * rounds:
            world.apply_action(rng.choice(left))
        return world

    return draw

"""Fits the odds behind Pow Wow's `estimate` and `prior` to the results of games by the rollout policy.

    python -m tools.powwow_odds [--positions N] [--rollouts N] [--seed N]

The positions begin rounds at tables of two, three, four and six. Each is played on several times. One of seven events
decides a game: one of the six Indians leaves first while its card stays where it is, or cards change hands before that,
which makes all seats alike. Each event has odds. Their logarithm is the sum of the terms of `_terms`, times the weights
of engines/games/powwow/tables.py. The fit makes the squared errors of the payoffs least (Gauss-Newton).
"""

import math
from typing import Any

import click
import numpy as np
from numpy.typing import NDArray

from hunch.engines import CHANCE, Game, State, Stream, load

NAMES = ("WAY", "READY", "READIER", "ORDER", "WHITE", "OPEN", "CROWD", "OPEN_WAY")
TABLES = (2, 3, 4, 6)
SEATS, COLOURS, POW_WOW, RINGS, ROLLING = 6, 6, 7, 5, 1
TAKEN = 0.3  # share of the rounds whose positions are taken
STEPS = 25  # iterations of the fit

Floats = NDArray[np.float64]


@click.command(help="Fits the odds that Pow Wow's estimate rests on.")
@click.option("--positions", default=15_000, show_default=True, help="At each table.")
@click.option("--rollouts", default=16, show_default=True, help="From each position.")
@click.option("--seed", default=1, show_default=True, help="Equal seeds give equal weights.")
def main(positions: int, rollouts: int, seed: int) -> None:
    gathered = [gather(load("powwow", players=players), positions, rollouts, seed) for players in TABLES]
    terms, shares, paid = (np.concatenate(part) for part in zip(*gathered, strict=True))
    fitting = np.arange(len(paid)) % positions < 0.8 * positions
    weights = fit(terms[fitting], shares[fitting], paid[fitting])
    for name, weight in zip(NAMES, weights, strict=True):
        print(f"{name:9}{weight:7.3f}")
    for n, players in enumerate(TABLES):
        kept = slice(n * positions + int(0.8 * positions), (n + 1) * positions)
        error = expected(weights, terms[kept], shares[kept])[0] - paid[kept]
        print(f"{players} seats: squared error {_mean(error, players):.4f}, of zero {_mean(paid[kept], players):.4f}")


def gather(game: Game, positions: int, rollouts: int, seed: int) -> tuple[Floats, Floats, Floats]:
    """By position: the terms of the seven events, what each pays each seat, and the mean payoffs of the rollouts."""
    terms = np.zeros((positions, COLOURS + 1, len(NAMES)))
    shares, paid = np.zeros((positions, SEATS, COLOURS + 1)), np.zeros((positions, SEATS))
    stream, state, made = Stream(seed), game.new(), 0
    while made < positions:
        if state.over:
            state = game.new()
        if state.fields()["step"] == ROLLING and stream.unit() < TAKEN:
            terms[made], shares[made] = _terms(state)
            paid[made, : game.seats] = state.rollouts(rollouts, stream)[1]
            made += 1
        state = state.after(state.roll(stream) if state.to_move == CHANCE else state.rollout_move(stream))
    return terms, shares, paid


def _terms(state: State) -> tuple[Floats, Floats]:
    fields = state.fields()
    game: Any = state.game
    terms, shares = np.zeros((COLOURS + 1, len(NAMES))), np.zeros((SEATS, COLOURS + 1))
    spaces, tepee = game.data["track"]["spaces"], game.data["tepee"]
    ways = [spaces + 1 - place for place in fields["place"]]
    numbers = [tepee[n]["fields"][ring]["number"] for n, ring in enumerate(fields["ring"]) if ring < RINGS]
    for hand, cards in enumerate(fields["hand"]):
        for card in cards:
            if 0 < card < POW_WOW:
                ready = sum(number >= ways[card - 1] for number in numbers)
                terms[card - 1, :3] = math.log(1 + ways[card - 1]), ready > 0, ready
                if hand < game.seats:
                    order = (hand - fields["starter"]) % game.seats
                    terms[card - 1, 3:5] = order / (game.seats - 1), fields["stones"][hand]
                    shares[: game.seats, card - 1] = -1 / (game.seats - 1)
                    shares[hand, card - 1] = 1
    terms[COLOURS, 5:] = 1, math.log(game.seats), math.log(1 + sorted(ways)[1])
    return terms, shares


def expected(weights: Floats, terms: Floats, shares: Floats) -> tuple[Floats, Floats]:
    """The payoffs by position and seat, and the probabilities of the seven events."""
    odds = np.exp(terms @ weights)
    chances = odds / odds.sum(1, keepdims=True)
    return np.einsum("nsc,nc->ns", shares, chances), chances


def fit(terms: Floats, shares: Floats, paid: Floats) -> Floats:
    """The weights with the least squared errors of the payoffs."""
    weights = np.zeros(len(NAMES))
    for _ in range(STEPS):
        payoffs, chances = expected(weights, terms, shares)
        slopes = np.einsum("nsc,nc,nck->nsk", shares - payoffs[:, :, None], chances, terms, optimize=True)
        slopes = slopes.reshape(-1, len(NAMES))
        damping = 1e-3 * len(paid) * np.eye(len(NAMES))
        weights += np.linalg.solve(slopes.T @ slopes + damping, slopes.T @ (paid - payoffs).ravel())
    return weights


def _mean(errors: Floats, players: int) -> float:
    return float((errors[:, :players] ** 2).mean())


if __name__ == "__main__":
    main()

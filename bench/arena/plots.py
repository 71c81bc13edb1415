"""Ratings as a picture: each game has a panel with its players from the strongest, and two standard errors."""

from collections.abc import Mapping
from pathlib import Path

import click

from bench.arena.ratings import Ladder


def plot(file: Path, ladders: Mapping[str, Ladder]) -> None:
    """A picture with a panel for each ladder, by its title."""
    try:
        import matplotlib
    except ModuleNotFoundError:
        raise click.ClickException("a plot needs matplotlib: make bench installs it") from None
    matplotlib.use("Agg")
    from matplotlib import pyplot

    heights = [len(ladder.ratings) for ladder in ladders.values()]
    figure, panels = pyplot.subplots(
        len(ladders),
        1,
        figsize=(8.0, 0.35 * sum(heights) + 1.2 * len(ladders)),
        height_ratios=heights,
        squeeze=False,
        layout="constrained",
    )
    for panel, (title, ladder) in zip(panels[:, 0], ladders.items(), strict=True):
        ratings = ladder.ratings[::-1]
        panel.errorbar(
            [rating.points for rating in ratings],
            range(len(ratings)),
            xerr=[2 * rating.error for rating in ratings],
            fmt="o",
            capsize=3,
        )
        panel.set_yticks(range(len(ratings)), [rating.player for rating in ratings])
        panel.set_title(title)
        panel.grid(axis="x", alpha=0.3)
        panel.set_xlabel("rating points")
    figure.savefig(file)
    pyplot.close(figure)

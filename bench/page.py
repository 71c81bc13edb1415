"""What only a clock can measure of the page: how fast it answers beside thinking, and whether it stays smooth.

    python -m bench.page [--moves 40] [--seconds 10] [--json FILE]

answer    Milliseconds from a person's move to their next choice, less those in which the server answered for the bots:
          median and 95th percentile, for each game.
smooth    Frames per second while an analysis is shown: of the whole time, and of the worst second.

It needs the page and a browser, as the tests in tests/web do, and a quiet machine. Exits with 1 if a figure misses its
bound.
"""

import json
import statistics
import tempfile
from pathlib import Path
from typing import Any

import click
from playwright.sync_api import Page, sync_playwright
from rich import box
from rich.console import Console
from rich.table import Table

from tests.support import browser as chromium
from tests.support.browser import Pages
from tests.support.playing import begin, phase
from tests.support.site import Site

ANSWER_MS = 100.0
"""The most that the page may add to the thinking of bots, at the 95th percentile."""
FRAMES = 50.0
"""Fewest frames per second during an analysis."""
GAMES = ("tomahawk", "manitou", "powwow", "comancheria")

MOVE = """async () => {
    const table = () => document.querySelector("[data-phase]")?.dataset.phase;
    performance.clearResourceTimings();
    const began = performance.now();
    document.querySelector(".moves .list button").click();
    do {
        await new Promise(requestAnimationFrame);
    } while (!table() || table() === "server");
    const took = performance.now() - began;
    const bots = performance.getEntriesByType("resource").filter((one) => one.name.endsWith("/SuggestMove"));
    return took - bots.reduce((sum, one) => sum + one.duration, 0);
}"""
"""Plays the first move of the list, and returns the milliseconds that the bots did not take."""

WATCH = """async (seconds) => {
    const frames = [];
    const end = performance.now() + 1000 * seconds;
    while (performance.now() < end) {
        frames.push(await new Promise(requestAnimationFrame));
    }
    return frames;
}"""
"""The moments of all frames in so many seconds."""


def answers(page: Page, site: Site, game: str, moves: int) -> list[float]:
    """Milliseconds of each answer in games that are played by the first moves of the list."""
    taken: list[float] = []
    while len(taken) < moves:
        begin(page, site, game)
        while phase(page) == "choice" and len(taken) < moves:
            taken.append(page.evaluate(MOVE))
    return taken


def frames(page: Page, site: Site, seconds: int) -> tuple[float, float]:
    """Frames per second while bars move: of the whole time, and of the worst second."""
    begin(page, site, "tomahawk")
    page.locator(".analysis select").select_option("30000")
    page.locator(".analysis button").first.click()
    page.locator(".bar").first.wait_for()
    moments = page.evaluate(WATCH, seconds)
    span = (moments[-1] - moments[0]) / 1000
    each = [sum(1 for one in moments if at <= (one - moments[0]) / 1000 < at + 1) for at in range(int(span))]
    return len(moments) / span, float(min(each))


def measured(moves: int, seconds: int) -> dict[str, Any]:
    """All figures."""
    site = Site(Path(tempfile.mkdtemp()))
    site.start()
    try:
        with sync_playwright() as playwright:
            for browser in chromium.launched(playwright):
                pages = Pages(browser)
                times = {game: sorted(answers(pages.new(site), site, game, moves)) for game in GAMES}
                whole, worst = frames(pages.new(site), site, seconds)
    finally:
        site.stop()
    figures = {
        game: {"median_ms": statistics.median(taken), "p95_ms": taken[int(0.95 * (len(taken) - 1))]}
        for game, taken in times.items()
    }
    return {"answer": figures, "smooth": {"frames": whole, "worst_second": worst}}


@click.command(help=__doc__)
@click.option("--moves", default=40, show_default=True, help="Moves of each game.")
@click.option("--seconds", default=10, show_default=True, help="How long an analysis is watched.")
@click.option("--json", "file", type=click.Path(path_type=Path), help="Write the figures to this file.")
def main(moves: int, seconds: int, file: Path | None) -> None:
    """Measures, shows a table, and exits with 1 if a bound is missed."""
    reason = chromium.missing()
    if reason is not None:
        raise click.ClickException(reason)
    found = measured(moves, seconds)
    table = Table("what", "figure", "bound", box=box.SIMPLE)
    for game, figures in found["answer"].items():
        table.add_row(
            f"answer, {game}", f"{figures['median_ms']:.0f}, p95 {figures['p95_ms']:.0f} ms", f"{ANSWER_MS:.0f} ms"
        )
    smooth = found["smooth"]
    table.add_row("smooth", f"{smooth['frames']:.0f}, worst second {smooth['worst_second']:.0f}", f"{FRAMES:.0f}")
    Console().print(table)
    if file is not None:
        file.write_text(json.dumps(found, indent=1))
    slow = [game for game, figures in found["answer"].items() if figures["p95_ms"] > ANSWER_MS]
    if slow or smooth["frames"] < FRAMES:
        raise SystemExit(1)


if __name__ == "__main__":
    main()

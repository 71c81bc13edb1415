"""The board on a terminal: what changed is marked, and signs have colours if the terminal shows them."""

from collections.abc import Iterator
from difflib import SequenceMatcher

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

CHANGED, SAME = "* ", "  "
"""Before a line that changed since the board was shown before, and before any other line."""
LONG = 15
"""Lines from which a board is long."""
NEW = "bold yellow"
"""What changed within a line."""
COLOURS = {
    "red": "red",
    "rouge": "red",
    "orange": "dark_orange",
    "yellow": "yellow",
    "jaune": "yellow",
    "green": "green",
    "vert": "green",
    "blue": "blue",
    "bleu": "blue",
}
"""Words of colours in their colour."""
SIGNS = (
    (r"\b(player|joueur) \d+(?=[\u00a0 ]?:)", "cyan"),
    (r"(?<![\w])\?(?![\w])", "magenta"),
    (r"\[[^\]]+\]", "bold"),
    *((rf"\b{word}\b", colour) for word, colour in COLOURS.items()),
)
"""Of a board, by regular expression."""
PICTURE = (
    (r"[·:]+", "dim"),
    (r"(?<=[A-Z]\d )[A-E]+|(?<=PD )[A-E]+|(?<=RES )[A-E]+", "bold green"),
    (r"(?<=[A-Z]\d )b", "yellow"),
    (r"(?<=[A-Z]\d )t", "cyan"),
    (r"(?<=[A-Z]\d )[WSE]\b|!", "red"),
    (r"\?", "magenta"),
    (r"\[[^\]]+\]", "bold"),
)
"""Of a picture of tracks and map."""


def board(shown: str, before: str = "", own: str = "") -> RenderableType:
    """A board, with what differs from the board before marked. `own` is what the person is called.

    Of a long board that was shown before, only what changed comes again, and its last line, which asks the question.
    """
    grid = Table.grid()
    grid.add_column(style=NEW, no_wrap=True)
    grid.add_column()
    lines = shown.splitlines()
    shown_lines = list(_marked(before.splitlines(), lines)) if before else [(SAME, Text(line)) for line in lines]
    if before and len(lines) > LONG:
        shown_lines = [pair for pair in shown_lines[:-1] if pair[0] == CHANGED] + shown_lines[-1:]
    for mark, line in shown_lines:
        _colour(line, SIGNS)
        line.highlight_regex(rf"^{own}(?=[\u00a0 ]?:)", "bold cyan")
        grid.add_row(mark, line)
    return grid


def picture(shown: str) -> Text:
    """A picture of tracks and map."""
    text = Text(shown, no_wrap=True)
    _colour(text, PICTURE)
    return text


def _colour(text: Text, styles: tuple[tuple[str, str], ...]) -> None:
    for pattern, style in styles:
        text.highlight_regex(pattern, style)


def _marked(before: list[str], after: list[str]) -> Iterator[tuple[str, Text]]:
    """The lines of a board, each with its mark."""
    for kind, old, old_end, new, new_end in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        for place in range(new, new_end):
            was = old + place - new
            if kind == "equal":
                yield SAME, Text(after[place])
            else:
                yield CHANGED, _differing(before[was] if was < old_end else "", after[place])


def _differing(before: str, after: str) -> Text:
    """A line whose words that the line before does not have are marked."""
    was, now = before.split(" "), after.split(" ")
    text = Text()
    for kind, _, _, new, end in SequenceMatcher(None, was, now, autojunk=False).get_opcodes():
        if new < end:
            text.append((" " if new else "") + " ".join(now[new:end]), "" if kind == "equal" else NEW)
    return text

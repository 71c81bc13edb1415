"""Where answers are shown: a terminal for text, or standard output for ProtoJSON."""

from collections.abc import Callable, Iterator
from typing import Any

import click
from google.protobuf.message import Message
from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.text import Text

from hunch.engines import messages

NO_BREAK, STAND_IN = "\u00a0", "\ue000"


class Terminal(Console):
    """A console that ends no line at a no-break space.

    Rich does, so a letter of private use replaces the space while rich breaks lines.
    """

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterator[Segment]:
        """The segments that rich makes, with their no-break spaces."""
        if isinstance(renderable, Text):
            renderable = renderable.copy()
            renderable.plain = renderable.plain.replace(NO_BREAK, STAND_IN)
        for segment in super().render(renderable, options):
            yield segment._replace(text=segment.text.replace(STAND_IN, NO_BREAK))

    def render_str(self, text: str, **settings: Any) -> Text:
        """The text that rich makes, with its no-break spaces replaced."""
        return super().render_str(text.replace(NO_BREAK, STAND_IN), **settings)


out = Terminal(markup=False, emoji=False, highlight=False)
"""Our texts contain what people typed, so no text is markup."""


def print_answer(message: Message, as_json: bool, rendered: Callable[[], RenderableType]) -> None:
    """Prints an answer as ProtoJSON, or as people read it."""
    if as_json:
        click.echo(messages.to_json(message))
    else:
        out.print(rendered())

"""Comanchería's board as a picture in characters: the tracks, then the map with its paths."""

from collections.abc import Iterator
from typing import Any

from hunch.engines.contract import State
from hunch.engines.games.comancheria.events import trail
from hunch.engines.games.comancheria.names import SPACES
from hunch.engines.games.comancheria.text.board import LABELS, spot
from hunch.engines.games.comancheria.text.titles import data

WIDTH, HEIGHT = 78, 27
"""Of the map, in characters."""
WIDEST = 9
"""Characters of a space with what lies there: so many are kept free on the right."""
PATHS = {"solid": "·"}
"""What a path is drawn with; any other kind of path is dotted more."""
OTHER_PATH = ":"
TRACKS = (("military", 1), ("culture", 2), ("ap", 3))
"""Tracks from 0, by the name in the data, and the number of the label."""
ENDS = {"en": ("Start", "Must Do", "Victory Check"), "fr": ("Départ", "Obligatoire", "Contrôle de Victoire")}
"""The first space of the last two tracks, and the last space of each."""

Point = tuple[int, int]


def picture(state: State, language: str) -> str:
    """The tracks with the counter in brackets, then the map as it lies on the table."""
    s = state.fields()
    return "\n".join([*tracks(state, s, language), "", *paint(state, s)])


def tracks(state: State, s: dict[str, Any], language: str) -> Iterator[str]:
    """A line for each track."""
    label, known, (start, *ends) = LABELS[language], data(state.game)["tracks"], ENDS[language]
    width = max(len(label[number]) for number in (1, 2, 3, 5, 6))
    for name, number in TRACKS:
        yield f"{label[number]:{width}}  {track([str(i) for i in range(known[name]['most'] + 1)], s[name])}"
    for name, number, end in (("operations", 5, ends[0]), ("passage", 6, ends[1])):
        yield f"{label[number]:{width}}  {track([start, *map(str, known[name]['numbers']), end], s[name])}"


def track(spaces: list[str], at: int) -> str:
    """The spaces of a track; the counter's own is in brackets."""
    return " ".join(f"[{space}]" if i == at else space for i, space in enumerate(spaces))


def paint(state: State, s: dict[str, Any]) -> Iterator[str]:
    """The lines of the map."""
    places, edges = points(state), data(state.game)["map"]["edges"]
    canvas = [[" "] * WIDTH for _ in range(HEIGHT)]
    for edge in edges:
        for x, y in between(places[edge["from"]], places[edge["to"]]):
            canvas[y][x] = PATHS.get(edge["line"], OTHER_PATH)
    unknown = {i for i, mark in zip(trail(state.game), s["mark"], strict=True) if mark}
    for name, (x, y) in sorted(places.items(), key=lambda place: place[1]):
        text = spot(s, SPACES.index(name), unknown).removesuffix(" .")
        canvas[y][x : x + len(text)] = text
    return ("".join(line[:WIDTH]).rstrip() for line in canvas)


def points(state: State) -> dict[str, Point]:
    """Where each space stands on the canvas."""
    spaces = data(state.game)["map"]["spaces"]
    (left, right), (top, bottom) = ((min(line), max(line)) for line in zip(*(s["at"] for s in spaces), strict=True))
    return {
        space["space"]: (
            1 + round((space["at"][0] - left) / (right - left) * (WIDTH - WIDEST)),
            round((space["at"][1] - top) / (bottom - top) * (HEIGHT - 1)),
        )
        for space in spaces
    }


def between(one: Point, other: Point) -> Iterator[Point]:
    """The points of a straight path, from the second letter of a name to that of the other."""
    (x, y), (goal, down) = one, other
    steps = max(abs(goal - x), abs(down - y), 1)
    for step in range(steps + 1):
        yield 1 + round(x + (goal - x) * step / steps), round(y + (down - y) * step / steps)

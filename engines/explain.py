"""Reasons for one turn rather than another: the traits of a line of play, as codes and as sentences.

Each game's `explain.py` has two functions. `traits(before, after, seat, turn)` returns the effects, in the later world
`after`, of a turn that `seat` made in world `before`. `beliefs(before, after, seat, turn)` returns hidden facts of that
world that matter to the turn. Both map each trait to a number: 1 if it holds, or how much there is of it. A search
averages them over many worlds and lines.

`SENTENCES` has a template for each code in each language, with these fields:
- `often` and `instead`: the shares of lines with the turn, and with the turn it is compared with.
- `mean` and `mean_instead`: the numbers themselves. `{mean:point}` is a number with its noun.
- `gain` and `gain_instead`: the numbers with their sign.

A reason against the turn begins with BUT, or has a template of its own: the code with `_against` appended. A certain
belief has the template with `_sure` appended, if there is one.
"""

from collections.abc import Mapping
from typing import NamedTuple, Protocol

from hunch.engines.contract import Game, State
from hunch.engines.registry import part
from hunch.engines.words import known, spoken_arguments

CERTAIN = 0.9999
"""A belief that is true in a larger share of the worlds is certain."""
RARE = 0.03
"""A share of lines nearer to 0 or 1 is shown as a bound, even if it happened in none or in all of them."""
BOUNDS = {"en": ("under 3%", "over 97%"), "fr": ("moins de 3\u00a0%", "plus de 97\u00a0%")}
"""What is shown near 0 and near 1."""
BUT = {"en": "On the other hand, ", "fr": "En revanche, "}


class Trait(NamedTuple):
    """A remarkable property of a line of play."""

    code: str
    """Names the template in `SENTENCES`."""
    arguments: tuple[tuple[str, int | str], ...] = ()
    """The name and value of each further field of the template."""
    worth: float = 0.0
    """What one unit of it is worth to the seat, in points of the game."""


class Reason(Protocol):
    """A trait with its mean over the lines of a turn, and over the lines of the turn it is compared with."""

    @property
    def kind(self) -> str:
        """ "for", "against" or "belief"."""

    @property
    def trait(self) -> Trait:
        """The trait."""

    @property
    def mean(self) -> float:
        """The mean over the lines that begin with the turn."""

    @property
    def instead(self) -> float:
        """The mean over the lines that begin with the other turn."""


def traits(before: State, after: State, seat: int, turn: tuple[int, ...]) -> Mapping[Trait, float]:
    """The effects, in the world `after`, of a turn that a seat made in the world `before`. A trait not listed is 0."""
    result: Mapping[Trait, float] = part(before.game.name, "explain").traits(before, after, seat, turn)
    return result


def beliefs(before: State, after: State, seat: int, turn: tuple[int, ...]) -> Mapping[Trait, float]:
    """Facts of this world that are hidden from the seat and matter to the turn."""
    result: Mapping[Trait, float] = part(before.game.name, "explain").beliefs(before, after, seat, turn)
    return result


def say(game: Game, reason: Reason, language: str = "en") -> str:
    """The sentence of a reason."""
    spoken, its_reasons, its_words = known(language), part(game.name, "explain"), part(game.name, "words")
    called = getattr(its_reasons, "called", None) or getattr(its_words, "called", None)
    arguments = spoken_arguments(game, dict(reason.trait.arguments), spoken, called)
    sentences: Mapping[str, str] = its_reasons.SENTENCES[spoken]
    template = sentences[reason.trait.code]
    if reason.kind == "belief" and reason.mean > CERTAIN:
        template = sentences.get(f"{reason.trait.code}_sure", template)
    if reason.kind == "against":
        begins = template[0] if template[1].isupper() else template[0].lower()  # keep the capitals of an abbreviation
        template = sentences.get(f"{reason.trait.code}_against", BUT[spoken] + begins + template[1:])
    sentence = template.format(
        **arguments,
        often=often(reason.mean, spoken),
        instead=often(reason.instead, spoken),
        mean=number(reason.mean, spoken),
        mean_instead=number(reason.instead, spoken),
        gain=number(reason.mean, spoken, "+"),
        gain_instead=number(reason.instead, spoken, "+"),
    )
    return sentence[0].upper() + sentence[1:]


def share(value: float, language: str, error: float = 0.0) -> str:
    """A share as a percentage, with its error unless that is less than half a percent."""
    shown = f"{100 * value:.0f}" + (f" ± {100 * error:.0f}" if error >= 0.005 else "")
    return f"{shown}%" if language == "en" else f"{shown}\u00a0%"


def often(value: float, language: str) -> str:
    """How often something happened in lines. So few say nothing of the last hundredths."""
    if value < RARE or value > 1.0 - RARE:
        return BOUNDS[language][value > 0.5]
    return share(value, language)


class Figure(str):
    """A number as text. Its format is a noun, which follows it and takes an s in the plural."""

    __slots__ = ("singular",)
    singular: bool
    """Whether a noun after it is singular."""

    def __format__(self, noun: str) -> str:
        return f"{self!s} {noun}{'' if self.singular else 's'}" if noun else str(self)


def number(value: float, language: str, sign: str = "") -> Figure:
    """A number with one decimal, or none if it is whole. With `sign` "+" it always shows a sign."""
    rounded = round(value, 1) + 0.0
    text = f"{rounded:{sign}.1f}".removesuffix(".0")
    figure = Figure(text if language == "en" else text.replace(".", ","))
    figure.singular = abs(rounded) == 1 if language == "en" else abs(rounded) < 2
    return figure


def within(figure: Figure, error: Figure) -> Figure:
    """A number with its error, unless that is 0."""
    if error == "0":
        return figure
    both = Figure(f"{figure} ± {error}")
    both.singular = figure.singular and error.singular
    return both

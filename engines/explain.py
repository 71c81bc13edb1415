"""Why one turn rather than another: what a game finds worth telling of a line of play, as codes and as sentences.

Each game's `reasons.py` has `traits(before, after, seat, turn)`: what became of a turn that `seat` made in world
`before`, in the later world `after`; and `beliefs(before, after, seat, turn)`: what that world says about the hidden
that matters to the turn. Both give each trait with a number: 1 where it holds, or how much there is of it. A search
averages them over many worlds and lines.

`SENTENCES` has a template for each code in each language, in which `often` and `instead` are the shares of lines with
the turn and with the one it is compared with, `mean` and `mean_instead` the numbers themselves, `gain` and
`gain_instead` these with their sign; `{mean:point}` is a number with its noun. What speaks against the turn is said
with BUT before it, or by the template of the code with `_against` behind it; what is believed without a doubt by that
with `_sure`, where there is one.
"""

from collections.abc import Mapping
from typing import NamedTuple, Protocol

from hunch.engines.contract import Game, State
from hunch.engines.registry import part
from hunch.engines.words import known

CERTAIN = 0.9999
BUT = {"en": "On the other hand, ", "fr": "En revanche, "}


class Trait(NamedTuple):
    """Something to be told of a line of play, and what one of it is worth to the seat, in points of the game."""

    code: str
    arguments: tuple[tuple[str, int | str], ...] = ()
    worth: float = 0.0


class Told(Protocol):
    """A trait with its mean over lines, and with that of the lines it is compared with."""

    @property
    def kind(self) -> str:
        """for, against, or belief."""

    @property
    def trait(self) -> Trait:
        """What it is."""

    @property
    def mean(self) -> float:
        """Over the lines that begin with the turn."""

    @property
    def instead(self) -> float:
        """Over those that begin with the other turn."""


def traits(before: State, after: State, seat: int, turn: tuple[int, ...]) -> Mapping[Trait, float]:
    """What became of the choice that a seat had in the world `before`; what is not there is 0."""
    found: Mapping[Trait, float] = part(before.game.name, "explain").traits(before, after, seat, turn)
    return found


def beliefs(before: State, after: State, seat: int, turn: tuple[int, ...]) -> Mapping[Trait, float]:
    """What is so in this world, is hidden from the seat, and matters to the turn."""
    found: Mapping[Trait, float] = part(before.game.name, "explain").beliefs(before, after, seat, turn)
    return found


def say(game: Game, told: Told, language: str = "en") -> str:
    """The sentence for it."""
    spoken, its_reasons, its_words = known(language), part(game.name, "explain"), part(game.name, "words")
    called = getattr(its_reasons, "called", None) or getattr(its_words, "called", None)
    arguments = {
        name: called(game, value, spoken) if called and isinstance(value, str) else value
        for name, value in told.trait.arguments
    }
    sentences: Mapping[str, str] = its_reasons.SENTENCES[spoken]
    template = sentences[told.trait.code]
    if told.kind == "belief" and told.mean > CERTAIN:
        template = sentences.get(f"{told.trait.code}_sure", template)
    if told.kind == "against":
        begins = template[0] if template[1].isupper() else template[0].lower()  # of an abbreviation all is large
        template = sentences.get(f"{told.trait.code}_against", BUT[spoken] + begins + template[1:])
    sentence = template.format(
        **arguments,
        often=share(told.mean, spoken),
        instead=share(told.instead, spoken),
        mean=number(told.mean, spoken),
        mean_instead=number(told.instead, spoken),
        gain=number(told.mean, spoken, "+"),
        gain_instead=number(told.instead, spoken, "+"),
    )
    return sentence[0].upper() + sentence[1:]


def share(value: float, language: str) -> str:
    """A share of lines as people say it."""
    return f"{value:.0%}" if language == "en" else f"{100 * value:.0f}\u00a0%"


class Figure(str):
    """A number as it is written. Its format is a noun, which follows it and takes an s where it is plural."""

    __slots__ = ("singular",)
    singular: bool

    def __format__(self, noun: str) -> str:
        return f"{self!s} {noun}{'' if self.singular else 's'}" if noun else str(self)


def number(value: float, language: str, sign: str = "") -> Figure:
    """A number with one decimal, or none where it is whole; with `sign` "+" also what is not negative shows one."""
    rounded = round(value, 1) + 0.0
    text = f"{rounded:{sign}.1f}".removesuffix(".0")
    figure = Figure(text if language == "en" else text.replace(".", ","))
    figure.singular = abs(rounded) == 1 if language == "en" else abs(rounded) < 2
    return figure

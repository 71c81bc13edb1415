"""Tomahawk's cards, specials and territories: in notation, in messages and in the struct."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from hunch.engines.contract import Game
from hunch.engines.errors import BadState, HunchError
from hunch.engines.games.tomahawk.rules import Tomahawk
from hunch.engines.games.tomahawk.state import CARDS, HIDDEN
from hunch.engines.games.tomahawk.tables import SPECIALS, Cards, Codes, codes
from hunch.engines.messages import one_of
from hunch.v1 import tomahawk_pb2 as pb

LETTERS = ("GM", "SS", "RH", "DT", "WS", "SC", "TC")
FRENCH_LETTERS = ("GM", "EM", "CS", "DC", "CV", "PC", "NT")
"""The same specials by their French names."""


@dataclass(frozen=True, slots=True)
class Names:
    """The cards of a game and their codes."""

    cards: Cards
    codes: Codes

    def text(self, code: int, language: str = "en") -> str:
        """Writes a card in short notation: `8+3` is an 8 with hair 3, `GM` Great Manitou, `?` a hole, `-` none."""
        if code in (0, HIDDEN):
            return "?" if code else "-"
        if code > CARDS:
            return (FRENCH_LETTERS if language == "fr" else LETTERS)[code - CARDS - 1]
        kind = self.codes.kinds[code]
        return f"{kind.strength}+{kind.hair}" if kind.hair else str(kind.strength)

    def codes_in(self, cards: int) -> list[int]:
        """Returns the cards of a set, each as often as the set has it."""
        return [code for code, bit in self.codes.bits if cards & bit]

    def set_of(self, codes: Sequence[int]) -> int:
        """Returns the set of some cards. No kind may have more cards than there are."""
        return sum(((1 << codes.count(code)) - 1) << (code - 1) for code in set(codes))

    def army(self, kept: int, low: int, high: int) -> Sequence[int]:
        """Returns all base cards except two, and two specials instead, ascending."""
        cards = Counter({code: kind.copies for code, kind in self.codes.kinds.items() if code <= CARDS})
        cards.subtract((low, high))
        cards.update(CARDS + 1 + bit for bit in range(7) if kept >> bit & 1)
        return sorted(cards.elements())


@lru_cache(maxsize=64)
def names_of(game: Game) -> Names:
    assert isinstance(game, Tomahawk)
    return Names(game.cards, codes(game.cards))


def card_message(names: Names, code: int) -> pb.TomahawkCard:
    if code in (0, HIDDEN):
        return pb.TomahawkCard(hidden=True) if code else pb.TomahawkCard(none=True)
    if code > CARDS:
        return pb.TomahawkCard(special=code - CARDS)  # type: ignore[arg-type]
    return pb.TomahawkCard(indian=indian_message(names, code))


def indian_message(names: Names, code: int) -> pb.TomahawkIndian:
    kind = names.codes.kinds[code]
    return pb.TomahawkIndian(strength=kind.strength, hair=kind.hair)


def specials_message(mask: int) -> pb.TomahawkSpecials:
    if mask == HIDDEN:
        return pb.TomahawkSpecials(hidden=True)
    return pb.TomahawkSpecials(specials=[bit + 1 for bit in range(7) if mask >> bit & 1])  # type: ignore[misc]


def kept_message(names: Names, kept: int, low: int, high: int) -> pb.TomahawkKept:
    left = [indian_message(names, code) for code in (low, high)]
    return pb.TomahawkKept(specials=specials_message(kept).specials, left=left)


def read_card(names: Names, message: pb.TomahawkCard, path: str, error: type[HunchError] = BadState) -> int:
    """Reads a card as its code, HIDDEN, or 0 for none."""
    kind = one_of(message, "card", path, error)
    if kind == "indian":
        return read_indian(names, message.indian, f"{path}.indian", error)
    if kind == "special":
        return CARDS + _special(message.special, f"{path}.special", error)
    if not (message.hidden or message.none):
        raise error(f"{path}.{kind}", "must be true when it is set")
    return HIDDEN if message.hidden else 0


def read_indian(names: Names, message: pb.TomahawkIndian, path: str, error: type[HunchError] = BadState) -> int:
    code = names.codes.of_indian.get((message.strength, message.hair))
    if code is None:
        raise error(path, f"no card has strength {message.strength} and hair {message.hair}")
    return code


def read_specials(message: pb.TomahawkSpecials, path: str, error: type[HunchError] = BadState) -> int:
    """Reads specials as 7 bits, or HIDDEN."""
    if message.hidden and message.specials:
        raise error(f"{path}.specials", "given, though they are hidden")
    return HIDDEN if message.hidden else mask_of(message.specials, path, error)


def mask_of(specials: Sequence[int], path: str, error: type[HunchError]) -> int:
    mask = 0
    for i, special in enumerate(specials):
        bit = 1 << (_special(special, f"{path}.specials[{i}]", error) - 1)
        if mask & bit:
            raise error(f"{path}.specials[{i}]", f"{SPECIALS[special - 1]} is there twice")
        mask |= bit
    return mask


def read_kept(
    names: Names, message: pb.TomahawkKept, path: str, error: type[HunchError] = BadState
) -> tuple[int, int, int]:
    """Reads the specials kept as 7 bits, and the base cards that left for the lower and the higher of them."""
    if len(message.specials) != 2 or len(message.left) != 2:
        raise error(path, "two specials are kept, two base cards leave")
    kept = mask_of(message.specials, path, error)
    left = [read_indian(names, card, f"{path}.left[{i}]", error) for i, card in enumerate(message.left)]
    values = [names.cards.specials[special - 1].strength for special in message.specials]
    for i, code in enumerate(left):
        if names.codes.kinds[code].strength != values[i]:
            raise error(f"{path}.left[{i}].strength", f"not {values[i]}, the strength of the special it leaves for")
    if message.specials[0] > message.specials[1]:
        left.reverse()
    if values[0] == values[1]:
        left.sort()
    if left[0] == left[1] and names.codes.kinds[left[0]].copies < 2:
        raise error(f"{path}.left[1]", "there is only one such card")
    return kept, left[0], left[1]


def read_tile(names: Names, tile: str, path: str, error: type[HunchError] = BadState) -> int:
    code = names.codes.tiles.get(tile)
    if code is None:
        raise error(path, f"{tile!r} is not the id of a territory")
    return code


def _special(special: int, path: str, error: type[HunchError]) -> int:
    if not 1 <= special <= len(SPECIALS):
        raise error(path, f"{special} is not in 1 to {len(SPECIALS)}")
    return special

"""Big Manitou's cards and tiles: in messages, as kinds, and as sets of the struct."""

from collections.abc import Sequence
from functools import lru_cache
from typing import cast

from hunch.engines.contract import Game
from hunch.engines.errors import BadState, HunchError
from hunch.engines.games.manitou.rules import Manitou
from hunch.engines.games.manitou.state import HUNTERS
from hunch.engines.games.manitou.tables import COPIES as COPIES_OF_HEROES
from hunch.engines.games.manitou.tables import HERO_NAMES, SORTS, Cards
from hunch.engines.messages import in_range, one_of
from hunch.v1 import manitou_pb2 as pb

COPIES = (1,) * HUNTERS + COPIES_OF_HEROES
FIRST_BIT = (*range(HUNTERS), 10, 12, 13, 14, 15)
KIND_OF_BIT = tuple((kind, 1 << bit + copy) for kind, bit in enumerate(FIRST_BIT) for copy in range(COPIES[kind]))
VALUED = SORTS[:2]


def tables_of(game: Game) -> Cards:
    """Returns the content of the data file."""
    assert isinstance(game, Manitou)
    return game.cards


def card_message(game: Game, kind: int) -> pb.ManitouCard:
    if kind < HUNTERS:
        return pb.ManitouCard(hunter=tables_of(game).hunters[kind])
    return pb.ManitouCard(hero=cast("pb.ManitouHero", kind - HUNTERS + 1))


def card_kind(game: Game, card: pb.ManitouCard, path: str, error: type[HunchError] = BadState) -> int:
    if one_of(card, "card", path, error) == "hero":
        return HUNTERS - 1 + in_range(card.hero, 1, len(HERO_NAMES), f"{path}.hero", error)
    hunters = tables_of(game).hunters
    if card.hunter not in hunters:
        raise error(f"{path}.hunter", f"{card.hunter} is not one of {', '.join(map(str, hunters))}")
    return hunters.index(card.hunter)


def tile_message(game: Game, kind: int) -> pb.ManitouTile:
    tile = tables_of(game).tiles[kind]
    out = pb.ManitouTile()
    setattr(out, tile.sort, tile.value or True)
    return out


def tile_kind(game: Game, tile: pb.ManitouTile, path: str, error: type[HunchError] = BadState) -> int:
    sort = one_of(tile, "tile", path, error)
    given: int = getattr(tile, sort)
    kinds = kinds_of(game)[sort]
    if given in kinds:
        return kinds[given]
    if sort not in VALUED:
        raise error(f"{path}.{sort}", "must be true when it is set")
    raise error(f"{path}.{sort}", f"{given} is not one of {', '.join(map(str, kinds))}")


@lru_cache(maxsize=64)
def kinds_of(game: Game) -> dict[str, dict[int, int]]:
    """Returns the kinds of tiles by sort, then by value; by True for a sort without values."""
    result: dict[str, dict[int, int]] = {sort: {} for sort in SORTS}
    for kind, tile in enumerate(tables_of(game).tiles):
        result[tile.sort][tile.value or True] = kind
    return result


def kinds_in(cards: int) -> list[int]:
    """Returns the kinds of a set of cards, ascending."""
    return [kind for kind, bit in KIND_OF_BIT if cards & bit]


def set_of(counts: tuple[int, ...]) -> int:
    """Returns the set with these numbers of cards of each kind."""
    return sum(((1 << count) - 1) << bit for count, bit in zip(counts, FIRST_BIT, strict=True))


def tiles_in(counts: Sequence[int]) -> list[int]:
    return [kind for kind, count in enumerate(counts) for _ in range(count)]

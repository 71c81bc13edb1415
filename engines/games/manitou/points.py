"""The points of the tiles and cylinders in front of the players, which all can see."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from hunch.engines.contract import Game
from hunch.engines.games.manitou.names import tables_of


@dataclass(frozen=True, slots=True)
class Points:
    """A seat's points and their parts. Pairs are the lower of the bison and the tipi points."""

    bison: int
    tipi: int
    cylinders: int
    tomahawks: int

    @property
    def total(self) -> int:
        return min(self.bison, self.tipi) + self.cylinders + self.tomahawks


def points(game: Game, s: dict[str, Any]) -> list[Points]:
    """Returns the points of each seat, as if the game ended here."""
    each = tables_of(game).numbers["tomahawk_points"]
    weapons = [count(game, owned, "tomahawk") for owned in s["tiles"][: game.seats]]
    alone = max(weapons) > 0 and weapons.count(max(weapons)) == 1
    return [held(game, s, seat, each * (alone and weapons[seat] == max(weapons))) for seat in range(game.seats)]


def held(game: Game, s: dict[str, Any], seat: int, tomahawks: int = 0) -> Points:
    """Returns the points of one seat. `tomahawks` are its points for tomahawks, which depend on the others."""
    owned, each = s["tiles"][seat], tables_of(game).numbers["cylinder_points"]
    cylinders = each * ((s["brown"] == seat + 1) + (s["white"] == seat + 1))
    return Points(_worth(game, owned, "bison"), _worth(game, owned, "tipi"), cylinders, tomahawks)


def _worth(game: Game, owned: Sequence[int], sort: str) -> int:
    return sum(n * tile.value for n, tile in zip(owned, tables_of(game).tiles, strict=False) if tile.sort == sort)


def count(game: Game, owned: Sequence[int], sort: str) -> int:
    """Counts the tiles of a sort."""
    return sum(n for n, tile in zip(owned, tables_of(game).tiles, strict=False) if tile.sort == sort)

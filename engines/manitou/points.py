"""What the tiles and cylinders in front of the players are worth; they lie open to all."""
from dataclasses import dataclass
from typing import Any

from hunch.engines.contract import Game
from hunch.engines.manitou.names import tables_of


@dataclass(frozen=True, slots=True)
class Points:
    """A seat's points with what they are made of: pairs come from the lower of bison and tipi."""

    bison: int
    tipi: int
    cylinders: int
    tomahawks: int

    @property
    def total(self) -> int:
        return min(self.bison, self.tipi) + self.cylinders + self.tomahawks


def points(game: Game, s: dict[str, Any]) -> list[Points]:
    """Of each seat, as if the game ended here."""
    tables = tables_of(game)
    weapons = [_count(tables.tiles, owned, "tomahawk") for owned in s["tiles"]][: game.seats]
    alone = max(weapons) > 0 and weapons.count(max(weapons)) == 1
    return [
        held(game, s, seat, tables.numbers["tomahawk_points"] * (alone and weapons[seat] == max(weapons)))
        for seat in range(game.seats)
    ]


def held(game: Game, s: dict[str, Any], seat: int, tomahawks: int = 0) -> Points:
    """What one seat has by itself; `tomahawks` are points that depend on the others."""
    tables, owned = tables_of(game), s["tiles"][seat]
    cylinders = tables.numbers["cylinder_points"] * ((s["brown"] == seat + 1) + (s["white"] == seat + 1))
    return Points(_worth(tables.tiles, owned, "bison"), _worth(tables.tiles, owned, "tipi"), cylinders, tomahawks)


def _worth(tiles: Any, owned: Any, sort: str) -> int:
    return sum(n * tile.value for n, tile in zip(owned, tiles, strict=False) if tile.sort == sort)


def _count(tiles: Any, owned: Any, sort: str) -> int:
    return sum(n for n, tile in zip(owned, tiles, strict=False) if tile.sort == sort)

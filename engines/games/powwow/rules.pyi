from typing import Any

from hunch.engines.contract import Game
from hunch.engines.games.powwow.tables import Colour

class Powwow(Game):
    colours: tuple[Colour, ...]
    """The six Indians, colour 1 first."""
    data: dict[str, Any]
    """The data file, as it was read."""

GAME: type[Game]

from typing import Any

from hunch.engines.contract import Game

class Comancheria(Game):
    trail: list[int]
    data: dict[str, Any]

GAME: type[Game]

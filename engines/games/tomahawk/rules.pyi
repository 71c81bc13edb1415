from hunch.engines.contract import Game
from hunch.engines.games.tomahawk.tables import Cards

class Tomahawk(Game):
    cards: Cards
    tiles: dict[bytes, int]

GAME: type[Tomahawk]

from hunch.engines.contract import Game
from hunch.engines.games.manitou.tables import Cards

class Manitou(Game):
    cards: Cards

GAME: type[Manitou]

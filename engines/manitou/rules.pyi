from hunch.engines.contract import Game
from hunch.engines.manitou.tables import Cards

class Manitou(Game):
    cards: Cards

GAME: type[Manitou]

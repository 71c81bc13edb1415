from hunch.engines.contract import Game
from hunch.engines.tomahawk.cards import Cards

class Tomahawk(Game):
    cards: Cards

GAME: type[Tomahawk]

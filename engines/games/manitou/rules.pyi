from hunch.engines.contract import Game
from hunch.engines.games.manitou.tables import Tables

class Manitou(Game):
    tables: Tables

GAME: type[Manitou]

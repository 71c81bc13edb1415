from hunch.engines.contract import Game

class Kuhn(Game): ...

GAME: type[Game]

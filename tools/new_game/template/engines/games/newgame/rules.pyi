from hunch.engines.contract import Game

class Newgame(Game): ...

GAME: type[Game]

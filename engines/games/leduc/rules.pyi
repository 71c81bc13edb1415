from hunch.engines.contract import Game

class Leduc(Game): ...

GAME: type[Game]

from hunch.engines.contract import Game

class Goofspiel(Game): ...

GAME: type[Game]

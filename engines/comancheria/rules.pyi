from hunch.engines.contract import Game

class Comancheria(Game): ...

GAME: type[Game]

from hunch.search.subgame import Subgame

class DoubleOracle(Subgame):
    """The same without building all of it: only what best answers use; `build` readies it, `run` may raise TooLarge."""

    rounds: int

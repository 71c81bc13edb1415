from hunch.search.subgame import Subgame

class DoubleOracle(Subgame):
    """A subgame built only from moves that best answers use. `build` prepares it, and `run` may raise TooLarge."""

    rounds: int
    """How many small games were solved."""

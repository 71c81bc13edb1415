from hunch.search.subgame import Subgame

class DoubleOracle(Subgame):
    """A subgame of which only what best answers use is built: `build` prepares it, `run` may raise TooLarge."""

    rounds: int
    """How many small games were solved."""

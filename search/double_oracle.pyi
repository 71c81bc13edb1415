from hunch.search.subgame import Remainder

class Oracle(Remainder):
    """The same without building all of it: only what best answers use; `build` readies it, `run` may raise TooLarge."""

    rounds: int

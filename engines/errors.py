"""What can be wrong with what a caller hands in: one small tree, each with the path of the field and the reason."""


class HunchError(ValueError):
    """Something handed in was refused. `path` names the field ("" when there is none), `reason` says why."""

    def __init__(self, path: str, reason: str) -> None:
        self.path = path
        self.reason = reason
        super().__init__(f"{path}: {reason}" if path else reason)


class UnknownGame(HunchError):
    """No game of that name is registered."""


class BadOption(HunchError):
    """A game has no such option, or not that value of it."""


class BadData(HunchError):
    """A data file does not describe a game that can be played."""


class BadState(HunchError):
    """A state that cannot arise, or that hides what the asking seat must know."""


class IllegalMove(HunchError):
    """A move, a chance outcome or an observation that is not possible here."""


class BadMessage(HunchError):
    """Bytes or JSON that are not the message they should be."""


class WrongVersion(HunchError):
    """A state made under other rules or with other data."""

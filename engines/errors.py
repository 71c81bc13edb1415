"""The errors that refuse what a caller handed in. Each has the path of a field and a reason."""


class HunchError(ValueError):
    """A caller handed in something wrong. `path` names the field ("" if there is none), `reason` says what is wrong."""

    def __init__(self, path: str, reason: str) -> None:
        self.path = path
        self.reason = reason
        super().__init__(f"{path}: {reason}" if path else reason)


class UnknownGame(HunchError):
    """No game of that name is registered."""


class BadOption(HunchError):
    """A game has no such option, or the option has no such value."""


class BadData(HunchError):
    """A data file does not describe a game that can be played."""


class BadState(HunchError):
    """A state that cannot arise, or that hides what the asking seat must know."""


class IllegalMove(HunchError):
    """A move, a chance outcome or an observation that is not possible here."""


class BadMessage(HunchError):
    """Bytes or JSON that are not the expected message."""


class WrongVersion(HunchError):
    """A state made under other rules or with other data."""

class Stop:
    """A flag with two levels that ends searches. Any thread may raise it; a search sees it at its next iteration."""

    def set(self) -> None:
        """Ends the search with the answer so far. It stays raised."""
    def is_set(self) -> bool:
        """Whether the search must end, at either level."""
    def abandon(self) -> None:
        """Ends the search without an answer, as nobody waits for it. It stays raised."""
    def is_abandoned(self) -> bool:
        """Whether nobody waits for the answer."""

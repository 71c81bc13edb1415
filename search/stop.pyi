class Stop:
    """A flag that ends searches. Any thread may raise it; a running search sees it at its next iteration."""

    def set(self) -> None:
        """Raises the flag, for good."""
    def is_set(self) -> bool:
        """Whether it was raised."""

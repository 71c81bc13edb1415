class SequenceForm:
    """What one seat can do."""

    decisions: int
    sequences: int
    def at(self, point: int) -> list[tuple[int, float, float]]:
        """The moves of a decision, each with its probability and, once rated, its value."""

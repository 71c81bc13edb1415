class SequenceForm:
    """The decisions and the plan of one seat in an exact subgame."""

    decisions: int
    sequences: int
    def moves_at(self, point: int) -> list[tuple[int, float, float]]:
        """The moves of a decision, each with its probability and, after `Subgame.evaluate`, its value."""

"""How late answers are ready, so that those with a deadline begin to end sooner on a busy machine. Knows no clock."""

FADES = 0.9
"""What is left of the longest delay with each answer after it."""
AHEAD = 2.0
"""How much longer an answer takes to its client than it was late: it waits for a core here, and then there."""
MOST_SHARE = 0.1
"""The share of a call's remaining time that may be kept for this at most."""


class Lateness:
    """The longest delay of late, fading with each answer."""

    def __init__(self) -> None:
        self._ms = 0.0

    def saw(self, late_ms: float) -> None:
        """An answer was ready so much later than it was to be."""
        self._ms = max(late_ms, FADES * self._ms)

    def margin_ms(self, left_ms: float) -> float:
        """How much sooner a search ends whose call has so much time left."""
        return max(0.0, min(AHEAD * self._ms, MOST_SHARE * left_ms))

class Tree:
    """A table of nodes and an arena of blocks within a cap on memory."""

    full: bool
    """Whether the cap was met."""
    def __init__(self, memory: int, expected: int = 0, words: int = 0) -> None:
        """Makes an empty tree that takes at most `memory` bytes.

        `expected` is about how many nodes there will be, and `words` at most how many words of blocks; 0 if unknown.
        """
    def __len__(self) -> int:
        """How many nodes there are."""

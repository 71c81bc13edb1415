"""What a fact about an event of Comanchería is, and what it is found in."""

from typing import Any

Fact = tuple[str, dict[str, int | str]]
"""A code with its arguments, which a sentence needs."""
Fields = dict[str, Any]
"""The fields of a position."""

"""The commands in this process, and servers to run them against."""
from tests.server.conftest import EXAMPLES, hunch, served

__all__ = ["EXAMPLES", "hunch", "served"]

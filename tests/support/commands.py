"""What tests of the command line share."""

from collections.abc import Callable

Hunch = Callable[..., str]
"""Runs a command, checks its exit code, and returns its output: `hunch("suggest", file, code=0)`."""
MAIN = "from hunch.cli import main; main(prog_name='hunch')"
"""A program that is the command line, for a process of its own."""

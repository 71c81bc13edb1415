"""Tests that need what a machine may lack: left out there, with a reason in one line, or failed if it is required."""

import os
from typing import NoReturn

import pytest


def leave_out(reason: str) -> NoReturn:
    """Leaves a test out. With HUNCH_PAGE=require it fails."""
    if os.environ.get("HUNCH_PAGE") == "require":
        pytest.fail(reason)
    pytest.skip(reason)

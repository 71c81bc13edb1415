"""What deploy/ says of a server's health checks."""

import re
from pathlib import Path

import pytest

DEPLOY = Path(__file__).parents[2] / "deploy"


@pytest.mark.parametrize(
    ("file", "checks"), [("base/deployment.yaml", "failureThreshold"), ("envoy.yaml", "unhealthy_threshold")]
)
def test_no_replica_is_dropped_on_one_failed_check(file, checks):
    """A client that cancels thousands of calls takes some of others' health checks with it."""
    assert min(map(int, re.findall(rf"{checks}: (\d+)", (DEPLOY / file).read_text()))) >= 3

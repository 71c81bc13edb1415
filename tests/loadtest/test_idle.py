"""The streams of `loadtest.idle` are streams of grpc to a server, and are counted as they end."""

import asyncio

import pytest

from loadtest.idle import Found, watch
from loadtest.processes import Serving


@pytest.mark.parametrize(
    ("addresses", "opened"),
    [(1, 20), (2, 40), (3, 50)],
)
def test_idle_streams_are_bounded_by_address_and_in_all(addresses: int, opened: int) -> None:
    with Serving(cores=1, most_idle_streams=50, most_idle_streams_address=20) as server:
        found: Found = asyncio.run(watch(server, 90, addresses))
    assert (found.open, found.refused) == (opened, 90 - opened)

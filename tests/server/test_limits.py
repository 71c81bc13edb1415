"""The limits of a request, completed once: by its level, by the defaults, within the server's own."""

import pytest

from hunch.engines import BadMessage, load
from hunch.search.advice import DEFAULT_MIB, DEFAULT_MS
from hunch.search.levels import LEVELS
from hunch.server.config import Config
from hunch.server.errors import TooMuch
from hunch.server.limits import divide, level_of, resolve
from hunch.v1 import advice_pb2

GAME, HIGHEST, WEAK = load("goofspiel"), len(LEVELS), 3
SMALL = Config(most_iterations=1_000, most_time_ms=100, most_memory_mib=16, cores=2, most_threads=1)
"""A server that allows less than the defaults."""


def resolved(level: int = HIGHEST, config: Config = SMALL, **wanted: int) -> tuple[int, int, int, int]:
    limits = resolve(advice_pb2.Limits(**wanted), GAME, level, config)
    return limits.iterations, limits.time_ms, limits.memory_mib, limits.threads


def test_without_a_limit_time_limits_a_search() -> None:
    assert resolved(config=Config()) == (0, DEFAULT_MS, DEFAULT_MIB, 1)


def test_no_default_exceeds_what_the_server_allows() -> None:
    assert resolved() == (0, 100, 16, 1)


def test_one_search_may_have_no_more_memory_than_all_together() -> None:
    small = Config(memory_mib=16)
    assert resolved(config=small) == (0, DEFAULT_MS, 16, 1)
    with pytest.raises(TooMuch, match=r"^limits\.memory_mib: 17 "):
        resolved(config=small, memory_mib=17)


def test_a_limit_of_the_request_needs_no_default() -> None:
    assert resolved(iterations=50) == (50, 0, 16, 1)
    assert resolved(iterations=50, time_ms=20, memory_mib=4, threads=1) == (50, 20, 4, 1)


@pytest.mark.parametrize(("wanted", "made"), [(0, LEVELS[WEAK - 1].iterations), (10, 10), (900, 60)])
def test_a_level_lowers_the_iterations(wanted: int, made: int) -> None:
    assert resolved(WEAK, iterations=wanted) == (made, 0, 16, 1)


@pytest.mark.parametrize("field", ["iterations", "time_ms", "memory_mib", "threads"])
def test_a_limit_beyond_the_servers_is_refused_by_its_name(field: str) -> None:
    with pytest.raises(TooMuch, match=f"^limits.{field}: 2,000 is more than this server allows"):
        resolved(HIGHEST, SMALL, **{field: 2_000})


def test_level_0_is_the_highest_and_none_is_above_it() -> None:
    assert (level_of(0), level_of(WEAK)) == (HIGHEST, WEAK)
    with pytest.raises(BadMessage, match="level"):
        level_of(HIGHEST + 1)


def test_searches_that_share_limits_have_at_least_one_of_each() -> None:
    whole = resolve(advice_pb2.Limits(iterations=900, time_ms=90), GAME, HIGHEST, SMALL)
    assert (divide(whole, 10).iterations, divide(whole, 10).time_ms) == (90, 9)
    assert (divide(whole, 1_000).iterations, divide(whole, 1_000).time_ms) == (1, 1)
    timed = divide(whole._replace(iterations=0), 3)
    assert (timed.iterations, timed.time_ms, timed.memory_mib) == (0, 30, 16)


def test_the_default_time_may_be_another() -> None:
    assert resolve(advice_pb2.Limits(), GAME, HIGHEST, Config(), default_ms=7_000).time_ms == 7_000
    assert resolve(advice_pb2.Limits(), GAME, HIGHEST, SMALL, default_ms=7_000).time_ms == 100
    assert resolve(advice_pb2.Limits(iterations=5), GAME, HIGHEST, SMALL, default_ms=7_000).time_ms == 0


def test_a_server_with_more_cores_than_a_search_can_use_allows_what_it_can_use() -> None:
    most = Config(cores=100).threads
    assert resolved(config=Config(cores=100), threads=most)[3] == most
    with pytest.raises(TooMuch, match=r"^limits\.threads: "):
        resolved(config=Config(cores=100), threads=most + 1)

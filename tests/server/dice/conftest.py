"""Ledgers of each kind, for tests of dice."""

import pytest

from tests.support.postgres import new_database, started


@pytest.fixture(scope="session")
def postgres():
    """A PostgreSQL server of this test run's own."""
    with started() as server:
        yield server


@pytest.fixture(params=["sqlite", "postgresql"])
def ledger(request, tmp_path):
    """The URL of an empty ledger, of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'dice.db'}"
    return new_database(request.getfixturevalue("postgres"))

"""What each key was granted, and what it holds: the books by which keys take turns."""

from dataclasses import dataclass
from typing import Any

from hunch.server.jobs import Job

MOST_KEYS = 10_000
"""Most accounts; beyond this, those that owe nothing are dropped."""


@dataclass(slots=True)
class Account:
    """What a key was granted, and what it holds."""

    used: float  # core-milliseconds granted, from a common start
    cores: int = 0
    memory_mib: int = 0
    without_since: float = 0.0  # when its last job ended, if it holds no core


class Accounts:
    """The accounts of all keys. Used on one event loop."""

    def __init__(self) -> None:
        self._accounts: dict[str, Account] = {}
        self._start_level = 0.0  # where a new key starts

    def __len__(self) -> int:
        return len(self._accounts)

    def of(self, key: str) -> Account:
        """The account of a key."""
        account = self._accounts.get(key)
        if account is None:
            account = self._accounts[key] = Account(self._start_level)
        return account

    def used(self, key: str) -> float:
        """What a key was granted. A key that was away starts level with the others."""
        return max(self.of(key).used, self._start_level)

    def begin(self, job: Job[Any]) -> None:
        """Charges a job that starts for what it was granted."""
        account, self._start_level = self.of(job.key), self.used(job.key)
        job.charged_ms = (job.granted.time_ms or job.asked_ms) * job.threads
        account.used = self._start_level + job.charged_ms
        account.cores += job.threads
        account.memory_mib += job.memory_mib

    def end(self, job: Job[Any], now: float) -> None:
        """Frees what a job held, and charges its key for the time that it took."""
        account = self.of(job.key)
        account.used += (now - job.started_at) * 1000 * job.threads - job.charged_ms
        account.cores -= job.threads
        account.memory_mib -= job.memory_mib
        account.without_since = now
        if len(self._accounts) > MOST_KEYS:
            held = self._accounts.items()
            self._accounts = {
                key: account for key, account in held if account.cores or account.used > self._start_level
            }

"""What calls needed lately, kept apart for each account.

The time of a call shows its caller what is kept. So an account finds only what its own calls left there.
"""

import threading
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Recent(Generic[K, V]):
    """Keeps values, up to a weight for all accounts together. Any thread may use it.

    If there is too much, the account that holds most loses its oldest value. So of n accounts none is pushed below an
    nth of the whole, whatever the others do.
    """

    def __init__(self, most: int) -> None:
        self._most, self._weight = most, 0
        self._values: dict[str, dict[K, tuple[V, int]]] = {}  # by account, the oldest first; holds no empty account
        self._weights: dict[str, int] = {}  # of each account
        self._changing = threading.Lock()

    def get(self, account: str, key: K) -> V | None:
        """The value that this account left there, if it is kept."""
        own = self._values.get(account)
        held = own.get(key) if own else None
        return held[0] if held else None

    def put(self, account: str, key: K, value: V, weight: int = 1) -> None:
        """Keeps a value of an account."""
        with self._changing:
            self._remove(account, key)
            self._values.setdefault(account, {})[key] = value, weight
            self._weigh(account, weight)
            while self._weight > self._most:
                heaviest = max(self._weights, key=self._weights.__getitem__)
                self._remove(heaviest, next(iter(self._values[heaviest])))

    def _remove(self, account: str, key: K) -> None:
        own = self._values.get(account, {})
        if key in own:
            self._weigh(account, -own.pop(key)[1])
            if not own:
                del self._values[account], self._weights[account]

    def _weigh(self, account: str, weight: int) -> None:
        self._weight += weight
        self._weights[account] = self._weights.get(account, 0) + weight

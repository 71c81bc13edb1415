"""What both clients share: the channel and its options, deadlines, and which calls may be sent again."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import grpc
from google.protobuf.message import Message

MOST_BYTES = 4 * 1024 * 1024
SERVICES = ("OpponentService", "RulesService", "SolverService", "DiceService", "EnemyService", "OperationsService")
ONCE = (("DiceService", "CommitDice"),)
"""Sent again without a request_id it would open a second game."""
IN_TURN: list[dict[str, dict[str, str]]] = [{"round_robin": {}}]
"""An address that stands for several replicas, such as "dns:///hunch:50051" or "ipv4:10.0.0.1:50051,10.0.0.2:50051", is
asked in turn; what one of them refuses is asked of the next."""
AGAIN = {
    "maxAttempts": 4,
    "initialBackoff": "0.1s",
    "maxBackoff": "2s",
    "backoffMultiplier": 2,
    "retryableStatusCodes": ["UNAVAILABLE", "RESOURCE_EXHAUSTED", "CANCELLED"],
}
"""Every other call keeps nothing on the server, or names itself by a request_id. A server that is full says when to
come back, and the channel waits so long. CANCELLED, when the client did not cancel: grpc ends so what reached a server
in the moment that it closed its ports."""
RECONNECT_MS = 100, 5_000
"""From the first to the longest pause before a server that was lost is tried again. By itself grpc waits a second at
first and two minutes at last, though a replica that was replaced is back sooner."""
HERE = re.compile(r"unix(-abstract)?:.*|(localhost|127\.[0-9.]+|(\[|%5B)?::1(\]|%5D)?)(:[0-9]+)?")
"""An address on this machine."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How to reach a server."""

    address: str
    key: str = ""  # API key; sent over TLS only, but for a server on this machine
    roots: bytes | None = None  # PEM of the authority that signed the server's certificate
    certificate: tuple[bytes, bytes] | None = None  # this client's key and certificate chain, PEM, where asked for
    tls: bool = False  # True with no `roots`: the authorities that the system trusts
    timeout: float = 30.0  # seconds, of a call that names none; a call never waits for ever

    def __post_init__(self) -> None:
        if self.key and not self.secure and not _is_here(self.address):
            raise ValueError("a key is sent over TLS only; give `roots` or `tls`")

    @property
    def secure(self) -> bool:
        """Whether TLS is used."""
        return self.tls or self.roots is not None or self.certificate is not None

    def credentials(self) -> grpc.ChannelCredentials:
        """For a channel with TLS."""
        return grpc.ssl_channel_credentials(self.roots, *(self.certificate or ()))

    def metadata(self) -> Sequence[tuple[str, str]]:
        """Sent with each call."""
        return (("authorization", f"Bearer {self.key.strip()}"),) if self.key else ()


def options() -> list[tuple[str, str | int]]:
    """Of the channel."""
    again = {"name": [{"service": f"hunch.v1.{service}"} for service in SERVICES], "retryPolicy": AGAIN}
    once = {"name": [{"service": f"hunch.v1.{service}", "method": method} for service, method in ONCE]}
    return [
        ("grpc.service_config", json.dumps({"loadBalancingConfig": IN_TURN, "methodConfig": [again, once]})),
        ("grpc.max_receive_message_length", MOST_BYTES),
        ("grpc.keepalive_time_ms", 60_000),
        ("grpc.initial_reconnect_backoff_ms", RECONNECT_MS[0]),
        ("grpc.max_reconnect_backoff_ms", RECONNECT_MS[1]),
    ]


def _is_here(address: str) -> bool:
    """Whether all of an address, as grpc takes it, is on this machine."""
    if HERE.fullmatch(address):
        return True
    several = re.sub(r"^(dns:(//[^/]*/)?|ipv[46]:)", "", address).split(",")
    return all(HERE.fullmatch(one) for one in several)


class Rpcs:
    """The rpcs of one channel, each made when it is called for the first time."""

    def __init__(self, address: str, kind: Any, **more: Any) -> None:
        """`kind` is `grpc` or `grpc.aio`; `more` as in `Settings`."""
        self._settings = settings = Settings(address, **more)
        if settings.secure:
            self.channel = kind.secure_channel(address, settings.credentials(), options())
        else:
            self.channel = kind.insecure_channel(address, options())
        self._made: dict[str, Any] = {}

    def call(self, kind: str, method: str, given: Any, answer: type[Message], timeout: float | None) -> Any:
        """Calls an rpc of the kind that grpc calls so, with a request or with requests."""
        if method not in self._made:
            self._made[method] = getattr(self.channel, kind)(f"/hunch.v1.{method}", _bytes, answer.FromString)
        return self._made[method](given, timeout=timeout or self._settings.timeout, metadata=self._settings.metadata())


def _bytes(request: Message) -> bytes:
    return request.SerializeToString()

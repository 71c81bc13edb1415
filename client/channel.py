"""What both clients share: the channel and its options, deadlines, and which calls may be sent again."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import grpc
from google.protobuf.message import Message

MOST_BYTES = 4 * 1024 * 1024
"""Of an answer."""
TIMEOUT_S = 30.0
"""Of a call, unless the client or the call names another. No call waits for ever."""
SERVICES = ("OpponentService", "RulesService", "SolverService", "DiceService", "EnemyService", "OperationsService")
NEVER_RETRIED = (("DiceService", "CommitDice"),)
"""Without a request_id, a second attempt would open a second game."""
BALANCING: list[dict[str, dict[str, str]]] = [{"round_robin": {}}]
"""An address may name several replicas: "dns:///hunch:50051", or "ipv4:10.0.0.1:50051,10.0.0.2:50051". They take turns,
and a call that one of them refuses goes to the next."""
RETRIES = {
    "maxAttempts": 4,
    "initialBackoff": "0.1s",
    "maxBackoff": "2s",
    "backoffMultiplier": 2,
    "retryableStatusCodes": ["UNAVAILABLE", "RESOURCE_EXHAUSTED", "CANCELLED"],
}
"""Safe for every other call: it stores nothing on the server, or it has a request_id. A full server says how long to
wait, and the channel waits that long. grpc ends a call with CANCELLED, though its client did not cancel it, if the call
reached a server while the server closed its ports."""
RECONNECT_MS = 100, 5_000
"""First and longest pause before the channel connects again to a lost server. The defaults of grpc, one second and two
minutes, are too long: a replaced replica is back sooner."""
LOOPBACK = re.compile(r"unix(-abstract)?:.*|(localhost|127\.[0-9.]+|(\[|%5B)?::1(\]|%5D)?)(:[0-9]+)?")
"""An address on this machine."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How to reach a server."""

    address: str  # host:port, or what else grpc takes
    key: str | None = None  # API key; it is sent over TLS only, except to a server on this machine
    roots: bytes | None = None  # PEM of the authority that signed the server's certificate
    certificate: tuple[bytes, bytes] | None = None  # PEM of this client's key and certificate chain
    tls: bool = False  # use TLS; without `roots` the authorities that the system trusts
    timeout: float = TIMEOUT_S  # seconds, for each call that names none

    def __post_init__(self) -> None:
        if self.key and not self.secure and not _on_this_machine(self.address):
            raise ValueError("a key is sent over TLS only: give `roots` or `tls`")

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
    """The options of a channel."""
    retried = {"name": [{"service": f"hunch.v1.{service}"} for service in SERVICES], "retryPolicy": RETRIES}
    once = {"name": [{"service": f"hunch.v1.{service}", "method": method} for service, method in NEVER_RETRIED]}
    return [
        ("grpc.service_config", json.dumps({"loadBalancingConfig": BALANCING, "methodConfig": [retried, once]})),
        ("grpc.max_receive_message_length", MOST_BYTES),
        ("grpc.keepalive_time_ms", 60_000),
        ("grpc.initial_reconnect_backoff_ms", RECONNECT_MS[0]),
        ("grpc.max_reconnect_backoff_ms", RECONNECT_MS[1]),
    ]


def _on_this_machine(address: str) -> bool:
    """Whether each part of an address is on this machine."""
    if LOOPBACK.fullmatch(address):
        return True
    parts = re.sub(r"^(dns:(//[^/]*/)?|ipv[46]:)", "", address).split(",")
    return all(LOOPBACK.fullmatch(part) for part in parts)


class Rpcs:
    """The rpcs of one channel, each made at its first call."""

    def __init__(self, settings: Settings, library: Any) -> None:
        """`library` is `grpc` or `grpc.aio`."""
        self._settings = settings
        if settings.secure:
            self.channel = library.secure_channel(settings.address, settings.credentials(), options())
        else:
            self.channel = library.insecure_channel(settings.address, options())
        self._rpcs: dict[str, Any] = {}

    def call(self, kind: str, method: str, request: Any, answer: type[Message], timeout: float | None) -> Any:
        """Calls an rpc. `kind` names the channel's method that makes it. A stream's `request` is an iterable."""
        if method not in self._rpcs:
            self._rpcs[method] = getattr(self.channel, kind)(f"/hunch.v1.{method}", _serialized, answer.FromString)
        return self._rpcs[method](
            request, timeout=timeout or self._settings.timeout, metadata=self._settings.metadata()
        )


def _serialized(request: Message) -> bytes:
    return request.SerializeToString()

"""Where a command gets its answers: from a server, or from the services in this process if no server is named."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import click
import grpc
from google.protobuf.descriptor import MethodDescriptor, ServiceDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

from hunch.cli.options import SharedOptions
from hunch.cli.refusals import refused, refused_by_server
from hunch.server import local
from hunch.server.auth import loopback
from hunch.server.config import BadSetting, Config, check_port, load
from hunch.v1 import dice_pb2, enemy_pb2, operations_pb2, opponent_pb2, rules_pb2, solver_pb2

SERVICES: dict[str, ServiceDescriptor] = {
    name: service
    for file in (dice_pb2, enemy_pb2, operations_pb2, opponent_pb2, rules_pb2, solver_pb2)
    for name, service in file.DESCRIPTOR.services_by_name.items()
}
A = TypeVar("A", bound=Message)


@dataclass(frozen=True, slots=True)
class ServerAddress:
    """The server that a command asks, and how."""

    address: str = ""  # empty: no server, this process answers
    key: str = ""  # API key; empty: none is sent
    tls: bool = False  # use TLS, and trust the authorities that the system trusts
    roots: str = ""  # PEM file of the authority that signed the server's certificate
    certificate: tuple[str, str] | None = None  # PEM files: this client's certificate and its key

    def channel(self) -> grpc.Channel:
        """A channel, over TLS if any part of it was named. A key leaves this machine over TLS only."""
        if not (self.tls or self.roots or self.certificate):
            if self.key and not loopback(self.address.rpartition(":")[0]):
                raise click.UsageError("a key is sent over TLS only: add --tls or --roots FILE")
            return grpc.insecure_channel(self.address)
        roots = _pem(self.roots) if self.roots else None
        chain, key = [_pem(file) for file in self.certificate or ()] or (None, None)
        return grpc.secure_channel(self.address, grpc.ssl_channel_credentials(roots, key, chain))


def _pem(file: str) -> bytes:
    """A PEM file's content. For any other content grpc would only report that no server was reached."""
    content = Path(file).read_bytes()
    if b"-----BEGIN " not in content:
        raise click.ClickException(f"{file}: not a PEM file")
    return content


class Session:
    """Calls rpcs by name, "Service.Method". Each command enters one, with `with`."""

    def __init__(self, server: ServerAddress, config: Config) -> None:
        self._server, self._config = server, config
        self._channel: grpc.Channel | None = None
        self._local: local.LocalServer | None = None

    def __enter__(self) -> "Session":
        if self._server.address:
            self._channel = self._server.channel()
        return self

    def __exit__(self, *error: object) -> None:
        if self._channel is not None:
            self._channel.close()
        if self._local is not None:
            self._local.close()

    @property
    def data(self) -> dict[str, Path]:
        """The data file of each game that is played with an owner's own cards."""
        return {name: Path(path) for name, path in self._config.data.items()}

    @property
    def home(self) -> Path:
        """The folder of the files that last."""
        return Path(self._config.home)

    def call(self, method: str, request: Message, answer: type[A]) -> A:
        """The answer of a unary rpc."""
        return next(self.stream(method, request, answer))

    def stream(self, method: str, request: Message, answer: type[A]) -> Iterator[A]:
        """The answers of an rpc, as they come."""
        service, _, name = method.partition(".")
        descriptor = SERVICES[service].methods_by_name[name]
        if self._channel is not None:
            yield from self._over_channel(self._channel, descriptor, request)
        else:
            yield from self._in_process(descriptor, request)

    def _over_channel(self, channel: grpc.Channel, method: MethodDescriptor, request: Message) -> Iterator[Any]:
        path = f"/{method.containing_service.full_name}/{method.name}"
        metadata = (("authorization", f"Bearer {self._server.key}"),) if self._server.key else ()
        make = channel.unary_stream if method.server_streaming else channel.unary_unary
        rpc: Any = make(path, type(request).SerializeToString, GetMessageClass(method.output_type).FromString)
        try:
            if method.server_streaming:
                yield from rpc(request, metadata=metadata)
            else:
                yield rpc(request, metadata=metadata)
        except grpc.RpcError as error:
            raise refused_by_server(error) from None

    def _in_process(self, method: MethodDescriptor, request: Message) -> Iterator[Any]:
        try:
            if self._local is None:
                self._local = local.LocalServer(self._config)
            yield from self._local.call(method, request)
        except local.Refused as error:
            refusal = error.refusal
            raise refused(refusal.code, refusal.says, refusal.retry_ms > 0) from None
        except BadSetting as error:
            raise click.ClickException(str(error)) from None


def open_session(shared: SharedOptions) -> Session:
    """The session that the options of `hunch` ask for."""
    try:
        config = load(environ=os.environ, flags={"data": shared.data or None})
    except BadSetting as error:
        raise click.ClickException(str(error)) from None
    key = shared.key.strip()  # a key that was read from a file may end with a newline
    if not (key.isascii() and key.isprintable()):
        raise click.UsageError("--key: not an API key")
    if not shared.server.startswith("unix"):  # without a port grpc would connect to 443
        try:
            check_port("--server", shared.server)
        except BadSetting as error:
            raise click.UsageError(f"{error}; the default port of `hunch serve` is 50051") from None
    return Session(ServerAddress(shared.server, key, shared.tls, shared.roots, shared.certificate), config)

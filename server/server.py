"""A server from its settings: the services, their rpc handlers and ports, and how it stops in order."""

import asyncio
import gc
import logging
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import grpc
from google.protobuf.descriptor import ServiceDescriptor
from grpc_health.v1 import health_pb2
from grpc_reflection.v1alpha import reflection_pb2
from grpc_reflection.v1alpha._async import ReflectionServicer

from hunch.server import auth
from hunch.server.config import BadSetting, Config
from hunch.server.observability.logs import Foreign, Log
from hunch.server.observability.memory import give_back
from hunch.server.observability.metrics import serve_page
from hunch.server.observability.traces import traced
from hunch.server.rpc import Authenticator, RpcHandlers
from hunch.server.services.health import HealthService
from hunch.server.tls import Certificates
from hunch.server.wiring import Services

SWITCH_S = 0.001
"""How long one thread may hold the interpreter while the loop wants it."""


class Server:
    """One process's server. `start`, then `stop`, both on the event loop that made it."""

    def __init__(self, config: Config, log: Log) -> None:
        self.config, self.log = config, log
        self.services = Services(config, log)
        self._tls = Certificates(config) if config.tls_certificate else None
        self.rpc = RpcHandlers(
            _authenticator(config), traced(self.services.metrics, config.traces), asyncio.get_running_loop()
        )
        self._health = HealthService(tuple(descriptor.full_name for descriptor in self.services.all))
        self._server = grpc.aio.server(options=_options(config))
        self.page: Any = None
        self.port = 0

    async def start(self) -> None:
        """Serves; `port` is then known."""
        sys.setswitchinterval(SWITCH_S)
        give_back()
        self.port = self._listen()
        try:
            await asyncio.to_thread(self.services.open)
            if self.config.metrics:
                try:
                    self.page = serve_page(self.config.metrics, self.services.metrics.registry)
                except OSError as error:
                    raise BadSetting(f"metrics: {self.config.metrics} cannot be had: {error.strerror}") from None
        except BaseException:
            await self._server.stop(None)
            self.services.close()
            raise
        for descriptor, service in self.services.all.items():
            self._add(descriptor, service)
        self._add(health_pb2.DESCRIPTOR.services_by_name["Health"], self._health)
        if self.config.reflection:
            self._add_reflection()
        await self._server.start()
        gc.freeze()  # what is here now stays: to look through it all takes Python 7 ms, again and again
        self.log.line("info", "serving", port=self.port, cores=self.config.slots)

    def close(self) -> None:
        """Says NOT_SERVING, so that balancers send nothing more."""
        self._health.close()

    async def stop(self) -> None:
        """NOT_SERVING, no new work, running searches answer with what they have, then the ports close."""
        self.close()
        self.log.line("info", "draining")
        await self.services.drain(self.config.drain_ms / 1000)
        await self._server.stop(self.config.drain_ms / 1000)
        self.services.close()
        gc.unfreeze()
        if self.page is not None:
            self.page.shutdown()
        self.log.line("info", "stopped")

    def _add(self, descriptor: ServiceDescriptor, service: object, name: str = "") -> None:
        self._server.add_generic_rpc_handlers((self.rpc.handlers(descriptor, service, name),))

    def _add_reflection(self) -> None:
        names = [descriptor.full_name for descriptor in self.services.all]
        descriptor = reflection_pb2.DESCRIPTOR.services_by_name["ServerReflection"]
        service = _Reflection(ReflectionServicer([*names, "grpc.health.v1.Health", descriptor.full_name]))
        self._add(descriptor, service)
        self._add(descriptor, service, "grpc.reflection.v1.ServerReflection")  # the same bytes under the newer name

    def _listen(self) -> int:
        address = self.config.listen
        host = address if address.startswith("unix:") else address.rpartition(":")[0]
        if not (self._tls or auth.loopback(host) or self.config.insecure):
            raise BadSetting(f"listen: {address} is beyond loopback; that needs TLS, or `insecure` said explicitly")
        try:
            if self._tls:
                return int(self._server.add_secure_port(address, self._tls.credentials()))
            return int(self._server.add_insecure_port(address))
        except RuntimeError:
            raise BadSetting(f"listen: {address} cannot be had; is another server there?") from None


class _Reflection:
    def __init__(self, servicer: ReflectionServicer) -> None:
        self._servicer = servicer

    def server_reflection_info(self, requests: Any, call: Any) -> Any:
        """Descriptors, as grpc's own servicer gives them."""
        return self._servicer.ServerReflectionInfo(requests, call.context)


def _authenticator(config: Config) -> Authenticator:
    if config.keys:
        return auth.KeyAuthenticator(Path(config.keys), bool(config.tls_certificate))
    return auth.CertificateAuthenticator() if config.tls_client_ca else auth.OpenAuthenticator()


def _options(config: Config) -> list[tuple[str, int]]:
    return [
        ("grpc.max_receive_message_length", config.most_message_kib * 1024),
        ("grpc.so_reuseport", 0),
    ]


async def serve(config: Config, log: Log, ready: Callable[[int], None]) -> None:
    """Serves until SIGTERM or SIGINT; calls `ready` with the port once calls are taken."""
    logging.getLogger().addHandler(Foreign(log))  # else Python prints what libraries say, arguments and all
    server = Server(config, log)
    await server.start()
    ended = asyncio.Event()
    loop = asyncio.get_running_loop()
    for name in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(name, ended.set)
    ready(server.port)  # who reads of it may end it at once
    await ended.wait()
    await server.stop()

"""A server from its settings: the services behind its ports, from the start to an orderly end."""

import asyncio
import gc
import logging
import math
import os
import resource
import signal
import sys
import threading
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import grpc
from google.protobuf.descriptor import ServiceDescriptor
from grpc_health.v1 import health_pb2
from grpc_reflection.v1alpha import reflection_pb2
from grpc_reflection.v1alpha._async import ReflectionServicer

from hunch.server import auth, page
from hunch.server.bounds import OpenBound
from hunch.server.config import OFF, BadSetting, Config
from hunch.server.observability.logs import Foreign, Log
from hunch.server.observability.memory import give_back, grow_stack
from hunch.server.observability.metrics import end_page, serve_page
from hunch.server.observability.traces import traced
from hunch.server.rpc import Authenticator, RpcHandlers
from hunch.server.services.health import HealthService
from hunch.server.tls import Certificates
from hunch.server.wiring import Services

if TYPE_CHECKING:
    from hunch.server.agents import AgentsPage
    from hunch.server.web import WebPort

MISSING = "listen_web: {name} is not installed; it comes with the extra, pip install '.[web]'"
"""Why there is no HTTP port."""
NO_AGENTS = "/mcp: {name} is not installed; it comes with the extra, pip install '.[agents]'"
"""Why the HTTP port has no tools for agents."""
SWITCH_S = 0.001
"""How long one thread may hold the interpreter while the loop wants it."""
ON_THE_WIRE_S = 0.2
"""What answers get to leave at least, once nothing runs."""
CUT_OFF_S = 0.8
"""Seconds after `drain_ms` at which the process ends, whatever hangs."""
STREAMS = 1_000
"""Calls at once over one connection; a client keeps the others back."""
UNCOMPRESSED = 1
"""No compressed message is read: older versions of grpc unpack 300 MiB before they look at a size."""
IDLE_MS = 300_000
"""Milliseconds without a call after which a connection closes; clients open another when they need one."""
HANDSHAKE_MS = 10_000
"""What a new connection gets to say that it speaks HTTP/2, over TLS if that is asked for."""
ALIVE_EVERY_MS = 60_000
"""Milliseconds of silence after which a client is asked whether it is there."""
ALIVE_WITHIN_MS = 20_000
"""How long a client may take to answer that."""
DESCRIPTORS_KEPT = 128
"""Descriptors that no connection takes."""
SHARES = 3
"""One network address has at most such a part of the connections, unless a setting says how many."""
LAST_LINES_S = 0.1
"""What the log gets to write its last lines when the process is cut off."""


class Server:
    """One process's server. `start`, then `stop`, both on the event loop that made it."""

    def __init__(self, config: Config, log: Log) -> None:
        self.config, self.log = config, log
        self.services = Services(config, log)
        self._tls = Certificates(config) if config.tls_certificate else None
        self._observer = traced(self.services.metrics, config.traces)
        calls = OpenBound("calls", math.inf, config.most_calls_address)  # grpc counts those of all addresses
        self.rpc = RpcHandlers(_authenticator(config, log), self._observer, asyncio.get_running_loop(), calls)
        names = tuple(descriptor.full_name for descriptor in self.services.all)
        self._health = HealthService(names, _idle_streams(config))
        self._server = grpc.aio.server(options=_options(config), maximum_concurrent_rpcs=config.most_calls)
        self._web = self._web_port()
        self.page: Any = None
        self.port = self.web_port = 0

    async def start(self) -> None:
        """Serves; `port` is then known, and `web_port`, which is 0 if there is none."""
        sys.setswitchinterval(SWITCH_S)
        give_back()
        grow_stack()
        self.port = self._listen()
        try:
            if self._web is not None:
                self._check_reach("listen_web", self.config.listen_web)
                self.web_port = await self._web.bind()
            await asyncio.to_thread(self.services.open)
            if self.config.metrics:
                try:
                    self.page = serve_page(self.config.metrics, self.services.metrics.registry)
                except OSError as error:
                    raise BadSetting(f"metrics: {self.config.metrics} cannot be had: {error.strerror}") from None
        except BaseException:
            await self._close_ports(0.0)
            self.services.close()
            raise
        for descriptor, service in self.services.all.items():
            self._add(descriptor, service)
        self._add(health_pb2.DESCRIPTOR.services_by_name["Health"], self._health)
        if self.config.reflection:
            self._add_reflection()
        await self._server.start()
        if self._web is not None:
            await self._web.start()
        gc.freeze()  # these objects stay: to look through them all takes Python 7 ms, again and again
        addresses = [self.config.listen] + ([self.config.listen_web] if self._web is not None else [])
        if not (self.config.keys or self.config.tls_client_ca) and not all(map(_only_here, addresses)):
            self.log.line("warning", "open", problem="anybody may call; set `keys` or `tls_client_ca`")
        self.log.line("info", "serving", port=self.port, web_port=self.web_port, cores=self.config.slots)

    def close(self) -> None:
        """Reports NOT_SERVING, so that balancers send nothing more."""
        self._health.close()

    async def stop(self) -> None:
        """Reports NOT_SERVING, refuses new work, lets running searches answer with what they have, closes the ports."""
        loop, drain_s = asyncio.get_running_loop(), self.config.drain_ms / 1000
        end = loop.time() + drain_s
        self.close()
        self.log.line("info", "draining")
        await self.services.drain(drain_s)
        await self._close_ports(max(end - loop.time(), ON_THE_WIRE_S))
        self.services.close()
        gc.unfreeze()
        if self.page is not None:  # takes half a second, which a full drain does not leave
            threading.Thread(target=end_page, args=(self.page,), daemon=True).start()
        self.log.line("info", "stopped")
        await asyncio.to_thread(self._observer.close)

    def _add(self, descriptor: ServiceDescriptor, service: object, name: str = "") -> None:
        self._server.add_generic_rpc_handlers((self.rpc.handlers(descriptor, service, name),))

    def _add_reflection(self) -> None:
        names = [descriptor.full_name for descriptor in self.services.all]
        descriptor = reflection_pb2.DESCRIPTOR.services_by_name["ServerReflection"]
        servicer = ReflectionServicer([*names, "grpc.health.v1.Health", descriptor.full_name])
        service = _Reflection(servicer, _idle_streams(self.config))
        self._add(descriptor, service)
        self._add(descriptor, service, "grpc.reflection.v1.ServerReflection")  # the same bytes under the newer name

    def _web_port(self) -> "WebPort | None":
        """The HTTP port, unless it is off or what it needs is not installed."""
        if self.config.listen_web == OFF:
            return None
        try:
            from hunch.server.connect import Application
            from hunch.server.web import Site, WebPort
        except ModuleNotFoundError as error:
            self.log.line("warning", "web", problem=MISSING.format(name=(error.name or "").partition(".")[0]))
            return None
        health = health_pb2.DESCRIPTOR.services_by_name["Health"]
        services = {**self.services.all, health: self._health}
        most_bytes = self.config.most_message_kib * 1024
        application = Application(self.rpc, services, self.services.offload, most_bytes)
        tls = None if self._tls is None else self._tls.context()
        files = page.read()
        if "/" not in files:
            self.log.line("info", "page", problem=f"{page.MADE_WITHOUT}; {page.WAY_OUT}")
        agents, count = self._agents_page(), self.services.metrics.refused
        site = Site(self.config, application, agents, files, count)
        return WebPort(self.config, site, agents, tls, _web_connections(self.config), count)

    def _agents_page(self) -> "AgentsPage | None":
        """The tools for agents, if what they need is installed."""
        try:
            from hunch.server.agents import AgentsPage, HandlersAsk
        except ModuleNotFoundError as error:
            self.log.line("info", "agents", problem=NO_AGENTS.format(name=(error.name or "").partition(".")[0]))
            return None
        return AgentsPage(
            HandlersAsk(self.rpc, self.services.all, bool(self.config.keys)), self.config.most_message_kib * 1024
        )

    async def _close_ports(self, within_s: float) -> None:
        """Takes no more calls, and gives those that are open this long."""
        ports = [self._server.stop(within_s or None)]
        if self._web is not None:
            ports.append(self._web.stop(within_s))
        await asyncio.gather(*ports)

    def _check_reach(self, setting: str, address: str) -> None:
        """Refuses to serve in plain text what other machines can reach."""
        if not (self._tls or _only_here(address) or self.config.insecure):
            raise BadSetting(f"{setting}: {address} is beyond loopback; that needs TLS, or the setting `insecure`")

    def _listen(self) -> int:
        address = self.config.listen
        self._check_reach("listen", address)
        try:
            if self._tls:
                return int(self._server.add_secure_port(address, self._tls.credentials()))
            return int(self._server.add_insecure_port(address))
        except RuntimeError:
            raise BadSetting(f"listen: {address} cannot be had; is another server there?") from None


def _only_here(address: str) -> bool:
    """Whether only this machine can reach a port."""
    return auth.loopback(address if address.startswith("unix:") else address.rpartition(":")[0])


class _Reflection:
    def __init__(self, servicer: ReflectionServicer, streams: OpenBound) -> None:
        self._servicer, self._streams = servicer, streams

    async def server_reflection_info(self, requests: Any, call: Any) -> AsyncIterator[Any]:
        """Descriptors, as grpc's own servicer gives them."""
        with self._streams.opened(call.context.peer()):
            async for answer in self._servicer.ServerReflectionInfo(requests, call.context):
                yield answer


def _idle_streams(config: Config) -> OpenBound:
    return OpenBound("streams of this kind", config.most_idle_streams, config.most_idle_streams_address)


def _authenticator(config: Config, log: Log) -> Authenticator:
    if config.keys:
        return auth.KeyAuthenticator(
            Path(config.keys),
            bool(config.tls_certificate),
            lambda problem: log.line("warning", "keys", problem=problem),
        )
    return auth.CertificateAuthenticator() if config.tls_client_ca else auth.OpenAuthenticator()


def _options(config: Config) -> list[tuple[str, int]]:
    return [
        ("grpc.max_receive_message_length", config.most_message_kib * 1024),
        ("grpc.so_reuseport", 0),
        ("grpc.compression_enabled_algorithms_bitset", UNCOMPRESSED),
        ("grpc.max_concurrent_streams", STREAMS),
        ("grpc.max_allowed_incoming_connections", _connections(config)),
        ("grpc.max_connection_idle_ms", IDLE_MS),
        ("grpc.server_handshake_timeout_ms", HANDSHAKE_MS),
        ("grpc.keepalive_time_ms", ALIVE_EVERY_MS),
        ("grpc.keepalive_timeout_ms", ALIVE_WITHIN_MS),
    ]


def _connections(config: Config) -> int:
    """So many of each port that descriptors are left for files, the database and the page of figures."""
    ports = 1 if config.listen_web == OFF else 2
    most_descriptors = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return min(config.most_connections, max(1, (most_descriptors - DESCRIPTORS_KEPT) // ports))


def _web_connections(config: Config) -> OpenBound:
    """The connections of the HTTP port. grpc counts those of its own."""
    most = _connections(config)
    return OpenBound("connections", most, config.most_connections_address or max(1, most // SHARES))


async def serve(config: Config, log: Log, ready: Callable[[Server], None]) -> None:
    """Serves until SIGTERM or SIGINT; calls `ready` once calls are taken. Afterwards the process ends, CUT_OFF_S after
    `drain_ms` at the latest."""
    logging.getLogger().addHandler(Foreign(log))  # else Python prints what libraries log, with all arguments
    server = Server(config, log)
    await server.start()
    ended = asyncio.Event()
    loop = asyncio.get_running_loop()
    for name in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(name, ended.set)
    ready(server)  # whoever reads the port may end the server at once
    await ended.wait()
    _end_process_after(config.drain_ms / 1000 + CUT_OFF_S, log)
    await server.stop()
    gc.freeze()  # else Python looks through all objects again and again before the process ends


def leave() -> NoReturn:
    """Ends the process of a server that has ended. The interpreter would need half a second of a core to take its
    modules apart, and no thread could cut that off any more."""
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    os._exit(0)


def _end_process_after(seconds: float, log: Log) -> None:
    """No thread that hangs, in a database or a pipe that nobody reads, keeps the process alive after the drain."""

    def end() -> None:
        log.line("warning", "cut off")
        log.close(LAST_LINES_S)
        os._exit(1)

    timer = threading.Timer(seconds, end)
    timer.daemon = True
    timer.start()

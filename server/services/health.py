"""grpc health v1: whether the server takes calls. It answers everybody at once, at any load."""

from __future__ import annotations  # the oldest grpcio-health-checking has no messages for List, and then no such rpc

import asyncio
from collections.abc import AsyncIterator

from grpc_health.v1 import health_pb2
from grpc_health.v1.health_pb2 import HealthCheckRequest, HealthCheckResponse

from hunch.server.bounds import OpenBound
from hunch.server.errors import NotFound
from hunch.server.rpc import Call


class HealthService:
    """One status for the server and all its services. It changes once, when the server begins to close down."""

    def __init__(self, services: tuple[str, ...], watches: OpenBound) -> None:
        self._services, self._watches = ("", *services), watches
        self._draining = asyncio.Event()

    def close(self) -> None:
        """Reports NOT_SERVING from now on."""
        self._draining.set()

    async def check(self, request: HealthCheckRequest, call: Call) -> HealthCheckResponse:
        """The status now."""
        if request.service not in self._services:
            raise NotFound("no such service")
        return self._status()

    async def list(self, request: health_pb2.HealthListRequest, call: Call) -> health_pb2.HealthListResponse:
        """The status of each service."""
        return health_pb2.HealthListResponse(statuses={name: self._status() for name in self._services})

    async def watch(self, request: HealthCheckRequest, call: Call) -> AsyncIterator[HealthCheckResponse]:
        """The status, and each later one. A service that is unknown stays so."""
        known = request.service in self._services
        with self._watches.opened(call.context.peer()):
            yield self._status() if known else HealthCheckResponse(status=HealthCheckResponse.SERVICE_UNKNOWN)
            await self._draining.wait()
        if known:
            yield self._status()

    def _status(self) -> HealthCheckResponse:
        if self._draining.is_set():
            return HealthCheckResponse(status=HealthCheckResponse.NOT_SERVING)
        return HealthCheckResponse(status=HealthCheckResponse.SERVING)

"""Clients of a Hunch server, for Python. Know the wire and nothing else: they need only grpcio and protobuf."""

from hunch.client.aio import AsyncClient
from hunch.client.sync import Client

__all__ = ["AsyncClient", "Client"]

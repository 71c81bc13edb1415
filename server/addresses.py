"""The network address of a caller: what limits count by before they look at a key."""

import ipaddress
from functools import lru_cache

NETWORK_BITS = 64
"""Of an IPv6 address: one caller usually has a network of this size to choose addresses from."""


def peer_of(host: str, port: int) -> str:
    """An internet address as a grpc peer."""
    return f"ipv6:[{host}]:{port}" if ":" in host else f"ipv4:{host}:{port}"


@lru_cache(maxsize=4096)
def network_of(peer: str) -> str:
    """The network of a grpc peer ("ipv4:192.0.2.7:4711"); empty if it comes over a socket file."""
    kind, _, address = peer.partition(":")
    if kind not in ("ipv4", "ipv6"):
        return ""
    host = address.replace("%5B", "[").replace("%5D", "]").rpartition(":")[0].strip("[]").partition("%")[0]
    number = ipaddress.ip_address(host)
    if isinstance(number, ipaddress.IPv4Address):
        return str(number)
    if number.ipv4_mapped is not None:
        return str(number.ipv4_mapped)
    return str(ipaddress.ip_network((number, NETWORK_BITS), strict=False))

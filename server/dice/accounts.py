"""Whose games of dice are counted together: those of a key, or without keys those of one network address."""

from hunch.server.addresses import network_of
from hunch.server.rpc import Call

ADDRESS = "address:"
"""What the account of an address begins with; no account of a key or a certificate does."""


def account_of(call: Call) -> str:
    """The key of a call, or the address of one without a key."""
    if call.key or call.context is None:
        return call.key
    return ADDRESS + network_of(call.context.peer())

"""Hunch, an AI opponent for board games with hidden information.

`engines` has the games and `search` the advice. `server` answers over gRPC, `client` asks a server, and `cli` is the
command `hunch`. `v1` has the messages.
"""

__version__ = "0.1.0"

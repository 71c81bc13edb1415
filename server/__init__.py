"""Service: gRPC, admission, deadlines, dice and the command line. Knows the search and the wire, and no rules."""

import os

from hunch import __version__ as VERSION

__all__ = ["VERSION"]

os.environ.setdefault("GRPC_VERBOSITY", "NONE")  # grpc's core writes plain lines among ours

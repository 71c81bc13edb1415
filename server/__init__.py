"""Service: gRPC, admission, deadlines, dice and the command line. Knows the search and the wire, and no rules."""

import os
from importlib import metadata

os.environ.setdefault("GRPC_VERBOSITY", "NONE")  # grpc's core writes plain lines among ours

try:
    VERSION = metadata.version("hunch")
except metadata.PackageNotFoundError:  # run from a build folder, where nothing is installed
    VERSION = "0"

"""Service: gRPC, admission, deadlines, dice and the command line. Knows the search and the wire, and no rules."""
from importlib import metadata

try:
    VERSION = metadata.version("hunch")
except metadata.PackageNotFoundError:       # run from a build folder, where nothing is installed
    VERSION = "0"

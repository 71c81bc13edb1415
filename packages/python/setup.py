"""Builds `hunch_client` from proto/ and client/ of this checkout.

In this wheel `hunch_client` is what `hunch.client` is beside a server, and `hunch_client.v1` what `hunch.v1` is. So the
two packages share no file. The import names are rewritten; the messages keep the names that they have on the wire.
"""

import os
import re
import shutil
from pathlib import Path

import grpc_tools
from grpc_tools import protoc
from setuptools import setup

os.chdir(Path(__file__).parent)
ROOT = Path("../..")
STUBS = Path("build/stubs")
MADE = Path("build/made/hunch_client")
IMPORT = re.compile(r"^((?:from|import) )hunch\.(client|v1)\b", re.M)
MODULE = re.compile(r"(?<=')hunch\.v1(?=\.\w+_pb2')")
"""The name of a module of messages, as generated code gives it to the classes that it makes."""


def write_stubs() -> None:
    """Generates Python for messages and services."""
    STUBS.mkdir(parents=True)
    well_known = Path(grpc_tools.__file__).parent / "_proto"
    sources = [str(path) for path in sorted((ROOT / "proto").rglob("*.proto"))]
    outputs = [f"--{kind}_out={STUBS}" for kind in ("python", "pyi", "grpc_python")]
    if protoc.main(["protoc", f"-I{ROOT / 'proto'}", f"-I{well_known}", *outputs, *sources]):
        raise SystemExit("protoc refused the files under proto/")
    (STUBS / "hunch/v1/__init__.py").touch()


def renamed(text: str) -> str:
    """The same code with the import names of this wheel."""
    text = IMPORT.sub(lambda found: found[1] + {"client": "hunch_client", "v1": "hunch_client.v1"}[found[2]], text)
    return MODULE.sub("hunch_client.v1", text)


def write_package(source: Path, folder: Path) -> None:
    """Writes the files of one package under its name in this wheel."""
    folder.mkdir(parents=True)
    for path in sorted(source.iterdir()):
        if path.is_file():
            (folder / path.name).write_text(renamed(path.read_text()))


shutil.rmtree("build", ignore_errors=True)
write_stubs()
write_package(ROOT / "client", MADE)
write_package(STUBS / "hunch/v1", MADE / "v1")
setup(
    packages=["hunch_client", "hunch_client.v1"],
    package_dir={"hunch_client": str(MADE)},
    package_data={"*": ["*.pyi", "py.typed"]},
)

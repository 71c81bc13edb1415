"""Fetches what the Go package needs as Debian 13 packages it, for a machine without a proxy of Go modules.

python packages/go/debian.py build/go && GOWORK=$PWD/build/go/go.work GOPROXY=off go -C packages/go test ./...
"""

import hashlib
import io
import sys
import tarfile
import urllib.request
from collections.abc import Iterator
from pathlib import Path

ARCHIVE = "https://deb.debian.org/debian/pool/main/g/"
PACKAGES = {
    "golang-connectrpc-connect/golang-connectrpc-connect-dev_1.14.0-1_all.deb": (
        "17956dab3b7e50d5f032af0ee5cc2095fa64c600279d286e43861d1d1a0fc1a4"
    ),
    "golang-google-protobuf/golang-google-protobuf-dev_1.36.5-1_all.deb": (
        "28914f483ac5e3a95c62fff519b82d8f6c4d9f40f7a9ca330a0841bdc79e867d"
    ),
}
"""Files of the archive, and the SHA-256 of each."""
MODULES = ("connectrpc.com/connect", "google.golang.org/protobuf")
"""The modules in these files, by their folders."""
SOURCES = "usr/share/gocode/src"
"""Where Debian puts the sources of modules."""
HEAD_BYTES = 60
"""Of each member of an `ar` archive, after 8 bytes that name the format. Members begin at even places."""


def members(deb: bytes) -> Iterator[tuple[str, bytes]]:
    """The files in a package of Debian, which is an `ar` archive."""
    place = 8
    while place < len(deb):
        head = deb[place : place + HEAD_BYTES]
        size = int(head[48:58])
        place += HEAD_BYTES
        yield head[:16].decode().strip().rstrip("/"), deb[place : place + size]
        place += size + size % 2


def unpack(name: str, digest: str, folder: Path) -> None:
    """Fetches a package, and unpacks its files into a folder."""
    with urllib.request.urlopen(ARCHIVE + name) as answer:
        deb = answer.read()
    if hashlib.sha256(deb).hexdigest() != digest:
        raise SystemExit(f"{name} is not the file that is expected")
    for member, content in members(deb):
        if member.startswith("data.tar"):
            with tarfile.open(fileobj=io.BytesIO(content)) as opened:
                opened.extractall(folder, filter="data")


def main(folder: Path) -> None:
    """Writes the modules and a go.work that names them."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, digest in PACKAGES.items():
        unpack(name, digest, folder)
    package = Path(__file__).resolve().parent
    lines = ["go 1.21", f"use {package}", *(f"replace {module} => {folder / SOURCES / module}" for module in MODULES)]
    (folder / "go.work").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python packages/go/debian.py FOLDER")
    main(Path(sys.argv[1]).resolve())

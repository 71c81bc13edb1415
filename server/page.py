"""The page for players and the rules of the games: files that are read once at the start, and how browsers keep them.

Nothing else of the disk can be asked for: a path is looked up, never opened.
"""

import gzip
import hashlib
import mimetypes
from collections.abc import Iterator, Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import NamedTuple

Headers = list[tuple[bytes, bytes]]
MADE_WITHOUT = "this package was made without the page for players: Node 22 or a package from npm was out of reach"
"""Why there is no page."""
WAY_OUT = "build it where both can be had, with `make page`, and install again; docs/page.md explains it"
"""What can be done about that."""
HASHED = "/assets/"
"""Below this path, each name holds a hash of its file."""
FOREVER = b"public, max-age=31536000, immutable"
"""How long a browser may keep a file whose name holds its hash."""
ASK_AGAIN = b"no-cache"
"""A browser may keep any other file, but asks each time whether it is still the same."""
PACKED = {"br": ".br", "gzip": ".gz"}
"""The encodings of files that were packed when the page was built, best first, and what their names end with."""
KINDS = {
    ".js": "text/javascript",
    ".md": "text/markdown",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
"""Content types that depend on the machine's own table otherwise."""
STRICT: Headers = [
    (b"content-security-policy", b"default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
]
"""Headers of each file: nothing comes from elsewhere, and no other page holds this one."""


class Form(NamedTuple):
    """A file as it is sent in one encoding; "" is as it is."""

    encoding: str
    tag: bytes
    body: bytes


class File(NamedTuple):
    """A file that can be asked for, in each of its forms. The last one is as it is."""

    kind: bytes
    keep: bytes
    forms: tuple[Form, ...]

    def answer(self, headers: Mapping[bytes, bytes]) -> tuple[int, Headers, bytes]:
        """The status, the headers and the body for a request with these headers."""
        accepted = _accepted(headers.get(b"accept-encoding", b"").decode("latin-1"))
        form = next(form for form in self.forms if form.encoding in accepted)
        sent = [*STRICT, (b"etag", form.tag), (b"cache-control", self.keep), (b"vary", b"Accept-Encoding")]
        if _matches(headers.get(b"if-none-match", b""), form.tag):
            return 304, sent, b""
        sent.append((b"content-type", self.kind))
        if form.encoding:
            sent.append((b"content-encoding", form.encoding.encode()))
        return 200, sent, form.body


def read() -> dict[str, File]:
    """What this package has: the page, if it was made with it, and the rules of each game."""
    return {**page(_package("hunch.page")), **rules(_package("hunch.pages"))}


def page(folder: Traversable | None) -> dict[str, File]:
    """The files of a built page by their paths; "/" is the page itself. Nothing if it is not there whole."""
    found = {} if folder is None else dict(_walk(folder, "/"))
    if "/index.html" not in found:
        return {}
    packed = {name for name in found if name.endswith(tuple(PACKED.values()))}
    made = {name: _file(name, found) for name in found if name not in packed}
    return {"/": made.pop("/index.html"), **made}


def rules(folder: Traversable | None) -> dict[str, File]:
    """The pages of the games, as Markdown."""
    found = {} if folder is None else dict(_walk(folder, "/rules/"))
    pages = {name: body for name, body in found.items() if name.endswith(".md")}
    pages |= {f"{name}.gz": gzip.compress(body, mtime=0) for name, body in pages.items()}
    return {name: _file(name, pages) for name in pages if name.endswith(".md")}


def _package(name: str) -> Traversable | None:
    try:
        return files(name)
    except ModuleNotFoundError:
        return None


def _walk(folder: Traversable, path: str) -> Iterator[tuple[str, bytes]]:
    for entry in folder.iterdir():
        if entry.name.startswith("."):
            continue
        if entry.is_dir():
            yield from _walk(entry, f"{path}{entry.name}/")
        else:
            yield path + entry.name, entry.read_bytes()


def _file(name: str, found: Mapping[str, bytes]) -> File:
    bodies = {encoding: found[name + end] for encoding, end in PACKED.items() if name + end in found}
    bodies[""] = found[name]
    digest = hashlib.sha256(found[name]).hexdigest()[:32]
    forms = tuple(Form(encoding, f'"{digest}{encoding}"'.encode(), body) for encoding, body in bodies.items())
    return File(_kind(name), FOREVER if name.startswith(HASHED) else ASK_AGAIN, forms)


def _kind(name: str) -> bytes:
    kind = KINDS.get(name[name.rfind(".") :]) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    return f"{kind}; charset=utf-8".encode() if kind.startswith(("text/", "image/svg")) else kind.encode()


def _accepted(text: str) -> set[str]:
    """The encodings that a client takes. As it is, everybody takes it."""
    parts = [part.lower().replace(" ", "").partition(";q=") for part in text.split(",")]
    return {"", *(name for name, _, weight in parts if weight.strip("0.") or not weight)}


def _matches(sent: bytes, tag: bytes) -> bool:
    """Whether a browser has this form already."""
    return sent.strip() == b"*" or tag in [part.strip().removeprefix(b"W/") for part in sent.split(b",")]

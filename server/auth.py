"""API keys: a file of hashes, who may use which service, and the gate that every call passes.

A key reads `hunch_<id>_<secret>`. The file holds, per line of its list, the id, the SHA-256 of the secret and the
scopes; a secret has 256 bits, so a plain hash is enough. It is read again within a second of being changed.
"""

import contextlib
import fcntl
import hashlib
import hmac
import json
import os
import re
import secrets
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Protocol

from hunch.server.errors import NoKey, NotAllowed

SCOPES: Mapping[str, str] = {
    "OpponentService": "opponent",
    "RulesService": "rules",
    "EnemyService": "enemy",
    "DiceService": "dice",
    "SolverService": "solver",
    "OperationsService": "operations",
    "ServerReflection": "reflection",
}
OPEN = ("Health",)  # answers everybody, so that a balancer needs no key
IDENTITY, SHA256 = re.compile(r"[0-9a-f]{12}"), re.compile(r"[0-9a-f]{64}")
FORM = re.compile(r"hunch_([0-9a-f]{12})_([A-Za-z0-9_-]{43})")
LOOPBACK = re.compile(r"unix:.*|localhost|(::ffff:)?127(\.\d+)+|::1")
LOOK_EVERY_S = 0.5
LONGEST_NAME = 52  # so that an account has at most 64 characters, as the ledger keeps it


class Context(Protocol):
    """What is asked of a call's grpc context."""

    def peer(self) -> str:
        """Where it comes from."""

    def invocation_metadata(self) -> Iterable[tuple[str, str | bytes]]:
        """What was sent along."""

    def auth_context(self) -> Mapping[str, Iterable[bytes]]:
        """What TLS found out."""


class BadKeys(ValueError):
    """The file of keys cannot be used."""


@dataclass(frozen=True, slots=True)
class Key:
    """What the server keeps of a key."""

    id: str
    sha256: str
    scopes: tuple[str, ...]
    name: str = ""


def make(scopes: Iterable[str], name: str = "") -> tuple[str, Key]:
    """A new key as its owner gets it, once, and what is kept of it."""
    wanted = tuple(dict.fromkeys(scopes))
    for scope in wanted:
        if scope not in SCOPES.values():
            raise BadKeys(f"{scope!r} is not one of {', '.join(SCOPES.values())}")
    identity, secret = secrets.token_hex(6), secrets.token_urlsafe(32)
    return f"hunch_{identity}_{secret}", Key(identity, _hash(secret), wanted, name)


def read(path: Path) -> dict[str, Key]:
    """The keys of a file, by id."""
    try:
        rows = json.loads(path.read_text())["keys"]
        keys = [_key(row) for row in rows]
    except OSError as error:
        raise BadKeys(f"{path}: {error.strerror}") from None
    except json.JSONDecodeError as error:
        raise BadKeys(f"{path}: not a file of keys, as it is not JSON: {error}") from None
    except (ValueError, KeyError, TypeError, RecursionError):
        raise BadKeys(f"{path}: not a file of keys as `hunch keys make` writes it") from None
    return {key.id: key for key in keys}


def _key(row: Any) -> Key:
    key = Key(row["id"], row["sha256"], tuple(row["scopes"]), row.get("name", ""))
    if not (IDENTITY.fullmatch(key.id) and SHA256.fullmatch(key.sha256) and isinstance(row["scopes"], list)):
        raise ValueError("not a key")
    return key


@contextlib.contextmanager
def locked(path: Path) -> Iterator[None]:
    """Within it nobody else changes the file: of two who add a key at once, the second reads what the first wrote."""
    with open(f"{path}.lock", "a", opener=lambda name, flags: os.open(name, flags, 0o600)) as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def write(path: Path, keys: Iterable[Key]) -> None:
    """Replaces the file at once, readable by its owner only."""
    fresh = path.with_name(path.name + ".new")
    handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "w") as out:
        json.dump({"keys": [asdict(key) for key in keys]}, out, indent=1)
        out.flush()
        os.fsync(out.fileno())
    fresh.replace(path)


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def loopback(host: str) -> bool:
    """Whether a host, or a socket file, can be reached from this machine only."""
    return LOOPBACK.fullmatch(host.strip("[]")) is not None


def from_here(peer: str) -> bool:
    """Whether a grpc peer ("ipv4:127.0.0.1:4711") is this machine itself."""
    kind, _, address = peer.partition(":")
    return kind == "unix" or loopback(address.replace("%5B", "[").replace("%5D", "]").rpartition(":")[0])


class OpenGate:
    """Lets everybody in: for a server without keys."""

    def admit(self, service: str, context: Context) -> str:
        """All calls share one account."""
        return ""


class CertificateGate:
    """For a server that asks for client certificates and no keys: TLS let in who has one."""

    def admit(self, service: str, context: Context) -> str:
        """The name in the client's certificate."""
        names = b",".join(context.auth_context().get("x509_common_name", ()))
        name = names.decode(errors="replace")
        if len(name) > LONGEST_NAME or not name.isprintable():
            name = hashlib.sha256(names).hexdigest()[:LONGEST_NAME]
        return "certificate:" + name


class KeyGate:
    """Lets those in whose key covers the service."""

    def __init__(self, path: Path, encrypted: bool, report: Callable[[str], None] = lambda problem: None) -> None:
        self._path, self._encrypted, self._report = path, encrypted, report
        self._stamp = self._stamp_now()  # before the keys are read: what changes meanwhile is then read again
        self._keys = read(path)
        self._looked = time.monotonic()
        self._problem = ""  # what was wrong with the file when it was last read

    def admit(self, service: str, context: Context) -> str:
        """The key's id."""
        if service in OPEN:
            return ""
        if not self._encrypted and not from_here(context.peer()):
            raise NoKey("keys are taken over TLS only")
        self._look_again()
        form = FORM.fullmatch(_sent(context.invocation_metadata()))
        key = self._keys.get(form[1]) if form else None
        given = _hash(form[2]) if form else ""
        if not hmac.compare_digest(given, key.sha256 if key else "0" * 64) or key is None:
            raise NoKey("a valid API key is needed, as `authorization: Bearer <key>`")
        if SCOPES.get(service) not in key.scopes:
            raise NotAllowed(f"this key does not cover {service}")
        return key.id

    def _look_again(self) -> None:
        now = time.monotonic()
        if now - self._looked < LOOK_EVERY_S:
            return
        self._looked = now
        stamp = self._stamp_now()
        if stamp != self._stamp:
            try:
                self._keys = read(self._path)
                self._stamp = stamp
                self._problem = ""
            except BadKeys as error:  # half written, or gone: the keys that are known stay
                self._report_once(str(error))

    def _report_once(self, problem: str) -> None:
        """Says what is wrong with the file, once as long as that is the same."""
        if problem != self._problem:
            self._problem = problem
            self._report(problem)

    def _stamp_now(self) -> tuple[int, int]:
        try:
            found = self._path.stat()
        except OSError:
            return 0, 0
        return found.st_mtime_ns, found.st_ino


def _sent(metadata: Iterable[tuple[str, str | bytes]]) -> str:
    for name, value in metadata:
        if name == "authorization" and isinstance(value, str) and value[:7].lower() == "bearer ":
            return value[7:].strip()
    return ""

"""API keys and client certificates: who may call which service, and which account a call is charged to.

A key reads `hunch_<id>_<secret>`. Each line of the key file holds an id, the SHA-256 of the secret, and the scopes. A
secret has 256 bits, so a plain hash is enough. A changed file is read again within a second.
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
"""The scope that a key needs for each service."""
OPEN = ("Health",)
"""Services that need no key, so that a balancer can ask them."""
IDENTITY, SHA256 = re.compile(r"[0-9a-f]{12}"), re.compile(r"[0-9a-f]{64}")
"""A key's id, and the hash of its secret, as the file holds them."""
FORM = re.compile(r"hunch_([0-9a-f]{12})_([A-Za-z0-9_-]{43})")
"""A key as a client sends it: its id and its secret."""
LOOPBACK = re.compile(r"unix:.*|localhost|(::ffff:)?127(\.\d+)+|::1")
"""Hosts that only this machine reaches."""
LOOK_EVERY_S = 0.5
"""How often at most the key file is checked for changes."""
LONGEST_NAME = 52
"""Most characters of a certificate's name in an account. With its prefix it fits the 64 that the ledger stores."""


class Context(Protocol):
    """The parts of a call's grpc context that are read here."""

    def peer(self) -> str:
        """The address of the client."""

    def invocation_metadata(self) -> Iterable[tuple[str, str | bytes]]:
        """The headers of the call."""

    def auth_context(self) -> Mapping[str, Iterable[bytes]]:
        """The client's identity by TLS."""


class BadKeys(ValueError):
    """The key file cannot be used."""


@dataclass(frozen=True, slots=True)
class Key:
    """What the server stores of a key."""

    id: str
    sha256: str
    scopes: tuple[str, ...]
    name: str = ""


def make(scopes: Iterable[str], name: str = "") -> tuple[str, Key]:
    """A new key: the text for its owner, shown once, and what the server stores."""
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


class OpenAuthenticator:
    """Lets everybody call: for a server without keys."""

    def authenticate(self, service: str, context: Context) -> str:
        """All calls share one account."""
        return ""


class CertificateAuthenticator:
    """For a server with client certificates and no keys: TLS has already checked the client."""

    def authenticate(self, service: str, context: Context) -> str:
        """The name in the client's certificate."""
        names = b",".join(context.auth_context().get("x509_common_name", ()))
        name = names.decode(errors="replace")
        if len(name) > LONGEST_NAME or not name.isprintable():
            name = hashlib.sha256(names).hexdigest()[:LONGEST_NAME]
        return "certificate:" + name


class KeyAuthenticator:
    """Lets a client call the services that its key covers."""

    def __init__(self, path: Path, encrypted: bool, report: Callable[[str], None] = lambda problem: None) -> None:
        self._path, self._encrypted, self._report = path, encrypted, report
        self._stamp = self._stamp_now()  # before the keys are read, so that a change meanwhile is read later
        self._keys = read(path)
        self._checked_at = time.monotonic()
        self._problem = ""  # what was wrong with the file when it was last read

    def authenticate(self, service: str, context: Context) -> str:
        """The key's id."""
        if service in OPEN:
            return ""
        if not self._encrypted and not from_here(context.peer()):
            raise NoKey("keys are taken over TLS only")
        self._reload()
        form = FORM.fullmatch(sent_key(context.invocation_metadata()))
        key = self._keys.get(form[1]) if form else None
        given = _hash(form[2]) if form else ""
        if not hmac.compare_digest(given, key.sha256 if key else "0" * 64) or key is None:
            raise NoKey("a valid API key is needed, as `authorization: Bearer <key>`")
        if SCOPES.get(service) not in key.scopes:
            raise NotAllowed(f"this key does not cover {service}")
        return key.id

    def _reload(self) -> None:
        """Reads the file again if it has changed."""
        now = time.monotonic()
        if now - self._checked_at < LOOK_EVERY_S:
            return
        self._checked_at = now
        stamp = self._stamp_now()
        if stamp != self._stamp:
            try:
                self._keys = read(self._path)
                self._stamp = stamp
                self._problem = ""
            except BadKeys as error:  # half written, or gone: the known keys stay valid
                self._report_once(str(error))

    def _report_once(self, problem: str) -> None:
        """Reports what is wrong with the file, once as long as it stays the same."""
        if problem != self._problem:
            self._problem = problem
            self._report(problem)

    def _stamp_now(self) -> tuple[int, int]:
        try:
            status = self._path.stat()
        except OSError:
            return 0, 0
        return status.st_mtime_ns, status.st_ino


def sent_key(metadata: Iterable[tuple[str, str | bytes]]) -> str:
    """The key that a client sent, valid or not; empty if it sent none."""
    for name, value in metadata:
        if name == "authorization" and isinstance(value, str) and value[:7].lower() == "bearer ":
            return value[7:].strip()
    return ""

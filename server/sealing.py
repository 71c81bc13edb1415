"""Sealed games: whole games that an app keeps for the server and cannot read or change.

A token is a head that anybody may read, and an encrypted body. The head names the key and the game, and says which
seats are the app's own. A change of either is noticed. What the body holds is not known here.
"""

import contextlib
import math
import os
import secrets
import struct
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.hashes import SHA256, Hash
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from hunch.engines import BadMessage, WrongVersion
from hunch.server.dice.keys import BadSecret, read_or_make
from hunch.server.errors import Unavailable

VERSION = 1
"""Of the form of a token, its first byte."""
HEAD = struct.Struct("!B4s16s16sH")
"""Version, name of the key, salt, game, and a bit for each of the app's own seats."""
KEY_BYTES, NONCE_BYTES = 32, 12
"""What the cipher takes. Both follow from the key and a fresh salt, so no pair is used for two tokens."""
GAME_BYTES, SALT_BYTES = 16, 16
"""Of the name of a game, and of the salt of a token."""
PURPOSE = b"hunch sealed game 1"
"""Keeps what follows from a key apart from other uses of it."""
NEWEST = "sealing.key"
"""The file in the server's home of the key that seals. It is made at the first use."""
OLDER = "sealing-*.key"
"""The files of keys that only open."""
LOOK_S = 1.0
"""Seconds after a look at the files in which a token of an older or unknown key causes no other look."""


class Sealed(NamedTuple):
    """What a token holds."""

    game: bytes
    """The name of the game, the same in all its tokens."""
    seats: tuple[int, ...]
    """The app's own seats."""
    body: bytes
    """The whole game. Its length is the token's, so that must not show anything hidden."""


class Sealer:
    """Seals and opens games, with the keys in a folder."""

    def __init__(
        self,
        home: Path,
        clock: Callable[[], float] = time.monotonic,
        report: Callable[[str], object] = lambda problem: None,
    ) -> None:
        self._home, self._clock, self._report = home, clock, report
        self._looked = -math.inf  # when the keys were read last, on the clock
        self._problem = ""  # why that failed
        self._keys: dict[bytes, bytes] = {}
        self._newest = b""
        self._stamp: tuple[int, int] | None = None

    def seal(self, sealed: Sealed) -> bytes:
        """A token. The same game gets another token each time."""
        self._refresh()
        salt = secrets.token_bytes(SALT_BYTES)
        head = HEAD.pack(VERSION, self._newest, salt, sealed.game, sum(1 << seat for seat in sealed.seats))
        cipher, nonce = _cipher(self._keys[self._newest], salt)
        return head + cipher.encrypt(nonce, sealed.body, head)

    def open(self, token: bytes, field: str = "sealed") -> Sealed:
        """What a token holds. Refuses what no key here has sealed, with the field's name."""
        if len(token) < HEAD.size or token[0] != VERSION:
            raise BadMessage(field, "not the token of a sealed game; send what the last answer had in `sealed.token`")
        head = token[: HEAD.size]
        _, name, salt, game, seats = HEAD.unpack(head)
        self._refresh(name)
        key = self._keys.get(name)
        if key is None:
            raise WrongVersion(
                field, "sealed by another server, or with a key that is no longer kept here; begin a new game"
            )
        cipher, nonce = _cipher(key, salt)
        try:
            body = cipher.decrypt(nonce, token[HEAD.size :], head)
        except InvalidTag:
            raise BadMessage(field, "the token was changed since the server made it; send it as it was") from None
        return Sealed(game, tuple(seat for seat in range(16) if seats >> seat & 1), body)

    def _refresh(self, wanted: bytes = b"") -> None:
        """Reads the keys if they were not read yet or have been rotated. For a token of another key than the newest it
        also looks whether that key has come or gone, once in LOOK_S at most: anybody can name any key."""
        path = self._home / NEWEST
        with contextlib.suppress(OSError):
            status = path.stat()
            recent = wanted in (b"", self._newest) or self._clock() < self._looked + LOOK_S
            if recent and self._stamp == (status.st_mtime_ns, status.st_ino):
                return
        self._looked = self._clock()
        try:
            newest = read_or_make(path)
            older = [read_or_make(file) for file in sorted(self._home.glob(OLDER))]
            status = path.stat()
        except (OSError, BadSecret) as error:
            if self._problem != str(error):
                self._problem = str(error)
                self._report(self._problem)
            raise Unavailable("the keys of sealed games are out of reach; the server's log says why") from error
        self._problem = ""
        self._keys = {name_of(key): key for key in (newest, *older)}
        self._newest, self._stamp = name_of(newest), (status.st_mtime_ns, status.st_ino)


def name_of(key: bytes) -> bytes:
    """The name of a key, which tells nothing of it."""
    digest = Hash(SHA256())
    digest.update(PURPOSE + b" name" + key)
    return digest.finalize()[:4]


def rotate(home: Path) -> str:
    """Makes a new key that seals from then on, and keeps the one before to open. Returns the name of the new one."""
    path = home / NEWEST
    if path.exists():
        old = read_or_make(path)
        os.rename(path, home / f"sealing-{name_of(old).hex()}.key")
    return name_of(read_or_make(path)).hex()


def _cipher(key: bytes, salt: bytes) -> tuple[ChaCha20Poly1305, bytes]:
    derived = HKDF(SHA256(), KEY_BYTES + NONCE_BYTES, salt, PURPOSE).derive(key)
    return ChaCha20Poly1305(derived[:KEY_BYTES]), derived[KEY_BYTES:]

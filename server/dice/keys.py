"""Secret files made once: the Ed25519 key that signs transcripts, and the key that encrypts seeds in the ledger."""

import contextlib
import hmac
import os
import secrets
from pathlib import Path

from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

SIGNING_KEY = "signing.key"
"""The file of the key that signs transcripts, in the home of a server."""
LEDGER_KEY = "ledger.key"
"""The file of the key that encrypts seeds, in the home of a server."""
NONCE_BYTES = 12
"""What AES-GCM takes once per encryption."""
SECRET_BYTES = 32
"""Of each secret file."""
FIELD = 2**255 - 19
"""The numbers of Ed25519 are counted modulo this prime."""
ORDER_8 = 0x05FC536D880238B13933C6D305ACDFD5F098EFF289F4C345B027B2C28F95E826
"""The height of points that are of order 8 on the curve; the others have the negative height."""
SMALL_ORDER = (0, 1, FIELD - 1, ORDER_8, FIELD - ORDER_8)
"""The heights of the eight points of small order. For such a key anybody can make signatures."""


class BadSecret(ValueError):
    """A secret file that is not what it should be."""


def read_or_make(path: Path) -> bytes:
    """The file's bytes. If there is no file, one is made, whole and for its owner only."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        fresh = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
        with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
            out.write(secrets.token_bytes(SECRET_BYTES))
            out.flush()
            os.fsync(out.fileno())
        with contextlib.suppress(FileExistsError):
            os.link(fresh, path)  # of two replicas that start at once, one makes it
        fresh.unlink()
    if path.stat().st_mode & 0o077:
        raise BadSecret(f"{path}: others may read it; run chmod 600 on it")
    raw = path.read_bytes()
    if len(raw) != SECRET_BYTES:
        raise BadSecret(f"{path}: {len(raw)} bytes; it must have {SECRET_BYTES}")
    return raw


class Signer:
    """Signs transcripts."""

    def __init__(self, path: Path) -> None:
        self._key = Ed25519PrivateKey.from_private_bytes(read_or_make(path))
        self.public = self._key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)

    def sign(self, message: bytes) -> bytes:
        """64 bytes."""
        return self._key.sign(message)


def public_of(path: Path) -> bytes | None:
    """The public key of a signing key that is there. None if there is none; none is made."""
    return Signer(path).public if path.exists() else None


def flaw(public: bytes) -> str:
    """Why a public key proves nothing, whatever it signed; empty for one that can."""
    if len(public) != SECRET_BYTES:
        return f"a public key has {SECRET_BYTES} bytes, and this one {len(public)}"
    height = int.from_bytes(public, "little") & (1 << 255) - 1
    if height >= FIELD:
        return "the public key is not written as a point of the curve is"
    if height in SMALL_ORDER:
        return "the public key is of small order: anybody can sign for it"
    return ""


def is_signed(public: bytes, signature: bytes, message: bytes) -> bool:
    """Whether the signature is of this message, by this key."""
    if flaw(public):
        return False
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


class Seal:
    """Encrypts server seeds, so that the ledger's files do not give them away."""

    def __init__(self, path: Path) -> None:
        key = read_or_make(path)
        self._cipher = AESGCM(hmac.digest(key, b"seeds", "sha256"))
        self._owners = hmac.digest(key, b"owners", "sha256")

    def owner_token(self, game: bytes) -> str:
        """Who holds it may roll; it follows from the game, so a retried request gets it again and none is stored."""
        return hmac.digest(self._owners, game, "sha256").hex()

    def close(self, seed: bytes, game: bytes) -> bytes:
        """The seed, encrypted for this game."""
        nonce = secrets.token_bytes(NONCE_BYTES)
        return nonce + self._cipher.encrypt(nonce, seed, game)

    def open(self, sealed: bytes, game: bytes) -> bytes:
        """The seed again."""
        try:
            return self._cipher.decrypt(sealed[:NONCE_BYTES], sealed[NONCE_BYTES:], game)
        except InvalidTag:
            raise BadSecret("the ledger was written with another key") from None

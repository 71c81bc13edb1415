"""Certificates for tests, made on the spot."""

import datetime
from pathlib import Path
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID


def pem_of(key: Any) -> bytes:
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def made(name: str, issuer: Any = None, authority: bool = False) -> Any:
    """A key and a certificate, signed by `issuer` (another such pair) or by itself."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = datetime.datetime.now(datetime.UTC)
    builder = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer[1].subject if issuer else subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(minutes=5))
        .not_valid_after(now + datetime.timedelta(hours=1))
        .add_extension(x509.BasicConstraints(ca=authority, path_length=None), critical=True)
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
    )
    return key, builder.sign(issuer[0] if issuer else key, hashes.SHA256())


def certificate_pem(pair: Any) -> bytes:
    return pair[1].public_bytes(Encoding.PEM)


def write_pair(folder: Path, pair: Any) -> None:
    """Puts it where a server reads it, each file at once."""
    for name, text in (("key.pem", pem_of(pair[0])), ("certificate.pem", certificate_pem(pair))):
        fresh = folder / f"{name}.new"
        fresh.write_bytes(text)
        fresh.replace(folder / name)

"""TLS for the ports: certificates from files. New connections get the new one as soon as the files change."""

import contextlib
import ssl
from collections.abc import Callable
from pathlib import Path
from typing import cast

import grpc

from hunch.server.config import BadSetting, Config


class Certificates:
    """The certificate in use, which each port looks up at every handshake."""

    def __init__(self, config: Config) -> None:
        self._certificate, self._key = Path(config.tls_certificate), Path(config.tls_key)
        self._authority = Path(config.tls_client_ca) if config.tls_client_ca else None
        try:
            self._stamp, self._now = self._stamps(), self._read()
        except OSError as error:
            raise BadSetting(f"tls: {error.filename} cannot be read") from None
        if b"BEGIN CERTIFICATE" not in self._certificate.read_bytes() or b"PRIVATE KEY" not in self._key.read_bytes():
            raise BadSetting("tls: the certificate and its key must be PEM files")

    def credentials(self) -> grpc.ServerCredentials:
        """The credentials of the port. With an authority, clients must show a certificate that it signed."""
        fetch = cast("Callable[[], grpc.ServerCertificateConfiguration]", self._fresh)  # None means no change
        return grpc.dynamic_ssl_server_credentials(self._now, fetch, self._authority is not None)

    def context(self) -> ssl.SSLContext:
        """The same for a port of asyncio, which has no hook for a handshake but the name that a client asks for."""
        stamp, newest = self._stamps(), self._load()

        def look(connection: ssl.SSLObject, name: str, context: ssl.SSLContext) -> None:
            nonlocal stamp, newest
            with contextlib.suppress(OSError):  # while files are half written, the old certificate stays
                if (now := self._stamps()) != stamp:
                    newest, stamp = self._load(), now
            connection.context = newest

        context = self._load()
        context.sni_callback = look
        return context

    def _load(self) -> ssl.SSLContext:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.set_alpn_protocols(["http/1.1"])
        context.load_cert_chain(self._certificate, self._key)
        if self._authority is not None:
            context.verify_mode = ssl.CERT_REQUIRED
            context.load_verify_locations(self._authority)
        return context

    def _fresh(self) -> grpc.ServerCertificateConfiguration | None:
        """The certificate if it changed, else None. While files are half written, the old one stays."""
        try:
            stamp = self._stamps()
            if stamp == self._stamp:
                return None
            fresh = self._read()
        except OSError:
            return None
        self._stamp, self._now = stamp, fresh
        return fresh

    def _stamps(self) -> tuple[tuple[int, int], ...]:
        files = [path for path in (self._certificate, self._key, self._authority) if path is not None]
        return tuple((file.st_mtime_ns, file.st_ino) for file in (path.stat() for path in files))

    def _read(self) -> grpc.ServerCertificateConfiguration:
        pair = (self._key.read_bytes(), self._certificate.read_bytes())
        roots = None if self._authority is None else self._authority.read_bytes()
        return grpc.ssl_server_certificate_configuration([pair], roots)

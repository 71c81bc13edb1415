"""TLS for the port: certificates from files. New connections get the new one as soon as the files change."""

from collections.abc import Callable
from pathlib import Path
from typing import cast

import grpc

from hunch.server.config import BadSetting, Config


class Certificates:
    """The certificate in use, which grpc looks up at every handshake."""

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

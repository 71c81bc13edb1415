"""All settings of the server in one frozen dataclass, from defaults, a TOML file, the environment and flags."""

import difflib
import os
import tomllib
from collections.abc import Mapping
from dataclasses import Field, dataclass, field, fields
from pathlib import Path
from typing import Any

from hunch.search.limits import MOST_THREADS

PREFIX = "HUNCH_"
"""What the names of settings begin with in the environment."""
ALIKE = 0.8
"""A variable is taken for a misspelt setting if difflib finds their names at least so alike. Other unknown variables
are ignored, as orchestrators set some such as HUNCH_PORT."""
OF_CLIENTS = ("key",)
"""Variables that the command line reads, and that look like settings."""
MOST_PORT = 65_535
"""The highest port of TCP."""
OFF = "off"
"""The value of `listen_web` that opens no such port."""
LOG_LEVELS = ("debug", "info", "warning", "error")
"""Lines below the chosen level are not logged."""


class BadSetting(ValueError):
    """A setting that does not exist or has a value it cannot have."""


def _home() -> str:
    base = os.environ.get("XDG_STATE_HOME") or str(Path.home() / ".local" / "state")
    return str(Path(base) / "hunch")


def _setting(default: Any, says: str, low: float | None = None, high: float | None = None) -> Any:
    meta = {"says": says, "low": low, "high": high}
    if callable(default):
        return field(default_factory=default, metadata=meta)
    return field(default=default, metadata=meta)


@dataclass(frozen=True, slots=True)
class Config:
    """The settings of a server. Paths name files, and an empty path means that there is none."""

    listen: str = _setting("127.0.0.1:50051", "address and port to serve on")
    listen_web: str = _setting(
        "127.0.0.1:8080", "address and port to serve on over HTTP; off: nowhere; needs the extra `web`"
    )
    home: str = _setting(_home, "folder of the files that last: the dice ledger, its keys")
    data: Mapping[str, str] = _setting(
        dict, "data files of games that are played with an owner's own cards, game = file"
    )

    cores: int = _setting(0, "searches at once; 0: as many as this process may use", 0, 256)
    queue_jobs: int = _setting(256, "most requests that wait for a core", 1, 100_000)
    queue_wait_ms: int = _setting(
        1_000, "ms; requests that would wait longer, or have waited longer, are refused", 1, 600_000
    )
    ageing_ms: int = _setting(1_000, "ms of waiting that lift a request by one class, a key by one step", 1, 600_000)
    answer_before_ms: int = _setting(30, "ms before the deadline at which a search ends with what it has", 1, 1_000)
    drain_ms: int = _setting(5_000, "ms that requests get to end when the server closes down", 0, 600_000)

    most_iterations: int = _setting(50_000_000, "most iterations of one request", 1, 2**32 - 1)
    most_time_ms: int = _setting(30_000, "ms; most thinking of one request", 1, 3_600_000)
    most_threads: int = _setting(0, "most threads of one request; 0: all cores", 0, 256)
    most_memory_mib: int = _setting(512, "MiB; most memory of one search", 1, 1_000_000)
    memory_mib: int = _setting(2_048, "MiB; most memory of all running searches together", 1, 1_000_000)
    most_message_kib: int = _setting(256, "KiB; largest message taken", 1, 65_536)
    most_calls: int = _setting(3_000, "most calls at once; more are refused unread", 1, 1_000_000)
    most_calls_address: int = _setting(1_000, "most calls at once of one network address", 1, 1_000_000)
    most_idle_streams: int = _setting(
        1_000, "most streams of Health.Watch at once, and as many of reflection", 1, 10**6
    )
    most_idle_streams_address: int = _setting(250, "most of these streams of one network address", 1, 10**6)
    most_connections: int = _setting(3_000, "most connections, as far as the limit of descriptors allows", 1, 1_000_000)
    most_connections_address: int = _setting(
        0, "most connections over HTTP of one network address; 0: a third of all", 0, 1_000_000
    )
    inline_bytes: int = _setting(4_096, "bytes; larger messages are read by a search thread, not on the loop", 0, 10**8)

    tls_certificate: str = _setting("", "PEM file of the certificate chain; swapped live when it changes")
    tls_key: str = _setting("", "PEM file of its private key")
    tls_client_ca: str = _setting("", "PEM file of the authority that must have signed client certificates")
    keys: str = _setting("", "file of API keys (`hunch keys`); read again when it changes; empty: no keys needed")
    insecure: bool = _setting(False, "serve without TLS beyond loopback")
    web_hosts: str = _setting(
        "",
        "names by which clients may ask if `listen_web` is on loopback, besides this machine's own; "
        "separated by commas",
    )
    web_origins: str = _setting(
        "", "origins, such as https://example.org, whose pages may ask over HTTP; separated by commas"
    )
    reflection: bool = _setting(True, "answer grpc reflection")
    metrics: str = _setting("", "address and port of the Prometheus page; empty: none; without a host: loopback")
    traces: str = _setting("", "OTLP endpoint for traces, http://host:4317; empty: none; extra `tracing`")
    log_level: str = _setting("info", "one of " + ", ".join(LOG_LEVELS))
    log_calls: bool = _setting(True, "a log line for each call")

    ledger: str = _setting("", "database of the dice as an SQLAlchemy URL; empty: SQLite in `home`")
    ledger_timeout_ms: int = _setting(5_000, "ms; longest wait for an answer of the dice database", 100, 600_000)
    dice_open_games: int = _setting(10_000, "most games of dice that a key may have open", 1, 10**9)
    dice_open_address: int = _setting(
        10_000, "most games of dice that callers without a key may have open at one address", 1, 10**9
    )
    dice_unused_minutes: int = _setting(
        60, "min after which a game of dice without a roll makes room once its account is full", 1, 1_000_000
    )
    dice_keep_days: int = _setting(365, "days that a game of dice is kept after its time to close", 1, 36_500)
    dice_open_hours: int = _setting(720, "h after which a game of dice closes and reveals itself", 1, 100_000)

    def __post_init__(self) -> None:
        for item in fields(self):
            value = getattr(self, item.name)
            low, high = item.metadata["low"], item.metadata["high"]
            if low is not None and not low <= value <= high:
                raise BadSetting(f"{item.name}: {value} is not in {low} to {high}")
        if self.log_level not in LOG_LEVELS:
            raise BadSetting(f"log_level: {self.log_level!r} is not one of {', '.join(LOG_LEVELS)}")
        if not self.listen.startswith("unix:"):
            check_port("listen", self.listen)
        if self.listen_web != OFF:
            check_port("listen_web", self.listen_web or ":")
        check_port("metrics", self.metrics)
        if self.traces and not self.traces.startswith(("http://", "https://")):
            raise BadSetting(f"traces: {self.traces!r} is not http://host:port")
        if bool(self.tls_certificate) != bool(self.tls_key):
            raise BadSetting("tls_certificate, tls_key: one needs the other")
        if self.tls_client_ca and not self.tls_certificate:
            raise BadSetting("tls_client_ca: needs tls_certificate and tls_key")

    @property
    def slots(self) -> int:
        """Searches at once."""
        return self.cores or len(os.sched_getaffinity(0))

    @property
    def threads(self) -> int:
        """Most threads of one request: no more than there are for searches, and than a search can use."""
        return min(self.most_threads or self.slots, self.slots, MOST_THREADS)

    @property
    def search_memory_mib(self) -> int:
        """Most MiB of one search."""
        return min(self.most_memory_mib, self.memory_mib)

    @property
    def ledger_url(self) -> str:
        """Where the dice ledger is."""
        return self.ledger or f"sqlite:///{Path(self.home) / 'dice.db'}"


def load(
    file: str | None = None, environ: Mapping[str, str] | None = None, flags: Mapping[str, Any] | None = None
) -> Config:
    """The settings: defaults, then the file, then HUNCH_* of the environment, then flags that are not None."""
    known = {item.name: item for item in fields(Config)}
    chosen: dict[str, Any] = {}
    if file is not None:
        try:
            table = tomllib.loads(Path(file).read_text())
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
            raise BadSetting(f"{file}: {error}") from None
        chosen.update({name: _typed(known, name, value) for name, value in table.items()})
    for variable, text in (environ or {}).items():
        name = variable.removeprefix(PREFIX).lower()
        if variable.startswith(PREFIX) and name in known:
            chosen[name] = _typed(known, name, text)
        elif variable.startswith(PREFIX) and name not in OF_CLIENTS:
            for meant in difflib.get_close_matches(name, known, 1, ALIKE):
                raise BadSetting(f"{variable}: there is no such setting; did you mean {PREFIX}{meant.upper()}?")
    for name, value in (flags or {}).items():
        if value is not None:
            chosen[name] = _typed(known, name, value)
    return Config(**chosen)


def check_port(name: str, address: str) -> None:
    """Refuses an address that ends with no port, or with none that can be."""
    port = address.rpartition(":")[2]
    if not address:
        return
    if not (port.isascii() and port.isdecimal()):
        raise BadSetting(f"{name}: {address!r} has no port")
    if len(port) > len(str(MOST_PORT)) or int(port) > MOST_PORT:  # grpc would serve on what 16 bits keep of it
        raise BadSetting(f"{name}: port {port} is not in 0 to {MOST_PORT:,}")


def _typed(known: Mapping[str, Field[Any]], name: str, value: Any) -> Any:
    if name not in known:
        raise BadSetting(f"{name}: there is no such setting")
    kind = known[name].type
    if name == "data":
        return _files(value)
    if kind is bool and isinstance(value, str):
        if value.lower() not in ("0", "1", "true", "false", "yes", "no"):
            raise BadSetting(f"{name}: {value!r} is neither true nor false")
        return value.lower() in ("1", "true", "yes")
    if kind is int and isinstance(value, str):
        try:
            return int(value)
        except ValueError:
            raise BadSetting(f"{name}: {value!r} is not a whole number") from None
    if type(value) is not kind:
        raise BadSetting(f"{name}: {value!r} is not {'text' if kind is str else 'of its kind'}")
    return value


def _files(value: Any) -> dict[str, str]:
    if isinstance(value, str):
        value = [part for part in value.split(",") if part]
    if isinstance(value, (list, tuple)):
        pairs = [str(part).partition("=") for part in value]
        if not all(name and path for name, _, path in pairs):
            raise BadSetting("data: wanted is game=file")
        return {name: path for name, _, path in pairs}
    if isinstance(value, Mapping):
        return {str(name): str(path) for name, path in value.items()}
    raise BadSetting(f"data: {value!r} is not game=file")


def as_toml(config: Config) -> str:
    """The settings in force as a commented TOML file."""
    lines = []
    for item in fields(config):
        value = getattr(config, item.name)
        low, high = item.metadata["low"], item.metadata["high"]
        span = f" ({low:,} to {high:,})" if low is not None else ""
        lines.append(f"# {item.metadata['says']}{span}")
        lines.append(f"{item.name} = {_toml(value)}\n")
    return "\n".join(lines)


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return str(value)
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{name} = {_toml(path)}" for name, path in value.items()) + "}"
    return '"' + str(value).replace("\\", "\\\\").replace('"', '\\"') + '"'

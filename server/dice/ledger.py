"""The ledger of dice: games and rolls in a database, SQLite or PostgreSQL. Knows rows, not fairness or keys.

Everything here blocks and runs off the event loop. What is returned is committed: no crash can undo a roll that was
answered. If two requests roll at once in one game, the database lets one wait for the other.
"""

import fcntl
import math
import os
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import sqlalchemy as sql
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError

from hunch.server.dice import clock
from hunch.server.dice.derivation import StoredRoll
from hunch.server.errors import AlreadyUsed, Closed, NotFound, TooMuch, Unavailable

SCHEMA = 1
"""Version of the tables."""
MOST_ROLLS = 10_000
"""In one game of dice."""
RETRY_MS = 1_000
"""When to come again if the database is out of reach."""
CROSSED_RETRY_MS = 50
"""When to come again if two requests wrote the same row."""
CONNECTIONS = 4
"""To PostgreSQL at once, one for each thread that waits for it; SQLite has one writer."""
PRIVATE = 0o600
"""Mode of files that their owner alone may read: rolls may be hidden cards."""
PURGED_AT_ONCE = 2
"""Old games that are removed with each new one: more than come, and few enough that nobody waits for it."""
MEASURE_EVERY_S = 60.0
"""How often the size of the ledger is measured, for the figures."""
CLOSE_S = 0.2
"""How long a ledger that closes waits for a thread that is about to open it."""

META = sql.MetaData()
VERSIONS = sql.Table("hunch_schema", META, sql.Column("version", sql.Integer, primary_key=True, autoincrement=False))
GAMES = sql.Table(
    "hunch_games",
    META,
    sql.Column("id", sql.String(32), primary_key=True),
    sql.Column("account", sql.String(64), nullable=False),
    sql.Column("request_id", sql.String(64)),  # of the request that opened it; unset: none
    sql.Column("commitment", sql.String(64), nullable=False),
    sql.Column("sealed_seed", sql.LargeBinary, nullable=False),
    sql.Column("player_seeds", sql.JSON),  # hexadecimal; unset until the first roll
    sql.Column("rolls", sql.Integer, nullable=False),  # number of rolls made
    sql.Column("closes_at", sql.BigInteger, nullable=False),
    sql.Column("revealed_at", sql.BigInteger),
    sql.UniqueConstraint("account", "request_id"),
    sql.Index("hunch_games_open", "account", "closes_at"),
    sql.Index("hunch_games_old", "closes_at"),
)
ROLLS = sql.Table(
    "hunch_rolls",
    META,
    sql.Column("game", sql.ForeignKey("hunch_games.id"), primary_key=True),
    sql.Column("counter", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("request_id", sql.String(80), nullable=False),
    sql.Column("body", sql.String(64), nullable=False),  # SHA-256 of the request: a retry has the same
    sql.Column("purpose", sql.Text, nullable=False),
    sql.Column("faces", sql.JSON, nullable=False),
    sql.Column("shown", sql.JSON, nullable=False),
    sql.Column("cup", sql.JSON, nullable=False),
    sql.UniqueConstraint("game", "request_id"),
)


class BadLedger(ValueError):
    """The database cannot be used by this server."""


class LedgerInUse(BadLedger):
    """Another process serves with this SQLite file."""


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game of dice as it is kept."""

    id: str
    commitment: str
    sealed_seed: bytes
    player_seeds: tuple[bytes, ...] | None
    rolls: int
    closes_at: int
    revealed_at: int | None

    @property
    def closed(self) -> bool:
        """Whether the game takes no more rolls."""
        return self.revealed_at is not None or clock.now() >= self.closes_at


@dataclass(frozen=True, slots=True)
class NewGame:
    """A game that is to be opened."""

    id: str
    account: str
    request_id: str
    commitment: str
    sealed_seed: bytes
    closes_at: int


@dataclass(frozen=True, slots=True)
class OpenLimits:
    """What a new game may find in the ledger. Times are in seconds since 1970."""

    games: int  # most open games of its account
    unused_closes_at: int  # an open game that closes before this, and has no roll, makes room
    old_closes_at: int  # a game that was to close before this is removed


Fair = Callable[[GameRow, Sequence[bytes], int], StoredRoll]
"""Makes the roll with this counter, of a game with these players' seeds."""


class Ledger:
    """One database. Several threads may use it, and `open` may be called more than once."""

    def __init__(self, url: str, timeout_ms: int = 5_000) -> None:
        self._timeout_ms = timeout_ms
        try:
            self._url = sql.make_url(url)
        except SQLAlchemyError:
            raise BadLedger("ledger: not a database URL") from None
        self.sqlite = self._url.get_backend_name() == "sqlite"
        if not self.sqlite and self._url.get_backend_name() != "postgresql":
            raise BadLedger("ledger: SQLite and PostgreSQL are known")
        if not self.sqlite:
            self._url = self._url.set(drivername="postgresql+psycopg")
        self._engine: sql.Engine | None = None
        self._lock_file: IO[str] | None = None
        self._opening = threading.Lock()
        self._measured_at = -math.inf
        self.bytes = 0  # what the games and rolls took when they were last measured

    def open(self) -> sql.Engine:
        """Connects, and makes the tables if there are none."""
        with self._alone():
            if self._engine is None:
                if self.sqlite and self._url.database:
                    self._be_alone(Path(self._url.database))
                try:
                    engine = self._new_engine()
                except ImportError:
                    raise BadLedger("ledger: PostgreSQL comes with the extra, pip install '.[postgres]'") from None
                try:
                    _prepare(engine)
                except BaseException:
                    engine.dispose()
                    self._release()
                    raise
                self._engine = engine
                with engine.begin() as connection:
                    self._measure(connection)
            return self._engine

    def close(self) -> None:
        """Lets go of the database, unless a thread still waits to reach it."""
        if not self._opening.acquire(timeout=CLOSE_S):
            return
        try:
            if self._engine is not None:
                self._engine.dispose()
                self._engine = None
            self._release()
        finally:
            self._opening.release()

    def open_game(self, new: NewGame, limits: OpenLimits) -> GameRow:
        """The game, opened now or by an earlier request of the same id."""
        with self._begun() as connection:
            same = (GAMES.c.account == new.account) & (GAMES.c.request_id == new.request_id)
            if new.request_id and (row := connection.execute(sql.select(GAMES).where(same)).first()):
                return _game(row)
            self._remove_old(connection, limits.old_closes_at)
            self._check_room(connection, new.account, limits)
            connection.execute(
                sql.insert(GAMES).values(
                    id=new.id,
                    account=new.account,
                    request_id=new.request_id or None,
                    commitment=new.commitment,
                    sealed_seed=new.sealed_seed,
                    player_seeds=None,
                    rolls=0,
                    closes_at=new.closes_at,
                )
            )
            self._measure(connection)
        return GameRow(new.id, new.commitment, new.sealed_seed, None, 0, new.closes_at, None)

    def roll(self, game: str, request_id: str, body: str, seeds: Sequence[bytes], fair: Fair) -> StoredRoll:
        """The roll of this request, made now or at an earlier try."""
        with self._begun() as connection:
            row = self._game_in(connection, game)
            same = (ROLLS.c.game == game) & (ROLLS.c.request_id == request_id)
            if earlier := connection.execute(sql.select(ROLLS).where(same)).first():
                if earlier.body != body:
                    raise AlreadyUsed("this request_id was used in this game with another content")
                return _stored(earlier)
            if row.closed:
                raise Closed("the game is revealed; nothing more is rolled in it")
            if row.rolls >= MOST_ROLLS:
                raise TooMuch(f"a game of dice has at most {MOST_ROLLS:,} rolls; open another")
            fixed = row.player_seeds if row.player_seeds is not None else tuple(seeds)
            if seeds and tuple(seeds) != fixed:
                raise Closed("the players' seeds were fixed by the first roll")
            stored = fair(row, fixed, row.rolls + 1)
            connection.execute(
                sql.insert(ROLLS).values(
                    game=game,
                    counter=stored.counter,
                    request_id=request_id,
                    body=body,
                    purpose=stored.purpose,
                    faces=list(stored.faces),
                    shown=list(stored.values),
                    cup=list(stored.cup),
                )
            )
            changed = sql.update(GAMES).where(GAMES.c.id == game)
            connection.execute(changed.values(rolls=stored.counter, player_seeds=[seed.hex() for seed in fixed]))
            self._measure(connection)
        return stored

    def newest_open(self) -> GameRow | None:
        """The open game that was opened last."""
        newest = sql.select(GAMES).where(_still_open()).order_by(GAMES.c.closes_at.desc()).limit(1)
        with self._begun() as connection:
            row = connection.execute(newest).first()
        return None if row is None else _game(row)

    def game(self, game: str) -> GameRow:
        """The game as it is now."""
        with self._begun() as connection:
            return self._game_in(connection, game)

    def reveal(self, game: str) -> GameRow:
        """Closes the game for good."""
        with self._begun() as connection:
            row = self._game_in(connection, game)
            if row.revealed_at is None:
                revealed = sql.update(GAMES).where(GAMES.c.id == game).values(revealed_at=int(clock.now()))
                connection.execute(revealed)
                row = self._game_in(connection, game)
        return row

    def rolls(self, game: str, after: int, most: int) -> list[StoredRoll]:
        """Rolls of a game in order."""
        wanted = sql.select(ROLLS).where((ROLLS.c.game == game) & (ROLLS.c.counter > after))
        with self._begun() as connection:
            return [_stored(row) for row in connection.execute(wanted.order_by(ROLLS.c.counter).limit(most))]

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """One thread opens the ledger; the others do not wait for it longer than for an answer."""
        if not self._opening.acquire(timeout=self._timeout_ms / 1000):
            raise Unavailable("the ledger of dice is out of reach", retry_ms=RETRY_MS)
        try:
            yield
        finally:
            self._opening.release()

    def _new_engine(self) -> sql.Engine:
        if self.sqlite:
            return _sqlite_engine(self._url, self._timeout_ms)
        from hunch.server.dice.postgres import postgres_engine  # its driver is an extra

        return postgres_engine(self._url, self._timeout_ms, CONNECTIONS)

    @contextmanager
    def _begun(self) -> Iterator[sql.Connection]:
        """A transaction. It is committed when the body ends, and undone if the body raises."""
        try:
            with self.open().begin() as connection:
                yield connection
        except IntegrityError:
            raise Unavailable("two requests crossed; send it again", retry_ms=CROSSED_RETRY_MS) from None
        except (SQLAlchemyError, OSError):
            raise Unavailable("the ledger of dice is out of reach", retry_ms=RETRY_MS) from None

    def _remove_old(self, connection: sql.Connection, closes_at: int) -> None:
        old = sql.select(GAMES.c.id).where(GAMES.c.closes_at < closes_at).order_by(GAMES.c.closes_at)
        old = old.limit(PURGED_AT_ONCE).with_for_update(skip_locked=True)
        if games := connection.execute(old).scalars().all():
            connection.execute(sql.delete(ROLLS).where(ROLLS.c.game.in_(games)))
            connection.execute(sql.delete(GAMES).where(GAMES.c.id.in_(games)))

    def _check_room(self, connection: sql.Connection, account: str, limits: OpenLimits) -> None:
        """Refuses an account that is full. First its games that nobody uses make room."""
        mine = (GAMES.c.account == account) & _still_open()
        count = sql.select(sql.func.count()).where(mine)
        if (connection.execute(count).scalar() or 0) < limits.games:
            return
        unused = mine & (GAMES.c.rolls == 0) & (GAMES.c.closes_at < limits.unused_closes_at)
        connection.execute(sql.delete(GAMES).where(unused))
        if (connection.execute(count).scalar() or 0) >= limits.games:
            raise TooMuch(f"{limits.games:,} games of dice are open; reveal some first", retry_ms=RETRY_MS)

    def _measure(self, connection: sql.Connection) -> None:
        """Measures the ledger, at most once in MEASURE_EVERY_S. Neither database counts rows for it."""
        if time.monotonic() - self._measured_at < MEASURE_EVERY_S:
            return
        if self.sqlite:
            size = "select page_count * page_size from pragma_page_count(), pragma_page_size()"
        else:
            size = f"select pg_total_relation_size('{GAMES.name}') + pg_total_relation_size('{ROLLS.name}')"
        self.bytes = int(connection.execute(sql.text(size)).scalar() or 0)
        self._measured_at = time.monotonic()

    def _game_in(self, connection: sql.Connection, game: str) -> GameRow:
        row = connection.execute(sql.select(GAMES).where(GAMES.c.id == game).with_for_update()).first()
        if row is None:
            raise NotFound("no such game of dice")
        return _game(row)

    def _be_alone(self, path: Path) -> None:
        """Refuses a second process on one SQLite file: it would not know that the first one waits to write."""
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        lock = open(f"{path}.lock", "a", opener=lambda name, flags: os.open(name, flags, PRIVATE))  # noqa: SIM115
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            lock.close()
            raise LedgerInUse(f"{path}: another server uses it; several replicas need PostgreSQL") from None
        self._lock_file = lock
        try:
            os.close(os.open(path, os.O_RDWR | os.O_CREAT, PRIVATE))  # SQLite's own files beside it get the same mode
            path.chmod(PRIVATE)
        except BaseException:
            self._release()  # else the next try would find the file in use
            raise

    def _release(self) -> None:
        if self._lock_file is not None:
            self._lock_file.close()
            self._lock_file = None


def _sqlite_engine(url: sql.URL, timeout_ms: int) -> sql.Engine:
    engine = sql.create_engine(url, connect_args={"check_same_thread": False, "timeout": timeout_ms / 1000})

    @sql.event.listens_for(engine, "connect")
    def ready(connection: Any, record: object) -> None:
        connection.isolation_level = None  # the driver begins nothing by itself
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")

    @sql.event.listens_for(engine, "begin")
    def begin(connection: sql.Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")  # writers queue here, not at their first write

    return engine


def _prepare(engine: sql.Engine) -> None:
    engine.connect().close()  # if it is out of reach, once is enough to know
    for last in (False, True):  # if two replicas make the tables at once, one of them tries again
        try:
            META.create_all(engine)
            for index in GAMES.indexes:
                index.create(engine, checkfirst=True)  # a ledger of an earlier version lacks some
            with engine.begin() as connection:
                versions = connection.execute(sql.select(VERSIONS.c.version)).scalars().all()
                if not versions:
                    connection.execute(sql.insert(VERSIONS).values(version=SCHEMA))
            break
        except DBAPIError:
            if last:
                raise
    if versions and versions != [SCHEMA]:
        raise BadLedger(f"ledger: its schema is {versions[0]}, this server writes {SCHEMA}")


def _still_open() -> sql.ColumnElement[bool]:
    return GAMES.c.revealed_at.is_(None) & (GAMES.c.closes_at > int(clock.now()))


def _game(row: Any) -> GameRow:
    seeds = None if row.player_seeds is None else tuple(bytes.fromhex(seed) for seed in row.player_seeds)
    return GameRow(row.id, row.commitment, row.sealed_seed, seeds, row.rolls, row.closes_at, row.revealed_at)


def _stored(row: Any) -> StoredRoll:
    return StoredRoll(row.counter, row.purpose, tuple(row.faces), tuple(row.shown), tuple(row.cup))

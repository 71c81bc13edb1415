"""The ledger of dice: games and rolls in a database, SQLite or PostgreSQL. Knows rows, not fairness or keys.

Everything here blocks and runs off the event loop. What is returned is committed: an answer never tells of a roll that
a crash could undo. Of two that roll at once in one game, the database lets one wait for the other.
"""

import fcntl
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

from hunch.server.dice.derivation import Kept
from hunch.server.errors import AlreadyUsed, Closed, NotFound, TooMuch, Unavailable

SCHEMA = 1
MOST_ROLLS = 10_000
"""In one game."""
RETRY_MS = 1_000

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
    sql.Column("rolls", sql.Integer, nullable=False),  # so many so far
    sql.Column("closes_at", sql.BigInteger, nullable=False),
    sql.Column("revealed_at", sql.BigInteger),
    sql.UniqueConstraint("account", "request_id"),
    sql.Index("hunch_games_open", "account", "closes_at"),
)
ROLLS = sql.Table(
    "hunch_rolls",
    META,
    sql.Column("game", sql.ForeignKey("hunch_games.id"), primary_key=True),
    sql.Column("counter", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("request_id", sql.String(80), nullable=False),
    sql.Column("body", sql.String(64), nullable=False),  # SHA-256 of the request, to tell a retry from another one
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
        """Whether nothing may be rolled any more."""
        return self.revealed_at is not None or time.time() >= self.closes_at


@dataclass(frozen=True, slots=True)
class NewGame:
    """A game that is to be opened."""

    id: str
    account: str
    request_id: str
    commitment: str
    sealed_seed: bytes
    closes_at: int


Fair = Callable[[GameRow, Sequence[bytes], int], Kept]
"""Makes the roll with this counter, of a game with these players' seeds."""


class Ledger:
    """One database. Safe to use from several threads; `open` may be called as often as one likes."""

    def __init__(self, url: str) -> None:
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

    def open(self) -> sql.Engine:
        """Connects, and makes the tables where there are none."""
        with self._opening:
            if self._engine is None:
                if self.sqlite and self._url.database:
                    self._be_alone(Path(self._url.database))
                try:
                    engine = _engine(self._url, self.sqlite)
                except ImportError:
                    raise BadLedger("ledger: PostgreSQL comes with the extra, pip install '.[postgres]'") from None
                try:
                    _prepare(engine)
                except BaseException:
                    engine.dispose()
                    self._release()
                    raise
                self._engine = engine
            return self._engine

    def close(self) -> None:
        """Lets go of the database."""
        with self._opening:
            if self._engine is not None:
                self._engine.dispose()
                self._engine = None
            self._release()

    def open_game(self, new: NewGame, most_open: int) -> GameRow:
        """The game, opened now or by an earlier request of the same id."""
        with self._begun() as connection:
            same = (GAMES.c.account == new.account) & (GAMES.c.request_id == new.request_id)
            if new.request_id and (row := connection.execute(sql.select(GAMES).where(same)).first()):
                return _game(row)
            count = sql.select(sql.func.count()).where((GAMES.c.account == new.account) & _still_open())
            if (connection.execute(count).scalar() or 0) >= most_open:
                raise TooMuch(f"{most_open:,} games of dice are open; reveal some first", retry_ms=RETRY_MS)
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
        return GameRow(new.id, new.commitment, new.sealed_seed, None, 0, new.closes_at, None)

    def roll(self, game: str, request_id: str, body: str, seeds: Sequence[bytes], fair: Fair) -> Kept:
        """The roll of this request: made now, or found where it was made before."""
        with self._begun() as connection:
            row = self._game_in(connection, game)
            same = (ROLLS.c.game == game) & (ROLLS.c.request_id == request_id)
            if earlier := connection.execute(sql.select(ROLLS).where(same)).first():
                if earlier.body != body:
                    raise AlreadyUsed("this request_id was used in this game with another content")
                return _kept(earlier)
            if row.closed:
                raise Closed("the game is revealed; nothing more is rolled in it")
            if row.rolls >= MOST_ROLLS:
                raise TooMuch(f"a game of dice has at most {MOST_ROLLS:,} rolls; open another")
            fixed = row.player_seeds if row.player_seeds is not None else tuple(seeds)
            if seeds and tuple(seeds) != fixed:
                raise Closed("the players' seeds were fixed by the first roll")
            kept = fair(row, fixed, row.rolls + 1)
            connection.execute(
                sql.insert(ROLLS).values(
                    game=game,
                    counter=kept.counter,
                    request_id=request_id,
                    body=body,
                    purpose=kept.purpose,
                    faces=list(kept.faces),
                    shown=list(kept.values),
                    cup=list(kept.cup),
                )
            )
            changed = sql.update(GAMES).where(GAMES.c.id == game)
            connection.execute(changed.values(rolls=kept.counter, player_seeds=[seed.hex() for seed in fixed]))
        return kept

    def newest_open(self) -> GameRow | None:
        """Of the games that are still open the one that was opened last."""
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
                now = sql.update(GAMES).where(GAMES.c.id == game).values(revealed_at=int(time.time()))
                connection.execute(now)
                row = self._game_in(connection, game)
        return row

    def rolls(self, game: str, after: int, most: int) -> list[Kept]:
        """Rolls of a game in order."""
        wanted = sql.select(ROLLS).where((ROLLS.c.game == game) & (ROLLS.c.counter > after))
        with self._begun() as connection:
            return [_kept(row) for row in connection.execute(wanted.order_by(ROLLS.c.counter).limit(most))]

    # Inside ---------------------------------------------------------------------------------------------------

    @contextmanager
    def _begun(self) -> Iterator[sql.Connection]:
        """A transaction; it is committed when the body ends, and the body's own refusals undo it."""
        try:
            with self.open().begin() as connection:
                yield connection
        except IntegrityError:
            raise Unavailable("two requests crossed; send it again", retry_ms=50) from None
        except (SQLAlchemyError, OSError):
            raise Unavailable("the ledger of dice is out of reach", retry_ms=RETRY_MS) from None

    def _game_in(self, connection: sql.Connection, game: str) -> GameRow:
        row = connection.execute(sql.select(GAMES).where(GAMES.c.id == game).with_for_update()).first()
        if row is None:
            raise NotFound("no such game of dice")
        return _game(row)

    def _be_alone(self, path: Path) -> None:
        """One process per SQLite file: a second server would not see that the first one waits for it."""
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        lock = open(f"{path}.lock", "a", opener=lambda name, flags: os.open(name, flags, 0o600))  # noqa: SIM115
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            lock.close()
            raise LedgerInUse(f"{path}: another server uses it; several replicas need PostgreSQL") from None
        self._lock_file = lock

    def _release(self) -> None:
        if self._lock_file is not None:
            self._lock_file.close()
            self._lock_file = None


def _engine(url: sql.URL, sqlite: bool) -> sql.Engine:
    if not sqlite:
        return sql.create_engine(
            url, pool_pre_ping=True, pool_size=4, max_overflow=0, pool_timeout=5, connect_args={"connect_timeout": 5}
        )
    engine = sql.create_engine(url, connect_args={"check_same_thread": False, "timeout": 5})

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
    for last in (False, True):  # two replicas may make the tables at once: one then tries again
        try:
            META.create_all(engine)
            with engine.begin() as connection:
                found = connection.execute(sql.select(VERSIONS.c.version)).scalars().all()
                if not found:
                    connection.execute(sql.insert(VERSIONS).values(version=SCHEMA))
            break
        except DBAPIError:
            if last:
                raise
    if found and found != [SCHEMA]:
        raise BadLedger(f"ledger: its schema is {found[0]}, this server writes {SCHEMA}")


def _still_open() -> sql.ColumnElement[bool]:
    return GAMES.c.revealed_at.is_(None) & (GAMES.c.closes_at > int(time.time()))


def _game(row: Any) -> GameRow:
    seeds = None if row.player_seeds is None else tuple(bytes.fromhex(seed) for seed in row.player_seeds)
    return GameRow(row.id, row.commitment, row.sealed_seed, seeds, row.rolls, row.closes_at, row.revealed_at)


def _kept(row: Any) -> Kept:
    return Kept(row.counter, row.purpose, tuple(row.faces), tuple(row.shown), tuple(row.cup))

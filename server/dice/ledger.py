"""The ledger of dice: games and rolls in a database, SQLite or PostgreSQL. Knows rows, not fairness or keys.

Everything here blocks and runs off the event loop. What is returned is committed: no crash can undo a roll that was
answered. If two requests roll at once in one game, the database lets one wait for the other.
"""

import fcntl
import itertools
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
from hunch.server.dice.derivation import Binding, StoredRoll, Throw
from hunch.server.errors import AlreadyUsed, Closed, NotFound, TooMuch, Unavailable

SCHEMA = 2
"""Version of the tables."""
UNBOUND_SCHEMA = 1
"""The version before rolls were bound to positions. Its tables get the columns that they lack."""
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
PURGED_WITH_ROLL = 2
"""Old rolls that are removed with each new one, and so more than come."""
PURGED_WITH_GAME = 20
"""Old rolls that are removed with each new game: few enough that nobody waits for it, even if they are large."""
PURGED_GAMES = 2
"""Old games that are removed at once, and so more than come."""
CENTURY_S = 36_525 * 24 * 3_600.0
"""How long a game is kept if nothing else is said."""
REMOVED = 0
"""In place of the time at which a game closes: it is being removed with its rolls."""
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
    sql.Column("binding", sql.Integer, nullable=False, server_default=sql.text(str(int(Binding.VERSION_1)))),
    sql.Column("position", sql.String(64)),  # hexadecimal; unset if the roll is bound to none
    sql.UniqueConstraint("game", "request_id"),
)
BOUND = ROLLS.c.position.is_not(None)
sql.Index(
    "hunch_rolls_positions",
    *(ROLLS.c.game, ROLLS.c.position, ROLLS.c.binding, ROLLS.c.purpose),
    unique=True,
    sqlite_where=BOUND,
    postgresql_where=BOUND,
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


@dataclass(frozen=True, slots=True)
class RollRequest:
    """Rolls that somebody wants: all of them are kept, or none."""

    game: str  # the id of a game of dice
    request_id: str  # names the request within the game
    body: str  # hash of the whole request: a retry has the same
    throws: tuple[Throw, ...]  # either all are bound to positions, or there is only one
    seeds: tuple[bytes, ...] = ()  # the players', which the first roll of a game fixes
    played_with: tuple[bytes, ...] | None = (
        None  # the players' seeds by which these rolls were used; unset: they were not
    )

    @property
    def names(self) -> Iterator[str]:
        """Names for the rolls that are made for it."""
        return (f"{self.request_id}#{i}" if i else self.request_id for i in itertools.count())


Fair = Callable[[GameRow, Sequence[bytes], Sequence[Throw]], list[StoredRoll]]
"""Makes the next rolls of a game with these players' seeds."""
Bound = tuple[Binding, bytes, str]
"""What names a roll that is bound to a position: the binding, the position and the purpose."""


class Ledger:
    """One database. Several threads may use it, and `open` may be called more than once."""

    def __init__(self, url: str, timeout_ms: int = 5_000, keep_s: float = CENTURY_S) -> None:
        self._timeout_ms, self._keep_s = timeout_ms, keep_s
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

    @property
    def connections(self) -> int:
        """How many threads use it at once."""
        return 1 if self.sqlite else CONNECTIONS

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
            self._remove_old(connection, PURGED_WITH_GAME)
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

    def roll(self, request: RollRequest, fair: Fair) -> list[StoredRoll]:
        """The rolls of this request. Each was made now, by an earlier try, or by another request for its position."""
        with self._begun() as connection:
            row = self._game_in(connection, request.game)
            earlier = self._earlier(connection, request)
            players = _players(row, request)
            kept = self._kept(connection, request)
            if earlier is not None and not request.throws[0].binding.to_position:
                kept[_name(request.throws[0])] = earlier
            missing = [throw for throw in request.throws if _name(throw) not in kept]
            if missing:
                if earlier is not None:
                    raise Closed("an earlier version of the server rolled for this request; take another request_id")
                _check_open(row, len(missing))
                made = fair(row, players, missing)
                self._keep(connection, request, made, players)
                kept.update(zip(map(_name, missing), made, strict=True))
        return [kept[_name(throw)] for throw in request.throws]

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

    def _earlier(self, connection: sql.Connection, request: RollRequest) -> StoredRoll | None:
        """The first roll that was made for a request of this id. Refuses another request of the same id."""
        same = (ROLLS.c.game == request.game) & (ROLLS.c.request_id == request.request_id)
        row = connection.execute(sql.select(ROLLS).where(same)).first()
        if row is None:
            return None
        if row.body != request.body:
            raise AlreadyUsed("this request_id was used in this game with another content")
        return _stored(row)

    def _kept(self, connection: sql.Connection, request: RollRequest) -> dict[Bound, StoredRoll]:
        """The rolls that are kept for the positions of a request. Refuses other dice for one of them."""
        wanted = {_name(throw): throw for throw in request.throws if throw.binding.to_position}
        positions = sorted({throw.position.hex() for throw in wanted.values()})
        of_them = sql.select(ROLLS).where((ROLLS.c.game == request.game) & ROLLS.c.position.in_(positions))
        rolls = [_stored(row) for row in connection.execute(of_them)] if positions else []
        kept = {_name(stored.throw): stored for stored in rolls if _name(stored.throw) in wanted}
        if any(stored.throw != wanted[name] for name, stored in kept.items()):
            raise AlreadyUsed("this position was rolled for this purpose, with other dice")
        return kept

    def _keep(
        self, connection: sql.Connection, request: RollRequest, made: Sequence[StoredRoll], players: Sequence[bytes]
    ) -> None:
        rows = [_columns(request, name, stored) for name, stored in zip(request.names, made, strict=False)]
        connection.execute(sql.insert(ROLLS), rows)
        changed = sql.update(GAMES).where(GAMES.c.id == request.game)
        connection.execute(changed.values(rolls=made[-1].counter, player_seeds=[seed.hex() for seed in players]))
        self._remove_old(connection, PURGED_WITH_ROLL * len(made))
        self._measure(connection)

    def _remove_old(self, connection: sql.Connection, rolls: int) -> None:
        """Removes at most so many rolls of old games, and the games that have none left."""
        old = sql.select(GAMES.c.id).where(GAMES.c.closes_at < int(clock.now() - self._keep_s))
        old = old.order_by(GAMES.c.closes_at).limit(PURGED_GAMES).with_for_update(skip_locked=True)
        for game in connection.execute(old).scalars().all():
            some = sql.select(ROLLS.c.counter).where(ROLLS.c.game == game).limit(rolls)
            gone = sql.delete(ROLLS).where((ROLLS.c.game == game) & ROLLS.c.counter.in_(some))
            rolls -= connection.execute(gone).rowcount
            if rolls <= 0:
                connection.execute(sql.update(GAMES).where(GAMES.c.id == game).values(closes_at=REMOVED))
                return
            connection.execute(sql.delete(GAMES).where(GAMES.c.id == game))

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
        if row is None or row.closes_at == REMOVED:
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
            with engine.begin() as connection:
                _upgrade(connection)
            for index in GAMES.indexes | ROLLS.indexes:
                index.create(engine, checkfirst=True)  # a ledger of an earlier version lacks some
            break
        except DBAPIError:
            if last:
                raise


def _upgrade(connection: sql.Connection) -> None:
    """Writes the version of the tables. Tables of the version before get the columns that they lack."""
    versions = connection.execute(sql.select(VERSIONS.c.version).with_for_update()).scalars().all()
    if versions and versions[0] not in (UNBOUND_SCHEMA, SCHEMA):
        raise BadLedger(f"ledger: its schema is {versions[0]}, this server writes {SCHEMA}")
    there = {column["name"] for column in sql.inspect(connection).get_columns(ROLLS.name)}
    for column in ROLLS.columns:
        if column.name not in there:
            words = sql.schema.CreateColumn(column).compile(dialect=connection.dialect)
            connection.exec_driver_sql(f"alter table {ROLLS.name} add column {words}")
    if versions != [SCHEMA]:
        connection.execute(sql.delete(VERSIONS))
        connection.execute(sql.insert(VERSIONS).values(version=SCHEMA))


def _still_open() -> sql.ColumnElement[bool]:
    return GAMES.c.revealed_at.is_(None) & (GAMES.c.closes_at > int(clock.now()))


def _game(row: Any) -> GameRow:
    seeds = None if row.player_seeds is None else tuple(bytes.fromhex(seed) for seed in row.player_seeds)
    return GameRow(row.id, row.commitment, row.sealed_seed, seeds, row.rolls, row.closes_at, row.revealed_at)


def _players(row: GameRow, request: RollRequest) -> tuple[bytes, ...]:
    """The players' seeds of a game, once this request is rolled."""
    players = row.player_seeds if row.player_seeds is not None else request.seeds
    if request.seeds and request.seeds != players:
        raise Closed("the players' seeds were fixed by the first roll")
    if request.played_with not in (None, players):
        raise Unavailable("two requests crossed; send it again", retry_ms=CROSSED_RETRY_MS)
    return players


def _check_open(row: GameRow, more: int) -> None:
    """Refuses so many more rolls in a game that takes them no longer."""
    if row.closed:
        raise Closed("the game is revealed; nothing more is rolled in it")
    if row.rolls + more > MOST_ROLLS:
        raise TooMuch(f"a game of dice has at most {MOST_ROLLS:,} rolls; open another")


def _name(throw: Throw) -> Bound:
    return throw.binding, throw.position, throw.purpose


def _columns(request: RollRequest, name: str, stored: StoredRoll) -> dict[str, Any]:
    throw = stored.throw
    return {
        "game": request.game,
        "counter": stored.counter,
        "request_id": name,
        "body": request.body,
        "purpose": throw.purpose,
        "faces": list(throw.faces),
        "shown": list(stored.values),
        "cup": list(throw.cup),
        "binding": int(throw.binding),
        "position": throw.position.hex() or None,
    }


def _stored(row: Any) -> StoredRoll:
    position = bytes.fromhex(row.position or "")
    throw = Throw(row.purpose, tuple(row.faces), tuple(row.cup), Binding(row.binding), position)
    return StoredRoll(row.counter, throw, tuple(row.shown))

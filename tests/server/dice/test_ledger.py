"""The ledger of dice: whom it is opened for, and what a server that is killed leaves in it."""

import asyncio
import sqlite3
import subprocess
import sys
from types import SimpleNamespace

import pytest
import sqlalchemy as sql

from hunch.server.config import Config
from hunch.server.dice import clock, transcripts
from hunch.server.dice.derivation import Binding, Throw
from hunch.server.dice.games import Dice
from hunch.server.dice.keys import BadSecret
from hunch.server.dice.ledger import PURGED_WITH_GAME, PURGED_WITH_ROLL, BadLedger, Ledger, RollRequest
from hunch.server.dice.paging import Pages
from hunch.server.errors import NotFound
from tests.support.clock import Clock


def test_a_second_server_on_one_sqlite_file_is_refused(tmp_path):
    url = f"sqlite:///{tmp_path / 'dice.db'}"
    first, second = Ledger(url), Ledger(url)
    first.open()
    with pytest.raises(BadLedger, match="another server"):
        second.open()
    first.close()
    second.open()
    second.close()


def test_a_ledger_whose_file_could_not_be_opened_opens_once_it_can(tmp_path):
    file = tmp_path / "dice.db"
    ledger = Ledger(f"sqlite:///{file}")
    file.mkdir()
    for _ in range(2):
        with pytest.raises(IsADirectoryError):
            ledger.open()
    file.rmdir()
    ledger.open()
    ledger.close()


@pytest.mark.parametrize("before", [None, 0o644])
def test_nobody_else_reads_what_was_rolled(tmp_path, before):
    file = tmp_path / "dice.db"
    if before is not None:
        file.touch(before)
    dice = Dice(Config(home=str(tmp_path)))
    dice.commit("", "")
    assert [path.name for path in tmp_path.iterdir() if path.stat().st_mode & 0o077] == []
    assert (tmp_path / "dice.db-wal").exists()
    dice.close()


def test_a_server_with_another_key_than_its_ledgers_open_games_is_refused(tmp_path):
    def dice(home):
        return Dice(Config(home=str(tmp_path / home), ledger=f"sqlite:///{tmp_path / 'dice.db'}"))

    mine = dice("mine")
    mine.open()
    opened = mine.commit("", "")
    mine.close()
    other = dice("other")
    with pytest.raises(BadSecret, match="another key"):
        other.open()
    other.ledger.reveal(opened.id)
    other.open()
    other.close()


def test_a_ledger_of_another_schema_is_refused(tmp_path):
    url = f"sqlite:///{tmp_path / 'dice.db'}"
    Ledger(url).open()
    with sqlite3.connect(tmp_path / "dice.db") as connection:
        connection.execute("update hunch_schema set version = 99")
    (tmp_path / "dice.db.lock").unlink()
    with pytest.raises(BadLedger, match="schema"):
        Ledger(url).open()


def test_without_its_driver_postgresql_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(BadLedger, match=r"\[postgres\]"):
        Ledger("postgresql://127.0.0.1/dice").open()


def removed(ledger, work):
    """How many rolls each statement of some work removes."""
    counts, engine = [], ledger.open()

    def note(connection, cursor, statement, *rest):
        if statement.startswith("DELETE FROM hunch_rolls"):
            counts.append(cursor.rowcount)

    sql.event.listen(engine, "after_cursor_execute", note)
    work()
    sql.event.remove(engine, "after_cursor_execute", note)
    return counts


def test_old_games_are_removed_a_few_rolls_at_a_time_and_faster_than_new_ones_come(ledger, tmp_path, monkeypatch):
    """Ten thousand rolls of a thousand dice at once would keep everybody waiting for a second."""
    time = Clock(1_000_000.0)
    monkeypatch.setattr(clock, "now", time.time)
    dice = Dice(Config(home=str(tmp_path), ledger=ledger, dice_keep_days=40))

    def roll(game, count):
        throws = tuple(Throw("", (6,), (), Binding.APP, i.to_bytes(32, "big")) for i in range(count))
        dice.roll(RollRequest(game.id, "r", "body", throws), dice.seal.owner_token(bytes.fromhex(game.id)))

    old = [dice.commit("", "")]
    time.passes(1)
    old.append(dice.commit("", ""))
    for game in old:
        roll(game, 100)
    time.passes((30 + 40) * 24 * 3600 + 1)
    games = []
    assert removed(dice.ledger, lambda: games.append(dice.commit("", ""))) == [PURGED_WITH_GAME]
    assert removed(dice.ledger, lambda: roll(games[0], 10)) == [10 * PURGED_WITH_ROLL]
    with pytest.raises(NotFound):
        dice.ledger.game(old[0].id)  # what is left of it is shown to nobody
    for _ in range(9):
        roll(dice.commit("", ""), 10)
    assert [dice.ledger.rolls(game.id, 0, 10) for game in old] == [[], []]
    with dice.ledger.open().begin() as connection:
        assert connection.execute(sql.text("select count(*) from hunch_games")).scalar() == 10
    dice.close()


ROLL_UNTIL_KILLED = """
import sys
from hunch.server.config import Config
from hunch.server.dice.derivation import Throw
from hunch.server.dice.games import Dice
from hunch.server.dice.ledger import RollRequest
dice = Dice(Config(home=sys.argv[1]))
game = dice.commit("", "")
token = dice.seal.owner_token(bytes.fromhex(game.id))
print(game.id, token, flush=True)
i = 0
while True:
    stored, = dice.roll(RollRequest(game.id, f"r{i}", "body", (Throw("", (6,) * 5),)), token)
    print(i, *stored.values, flush=True)
    i += 1
"""


def test_no_answered_roll_is_lost_when_the_process_is_killed(tmp_path):
    child = subprocess.Popen(
        [sys.executable, "-c", ROLL_UNTIL_KILLED, str(tmp_path)], stdout=subprocess.PIPE, text=True
    )
    game, token = child.stdout.readline().split()
    lines = [child.stdout.readline() for _ in range(30)]
    child.kill()
    lines += child.stdout.readlines()
    child.wait()
    heard = [tuple(map(int, line.split())) for line in lines if line.endswith("\n")]
    dice = Dice(Config(home=str(tmp_path)))
    kept = dice.ledger.rolls(game, 0, 10_000)
    assert [one.counter for one in kept] == list(range(1, len(kept) + 1))
    assert [(place, *kept[place].values) for place, *_ in heard] == heard

    class AtOnce:
        async def off_loop(self, call, work):
            return work()

        async def __call__(self, call, work, heavy=False):
            return work()

    transcript, _ = asyncio.run(
        Pages(dice, AtOnce(), AtOnce()).transcript(SimpleNamespace(key=""), game, token, 0, 1000)
    )
    assert all(check.passed for check in transcripts.verify(transcript))
    dice.close()

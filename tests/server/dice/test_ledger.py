"""The ledger of dice: whom it is opened for, and what a server that is killed leaves in it."""

import asyncio
import sqlite3
import subprocess
import sys

import pytest

from hunch.server.config import Config
from hunch.server.dice import transcripts
from hunch.server.dice.games import Dice
from hunch.server.dice.keys import BadSecret
from hunch.server.dice.ledger import BadLedger, Ledger
from hunch.server.dice.paging import Pages


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

    transcript, _ = asyncio.run(Pages(dice, AtOnce(), AtOnce()).transcript(None, game, token, 0, 1000))
    assert all(check.passed for check in transcripts.verify(transcript))
    dice.close()

"""Ledgers and games of dice that an earlier version wrote are read on, and new rolls in them are bound to positions."""

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import sqlalchemy as sql

from hunch.engines import load, messages
from hunch.server.config import Config
from hunch.server.dice import transcripts
from hunch.server.dice.derivation import Binding, Throw
from hunch.server.dice.games import Dice
from hunch.server.dice.ledger import RollRequest
from hunch.server.errors import Closed
from hunch.v1 import dice_pb2 as pb
from hunch.v1 import dice_pb2_grpc, rules_pb2, rules_pb2_grpc
from tests.support.servers import refused

SAVED = Path(__file__).parents[2] / "releases/0.1.0/dice"
"""A ledger of schema 1: a revealed game and an open one, and the transcript of the first."""
META = sql.MetaData()
TABLES = [
    sql.Table("hunch_schema", META, sql.Column("version", sql.Integer, primary_key=True, autoincrement=False)),
    sql.Table(
        "hunch_games",
        META,
        sql.Column("id", sql.String(32), primary_key=True),
        sql.Column("account", sql.String(64), nullable=False),
        sql.Column("request_id", sql.String(64)),
        sql.Column("commitment", sql.String(64), nullable=False),
        sql.Column("sealed_seed", sql.LargeBinary, nullable=False),
        sql.Column("player_seeds", sql.JSON),
        sql.Column("rolls", sql.Integer, nullable=False),
        sql.Column("closes_at", sql.BigInteger, nullable=False),
        sql.Column("revealed_at", sql.BigInteger),
        sql.UniqueConstraint("account", "request_id"),
    ),
    sql.Table(
        "hunch_rolls",
        META,
        sql.Column("game", sql.ForeignKey("hunch_games.id"), primary_key=True),
        sql.Column("counter", sql.Integer, primary_key=True, autoincrement=False),
        sql.Column("request_id", sql.String(80), nullable=False),
        sql.Column("body", sql.String(64), nullable=False),
        sql.Column("purpose", sql.Text, nullable=False),
        sql.Column("faces", sql.JSON, nullable=False),
        sql.Column("shown", sql.JSON, nullable=False),
        sql.Column("cup", sql.JSON, nullable=False),
        sql.UniqueConstraint("game", "request_id"),
    ),
]
"""The tables of schema 1."""


@pytest.fixture
def saved(ledger, tmp_path):
    """What was in that ledger, which is in `ledger` now, with its keys in the home."""
    saved = json.loads((SAVED / "ledger.json").read_text())
    for name in ("ledger", "signing"):
        path = tmp_path / f"{name}.key"
        path.touch(0o600)
        path.write_bytes(bytes.fromhex(saved[f"{name}_key"]))
    for game in saved["hunch_games"]:
        game["sealed_seed"] = bytes.fromhex(game["sealed_seed"]["hex"])
        game["closes_at"] = 2**40
    engine = sql.create_engine(ledger.replace("postgresql://", "postgresql+psycopg://"))
    META.create_all(engine)
    with engine.begin() as connection:
        for table in TABLES:
            connection.execute(sql.insert(table), saved[table.name])
    engine.dispose()
    return saved


def own(saved, place):
    return {"game_id": saved["hunch_games"][place]["id"], "owner_token": saved["tokens"][place]}


def test_an_earlier_games_transcript_is_the_same_as_it_was(served, ledger, saved):
    async def talk(house):
        stub = dice_pb2_grpc.DiceServiceStub(house.channel)
        return (await stub.RevealDice(pb.RevealDiceRequest(game_id=own(saved, 0)["game_id"]))).transcript

    assert messages.to_json(served(talk, ledger=ledger)) + "\n" == (SAVED / "transcript.json").read_text()


def test_an_open_game_goes_on_with_rolls_that_are_bound(served, ledger, saved):
    async def talk(house):
        stub, rules = dice_pb2_grpc.DiceServiceStub(house.channel), rules_pb2_grpc.RulesServiceStub(house.channel)
        names = own(saved, 1)
        retried = pb.RollDiceRequest(
            **names, request_id="r1", purpose="attack", faces=[6, 6], player_seeds=[b"alice", b"bob"]
        )
        options = messages.encode_options(load("kuhn"))
        deals, again = [], None
        for name in ("deal", "deal again", "and again"):
            chance = rules_pb2.Chance(dice=rules_pb2.DiceChance(**names, request_id=name))
            request = rules_pb2.NewGameRequest(options=options, chance=chance)
            if name == "deal":
                again = await refused(rules.NewGame(request))
            else:
                deals.append(await rules.NewGame(request))
        first = await stub.RollDice(retried)
        transcript = (await stub.RevealDice(pb.RevealDiceRequest(**names))).transcript
        return first.roll, again, deals, transcript

    first, again, deals, transcript = served(talk, ledger=ledger)
    assert first == transcript.rolls[0]
    assert "an earlier version of the server rolled for this request" in again[1]
    assert deals[0] == deals[1]
    assert [roll.binding for roll in transcript.rolls] == [Binding.VERSION_1] * 4 + [Binding.GAME] * 2
    assert transcript.version == transcripts.VERSION
    assert all(check.passed for check in transcripts.verify(transcript))


def test_a_ledger_is_upgraded_once_even_by_two_replicas_that_start_together(ledger, saved, tmp_path):
    throw = Throw("hill", (6,), (), Binding.APP, bytes(32))
    request, token = RollRequest(own(saved, 1)["game_id"], "new", "body", (throw,)), own(saved, 1)["owner_token"]
    for _ in range(2):
        replicas = [Dice(Config(home=str(tmp_path), ledger=ledger)) for _ in range(2 if "postgresql" in ledger else 1)]
        with ThreadPoolExecutor() as threads:
            list(threads.map(Dice.open, replicas))
        assert [dice.roll(request, token)[0].counter for dice in replicas] == [5] * len(replicas)
        with replicas[0].ledger.open().begin() as connection:
            assert connection.execute(sql.text("select version from hunch_schema")).scalars().all() == [2]
            indexes = {index["name"]: index for index in sql.inspect(connection).get_indexes("hunch_rolls")}
        assert indexes["hunch_rolls_positions"]["unique"]
        for dice in replicas:
            dice.close()


def test_a_request_of_an_earlier_version_is_not_rolled_again(ledger, saved, tmp_path):
    """Its rolls are bound to no position, so they are not found by theirs."""
    dice, body = Dice(Config(home=str(tmp_path), ledger=ledger)), saved["hunch_rolls"][-1]["body"]
    throws = (Throw("kuhn: deal", (3,), (), Binding.GAME, bytes(32)),)
    with pytest.raises(Closed, match="another request_id"):
        dice.roll(RollRequest(own(saved, 1)["game_id"], "deal#0", body, throws), own(saved, 1)["owner_token"])
    assert dice.ledger.game(own(saved, 1)["game_id"]).rolls == 4
    dice.close()

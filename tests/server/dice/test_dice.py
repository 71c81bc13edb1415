"""Dice over the wire: committed, rolled once, never again after the reveal, and checkable by anybody."""

import asyncio
import contextlib
import os
import signal
import threading
from pathlib import Path

import pytest
from grpc import StatusCode
from sqlalchemy.exc import OperationalError

from hunch.engines import load, messages
from hunch.server import auth
from hunch.server.config import Config
from hunch.server.dice import clock, derivation, transcripts
from hunch.server.dice.derivation import Throw
from hunch.server.dice.games import Dice
from hunch.server.dice.ledger import Ledger, RollRequest
from hunch.server.dice.queues import DiceQueues
from hunch.server.errors import Draining, NotFound, TooMuch, Unavailable
from hunch.server.rpc import Call
from hunch.v1 import dice_pb2 as pb
from hunch.v1 import dice_pb2_grpc, operations_pb2, operations_pb2_grpc, rules_pb2, rules_pb2_grpc
from tests.support.clock import Clock
from tests.support.postgres import new_database
from tests.support.servers import refused
from tests.support.waiting import HANGS_S, until, wait_for


async def committed(stub):
    return await stub.CommitDice(pb.CommitDiceRequest())


def a_roll(game, request_id="r1", faces=(6, 6), **more):
    return pb.RollDiceRequest(
        game_id=game.game_id, owner_token=game.owner_token, request_id=request_id, faces=faces, **more
    )


def test_a_game_of_dice_from_commitment_to_verified_transcript(served, ledger):
    async def talk(house):
        stub = dice_pb2_grpc.DiceServiceStub(house.channel)
        game = await committed(stub)
        first = await stub.RollDice(a_roll(game, player_seeds=[b"alice", b"bob"], purpose="attack"))
        drawn = await stub.DrawChits(
            pb.DrawChitsRequest(
                game_id=game.game_id, owner_token=game.owner_token, request_id="cup", cup=[1, 2, 3], draws=6
            )
        )
        revealed = await stub.RevealDice(pb.RevealDiceRequest(game_id=game.game_id, owner_token=game.owner_token))
        checked = await stub.VerifyTranscript(pb.VerifyTranscriptRequest(transcript=revealed.transcript))
        info = await operations_pb2_grpc.OperationsServiceStub(house.channel).GetServerInfo(
            operations_pb2.GetServerInfoRequest()
        )
        return game, first, drawn, revealed, checked, info

    game, first, drawn, revealed, checked, info = served(talk, ledger=ledger)
    transcript = revealed.transcript
    assert derivation.commitment(transcript.server_seed) == game.commitment
    assert [roll.counter for roll in transcript.rolls] == [1, 2]
    assert transcript.rolls[0] == first.roll
    assert sorted(drawn.kinds) == [0, 1, 1, 2, 2, 2]
    assert checked.valid
    assert checked.signed_here
    assert transcript.public_key.hex() in info.public_keys
    assert all(check.passed for check in transcripts.verify(transcript))


def test_a_retried_request_gets_the_same_dice_and_another_body_is_refused(served, ledger):
    async def talk(house):
        stub = dice_pb2_grpc.DiceServiceStub(house.channel)
        game = await committed(stub)
        first, again = [await stub.RollDice(a_roll(game)) for _ in range(2)]
        return first, again, await refused(stub.RollDice(a_roll(game, faces=(20,))))

    first, again, (code, _, details) = served(talk, ledger=ledger)
    assert first == again
    assert code is StatusCode.ALREADY_EXISTS
    assert details["ErrorInfo"].reason == "ALREADY_USED"


def test_a_retried_commit_gets_the_same_game(served, ledger):
    async def talk(house):
        stub = dice_pb2_grpc.DiceServiceStub(house.channel)
        return [await stub.CommitDice(pb.CommitDiceRequest(request_id="0123456789abcdef")) for _ in range(2)]

    first, again = served(talk, ledger=ledger)
    assert first == again


def test_after_the_reveal_nothing_is_rolled_but_retries_are_answered(served, ledger):
    async def talk(house):
        stub = dice_pb2_grpc.DiceServiceStub(house.channel)
        game = await committed(stub)
        first = await stub.RollDice(a_roll(game))
        await stub.RevealDice(pb.RevealDiceRequest(game_id=game.game_id, owner_token=game.owner_token))
        assert await stub.RollDice(a_roll(game)) == first
        anybody = await stub.RevealDice(pb.RevealDiceRequest(game_id=game.game_id))
        assert len(anybody.transcript.rolls) == 1
        return await refused(stub.RollDice(a_roll(game, "r2")))

    code, _, _ = served(talk, ledger=ledger)
    assert code is StatusCode.FAILED_PRECONDITION


def test_only_the_owner_rolls_and_reveals(served):
    async def talk(house):
        stub = dice_pb2_grpc.DiceServiceStub(house.channel)
        game = await committed(stub)
        thief = a_roll(game)
        thief.owner_token = "0" * 64
        return [
            await refused(stub.RollDice(thief)),
            await refused(stub.RevealDice(pb.RevealDiceRequest(game_id=game.game_id))),
        ]

    assert {code for code, _, _ in served(talk)} == {StatusCode.PERMISSION_DENIED}


def test_the_first_roll_fixes_the_players_seeds(served):
    async def talk(house):
        stub = dice_pb2_grpc.DiceServiceStub(house.channel)
        game = await committed(stub)
        await stub.RollDice(a_roll(game, player_seeds=[b"alice"]))
        await stub.RollDice(a_roll(game, "r2", player_seeds=[b"alice"]))
        return await refused(stub.RollDice(a_roll(game, "r3", player_seeds=[b"mallory"])))

    assert served(talk)[0] is StatusCode.FAILED_PRECONDITION


def test_the_first_chance_of_a_game_fixes_the_players_seeds(served):
    seeds = [b"alice", b"bob"]

    async def talk(house):
        stub, rules = dice_pb2_grpc.DiceServiceStub(house.channel), rules_pb2_grpc.RulesServiceStub(house.channel)
        game = await committed(stub)
        own = {"game_id": game.game_id, "owner_token": game.owner_token}
        dice = rules_pb2.DiceChance(**own, request_id="deal", player_seeds=seeds)
        request = rules_pb2.NewGameRequest(
            options=messages.encode_options(load("kuhn")), chance=rules_pb2.Chance(dice=dice)
        )
        assert await rules.NewGame(request) == await rules.NewGame(request)
        request.chance.dice.player_seeds[1] = b"mallory"
        other, _, _ = await refused(rules.NewGame(request))
        request.chance.dice.request_id = "deal again"
        late, _, _ = await refused(rules.NewGame(request))
        request.chance.dice.player_seeds[1] = b""
        empty = await refused(rules.NewGame(request))
        await stub.RollDice(a_roll(game, player_seeds=seeds))
        return other, late, empty, (await stub.RevealDice(pb.RevealDiceRequest(**own))).transcript

    other, late, (_, _, details), transcript = served(talk)
    assert (other, late) == (StatusCode.ALREADY_EXISTS, StatusCode.FAILED_PRECONDITION)
    assert details["BadRequest"].field_violations[0].field == "chance.dice.player_seeds[1]"
    assert list(transcript.player_seeds) == seeds
    assert len(transcript.rolls) == 3
    assert all(check.passed for check in transcripts.verify(transcript))


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"game_id": "zz"}, "game_id"),
        ({"request_id": "x" * 65}, "request_id"),
        ({"purpose": "x" * 201}, "purpose"),
        ({"purpose": "x\0"}, "purpose"),
        ({"faces": [1]}, "faces[0]"),
        ({"faces": [6] * 1001}, "faces"),
        ({"player_seeds": [b""]}, "player_seeds[0]"),
        ({"player_seeds": [b"x"] * 17}, "player_seeds"),
    ],
)
def test_dice_that_cannot_be_are_refused_by_their_field(served, change, path):
    fields = {"game_id": "0" * 32, "owner_token": "", "request_id": "r", "faces": [6], **change}

    async def talk(house):
        return await refused(dice_pb2_grpc.DiceServiceStub(house.channel).RollDice(pb.RollDiceRequest(**fields)))

    code, _, details = served(talk)
    assert code is StatusCode.INVALID_ARGUMENT
    assert details["BadRequest"].field_violations[0].field == path


@pytest.mark.parametrize(
    ("spoil", "failed"),
    [
        (lambda t: t.rolls[0].values.__setitem__(0, t.rolls[0].values[0] % 6 + 1), "rolls"),
        (lambda t: t.rolls.pop(), "counters"),
        (lambda t: setattr(t, "server_seed", bytes(32)), "commitment"),
        (lambda t: setattr(t, "signature", bytes(64)), "signature"),
        (lambda t: t.player_seeds.append(b"late"), "rolls"),
        (lambda t: setattr(t, "version", 3), "form"),
        (lambda t: setattr(t, "version", 1), "form"),
        (lambda t: setattr(t.rolls[0], "binding", pb.ROLL_BINDING_APP), "form"),
        (lambda t: setattr(t.rolls[0], "binding", pb.ROLL_BINDING_UNSPECIFIED), "rolls"),
        (lambda t: setattr(t.rolls[0], "position", bytes(32)), "form"),
        (lambda t: setattr(t.rolls[0], "purpose", "another"), "rolls"),
        (lambda t: setattr(t, "game_id", "é" * 32), "form"),
    ],
)
def test_a_transcript_that_was_changed_fails_the_right_check(served, spoil, failed):
    async def talk(house):
        stub = dice_pb2_grpc.DiceServiceStub(house.channel)
        game = await committed(stub)
        for i in range(2):
            await stub.RollDice(a_roll(game, f"r{i}"))
        revealed = await stub.RevealDice(pb.RevealDiceRequest(game_id=game.game_id, owner_token=game.owner_token))
        spoil(revealed.transcript)
        return await stub.VerifyTranscript(pb.VerifyTranscriptRequest(transcript=revealed.transcript))

    checked = served(talk)
    assert not checked.valid
    assert failed in [check.name for check in checked.checks if not check.passed]


def test_a_transcript_of_many_rolls_is_checked_by_a_search_thread_whatever_is_in_them(served):
    """A server that closes down answers what needs none."""
    small, large = pb.Transcript(version=1), pb.Transcript(version=1, rolls=[pb.Roll()] * 300)

    async def talk(house):
        stub = dice_pb2_grpc.DiceServiceStub(house.channel)
        await house.server.services.scheduler.drain(60)
        checked = await stub.VerifyTranscript(pb.VerifyTranscriptRequest(transcript=small))
        return checked, await refused(stub.VerifyTranscript(pb.VerifyTranscriptRequest(transcript=large)))

    checked, (code, _, _) = served(talk)
    assert not checked.valid
    assert code is StatusCode.UNAVAILABLE


def test_work_that_plays_has_its_rolls_while_the_server_closes_down(tmp_path):
    begun, goes_on = threading.Event(), threading.Event()

    async def talk():
        queues, call = DiceQueues(Config(home=str(tmp_path)), 1), Call("RulesService", "PlayMoves", None)

        def steps():
            begun.set()
            goes_on.wait(HANGS_S)
            yield
            return queues.from_thread(call, lambda: "rolled")

        playing = asyncio.ensure_future(queues.play(call, steps()))
        await asyncio.to_thread(begun.wait, HANGS_S)
        draining = asyncio.ensure_future(queues.drain(HANGS_S))
        await asyncio.sleep(0)  # it has begun to refuse
        with pytest.raises(Draining):
            await queues.play(call, iter(()))
        goes_on.set()
        assert await playing == "rolled"
        await draining
        with pytest.raises(Draining):
            await queues.off_loop(call, lambda: "late")
        queues.close()

    asyncio.run(talk())


def test_dice_that_nobody_used_before_are_refused_while_the_server_closes_down(served):
    async def talk(house):
        await house.server.services.drain(HANGS_S)
        return await refused(committed(dice_pb2_grpc.DiceServiceStub(house.channel)))

    code, _, details = served(talk)
    assert (code, details["ErrorInfo"].reason) == (StatusCode.UNAVAILABLE, "DRAINING")


def test_drawn_chits_are_encoded_off_the_loop(served, monkeypatch):
    """A thousand draws take it two milliseconds."""
    told_by = []

    def drawn_kinds(cup, values, drawn=derivation.drawn_kinds):
        told_by.append(threading.current_thread())
        return drawn(cup, values)

    monkeypatch.setattr(derivation, "drawn_kinds", drawn_kinds)

    async def talk(house):
        stub = dice_pb2_grpc.DiceServiceStub(house.channel)
        game = await committed(stub)
        request = pb.DrawChitsRequest(
            game_id=game.game_id, owner_token=game.owner_token, request_id="cup", cup=[1] * 1_000, draws=1_000
        )
        return await stub.DrawChits(request), threading.current_thread()

    drawn, loop = served(talk)
    assert sorted(drawn.kinds) == list(range(1_000))
    assert told_by
    assert loop not in told_by


def test_an_address_may_have_only_so_many_games_open(served):
    async def talk(house):
        stub = dice_pb2_grpc.DiceServiceStub(house.channel)
        games = [await committed(stub) for _ in range(2)]
        code, _, details = await refused(committed(stub))
        await stub.RevealDice(pb.RevealDiceRequest(game_id=games[0].game_id, owner_token=games[0].owner_token))
        await committed(stub)
        return code, details

    code, details = served(talk, dice_open_address=2)
    assert code is StatusCode.RESOURCE_EXHAUSTED
    assert details["RetryInfo"].retry_delay.ToMilliseconds() > 0


@pytest.fixture
def dice(ledger, tmp_path, monkeypatch):
    """Dice over a ledger of each kind, in which an account may have two open games; and the clock of its own."""
    time = Clock(1_000_000.0)
    monkeypatch.setattr(clock, "now", time.time)
    dice = Dice(Config(home=str(tmp_path), ledger=ledger, dice_open_games=2, dice_open_address=2, dice_keep_days=40))
    yield dice, time
    dice.close()


def rolled_once(dice, game):
    token = dice.seal.owner_token(bytes.fromhex(game.id))
    return dice.roll(RollRequest(game.id, "r", "body", (Throw("", (6,)),)), token)


def test_an_account_that_is_full_keeps_nobody_else_from_dice(dice):
    dice, _ = dice
    for account in ("key", "address:192.0.2.1", "address:192.0.2.2"):
        for _ in range(2):
            rolled_once(dice, dice.commit(account, ""))
        with pytest.raises(TooMuch):
            dice.commit(account, "")


def test_games_that_nobody_uses_make_room_and_others_do_not(dice):
    dice, time = dice
    used, unused = dice.commit("", ""), dice.commit("", "")
    rolled_once(dice, used)
    time.passes(60 * 60)
    with pytest.raises(TooMuch):
        dice.commit("", "")
    time.passes(1)
    fresh = dice.commit("", "")
    with pytest.raises(NotFound):
        dice.ledger.game(unused.id)
    assert [dice.ledger.game(game.id).rolls for game in (used, fresh)] == [1, 0]
    with pytest.raises(TooMuch):
        dice.commit("", "")


def test_old_games_are_removed_with_their_rolls_and_the_size_is_measured(dice):
    dice, time = dice
    old = dice.commit("", "")
    rolled_once(dice, old)
    time.passes((30 + 40) * 24 * 3600)
    dice.commit("", "")
    assert len(dice.ledger.rolls(old.id, 0, 10)) == 1
    time.passes(1)
    dice.commit("", "")
    assert dice.ledger.rolls(old.id, 0, 10) == []
    with pytest.raises(NotFound):
        dice.ledger.game(old.id)
    assert dice.ledger.bytes > 0


def test_a_game_left_open_closes_and_reveals_itself(served, monkeypatch):
    async def talk(house):
        stub = dice_pb2_grpc.DiceServiceStub(house.channel)
        game = await committed(stub)
        await stub.RollDice(a_roll(game))
        now = clock.now()
        monkeypatch.setattr(clock, "now", lambda: now + 3601)
        code, _, _ = await refused(stub.RollDice(a_roll(game, "late")))
        revealed = await stub.RevealDice(pb.RevealDiceRequest(game_id=game.game_id))
        monkeypatch.undo()  # a clock that steps back opens nothing again
        again, _, _ = await refused(stub.RollDice(a_roll(game, "later")))
        return code, again, revealed

    code, again, revealed = served(talk, dice_open_hours=1)
    assert (code, again) == (StatusCode.FAILED_PRECONDITION, StatusCode.FAILED_PRECONDITION)
    assert len(revealed.transcript.rolls) == 1


def test_two_replicas_that_roll_at_once_never_share_a_place(served, postgres, tmp_path):
    url = new_database(postgres)

    async def talk(house):
        async def beside(other):
            stubs = [dice_pb2_grpc.DiceServiceStub(one.channel) for one in (house, other)]
            game = await committed(stubs[0])
            calls = [stubs[i % 2].RollDice(a_roll(game, f"r{i}")) for i in range(40)]
            calls += [stubs[1 - i % 2].RollDice(a_roll(game, f"r{i}")) for i in range(40)]
            answers = await asyncio.gather(*calls)
            revealed = await stubs[1].RevealDice(
                pb.RevealDiceRequest(game_id=game.game_id, owner_token=game.owner_token)
            )
            return answers, revealed

        return await house.beside(beside)

    answers, revealed = served(talk, ledger=url, queue_wait_ms=600_000)
    assert answers[:40] == answers[40:]
    assert sorted(answer.roll.counter for answer in answers[:40]) == list(range(1, 41))
    assert all(check.passed for check in transcripts.verify(revealed.transcript))


def test_a_ledger_that_is_gone_is_said_and_one_that_is_back_is_used(served, monkeypatch):
    async def talk(house):
        stub = dice_pb2_grpc.DiceServiceStub(house.channel)
        game = await committed(stub)

        def gone(ledger):
            raise OperationalError("select", {}, OSError("/secret/path is full"))

        with monkeypatch.context() as patch:
            patch.setattr(Ledger, "open", gone)
            answers = [await refused(stub.RollDice(a_roll(game))), await refused(committed(stub))]
        return answers, await stub.RollDice(a_roll(game))

    answers, back = served(talk)
    for code, says, details in answers:
        assert code is StatusCode.UNAVAILABLE
        assert details["RetryInfo"].retry_delay.ToMilliseconds() > 0
        assert "secret" not in says
    assert back.roll.counter == 1


@contextlib.contextmanager
def hanging(postgres):
    """The whole database stands still: it accepts connections, as the system does that for it, and answers nothing."""
    first = int((postgres.pgdata / "postmaster.pid").read_text().split()[0])
    everybody = [first, *map(int, Path(f"/proc/{first}/task/{first}/children").read_text().split())]
    for process in everybody:
        os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        for process in everybody:
            os.kill(process, signal.SIGCONT)


def test_a_database_that_hangs_is_out_of_reach_until_it_goes_on(postgres):
    ledger = Ledger(new_database(postgres), timeout_ms=500)

    def answers():
        """On a busy machine half a second may be too short for a good answer too."""
        with contextlib.suppress(Unavailable):
            return ledger.newest_open() is None

    wait_for(answers, "the ledger is open")
    with hanging(postgres):
        for _ in range(2):  # over a connection that was there, and over a new one
            with pytest.raises(Unavailable, match="out of reach"):
                ledger.game("0" * 32)
    wait_for(answers, "the ledger is there again")
    ledger.close()


def test_a_home_that_is_gone_is_said_and_keeps_nothing_else_from_its_answer(served, tmp_path):
    (tmp_path / "file").write_text("")

    async def talk(house):
        stub = dice_pb2_grpc.DiceServiceStub(house.channel)
        game = pb.CommitDiceResponse(game_id="0" * 32)
        refusals = [await refused(committed(stub)), await refused(stub.RollDice(a_roll(game)))]
        checked = await stub.VerifyTranscript(pb.VerifyTranscriptRequest(transcript=pb.Transcript()))
        operations = operations_pb2_grpc.OperationsServiceStub(house.channel)
        return refusals, checked, await operations.GetServerInfo(operations_pb2.GetServerInfoRequest())

    refusals, checked, info = served(talk, home=str(tmp_path / "file" / "home"))
    for code, says, details in refusals:
        assert code is StatusCode.UNAVAILABLE
        assert details["RetryInfo"].retry_delay.ToMilliseconds() > 0
        assert "file" not in says
    assert not checked.signed_here
    assert not info.public_keys
    assert info.games


@pytest.mark.parametrize("queue_jobs", [20, 256])
def test_of_keys_that_roll_the_one_that_rolled_less_comes_next(served, monkeypatch, tmp_path, queue_jobs):
    """However many rolls of another wait: if the queue is full of them, one makes room."""
    (hog, first), (quiet, second) = (auth.make(["dice"]) for _ in range(2))
    auth.write(tmp_path / "keys.json", [first, second])
    order, roll, begun, free = [], Ledger.roll, threading.Event(), threading.Event()

    async def talk(house):
        stub = dice_pb2_grpc.DiceServiceStub(house.channel)

        def of(token):
            return {"metadata": (("authorization", f"Bearer {token}"),)}

        many, own = [
            await stub.CommitDice(pb.CommitDiceRequest(), **of(hog)) for _ in range(2)
        ]  # quiet used nothing yet

        def rolls_once(ledger, request, fair):
            order.append("quiet" if request.game == own.game_id else "hog")
            begun.set()
            assert free.wait(HANGS_S)
            return roll(ledger, request, fair)

        monkeypatch.setattr(Ledger, "roll", rolls_once)
        hogs = [asyncio.ensure_future(stub.RollDice(a_roll(many, f"r{i}"), **of(hog))) for i in range(40)]
        assert await asyncio.to_thread(begun.wait, HANGS_S)
        gate = house.server.services.dice_queues.ledger
        await until(lambda: sum(gate.status().queued.values()) + sum(one.done() for one in hogs) == 39, "all have come")
        called = asyncio.ensure_future(stub.RollDice(a_roll(own, "own"), **of(quiet)))
        await until(lambda: second.id in gate._waiting, "it waits")
        free.set()
        await called
        return await asyncio.gather(*hogs, return_exceptions=True)

    hogs = served(talk, keys=str(tmp_path / "keys.json"), queue_jobs=queue_jobs, queue_wait_ms=600_000)
    assert order[:2] == ["hog", "quiet"]
    assert sum(isinstance(one, Exception) for one in hogs) == max(0, 40 - queue_jobs)

"""A position has one roll, however often it is asked for, and the transcript shows what it was for."""

import asyncio
import hashlib
from collections import Counter

import pytest
from grpc import StatusCode

from hunch.engines import CHANCE, Stream, load, messages
from hunch.server.dice import transcripts
from hunch.server.dice.positions import ChanceRun
from hunch.server.dice.records import ranges
from hunch.v1 import dice_pb2 as pb
from hunch.v1 import rules_pb2
from tests.support.play import all_variants, label, walk
from tests.support.servers import refused
from tests.support.tables import DiceTable, failed

HILL = hashlib.sha256(b"alice attacks from the hill").digest()
VALLEY = hashlib.sha256(b"alice attacks from the valley").digest()


def test_five_deals_from_one_game_of_dice_are_the_same(served, ledger):
    """Whatever the requests are called, and however they come to that position."""

    async def talk(house):
        table = await DiceTable.opened(house.channel, "leduc")
        options = messages.encode_options(load("leduc"))
        deals = [
            await table.rules.NewGame(rules_pb2.NewGameRequest(options=options, chance=table.chance(f"deal {i}")))
            for i in range(5)
        ]
        deals.append(await table.rules.PlayMoves(table.request("deal 5")))
        return [deal.state for deal in deals], await table.transcript()

    deals, transcript = served(talk, ledger=ledger)
    assert deals == [deals[0]] * 6
    assert [(roll.counter, roll.purpose) for roll in transcript.rolls] == [(1, "leduc: deal"), (2, "leduc: deal")]


def test_a_request_that_is_refused_uses_no_counter(served, ledger):
    async def talk(house):
        table = await DiceTable.opened(house.channel, "leduc")
        await table.play("deal")
        moves = await table.moves()
        blind = await refused(table.rules.PlayMoves(table.request("r1", *moves[:1] * 3)))
        impossible = await refused(table.rules.PlayMoves(table.request("r2", *moves[:1] * 200)))
        request = rules_pb2.PlayMovesRequest(
            state=table.record.start, steps=[rules_pb2.Step(move=moves[0])], chance=table.chance("r3")
        )
        not_yet = await refused(table.rules.PlayMoves(request))
        await table.play("r4", moves[0], moves[0])
        return [blind, impossible, not_yet], await table.transcript()

    refusals, transcript = served(talk, ledger=ledger)
    for code, says, _ in refusals:
        assert code is StatusCode.INVALID_ARGUMENT
        assert "a roll is due first" in says
    assert [roll.purpose for roll in transcript.rolls] == ["leduc: deal", "leduc: deal", "leduc: board"]
    assert [roll.counter for roll in transcript.rolls] == [1, 2, 3]


def test_a_refusal_says_the_same_whatever_would_have_been_rolled(served):
    """Else an app learns a roll from what is refused after it, and takes another way if it does not like it."""

    async def talk(house):
        said = set()
        for _ in range(8):
            table = await DiceTable.opened(house.channel, "leduc")
            await table.play("deal")
            moves = await table.moves()
            blind = [moves[0], moves[0], moves[-1], moves[-1], moves[-1], moves[-1]]
            said.add((await refused(table.rules.PlayMoves(table.request("peek", *blind))))[1])
            assert len((await table.transcript()).rolls) == 2
        return said

    assert len(served(talk)) == 1


def test_another_roll_between_changes_no_roll_of_a_position(served):
    """Nobody burns a roll they foresee by rolling something else first."""

    async def talk(house):
        table = await DiceTable.opened(house.channel, "kuhn")
        first = await table.roll("r1", position=HILL, purpose="attack")
        await table.roll("r2")
        return [
            first,
            await table.roll("r3", position=HILL, purpose="attack"),
            await table.roll("r4", position=VALLEY, purpose="attack"),
            await table.roll("r5", position=HILL, purpose="flee"),
            await table.roll("r6"),
        ]

    first, again, *others = served(talk)
    assert first == again
    assert len({tuple(roll.values) for roll in (first, *others)}) == 4
    assert [roll.counter for roll in (again, *others)] == [1, 3, 4, 5]


def test_other_dice_for_a_position_are_refused(served, ledger):
    async def talk(house):
        table = await DiceTable.opened(house.channel, "kuhn")
        await table.roll("r1", position=HILL, faces=[6, 6])
        dice = await refused(table.roll("r2", position=HILL, faces=[20]))
        cup = pb.DrawChitsRequest(**table.own, request_id="r3", position=HILL, cup=[6], draws=1)
        drawn = await refused(table.dice.DrawChits(cup))
        short = await refused(table.roll("r4", position=HILL[:31]))
        return dice, drawn, short, await table.transcript()

    dice, drawn, short, transcript = served(talk, ledger=ledger)
    assert (dice[0], drawn[0]) == (StatusCode.ALREADY_EXISTS, StatusCode.ALREADY_EXISTS)
    assert short[2]["BadRequest"].field_violations[0].field == "position"
    assert len(transcript.rolls) == 1


def test_requests_that_cross_for_a_position_get_one_roll(served, ledger):
    async def talk(house):
        table = await DiceTable.opened(house.channel, "leduc")
        options = messages.encode_options(load("leduc"))
        calls = [
            table.rules.NewGame(rules_pb2.NewGameRequest(options=options, chance=table.chance(f"deal {i}")))
            for i in range(8)
        ]
        calls += [table.roll(f"r{i}", position=HILL) for i in range(8)]
        return await asyncio.gather(*calls), await table.transcript()

    answers, transcript = served(talk, ledger=ledger, queue_wait_ms=600_000)
    deals, rolls = answers[:8], answers[8:]
    assert {deal.SerializeToString() for deal in deals} == {deals[0].SerializeToString()}
    assert rolls == [rolls[0]] * 8
    assert len(transcript.rolls) == 3


def test_seeds_that_come_in_while_a_game_is_played_are_never_mixed(served, monkeypatch):
    """A game that was played without players' seeds is not kept once another request fixed some."""

    async def talk(house):
        table = await DiceTable.opened(house.channel, "kuhn")
        loop, seeds = asyncio.get_running_loop(), house.server.services.dice.seeds

        def seeds_of(request, owner_token):
            found = seeds(request, owner_token)
            asyncio.run_coroutine_threadsafe(table.roll("r1", player_seeds=[b"alice"]), loop).result()
            return found

        monkeypatch.setattr(house.server.services.dice_queues, "from_thread", lambda call, work: work())
        monkeypatch.setattr(house.server.services.dice, "seeds", seeds_of)
        options = messages.encode_options(load("kuhn"))
        request = rules_pb2.NewGameRequest(options=options, chance=table.chance("deal"))
        crossed, _, details = await refused(table.rules.NewGame(request))
        monkeypatch.setattr(house.server.services.dice, "seeds", seeds)
        await table.rules.NewGame(request)
        return crossed, details["RetryInfo"], await table.transcript()

    crossed, retry, transcript = served(talk)
    assert crossed is StatusCode.UNAVAILABLE
    assert retry.retry_delay.ToMilliseconds() > 0
    assert [roll.purpose for roll in transcript.rolls] == ["", "kuhn: deal", "kuhn: deal"]
    assert all(check.passed for check in transcripts.verify(transcript))


@pytest.mark.parametrize("game", [pytest.param(game, id=label(game)) for game in all_variants()])
def test_no_game_comes_back_to_a_roll_after_a_choice(game):
    """Else it would get the same roll again. Within a run of chance the rolls of a position are counted."""
    for seed in range(4):
        came, run = set(), ChanceRun()
        for step in walk(game.new(), Stream(seed), guided=seed % 2 == 1):
            if step.state.to_move != CHANCE:
                run.end()
            elif len(step.state.chances()) > 1:
                position = run.throw(step.state).position
                assert position not in came, f"the same roll again: {step}"
                came.add(position)


@pytest.mark.parametrize("game", [pytest.param(game, id=label(game)) for game in all_variants()])
def test_what_a_roll_is_for_names_the_game_and_the_kind_of_event(game):
    purposes = Counter()
    for step in walk(game.new(), Stream(1)):
        if step.state.to_move == CHANCE and len(step.state.chances()) > 1:
            purposes[ChanceRun().throw(step.state).purpose] += 1
    assert all(purpose.startswith(f"{game.name}: ") and len(purpose) < 60 for purpose in purposes), purposes


def test_a_die_that_is_rolled_until_it_fits_is_another_roll_each_time():
    """Comanchería rolls for a row again if the row is empty, and the position is as it was."""
    again = 0
    for seed in range(20):
        came, run = {}, ChanceRun()
        for step in walk(load("comancheria").new(), Stream(seed)):
            if step.state.to_move != CHANCE:
                run.end()
            elif len(step.state.chances()) > 1:
                bound_to, before = run.throw(step.state).position, came.setdefault(bytes(step.state), [])
                again += len(before) > 0
                assert bound_to not in before
                before.append(bound_to)
    assert again > 0


def test_the_rolls_of_a_long_game_follow_from_its_record(served):
    async def talk(house):
        table, stream = await DiceTable.opened(house.channel, "comancheria"), Stream(2)
        await table.play("start")
        while moves := await table.moves():
            await table.play(f"r{len(table.record.events)}", stream.choice(moves))
        transcript = await table.transcript()
        known = {"record": table.record, "commitment": table.committed.commitment}
        return table, transcript, await table.checked(transcript, **known)

    table, transcript, checked = served(talk)
    assert failed(checked) == {}
    assert list(checked.unproved) == []
    assert table.counters == set(range(1, len(transcript.rolls) + 1))


GAMES = ("kuhn", "leduc", "goofspiel", "manitou")


@pytest.mark.parametrize("seed", range(6))
def test_whatever_an_app_does_no_position_has_two_rolls_and_the_transcript_shows_all(served, ledger, seed):
    async def talk(house):
        async def beside(other):
            return await at_random(house, other, Stream(seed))

        replicas = "postgresql" in ledger
        return await (house.beside(beside) if replicas else beside(house))

    async def at_random(house, other, stream):
        table = await DiceTable.opened(house.channel, GAMES[seed % len(GAMES)])
        elsewhere = table.at(other.channel)
        await table.play("start")
        for number in range(30):
            if moves := await table.moves():
                await stream.choice(ACTS)(table, elsewhere, stream, moves, number)
        transcript = await elsewhere.transcript()
        known = {"record": table.record, "commitment": table.committed.commitment}
        return table, transcript, await table.checked(transcript), await table.checked(transcript, **known)

    table, transcript, plain, compared = served(talk, ledger=ledger, queue_wait_ms=600_000)
    assert failed(plain) == {}
    assert [roll.counter for roll in transcript.rolls] == list(range(1, transcript.roll_count + 1))
    steps = [(roll.binding, roll.position, roll.purpose) for roll in transcript.rolls if roll.position]
    assert len(set(steps)) == len(steps)
    of_games = {roll.counter for roll in transcript.rolls if roll.binding == pb.ROLL_BINDING_GAME}
    assert table.counters <= of_games
    strange = ranges(sorted(of_games - table.counters))
    assert failed(compared) == (
        {"record": f"for positions that are not in the record: rolls {strange}"} if strange else {}
    )


async def plays(table, elsewhere, stream, moves, number):
    """Plays on, and sends the request again."""
    request = table.request(f"play {number}", stream.choice(moves))
    answer = await table.play(f"play {number}", request.steps[0].move)
    assert answer == await elsewhere.rules.PlayMoves(request)


async def plays_what_cannot_be(table, elsewhere, stream, moves, number):
    """Sends more moves than can be played before the next roll, or the end."""
    await refused(table.rules.PlayMoves(table.request(f"refused {number}", *moves[:1] * 300)))


async def looks_ahead(table, elsewhere, stream, moves, number):
    """Plays a move and does not go on from there."""
    await table.rules.PlayMoves(table.request(f"look {number}", stream.choice(moves)))


async def plays_at_once(table, elsewhere, stream, moves, number):
    """Plays the same move several times at once, at two servers, under one name and under others."""
    move = stream.choice(moves)
    requests = [table.request(f"double {number} {i // 2}", move) for i in range(4)]
    answers = await asyncio.gather(*(at.rules.PlayMoves(one) for one in requests for at in (table, elsewhere)))
    assert all(answer == answers[0] for answer in answers)
    assert await table.play(f"double {number}", move) == answers[0]


async def rolls(table, elsewhere, stream, moves, number):
    """Rolls for a position of its own, perhaps again, or for none."""
    position = hashlib.sha256(bytes([stream.below(3)])).digest() if stream.below(2) else b""
    first = await table.roll(f"roll {number}", position=position)
    assert first == await elsewhere.roll(f"roll {number}", position=position)
    another = await elsewhere.roll(f"again {number}", position=position)
    assert (another == first) is bool(position)


ACTS = (plays, plays, plays_what_cannot_be, looks_ahead, plays_at_once, rolls)
"""What an app does in its turn."""

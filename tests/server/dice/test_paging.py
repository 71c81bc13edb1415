"""Pages of the dice of a whole game: who may read them, and at what cost."""

import asyncio
import threading
import tracemalloc

import numpy as np
import pytest
from grpc import StatusCode

from hunch.engines import load, messages
from hunch.server.dice import clock, paging, statistics, transcripts
from hunch.server.dice.derivation import StoredRoll, Throw
from hunch.server.dice.ledger import Ledger
from hunch.server.dice.positions import ChanceRun
from hunch.server.dice.queues import DiceQueues
from hunch.server.steps import finish
from hunch.v1 import dice_pb2 as pb
from hunch.v1 import dice_pb2_grpc, rules_pb2, rules_pb2_grpc
from tests.support.servers import refused
from tests.support.waiting import HANGS_S


async def committed(stub):
    """A game of dice, and what names it and its owner."""
    game = await stub.CommitDice(pb.CommitDiceRequest())
    return {"game_id": game.game_id, "owner_token": game.owner_token}


async def rolled(stub, own, count, faces=(6, 6)):
    for i in range(count):
        await stub.RollDice(pb.RollDiceRequest(**own, request_id=f"r{i}", faces=faces))


async def revealed(stub, own, **more):
    """All pages of a transcript."""
    pages = []
    while not pages or pages[-1].next_page_token:
        token = pages[-1].next_page_token if pages else ""
        pages.append(await stub.RevealDice(pb.RevealDiceRequest(**own, page_token=token, **more)))
    return pages


def fell(faces, values):
    return StoredRoll(1, Throw("", faces), values)


def together(pages):
    whole = pb.Transcript()
    whole.CopyFrom(pages[0].transcript)
    for page in pages[1:]:
        whole.rolls.extend(page.transcript.rolls)
    return whole


@pytest.fixture
def read(monkeypatch):
    """The rolls that the ledger gave, by their counters, as often as it gave them."""
    given, rolls = [], Ledger.rolls

    def noted(ledger, game, after, most):
        portion = rolls(ledger, game, after, most)
        given.extend(roll.counter for roll in portion)
        return portion

    monkeypatch.setattr(Ledger, "rolls", noted)
    return given


def test_transcripts_are_paged_and_signed_as_a_whole(served):
    async def talk(house):
        stub = dice_pb2_grpc.DiceServiceStub(house.channel)
        own = await committed(stub)
        await rolled(stub, own, 7)
        beyond = await stub.RevealDice(pb.RevealDiceRequest(**own, page_token="7"))
        return await revealed(stub, own, page_size=3), beyond

    pages, beyond = served(talk)
    assert [len(page.transcript.rolls) for page in pages] == [3, 3, 1]
    assert len({page.transcript.signature for page in pages}) == 1
    assert all(check.passed for check in transcripts.verify(together(pages)))
    assert (len(beyond.transcript.rolls), beyond.next_page_token) == (0, "")


def test_a_page_of_rolls_with_many_dice_is_one_that_clients_take(served):
    async def talk(house):
        stub = dice_pb2_grpc.DiceServiceStub(house.channel)
        own = await committed(stub)
        await rolled(stub, own, 101, [1_000_000] * 1_000)
        return await revealed(stub, own)

    pages = served(talk)
    assert [len(page.transcript.rolls) for page in pages] == [100, 1]
    assert max(page.ByteSize() for page in pages) < 1_000_000


def test_a_later_page_reads_its_own_rolls_alone(served, read):
    async def talk(house):
        stub = dice_pb2_grpc.DiceServiceStub(house.channel)
        own = await committed(stub)
        await rolled(stub, own, 12)
        first = await stub.RevealDice(pb.RevealDiceRequest(**own, page_size=5))
        assert set(read) == set(range(1, 13))  # the signature covers them all
        read.clear()
        second = await stub.RevealDice(pb.RevealDiceRequest(**own, page_size=5, page_token=first.next_page_token))
        assert read == [6, 7, 8, 9, 10]
        read.clear()
        third = await stub.RevealDice(pb.RevealDiceRequest(**own, page_size=5, page_token=second.next_page_token))
        assert read == [11, 12]
        return [first, second, third]

    assert all(check.passed for check in transcripts.verify(together(served(talk))))


def test_later_pages_of_statistics_read_nothing_and_new_dice_are_counted(served, read):
    async def talk(house):
        stub = dice_pb2_grpc.DiceServiceStub(house.channel)
        own = await committed(stub)
        await rolled(stub, own, 1, [4, 6, 8, 10])
        pages, token = [], ""
        while not pages or token:
            answer = await stub.GetRollStatistics(pb.GetRollStatisticsRequest(**own, page_size=3, page_token=token))
            pages.append([(one.faces, one.rolled) for one in answer.dice])
            token = answer.next_page_token
        assert read == [1]
        await stub.RollDice(pb.RollDiceRequest(**own, request_id="more", faces=[4]))
        again = await stub.GetRollStatistics(pb.GetRollStatisticsRequest(**own, page_size=1))
        return pages, [(one.faces, one.rolled) for one in again.dice]

    pages, again = served(talk)
    assert pages == [[(4, 1), (6, 1), (8, 1)], [(10, 1)]]
    assert again == [(4, 2)]


def test_kinds_that_are_rolled_between_two_pages_push_no_other_from_its_page(served):
    async def talk(house):
        stub = dice_pb2_grpc.DiceServiceStub(house.channel)
        own = await committed(stub)
        await rolled(stub, own, 1, [10, 20, 30])
        first = await stub.GetRollStatistics(pb.GetRollStatisticsRequest(**own, page_size=2))
        await stub.RollDice(pb.RollDiceRequest(**own, request_id="more", faces=[4, 25]))
        token = first.next_page_token
        second = await stub.GetRollStatistics(pb.GetRollStatisticsRequest(**own, page_size=2, page_token=token))
        return [[one.faces for one in page.dice] for page in (first, second)], second.next_page_token

    assert served(talk) == ([[10, 20], [25, 30]], "")


@pytest.mark.parametrize("ask", ["RevealDice", "GetRollStatistics"])
def test_others_roll_between_the_portions_of_a_large_game(served, monkeypatch, ask):
    """A roll that came while the first portion was read is made before the second is."""
    monkeypatch.setattr(paging, "PORTION", 2)
    order, begun, came = [], asyncio.Event(), threading.Event()
    off_loop, roll, rolls = DiceQueues.off_loop, Ledger.roll, Ledger.rolls

    async def talk(house):
        stub, loop = dice_pb2_grpc.DiceServiceStub(house.channel), asyncio.get_running_loop()
        large, small = await committed(stub), await committed(stub)
        await rolled(stub, large, 20)

        def reads(*arguments):
            order.append("portion")
            loop.call_soon_threadsafe(begun.set)
            assert came.wait(HANGS_S)
            return rolls(*arguments)

        def rolls_once(*arguments):
            order.append("roll")
            return roll(*arguments)

        async def waits(queues, call, work):
            if begun.is_set():
                came.set()
            return await off_loop(queues, call, work)

        monkeypatch.setattr(Ledger, "rolls", reads)
        monkeypatch.setattr(Ledger, "roll", rolls_once)
        monkeypatch.setattr(DiceQueues, "off_loop", waits)
        asked = asyncio.ensure_future(getattr(stub, ask)(getattr(pb, ask + "Request")(**large)))
        await begun.wait()
        await stub.RollDice(pb.RollDiceRequest(**small, request_id="r", faces=[6]))
        await asked

    served(talk)
    assert order[:3] == ["portion", "roll", "portion"]
    assert order.count("portion") >= 10


def test_others_roll_while_a_game_is_played_with_dice(served, monkeypatch):
    """Its rolls are kept together at the end: until then it holds neither the ledger nor its queue."""
    order, begun, came = [], asyncio.Event(), threading.Event()
    throw, roll = ChanceRun.throw, Ledger.roll

    async def talk(house):
        loop = asyncio.get_running_loop()
        stub, rules = dice_pb2_grpc.DiceServiceStub(house.channel), rules_pb2_grpc.RulesServiceStub(house.channel)
        deal, own = await committed(stub), await committed(stub)

        def throws(run, position):
            loop.call_soon_threadsafe(begun.set)
            assert came.wait(HANGS_S)
            return throw(run, position)

        def rolls(ledger, request, fair):
            order.append(("deal" if request.game == deal["game_id"] else "roll", len(request.throws)))
            return roll(ledger, request, fair)

        monkeypatch.setattr(ChanceRun, "throw", throws)
        monkeypatch.setattr(Ledger, "roll", rolls)
        chance = rules_pb2.Chance(dice=rules_pb2.DiceChance(**deal, request_id="deal"))
        request = rules_pb2.NewGameRequest(options=messages.encode_options(load("kuhn")), chance=chance)
        asked = asyncio.ensure_future(rules.NewGame(request))
        await begun.wait()
        await stub.RollDice(pb.RollDiceRequest(**own, request_id="r", faces=[6]))
        came.set()
        await asked

    served(talk)
    assert order == [("roll", 1), ("deal", 2)]


def test_where_many_wait_to_count_large_games_more_are_refused_for_now(served, monkeypatch):
    monkeypatch.setattr(paging, "PORTION", 2)
    monkeypatch.setattr(paging, "MOST_COUNTING", 0)

    async def talk(house):
        stub = dice_pb2_grpc.DiceServiceStub(house.channel)
        small, large = await committed(stub), await committed(stub)
        await rolled(stub, small, 2)
        await rolled(stub, large, 3)
        await stub.GetRollStatistics(pb.GetRollStatisticsRequest(**small))
        return await refused(stub.GetRollStatistics(pb.GetRollStatisticsRequest(**large)))

    code, _, details = served(talk)
    assert code is StatusCode.RESOURCE_EXHAUSTED
    assert details["RetryInfo"].retry_delay.ToMilliseconds() > 0


def test_the_dice_of_a_large_game_are_all_counted_and_chained(served, monkeypatch):
    monkeypatch.setattr(paging, "PORTION", 3)

    async def talk(house):
        stub = dice_pb2_grpc.DiceServiceStub(house.channel)
        own = await committed(stub)
        await rolled(stub, own, 10)
        fell = await asyncio.gather(*(stub.GetRollStatistics(pb.GetRollStatisticsRequest(**own)) for _ in range(3)))
        revelations = await asyncio.gather(*(revealed(stub, own, page_size=4) for _ in range(3)))
        return fell, revelations

    fell, revelations = served(talk)
    whole = together(revelations[0])
    values = [value for roll in whole.rolls for value in roll.values]
    assert [list(one.counts) for answer in fell for one in answer.dice] == [[values.count(i) for i in range(1, 7)]] * 3
    assert [together(pages) for pages in revelations] == [whole] * 3
    assert all(check.passed for check in transcripts.verify(whole))


def test_statistics_count_every_die(served):
    async def talk(house):
        stub = dice_pb2_grpc.DiceServiceStub(house.channel)
        own = await committed(stub)
        await stub.RollDice(pb.RollDiceRequest(**own, request_id="r", faces=[6] * 600 + [20] * 10))
        return await stub.GetRollStatistics(pb.GetRollStatisticsRequest(**own))

    six, twenty = served(talk).dice
    assert (six.faces, six.rolled, sum(six.counts)) == (6, 600, 600)
    assert six.p_value > 1e-6
    assert (twenty.rolled, twenty.p_value) == (10, 1.0)
    assert six.chi_square == pytest.approx(sum((count - 100) ** 2 / 100 for count in six.counts))


def test_statistics_of_what_never_fell_or_was_never_rolled():
    assert statistics.messages(finish(statistics.count([], 0)), 0, 100) == []
    kept = [fell((6, 1_000_000, 6, 1), (6, 7, 6, 1)), fell((1_000_000, 101), (7, 1))]
    one, six, many, million = statistics.messages(
        finish(statistics.count([statistics.pack([roll]) for roll in kept], 2)), 0, 100
    )
    assert (one.faces, one.rolled, list(one.counts), one.chi_square, one.p_value) == (1, 1, [1], 0.0, 1.0)
    assert (six.faces, six.rolled, list(six.counts)) == (6, 2, [0, 0, 0, 0, 0, 2])
    assert six.chi_square == pytest.approx(5 * (1 / 3) + (5 / 3) ** 2 / (1 / 3))
    assert (many.faces, many.rolled, list(many.counts)) == (101, 1, [])
    expected = 2 / 1_000_000
    assert (million.faces, million.rolled) == (1_000_000, 2)
    assert million.chi_square == pytest.approx((2 - expected) ** 2 / expected + 999_999 * expected)


@pytest.mark.parametrize("faces", [(2, 3), (6, 20, 100), (100, 101, 1_000_000), (1_000_000,)])
@pytest.mark.parametrize("dice", [3, 1_000, 30_000])
def test_statistics_that_are_counted_in_ranges_are_those_of_all_dice_at_once(monkeypatch, faces, dice):
    monkeypatch.setattr(statistics, "STRIDE", 10)
    monkeypatch.setattr(statistics, "RANGE", 100)
    numbers = np.random.default_rng(1)
    kinds = numbers.choice(faces, dice)
    shown = numbers.integers(1, kinds, endpoint=True)
    parts = np.array_split((kinds << statistics.BITS) | shown, 7)
    counted = finish(statistics.count(parts, 5))
    assert (counted.rolls, counted.kinds.tolist(), parts) == (5, sorted(set(kinds.tolist())), [])
    for kind, rolled, squares in zip(counted.kinds, counted.rolled, counted.squares, strict=True):
        counts = np.bincount(shown[kinds == kind], minlength=kind + 1)[1:]
        assert (rolled, squares) == (counts.sum(), (counts * counts).sum())
        assert counted.listed.get(kind) == (counts.tolist() if kind <= statistics.MOST_LISTED_FACES else None)


def test_statistics_of_dice_with_many_faces_take_no_room_by_their_faces():
    kept = [fell(tuple(range(999_901, 1_000_001)), tuple(range(1, 101)))]
    tracemalloc.start()
    try:
        messages_of_kinds = statistics.messages(finish(statistics.count([statistics.pack(kept)], 1)), 0, 100)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert [one.rolled for one in messages_of_kinds] == [1] * 100
    assert peak < 500_000  # a count of one byte for each face of one die is more


@pytest.mark.parametrize("token", ["", "0" * 64])
def test_of_an_open_game_nobody_but_its_owner_learns_how_its_dice_fell(served, token):
    """Else who knows only the id of a game of dice reads off the cards that were dealt with it."""

    async def talk(house):
        stub, rules = dice_pb2_grpc.DiceServiceStub(house.channel), rules_pb2_grpc.RulesServiceStub(house.channel)
        own = await committed(stub)
        chance = rules_pb2.Chance(dice=rules_pb2.DiceChance(**own, request_id="deal"))
        await rules.NewGame(rules_pb2.NewGameRequest(options=messages.encode_options(load("kuhn")), chance=chance))
        spies = pb.GetRollStatisticsRequest(game_id=own["game_id"], owner_token=token)
        spied, _, details = await refused(stub.GetRollStatistics(spies))
        owners = await stub.GetRollStatistics(pb.GetRollStatisticsRequest(**own))
        again, _, _ = await refused(stub.GetRollStatistics(spies))  # what is kept for the owner goes to nobody else
        await stub.RevealDice(pb.RevealDiceRequest(**own))
        return spied, details["ErrorInfo"].reason, again, owners, await stub.GetRollStatistics(spies)

    spied, reason, again, owners, after = served(talk)
    assert (spied, again, reason) == (StatusCode.PERMISSION_DENIED, StatusCode.PERMISSION_DENIED, "NOT_ALLOWED")
    assert [one.faces for one in owners.dice] == [2, 3]
    assert after == owners


def test_statistics_of_a_game_that_closed_by_itself_are_returned_and_it_stays_closed(served, monkeypatch):
    async def talk(house):
        stub = dice_pb2_grpc.DiceServiceStub(house.channel)
        own = await committed(stub)
        await rolled(stub, own, 1)
        now = clock.now()
        monkeypatch.setattr(clock, "now", lambda: now + 3601)
        answer = await stub.GetRollStatistics(pb.GetRollStatisticsRequest(game_id=own["game_id"]))
        monkeypatch.undo()  # the clock steps back
        return answer, await refused(stub.RollDice(pb.RollDiceRequest(**own, request_id="late", faces=[6])))

    answer, (code, _, _) = served(talk, dice_open_hours=1)
    assert answer.dice[0].rolled == 2
    assert code is StatusCode.FAILED_PRECONDITION

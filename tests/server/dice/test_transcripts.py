"""What a transcript proves and what it does not: by its key, the commitment that was shown, its gaps and a record."""

from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from grpc import StatusCode

from hunch.engines import Stream, load, messages
from hunch.server.dice import derivation, keys, transcripts
from hunch.server.dice.derivation import Binding, Seeds, StoredRoll, Throw
from hunch.server.dice.transcripts import Expected
from hunch.server.steps import finish
from hunch.v1 import advice_pb2
from hunch.v1 import dice_pb2 as pb
from tests.support.servers import refused
from tests.support.tables import DiceTable, failed

EARLIER = Path(__file__).parents[2] / "releases/0.1.0/dice/transcript.json"
"""A transcript of version 1, as it was written before there was another."""
GAME, SEED, SHOWN = bytes(16), bytes(32), derivation.commitment(bytes(32))
KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
PUBLIC = KEY.public_key().public_bytes_raw()
HILL = bytes(range(32))
THROWS = (
    Throw("attack", (6, 6), binding=Binding.APP, position=HILL),
    Throw("", (20,)),
    Throw("cup", (3, 2), (1, 2)),
    Throw("", (20,)),
)


def signed(throws=THROWS, public=PUBLIC, signature=None, leave_out=()):
    """A transcript of these rolls. The signature is right, whatever was left out."""
    seeds = Seeds(GAME, SEED, (b"alice",))
    rolls = [StoredRoll(i, throw, derivation.roll(seeds, throw, i)) for i, throw in enumerate(throws, 1)]
    chain = derivation.start_of_chain(seeds.players)
    for roll in rolls:
        chain = derivation.extend_chain(chain, roll)
    message = derivation.signed_bytes(2, seeds, SHOWN, len(rolls), chain)
    return pb.Transcript(
        version=2,
        game_id=GAME.hex(),
        commitment=SHOWN,
        server_seed=SEED,
        player_seeds=seeds.players,
        rolls=[transcripts.roll_message(roll) for roll in rolls if roll.counter not in leave_out],
        roll_count=len(rolls),
        signature=KEY.sign(message) if signature is None else signature,
        public_key=public,
    )


def compared(transcript, **known):
    return finish(transcripts.compare(transcript, Expected(**known)))


def test_a_transcript_under_a_key_that_nobody_knows_is_not_valid_and_says_what_is_proved():
    for known in ((), {bytes(31) + b"\x05"}):
        says = failed(compared(signed(), keys=known))
        assert set(says) == {"key"}
        assert PUBLIC.hex() in says["key"]
        assert "which server rolled is not proved" in says["key"]
        assert "give it as a public key, or accept any key" in says["key"]
    assert failed(compared(signed(), keys={PUBLIC})) == {}
    anybody = compared(signed(), any_key=True)
    assert failed(anybody) == {}
    assert "Which server signed it: any key was accepted." in anybody.unproved


def double(x, y):
    """A point of Ed25519 added to itself."""
    p, d = keys.FIELD, -121665 * pow(121666, -1, keys.FIELD)
    both = d * x * x * y * y
    return 2 * x * y * pow(1 + both, -1, p) % p, (y * y + x * x) * pow(1 - both, -1, p) % p


def points(height):
    """The points of this height on the curve, as -x² + y² = 1 + d x² y²."""
    p, d = keys.FIELD, -121665 * pow(121666, -1, keys.FIELD)
    square = (height * height - 1) * pow(d * height * height + 1, -1, p) % p
    root = pow(square, (p + 3) // 8, p)
    for x in (root, root * pow(2, (p - 1) // 4, p) % p):
        if x * x % p == square:
            return {(x, height % p), (-x % p, height % p)}
    return set()


def test_the_heights_of_small_order_are_those_of_all_eight_points():
    found = set().union(*map(points, keys.SMALL_ORDER))
    assert len(found) == 8
    for x, y in found:
        for _ in range(3):
            x, y = double(x, y)
        assert (x, y) == (0, 1)


def encoded(height, sign):
    return (height | sign << 255).to_bytes(32, "little")


SMALL = [encoded(height, sign) for height in keys.SMALL_ORDER for sign in (0, 1)]
NOT_WRITTEN_SO = [encoded(height, sign) for height in (keys.FIELD, keys.FIELD + 1, 2**255 - 1) for sign in (0, 1)]
NO_POINT = next(encoded(height, 0) for height in range(2, 100) if not points(height))


@pytest.mark.parametrize("public", [*SMALL, *NOT_WRITTEN_SO, NO_POINT, bytes(31), b""], ids=bytes.hex)
@pytest.mark.parametrize("known", [{"any_key": True}, {"given": True}], ids=["any key", "given"])
def test_a_key_that_anybody_can_sign_for_proves_nothing_even_if_it_is_given(public, known):
    forged = b"\1" + bytes(63)  # R is the neutral point and S is 0, which some small key takes for any message
    transcript = signed(public=public, signature=forged)
    more = {"keys": {public}} if "given" in known else known
    says = failed(compared(transcript, **more))
    assert {"key", "signature"} & set(says) or "form" in says
    if public != NO_POINT:
        assert says["key"]


def test_without_the_check_of_keys_a_forged_signature_would_pass():
    """Under the neutral point, R the neutral point and S = 0 sign everything."""
    Ed25519PublicKey.from_public_bytes(encoded(1, 0)).verify(b"\1" + bytes(63), b"anything")
    assert not keys.is_signed(encoded(1, 0), b"\1" + bytes(63), b"anything")
    assert keys.flaw(PUBLIC) == ""


def test_a_commitment_that_was_not_shown_is_found_out():
    """An app shows one commitment, and comes back with the transcript of another game of dice."""
    assert failed(compared(signed(), any_key=True, commitment=SHOWN.upper())) == {}
    says = failed(compared(signed(), any_key=True, commitment="0" * 64))
    assert says == {"commitment": "not the one that the players were shown: this is another game of dice"}
    assert [sentence for sentence in compared(signed(), any_key=True).unproved if "shown this commitment" in sentence]


@pytest.mark.parametrize(
    ("leave_out", "says"),
    [
        ([2], "rolls 2."),
        ([1, 2, 4], "rolls 1 to 2, 4."),
        ([3, 4], "rolls 3 to 4."),
    ],
)
def test_each_gap_is_named(leave_out, says):
    found = failed(compared(signed(leave_out=leave_out), any_key=True))
    assert f"missing: {says} A game has no gaps, so pages were left out" in found["counters"]
    assert "signature" in found


def test_rolls_that_are_out_of_order_or_more_than_were_signed_are_named():
    twice, more = signed(), signed()
    twice.rolls.append(twice.rolls[0])
    more.roll_count = 3
    assert "out of order" in failed(compared(twice, any_key=True))["counters"]
    assert "3 rolls are signed, and there is a roll 4" in failed(compared(more, any_key=True))["counters"]


def test_a_position_with_two_rolls_is_found_out():
    other = Throw("attack", (20,), binding=Binding.APP, position=HILL)
    assert failed(compared(signed((*THROWS, other)), any_key=True)) == {"positions": "rolled a second time: 5"}


def test_what_rolls_were_for_is_said_in_words():
    answer = compared(signed(), any_key=True)
    assert [(one.purpose, one.rolls, one.says) for one in answer.purposes] == [
        ("attack", 1, "1 roll for positions that the app named, one each"),
        ("", 2, "2 rolls for no position: the app could roll until it liked the result"),
        ("cup", 1, "1 roll for no position: the app could roll until it liked the result"),
    ]
    assert len([sentence for sentence in answer.unproved if "best of several" in sentence]) == 1


def test_an_earlier_transcript_is_checked_as_what_it_is():
    earlier = messages.from_json(EARLIER.read_text(), pb.Transcript())
    assert messages.to_json(earlier) + "\n" == EARLIER.read_text()
    answer = compared(earlier, keys={earlier.public_key}, commitment=earlier.commitment)
    assert failed(answer) == {}
    assert [one.says for one in answer.purposes if one.purpose == "kuhn"] == [
        "2 rolls by an earlier version, for no position: the app could roll until it liked the result"
    ]
    assert [sentence for sentence in answer.unproved if "best of several" in sentence]
    earlier.rolls[0].binding = pb.ROLL_BINDING_COUNTER
    assert set(failed(compared(earlier, any_key=True))) == {"form"}


async def played(channel):
    """A whole game of Leduc poker with fair dice, and its transcript."""
    table, stream = await DiceTable.opened(channel, "leduc"), Stream(1)
    await table.play("deal")
    while moves := await table.moves():
        await table.play(f"r{len(table.record.events)}", stream.choice(moves[:1]))
    return table, await table.transcript()


def test_a_record_shows_what_was_rolled_besides_the_game(served):
    """An app that looks for an option, a position or a move with better rolls leaves them in the transcript."""

    async def talk(house):
        table, stream = await DiceTable.opened(house.channel, "leduc"), Stream(1)
        invented = table.request("invented")
        invented.state.CopyFrom(messages.encode(load("kuhn").new()))
        await table.rules.PlayMoves(invented)
        await table.play("deal")
        while moves := await table.moves():
            await table.play(f"r{len(table.record.events)}", stream.choice(moves[:1]))
        transcript = await table.transcript()
        return await table.checked(transcript), await table.checked(transcript, record=table.record)

    alone, compared_with = served(talk)
    assert failed(alone) == {}
    assert [one.purpose for one in alone.purposes] == ["kuhn: deal", "leduc: deal", "leduc: board"]
    assert failed(compared_with) == {"record": "for positions that are not in the record: rolls 1 to 2"}


def test_a_record_shows_chance_that_was_not_rolled_or_not_as_it_fell(served):
    async def talk(house):
        table, transcript = await played(house.channel)
        changed, short = advice_pb2.GameRecord(), advice_pb2.GameRecord()
        changed.CopyFrom(table.record)
        changed.events[4].CopyFrom(other_board(changed))
        short.CopyFrom(table.record)
        del short.events[2:]
        empty = await DiceTable.opened(house.channel, "leduc")
        return [
            await table.checked(transcript, record=table.record),
            await table.checked(transcript, record=changed),
            await table.checked(transcript, record=short),
            await empty.checked(await empty.transcript(), record=table.record),
        ]

    right, changed, short, other_dice = served(talk)
    assert failed(right) == {}
    assert failed(changed) == {"record": "events of the record that are not what was rolled: 4"}
    assert failed(short) == {"record": "for positions that are not in the record: rolls 3"}
    assert failed(other_dice) == {
        "record": "chance in the record that was not rolled with these dice: events 0 to 1, 4"
    }


@pytest.mark.parametrize(
    ("spoil", "path"),
    [
        (lambda record: record.events.pop(0), "record.events[0]"),
        (lambda record: record.ClearField("start"), "record.start"),
        (lambda record: record.events.add(), "record.events[8]"),
        (lambda record: hide(record), "record.start"),
    ],
)
def test_a_record_that_cannot_be_played_is_refused_by_its_field(served, spoil, path):
    async def talk(house):
        table, transcript = await played(house.channel)
        spoil(table.record)
        return await refused(table.checked(transcript, record=table.record))

    code, _, details = served(talk)
    assert code is StatusCode.INVALID_ARGUMENT
    assert details["BadRequest"].field_violations[0].field.startswith(path)


def other_board(record):
    """Another card than the one that was turned up after both bid."""
    position = messages.decode(record.start)
    for event in record.events[:4]:
        position = position.after(messages.decode_event(position.game, event))
    others = (messages.encode_event(position.game, outcome) for outcome, _ in position.chances())
    return next(event for event in others if event != record.events[4])


def hide(record):
    """Starts the record with a view, in the middle of the game."""
    world = load("leduc").new()
    for _ in range(2):
        world = world.after(world.chances()[0][0])
    record.start.CopyFrom(messages.encode(world.view(0)))


@pytest.mark.parametrize(
    ("sent", "field"),
    [
        ({"commitment": "0" * 63}, "commitment"),
        ({"public_keys": ["00" * 32, "zz" * 32]}, "public_keys[1]"),
        ({"public_keys": ["00" * 32] * 17}, "public_keys"),
    ],
)
def test_what_is_known_besides_a_transcript_is_refused_by_its_field(served, sent, field):
    async def talk(house):
        table = await DiceTable.opened(house.channel, "kuhn")
        return await refused(table.checked(pb.Transcript(), **sent))

    code, _, details = served(talk)
    assert code is StatusCode.INVALID_ARGUMENT
    assert details["BadRequest"].field_violations[0].field == field


def test_a_server_knows_its_own_key_and_takes_others_that_are_given(served):
    async def talk(house):
        table = await DiceTable.opened(house.channel, "kuhn")
        own = await table.transcript()
        return [
            await table.checked(own),
            await table.checked(signed()),
            await table.checked(signed(), public_keys=[PUBLIC.hex().upper()]),
            await table.checked(signed(), any_key=True),
        ]

    own, unknown, given, any_key = served(talk)
    assert [(one.valid, one.signed_here) for one in (own, unknown, given, any_key)] == [
        (True, True),
        (False, False),
        (True, False),
        (True, False),
    ]

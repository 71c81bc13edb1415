"""JSON is read and written as protobuf's own json_format does it, and a refusal names the field."""

import json
import random
from typing import Any

import pytest
from google.protobuf import json_format
from google.protobuf.message import Message

from hunch.engines import GAMES, BadMessage, Stream, messages, protojson
from hunch.v1 import advice_pb2, dice_pb2, game_pb2, opponent_pb2, rules_pb2
from tests.support import fuzz
from tests.support.paths import leads
from tests.support.positions import some_request

BOTH_NAMES = "under both of its names"
"""Why a text is refused that json_format accepts: it takes the last of a field's two spellings."""
NO_OBJECT = "not a JSON object"
"""Another reason: json_format takes an empty list or an empty text for an empty message."""
ODD = (
    '{"level": 1.5}', '{"level": "5"}', '{"level": " 5"}', '{"level": "1e1"}', '{"level": 5.0}', '{"level": true}',
    '{"level": null}', '{"level": NaN}', '{"level": "0x10"}', '{"level": "1_0"}', '{"level": "+5"}', '{"level": 01}',
    '{"seed": -1}', '{"seed": 4294967296}', '{"seed": 1e400}', '{"seed": []}', '{"seed": {}}', '{"seed": ""}',
    '{"limits": {"iterations": "18446744073709551615"}}', '{"limits": {"iterations": 18446744073709551616}}',
    '{"limits": {"iterations": 9007199254740993}}', '{"limits": {"iterations": "1e3"}}', '{"limits": []}',
    '{"limits": 7}', '{"limits": {"time_ms": 5}}', '{"limits": {"timeMs": 1, "time_ms": 2}}', '{"allow": [null]}',
    '{"allow": {}}', '{"allow": [[]]}', '{"language": 5}', '{"language": "\\ud800"}', '{"language": "\\u0000"}',
    '{"position": {"state": {"kuhn": {}, "leduc": {}}}}', '{"position": {"state": {"kuhn": {}, "leduc": null}}}',
    '{"position": {"state": {"kuhn": {"moves": ["KUHN_ACTION_CHECK", 1, "1", 99, true, 1.5]}}}}',
    '{"position": {"state": {"kuhn": {"moves": ["CHECK"]}}}}', '{"position": {"state": {"kuhn": {"moves": [[]]}}}}',
    '{"level": 1, "level": 1}', '{"level": 1}x', '{"level": 1,}', '{"[a.b]": 1}', "\ufeff{}", "", "{", "null", "[]",
)  # fmt: skip
NUMBERS: tuple[Any, ...] = (
    0.5,
    7,
    True,
    "0.5",
    "NaN",
    "nan",
    "Infinity",
    "-Infinity",
    " 1.5 ",
    "x",
    None,
    [],
    {},
    10**400,
)
BYTES: tuple[Any, ...] = ("", "AA", "AA==", "A", "-_-_", "+/+/", "ä", 7, None, [])


def tried(read: Any, text: str, kind: type[Message]) -> Message | Exception:
    try:
        return read(text, kind())
    except (BadMessage, json_format.ParseError) as refused:
        return refused


def compare(text: str, kind: type[Message]) -> None:
    """Both readers make the same message of a text, or refuse it."""
    ours, theirs = tried(messages.from_json, text, kind), tried(json_format.Parse, text, kind)
    if isinstance(ours, BadMessage):
        known = ours.reason.endswith(BOTH_NAMES) or (ours.reason == NO_OBJECT and ("[]" in text or '""' in text))
        assert known or isinstance(theirs, Exception), f"{text}: {ours}"
    else:
        assert ours == theirs, text


@pytest.mark.parametrize("text", ODD)
def test_odd_texts_are_read_as_json_format_reads_them(text: str) -> None:
    compare(text, opponent_pb2.SuggestMoveRequest)


@pytest.mark.parametrize("value", NUMBERS)
def test_numbers_are(value: Any) -> None:
    compare(json.dumps({"candidates": [{"probability": value}]}), advice_pb2.Advice)


@pytest.mark.parametrize("value", BYTES)
def test_bytes_are(value: Any) -> None:
    compare(json.dumps({"playerSeeds": [value]}), dice_pb2.RollDiceRequest)
    compare(json.dumps({"serverSeed": value}), dice_pb2.Transcript)


@pytest.mark.parametrize("game", GAMES)
def test_mutated_positions_are(game: str) -> None:
    for number in range(600):
        stream = Stream(number)
        state, _, _ = stream.choice(fuzz.corpus(game))
        compare(fuzz.mutated_json(messages.encode(state), stream), game_pb2.GameState)


@pytest.mark.parametrize("game", GAMES)
def test_cut_and_spoilt_texts_are(game: str) -> None:
    rng, sound = random.Random(game), messages.to_json(some_request(game), None)
    for _ in range(300):
        at = rng.randrange(len(sound))
        compare(
            sound[:at] + rng.choice('{}[]",:x0- \\') + sound[at + rng.randrange(2) :], opponent_pb2.SuggestMoveRequest
        )


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("indent", [None, 2])
def test_messages_are_written_as_json_format_writes_them(game: str, indent: int | None) -> None:
    request = some_request(game)
    request.limits.iterations = 2**63
    answer = opponent_pb2.SuggestMoveResponse()
    answer.advice.candidates.add(probability=float("nan"), value=float("inf"), standard_error=float("-inf"))
    transcript = dice_pb2.Transcript(server_seed=bytes(range(256)))
    for message in (request, answer, transcript):
        assert json.loads(messages.to_json(message, indent)) == json_format.MessageToDict(message)
    assert messages.to_json(request) == json_format.MessageToJson(request)


@pytest.mark.parametrize(
    ("text", "path", "reason"),
    [
        ('{"sead": 1}', "sead", "there is no such field"),
        ('{"position": {"state": {"goofspiel": {"prize": -1}}}}', "position.state.goofspiel.prize", "out of range"),
        ('{"position": {"state": {"goofspiel": {"rounds": [{}, {"prise": 1}]}}}}', None, "there is no such field"),
        ('{"position": {"state": {"goofspiel": 7}}}', "position.state.goofspiel", "not a JSON object"),
        ('{"avoid": [{}, null]}', "avoid[1]", "null is no element of a list"),
        ('{"allow": 7}', "allow", "not a list"),
        ('{"limits": {"timeMs": "soon"}}', "limits.time_ms", "not a value of this field"),
    ],
)
def test_a_refusal_names_the_field(text: str, path: str | None, reason: str) -> None:
    with pytest.raises(BadMessage) as caught:
        messages.from_json(text, opponent_pb2.SuggestMoveRequest())
    assert caught.value.path == (path or "position.state.goofspiel.rounds[1].prise")
    assert caught.value.reason == reason
    assert path is None or path == "sead" or leads(path, opponent_pb2.SuggestMoveRequest.DESCRIPTOR)


@pytest.mark.parametrize("name", [json.dumps("\ud800")[1:-1], "x" * 100_000])
@pytest.mark.parametrize("text", ['{{"{0}": 1}}', '{{"position": {{"{0}": 1}}}}', '{{"{0}": 1, "{0}": 1}}'])
def test_a_refusal_can_be_sent_whatever_name_a_field_has(name: str, text: str) -> None:
    with pytest.raises(BadMessage) as refused:
        messages.from_json(text.format(name), opponent_pb2.SuggestMoveRequest())
    assert len(str(refused.value).encode()) < 200


def test_a_key_that_comes_twice_is_found_in_one_look_at_each() -> None:
    """A quadratic search takes many seconds here, and a message may have as many keys."""
    looks = 0

    class Name(str):
        def __hash__(self) -> int:
            return super().__hash__()

        def __eq__(self, other: object) -> bool:
            nonlocal looks
            looks += 1
            return super().__eq__(other)

    count = 500
    pairs: list[tuple[str, Any]] = [(Name(number), 1) for number in (*range(count), count - 1)]
    with pytest.raises(protojson.Misfit, match=f"'{count - 1}' comes twice"):
        protojson._unique(pairs)
    assert looks < 10 * count


def test_a_list_takes_the_place_of_the_one_before() -> None:
    message = rules_pb2.Result(payoffs=[1.0, 2.0])
    messages.from_json('{"payoffs": [3]}', message)
    assert list(message.payoffs) == [3.0]


@pytest.mark.parametrize(
    ("message", "body"),
    [
        (rules_pb2.PlayMovesRequest(), {"steps": [{}] * 5_000}),
        (dice_pb2.RollDiceRequest(), {"faces": [6] * 5_000}),
        (dice_pb2.VerifyTranscriptRequest(), {"transcript": {"rolls": [{"values": [1] * 5_000}]}}),
    ],
)
def test_reading_a_long_list_pauses_however_deep_it_is(message: Message, body: Any) -> None:
    pauses = sum(1 for _ in protojson.reading(json.dumps(body), message))
    assert pauses >= 5_000 // protojson.PAUSE_EVERY
    again = type(message)()
    json_format.ParseDict(body, again)
    assert message == again

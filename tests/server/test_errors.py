"""The table of errors: each by its name, with the details that programs read."""

import pytest
from google.rpc import error_details_pb2
from google.rpc.status_pb2 import Status
from grpc import StatusCode

from hunch.engines import BadMessage, HunchError, messages
from hunch.engines import errors as engine_errors
from hunch.server import errors
from hunch.server.errors import TABLE, refusal, under
from hunch.v1.opponent_pb2 import SuggestMoveRequest

EXPECTED = {
    "UnknownGame": (StatusCode.NOT_FOUND, "UNKNOWN_GAME"),
    "BadOption": (StatusCode.INVALID_ARGUMENT, "BAD_OPTION"),
    "BadData": (StatusCode.FAILED_PRECONDITION, "BAD_DATA"),
    "BadState": (StatusCode.INVALID_ARGUMENT, "BAD_STATE"),
    "IllegalMove": (StatusCode.INVALID_ARGUMENT, "ILLEGAL_MOVE"),
    "BadMessage": (StatusCode.INVALID_ARGUMENT, "BAD_MESSAGE"),
    "WrongVersion": (StatusCode.FAILED_PRECONDITION, "WRONG_VERSION"),
    "HunchError": (StatusCode.INVALID_ARGUMENT, "BAD_REQUEST"),
    "Busy": (StatusCode.RESOURCE_EXHAUSTED, "BUSY"),
    "TooMuch": (StatusCode.RESOURCE_EXHAUSTED, "TOO_MUCH"),
    "Expired": (StatusCode.DEADLINE_EXCEEDED, "EXPIRED"),
    "Draining": (StatusCode.UNAVAILABLE, "DRAINING"),
    "NoKey": (StatusCode.UNAUTHENTICATED, "NO_KEY"),
    "NotAllowed": (StatusCode.PERMISSION_DENIED, "NOT_ALLOWED"),
    "NotFound": (StatusCode.NOT_FOUND, "NOT_FOUND"),
    "AlreadyUsed": (StatusCode.ALREADY_EXISTS, "ALREADY_USED"),
    "Closed": (StatusCode.FAILED_PRECONDITION, "CLOSED"),
    "Unavailable": (StatusCode.UNAVAILABLE, "UNAVAILABLE"),
    "NoSolution": (StatusCode.FAILED_PRECONDITION, "NO_SOLUTION"),
}


def explained(error):
    """A refusal, and its details by type."""
    answer = refusal(error, "request-1")
    details = {}
    for packed in Status.FromString(answer.details).details:
        kind = packed.TypeName().rpartition(".")[2]
        details[kind] = getattr(error_details_pb2, kind)()
        packed.Unpack(details[kind])
    return answer, details


def test_no_error_of_ours_is_missing_in_the_table():
    kinds = [(module, kind) for module in (engine_errors, errors) for kind in vars(module).values()]
    own = [kind for module, kind in kinds if isinstance(kind, type) and kind.__module__ == module.__name__]
    ours = {kind.__name__ for kind in own if issubclass(kind, Exception)}
    assert {kind.__name__ for kind in TABLE} == set(EXPECTED) == ours - {"ServerError"}


@pytest.mark.parametrize("kind", TABLE, ids=lambda kind: kind.__name__)
def test_each_error_has_its_status_and_its_reason(kind):
    error = kind("field.path", "the reason") if issubclass(kind, HunchError) else kind("the reason", retry_ms=120)
    answer, details = explained(error)
    assert (answer.code, details["ErrorInfo"].reason) == EXPECTED[kind.__name__]
    assert "the reason" in answer.says
    assert details["RequestInfo"].request_id == "request-1"
    if issubclass(kind, HunchError):
        assert details["BadRequest"].field_violations[0].field == "field.path"
    else:
        assert details["RetryInfo"].retry_delay.ToMilliseconds() == 120


@pytest.mark.parametrize("error", [RuntimeError("/etc/secret"), KeyError("a state")])
def test_nothing_of_a_foreign_error_is_reported(error):
    answer, details = explained(error)
    assert answer.code is StatusCode.INTERNAL
    assert details["ErrorInfo"].reason == "INTERNAL"
    assert set(details) == {"ErrorInfo", "RequestInfo"}
    assert str(error) == "" or str(error) not in answer.says


def test_memory_that_runs_out_is_more_than_the_server_has():
    answer, details = explained(MemoryError("of a search"))
    assert (answer.code, details["ErrorInfo"].reason) == (StatusCode.RESOURCE_EXHAUSTED, "TOO_MUCH")
    assert "of a search" not in answer.says


def test_only_that_a_message_cannot_be_read_is_reported():
    cut_off, no_text = b"\x0a\x05", b"\x42\x01\xff"
    for raw in (cut_off, no_text):
        with pytest.raises(BadMessage) as caught:
            messages.from_bytes(raw, SuggestMoveRequest())
        assert str(caught.value) == "SuggestMoveRequest: its bytes are no such message"


def test_a_long_reason_is_cut():
    answer, _ = explained(engine_errors.BadState("x" * 5000, "y" * 5000))
    assert len(answer.details) < 3000


@pytest.mark.parametrize(
    ("path", "root", "whole"),
    [
        ("goofspiel.prize", "", "state.goofspiel.prize"),
        ("move.goofspiel.card", "move", "state.goofspiel.card"),
        ("move", "move", "state"),
        ("movement", "move", "state.movement"),
        ("", "", "state"),
    ],
)
def test_paths_are_those_of_the_request(path, root, whole):
    with pytest.raises(engine_errors.BadState) as caught, under("state", instead_of=root):
        raise engine_errors.BadState(path, "no")
    assert caught.value.path == whole

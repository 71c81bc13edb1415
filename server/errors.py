"""The errors of the server, and the one table from exceptions to statuses with google.rpc details.

Only our own words ever reach a client: no text of a foreign exception, no path of a file, no traceback.
"""

from dataclasses import dataclass

import grpc
from google.protobuf.any_pb2 import Any
from google.protobuf.duration_pb2 import Duration
from google.protobuf.message import Message
from google.rpc.error_details_pb2 import BadRequest, ErrorInfo, RequestInfo, RetryInfo
from google.rpc.status_pb2 import Status

from hunch.engines.errors import (
    BadData,
    BadMessage,
    BadOption,
    BadState,
    HunchError,
    IllegalMove,
    UnknownGame,
    WrongVersion,
)

DOMAIN = "hunch.v1"
"""Of the reasons in ErrorInfo."""
LONGEST_MESSAGE = 400
"""Characters of a message; more are cut off."""


class ServerError(Exception):
    """A refusal for the server's own reasons. Its text is for clients."""

    def __init__(self, says: str, retry_ms: float = 0.0) -> None:
        self.retry_ms = retry_ms
        super().__init__(says)


class Busy(ServerError):
    """The queue is full for this caller."""


class TooMuch(ServerError):
    """One request asks for more than any request may have, or a key for more than a key may hold."""


class Expired(ServerError):
    """The deadline passed, or will pass before there can be an answer."""


class Draining(ServerError):
    """The server closes down; another replica can answer."""


class NoKey(ServerError):
    """No API key was sent, or none that is known."""


class NotAllowed(ServerError):
    """The key is known and does not cover this."""


class NotFound(ServerError):
    """Nothing of that name is kept here."""


class AlreadyUsed(ServerError):
    """A request id came a second time with another body."""


class Closed(ServerError):
    """The request is not possible in the present state of things."""


class Unavailable(ServerError):
    """Something the server needs is out of reach for now."""


class NoSolution(ServerError):
    """The rest of the game is too large to be solved within what was granted."""


TABLE: dict[type[Exception], tuple[grpc.StatusCode, str]] = {
    UnknownGame: (grpc.StatusCode.NOT_FOUND, "UNKNOWN_GAME"),
    BadOption: (grpc.StatusCode.INVALID_ARGUMENT, "BAD_OPTION"),
    BadData: (grpc.StatusCode.FAILED_PRECONDITION, "BAD_DATA"),
    BadState: (grpc.StatusCode.INVALID_ARGUMENT, "BAD_STATE"),
    IllegalMove: (grpc.StatusCode.INVALID_ARGUMENT, "ILLEGAL_MOVE"),
    BadMessage: (grpc.StatusCode.INVALID_ARGUMENT, "BAD_MESSAGE"),
    WrongVersion: (grpc.StatusCode.FAILED_PRECONDITION, "WRONG_VERSION"),
    HunchError: (grpc.StatusCode.INVALID_ARGUMENT, "BAD_REQUEST"),
    Busy: (grpc.StatusCode.RESOURCE_EXHAUSTED, "BUSY"),
    TooMuch: (grpc.StatusCode.RESOURCE_EXHAUSTED, "TOO_MUCH"),
    Expired: (grpc.StatusCode.DEADLINE_EXCEEDED, "EXPIRED"),
    Draining: (grpc.StatusCode.UNAVAILABLE, "DRAINING"),
    NoKey: (grpc.StatusCode.UNAUTHENTICATED, "NO_KEY"),
    NotAllowed: (grpc.StatusCode.PERMISSION_DENIED, "NOT_ALLOWED"),
    NotFound: (grpc.StatusCode.NOT_FOUND, "NOT_FOUND"),
    AlreadyUsed: (grpc.StatusCode.ALREADY_EXISTS, "ALREADY_USED"),
    Closed: (grpc.StatusCode.FAILED_PRECONDITION, "CLOSED"),
    Unavailable: (grpc.StatusCode.UNAVAILABLE, "UNAVAILABLE"),
    NoSolution: (grpc.StatusCode.FAILED_PRECONDITION, "NO_SOLUTION"),
}


@dataclass(frozen=True, slots=True)
class Refusal:
    """An error as the client gets it."""

    code: grpc.StatusCode
    reason: str
    says: str
    details: bytes
    retry_ms: int  # when to come again; 0: never, or nobody knows


def refusal(error: BaseException, request_id: str) -> Refusal:
    """The status of an exception. If it is not in the table, the client learns only that something broke."""
    if isinstance(error, MemoryError):
        error = TooMuch("the server has too little memory for this")
    kind = next((kind for kind in type(error).__mro__ if kind in TABLE), None)
    if kind is None:
        code, reason, says = grpc.StatusCode.INTERNAL, "INTERNAL", "something broke in the server; it was logged"
    else:
        code, reason = TABLE[kind]
        says = str(error)[:LONGEST_MESSAGE]
    details: list[Message] = [ErrorInfo(reason=reason, domain=DOMAIN), RequestInfo(request_id=request_id)]
    if isinstance(error, HunchError):
        details.insert(0, _violation(error))
    retry_ms = max(1, round(error.retry_ms)) if isinstance(error, ServerError) and error.retry_ms > 0 else 0
    if retry_ms:
        wait = Duration()
        wait.FromMilliseconds(retry_ms)
        details.insert(0, RetryInfo(retry_delay=wait))
    status = Status(code=code.value[0], message=says)
    for detail in details:
        packed = Any()
        packed.Pack(detail)
        status.details.append(packed)
    return Refusal(code, reason, says, status.SerializeToString(), retry_ms)


def _violation(error: HunchError) -> BadRequest:
    field = BadRequest.FieldViolation(field=error.path[:LONGEST_MESSAGE], description=error.reason[:LONGEST_MESSAGE])
    return BadRequest(field_violations=[field])


class under:
    """Makes errors within name their field as the request has it: below `field`, in place of the codec's own root.

    It is a class, as a context manager made of a generator costs a microsecond each time.
    """

    __slots__ = ("_field", "_instead_of")

    def __init__(self, field: str, instead_of: str = "") -> None:
        self._field, self._instead_of = field, instead_of

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        if not isinstance(error, HunchError):
            return
        rest, root = error.path, self._instead_of
        if root and (rest == root or rest.startswith(root + ".")):
            rest = rest[len(root) :].lstrip(".")
        raise type(error)(f"{self._field}.{rest}" if rest else self._field, error.reason) from None

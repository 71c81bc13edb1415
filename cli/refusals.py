"""What a command ends with if it gets no answer: a message in one line and an exit code."""

from typing import Any

import click
import grpc
from google.rpc.error_details_pb2 import BadRequest, RetryInfo
from google.rpc.status_pb2 import Status

from hunch.server.rpc import DETAILS

EXIT_BAD_REQUEST, EXIT_REFUSED, EXIT_UNREACHED = 3, 4, 5
PASSING = (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.DEADLINE_EXCEEDED)
"""Statuses after which the same request may succeed."""
KEY_HINT = " (--key, or HUNCH_KEY)"
SERVER_HINT = " (is `hunch serve` running there? use --tls or --roots FILE for a server with TLS)"


class BadRequestFile(click.ClickException):
    """A file, or a text, that is not the message it should be."""

    exit_code = EXIT_BAD_REQUEST


class Refused(click.ClickException):
    """A server refused the request. Subclasses have other exit codes."""

    exit_code = EXIT_REFUSED

    def __init__(self, code: grpc.StatusCode, text: str, retry: bool = False) -> None:
        hint = KEY_HINT if code is grpc.StatusCode.UNAUTHENTICATED else ""
        super().__init__(f"{code.name}: {text}{hint}")
        self.passes = retry or code in PASSING
        """Whether the same request may succeed a little later."""


class RefusedRequest(Refused):
    """The request is wrong, and will be wrong next time."""

    exit_code = EXIT_BAD_REQUEST


class Unreached(Refused):
    """No server answered."""

    exit_code = EXIT_UNREACHED


KINDS: dict[grpc.StatusCode, type[Refused]] = {
    grpc.StatusCode.INVALID_ARGUMENT: RefusedRequest,
    grpc.StatusCode.FAILED_PRECONDITION: RefusedRequest,
    grpc.StatusCode.NOT_FOUND: RefusedRequest,
    grpc.StatusCode.UNAVAILABLE: Unreached,
}


def refused(code: grpc.StatusCode, text: str, retry: bool = False) -> Refused:
    """The exception for a status."""
    return KINDS.get(code, Refused)(code, text, retry)


def refused_by_server(error: Any) -> Refused:
    """The exception for a `grpc.RpcError`."""
    text, retry = explained(error)
    if error.code() is grpc.StatusCode.UNAVAILABLE and not retry:  # a Hunch server says when to come back
        text += SERVER_HINT
    return refused(error.code(), text, retry)


def explained(error: Any) -> tuple[str, bool]:
    """The message of a `grpc.RpcError` with the field that is wrong, and whether the server offers a retry."""
    text, retry = str(error.details()), False
    for name, value in error.trailing_metadata() or ():
        if name == DETAILS:
            for detail in Status.FromString(value).details:
                retry = retry or detail.Is(RetryInfo.DESCRIPTOR)
                if detail.Is(BadRequest.DESCRIPTOR):
                    bad = BadRequest()
                    detail.Unpack(bad)
                    text = "; ".join(f"{part.field}: {part.description}" for part in bad.field_violations)
    return text, retry

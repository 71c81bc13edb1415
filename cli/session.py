"""Where a command gets its answer: from a server, or in this process when none is named."""
import asyncio
import json
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, NoReturn, TypeVar

import click
import grpc
from google.protobuf.descriptor import MethodDescriptor, ServiceDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass
from google.rpc.error_details_pb2 import BadRequest, RetryInfo
from google.rpc.status_pb2 import Status
from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.text import Text

from hunch.engines import BadMessage, HunchError, wire
from hunch.server.auth import loopback
from hunch.server.config import BadSetting, Config, check_port, load
from hunch.server.door import DETAILS, Call, snake
from hunch.server.errors import ServerError, refusal
from hunch.server.ledger import BadLedger
from hunch.server.logs import Log
from hunch.server.services import Services
from hunch.server.signing import BadSecret
from hunch.v1 import advice_pb2, dice_pb2, enemy_pb2, game_pb2, operations_pb2, opponent_pb2, rules_pb2, solver_pb2

SERVICES: dict[str, ServiceDescriptor] = {
    name: service
    for file in (dice_pb2, enemy_pb2, operations_pb2, opponent_pb2, rules_pb2, solver_pb2)
    for name, service in file.DESCRIPTOR.services_by_name.items()
}
MOST_FILE = 200_000_000
"""Characters: the transcript of the largest game of dice is nearly so long."""
PASSING = (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.DEADLINE_EXCEEDED)
NOBODY = " (is `hunch serve` there? one with TLS is asked with --tls or --roots FILE)"
A = TypeVar("A", bound=Message)
NO_BREAK, STAND_IN = "\u00a0", "\ue000"


class Terminal(Console):
    """Ends no line at a no-break space, as rich does: while lines are made a letter stands there in its stead."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterator[Segment]:
        """What rich makes of it."""
        if isinstance(renderable, Text):
            renderable = renderable.copy()
            renderable.plain = renderable.plain.replace(NO_BREAK, STAND_IN)
        for segment in super().render(renderable, options):
            yield segment._replace(text=segment.text.replace(STAND_IN, NO_BREAK))

    def render_str(self, text: str, **more: Any) -> Text:
        """What rich makes of it."""
        return super().render_str(text.replace(NO_BREAK, STAND_IN), **more)


out = Terminal(markup=False, emoji=False, highlight=False)
"""What people typed is shown among our own words, so no text is markup."""
STANDARD = "-"
EXIT_BAD_REQUEST, EXIT_REFUSED, EXIT_UNREACHED = 3, 4, 5


class Refused(click.ClickException):
    """An answer that is a refusal; its kind tells the exit code."""

    exit_code = EXIT_REFUSED

    def __init__(self, code: grpc.StatusCode, says: str, retry: bool = False) -> None:
        where = " (--key, or HUNCH_KEY)" if code is grpc.StatusCode.UNAUTHENTICATED else ""
        super().__init__(f"{code.name}: {says}{where}")
        self.passes = retry or code in PASSING
        """Whether the same may be answered a little later."""


class RefusedRequest(Refused):
    """What was asked is wrong, and will be so the next time."""

    exit_code = EXIT_BAD_REQUEST


class Unreached(Refused):
    """Nobody answered."""

    exit_code = EXIT_UNREACHED


KINDS: dict[grpc.StatusCode, type[Refused]] = {
    grpc.StatusCode.INVALID_ARGUMENT: RefusedRequest, grpc.StatusCode.FAILED_PRECONDITION: RefusedRequest,
    grpc.StatusCode.NOT_FOUND: RefusedRequest, grpc.StatusCode.UNAVAILABLE: Unreached,
}  # fmt: skip


def refused(code: grpc.StatusCode, says: str, retry: bool = False) -> Refused:
    """The refusal of its code's kind."""
    return KINDS.get(code, Refused)(code, says, retry)


class Readable(click.File):
    """A file to read. One that cannot be is no wrong use of the command."""

    def fail(self, message: str, param: click.Parameter | None = None, ctx: click.Context | None = None) -> NoReturn:
        """Says so."""
        raise click.ClickException(message)


class BadRequestFile(click.ClickException):
    """A file that is not the message it should be."""

    exit_code = EXIT_BAD_REQUEST


@dataclass(frozen=True, slots=True)
class Asked:
    """The server that a command asks."""

    address: str = ""                   # empty: none, this process answers
    key: str = ""
    tls: bool = False
    roots: str = ""                     # PEM file of the authority that signed the server's certificate
    certificate: tuple[str, str] | None = None      # PEM files: this client's certificate and its key

    def channel(self) -> grpc.Channel:
        """To the server, over TLS where anything of it was named; a key leaves this machine over nothing else."""
        if not (self.tls or self.roots or self.certificate):
            if self.key and not loopback(self.address.rpartition(":")[0]):
                raise click.UsageError("a key is sent over TLS only: name --tls or --roots FILE")
            return grpc.insecure_channel(self.address)
        roots = _pem(self.roots) if self.roots else None
        chain, own = [_pem(file) for file in self.certificate or ()] or (None, None)
        return grpc.secure_channel(self.address, grpc.ssl_channel_credentials(roots, own, chain))


def _pem(file: str) -> bytes:
    """What grpc is given; of anything else it says only that nobody was reached."""
    text = Path(file).read_bytes()
    if b"-----BEGIN " not in text:
        raise click.ClickException(f"{file}: not a PEM file")
    return text


class Asking:
    """Calls rpcs by their descriptors; a context to be entered once per command."""

    def __init__(self, asked: Asked, config: Config) -> None:
        self._asked, self._config = asked, config
        self._runner = asyncio.Runner()
        self._channel: grpc.Channel | None = None
        self._services: Services | None = None
        self._log: Log | None = None

    def __enter__(self) -> "Asking":
        if self._asked.address:
            self._channel = self._asked.channel()
        return self

    def __exit__(self, *error: object) -> None:
        if self._channel is not None:
            self._channel.close()
        if self._services is not None:
            self._services.close()
        if self._log is not None:
            self._log.close()
        self._runner.close()

    @property
    def data(self) -> dict[str, Path]:
        """The files of games played with an owner's own cards."""
        return {name: Path(path) for name, path in self._config.data.items()}

    def one(self, method: str, request: Message, answer: type[A]) -> A:
        """The answer of a unary rpc, named "Service.Method"."""
        return next(self.many(method, request, answer))

    def many(self, method: str, request: Message, answer: type[A]) -> Iterator[A]:
        """The answers of an rpc, as they come."""
        service, _, name = method.partition(".")
        found = SERVICES[service].methods_by_name[name]
        if self._channel is not None:
            yield from self._over_the_wire(self._channel, found, request)
        else:
            yield from self._in_process(found, request)

    def _over_the_wire(self, channel: grpc.Channel, method: MethodDescriptor, request: Message) -> Iterator[Any]:
        path = f"/{method.containing_service.full_name}/{method.name}"
        metadata = (("authorization", f"Bearer {self._asked.key}"),) if self._asked.key else ()
        kind = channel.unary_stream if method.server_streaming else channel.unary_unary
        rpc: Any = kind(path, type(request).SerializeToString, GetMessageClass(method.output_type).FromString)
        try:
            if method.server_streaming:
                yield from rpc(request, metadata=metadata)
            else:
                yield rpc(request, metadata=metadata)
        except grpc.RpcError as error:
            says, retry = _explained(error)
            if error.code() is grpc.StatusCode.UNAVAILABLE and not retry:      # a server of ours says when to come back
                says += NOBODY
            raise refused(error.code(), says, retry) from None

    def _in_process(self, method: MethodDescriptor, request: Message) -> Iterator[Any]:
        if self._services is None:
            self._services = self._runner.run(self._made())
        work = getattr(self._service(method), snake(method.name))
        call = Call(method.containing_service.name, method.name, None, named="local")
        try:
            if not method.server_streaming:
                yield self._runner.run(work(request, call))
                return
            answers = work(request, call)
            while (found := self._runner.run(_next(answers))) is not None:
                yield found
        except (HunchError, ServerError) as error:
            told = refusal(error, "local")
            raise refused(told.code, told.says, told.retry_ms > 0) from None
        except (BadLedger, BadSecret) as error:
            raise click.ClickException(str(error)) from None

    async def _made(self) -> Services:
        self._log = Log("error")
        try:
            return Services(self._config, self._log)
        except HunchError as error:
            raise click.ClickException(str(error)) from None

    def _service(self, method: MethodDescriptor) -> object:
        assert self._services is not None
        return self._services.all[method.containing_service]


def opened(context: click.Context) -> Asking:
    """What answers the commands of this call; to be entered with `with`."""
    chosen = context.obj
    try:
        config = load(environ=os.environ, flags={"data": chosen["data"] or None})
    except BadSetting as error:
        raise click.ClickException(str(error)) from None
    key = chosen["key"].strip()                     # a file that it came from ends with a new line
    if not (key.isascii() and key.isprintable()):
        raise click.UsageError("--key: that is no API key")
    if not chosen["server"].startswith("unix"):         # without one grpc would ask at 443
        try:
            check_port("--server", chosen["server"])
        except BadSetting as error:
            raise click.UsageError(f"{error}; that of `hunch serve` is 50051 where none was chosen") from None
    asked = Asked(chosen["server"], key, chosen["tls"], chosen["roots"], chosen["certificate"])
    return Asking(asked, config)


def text_of(file: IO[str]) -> str:
    """All of a file, within reason."""
    try:
        text = file.read(MOST_FILE + 1)
    except UnicodeDecodeError:
        raise BadRequestFile(f"{file.name}: not text") from None
    if len(text) > MOST_FILE:
        raise BadRequestFile(f"{file.name}: larger than {MOST_FILE:,} characters")
    return text


def read(file: IO[str], message: A) -> A:
    """A message from a file of ProtoJSON."""
    try:
        return wire.from_json(text_of(file), message)
    except HunchError as error:
        raise BadRequestFile(f"{file.name}: {error}") from None


def request_in(file: IO[str]) -> opponent_pb2.SuggestMoveRequest:
    """A request, or a position, bare or in an answer that holds it, from a file."""
    text = text_of(file)
    try:
        return wire.from_json(text, opponent_pb2.SuggestMoveRequest())
    except BadMessage as request:
        try:
            state = wire.from_json(_state_of(text), game_pb2.GameState())
        except BadMessage as bare:
            error = request if '"position"' in text else bare
            raise BadRequestFile(f"{file.name}: {error}") from None
    return opponent_pb2.SuggestMoveRequest(position=advice_pb2.Position(state=state))


def _state_of(text: str) -> str:
    """The position in an answer of NewGame, PlayMoves, ViewState or AdvanceEnemy; any other text as it is."""
    try:
        whole = json.loads(text)
    except (ValueError, RecursionError):
        return text
    return json.dumps(whole["state"]) if isinstance(whole, dict) and isinstance(whole.get("state"), dict) else text


def read_state(file: IO[str]) -> game_pb2.GameState:
    """A position from a file, also from a request that holds one."""
    position = request_in(file).position
    if position.HasField("record"):
        raise BadRequestFile(f"{file.name}: it holds a record, this command wants a position")
    return position.state


def tell(message: Message, as_json: bool, shown: Callable[[], RenderableType]) -> None:
    """An answer as ProtoJSON, or as people read it."""
    if as_json:
        click.echo(wire.to_json(message))
    else:
        out.print(shown())


def write_state(path: str | None, state: game_pb2.GameState) -> bool:
    """Writes a position to a file; True where that is standard output, which then has nothing else."""
    if path == STANDARD:
        click.echo(wire.to_json(state))
    elif path is not None:
        Path(path).write_text(wire.to_json(state) + "\n")
    return path == STANDARD


async def _next(answers: Any) -> Any:
    return await anext(answers, None)


def _explained(error: Any) -> tuple[str, bool]:
    """The message, with the field it is about, and whether it says that asking again may help."""
    text, retry = str(error.details()), False
    for name, value in error.trailing_metadata() or ():
        if name == DETAILS:
            for detail in Status.FromString(value).details:
                retry = retry or detail.Is(RetryInfo.DESCRIPTOR)
                if detail.Is(BadRequest.DESCRIPTOR):
                    bad = BadRequest()
                    detail.Unpack(bad)
                    text = "; ".join(f"{one.field}: {one.description}" for one in bad.field_violations)
    return text, retry

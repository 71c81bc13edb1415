"""Spoilt requests over HTTP, each made from a seed, and what is wrong with an answer to one."""

import base64
import json
import random
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple
from urllib.parse import quote, unquote

from google.protobuf import json_format
from google.protobuf.descriptor import Descriptor, MethodDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

from hunch.engines import GAMES, Stream, load, messages
from hunch.server.errors import TABLE
from hunch.v1 import (
    advice_pb2,
    dice_pb2,
    enemy_pb2,
    operations_pb2,
    opponent_pb2,
    rules_pb2,
    solver_pb2,
)
from tests.support import fuzz
from tests.support.positions import some_position
from tests.support.service_fuzz import corpus, mutated
from tests.support.web import CONNECT_END, ENVELOPE, GRPC_WEB_END

FILES = (opponent_pb2, rules_pb2, enemy_pb2, solver_pb2, dice_pb2, operations_pb2)
"""The files that have our services."""
KINDS = {"json": 46, "proto": 42, "mcp": 4, "query": 4, "head": 4}
"""How many of a hundred requests are of each kind. Those of `mcp` are JSON too."""
STRANGE = (b"", b"{", b"}", b"[", b'"', b"\xff", b"\\u", b":1,", b"-1e999", b"null")
"""Letters that spoil JSON."""
FLAGS = (0, 0, 0, 0, 1, 2, 128, 255)
"""The first byte of an envelope; 0 is right."""
LENGTHS = (0, 0, 0, 0, -1, 1, 2**31)
"""What is added to the length in an envelope; 0 is right."""
WITHOUT_COST = ("ListGames", "ListLevels", "GetServerInfo")
"""Our rpcs that answer GET."""
MORE_HEADERS = (
    "",
    "connect-timeout-ms: 1e9\r\n",
    "content-encoding: gzip\r\n",
    "connection: upgrade\r\nupgrade: h2c\r\n",
)
"""Headers that a spoilt head may have besides."""
TOOLS = ("games", "new_game", "show", "list_moves", "play", "suggest", "hint", "judge", "enemy", "dice", "nothing")
"""Tools for agents, and one that does not exist."""
OF_ENVELOPES = ("protocol error", "unary request has")
"""What the words about a bad envelope begin with. The library's codes for these sound worse than they are."""
ALLOWED = {code.value[0]: code.name.lower().replace("cancelled", "canceled") for code, _ in TABLE.values()}
"""The statuses of the table of errors, by their numbers. Nothing else may answer a call."""
LEAKS = re.compile(
    rb'Traceback|File "|\.pyx?\b|site-packages|/usr/|/tmp/|/home/| object at 0x|\b[A-Z]\w*(Error|Exception)\b|pydantic'
)
"""What no answer may show: places in the code, files, names of exceptions, and words of a library."""


class Spoilt(NamedTuple):
    """A request. A `head` is all its bytes; anything else is a body, or a query without one."""

    kind: str
    path: str
    form: str
    """Its content type after `application/`."""
    sent: bytes


class Came(NamedTuple):
    """An answer."""

    status: int
    headers: Mapping[str, str]
    body: bytes


def methods() -> list[MethodDescriptor]:
    """The rpcs that HTTP carries."""
    services = [service for file in FILES for service in file.DESCRIPTOR.services_by_name.values()]
    return [method for service in services for method in service.methods if not method.client_streaming]


def sealed_requests(tokens: Iterable[tuple[str, bytes]]) -> Iterator[Message]:
    """Sound requests with the tokens of sealed games, whose first seat is the app's own."""
    limits, system = advice_pb2.Limits(iterations=5), rules_pb2.Chance(system=True)
    for name, token in tokens:
        for seat in range(min(2, load(name).seats)):
            position = advice_pb2.Position(sealed=token, seat=seat)
            yield opponent_pb2.SuggestMoveRequest(position=position, limits=limits)
            yield opponent_pb2.WatchSuggestionsRequest(
                ask=opponent_pb2.SuggestMoveRequest(position=position, limits=limits)
            )
        yield opponent_pb2.GetHintRequest(position=advice_pb2.Position(sealed=token, seat=0), limits=limits)
        yield rules_pb2.ListMovesRequest(sealed=token)
        yield rules_pb2.PlayMovesRequest(sealed=token, chance=system)
        yield rules_pb2.ViewStateRequest(sealed=token, seat=0)
        yield rules_pb2.OpenGameRequest(sealed=token)
        yield enemy_pb2.AdvanceEnemyRequest(sealed=token, chance=system)


def new_games() -> Iterator[tuple[str, rules_pb2.NewGameRequest]]:
    """A sealed game of each kind, to be begun."""
    for name in GAMES:
        options = messages.encode_options(load(name))
        yield (
            name,
            rules_pb2.NewGameRequest(
                options=options, seal=rules_pb2.Seal(seats=[0]), chance=rules_pb2.Chance(system=True)
            ),
        )


def sound(more: Iterable[Message] = ()) -> dict[str, list[bytes]]:
    """Sound requests by the name of their message, and more of them."""
    found: dict[str, list[bytes]] = corpus()
    for name in GAMES:
        request = enemy_pb2.AdvanceEnemyRequest(
            state=messages.encode(some_position(name)), chance=rules_pb2.Chance(seed=1)
        )
        found.setdefault(request.DESCRIPTOR.full_name, []).append(request.SerializeToString())
    for message in more:
        found.setdefault(message.DESCRIPTOR.full_name, []).append(message.SerializeToString())
    return found


# Making them -------------------------------------------------------------------------------------------------------


def spoilt(rng: random.Random, rpcs: Sequence[MethodDescriptor], seeds: Mapping[str, Sequence[bytes]]) -> Spoilt:
    """The next request."""
    kind = rng.choices(list(KINDS), list(KINDS.values()))[0]
    if kind == "mcp":
        return Spoilt(kind, "/mcp", "json", spoilt_tool(rng))
    if kind == "query":
        rpcs = [method for method in rpcs if method.name in WITHOUT_COST]
    method = rng.choice(rpcs)
    path = f"/{method.containing_service.full_name}/{method.name}"
    raws = seeds.get(method.input_type.full_name, ())
    if kind == "query":
        return Spoilt(kind, f"{path}?{spoilt_query(rng, raws, method)}", "", b"")
    if kind == "head":
        return Spoilt(kind, path, "", spoilt_head(rng, path, raws, method))
    body = spoilt_json(rng, raws, method) if kind == "json" else mutated(rng, raws)
    form = rng.choice(("", "", "grpc-web+")) or ("connect+" if method.server_streaming else "")
    if form:
        size = max(0, len(body) + rng.choice(LENGTHS))
        body = ENVELOPE.pack(rng.choice(FLAGS), size) + body
    return Spoilt(kind, path, form + kind, body)


def spoilt_json(rng: random.Random, raws: Sequence[bytes], method: MethodDescriptor) -> bytes:
    """JSON of a sound request with values changed or exchanged, or with letters that do not belong there."""
    whole, short = texts_of(method.input_type, rng.choice(raws) if raws else b"")
    if rng.random() < 0.5:
        return fuzz.mutated_text(whole, Stream(rng.getrandbits(64))).encode()
    return with_letters(rng, short)


@cache
def texts_of(kind: Descriptor, raw: bytes) -> tuple[str, bytes]:
    """A message as JSON: with all its fields, and as a client writes it."""
    message = GetMessageClass(kind).FromString(raw)
    whole = json_format.MessageToDict(message, always_print_fields_with_no_presence=True)
    return json.dumps(whole), messages.to_json(message, None).encode()


def with_letters(rng: random.Random, sent: bytes) -> bytes:
    """A text with letters that do not belong there."""
    text = bytearray(sent)
    for _ in range(rng.choice((1, 1, 2, 8))):
        at = rng.randrange(len(text) + 1)
        text[at : at + rng.randrange(3)] = rng.choice(STRANGE)
    return bytes(text)


def spoilt_tool(rng: random.Random) -> bytes:
    """A call of a tool for agents with arguments that it does not take, or letters that do not belong there."""
    names = ("game", "seat", "move", "turn", "language", "time_ms", "level", "faces", "other")
    arguments = {
        name: rng.choice((*fuzz.STRANGE, 1, -1, "kuhn", 10**9)) for name in rng.sample(names, rng.randrange(4))
    }
    call: dict[str, Any] = {
        "jsonrpc": rng.choice(("2.0", "2.0", "2.0", 2)),
        "id": rng.choice((1, 1, "a", None)),
        "method": rng.choice(("tools/call", "tools/call", "tools/list", "initialize", "ping", "no/such")),
        "params": rng.choice(({"name": rng.choice(TOOLS), "arguments": arguments}, {}, None, [])),
    }
    text = json.dumps(call).encode()
    return text if rng.random() < 0.7 else with_letters(rng, text)


def spoilt_query(rng: random.Random, raws: Sequence[bytes], method: MethodDescriptor) -> str:
    """The query of a GET."""
    whole = rng.random() < 0.5
    body = spoilt_json(rng, raws, method) if whole else mutated(rng, raws)
    text = quote(base64.urlsafe_b64encode(body) if rng.random() < 0.5 else body)
    encoding = rng.choice(("json", "proto", "json", "yaml", ""))
    return f"connect=v1&encoding={encoding}&base64={rng.choice((0, 1, 1, 'x'))}&message={text[:4000]}"


def spoilt_head(rng: random.Random, path: str, raws: Sequence[bytes], method: MethodDescriptor) -> bytes:
    """All bytes of a request, of which some in the head are changed, removed, doubled or inserted."""
    body = spoilt_json(rng, raws, method)
    head = f"POST {path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"
    framing = rng.choice((f"content-length: {len(body)}", "transfer-encoding: chunked", "expect: 100-continue"))
    more = rng.choice(MORE_HEADERS)
    return mutated(rng, [f"{head}{framing}\r\n{more}\r\n".encode()]) + body


# Judging answers ---------------------------------------------------------------------------------------------------


class Judged(NamedTuple):
    """What came of a request."""

    outcome: str
    """The code of a refusal as Connect spells it, or "answered". For a head and for agents: the status of HTTP."""
    wrong: str
    """What is wrong with that; empty if it is as it should be."""


def judged(asked: Spoilt, came: Came) -> Judged:
    """What an answer is."""
    if asked.kind in ("head", "mcp"):
        code, sound = str(came.status), came.status < 500 or (asked.kind == "head" and came.status == 501)
    else:
        code, says = refusal(asked, came)
        sound = code in ("", *ALLOWED.values()) or says.startswith(OF_ENVELOPES)
    shown = LEAKS.search(came.body)
    if shown and shown[0] not in asked.sent and shown[0] not in asked.path.encode():
        return Judged(code or "answered", f"shows {shown[0]!r}")
    return Judged(code or "answered", "" if sound else f"{came.status} {code}")


def refusal(asked: Spoilt, came: Came) -> tuple[str, str]:
    """The code of a refusal as Connect spells it, and its words. The code is empty if the call was answered."""
    if came.status != 200:
        return of_json(came.body)
    ends = dict(parts(came.body)) if "+" in asked.form else {}
    if asked.form.startswith("connect"):
        return of_json(json.dumps(json.loads(ends[CONNECT_END]).get("error", {"code": ""})).encode())
    if not asked.form.startswith("grpc-web"):
        return "", ""
    lines = [line.partition(":") for line in ends.get(GRPC_WEB_END, b"").decode("latin-1").split("\r\n")]
    trailers = {**came.headers, **{name.strip().lower(): value.strip() for name, _, value in lines}}
    number = int(trailers.get("grpc-status", "2"))
    return ("" if number == 0 else ALLOWED.get(number, f"grpc-status {number}")), unquote(
        trailers.get("grpc-message", "")
    )


def of_json(body: bytes) -> tuple[str, str]:
    """The code and the words of an error in JSON."""
    error = json.loads(body)
    return error["code"], error.get("message", "")


def parts(raw: bytes) -> Iterator[tuple[int, bytes]]:
    """The envelopes of a stream."""
    while len(raw) >= ENVELOPE.size:
        flags, size = ENVELOPE.unpack_from(raw)
        yield flags, raw[ENVELOPE.size : ENVELOPE.size + size]
        raw = raw[ENVELOPE.size + size :]

"""Calls over HTTP, as the Connect protocol and gRPC-Web write them, with no library that knows either."""

import asyncio
import base64
import json
import struct
from collections.abc import AsyncIterator
from typing import Any

import httpx
from google.protobuf.message import Message
from google.rpc.status_pb2 import Status

from hunch.engines import messages
from tests.support.servers import House
from tests.support.waiting import HANGS_S

WEB = {"listen_web": "127.0.0.1:0"}
"""The setting of a server with an HTTP port."""
LIST, CHECK, SUGGEST = "RulesService/ListGames", "RulesService/CheckState", "OpponentService/SuggestMove"
"""Rpcs that tests ask often."""
JSON = {"content-type": "application/json"}
"""The header of a call as JSON."""
ENVELOPE = struct.Struct(">BI")
"""Flags and length before each message of a stream."""
CONNECT_END, GRPC_WEB_END = 2, 128
"""The flags of a stream's last envelope."""
UNARY = ("proto", "json", "grpc-web+proto", "grpc-web+json")
"""The forms of a call with one answer: the content types after `application/`."""
STREAMED = ("connect+proto", "connect+json", "grpc-web+proto", "grpc-web+json")
"""The forms of a call with many."""


class RefusedOverHttp(Exception):
    """A call that was refused: its code as Connect spells it, its words, and its details by type."""

    def __init__(self, code: str, says: str, details: dict[str, bytes], status: int) -> None:
        super().__init__(f"{code}: {says}")
        self.code, self.says, self.details, self.status = code, says, details, status


def encoded(form: str, message: Message) -> bytes:
    return messages.to_json(message, None).encode() if form.endswith("json") else message.SerializeToString()


def decoded(form: str, raw: bytes, kind: type[Message]) -> Any:
    return messages.from_json(raw, kind()) if form.endswith("json") else kind.FromString(raw)


def enveloped(raw: bytes) -> bytes:
    return ENVELOPE.pack(0, len(raw)) + raw


def client(house: House, **options: Any) -> httpx.AsyncClient:
    return httpx.AsyncClient(base_url=house.web, timeout=HANGS_S, trust_env=False, **options)


async def call(
    http: httpx.AsyncClient, rpc: str, form: str, request: Message, answer: type[Message], **headers: str
) -> Any:
    """The answer of an rpc such as "RulesService/ListGames"."""
    (only,) = [part async for part in stream(http, rpc, form, request, answer, **headers)]
    return only


async def stream(
    http: httpx.AsyncClient, rpc: str, form: str, request: Message, answer: type[Message], **headers: str
) -> AsyncIterator[Any]:
    """The answers of an rpc as they come. Raises `RefusedOverHttp`."""
    body = encoded(form, request)
    sent = {"content-type": f"application/{form}", **{name.replace("_", "-"): value for name, value in headers.items()}}
    whole = form in ("proto", "json")
    post = http.stream("POST", f"/hunch.v1.{rpc}", content=body if whole else enveloped(body), headers=sent)
    async with post as response:
        if whole:
            raw = await response.aread()
            if response.status_code != 200:
                raise of_connect(json.loads(raw), response.status_code)
            yield decoded(form, raw, answer)
            return
        if "grpc-status" in response.headers:
            raise of_grpc(dict(response.headers))
        left = b""
        async for chunk in response.aiter_raw():
            left += chunk
            while len(left) >= ENVELOPE.size and len(left) >= ENVELOPE.size + ENVELOPE.unpack_from(left)[1]:
                flags, size = ENVELOPE.unpack_from(left)
                part, left = left[ENVELOPE.size : ENVELOPE.size + size], left[ENVELOPE.size + size :]
                if flags == CONNECT_END:
                    end = json.loads(part)
                    if "error" in end:
                        raise of_connect(end["error"], response.status_code)
                elif flags == GRPC_WEB_END:
                    lines = [line.partition(":") for line in part.decode().split("\r\n") if line]
                    trailers = {name: value.strip() for name, _, value in lines}
                    if trailers["grpc-status"] != "0":
                        raise of_grpc(trailers)
                else:
                    yield decoded(form, part, answer)


def of_connect(error: dict[str, Any], status: int) -> RefusedOverHttp:
    details = {
        detail["type"].rpartition(".")[2]: base64.b64decode(detail["value"] + "==")
        for detail in error.get("details", ())
    }
    return RefusedOverHttp(error["code"], error.get("message", ""), details, status)


def of_grpc(trailers: dict[str, str]) -> RefusedOverHttp:
    import grpc

    code = next(code for code in grpc.StatusCode if code.value[0] == int(trailers["grpc-status"]))
    status = Status.FromString(base64.b64decode(trailers.get("grpc-status-details-bin", "") + "=="))
    details = {detail.TypeName().rpartition(".")[2]: detail.value for detail in status.details}
    return RefusedOverHttp(code.name.lower().replace("cancelled", "canceled"), status.message, details, 200)


async def spoken(house: House, sent: bytes, patience_s: float = HANGS_S, ends: bool = False) -> bytes:
    """What the port answers to these bytes until it closes the connection. `ends`: nothing more will be sent."""
    reader, writer = await asyncio.open_connection("127.0.0.1", house.server.web_port)
    try:
        writer.write(sent)
        if ends:
            writer.write_eof()
        async with asyncio.timeout(patience_s):
            return await reader.read()
    except ConnectionError:
        return b""
    finally:
        writer.close()

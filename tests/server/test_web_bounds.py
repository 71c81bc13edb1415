"""What a client may send over HTTP, how much of it at once, and how slowly."""

import asyncio

import httpx
import pytest

from hunch.server import connections, web
from tests.support.waiting import until
from tests.support.web import JSON, LIST, WEB, client, spoken


def post(body, *headers):
    head = (
        f"POST /hunch.v1.{LIST} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-type: application/json\r\n"
    )
    return head.encode() + b"".join(header + b"\r\n" for header in headers) + b"\r\n" + body


@pytest.mark.parametrize("chunked", [False, True])
def test_a_body_beyond_the_bound_is_refused(served, chunked):
    body = b'{"x": "' + b"y" * 3_000 + b'"}'
    headers = (b"transfer-encoding: chunked",) if chunked else (b"content-length: %d" % len(body),)
    sent = b"%x\r\n%b\r\n0\r\n\r\n" % (len(body), body) if chunked else body

    async def talk(house):
        return await spoken(house, post(sent, *headers))

    assert b" 429 " in served(talk, most_message_kib=1, **WEB)
    assert b" 400 " in served(talk, most_message_kib=4, **WEB)  # it is read, and has no such field


def test_a_compressed_body_is_never_unpacked(served, monkeypatch):
    import zlib

    monkeypatch.setattr(zlib, "decompressobj", None)

    async def talk(house):
        bomb = b"\x1f\x8b" + bytes(500)
        return await spoken(house, post(bomb, b"content-encoding: gzip", b"content-length: %d" % len(bomb)))

    assert b"compression is not supported" in served(talk, **WEB)


@pytest.mark.parametrize(
    "head",
    [
        b"GET /" + b"a" * 20_000 + b" HTTP/1.1\r\n",
        b"GET / HTTP/1.1\r\nx: " + b"a" * 20_000,
        b"GET / HTTP/1.1\r\n" + b"".join(b"x%d: 1\r\n" % i for i in range(200)) + b"\r\n",
        b"GET / HTTP/1.1\r\n" + b"x: %b\r\n" % (b"y" * 900) * 30 + b"\r\n",
        b"GET / HTTP/1.1\r\n\r\n" * 50,
        b"\x16\x03\x01\x02",
    ],
)
def test_a_head_that_is_too_long_or_none_closes_the_connection(served, head):
    async def talk(house):
        return await spoken(house, head)

    assert b" 400 " in served(talk, **WEB)


@pytest.mark.parametrize("beside", [b"2\r\n{}\r\n0\r\nx: ", b"2;"])
def test_a_body_with_too_much_beside_it_closes_the_connection(served, beside, monkeypatch):
    """Trailers and the extensions of chunks would be kept, or read, without end."""
    monkeypatch.setattr(connections, "REQUEST_S", 3_600.0)

    async def talk(house):
        _, writer = await asyncio.open_connection("127.0.0.1", house.server.web_port)
        writer.write(post(beside, b"transfer-encoding: chunked"))
        try:
            for _ in range(64):
                writer.write(b"a" * connections.MOST_HEAD)
                await writer.drain()
        except ConnectionError:
            pass
        await until(lambda: not house.server._web._state.connections, "the connection is gone")
        writer.close()

    served(talk, **WEB)


def test_a_trailer_counts_as_no_header(served):
    async def talk(house):
        return await spoken(house, post(b"2\r\n{}\r\n0\r\nhost: evil.example\r\n\r\n", b"transfer-encoding: chunked"))

    assert b" 200 " in served(talk, **WEB)


@pytest.mark.parametrize(
    "begun",
    [b"", b"\r\n", b"GET / HT", post(b"{", b"content-length: 2"), post(b"1\r\n{\r\n", b"transfer-encoding: chunked")],
)
def test_a_request_that_does_not_come_closes_the_connection(served, begun, monkeypatch):
    monkeypatch.setattr(connections, "REQUEST_S", 0.05)

    async def talk(house):
        reader, writer = await asyncio.open_connection("127.0.0.1", house.server.web_port)
        writer.write(begun)
        try:
            answer = await reader.read()
        except ConnectionResetError:
            answer = b""
        writer.close()
        await until(lambda: not house.server._web._state.connections, "the connection is gone")
        return answer

    assert b" 200 " not in served(talk, **WEB)


def test_an_answer_that_nobody_reads_closes_the_connection(served, monkeypatch):
    monkeypatch.setattr(connections, "STALLED_S", 0.05)
    monkeypatch.setattr(web, "_home", lambda paths: bytes(1 << 26))

    async def talk(house):
        _, writer = await asyncio.open_connection("127.0.0.1", house.server.web_port, limit=1)
        writer.write(b"GET / HTTP/1.1\r\nhost: localhost\r\n\r\n")
        await until(lambda: house.server._web._state.connections, "it is there")
        await until(lambda: not house.server._web._state.connections, "it is gone")
        writer.close()

    served(talk, **WEB)


def test_connections_and_calls_are_bounded(served):
    async def talk(house):
        async with client(house) as http:
            await http.get("/")
            with pytest.raises(httpx.TransportError):
                async with client(house) as other:
                    await other.get("/")
            house.server._web._uvicorn.app._most = 0
            return (await http.post(f"/hunch.v1.{LIST}", content="{}", headers=JSON)).json()

    assert served(talk, most_connections=1, **WEB)["code"] == "resource_exhausted"

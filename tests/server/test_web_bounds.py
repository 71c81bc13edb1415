"""What a client may send over HTTP, how much of it at once, and how slowly."""

import asyncio
import ssl

import httpx
import pytest

from hunch.server import connections, server, web
from hunch.server.config import Config
from tests.support.certificates import certificate_pem, made, write_pair
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
    monkeypatch.setattr(web, "_about", lambda paths, whole: bytes(1 << 26))

    async def talk(house):
        _, writer = await asyncio.open_connection("127.0.0.1", house.server.web_port, limit=1)
        writer.write(b"GET /about HTTP/1.1\r\nhost: localhost\r\n\r\n")
        await until(lambda: house.server._web._state.connections, "it is there")
        await until(lambda: not house.server._web._state.connections, "it is gone")
        writer.close()

    served(talk, **WEB)


HERE, THERE = "127.0.0.1", "127.0.0.2"
"""Two addresses of loopback, each a network of its own."""


async def opened(house, begun, address=HERE):
    """A connection on which so much was sent."""
    reader, writer = await asyncio.open_connection("127.0.0.1", house.server.web_port, local_addr=(address, 0))
    writer.write(begun)
    return reader, writer


async def answer_to(house, sent, address=HERE):
    """The first bytes of the answer; none if the connection is closed instead."""
    reader, writer = await opened(house, sent, address)
    try:
        return await reader.read(12)
    except ConnectionError:
        return b""
    finally:
        writer.close()


def counted(house, cause):
    """How often the figures have this cause."""
    figures = house.server.services.metrics.registry
    return figures.get_sample_value("hunch_web_refusals_total", {"cause": cause}) or 0


ASK = post(b"{}", b"content-length: 2")
SLOW_BODY = post(b"{", b"content-length: 2")


@pytest.mark.parametrize("begun", [b"", b"GET / HT", SLOW_BODY], ids=["silent", "head", "body"])
def test_one_address_leaves_connections_to_the_others(served, begun):
    async def talk(house):
        held = [await opened(house, begun) for _ in range(2)]
        connections = house.server._web._state.connections
        await until(lambda: len(connections) == 2, "they are there")
        refused, taken = await answer_to(house, ASK), await answer_to(house, ASK, THERE)
        held[0][1].close()

        async def another_is_taken():
            return await answer_to(house, ASK)

        await until(another_is_taken, "the place of a connection that ended is free")
        held[1][1].close()
        return refused, taken, counted(house, "connections") >= 1

    assert served(talk, most_connections_address=2, **WEB) == (b"", b"HTTP/1.1 200", True)


def test_connections_count_before_they_speak_tls(served, tmp_path):
    certificate = made("localhost")
    write_pair(tmp_path, certificate)
    trusted = ssl.create_default_context(cadata=certificate_pem(certificate).decode())

    async def status(house, address):
        at = {"local_addr": (address, 0), "ssl": trusted, "server_hostname": "localhost"}
        reader, writer = await asyncio.open_connection("127.0.0.1", house.server.web_port, **at)
        writer.write(ASK)
        answer = await reader.read(12)
        writer.close()
        return answer

    async def talk(house):
        held = [await opened(house, b"") for _ in range(2)]
        await until(lambda: house.server._web._listener._bound._open == 2, "they are there")
        with pytest.raises(ConnectionError):
            await status(house, HERE)
        answer = await status(house, THERE)
        for _, writer in held:
            writer.close()
        await until(lambda: house.server._web._listener._bound._open == 0, "none is there")
        return answer, counted(house, "connections"), counted(house, "tls")

    settings = {"tls_certificate": str(tmp_path / "certificate.pem"), "tls_key": str(tmp_path / "key.pem")}
    assert served(talk, most_connections_address=2, **WEB, **settings) == (b"HTTP/1.1 200", 1, 2)


def test_slow_calls_of_one_address_leave_room_for_the_others(served):
    async def talk(house):
        _, held = await opened(house, SLOW_BODY)
        await until(lambda: house.server._web._uvicorn.app._calls._open, "the call is there")
        refused = await spoken(house, ASK)
        taken = await answer_to(house, ASK, THERE)
        held.close()
        return refused, taken

    refused, taken = served(talk, most_calls_address=1, **WEB)
    assert refused.startswith(b"HTTP/1.1 429")
    assert b"retry-after: 5\r\n" in refused
    assert b"1 calls of this address are open already" in refused
    assert taken == b"HTTP/1.1 200"


@pytest.mark.parametrize(("most", "of_one"), [(3_000, 1_000), (10, 3), (1, 1)])
def test_an_address_has_a_third_of_the_connections_unless_a_setting_says_how_many(most, of_one):
    assert server._web_connections(Config(most_connections=most))._most_address == of_one
    assert server._web_connections(Config(most_connections=most, most_connections_address=7))._most_address == 7


@pytest.mark.parametrize(
    ("cause", "sent"),
    [
        ("framing", b"no request\r\n\r\n"),
        ("path", b"GET /nothing HTTP/1.0\r\nhost: localhost\r\n\r\n"),
        ("method", ASK.replace(b"POST", b"PUT")),
        ("type", ASK.replace(b"application/json", b"text/plain")),
        ("text", ASK.replace(b"localhost", b"localhost\r\nx: \xff")),
        ("origin", ASK.replace(b"localhost", b"evil.example")),
        ("message", post(b"{}", b"content-length: 2", b"content-encoding: gzip")),
        ("message", ASK.replace(b"application/json", b"application/grpc-web+json")),
        ("message", b"POST /mcp HTTP/1.0\r\nhost: localhost\r\ncontent-length: 2\r\n\r\n{}"),
        ("slow", SLOW_BODY),
    ],
)
def test_what_reaches_no_rpc_is_counted_by_its_cause(served, cause, sent, monkeypatch):
    monkeypatch.setattr(connections, "REQUEST_S", 0.05 if cause == "slow" else 3_600.0)

    async def talk(house):
        before = counted(house, cause)
        await spoken(house, sent)
        await until(lambda: counted(house, cause) == before + 1, "it is counted")
        await spoken(house, ASK)  # what reaches one is a call
        return [counted(house, one) for one in ("framing", "path", "type", "message", "slow")]

    assert sum(served(talk, **WEB)) <= 1


def test_connections_and_calls_are_bounded(served):
    async def talk(house):
        async with client(house) as http:
            await http.get("/")
            with pytest.raises(httpx.TransportError):
                async with client(house) as other:
                    await other.get("/")
            house.server._web._uvicorn.app._calls._most = 0
            return (await http.post(f"/hunch.v1.{LIST}", content="{}", headers=JSON)).json()

    assert served(talk, most_connections=1, **WEB)["code"] == "resource_exhausted"

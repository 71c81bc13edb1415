"""The page for players over HTTP: which files are served, in which form, and how browsers are to treat them."""

import asyncio
import gzip
from pathlib import Path

import pytest

from hunch.engines import GAMES
from hunch.server import auth, connections, page, web
from tests.support.waiting import until
from tests.support.web import WEB, client, spoken

INDEX = b"<!doctype html><title>Hunch</title>"
SCRIPT = b"let turn = 1;\n" * 40_000
"""Longer than what is handed on at once."""
BUILT = {
    "index.html": INDEX,
    "index.html.br": b"index in brotli",
    "index.html.gz": gzip.compress(INDEX),
    "icon.svg": b"<svg/>",
    "licences.txt": b"MIT",
    "assets/app-1a2b.js": SCRIPT,
    "assets/app-1a2b.js.br": b"script in brotli",
    "assets/app-1a2b.js.gz": gzip.compress(SCRIPT),
    "assets/app-3c4d.css": b"p {}",
    ".sources": b"a mark of the build",
}
"""A page as a build leaves it."""
AS_IT_IS = {"accept-encoding": ""}
"""What a client sends that unpacks nothing."""


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a built page, which servers serve."""
    folder = tmp_path / "page"
    for name, body in BUILT.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(body)
    monkeypatch.setattr(page, "read", lambda: page.page(folder))
    return folder


def asked(served, path, method="GET", headers=None, **settings):
    """What the port answers to one request."""

    async def talk(house):
        async with client(house, headers=AS_IT_IS) as http:
            async with http.stream(method, path, headers=headers or {}) as response:
                raw = b"".join([part async for part in response.aiter_raw()])
            return response, raw

    return served(talk, **{**WEB, **settings})


@pytest.mark.usefixtures("built")
@pytest.mark.parametrize(
    ("path", "kind", "body"),
    [
        ("/", "text/html; charset=utf-8", INDEX),
        ("/assets/app-1a2b.js", "text/javascript; charset=utf-8", SCRIPT),
        ("/assets/app-3c4d.css", "text/css; charset=utf-8", b"p {}"),
        ("/icon.svg", "image/svg+xml; charset=utf-8", b"<svg/>"),
        ("/licences.txt", "text/plain; charset=utf-8", b"MIT"),
    ],
)
def test_each_file_is_sent_as_what_it_is_under_strict_headers(served, path, kind, body):
    response, raw = asked(served, path)
    assert (response.status_code, raw) == (200, body)
    assert response.headers["content-type"] == kind
    assert response.headers["content-length"] == str(len(body))
    for name, value in page.STRICT:
        assert response.headers[name.decode()] == value.decode()
    policy = response.headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy


@pytest.mark.usefixtures("built")
@pytest.mark.parametrize(
    ("accepted", "sent"),
    [
        ("", None),
        ("gzip, deflate, br, zstd", "br"),
        ("gzip, deflate", "gzip"),
        ("BR;q=0, gzip;q=0.5", "gzip"),
        ("br;q=0.000, gzip; q=0", None),
        ("deflate", None),
    ],
)
def test_a_packed_file_is_sent_to_those_who_take_it(served, accepted, sent):
    response, raw = asked(served, "/assets/app-1a2b.js", headers={"accept-encoding": accepted})
    assert response.headers.get("content-encoding") == sent
    assert raw == BUILT["assets/app-1a2b.js" + {"br": ".br", "gzip": ".gz", None: ""}[sent]]
    assert response.headers["vary"] == "Accept-Encoding"


@pytest.mark.usefixtures("built")
@pytest.mark.parametrize(
    ("path", "keep"),
    [("/", "no-cache"), ("/icon.svg", "no-cache"), ("/assets/app-3c4d.css", "public, max-age=31536000, immutable")],
)
def test_a_browser_keeps_what_is_named_by_its_hash_and_asks_again_for_the_rest(served, path, keep):
    first, raw = asked(served, path)
    tag = first.headers["etag"]
    assert first.headers["cache-control"] == keep
    for known in (tag, f'"other", W/{tag}', "*"):
        again, nothing = asked(served, path, headers={"if-none-match": known})
        assert (again.status_code, nothing) == (304, b"")
        assert (again.headers["etag"], again.headers["cache-control"]) == (tag, keep)
    changed, whole = asked(served, path, headers={"if-none-match": '"other"'})
    assert (changed.status_code, whole) == (200, raw)


@pytest.mark.usefixtures("built")
def test_each_form_of_a_file_has_a_tag_of_its_own(served):
    tags = [asked(served, "/", headers={"accept-encoding": name})[0].headers["etag"] for name in ("", "gzip", "br")]
    assert len(set(tags)) == 3


@pytest.mark.usefixtures("built")
@pytest.mark.parametrize("path", ["/", "/assets/app-1a2b.js"])
def test_head_answers_as_get_does_without_the_body(served, path):
    whole, raw = asked(served, path)
    head, nothing = asked(served, path, "HEAD")
    assert (head.status_code, nothing) == (200, b"")
    assert head.headers == whole.headers
    assert int(head.headers["content-length"]) == len(raw)


@pytest.mark.usefixtures("built")
@pytest.mark.parametrize(
    "path",
    [
        "/assets/",
        "/assets/none.js",
        "/assets/app-1a2b.js.br",
        "/index.html",
        "/.sources",
        "/assets/../index.html",
        "/../page.py",
        "/%2e%2e/page.py",
        "/assets/..%2findex.html",
        "//index.html",
        "/rules/../page.py",
        "/assets/app-1a2b.js/",
    ],
)
def test_only_names_of_the_table_are_found(served, path):
    async def talk(house):
        head = f"GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n"
        return await spoken(house, head.encode())

    assert served(talk, **WEB).split(b" ")[1] == b"404"


@pytest.mark.usefixtures("built")
def test_a_file_that_appears_later_is_not_served(served, built):
    async def talk(house):
        (built / "assets" / "later.js").write_text("")
        async with client(house, headers=AS_IT_IS) as http:
            return (await http.get("/assets/later.js")).status_code

    assert served(talk, **WEB) == 404


@pytest.mark.usefixtures("built")
def test_the_page_needs_no_key_and_its_calls_do(served, tmp_path):
    auth.write(tmp_path / "keys.json", [auth.make(["rules"])[1]])

    async def talk(house):
        async with client(house, headers=AS_IT_IS) as http:
            call = "/hunch.v1.RulesService/ListGames?encoding=json&message={}"
            return [(await http.get(path)).status_code for path in ("/", "/assets/app-3c4d.css", call)]

    assert served(talk, keys=str(tmp_path / "keys.json"), **WEB) == [200, 200, 401]


@pytest.mark.usefixtures("built")
def test_a_reader_who_stops_holds_little_and_not_for_long(served, monkeypatch):
    """Files count for their address, and what is not read is not handed on."""
    monkeypatch.setattr(connections, "STALLED_S", 0.05)
    monkeypatch.setattr(web, "PIECE", 4096)
    handed = []
    answer = page.File.answer

    def long(file, headers):
        status, sent, body = answer(file, headers)
        return status, sent, body * 100

    monkeypatch.setattr(page.File, "answer", long)
    write = connections.Connection.pause_writing

    def paused(connection):
        handed.append(connection.transport.get_write_buffer_size())
        write(connection)

    monkeypatch.setattr(connections.Connection, "pause_writing", paused)

    async def talk(house):
        _, writer = await asyncio.open_connection("127.0.0.1", house.server.web_port)
        writer.write(b"GET /assets/app-1a2b.js HTTP/1.1\r\nhost: localhost\r\n\r\n")
        site = house.server._web._uvicorn.app
        await until(lambda: handed, "it stops")
        open_now = dict(site._files_open._at)
        await until(lambda: not house.server._web._state.connections, "it is gone")
        await until(lambda: not site._files_open._at, "nothing is open")
        writer.close()
        return open_now

    assert served(talk, **WEB) == {"127.0.0.1": 1}
    assert max(handed) <= 65_536 + 2 * 4096


@pytest.mark.usefixtures("built")
def test_files_are_bounded_for_an_address_as_calls_are(served):
    async def talk(house):
        site = house.server._web._uvicorn.app
        async with client(house, headers=AS_IT_IS) as http:
            with site._files_open.opened("ipv4:127.0.0.1:1"):
                there = await http.get("/")
            return there, await http.get("/")

    refused, answered = served(talk, most_calls_address=1, **WEB)
    assert (refused.status_code, refused.json()["code"]) == (429, "resource_exhausted")
    assert answered.status_code == 200


# The rules ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_the_page_of_each_game_is_served_as_markdown(served, game):
    response, raw = asked(served, f"/rules/{game}.md")
    assert response.headers["content-type"] == "text/markdown; charset=utf-8"
    assert raw.decode() == (Path(__file__).parents[2] / f"docs/games/{game}.md").read_text()
    packed, body = asked(served, f"/rules/{game}.md", headers={"accept-encoding": "gzip"})
    assert packed.headers["content-encoding"] == "gzip"
    assert gzip.decompress(body) == raw


# Without the page --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("left", [(), ("assets/app-1a2b.js",)])
def test_without_the_page_the_server_serves_the_rest_and_says_what_is_missing(served, built, left):
    for name in set(BUILT) - set(left):
        (built / name).unlink()

    async def talk(house):
        async with client(house, headers=AS_IT_IS) as http:
            answers = [await http.get(path) for path in ("/", "/about", "/assets/app-1a2b.js")]
        return answers, [line["problem"] for line in house.logged() if line["event"] == "page"]

    (first, about, script), lines = served(talk, **WEB)
    assert lines == [f"{page.MADE_WITHOUT}; {page.WAY_OUT}"]
    assert first.text == about.text
    assert page.MADE_WITHOUT[1:] in first.text
    assert "docs/page.md" in first.text
    assert (first.status_code, script.status_code) == (200, 404)


@pytest.mark.usefixtures("built")
def test_with_the_page_nothing_is_said_and_the_page_about_the_port_leads_to_it(served):
    async def talk(house):
        async with client(house, headers=AS_IT_IS) as http:
            about = await http.get("/about")
        return about, [line for line in house.logged() if line["event"] == "page"]

    about, lines = served(talk, **WEB)
    assert lines == []
    assert '<a href="/">' in about.text
    assert "npm" not in about.text


def test_a_package_without_the_folder_has_no_page():
    assert page._package("hunch.no_such_folder") is None
    assert page.page(None) == {}

"""The mixes over HTTP: what they send is sound for every game, and what fails is counted."""

import http.client
import io
import itertools
import json
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hunch.engines import GAMES
from loadtest import connect, figures
from loadtest.page import SEEN, Page
from loadtest.plain import Plain
from loadtest.positions import deck
from loadtest.processes import Serving, free_port
from tests.support.waiting import HANGS_S

THINK_MS = 20
"""The thinking time of these requests. That they are sound shows without more."""
DRAWS = 6
"""Requests of each kind, so that positions and records are among them."""
MOST_ACTIONS = 200
"""What a player does until all kinds of calls were made. With many seats it is seldom their turn."""
MIXES = json.loads((Path(connect.__file__).parent / "mixes.json").read_text())["mixes"]
WEB = [name for name, mix in MIXES.items() if mix["over"] == "http"]
MAY_FAIL = {"OK", "LATE", "DEADLINE_EXCEEDED", "RESOURCE_EXHAUSTED", "TimeoutError", "timeout"}
"""What a sound request may meet on a machine that is busy with other work."""


class Web:
    """Makes the calls of a page one after the other, and keeps what was answered."""

    def __init__(self, address: str) -> None:
        self._connection = http.client.HTTPConnection(address, timeout=HANGS_S)
        self.answers: list[tuple[str, Any]] = []

    def ask(self, series: str, rpc: str, body: dict[str, Any]) -> Any:
        self._connection.request("POST", connect.path(rpc), connect.packed(body), {"content-type": connect.UNARY})
        response = self._connection.getresponse()
        answer = connect.answer(response.status, response.read())
        self.answers.append((series, answer))
        return answer

    def watch(self, series: str, rpc: str, body: dict[str, Any]) -> None:
        packed = connect.packed(body, stream=True)
        self._connection.request("POST", connect.path(rpc), packed, {"content-type": connect.STREAM})
        response = self._connection.getresponse()
        for message in itertools.islice(connect.messages(response.read), SEEN):
            self.answers.append((series, message))
        self._connection.close()


@pytest.fixture(scope="module")
def server() -> Iterator[Serving]:
    with Serving(cores=1, listen_web=f"127.0.0.1:{free_port()}", log_level="error") as server:
        yield server


@pytest.mark.parametrize("game", GAMES)
def test_every_request_of_an_app_is_answered(server: Serving, game: str) -> None:
    plain, web = Plain(deck(seed=2, games=[game], each=1), random.Random(1), THINK_MS), Web(server.web)
    for make in plain.kinds().values():
        for _ in range(DRAWS):
            assert web.ask(*make())


@pytest.mark.parametrize("game", GAMES)
def test_every_call_of_a_page_is_answered(server: Serving, game: str) -> None:
    web = Web(server.web)
    chance = random.Random(3)
    page = Page(web.ask, web.watch, itertools.repeat(game), chance, THINK_MS)
    wanted = {"new game", "look", "hint", "watch", "moves", "play"}
    for _ in range(MOST_ACTIONS):
        chance.choice((page.look, page.hint, page.watch, page.play))()
        if wanted <= {series for series, _ in web.answers}:
            break
    assert wanted <= {series for series, _ in web.answers}
    assert any("searchId" in answer for series, answer in web.answers if series == "watch")


def test_a_page_plays_its_games_to_the_end_and_begins_the_next(server: Serving) -> None:
    web = Web(server.web)
    page = Page(web.ask, web.watch, iter(["kuhn", "leduc"]), random.Random(3), THINK_MS)
    page.play()
    while not page.over:
        page.play()
    page.look()
    begun = [answer["sealed"]["views"][0]["state"] for series, answer in web.answers if series == "new game"]
    assert [[game for game in GAMES if game in state] for state in begun] == [["kuhn"], ["leduc"]]


def test_a_page_gets_no_position_but_its_own_views(server: Serving) -> None:
    web = Web(server.web)
    page = Page(web.ask, web.watch, itertools.repeat("tomahawk"), random.Random(3), THINK_MS)
    for _ in range(DRAWS):
        page.play()
    assert [name for name, answer in web.answers if name != "moves" and ("state" in answer or "advice" in answer)] == []


def stream(*parts: tuple[int, Any]) -> Any:
    raws = [(flags, json.dumps(part).encode()) for flags, part in parts]
    return io.BytesIO(b"".join(connect.ENVELOPE.pack(flags, len(raw)) + raw for flags, raw in raws)).read


def test_a_stream_brings_its_messages_and_ends() -> None:
    assert list(connect.messages(stream((0, {"a": 1}), (0, {}), (connect.END, {})))) == [{"a": 1}, {}]


@pytest.mark.parametrize(
    ("parts", "code"),
    [(((0, {}), (connect.END, {"error": {"code": "unavailable"}})), "UNAVAILABLE"), (((0, {}),), "CUT")],
)
def test_a_stream_that_fails_is_refused_after_its_messages(parts: Any, code: str) -> None:
    messages = connect.messages(stream(*parts))
    assert next(messages) == {}
    with pytest.raises(connect.Refused) as refused:
        next(messages)
    assert refused.value.code == code


@pytest.mark.parametrize(("raw", "code"), [(b'{"code": "not_found"}', "NOT_FOUND"), (b"<html>", "CUT")])
def test_an_answer_that_is_none_is_refused(raw: bytes, code: str) -> None:
    with pytest.raises(connect.Refused) as refused:
        connect.answer(404, raw)
    assert refused.value.code == code


def samples_of(mix: str, address: str, out: Path) -> list[Any]:
    """The samples of a generator that sends a mix for a second."""
    chosen = ["--mix", mix, "--address", address, "--phases", "[[8, 1]]", "--out", str(out)]
    subprocess.run([sys.executable, "-m", "loadtest.web_users", *chosen], check=True, timeout=HANGS_S)
    samples: list[Any] = json.loads(out.read_text())["samples"]
    return samples


@pytest.mark.long
@pytest.mark.parametrize("mix", WEB)
def test_a_generator_sends_its_mix(server: Serving, mix: str, tmp_path: Path) -> None:
    samples = samples_of(mix, server.web, tmp_path / "out.json")
    assert {status for *_, status, _ in samples} <= MAY_FAIL
    assert "OK" in {status for *_, status, _ in samples}


@pytest.mark.long
@pytest.mark.parametrize("mix", WEB)
def test_a_server_that_is_not_there_is_counted(mix: str, tmp_path: Path) -> None:
    samples = samples_of(mix, f"127.0.0.1:{free_port()}", tmp_path / "out.json")
    assert {(status, good) for *_, status, good in samples} == {("ConnectionRefusedError", False)}


@pytest.mark.long
def test_users_over_http_load_no_grpc() -> None:
    program = "import sys, loadtest.web_users; sys.exit('grpc' in sys.modules)"
    subprocess.run([sys.executable, "-c", program], check=True, timeout=HANGS_S)


def test_a_late_move_and_a_failed_call_miss_what_is_promised() -> None:
    samples = [("move", 0, 0.0, 110.0, "OK", True), ("hint", 0, 0.0, 900.0, "UNAVAILABLE", False)]
    assert figures.promised("json", samples, 100) == {"json.move_p99_over_think_ms": 10.0, "json.errors": 1.0}
    late = [*samples, ("move", 0, 0.0, 320.0, "OK", True)]
    assert figures.promised("json", late, 100)["json.move_p99_over_think_ms"] == 220


@pytest.mark.parametrize("mix", WEB)
def test_every_mix_over_http_has_its_share_its_time_and_its_targets(mix: str) -> None:
    mixes = json.loads((Path(connect.__file__).parent / "mixes.json").read_text())
    assert mixes["shares"][mix] <= 1
    assert mixes["short"][f"{mix}_s"] <= 10
    assert set(figures.promised(mix, [], 100)) <= {target["metric"] for target in figures.targets("loadtest")}

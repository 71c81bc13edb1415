"""Bad inputs reach a server, are counted by what came of them, and what is wrong is found."""

from collections import Counter

import pytest

from loadtest import badinputs
from loadtest.processes import Serving, free_port
from tests.support.http_fuzz import KINDS, Came, Spoilt

COUNT = 300


def test_a_batch_counts_every_input_once_and_half_of_them_are_json(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(badinputs, "BATCH", COUNT)
    port = free_port()
    with Serving(listen_web=f"127.0.0.1:{port}", **badinputs.LIMITS):
        seeds = badinputs.seeds_of(port)
        found = badinputs.batch(1, port, seeds)
        again = badinputs.batch(1, port, seeds)
    assert found.wrong == []
    assert found.counts.total() == again.counts.total() == COUNT
    kinds = Counter(kind for kind, _ in found.counts.elements())
    assert kinds == Counter(kind for kind, _ in again.counts.elements())  # the number of a batch is its seed
    assert 0.4 * COUNT < sum(count for kind, count in kinds.items() if kind.endswith(("json", "mcp"))) < 0.6 * COUNT
    assert {"mcp", "query", "head"} <= set(kinds)
    assert KINDS["json"] + KINDS["mcp"] == sum(KINDS.values()) / 2


def test_wrong_answers_and_hangs_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    came = iter((Came(500, {}, b'{"code": "internal"}'), TimeoutError(), Came(200, {}, b"Traceback")))

    def answer(client: badinputs.Client, asked: Spoilt) -> Came:
        found = next(came)
        if isinstance(found, Exception):
            raise found
        return found

    monkeypatch.setattr(badinputs, "BATCH", 3)
    monkeypatch.setattr(badinputs, "spoilt", lambda *about: Spoilt("json", "/x", "json", b"{"))
    monkeypatch.setattr(badinputs.Client, "ask", answer)
    found = badinputs.batch(1, free_port(), {})
    assert [wrong.partition("\n")[0] for wrong in found.wrong] == ["500 internal", "no answer", "shows b'Traceback'"]
    assert found.counts["json", "hang"] == 1

"""A refusal of a position names the path of a field that its message has."""

import pytest

from hunch.engines import GAMES, load
from tests.support.paths import leads


@pytest.mark.parametrize("name", GAMES)
def test_each_flaw_names_a_field_of_the_message(name: str) -> None:
    nothing, *flaws = load(name).flaws
    assert nothing == ""
    assert flaws
    for flaw in flaws:
        path, _, reason = flaw.partition(": ")
        assert leads(f"{name}.{path}"), f"{flaw!r}: there is no such field"
        assert reason


def test_a_path_that_leads_nowhere_is_known() -> None:
    for path in ("kuhn.cards", "kuhn.cards[1].rank", "tomahawk.seats.points", "rules_version"):
        assert leads(path), path
    for path in ("kuhn.hand", "kuhn.cards.length", "kuhn.dealt[0]", "kuhn.dealt.rank", "kuhn.", "chess", ""):
        assert not leads(path), path

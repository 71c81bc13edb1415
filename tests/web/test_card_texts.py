"""The page says of Comanchería's cards what the page of the game says of them."""

import json
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BOARD = ROOT / "web/src/boards/comancheria"
PAGE = (ROOT / "docs/games/comancheria.md").read_text()
SHORT = {"23": "8", "36": "13", "39": "10"}
"""Cards whose row on the page refers to the row of another card."""
TEXTS = {
    key: text
    for key, text in json.loads((BOARD / "en.json").read_text()).items()
    if (key.partition(".")[0] in ("card", "event", "set") and key[-1].isdigit()) or key.startswith("event.")
}


@pytest.mark.parametrize("key", TEXTS)
def test_a_text_stands_on_the_page_of_the_game(key: str) -> None:
    kind, _, which = key.partition(".")
    if kind == "card":
        number = SHORT.get(which, which)
        assert any(row.startswith(f"| {number} ") and row.endswith(f"| {TEXTS[key]} |") for row in PAGE.splitlines())
    else:
        assert f"| {TEXTS[key]} |" in PAGE


def test_every_card_event_and_level_has_a_text() -> None:
    table = json.loads((BOARD / "table.json").read_text())
    wanted = {f"card.{number + 1}" for number in range(len(table["cards"]))}
    wanted |= {f"event.{card['event']}" for card in table["war"]}
    wanted |= {f"set.{one + 1}.{level + 1}" for one, costs in enumerate(table["sets"]) for level in range(len(costs))}
    assert TEXTS.keys() == wanted


def test_both_languages_have_the_same_words() -> None:
    for board in ("comancheria", "powwow"):
        english, french = (json.loads((BOARD.parent / board / f"{name}.json").read_text()) for name in ("en", "fr"))
        assert english.keys() == french.keys()

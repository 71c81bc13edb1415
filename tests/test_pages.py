"""Every game has a page, the pages are built alike, and what they show is true."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

from hunch.engines import GAMES, BadMessage, messages, package
from hunch.v1 import game_pb2 as pb

ROOT = Path(__file__).parent.parent
PAGES = ROOT / "docs/games"
PLACES = ("*.md", "docs/**/*.md", "deploy/*.md", "loadtest/*.md", "packages/*/*.md")
ALL = [path for place in PLACES for path in sorted(ROOT.glob(place))]
HEADINGS = [
    "The game",
    "What is hidden",
    "Moves and notation",
    "Options",
    "State on the wire",
    "Rulings",
    "Data and its marks",
    "What missing information costs",
    "Figures",
]


def page(game: str) -> str:
    path = PAGES / f"{game}.md"
    assert path.exists(), f"{game} has no page docs/games/{game}.md"
    return path.read_text()


def section(text: str, heading: str) -> str:
    return text.split(f"\n## {heading}\n")[1].split("\n## ")[0]


@pytest.mark.parametrize("game", GAMES)
def test_a_page_has_the_headings_of_the_others_in_their_order(game: str) -> None:
    assert re.findall(r"^## (.*)$", page(game), re.M) == HEADINGS


@pytest.mark.parametrize("game", GAMES)
def test_a_page_names_every_option(game: str) -> None:
    options = section(page(game), "Options")
    assert not [option.name for option in package(game).OPTIONS if f"`{option.name}`" not in options]


@pytest.mark.parametrize("game", GAMES)
def test_a_page_shows_a_state_that_can_be_read(game: str) -> None:
    """The whole of it or, of a large game, a part."""
    shown = re.findall(r"```json\n(.*?)```", section(page(game), "State on the wire"), re.S)
    assert shown, "no example in the section State on the wire"
    for text in shown:
        if list(json.loads(text)) == [game]:
            messages.decode(messages.from_json(text, pb.GameState()))
        else:
            assert any(is_read(text, message) for message in message_kinds(game)), text


def message_kinds(game: str) -> list[Message]:
    fields: Any = pb.GameState.DESCRIPTOR.fields_by_name
    file = fields[game].message_type.file
    return [GetMessageClass(message)() for message in file.message_types_by_name.values()]


def is_read(text: str, message: Message) -> bool:
    try:
        messages.from_json(text, message)
    except BadMessage:
        return False
    return True


@pytest.mark.parametrize("path", ALL, ids=lambda path: str(path.relative_to(ROOT)))
def test_nine_of_ten_sentences_of_a_page_have_at_most_25_words(path: Path) -> None:
    found = sorted(sentences(path.read_text()), key=words)
    long = found[int(0.9 * len(found)) :]
    assert words(long[0]) <= 25, "\n".join(sentence for sentence in long if words(sentence) > 25)


def sentences(text: str) -> list[str]:
    """Those of paragraphs and list items; code, tables and headings do not count."""
    text = re.sub(r"^(\||#| {4}(?! *[-*\d])).*$", "", re.sub(r"```.*?```", "", text, flags=re.S), flags=re.M)
    blocks = re.split(r"\n\s*\n|\n\s*(?=[-*] |\d+\. )", text)
    found = [part for block in blocks for part in re.split(r"[.!?][)\"*_]*\s+(?=[^a-z\s])", block)]
    return [part for part in found if words(part)]


def words(sentence: str) -> int:
    return len([word for word in re.sub(r"`[^`]*`", "code", sentence).split() if re.search(r"\w", word)])


@pytest.mark.parametrize("path", ALL, ids=lambda path: path.name)
def test_a_page_names_commands_and_files_that_exist(path: Path) -> None:
    text = path.read_text()
    modules = set(re.findall(r"python -m ((?:bench|tests|loadtest)[\w.]*)", text))
    places = {name: ROOT / name.replace(".", "/") for name in modules}
    assert not [
        name for name, at in places.items() if not (at.with_suffix(".py").exists() or (at / "__main__.py").exists())
    ]
    tests = set(re.findall(r"pytest (tests/[\w/.]+)", text))
    assert not [name for name in tests if not (ROOT / name).exists()]
    targets = set(re.findall(r"`make ([\w-]+)`", text))
    known = set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(), re.M))
    assert targets <= known, f"no such make target: {targets - known}"

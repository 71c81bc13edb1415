"""The pages for users: no command that would fetch somebody else's program, no file that is not there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOLVED_MS = 20_000
"""Enough to solve what the pages ask about, also where everything is slow."""
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_no_page_sends_anybody_to_another_project_of_the_same_name(page):
    assert not re.search(r"pip install\s+(-\S+\s+)*hunch\b", page.read_text())


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_to_files_that_are_there(page):
    links = re.findall(r"\]\((?!http)([^)#]+)", page.read_text())
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_every_reason_is_on_the_hosting_page():
    page = (ROOT / "docs" / "hosting.md").read_text()
    from hunch.server.errors import TABLE

    assert [reason for _, reason in TABLE.values() if reason not in page and reason != "BAD_REQUEST"] == []


def shown(page: Path, command: str) -> list[str]:
    """What a page shows below a command."""
    lines = page.read_text().split(f"    $ .venv/bin/hunch {command}\n")[1].split("\n\n")[0].splitlines()
    return [line.removeprefix("    ") for line in lines]


def test_the_hint_on_the_page_is_what_comes(hunch):
    command = "hint examples/goofspiel.json --seed 1"
    told = hunch("hint", ROOT / "examples/goofspiel.json", "--seed", 1, "--time-ms", SOLVED_MS)
    assert told.splitlines() == shown(ROOT / "docs/hints.md", command)


def test_the_table_in_the_readme_is_what_comes(hunch):
    def rows(lines):
        return [[cell.strip() for cell in line.split("│")[1:] if "," not in cell] for line in lines if "│" in line]

    told = hunch("suggest", ROOT / "examples/goofspiel.json", "--seed", 1, "--time-ms", SOLVED_MS).splitlines()
    page = shown(ROOT / "README.md", "suggest examples/goofspiel.json")
    assert rows(told) == rows(page) != []
    assert told[0].split()[0] == "play"

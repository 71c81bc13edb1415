"""The pages for users: no command that would fetch somebody else's program, no file that is not there."""
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
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

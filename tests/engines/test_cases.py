"""Runs the rule cases in cases/<game>/*.json, which cases/README.md explains."""

import json
from pathlib import Path
from typing import Any

import pytest

from hunch.engines import GAMES
from tests.support.cases import changed_data, faults, found_cases, listed_rows
from tools.write_cases import FOLDER as CASES
from tools.write_cases import dense, files


@pytest.mark.parametrize(("game", "case"), list(found_cases()))
def test_case(game: str, case: dict[str, Any], tmp_path: Path) -> None:
    wrong = faults(game, case, changed_data(game, case, tmp_path / "data.json"))
    if wrong:
        lines = "\n".join(f"  {line}" for line in wrong)
        pytest.fail(f"{case['row']}: {case['rule']}\n{lines}", pytrace=False)


def test_every_case_file_is_in_its_dense_form() -> None:
    texts = {str(path.relative_to(CASES)): path.read_text() for path in files()}
    loose = [name for name, text in texts.items() if text != dense(json.loads(text))]
    assert not loose, f"`make cases` writes anew: {', '.join(loose)}"


@pytest.mark.parametrize("game", GAMES)
def test_every_ruling_of_the_page_has_a_case_and_the_reverse(game: str) -> None:
    rows, cases = listed_rows(game), [case.values for case in found_cases()]
    tried = {case["row"] for name, case in cases if name == game}
    assert not rows - tried, f"no case in tests/engines/cases/{game} for {', '.join(sorted(rows - tried))}"
    if rows:
        assert not tried - rows, f"not listed in docs/games/{game}.md: {', '.join(sorted(tried - rows))}"

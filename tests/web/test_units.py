"""The logic of the page, by Node's own runner of tests."""

from pathlib import Path

import pytest

from tests.support.left_out import leave_out
from tests.support.programs import run
from tools.build_page import WEB, Missing, find_node

FILES = sorted(path.relative_to(WEB) for path in WEB.glob("test/**/*.test.ts"))


@pytest.mark.parametrize("file", FILES, ids=str)
def test_the_logic_of_the_page_holds(file: Path) -> None:
    try:
        node = find_node()
    except Missing as missing:
        leave_out(f"{missing}: tests of the page's logic are left out")
    if not (WEB / "node_modules").exists():
        leave_out("web/node_modules is missing: make page; tests of the page's logic are left out")
    run(WEB, node, "--test", "--test-reporter=dot", file)

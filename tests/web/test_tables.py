"""The tables of the page's boards are those of the games' data."""

import pytest

from tools.write_web_tables import TABLES, path_of, written


@pytest.mark.parametrize("game", TABLES)
def test_a_boards_table_is_what_make_goldens_writes(game: str) -> None:
    assert path_of(game).read_text() == written(game)

"""Pow Wow on a track where nearly every space opens an exchange, so that short games have many."""

import json
from pathlib import Path

from hunch.engines import Game, load

PRINTED = Path(__file__).parents[2] / "engines/games/powwow/data.json"


def busy_game(folder: Path, spaces: int = 36, **options: int | str) -> Game:
    """Every fifth space has a stone, all others have moccasins."""
    data = json.loads(PRINTED.read_text())
    data["track"]["spaces"] = spaces
    data["track"]["specials"] = [
        {"space": space, "kind": "moccasin" if space % 5 else "stone", "mark": "inferred", "source": "this test"}
        for space in range(1, spaces + 1)
    ]
    path = folder / f"busy-{spaces}.json"
    path.write_text(json.dumps(data))
    return load("powwow", data=path, **options)

"""Writes the golden playthroughs and perft counts of all games anew: `make goldens`, or with games as arguments."""

import json
import sys

from hunch.engines import GAMES
from tests.support.goldens import FOLDER, chosen_games, counts, path_of, random_moves, written

for name in sys.argv[1:] or GAMES:
    (FOLDER / name).mkdir(parents=True, exist_ok=True)
    (FOLDER / "perft").mkdir(exist_ok=True)
    for old in (FOLDER / name).glob("*.txt"):
        old.unlink()
    perft = {}
    for game in chosen_games(name):
        moves = random_moves(game)
        path_of(game).write_text(written(game, moves))
        perft[path_of(game).name] = counts(game, moves)
        print(f"{path_of(game).relative_to(FOLDER.parents[1])}: {len(moves)} steps")
    (FOLDER / "perft" / f"{name}.json").write_text(json.dumps(perft, indent=1, ensure_ascii=False) + "\n")

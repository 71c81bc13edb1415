"""Saves what this version's wire looks like, for later versions to keep to: `python -m tests.releases.save`.

In tests/releases/<version>: the image of proto/ that `make lint` compares with, and positions of every game.
"""
import subprocess
import sys
import tomllib
from pathlib import Path

from hunch.engines import CHANCE, GAMES, State, Stream, load, wire

HERE = Path(__file__).parent
VERSION: str = tomllib.loads((HERE.parents[1] / "pyproject.toml").read_text())["project"]["version"]
STEPS = {"kuhn": 3, "leduc": 5, "goofspiel": 12, "tomahawk": 60, "manitou": 60, "powwow": 60, "comancheria": 150}


def played(name: str) -> State:
    """A position from the middle of a game, where a seat must choose."""
    stream, position, left = Stream(3), load(name).new(), STEPS[name]
    while left > 0 or position.to_move == CHANCE:
        chance = position.to_move == CHANCE
        position, left = position.apply(position.roll(stream) if chance else position.playout(stream)), left - 1
    return position


def main() -> None:
    """Writes the folder of this version."""
    folder = HERE / VERSION
    folder.mkdir(exist_ok=True)
    buf = Path(sys.executable).with_name("buf")
    subprocess.run([buf, "build", "--exclude-source-info", "-o", folder / "proto.binpb"], check=True)
    for name in GAMES:
        position = played(name)
        for kind, state in (("whole", position), ("view", position.view(position.to_move))):
            (folder / f"{name}.{kind}.json").write_text(wire.to_json(wire.encode(state)) + "\n")


if __name__ == "__main__":
    main()

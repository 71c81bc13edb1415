"""Saves what this version's wire looks like, for later versions to keep to: `python -m tests.releases.save --write`.

In tests/releases/<version>: the image of proto/ that `make lint` compares with, and positions of every game.
"""

import argparse
import subprocess
import sys
import tomllib
from pathlib import Path

from hunch.engines import CHANCE, GAMES, State, Stream, load, messages, questions

HERE = Path(__file__).parent
VERSION: str = tomllib.loads((HERE.parents[1] / "pyproject.toml").read_text())["project"]["version"]


def played(name: str) -> State:
    """A position from the middle of a game, where a seat must choose."""
    stream, position, left = Stream(3), load(name).new(), questions(name).saved_steps
    while left > 0 or position.to_move == CHANCE:
        chance = position.to_move == CHANCE
        position, left = position.apply(position.roll(stream) if chance else position.rollout_move(stream)), left - 1
    return position


def main() -> None:
    """Writes the folder of this version, when told to."""
    parser = argparse.ArgumentParser(description=f"Saves the messages and positions of version {VERSION}.")
    parser.add_argument("--write", action="store_true", required=True, help="over what is there")
    parser.parse_args()
    folder = HERE / VERSION
    folder.mkdir(exist_ok=True)
    buf = Path(sys.executable).with_name("buf")
    subprocess.run([buf, "build", "--exclude-source-info", "-o", folder / "proto.binpb"], check=True)
    for name in GAMES:
        position = played(name)
        for kind, state in (("whole", position), ("view", position.view(position.to_move))):
            (folder / f"{name}.{kind}.json").write_text(messages.to_json(messages.encode(state)) + "\n")


if __name__ == "__main__":
    main()

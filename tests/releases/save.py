"""Saves what this version's wire looks like, for later versions to keep to: `python -m tests.releases.save --write`.

In tests/releases/<version>: the image of proto/ that `make lint` compares with, and positions of every game. Positions
that are there stay as they are; `--over GAME` writes those of one game anew. The folder `dice` there holds a transcript
and a ledger of their first versions. No program writes those.
"""

import argparse
import subprocess
import sys
import tomllib
from collections.abc import Iterable
from pathlib import Path

from hunch.engines import CHANCE, GAMES, State, Stream, load, messages, questions

HERE = Path(__file__).parent
VERSION: str = tomllib.loads((HERE.parents[1] / "pyproject.toml").read_text())["project"]["version"]


def played(name: str) -> State:
    """A position from the middle of a game, where a seat must choose; the last such one of a game that ends before."""
    stream, position, left = Stream(3), load(name).new(), questions(name).saved_steps
    found = position
    while not position.over and (left > 0 or position.to_move == CHANCE):
        chance = position.to_move == CHANCE
        position, left = position.apply(position.roll(stream) if chance else position.rollout_move(stream)), left - 1
        if position.to_move >= 0:
            found = position
    return found


def saved(name: str) -> dict[str, str]:
    """The texts of a game's files, by what each shows."""
    position = played(name)
    shown = {"whole": position, "view": position.view(position.to_move)}
    return {kind: messages.to_json(messages.encode(state)) + "\n" for kind, state in shown.items()}


def write(folder: Path, names: Iterable[str]) -> list[str]:
    """Writes the positions of games; the names of those that had others. Nothing of another game is touched."""
    changed = []
    for name in names:
        texts = {folder / f"{name}.{kind}.json": text for kind, text in saved(name).items()}
        if any(path.exists() and path.read_text() != text for path, text in texts.items()):
            changed.append(name)
        for path, text in texts.items():
            path.write_text(text)
    return changed


def missing(folder: Path) -> list[str]:
    """Games of which no position is there."""
    return [name for name in GAMES if not (folder / f"{name}.whole.json").exists()]


def main() -> None:
    """Writes into the folder of this version, when told to."""
    parser = argparse.ArgumentParser(description=f"Saves the messages and positions of version {VERSION}.")
    parser.add_argument("--write", action="store_true", required=True, help="the image, and positions that are missing")
    parser.add_argument("--over", nargs="+", default=[], choices=GAMES, metavar="GAME", help="games to write anew")
    over = parser.parse_args().over
    folder = HERE / VERSION
    folder.mkdir(exist_ok=True)
    buf = Path(sys.executable).with_name("buf")
    subprocess.run([buf, "build", "--exclude-source-info", "-o", folder / "proto.binpb"], check=True)
    names = [*missing(folder), *over]
    changed = write(folder, names)
    print(f"written: {', '.join(names) or 'no positions'}; changed: {', '.join(changed) or 'none'}")


if __name__ == "__main__":
    main()

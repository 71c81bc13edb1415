"""Writes the skeleton of a game that builds and plays: `python -m tools.new_game NAME`."""

import argparse
from pathlib import Path

from tools.new_game.skeleton import edited_files, new_files, refusal

ROOT = Path(__file__).parents[2]


def main() -> None:
    parser = argparse.ArgumentParser(description="Writes the skeleton of a game that builds and plays.")
    parser.add_argument("name", metavar="NAME", help="of 2 to 16 small letters and digits, such as liarsdice")
    name = parser.parse_args().name
    if wrong := refusal(ROOT, name):
        parser.error(wrong)
    made, edited = new_files(name), edited_files(ROOT, name)
    for path, text in (made | edited).items():
        (ROOT / path).parent.mkdir(parents=True, exist_ok=True)
        (ROOT / path).write_text(text)
    print("\n".join([*(f"new: {path}" for path in made), *(f"edited: {path}" for path in edited)]))
    print("docs/adding-a-game.md says what comes next")


if __name__ == "__main__":
    main()

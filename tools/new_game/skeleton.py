"""The files of a new game: those of `template/`, which are the game `newgame`, under another name.

Three files of the checkout get lines for it: `game.proto` its messages, `registry.py` its package, `README.md` its row.
"""

import json
import re
from pathlib import Path

from tools.write_cases import dense

TEMPLATE = Path(__file__).parent / "template"
PLACEHOLDER = "newgame"
NAME = re.compile(r"[a-z][a-z0-9]{1,15}")
"""Names of games are parts of the names of modules, messages and fields. Longer ones would not fit into lines."""
PROTO, REGISTRY, README = Path("proto/hunch/v1/game.proto"), Path("engines/registry.py"), Path("README.md")
KINDS = {"state": "State", "options": "Options", "move": "Move", "event": "Event"}
"""The oneofs of game.proto, and how the messages end that they are of."""
CASES = "tests/engines/cases/"


def renamed(text: str, name: str) -> str:
    """A template's path or text for the game of this name."""
    for written in (str.lower, str.capitalize, str.upper):
        text = text.replace(written(PLACEHOLDER), written(name))
    return text


def new_files(name: str) -> dict[Path, str]:
    """The files of the game, by their paths in the checkout."""
    paths = [path for path in sorted(TEMPLATE.rglob("*")) if path.is_file() and "__pycache__" not in path.parts]
    texts = {Path(renamed(str(path.relative_to(TEMPLATE)), name)): renamed(path.read_text(), name) for path in paths}
    return {path: dense(json.loads(text)) if str(path).startswith(CASES) else text for path, text in texts.items()}


def with_messages(text: str, name: str) -> str:
    """game.proto with the game's messages, under the next free number."""
    *_, last = re.finditer(r'^import "hunch/v1/\w+\.proto";\n', text, re.M)
    text = f'{text[: last.end()]}import "hunch/v1/{name}.proto";\n{text[last.end() :]}'
    number = 1 + max(map(int, re.findall(r"^    \w+ \w+ = (\d+);$", text, re.M)))
    for oneof, kind in KINDS.items():
        field = f"    // {name.capitalize()}.\n    {name.capitalize()}{kind} {name} = {number};\n"
        text, found = re.subn(rf"(^  oneof {oneof} {{\n(?:    .*\n)+)", rf"\g<1>{field}", text, flags=re.M)
        assert found == 1, f"{PROTO} has no oneof {oneof}"
    return text


def with_entry(text: str, name: str) -> str:
    """registry.py with the game as the last of `GAMES`."""
    entry = f'    "{name}": "hunch.engines.games.{name}",\n'
    text, found = re.subn(r"(^GAMES: .*\{\n(?:    .*\n)+)", rf"\g<1>{entry}", text, flags=re.M)
    assert found == 1, f"{REGISTRY} has no GAMES"
    return text


def with_row(text: str, name: str) -> str:
    """The README with the game as the last row of the table of games."""
    row = f"| [{name.capitalize()}](docs/games/{name}.md) | 2 | the other player's card |\n"
    text, found = re.subn(r"(^## Games\n\n(?:\|.*\n)+)", rf"\g<1>{row}", text, flags=re.M)
    assert found == 1, f"{README} has no table of games"
    return text


def edited_files(root: Path, name: str) -> dict[Path, str]:
    """The files of the checkout that get lines for the game."""
    edits = {PROTO: with_messages, REGISTRY: with_entry, README: with_row}
    return {path: edit((root / path).read_text(), name) for path, edit in edits.items()}


def refusal(root: Path, name: str) -> str:
    """Why no game of this name can be written; "" if it can."""
    if not NAME.fullmatch(name):
        return f"{name!r} is not a name of 2 to 16 small letters and digits that begins with a letter"
    there = [str(path) for path in new_files(name) if (root / path).exists()]
    return f"there is {there[0]} already" if there else ""

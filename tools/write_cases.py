"""Writes every case file in its dense form: `make cases`.

A list or an object that fits on a line stays on it. Otherwise an object has a line for each field. A list has as many
short items on a line as fit, and so has an object that numbers the elements of a list. A file and each case in it are
always broken.
"""

import json
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "tests/engines/cases"
WIDTH = 118
SHORT = 42  # columns of a list's item that shares its line with others


def files() -> list[Path]:
    return sorted(FOLDER.glob("*/*.json"))


def dense(content: object) -> str:
    """The text of a case file: the cases of a list, or the fields of a base."""
    if isinstance(content, list):
        return block("[", [inner(case, "  ", 0, always=True) for case in content], "]", "") + "\n"
    return inner(content, "", 0, always=True) + "\n"


def inner(value: object, indent: str, used: int, *, always: bool = False) -> str:
    """A value that begins after `used` columns of a line with this indent, and is followed by a comma."""
    line = json.dumps(value, ensure_ascii=False)
    if not isinstance(value, dict | list) or not value or (not always and used + len(line) < WIDTH):
        return line
    below = indent + "  "
    if isinstance(value, dict):
        keys = [(f"{json.dumps(key, ensure_ascii=False)}: ", field) for key, field in value.items()]
        fields = [key + inner(field, below, len(below + key)) for key, field in keys]
        return block("{", filled(fields, below) if all(map(str.isdigit, value)) else fields, "}", indent)
    return block("[", filled([inner(item, below, len(below)) for item in value], below), "]", indent)


def filled(items: list[str], indent: str) -> list[str]:
    """The lines of a list: short items share one."""
    lines: list[str] = []
    for item in items:
        shares = bool(lines) and max(len(item), len(lines[-1].rsplit(",\t")[-1])) <= SHORT
        if shares and "\n" not in lines[-1] and len(f"{indent}{lines[-1]}, {item}") < WIDTH:
            lines[-1] += f",\t{item}"
        else:
            lines.append(item)
    return [line.replace(",\t", ", ") for line in lines]


def block(opening: str, lines: list[str], closing: str, indent: str) -> str:
    return opening + ",".join(f"\n{indent}  {line}" for line in lines) + f"\n{indent}{closing}"


if __name__ == "__main__":
    for path in files():
        path.write_text(dense(json.loads(path.read_text())))

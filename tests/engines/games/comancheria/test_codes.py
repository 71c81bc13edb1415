"""Comanchería's numbers and steps are written once: names, messages, flaws and the page say the same."""

import ast
import re
from pathlib import Path
from typing import Any

import pytest

from hunch.engines import load
from hunch.engines.games.comancheria.checks import flaws
from hunch.engines.games.comancheria.codes import components, effects, moves, names, steps
from hunch.engines.games.comancheria.data.steps import ARGUMENTS, FAMILIES, LEAVES, NAMES, STEPS
from hunch.engines.games.comancheria.names import ENEMIES, GATES, GOODS, INSTRUCTIONS, OPERATIONS, SPACES
from hunch.v1 import comancheria_pb2 as pb

ROOT = Path(__file__).parents[4]
GAME = ROOT / "engines/games/comancheria"
PAGE = (ROOT / "docs/games/comancheria.md").read_text()
PROTO = (ROOT / "proto/hunch/v1/comancheria.proto").read_text()
RESTING = {step.number: step.name for step in STEPS}
# Enums of the messages: how their names begin, and the names of the codes by the numbers in the messages.
MESSAGES = {
    "Step": ("STEP", RESTING),
    "Verb": ("VERB", dict(enumerate(names(moves, "V_")[moves.V_DONE : moves.V_END], 1))),
    "DiePurpose": ("DIE_PURPOSE", dict(enumerate(names(moves, "D_")))),
    "DrawPurpose": ("DRAW_PURPOSE", dict(enumerate(names(moves, "C_")))),
    "PickPurpose": ("PICK_PURPOSE", dict(enumerate(names(moves, "K_")))),
    "WarPurpose": ("WAR_PURPOSE", dict(enumerate(names(moves, "W_")))),
    "Drawn": ("DRAWN", dict(enumerate(names(moves, "DRAWN_")[: moves.DRAWN_FOUR + 1]))),
    "GoodsKind": ("GOODS_KIND", dict(enumerate(map(str.upper, GOODS), 1))),
    "Enemy": ("ENEMY", dict(enumerate(map(str.upper, ENEMIES), 1))),
    "Gate": ("GATE", dict(enumerate(map(str.upper, GATES), 1))),
    "Operation": ("OPERATION", dict(enumerate(map(str.upper, OPERATIONS)))),
    "SpaceName": ("SPACE_NAME", dict(enumerate(SPACES))),
}


@pytest.mark.parametrize("enum", MESSAGES)
def test_the_messages_name_the_codes_and_give_them_their_numbers(enum: Any) -> None:
    prefix, ours = MESSAGES[enum]
    numbers = getattr(pb, f"Comancheria{enum}").items()
    theirs = {number: name.removeprefix(f"COMANCHERIA_{prefix}_") for name, number in numbers if number}
    assert theirs == {number: name for number, name in ours.items() if name}


def test_names_that_have_no_prefix_stand_in_the_order_of_their_codes() -> None:
    for listed, first in ((ENEMIES, 0), (GOODS, 0), (INSTRUCTIONS[1:], 1)):
        assert [getattr(components, name.upper()) for name in listed] == list(range(first, first + len(listed)))
    assert [getattr(components, name.upper()) for name in GATES] == [1, 2, 4]
    assert len(SPACES) == components.SPACES
    assert len(GOODS) == components.GOODS
    squares = {
        "PD": "PALO_DURO",
        "W": "WEST_SQUARE",
        "S": "SOUTH_SQUARE",
        "EN": "NORTHEAST_SQUARE",
        "ES": "SOUTHEAST_SQUARE",
        "RES": "RESERVATION",
    }
    assert {name: SPACES.index(name) for name in squares} == {
        name: getattr(components, code) for name, code in squares.items()
    }


def test_the_messages_say_what_each_step_is() -> None:
    said = re.findall(r"// (.*)\n\s*COMANCHERIA_STEP_(\w+) = ", PROTO)
    assert {name: text for text, name in said if name != "UNSPECIFIED"} == {s.name: s.says for s in STEPS}


def test_the_page_lists_the_steps() -> None:
    rows = re.findall(r"^\| ([A-Z_]+) \| (\S+) \| (.+) \|$", PAGE, re.M)
    listed = [(s.name, s.arguments.rstrip(".") or "–", s.above or "–") for s in STEPS]
    assert [row for row in rows if row[0] in NAMES.values()] == listed


def test_the_page_explains_the_letters_of_arguments() -> None:
    text = PAGE[PAGE.index("code of an argument") : PAGE.index("Above a frame lies")]
    used = {letter for step in STEPS for letter in step.arguments if letter != "." and not letter.isdigit()}
    assert used == set(re.findall(r"`(\w)`", text)) & set(ARGUMENTS) == used


def test_each_family_and_leaf_lies_above_some_step() -> None:
    words = {word for step in STEPS for word in step.above.split()}
    assert words >= set(FAMILIES) | set(LEAVES)
    assert {word for word in words if word.isupper()} - set(FAMILIES) <= {
        purpose for prefix in "DCWKQ" for purpose in names(moves, f"{prefix}_")
    }


def test_each_flaw_has_the_words_of_its_code() -> None:
    """Where a code begins the words change, and the first row is named; the last code has the last words."""
    codes = sorted(number for name, number in vars(flaws).items() if name.startswith(("BAD_", "NO", "SOUND")))
    said = load("comancheria").flaws
    assert codes[-1] == len(said) - 1
    plain = [re.sub(r"\[\d+\]|(?<=\.)\w+(?=:)", "", text) for text in said]
    for code, end in zip(codes, [*codes[1:], len(said)], strict=True):
        kind = {text.split(":")[-1] for text in plain[code:end]}
        assert len(kind) == 1, f"{code} to {end - 1}: {kind}"
        assert code == 0 or "[" not in said[code] or "[0]" in said[code], said[code]


def test_python_writes_no_number_of_the_codes_a_second_time() -> None:
    coded = {name for codes in (components, effects, moves, steps, flaws) for name in vars(codes) if name.isupper()}
    short = coded | {name.split("_", 1)[-1] for name in coded if len(name.split("_", 1)[0]) <= 2}
    for path in sorted(GAME.rglob("*.py")):
        for node in ast.parse(path.read_text()).body:
            if isinstance(node, ast.Assign) and not is_imported(node):
                again = short & {target.id for target in named(node.targets)}
                assert not again, f"{path.relative_to(ROOT)} writes {', '.join(sorted(again))}"


def is_imported(node: ast.Assign) -> bool:
    """Not made of numbers."""
    values = node.value.elts if isinstance(node.value, ast.Tuple) else [node.value]
    return not any(isinstance(value, ast.Constant) and type(value.value) is int for value in values)


def named(targets: list[ast.expr]) -> list[ast.Name]:
    flat = [name for target in targets for name in (target.elts if isinstance(target, ast.Tuple) else [target])]
    return [name for name in flat if isinstance(name, ast.Name)]


def test_every_cimport_is_named() -> None:
    assert not [str(path) for path in GAME.rglob("*.p*") if re.search(r"^from .* cimport \*$", path.read_text(), re.M)]


def test_procedures_and_checks_know_a_frame_by_the_names_of_its_overlay() -> None:
    register = re.compile(r"\b(?:f|frame|below|above)(?:\[\w+\])?\.[abcdegh]\b")
    sources = [path for path in GAME.rglob("*.pyx") if path.name != "decode.pyx"]
    assert not [f"{path.name}: {use}" for path in sources for use in register.findall(path.read_text())]

"""Writes the text of enemy operations, a war, a Passage of Time and Victory Checks.

    python -m tools.write_comancheria_turns

Each file of tests/goldens/turns is one such piece: the case that it starts from, then an event a line, in English and
French. tests/engines/games/comancheria/test_turns.py plays them again.
"""

import json
from pathlib import Path
from typing import Any

from hunch.engines import CHANCE, State, Stream, messages, words
from hunch.v1 import game_pb2
from tests.support.cases import CASES, position

FOLDER = Path(__file__).parents[1] / "tests/goldens/turns"
# A piece starts where a rule case starts and goes on with the baseline's decisions up to the next turn.
PIECES = {
    "operation_a": ("enemy", "The same enemy goes on until it cannot pay the next counter.", 5),
    "operation_b": ("enemy", "The top-most counter is executed free and slides.", 1),
    "operation_c": ("enemy", "The enemy is that of the counter's colour.", 2),
    "war": ("war", "Fighting for a Ranchería costs one Military.", 4),
    "passage": ("passage", "An isolated Band founds a Ranchería whose Paraibo is as strong.", 3),
    "victory_lost": ("passage", "An objective missed loses the game.", 1),
    "victory_won": ("passage", "Met in the last period it is won.", 1),
}
MOST = 45
OPERATION = 0x21030000  # to choose Planning: a new turn has come


def case_of(piece: Any) -> Any:
    folder, rule, _ = PIECES[piece]
    cases = json.loads((CASES / f"comancheria/{folder}.json").read_text())
    return next(case for case in cases if case["rule"] == rule)


def start(piece: Any) -> Any:
    return position("comancheria", case_of(piece))


def told(state: State, events: Any) -> Any:
    lines = []
    for event in events:
        after = state.after(event)
        lines.append(f"{event:08x}")
        for language in words.LANGUAGES:
            lines.append(f"  {language}  {' '.join(words.say_all(state, event, after, language))}")
        state = after
    return "\n".join([*lines, "", words.board(state)]) + "\n"


def play(piece: Any) -> Any:
    """Plays the events of the case, then chance and the baseline until a new operation must be chosen."""
    state, stream, case = start(piece), Stream(PIECES[piece][2]), case_of(piece)
    events = []
    for entry in case["play"]:
        if isinstance(entry, str):
            events.append(words.parse(state, entry))
        else:
            fields = json.dumps({"comancheria": entry["event"]})
            events.append(messages.decode_event(state.game, messages.from_json(fields, game_pb2.GameEvent())))
        state = state.after(events[-1])
    while not state.over and len(events) < MOST and OPERATION not in state.legal():
        events.append(state.roll(stream) if state.to_move == CHANCE else state.rollout_move(stream))
        state = state.after(events[-1])
    return events


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in PIECES:
        (FOLDER / f"{name}.txt").write_text(told(start(name), play(name)))

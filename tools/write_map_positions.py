"""Writes positions with their legal moves, and happenings, of the games with a map, for the tests of their boards.

    python -m tools.write_map_positions

Of seeded games it keeps the first position with each combination of kinds of moves, and the first happening with each
kind of effect. Both stand in web/test/positions as messages in base64.
"""

import base64
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from google.protobuf.message import Message

from hunch.engines import Game, Stream, load, messages
from hunch.server import responses
from tests.support.play import Step, walk

FOLDER = Path(__file__).parents[1] / "web/test/positions"
GAMES: dict[str, list[dict[str, Any]]] = {
    "powwow": [{"players": 2}, {"players": 4}, {"players": 6}, {"players": 3, "dark": "back"}],
    "comancheria": [
        {"scenario": scenario}
        for scenario in ("onto_the_plains", "lords_of_the_south", "empire", "storm_from_the_east", "rise_and_fall")
    ],
}
"""The options of the games that are played."""
SEEDS = range(16)
"""Each option is played so often. Odd seeds play by the rollout policy, the others at random."""


def main() -> None:
    """Writes the file of each game, or of the games in the arguments."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in sys.argv[1:] or GAMES:
        positions: dict[str, Any] = {}
        happenings: dict[str, str] = {}
        for options in GAMES[name]:
            for step in played(load(name, **options)):
                keep_position(step, positions)
                keep_happening(step, happenings)
        text = json.dumps({"positions": list(positions.values()), "happenings": list(happenings.values())}, indent=0)
        (FOLDER / f"{name}.json").write_text(text + "\n")
        print(f"{name}: {len(positions)} positions, {len(happenings)} happenings, {len(text)} bytes")


def played(game: Game) -> Iterator[Step]:
    """The steps of some games."""
    for seed in SEEDS:
        yield from walk(game.new(), Stream(seed), guided=seed % 2 == 1)


def keep_position(step: Step, kept: dict[str, Any]) -> None:
    """Keeps a position of a seat, as that seat sees it, with its moves."""
    state, seat = step.state, step.state.to_move
    if seat < 0:
        return
    moves = [messages.encode_move(state.game, move) for move in state.legal()]
    kinds = sorted({kind_of(move) for move in moves})
    key = f"{sorted(state.game.options.items())} {kinds}"
    if key not in kept:
        kept[key] = {"state": packed(messages.encode(state.view(seat))), "moves": [packed(move) for move in moves]}


def keep_happening(step: Step, kept: dict[str, str]) -> None:
    """Keeps what happened, without sentences, if it has an effect of a kind not seen before."""
    before, after = step.state, step.state.after(step.move)
    happening = responses.happening(before.game, step.move, before.to_move, "en")
    happening.effects.extend(responses.effects(before, step.move, after, "en"))
    happening.ClearField("sentence")
    for effect in happening.effects:
        effect.ClearField("sentence")
    codes = {happening.code, *(effect.code for effect in happening.effects)}
    if codes - kept.keys():
        for code in codes:
            kept.setdefault(code, packed(happening))


def kind_of(move: Message) -> str:
    """Which fields a move of a game sets, and its verb or direction if it has one."""
    own: Any = getattr(move, move.WhichOneof("move") or "")
    verb = getattr(own, "verb", "") or own.stone.direction
    return " ".join([str(verb), *(field.name for field, _ in own.ListFields())])


def packed(message: Message) -> str:
    """A message as base64."""
    return base64.b64encode(message.SerializeToString(deterministic=True)).decode()


if __name__ == "__main__":
    main()

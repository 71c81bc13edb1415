"""Writes positions with their legal moves, and happenings, of the games with a map, for the tests of their boards.

    python -m tools.write_map_positions

Of seeded games and rule cases it keeps the first position with each combination of kinds of moves, some more with each
option, and the first happening with each kind of effect. Both stand in web/test/positions as messages in base64.
"""

import base64
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from google.protobuf.message import Message

from hunch.engines import Game, State, Stream, load, messages
from hunch.server import responses
from tests.support.cases import CASES, forced, position, read
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
SEEDS = range(12)
"""Each option is played so often. Odd seeds play by the rollout policy, the others at random."""
OF_EACH = 12
"""So many positions of an option are kept, even if others have such moves."""


def main() -> None:
    """Writes the file of each game, or of the games in the arguments."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in sys.argv[1:] or GAMES:
        positions: dict[str, Any] = {}
        happenings: dict[str, str] = {}
        for options in GAMES[name]:
            for step in played(load(name, **options)):
                keep_position(step.state, positions)
                keep_happening(step, happenings)
        for state in rare_positions(name):
            keep_position(state, positions)
        text = json.dumps({"positions": list(positions.values()), "happenings": list(happenings.values())}, indent=0)
        (FOLDER / f"{name}.json").write_text(text + "\n")
        print(f"{name}: {len(positions)} positions, {len(happenings)} happenings, {len(text)} bytes")


def played(game: Game) -> Iterator[Step]:
    """The steps of some games."""
    for seed in SEEDS:
        yield from walk(game.new(), Stream(seed), guided=seed % 2 == 1)


def rare_positions(name: str) -> Iterator[State]:
    """The positions of the rule cases of a game: they hold moves that games seldom come to."""
    for path in sorted((CASES / name).glob("*.json")):
        for case in json.loads(path.read_text()) if not path.stem.startswith("base") else []:
            if not {"refused"} & case["expect"].keys() and not {"data", "as"} & case.keys():
                yield from positions_of(name, case)


def positions_of(name: str, case: dict[str, Any]) -> Iterator[State]:
    """The positions that a rule case runs through."""
    state = position(name, case)
    for entry in case.get("play", []):
        before = forced(state) if entry == "..." or "event" not in entry else state
        yield before
        state = before if entry == "..." else before.apply(read(before, entry, False))
    yield forced(state)


def keep_position(state: State, kept: dict[str, Any]) -> None:
    """Keeps a position in which a seat must choose, as that seat sees it, with its moves."""
    seat = state.to_move
    if seat < 0:
        return
    moves = [messages.encode_move(state.game, move) for move in state.legal()]
    kinds = sorted({kind_of(move) for move in moves})
    options = str(sorted(state.game.options.items()))
    few = sum(key.startswith(options) for key in kept) < OF_EACH
    key = f"{options} {kinds}"
    if key not in kept and (few or not any(other.endswith(f" {kinds}") for other in kept)):
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
    """The verb of a move, or the field that it sets with the direction of a stone."""
    own: Any = getattr(move, move.WhichOneof("move") or "")
    return str(own.verb) if hasattr(own, "verb") else f"{own.WhichOneof('move')} {own.stone.direction}"


def packed(message: Message) -> str:
    """A message as base64."""
    return base64.b64encode(message.SerializeToString(deterministic=True)).decode()


if __name__ == "__main__":
    main()

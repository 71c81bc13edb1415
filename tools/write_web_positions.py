"""Writes positions with moves and events, for the tests of the page's boards: of all games, or of the arguments."""

import json
import sys
from pathlib import Path
from typing import Any

from hunch.engines import CHANCE, NOTHING, State, Stream, load, messages

FOLDER = Path(__file__).parents[1] / "web" / "test" / "positions"
GAMES: dict[str, tuple[dict[str, Any], ...]] = {
    "kuhn": ({},) * 4,
    "leduc": ({},) * 4,
    "goofspiel": ({"cards": 5}, {"cards": 4, "bids": "revealed"}),
    "tomahawk": ({}, {"sought": True}),
    "manitou": ({"players": 2}, {"players": 5, "weak_heroes_barred": True}, {"players": 3, "selection": "quick"}),
}
"""The options of each game that is played."""
OF_A_KIND = 2
"""How many positions are kept whose moves, or whose events, are of one kind."""
Position = dict[str, Any]


def positions(name: str) -> list[Position]:
    """Some positions of random games, each as the seat to move sees it, with what this seat sees next."""
    kept: list[Position] = []
    kinds: list[str] = []
    for seed, options in enumerate(GAMES[name], 5):
        state, stream = load(name, **options).new(), Stream(seed)
        while not state.over:
            move = state.roll(stream) if state.to_move == CHANCE else state.rollout_move(stream)
            position = _position(state, move)
            new = [kind for kind in _kinds(position) if kinds.count(kind) < OF_A_KIND]
            if new:
                kept.append(position)
                kinds += new
            state = state.apply(move)
        kept.append({"seat": 0, "state": _value(messages.encode(state)), "moves": [], "event": None, "after": None})
    return kept


def _position(state: State, move: int) -> Position:
    seat = max(state.to_move, 0)
    event = state.seen(move, seat)
    seen = None if event == NOTHING else _value(messages.encode_event(state.game, event))
    return {
        "seat": seat,
        "state": _value(messages.encode(state.view(seat))),
        "moves": [_value(messages.encode_move(state.game, legal)) for legal in state.legal()],
        "event": seen,
        "after": seen and _value(messages.encode(state.apply(move).view(seat))),
    }


def _kinds(position: Position) -> list[str]:
    """What sorts of moves there are, and what sort of event comes next."""
    named = [("move", message) for message in position["moves"]] + [("event", position["event"])]
    return sorted({f"{sort} {_kind(part)}" for sort, message in named if message for part in message.values()})


def _kind(part: dict[str, Any]) -> str:
    """The field that is set, and its value if that is a word."""
    field, content = next(iter(part.items()), ("", None))
    return f"{field} {content}" if isinstance(content, str) else field


def _value(message: Any) -> Any:
    return json.loads(messages.to_json(message, None))


def main() -> None:
    """Writes the files."""
    for name in sys.argv[1:] or GAMES:
        lines = ",\n".join(json.dumps(one, ensure_ascii=False) for one in positions(name))
        (FOLDER / f"{name}.json").write_text(f"[\n{lines}\n]\n")


if __name__ == "__main__":
    main()

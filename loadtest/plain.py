"""What apps send as JSON while people play: one request of each kind, from positions that the app holds."""

import json
import random
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from google.protobuf.message import Message

from hunch.engines import GAMES, load, messages
from loadtest.positions import Deck, Drawn, dealt

STEPS = 12
"""Steps of a game that are played at once: a few turns."""


class Request(NamedTuple):
    """A call: the series that it counts in, its rpc, and its body."""

    series: str
    rpc: str
    body: dict[str, Any]


class Plain:
    """Makes requests. Each form of a position becomes JSON once, since the generator must outpace the server."""

    def __init__(self, drawn: Deck, chance: random.Random, think_ms: int) -> None:
        self._chance, self._limits = chance, {"timeMs": think_ms, "memoryMib": 16}
        self._moments: Iterator[_Moment] = dealt([_Moment(moment) for moment in drawn.moments], chance)
        self._games = [(_value(start), [_value(step) for step in steps[:STEPS]]) for start, steps in drawn.games]
        self._options = [_value(messages.encode_options(load(game))) for game in sorted(GAMES)]

    def kinds(self) -> Mapping[str, Callable[[], Request]]:
        """Every kind of request by its name."""
        return {
            "move": self.move,
            "hint": self.hint,
            "moves": self.moves,
            "play": self.play,
            "check": self.check,
            "new_game": self.new_game,
        }

    def move(self) -> Request:
        """A bot's move."""
        body = {"position": self._position(), "limits": self._limits}
        return Request("move", "OpponentService/SuggestMove", body)

    def hint(self) -> Request:
        """A hint for a person."""
        body = {"position": self._position(), "limits": self._limits, "grade": "HINT_GRADE_MOVE"}
        return Request("hint", "OpponentService/GetHint", body)

    def moves(self) -> Request:
        """The moves that a person may choose from."""
        return Request("moves", "RulesService/ListMoves", {"state": next(self._moments).asks["state"]})

    def play(self) -> Request:
        """A few turns from the start of a game."""
        start, steps = self._chance.choice(self._games)
        return Request("play", "RulesService/PlayMoves", {"state": start, "steps": steps})

    def check(self) -> Request:
        """Whether a position that a person typed could arise."""
        asks = next(self._moments).asks
        return Request("check", "RulesService/CheckState", {"state": asks["state"], "seat": asks["seat"]})

    def new_game(self) -> Request:
        """The first decision of a game."""
        body = {"options": self._chance.choice(self._options), "chance": {"seed": self._chance.getrandbits(32)}}
        return Request("new game", "RulesService/NewGame", body)

    def _position(self) -> Any:
        """What the seat to move knows. One in four is the record of the game."""
        moment = next(self._moments)
        return moment.history if self._chance.random() < 0.25 else moment.asks


class _Moment:
    """A moment of a game in JSON."""

    def __init__(self, moment: Drawn) -> None:
        self.asks, self.history = _value(moment.asks), _value(moment.history)


def _value(message: Message) -> Any:
    return json.loads(messages.to_json(message, None))

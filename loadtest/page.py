"""A page with a player: it holds a sealed game, and no position."""

import random
from collections.abc import Callable, Iterator
from typing import Any

from hunch.engines import load

Ask = Callable[[str, str, dict[str, Any]], Any]
"""Makes a call, by its series, its rpc and its body, and returns its answer."""
SYSTEM = {"system": True}
INTERVAL_MS = 50
"""How often suggestions come to a player who looks."""
LOOK_MS = 1_000
"""How long the suggestions could go on."""
SEEN = 3
"""Messages after which the player has seen enough: the name of the search, and two suggestions."""


class Page:
    """One page, which plays `games` one after the other.

    `ask` makes a call, and `watch` reads the first SEEN messages of a stream and aborts it.
    """

    def __init__(self, ask: Ask, watch: Ask, games: Iterator[str], chance: random.Random, think_ms: int) -> None:
        self._ask, self._watch, self._games, self._chance = ask, watch, games, chance
        self._limits = {"timeMs": think_ms, "memoryMib": 16}
        self._token, self._seat = "", 0
        self._stage: dict[str, Any] = {"over": {}}

    @property
    def over(self) -> bool:
        """Whether no game is under way."""
        return "over" in self._stage

    @property
    def mine(self) -> bool:
        """Whether the player must choose."""
        return self._stage.get("seat") == self._seat

    def begin(self) -> None:
        """The next game. The player takes a random seat."""
        game = next(self._games)
        self._seat = self._chance.randrange(load(game).seats)
        body = {"options": {game: {}}, "chance": SYSTEM, "seal": {"seats": [self._seat]}}
        self._go_on(self._ask("new game", "RulesService/NewGame", body))

    def play(self) -> None:
        """The player's move, if they must choose, and a bot's if one follows."""
        self._ready()
        if self.mine:
            moves = self._ask("moves", "RulesService/ListMoves", {"sealed": self._token})["moves"]
            steps = [{"move": self._chance.choice(moves)["move"]}]
            body = {"sealed": self._token, "steps": steps, "chance": SYSTEM}
            self._go_on(self._ask("play", "RulesService/PlayMoves", body))
        if not (self.over or self.mine):
            body = {"position": self._from(self._stage["seat"]), "limits": self._limits, "chance": SYSTEM}
            self._go_on(self._ask("move", "OpponentService/SuggestMove", body))

    def hint(self) -> None:
        """A hint, if the player must choose; if not, the game goes on."""
        self._ready()
        if not self.mine:
            return self.play()
        body = {"position": self._from(self._seat), "limits": self._limits, "grade": "HINT_GRADE_MOVE"}
        self._ask("hint", "OpponentService/GetHint", body)
        return None

    def watch(self) -> None:
        """A look at suggestions while they come, if the player must choose; if not, the game goes on."""
        self._ready()
        if not self.mine:
            return self.play()
        question = {"position": self._from(self._seat), "limits": {**self._limits, "timeMs": LOOK_MS}}
        body = {"ask": question, "intervalMs": INTERVAL_MS}
        self._watch("watch", "OpponentService/WatchSuggestions", body)
        return None

    def look(self) -> None:
        """The board, drawn anew."""
        self._ready()
        self._ask("look", "RulesService/ViewState", {"sealed": self._token, "seat": self._seat})

    def _ready(self) -> None:
        """Begins a game if none is under way."""
        if self.over:
            self.begin()

    def _from(self, seat: int) -> dict[str, Any]:
        return {"sealed": self._token, "seat": seat}

    def _go_on(self, answer: Any) -> None:
        self._token, self._stage = answer["sealed"]["token"], answer["stage"]

"""A game that goes on at a table: what is played in it, what happened, and who noticed."""

import itertools
from collections.abc import Sequence

from hunch.engines import CHANCE, NOTHING, BadMessage, Game, IllegalMove, State, messages
from hunch.server import requests, responses
from hunch.server.errors import under
from hunch.server.randomness import Roller
from hunch.server.steps import Steps
from hunch.v1 import game_pb2
from hunch.v1 import rules_pb2 as pb

MOST_ROLLS = 10_000
"""Most chance events in a row: a guard against a game that never reaches a choice."""
ALL = None
"""Who notices everything as it was, in place of a seat."""


class Table:
    """A whole position that goes on, and what each watcher notices.

    A watcher is a seat, PUBLIC for a bystander, or ALL.
    """

    def __init__(
        self, position: State, roller: Roller | None, language: str, watchers: Sequence[int | None] = (ALL,)
    ) -> None:
        self.position = position
        self.events: list[int] = []
        """All that happened, as it was."""
        self.noticed: dict[int | None, list[pb.Happening]] = {watcher: [] for watcher in watchers}
        """What each watcher noticed."""
        self._roller, self._language = roller, language

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.position.game

    def roll_on(self) -> Steps[None]:
        """Rolls chance until a seat must choose, if the request says how to roll."""
        for _ in range(MOST_ROLLS):
            if self._roller is None or self.position.to_move != CHANCE:
                return
            self.happens(*self._roller.roll(self.position))
            yield

    def settle(self) -> None:
        """Keeps what was rolled. Call it once, when nothing can be refused any more."""
        if self._roller is not None:
            self._roller.settle(itertools.chain.from_iterable(self.noticed.values()))

    def roll_single(self) -> Steps[None]:
        """Plays chance events with a single outcome. A reveal is no die that a client could report."""
        for _ in range(MOST_ROLLS):
            if self.position.to_move != CHANCE or len(outcomes := self.position.chances()) > 1:
                return
            self.happens(outcomes[0][0])
            yield

    def play(self, event: game_pb2.GameEvent, field: str) -> None:
        """Plays what the client reports: the outcome of the chance event that is due, or a move."""
        self.happens(requests.event_in(self.position, event, field))

    def take(self, step: pb.Step, field: str) -> Steps[None]:
        """One step of the request."""
        yield
        if messages.one_of(step, "step", field, BadMessage) == "event":
            self.play(step.event, f"{field}.event")
            return
        if self._roller is not None:
            yield from self.roll_on() if self._roller.blind else self.roll_single()
        self.require_a_choice(field)
        self.happens(requests.move_in(self.position, step.move, f"{field}.move"))

    def require_a_choice(self, field: str) -> None:
        """Refuses a move if no seat has to choose."""
        turn = self.position.to_move
        if turn == CHANCE and self._roller is not None:
            raise IllegalMove(field, "a roll is due first: send what comes after it once its player has seen the roll")
        if turn == CHANCE:
            raise IllegalMove(field, "a chance event is due first: send its outcome, or give `chance`")
        if turn < 0:
            raise IllegalMove(field, "the game has ended")

    def happens(self, event: int, dice_counter: int = 0) -> None:
        """Plays an event that is possible, and remembers what each watcher noticed of it."""
        turn, before = self.position.to_move, self.position
        self.position = before.after(event)
        self.events.append(event)
        for watcher, happenings in self.noticed.items():
            shown = event if watcher is ALL else before.seen(event, watcher)
            if shown == NOTHING:
                continue
            happening = responses.happening(self.game, shown, turn, self._language, dice_counter)
            old, new = before, self.position
            if watcher is not ALL and self.game.hidden:
                old, new = old.view(watcher), new.view(watcher)
            happening.effects.extend(responses.effects(old, shown, new, self._language))
            happenings.append(happening)


class WatchedTable:
    """The view of a seat that goes on with what its owner does and sees."""

    def __init__(self, view: State, owner: int, language: str) -> None:
        self.position = view
        self.noticed: list[pb.Happening] = []
        self._owner, self._language = owner, language

    def take(self, step: pb.Step, field: str) -> Steps[None]:
        """One step of the request."""
        yield
        turn, kind = self.position.to_move, messages.one_of(step, "step", field, BadMessage)
        if kind == "move":
            if turn != self._owner:
                raise IllegalMove(field, "the owner of this view has nothing to choose; send what was seen as `event`")
            seen = requests.move_in(self.position, step.move, f"{field}.move")
        else:
            with under(f"{field}.event", instead_of="event"):
                seen = messages.decode_event(self.position.game, step.event)
        before, self.position = self.position, requests.follow(self.position, seen, f"{field}.{kind}")
        happening = responses.happening(self.position.game, seen, turn if kind == "move" else CHANCE, self._language)
        happening.effects.extend(responses.effects(before, seen, self.position, self._language))
        self.noticed.append(happening)

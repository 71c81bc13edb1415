"""A game at the terminal as it went: each request since its start. So it can be taken back, saved, and shown to each
seat as that seat saw it."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from hunch.cli.files import SavedGame
from hunch.cli.refusals import BadRequestFile
from hunch.cli.session import Session
from hunch.v1 import advice_pb2, game_pb2, rules_pb2


@dataclass(slots=True)
class SeatRecord:
    """What a seat saw of the game so far."""

    record: advice_pb2.GameRecord
    requests: int = 0  # requests of `History.past` that the record covers


@dataclass(frozen=True, slots=True)
class Moment:
    """A time at which the person decided or told something."""

    requests: int  # sent before
    state: game_pb2.GameState
    stage: rules_pb2.Stage
    seeds: int  # used before


class Seeds:
    """A seed for each time that chance is asked. After a step back the same seeds come again, so dice stay the same."""

    def __init__(self, first: int | None) -> None:
        self._first = first  # None: random seeds
        self._drawn: list[int] = []
        self.used = 0

    def due(self) -> int:
        """The seed of the next chance. It stays due until it is counted as used."""
        if len(self._drawn) == self.used:
            random = self._first is None
            self._drawn.append(secrets.randbits(32) if random else (int(self._first or 0) + self.used) % 2**32)
        return self._drawn[self.used]


class History:
    """The position, and all that led to it."""

    def __init__(self, session: Session, watcher: int, language: str, seeds: Seeds | None) -> None:
        self._session, self._watcher, self._language = session, watcher, language
        self._seeds = seeds  # None: every outcome of chance is reported
        self._past: list[rules_pb2.PlayMovesRequest] = []
        self._moments: list[Moment] = []
        self._records: dict[int, SeatRecord] = {}
        self.state, self.stage = game_pb2.GameState(), rules_pb2.Stage()

    def resume(self, saved: SavedGame, name: str) -> None:
        """Goes on from a saved game, with all that led to its position; `name` is that of the file."""
        self.state = saved.state
        if not saved.played:
            return
        self.state = saved.played[0].state
        for part in saved.played:
            request = rules_pb2.PlayMovesRequest(state=self.state, steps=part.steps, record_seat=self._watcher)
            if part.HasField("chance"):
                request.chance.CopyFrom(part.chance)
            self.state = self._play(request).state
            self._past.append(request)
        if self.state != saved.state:
            raise BadRequestFile(f"{name}: its moves do not lead to its position; remove `game` to keep the position")

    def advance(self, steps: Sequence[rules_pb2.Step], decided: bool = False) -> list[rules_pb2.Happening]:
        """Plays these steps, and rolls what no real die decides. Returns what the watcher sees of it.

        If the person `decided` them, `undo` comes back to this moment.
        """
        chance = None if self._seeds is None else rules_pb2.Chance(seed=self._seeds.due())
        request = rules_pb2.PlayMovesRequest(
            state=self.state, steps=steps, chance=chance, record_seat=self._watcher, language=self._language
        )
        answer = self._play(request)
        used = self._seeds.used if self._seeds is not None else 0
        if decided:
            self._moments.append(Moment(len(self._past), self.state, self.stage, used))
        self._past.append(request)
        if self._seeds is not None:
            self._seeds.used = used + 1
        self.state, self.stage = answer.state, answer.stage
        return list(answer.happenings)

    def undo(self) -> bool:
        """Takes back the person's last decision, and all that followed from it. False if there is none."""
        if not self._moments:
            return False
        moment = self._moments.pop()
        del self._past[moment.requests :]
        self._records.clear()
        self.state, self.stage = moment.state, moment.stage
        if self._seeds is not None:
            self._seeds.used = moment.seeds
        return True

    def record_of(self, seat: int) -> advice_pb2.GameRecord:
        """What a seat saw of the game."""
        if seat not in self._records:
            first = rules_pb2.ViewStateRequest(state=self._past[0].state, seat=seat)
            start = self._session.call("RulesService.ViewState", first, rules_pb2.ViewStateResponse).state
            self._records[seat] = SeatRecord(advice_pb2.GameRecord(start=start))
        seen = self._records[seat]
        for request in self._past[seen.requests :]:  # played again, with the same chance, as this seat saw it
            again = rules_pb2.PlayMovesRequest()
            again.CopyFrom(request)
            again.record_seat = seat
            events = self._play(again).happenings
            seen.record.events.extend(happening.event for happening in events)
            seen.requests += 1
        return seen.record

    def saved(self, seat: int) -> SavedGame:
        """The position with all that led to it, for a file."""
        played = []
        for number, request in enumerate(self._past):
            part = rules_pb2.PlayMovesRequest(steps=request.steps)
            if request.HasField("chance"):
                part.chance.CopyFrom(request.chance)
            if number == 0:
                part.state.CopyFrom(request.state)
            played.append(part)
        return SavedGame(self.state, played, seat)

    def _play(self, request: rules_pb2.PlayMovesRequest) -> rules_pb2.PlayMovesResponse:
        return self._session.call("RulesService.PlayMoves", request, rules_pb2.PlayMovesResponse)

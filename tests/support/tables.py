"""A game that is played with fair dice over the wire, as an app plays it, and the record of what happened."""

from dataclasses import dataclass, field, replace
from typing import Any

from hunch.engines import load, messages
from hunch.v1 import advice_pb2, dice_pb2, dice_pb2_grpc, game_pb2, rules_pb2, rules_pb2_grpc


@dataclass
class DiceTable:
    """A game of dice and a game that is played with it."""

    dice: Any
    rules: Any
    own: dict[str, Any]  # names the game of dice and its owner in any request
    committed: dice_pb2.CommitDiceResponse
    record: advice_pb2.GameRecord
    state: game_pb2.GameState
    counters: set[int] = field(default_factory=set)  # of the rolls of the game as it was played

    @classmethod
    async def opened(cls, channel: Any, game: str, **options: Any) -> "DiceTable":
        """A game that nobody has rolled for yet."""
        stub = dice_pb2_grpc.DiceServiceStub(channel)
        committed = await stub.CommitDice(dice_pb2.CommitDiceRequest())
        own: dict[str, Any] = {"game_id": committed.game_id, "owner_token": committed.owner_token}
        start = messages.encode(load(game, data=None, **options).new())
        record = advice_pb2.GameRecord(start=start)
        return cls(stub, rules_pb2_grpc.RulesServiceStub(channel), own, committed, record, start)

    def at(self, channel: Any) -> "DiceTable":
        """The same game, over another channel."""
        stub, rules = dice_pb2_grpc.DiceServiceStub(channel), rules_pb2_grpc.RulesServiceStub(channel)
        return replace(self, dice=stub, rules=rules)

    def chance(self, request_id: str, **more: Any) -> rules_pb2.Chance:
        """Chance from these dice."""
        return rules_pb2.Chance(dice=rules_pb2.DiceChance(**self.own, request_id=request_id, **more))

    def request(self, request_id: str, *moves: game_pb2.GameMove) -> rules_pb2.PlayMovesRequest:
        """Plays moves from where the game is, and rolls on to the next choice."""
        steps = [rules_pb2.Step(move=move) for move in moves]
        return rules_pb2.PlayMovesRequest(state=self.state, steps=steps, chance=self.chance(request_id))

    async def play(self, request_id: str, *moves: game_pb2.GameMove) -> rules_pb2.PlayMovesResponse:
        """Plays on, and keeps what happened."""
        answer = await self.rules.PlayMoves(self.request(request_id, *moves))
        self.state = answer.state
        self.record.events.extend(happening.event for happening in answer.happenings)
        self.counters |= {happening.dice_counter for happening in answer.happenings} - {0}
        return answer

    async def moves(self) -> list[game_pb2.GameMove]:
        """What may be played; nothing once the game is over."""
        listed = await self.rules.ListMoves(rules_pb2.ListMovesRequest(state=self.state))
        return [move.move for move in listed.moves]

    async def roll(self, request_id: str, **more: Any) -> dice_pb2.Roll:
        """Dice for the app itself."""
        request = dice_pb2.RollDiceRequest(**self.own, request_id=request_id, **{"faces": [1_000_000], **more})
        return (await self.dice.RollDice(request)).roll

    async def transcript(self) -> dice_pb2.Transcript:
        """Ends the game of dice."""
        return (await self.dice.RevealDice(dice_pb2.RevealDiceRequest(**self.own))).transcript

    async def checked(self, transcript: dice_pb2.Transcript, **more: Any) -> dice_pb2.VerifyTranscriptResponse:
        """What the server finds in a transcript."""
        return await self.dice.VerifyTranscript(dice_pb2.VerifyTranscriptRequest(transcript=transcript, **more))


def failed(answer: dice_pb2.VerifyTranscriptResponse) -> dict[str, str]:
    """The checks that failed, with what they say."""
    assert answer.valid == all(check.passed for check in answer.checks)
    return {check.name: check.says for check in answer.checks if not check.passed}

"""From results to messages: advice, solutions, moves, happenings and what comes next, with sentences in the language of
the request.

Messages that hold advice are filled in place, as a copy costs more than what is copied. Equal advice has equal bytes.
"""

import math
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Protocol, TypeVar

from hunch.engines import CHANCE, OVER, Game, State, messages, questions, words
from hunch.search import advice as search
from hunch.search import exact
from hunch.server import VERSION
from hunch.server.question import Question, SolverQuestion
from hunch.server.rpc import Call
from hunch.server.search_jobs import FinishedSearch, SearchResult
from hunch.v1 import advice_pb2, opponent_pb2, rules_pb2, solver_pb2

KEPT = 512
"""How many moves, events and turns have their words remembered, of each kind. One takes up to 2 KiB; a cache that fills
for hours looks like a leak to those who host the server."""
BELIEFS = {
    "none": advice_pb2.BELIEFS_NONE,
    "prior": advice_pb2.BELIEFS_PRIOR,
    "record": advice_pb2.BELIEFS_RECORD,
}
"""What the search judged hidden things by, on the wire."""
STOP_REASONS = {
    "iterations": advice_pb2.STOP_REASON_ITERATIONS,
    "time": advice_pb2.STOP_REASON_TIME,
    "stopped": advice_pb2.STOP_REASON_STOPPED,
    "solved": advice_pb2.STOP_REASON_EXACT,
    "only_move": advice_pb2.STOP_REASON_ONLY_MOVE,
    "running": advice_pb2.STOP_REASON_UNSPECIFIED,
}
"""What ended a search, on the wire."""
ENDS = {
    end: advice_pb2.Turn(ends_at=value).SerializeToString()
    for end, value in (
        ("chance", advice_pb2.TURN_END_CHANCE),
        ("other", advice_pb2.TURN_END_OTHER_SEAT),
        ("over", advice_pb2.TURN_END_GAME_OVER),
        ("own", advice_pb2.TURN_END_OWN_CHOICE),
    )
}
"""What comes after a turn, as bytes of a Turn that holds nothing else."""
AFTER = {CHANCE: "chance", OVER: "over"}
"""What comes after a turn, by who moves next."""


class Timed(Protocol):
    """A message that reports how long its answer took."""

    @property
    def timing(self) -> advice_pb2.Timing:
        """The part to fill in."""


M = TypeVar("M", bound=Timed)


def suggestion(result: SearchResult) -> opponent_pb2.SuggestMoveResponse:
    """The answer to a request for a move, except for its timing."""
    response = opponent_pb2.SuggestMoveResponse()
    fill_advice(result.question, result.advice, response.advice)
    return response


def suggestion_so_far(question: Question, advice: search.Advice) -> opponent_pb2.StreamSuggestionsResponse:
    """A suggestion in a stream, from a search that goes on."""
    response = opponent_pb2.StreamSuggestionsResponse()
    fill_advice(question, advice, response.advice)
    return response


def final_suggestion(result: SearchResult) -> opponent_pb2.StreamSuggestionsResponse:
    """The last suggestion in a stream, except for its timing."""
    response = suggestion_so_far(result.question, result.advice)
    response.final = True
    return response


def timed(finished: FinishedSearch[M], call: Call) -> M:
    """The message of a finished search, with how long it took."""
    result, grant, timing = finished.result, finished.grant, finished.message.timing
    moves = len(result.question.viewpoint.view.legal())
    timing.queue_ms, timing.search_ms, timing.shortened = grant.queue_ms, result.search_ms, finished.shortened
    timing.granted_ms = grant.time_ms if timing.shortened else result.question.limits.time_ms
    timing.suggested_think_ms = round(500 + 250 * math.log2(max(moves, 1)))
    timing.elapsed_ms = call.elapsed_ms()
    return finished.message


def fill_advice(question: Question, advice: search.Advice, message: advice_pb2.Advice) -> None:
    """Fills a message with advice."""
    message.seat, message.iterations, message.worlds = question.viewpoint.seat, advice.iterations, advice.worlds
    message.beliefs, message.stop_reason = BELIEFS[advice.beliefs], STOP_REASONS[advice.stop_reason]
    message.seed, message.level, message.method = advice.seed, advice.level, advice.method
    message.threads, message.uncalibrated = advice.threads, not questions(advice.game).calibrated
    if advice.exploitability is not None:
        message.exploitability = advice.exploitability
    versions = message.versions
    versions.server, versions.search = VERSION, advice.search_version
    versions.rules, versions.data_hash = advice.rules_version, advice.data_hash
    message.play.MergeFromString(turn(question.game, advice.play, advice.ends, question.language))
    for candidate in advice.candidates:
        fill_candidate(question, candidate, message.candidates.add())


def fill_candidate(question: Question, candidate: search.Candidate, message: advice_pb2.Candidate) -> None:
    """Fills a message with a turn that was considered."""
    game, language = question.game, question.language
    message.probability, message.visits = candidate.probability, candidate.visits
    message.value, message.standard_error = candidate.value, candidate.standard_error
    message.turn.MergeFromString(turn(game, candidate.turn, candidate.ends, language))
    if candidate.line:
        message.MergeFromString(line(game, candidate.line, language))


def solution(question: SolverQuestion, solved: exact.Solution) -> solver_pb2.Solution:
    """A solution, except for how long it took."""
    message = solver_pb2.Solution(
        seat=solved.seat,
        value=solved.value,
        exploitability=solved.exploitability,
        worlds=solved.worlds,
        ends=solved.ends,
        decisions=solved.decisions,
        iterations=solved.iterations,
    )
    for played in solved.turns[: question.most_turns]:
        message.strategy.add(
            turn=turn_from(question.viewpoint.view, played.turn, question.language),
            probability=played.probability,
            value=played.value,
        )
    return message


def turn_move(game: Game, move: int, language: str) -> advice_pb2.TurnMove:
    """A move in all its forms, to be copied into an answer."""
    return _turn_move(game, move, words.known(language))


@lru_cache(maxsize=KEPT)
def _turn_move(game: Game, move: int, language: str) -> advice_pb2.TurnMove:
    notation, local = words.write(game, move), words.write(game, move, language or "en")
    return advice_pb2.TurnMove(
        move=messages.encode_move(game, move),
        notation=notation,
        sentence=words.say(game, move, language),
        local_notation=local if local != notation else "",
    )


@lru_cache(maxsize=KEPT)
def listed(game: Game, move: int, language: str) -> bytes:
    """A response of ListMoves with one move, as bytes. Those of several moves, joined, are the response with all."""
    return rules_pb2.ListMovesResponse(moves=[turn_move(game, move, language)]).SerializeToString()


@lru_cache(maxsize=KEPT)
def _line_step(game: Game, event: int, language: str) -> advice_pb2.LineStep:
    return advice_pb2.LineStep(event=messages.encode_event(game, event), sentence=words.say(game, event, language))


def turn(game: Game, moves: tuple[int, ...], ends: str, language: str) -> bytes:
    """The moves that a seat makes in a row, and what comes after them, as bytes of a Turn. To join remembered bytes is
    several times faster than to copy messages."""
    spoken = words.known(language)
    return b"".join([_turn_with(game, move, spoken) for move in moves]) + ENDS[ends]


@lru_cache(maxsize=KEPT)
def _turn_with(game: Game, move: int, language: str) -> bytes:
    return advice_pb2.Turn(moves=[_turn_move(game, move, language)]).SerializeToString()


def line(game: Game, events: tuple[int, ...], language: str) -> bytes:
    """What a seat sees after a turn, as bytes of a Candidate that holds nothing else."""
    spoken = words.known(language)
    return b"".join([_line_with(game, event, spoken) for event in events])


@lru_cache(maxsize=KEPT)
def _line_with(game: Game, event: int, language: str) -> bytes:
    return advice_pb2.Candidate(line=[_line_step(game, event, language)]).SerializeToString()


def turn_from(view: State, moves: Iterable[int], language: str) -> advice_pb2.Turn:
    """The moves that a seat makes in a row from a position, and what comes after them."""
    made = tuple(moves)
    for move in made:
        view = view.after(move)
    return advice_pb2.Turn.FromString(turn(view.game, made, AFTER.get(view.to_move, "other"), language))


def happening(game: Game, event: int, seat: int, language: str, dice_counter: int = 0) -> rules_pb2.Happening:
    """Something that happened; `seat` is negative for chance."""
    code, arguments = words.describe(game, event)
    message = rules_pb2.Happening(
        event=messages.encode_event(game, event),
        code=code,
        sentence=words.say(game, event, language),
        dice_counter=dice_counter,
    )
    if seat >= 0:
        message.seat = seat
    message.arguments.extend(_arguments(arguments))
    return message


def effects(before: State, event: int, after: State, language: str) -> Iterable[rules_pb2.Effect]:
    """What an event changed, besides what its own sentence says."""
    for code, arguments in words.changes(before, event, after):
        sentence = words.say_code(before.game, code, arguments, language)
        yield rules_pb2.Effect(code=code, arguments=_arguments(arguments), sentence=sentence)


def _arguments(arguments: Mapping[str, int | str]) -> Iterable[rules_pb2.Argument]:
    for name, value in arguments.items():
        if isinstance(value, str):
            yield rules_pb2.Argument(name=name, text=value)
        else:
            yield rules_pb2.Argument(name=name, number=value)


def stage(position: State, whole: bool = True) -> rules_pb2.Stage:
    """What comes next."""
    turn = position.to_move
    if turn == CHANCE:
        return rules_pb2.Stage(chance=True)
    if turn == OVER:
        return rules_pb2.Stage(over=rules_pb2.Result(payoffs=position.returns() if whole else ()))
    return rules_pb2.Stage(seat=turn)


def outcomes(position: State, language: str) -> Iterable[rules_pb2.ChanceOutcome]:
    """The outcomes of the chance event that is due."""
    game, spoken = position.game, words.known(language)
    for event, weight in position.chances():
        step = _line_step(game, event, spoken)
        yield rules_pb2.ChanceOutcome(event=step.event, weight=weight, sentence=step.sentence)

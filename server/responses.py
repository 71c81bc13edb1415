"""From results to messages: advice, solutions, moves, happenings and what comes next, with sentences in the language of
the request.

Messages that hold advice are filled in place, as a copy costs more than what is copied. Equal advice has equal bytes.
"""

import math
from collections.abc import Callable, Iterable, Mapping
from typing import Protocol, TypeVar

from hunch.engines import CHANCE, OVER, Game, State, messages, questions, words
from hunch.search import advice as search
from hunch.search import exact
from hunch.server import VERSION
from hunch.server.question import Question, Reader, SolverQuestion
from hunch.server.recent import Recent
from hunch.server.rpc import Call
from hunch.server.search_jobs import FinishedSearch, SearchResult
from hunch.v1 import advice_pb2, opponent_pb2, rules_pb2, solver_pb2

KEPT = 512
"""How many moves, events and turns have their words remembered, of each kind, for all accounts together. One takes up
to 2 KiB; a cache that fills for hours looks like a leak to those who host the server."""
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
S = TypeVar("S", opponent_pb2.StreamSuggestionsResponse, opponent_pb2.WatchSuggestionsResponse)
V = TypeVar("V")
Written = Callable[[Game, int, Reader], V]
"""Writes a move or an event for a reader."""


def remembered(write: Written[V]) -> Written[V]:
    """The same, except that what an account's calls needed lately is not written again. Written moves show
    who holds which cards, so no account finds another's."""
    recent: Recent[tuple[Game, int, str], V] = Recent(KEPT)

    def known(game: Game, code: int, reader: Reader) -> V:
        key = (game, code, reader.language)
        value = recent.get(reader.account, key)
        if value is None:
            value = write(game, code, reader)
            recent.put(reader.account, key, value)
        return value

    return known


def suggestion(result: SearchResult) -> opponent_pb2.SuggestMoveResponse:
    """The answer to a request for a move, except for its timing."""
    response = opponent_pb2.SuggestMoveResponse()
    fill_advice(result.question, result.advice, response.advice)
    return response


def suggestion_so_far(kind: type[S], question: Question, advice: search.Advice) -> S:
    """A suggestion in a stream of such messages, from a search that goes on."""
    response = kind()
    fill_advice(question, advice, response.advice)
    return response


def final_suggestion(kind: type[S], result: SearchResult) -> S:
    """The last suggestion in a stream of such messages, except for its timing."""
    response = suggestion_so_far(kind, result.question, result.advice)
    response.final = True
    return response


def timed(finished: FinishedSearch[M], call: Call) -> M:
    """The message of a finished search, with how long it took."""
    result, grant, timing = finished.result, finished.grant, finished.message.timing
    timing.queue_ms, timing.search_ms, timing.shortened = grant.queue_ms, result.search_ms, finished.shortened
    timing.granted_ms = grant.time_ms if timing.shortened else result.question.limits.time_ms
    timing.suggested_think_ms = suggested_think_ms(result.question.viewpoint.view)
    timing.elapsed_ms = call.elapsed_ms()
    return finished.message


def suggested_think_ms(position: State) -> int:
    """How long a person would think here, about: longer if there is more to choose from."""
    return round(500 + 250 * math.log2(max(len(position.legal()), 1)))


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
    message.play.MergeFromString(turn(question.game, advice.play, advice.ends, question.reader))
    for candidate in advice.candidates:
        fill_candidate(question, candidate, message.candidates.add())


def fill_candidate(question: Question, candidate: search.Candidate, message: advice_pb2.Candidate) -> None:
    """Fills a message with a turn that was considered."""
    game, reader = question.game, question.reader
    message.probability, message.visits = candidate.probability, candidate.visits
    message.value, message.standard_error = candidate.value, candidate.standard_error
    message.turn.MergeFromString(turn(game, candidate.turn, candidate.ends, reader))
    if candidate.line:
        message.MergeFromString(line(game, candidate.line, reader))


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
            turn=turn_from(question.viewpoint.view, played.turn, question.reader),
            probability=played.probability,
            value=played.value,
        )
    return message


@remembered
def turn_move(game: Game, move: int, reader: Reader) -> advice_pb2.TurnMove:
    """A move in all its forms, to be copied into an answer."""
    notation, local = words.write(game, move), words.write(game, move, reader.language)
    return advice_pb2.TurnMove(
        move=messages.encode_move(game, move),
        notation=notation,
        sentence=words.say(game, move, reader.language),
        local_notation=local if local != notation else "",
    )


@remembered
def listed(game: Game, move: int, reader: Reader) -> bytes:
    """A response of ListMoves with one move, as bytes. Those of several moves, joined, are the response with all."""
    return rules_pb2.ListMovesResponse(moves=[turn_move(game, move, reader)]).SerializeToString()


@remembered
def _line_step(game: Game, event: int, reader: Reader) -> advice_pb2.LineStep:
    sentence = words.say(game, event, reader.language)
    return advice_pb2.LineStep(event=messages.encode_event(game, event), sentence=sentence)


def turn(game: Game, moves: tuple[int, ...], ends: str, reader: Reader) -> bytes:
    """The moves that a seat makes in a row, and what comes after them, as bytes of a Turn. To join remembered bytes is
    several times faster than to copy messages."""
    return b"".join([_turn_with(game, move, reader) for move in moves]) + ENDS[ends]


@remembered
def _turn_with(game: Game, move: int, reader: Reader) -> bytes:
    return advice_pb2.Turn(moves=[turn_move(game, move, reader)]).SerializeToString()


def line(game: Game, events: tuple[int, ...], reader: Reader) -> bytes:
    """What a seat sees after a turn, as bytes of a Candidate that holds nothing else."""
    return b"".join([_line_with(game, event, reader) for event in events])


@remembered
def _line_with(game: Game, event: int, reader: Reader) -> bytes:
    return advice_pb2.Candidate(line=[_line_step(game, event, reader)]).SerializeToString()


def turn_from(view: State, moves: Iterable[int], reader: Reader) -> advice_pb2.Turn:
    """The moves that a seat makes in a row from a position, and what comes after them."""
    made = tuple(moves)
    for move in made:
        view = view.after(move)
    return advice_pb2.Turn.FromString(turn(view.game, made, AFTER.get(view.to_move, "other"), reader))


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


def outcomes(position: State, reader: Reader) -> Iterable[rules_pb2.ChanceOutcome]:
    """The outcomes of the chance event that is due."""
    for event, weight in position.chances():
        step = _line_step(position.game, event, reader)
        yield rules_pb2.ChanceOutcome(event=step.event, weight=weight, sentence=step.sentence)

"""From positions to answers: moves, happenings and what comes next, with sentences in the language asked for."""

from collections.abc import Iterable, Mapping
from functools import lru_cache

from hunch.engines import CHANCE, OVER, Game, State, messages, words
from hunch.v1 import advice_pb2, rules_pb2

KEPT = 512
"""Moves, events and turns whose words are kept, of each: the same ones come up again and again. One takes up to 2 KiB,
and what fills for hours looks like a leak to who hosts it."""
ENDS = {
    end: advice_pb2.Turn(ends_at=value).SerializeToString()
    for end, value in (
        ("chance", advice_pb2.TURN_END_CHANCE),
        ("other", advice_pb2.TURN_END_OTHER_SEAT),
        ("over", advice_pb2.TURN_END_GAME_OVER),
        ("own", advice_pb2.TURN_END_OWN_CHOICE),
    )
}
AFTER = {CHANCE: "chance", OVER: "over"}


def turn_move(game: Game, move: int, language: str) -> advice_pb2.TurnMove:
    """A move in all its forms, to be copied into an answer."""
    return _turn_move(game, move, words.known(language))


@lru_cache(maxsize=KEPT)
def _turn_move(game: Game, move: int, language: str) -> advice_pb2.TurnMove:
    return advice_pb2.TurnMove(
        move=messages.encode_move(game, move),
        notation=words.write(game, move),
        sentence=words.say(game, move, language),
    )


@lru_cache(maxsize=KEPT)
def listed(game: Game, move: int, language: str) -> bytes:
    """An answer of ListMoves with one move, as bytes: those of several one after the other are the answer with all."""
    return rules_pb2.ListMovesResponse(moves=[turn_move(game, move, language)]).SerializeToString()


@lru_cache(maxsize=KEPT)
def _line_step(game: Game, event: int, language: str) -> advice_pb2.LineStep:
    return advice_pb2.LineStep(event=messages.encode_event(game, event), sentence=words.say(game, event, language))


def turn(game: Game, moves: tuple[int, ...], ends: str, language: str) -> bytes:
    """The moves that a seat makes in a row, and what comes after them, as bytes of a Turn: parts that are kept are put
    together several times faster than messages are copied."""
    spoken = words.known(language)
    return b"".join([_one_of_turn(game, move, spoken) for move in moves]) + ENDS[ends]


@lru_cache(maxsize=KEPT)
def _one_of_turn(game: Game, move: int, language: str) -> bytes:
    return advice_pb2.Turn(moves=[_turn_move(game, move, language)]).SerializeToString()


def line(game: Game, events: tuple[int, ...], language: str) -> bytes:
    """What a seat sees after a turn, as bytes of a Candidate that says nothing else."""
    spoken = words.known(language)
    return b"".join([_one_of_line(game, event, spoken) for event in events])


@lru_cache(maxsize=KEPT)
def _one_of_line(game: Game, event: int, language: str) -> bytes:
    return advice_pb2.Candidate(line=[_line_step(game, event, language)]).SerializeToString()


def turn_from(view: State, moves: Iterable[int], language: str) -> advice_pb2.Turn:
    """The moves that a seat makes in a row from a position, and what comes after them."""
    made = tuple(moves)
    for move in made:
        view = view.after(move)
    return advice_pb2.Turn.FromString(turn(view.game, made, AFTER.get(view.to_move, "other"), language))


def happening(game: Game, event: int, seat: int, language: str, dice_counter: int = 0) -> rules_pb2.Happening:
    """Something that happened; `seat` is negative when it was chance."""
    code, arguments = words.describe(game, event)
    told = rules_pb2.Happening(
        event=messages.encode_event(game, event),
        code=code,
        sentence=words.say(game, event, language),
        dice_counter=dice_counter,
    )
    if seat >= 0:
        told.seat = seat
    told.arguments.extend(_arguments(arguments))
    return told


def effects(before: State, event: int, after: State, language: str) -> Iterable[rules_pb2.Effect]:
    """What an event brought about besides what its own sentence says."""
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

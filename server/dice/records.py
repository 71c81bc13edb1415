"""Compares the rolls of a transcript with the record of the game that was played with them."""

from collections.abc import Iterable, Iterator, Sequence

from hunch.engines import CHANCE, BadMessage, BadState
from hunch.server import requests
from hunch.server.dice.derivation import StoredRoll
from hunch.server.dice.positions import ChanceRun, outcome_of
from hunch.server.errors import under
from hunch.server.steps import Steps
from hunch.v1.advice_pb2 import GameRecord


def compare(record: GameRecord, of_game: Sequence[StoredRoll], data: requests.Data) -> Steps[str]:
    """What does not fit of the rolls for positions of a game, in words; empty if all does. Refuses a record that cannot
    be played."""
    position = requests.state(record.start, data, "start")
    with under("start"):
        if requests.owner(position) is not None:
            raise BadState("", "a position with nothing hidden is needed: rolls follow from the whole of it")
    if len(record.events) > requests.MOST_RECORD:
        raise BadMessage("events", f"{len(record.events)} events; at most {requests.MOST_RECORD} are taken")
    due = {roll.throw.position: roll for roll in of_game}
    unrolled: list[int] = []
    changed: list[int] = []
    run = ChanceRun()
    for place, message in enumerate(record.events):
        event = requests.event_in(position, message, f"events[{place}]")
        outcomes = position.chances()
        if position.to_move != CHANCE:
            run.end()
        elif len(outcomes) > 1:
            throw = run.throw(position)
            roll = due.pop(throw.position, None)
            if roll is None or roll.throw != throw:
                unrolled.append(place)
            elif outcome_of(outcomes, roll.values[0]) != event:
                changed.append(place)
        position = position.after(event)
        yield
    return "; ".join(_flaws([roll.counter for roll in due.values()], unrolled, changed))


def _flaws(strange: Sequence[int], unrolled: Sequence[int], changed: Sequence[int]) -> Iterator[str]:
    if strange:
        yield f"for positions that are not in the record: rolls {ranges(strange)}"
    if unrolled:
        yield f"chance in the record that was not rolled with these dice: events {ranges(unrolled)}"
    if changed:
        yield f"events of the record that are not what was rolled: {ranges(changed)}"


def ranges(numbers: Iterable[int]) -> str:
    """Rising numbers in words: "2, 4 to 6"."""
    found: list[list[int]] = []
    for number in numbers:
        if found and number == found[-1][1] + 1:
            found[-1][1] = number
        else:
            found.append([number, number])
    return ", ".join(str(first) if first == last else f"{first} to {last}" for first, last in found)

"""Mutated positions of Comanchería: other arguments of frames, frames of another position, or other fields."""

from hunch.engines import State, Stream
from hunch.engines.games.comancheria.codes.steps import S_ASK
from hunch.engines.games.comancheria.codes.steps import STEPS as STEP_COUNT
from hunch.engines.games.comancheria.data.steps import ARGUMENTS, PURPOSES, QUESTION_ARGUMENTS, STEPS

FRAMES = slice(8, 8 + 12 * 8)  # where the frames lie in the bytes of a state
DEPTH = 6
LETTERS = {step.number: step.arguments for step in STEPS}


def mutated(state: State, other: State, stream: Stream) -> State:
    raw, strange, kind = bytearray(bytes(state)), bytes(other), stream.below(5)
    if kind < 2:
        for _ in range(1 + (stream.below(4) == 0)):
            change_frame(raw, stream)
    elif kind == 2:
        change_bytes(raw, stream)
    elif kind == 3:
        raw[FRAMES], raw[DEPTH] = strange[FRAMES], strange[DEPTH]
        if stream.below(2):
            take_over(raw, strange, 60, stream)
    else:
        take_over(raw, strange, 12, stream)
        if stream.below(2):
            change_frame(raw, stream)
    return state.game.from_bytes(bytes(raw))


def change_frame(raw: bytearray, stream: Stream) -> None:
    """Changes a frame's step, or one argument to another of its kind or to a value nearby."""
    at = FRAMES.start + 8 * stream.below(raw[DEPTH])
    letters = LETTERS.get(raw[at], "")
    if raw[at] == S_ASK and raw[at + 1] < len(PURPOSES["ask"]):
        letters = ("n" if stream.below(4) == 0 else ".") + QUESTION_ARGUMENTS.get(PURPOSES["ask"][raw[at + 1]], "")
    places = [place for place, letter in enumerate(letters, 1) if letter != "."]
    if not places or stream.below(8) == 0:
        raw[at] = stream.below(STEP_COUNT) if stream.below(2) else raw[at] + stream.below(5) - 2 & 255
        return
    place = stream.choice(places)
    letter, was = letters[place - 1], raw[at + place]
    if letter == "n" and stream.below(3):
        raw[at + place] = stream.choice((*range(9), was ^ 1, was + 1 & 255, was - 1 & 255, 255))
    else:
        raw[at + place] = stream.below(1 + ARGUMENTS[letter].high)


def change_bytes(raw: bytearray, stream: Stream) -> None:
    for _ in range(1 + stream.below(2)):
        place = FRAMES.start + stream.below(8 * raw[DEPTH])
        raw[place] = stream.below(8) if stream.below(2) else stream.below(256)
    if stream.below(8) == 0:
        raw[DEPTH] = max(1, raw[DEPTH] - 1)


def take_over(raw: bytearray, strange: bytes, most: int, stream: Stream) -> None:
    """Copies some bytes after the frames from the other position."""
    start = FRAMES.stop + stream.below(len(raw) - FRAMES.stop)
    end = min(len(raw), start + 1 + stream.below(most))
    raw[start:end] = strange[start:end]

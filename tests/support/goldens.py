"""Golden playthroughs and perft counts: how they are written, read back and compared."""

import hashlib
import json
from pathlib import Path

from google.protobuf import json_format

from hunch.engines import CHANCE, NOTHING, Game, State, Stream, load, messages, words
from hunch.v1 import game_pb2 as pb
from tests.support.play import label, variants, walk, watchers

FOLDER = Path(__file__).parents[2] / "tests/goldens"
MOST_LINES = 140  # of a playthrough
MOST_STEPS = 70
MOST_NODES = 20_000  # of a perft count
MOST_SPLIT = 60  # moves at its top


# Playthroughs ------------------------------------------------------------------------------------------------------


def chosen_games(name: str) -> list[Game]:
    """The games that have a playthrough: all defaults, and two combinations of options."""
    games = variants(name)
    return list(dict.fromkeys([games[0], *games[-2:]]))


def path_of(game: Game) -> Path:
    return FOLDER / game.name / f"{label(game).removeprefix(game.name).strip('-') or 'defaults'}.txt"


def random_moves(game: Game) -> list[int]:
    """The first moves of a game with the rollout policy."""
    whole = [step.move for step in walk(game.new(), Stream(2), guided=True)]
    return whole[:MOST_STEPS]


def written(game: Game, moves: list[int]) -> str:
    """The text of a playthrough: a line a step, and as often as there is room what there is to see and for whom."""
    states = [game.new()]
    for move in moves:
        states.append(states[-1].after(move))
    heading = [
        f"# {label(game)}: written by `make goldens`, replayed by tests/engines/test_goldens.py. Each line: step,",
        "# who acts, what is played, how many moves or outcomes there were, what those saw who saw something else,",
        "# and a digest of the message of the position after it.",
        json.dumps(dict(game.options)),
    ]
    played = [line(number, state, move) for number, (state, move) in enumerate(zip(states, moves, strict=False))]
    boards = [shown(state) for state in states[1:]]
    for every in range(1, len(moves) + 1):
        places = range(len(moves) - 1, -1, -every)
        if len(heading) + len(moves) + sum(len(boards[place]) for place in places) <= MOST_LINES:
            break
    blocks = [[text, *(boards[number] if number in places else ())] for number, text in enumerate(played)]
    return "\n".join([*heading, *(text for block in blocks for text in block)]) + "\n"


def line(number: int, state: State, move: int) -> str:
    actor = "chance" if state.to_move == CHANCE else f"seat {state.to_move}"
    played = event_text(state.game, move) if state.to_move == CHANCE else words.write(state.game, move)
    others: dict[int, list[str]] = {}
    for seat in watchers(state.game):
        if state.seen(move, seat) != move:
            others.setdefault(state.seen(move, seat), []).append("public" if seat < 0 else str(seat))
    veiled = [
        f"{' '.join(seats)}: {event_text(state.game, seen) if seen != NOTHING else 'nothing'}"
        for seen, seats in others.items()
    ]
    count = len(state.legal()) or len(state.chances())
    return " | ".join([f"{number:2}", actor, played, str(count), ", ".join(veiled) or "-", digest(state.after(move))])


def event_text(game: Game, event: int) -> str:
    return json.dumps(json_format.MessageToDict(getattr(messages.encode_event(game, event), game.name)))


def digest(state: State) -> str:
    """Changes with the meaning of the position, not with the layout of its bytes."""
    fields = json.dumps(json_format.MessageToDict(getattr(messages.encode(state), state.game.name)), sort_keys=True)
    return hashlib.sha256(fields.encode()).hexdigest()[:8]


def shown(state: State) -> list[str]:
    """The board, and of each seat's view the lines that look otherwise."""
    board = words.board(state).splitlines()
    lines = [f"    {text}" for text in board]
    for seat in range(state.game.seats):
        view = words.board(state.view(seat)).splitlines()
        alike = len(view) == len(board)
        lines += [f"    {seat} sees {text}" for number, text in enumerate(view) if not alike or text != board[number]]
    return [text.rstrip() for text in lines]


def read_back(name: str, text: str) -> tuple[Game, list[int]]:
    """The game and the moves of a written playthrough."""
    lines = [line for line in text.splitlines() if not line.startswith(("#", "    "))]
    game = load(name, **json.loads(lines[0]))
    state, moves = game.new(), []
    for entry in lines[1:]:
        _, actor, played, *_ = entry.split(" | ")
        if actor == "chance":
            move = messages.decode_event(
                game, messages.from_json(json.dumps({name: json.loads(played)}), pb.GameEvent())
            )
        else:
            move = words.parse(state, played)
        moves.append(move)
        state = state.apply(move)
    return game, moves


# Perft -------------------------------------------------------------------------------------------------------------


def perft(state: State, depth: int, most: int = MOST_NODES) -> int:
    """How many sequences of `depth` moves and outcomes there are; gives up beyond `most`."""
    codes = state.legal() or [outcome for outcome, _ in state.chances()]
    if depth == 1 or not codes:
        return max(1, len(codes))
    total = 0
    for code in codes:
        total += perft(state.after(code), depth - 1, most)
        if total > most:
            break
    return total


def split(state: State, depth: int) -> dict[str, int]:
    """The count below each move, by its notation; below each outcome, by its message."""
    codes = [(code, words.write(state.game, code)) for code in state.legal()]
    codes += [(code, event_text(state.game, code)) for code, _ in state.chances()]
    return {text: perft(state.after(code), depth - 1) if depth > 1 else 1 for code, text in codes}


def counts(game: Game, moves: list[int]) -> list[dict[str, object]]:
    """Perft counts from some positions of a playthrough."""
    counts, state = [], game.new()
    places = {0, len(moves) // 3, 2 * len(moves) // 3, len(moves) - 2}
    for number, move in enumerate(moves):
        depth = 1
        while number in places and depth < 12 and perft(state, depth + 1) <= MOST_NODES:
            depth += 1
        if number in places and len(state.legal() or state.chances()) <= MOST_SPLIT:
            counts.append({"after": number, "depth": depth, "total": perft(state, depth), "split": split(state, depth)})
        state = state.after(move)
    return counts

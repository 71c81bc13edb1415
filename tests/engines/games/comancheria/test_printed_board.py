"""A person with a printed board can follow Comanchería from events alone."""

import re
from pathlib import Path
from typing import Any

import pytest

from hunch.engines import CHANCE, State, Stream, load, words
from tests.support.cases import found_cases, position, read
from tests.support.comancheria import SCENARIOS, last_event, step
from tests.support.printed_board import PrintedBoard

PAGE = Path(__file__).parents[4] / "docs/games/comancheria.md"
GAMES, LONG = 4, 200


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_board_that_reads_nothing_but_events_equals_the_state(scenario: str) -> None:
    follow_games(scenario, GAMES, 31)


@pytest.mark.long
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_board_that_reads_nothing_but_events_equals_the_state_over_many_games(scenario: str) -> None:
    follow_games(scenario, LONG, 32)


def follow_games(scenario: str, games: int, seed: int) -> None:
    """After every event of so many games, all that lies on the board is where the state says.

    In every other game the player may also choose orders and payers that lead to the same.
    """
    stream = Stream(seed)
    for number in range(games):
        state = load("comancheria", scenario=scenario, choices=("canonical", "all")[number % 2]).new()
        board = PrintedBoard(state)
        while not state.over:
            state = followed(board, state, step(state, stream), f"game {number}")


@pytest.mark.parametrize(
    ("name", "case"), [found.values for found in found_cases() if found.values[0] == "comancheria"]
)
def test_the_board_follows_every_rule_case(name: str, case: dict[str, Any]) -> None:
    """So it also meets what random games seldom do: Guns, ambushes, cards of all kinds."""
    if "refused" in case["expect"]:
        return
    state = position(name, case)
    board = PrintedBoard(state)
    for entry in case.get("play", []):
        while state.to_move == CHANCE and len(state.chances()) == 1 and "event" not in entry:
            state = followed(board, state, state.chances()[0][0], case["rule"])
        if entry != "...":
            state = followed(board, state, read(state, entry, False), case["rule"])


@pytest.mark.parametrize("seed", range(3))
def test_the_board_follows_the_east_into_the_game_and_beyond(seed: int) -> None:
    """Random games seldom meet the objectives of two periods."""
    frames: list[dict[str, Any]] = [
        {"step": "TURN_CLEANUP"},
        {"step": "PASS_TRACK_ROLLED"},
        {"step": "DIE", "arguments": [12, 2]},
    ]
    camps = {str(i): {"space": f"COMANCHERIA_SPACE_NAME_{at}", "paraibo": 2} for i, at in ((1, "LE1"), (2, "RR5"))}
    case = {
        "options": {"scenario": "rise_and_fall"},
        "base": "base_period_2",
        "state": {
            "camps": camps,
            "spaces": {"6": {"piece": None}, "16": {"piece": None}},
            "tracks": {"passage": 3},
            "frames": [{**frame, "step": f"COMANCHERIA_STEP_{frame['step']}"} for frame in frames],
        },
    }
    state, stream = position("comancheria", case), Stream(seed)
    board = PrintedBoard(state)
    assert not board.table["plays east"]
    state = followed(board, state, state.chances()[0][0], "the Victory Check")
    assert board.table["plays east"]
    while not state.over:
        state = followed(board, state, step(state, stream), f"seed {seed}")


def test_the_board_follows_the_bonus_of_a_card_for_a_mahimiana_until_it_ends() -> None:
    """Random games seldom buy that card."""
    _, _, start = last_event("Quanah", "Bought into play, one Mahimiana gains three medicine.")
    ended = 0
    for seed in range(3):
        state, board, stream = start, PrintedBoard(start), Stream(seed)
        assert board.table["chosen"]
        while not state.over and board.table["chosen"]:
            state = followed(board, state, step(state, stream), f"seed {seed}")
        ended += not board.table["chosen"]
    assert ended


def followed(board: PrintedBoard, state: State, event: int, where: str) -> State:
    """The next position, which the board has followed."""
    after = state.after(event)
    told = [words.describe(state.game, event), *words.changes(state, event, after)]
    for code, arguments in told:
        board.apply(code, arguments)
    assert board.different(after) == {}, f"{where}: {told}"
    return after


def test_the_page_lists_every_code_that_moves_something() -> None:
    page = PAGE.read_text().split("### On a printed board")[1].split("\n### ")[0]
    listed = set(re.findall(r"`(\w+)`", page))
    listed |= {code.replace("_new", "_gone") for code in listed}
    moving = {name.removeprefix("do_") for name in dir(PrintedBoard) if name.startswith("do_")}
    assert moving - listed == set()

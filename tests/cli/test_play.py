"""`hunch play`: whole games at the terminal, against this process and against servers, good and bad."""

import asyncio
import random
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from types import SimpleNamespace

import click
import grpc
import pytest
from google.protobuf.message import Message

from hunch.cli import refusals, render, table, terminal
from hunch.cli.session import Session
from hunch.engines import CHANCE, GAMES, State, Stream, load, messages, words
from hunch.server.errors import Busy, ServerError, TooMuch, refusal
from hunch.server.rpc import DETAILS
from hunch.v1 import game_pb2, rules_pb2
from tests.support.comancheria import SCENARIOS
from tests.support.commands import Hunch
from tests.support.servers import EXAMPLES, House, Served

Typed = Callable[..., str]
"""Plays a game at the terminal to its end by random moves, after given lines, and returns the output."""

OVER = re.compile(
    r"the game is over(: player \d wins|: a tie of players [\d, ]+|: a draw, nobody wins)? · payoffs:  player 1: "
)


@pytest.fixture
def typed(hunch: Hunch, monkeypatch: pytest.MonkeyPatch) -> Typed:
    def run(name: str, *arguments: object, first: Sequence[str] = (), language: str = "en") -> str:
        rng, lines = random.Random(1), list(first)
        choices: list[rules_pb2.ListMovesResponse] = []
        list_moves = table.TerminalGame._list

        def watched(game: table.TerminalGame, *state: game_pb2.GameState) -> rules_pb2.ListMovesResponse:
            choices.append(list_moves(game, *state))
            return choices[-1]

        def prompt(text: str, **settings: object) -> str:
            if text.startswith(("Enter", "Entrée")):
                return ""
            if text in ("chance", "hasard"):
                return rng.choice(["1", "roll"])
            return lines.pop(0) if lines else render.written(rng.choice(choices[-1].moves))

        monkeypatch.setattr(table.TerminalGame, "_list", watched)
        monkeypatch.setattr(click, "prompt", prompt)
        quick = ("--level", 1, "--time-ms", 1, *(() if "--told" in arguments else ("--seed", 1)))
        return hunch("--language", language, "play", name, *quick, *arguments)

    return run


def requests_sent(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, Message]]:
    """The requests from here on, each with its method, as they are sent."""
    sent: list[tuple[str, Message]] = []
    call = Session.call

    def watched(session: Session, method: str, request: Message, answer: type[Message]) -> Message:
        sent.append((method, request))
        return call(session, method, request, answer)

    monkeypatch.setattr(Session, "call", watched)
    return sent


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_played_to_its_end_by_hand(typed: Typed, name: str) -> None:
    output = typed(name, first=["moves", "?", "nonsense", "hint nonsense", "save", "board"])
    assert output.count("in words") == 2
    assert output.count("is not possible here") == 2
    assert output.count("such as save game.json") == 1
    assert OVER.search(output)


@pytest.mark.parametrize("name", ["kuhn", "powwow", "comancheria"])
def test_the_bot_gets_the_record_if_that_shows_something(
    typed: Typed, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    sent = requests_sent(monkeypatch)
    typed(name, first=["hint"])
    positions = [request.position for _, request in sent if hasattr(request, "position")]
    hidden = name != "comancheria"
    assert {position.WhichOneof("from") for position in positions} == {"record" if hidden else "state"}
    assert {position.seat for position in positions} >= ({0, 1} if hidden else {0})


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_played_with_real_dice_in_french(typed: Typed, name: str) -> None:
    output = typed(name, "--told", first=["coups", "plateau"], language="fr")
    assert "en clair" in output
    assert re.search("la partie est finie(\xa0: [^·]+)? · gains\xa0:  joueur 1\xa0: ", output)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_each_solitaire_scenario_is_played_with_real_dice(typed: Typed, scenario: str) -> None:
    output = typed("comancheria", "--told", "-o", f"scenario={scenario}")
    assert "A new turn begins" in " ".join(output.split())
    assert OVER.search(output)


def test_at_the_table_help_is_given_and_outcomes_are_listed_again(hunch: Hunch) -> None:
    output = hunch("play", "kuhn", "--told", input="help\nlist\nnonsense\n1\nhelp\nquit\n")
    assert output.count("Player 1 is dealt the jack.") == 3  # twice as what can come, once as what came
    assert output.count("the number of what happened") == 2  # in help, and for what is not possible
    assert output.count("is not possible here") == 1
    assert output.count("as the list shows it") == 1


def test_a_game_is_played_against_a_running_server(hunch: Hunch, served: Served) -> None:
    lines = "check\n" * 4

    async def talk(house: House) -> str:
        words = ("--server", house.address, "play", "kuhn", "--seed", 1)
        return await asyncio.to_thread(hunch, *words, input=lines)

    assert "the game is over" in served(talk)


def test_a_hint_at_the_terminal_judges_the_move_one_thinks_of(hunch: Hunch) -> None:
    output = hunch("play", "kuhn", "--seed", 1, input="nudge\nhint\nhint  BET\nhint check\nquit\n")
    assert output.count("You may expect") == 3
    assert "“bet”" in output


def test_a_nudge_and_a_hint_about_one_choice_are_one_answer(hunch: Hunch, monkeypatch: pytest.MonkeyPatch) -> None:
    sent = requests_sent(monkeypatch)
    output = hunch("play", "tomahawk", "--seed", 5, input="nudge\nhint\nhint\nnudge\nquit\n")
    assert [method for method, _ in sent].count("OpponentService.GetHint") == 1
    kinds = ("One choice", "It is close", "No turn stands out", "Surprise")
    nudges = [line for line in output.splitlines() if line.startswith(kinds)]
    assert len(nudges) == 4
    assert len(set(nudges)) == 1


def test_the_player_learns_where_the_rules_are(hunch: Hunch) -> None:
    output = hunch("play", "kuhn", "--seed", 1, input="rules\nguide\nlegend\nquit\n")
    assert "Type guide" in output
    assert "Moves and notation" in output
    assert "Goal: win chips" in output
    assert "jack, queen, king" in output
    assert "State on the wire" not in output


def test_what_happens_is_printed_in_lines_that_fit(hunch: Hunch, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terminal.out, "width", 30)
    output = hunch("play", "kuhn", "--seed", 1, input="quit\n")
    assert max(map(len, output.split("pot 2")[0].splitlines())) <= 30


def failing_every_other_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """From the first choice on, a server that refuses each request once, because it is full, and then answers it."""
    call = Session.call
    seen: list[tuple[str, bytes]] = []

    def sometimes(session: Session, method: str, request: Message, answer: type[Message]) -> Message:
        if seen or method == "RulesService.ListMoves":
            seen.append((method, request.SerializeToString()))
            if seen.count(seen[-1]) == 1:
                raise refusals.refused(grpc.StatusCode.RESOURCE_EXHAUSTED, "the queue is full", retry=True)
        return call(session, method, request, answer)

    monkeypatch.setattr(Session, "call", sometimes)


@pytest.mark.parametrize("name", ["kuhn", "goofspiel"])
def test_a_game_goes_on_when_a_server_is_full_for_a_while(
    typed: Typed, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    failing_every_other_time(monkeypatch)
    output = typed(name, first=["hint"])
    assert output.count("RESOURCE_EXHAUSTED: the queue is full") > 3
    assert OVER.search(output)


def test_a_game_whose_server_is_gone_is_saved(hunch: Hunch, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    failing_every_other_time(monkeypatch)
    file = tmp_path / "kuhn.json"
    assert "Saved" in hunch("play", "kuhn", "--seed", 1, input=f"save {file}\nquit\n")
    monkeypatch.undo()
    assert "player 1: J" in hunch("show", file)


def test_a_game_is_saved_and_gone_on_with(hunch: Hunch, tmp_path: Path) -> None:
    file = tmp_path / "kuhn.json"
    output = hunch("play", "kuhn", "--seed", 1, input=f"save {tmp_path}/none/x\nsave {file}\nquit\n")
    assert "No such file" in " ".join(output.split())
    assert "player 1: J" in hunch("play", "kuhn", "--from", file, input="quit\n")
    assert "not a position of leduc" in hunch("play", "leduc", "--from", file, input="quit\n", code=2)
    file.write_text("{")
    hunch("play", "kuhn", "--from", file, code=3)


def test_brackets_in_the_name_of_a_file_are_letters_like_others(
    hunch: Hunch, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    output = hunch("play", "kuhn", "--seed", 1, input="save none/[/red]/x\nsave [bold]x.json\nquit\n")
    assert "none/[/red]/x: No such file" in output
    assert "--from '[bold]x.json'" in output
    assert (tmp_path / "[bold]x.json").exists()


def test_the_name_of_a_file_may_be_quoted_and_begin_at_home(
    hunch: Hunch, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    lines = 'save "~/my game.json"\nsave ~/x.json\nsave ~nobody-of-this-name/x\nquit\n'
    output = hunch("play", "kuhn", "--seed", 1, input=lines)
    assert f"--from'{tmp_path}/mygame.json'" in "".join(output.split())
    assert {"my game.json", "x.json"} <= {file.name for file in tmp_path.iterdir()}


def failing(monkeypatch: pytest.MonkeyPatch, method: str, error: BaseException) -> None:
    """Every call of this method raises this error."""
    call = Session.call

    def sometimes(session: Session, name: str, request: Message, answer: type[Message]) -> Message:
        if name == method:
            raise error
        return call(session, name, request, answer)

    monkeypatch.setattr(Session, "call", sometimes)


REFUSED = refusals.refused(grpc.StatusCode.PERMISSION_DENIED, "the key is not for this")
STOPPED = KeyboardInterrupt()


@pytest.mark.parametrize(("error", "says"), [(REFUSED, "PERMISSION_DENIED: the key"), (STOPPED, "Stopped.")])
def test_a_hint_that_does_not_come_costs_no_game(
    hunch: Hunch, monkeypatch: pytest.MonkeyPatch, error: BaseException, says: str
) -> None:
    failing(monkeypatch, "OpponentService.GetHint", error)
    output = hunch("play", "kuhn", "--seed", 1, input="hint\nnudge\nbet\n")
    assert output.count(says) == 2
    assert "the game is over" in output


def test_a_game_is_saved_before_a_lasting_refusal_ends_it(hunch: Hunch, tmp_path: Path) -> None:
    file = tmp_path / "kuhn.json"
    words = ("play", "kuhn", "--seed", 1, "--time-ms", 60_000)
    output = hunch(*words, input=f"check\n\nsave {file}\nquit\n", code=4)
    assert output.count("limits.time_ms") == 1
    assert "try again" not in output
    assert "not saved" not in output
    assert "moves: check" in hunch("show", file)
    assert "not saved" in hunch(*words, input="check\n", code=4)


def test_a_lasting_refusal_is_no_passing_one_over_the_wire_either(hunch: Hunch, served: Served) -> None:
    async def talk(house: House) -> str:
        words = ("--server", house.address, "play", "kuhn", "--seed", 1, "--time-ms", 60_000)
        return await asyncio.to_thread(hunch, *words, input="check\nquit\n", code=4)

    assert "try again" not in served(talk)


def test_who_stops_the_bot_may_let_it_think_again_save_or_quit(hunch: Hunch, monkeypatch: pytest.MonkeyPatch) -> None:
    failing(monkeypatch, "OpponentService.SuggestMove", STOPPED)
    output = hunch("play", "kuhn", "--seed", 1, input="check\n\nquit\n")
    assert output.count("Stopped.") == output.count("try again") == 2
    assert "This game was not saved" in output


@pytest.mark.parametrize(("lines", "lost"), [("quit\n", False), ("12\nquit\n", True), ("12\n", True)])
def test_leaving_a_game_with_moves_made_warns_that_it_is_not_saved(
    hunch: Hunch, tmp_path: Path, lines: str, lost: bool
) -> None:
    words = ("play", "goofspiel", "--seed", 1, "--time-ms", 1)
    assert ("type save FILE before quit" in hunch(*words, input=lines)) == lost
    assert "type save FILE before quit" not in hunch(*words, input=f"12\nsave {tmp_path}/x\nquit\n")


def in_a_row(name: str) -> tuple[State, list[str]]:
    """A position of seat 0 in which it chooses twice in a row, by moves whose notations have blanks where any have."""
    stream, state = Stream(1), load(name).new()
    while True:
        if state.to_move == CHANCE:
            state = state.after(state.roll(stream))
            continue
        for first in sorted(state.legal(), key=lambda move: " " not in words.write(state.game, move)):
            after = state.after(first)
            if state.to_move == 0 == after.to_move:
                return state, [words.write(state.game, first), words.write(state.game, after.legal()[0])]
        state = state.after(state.legal()[0])


@pytest.mark.parametrize("name", ["tomahawk", "manitou", "comancheria"])
def test_a_whole_turn_is_typed_as_a_hint_shows_it(
    hunch: Hunch, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    (state, turn), file = in_a_row(name), tmp_path / "state.json"
    sent: list[int] = []
    file.write_text(messages.to_json(messages.encode(state)))
    advance = table.TerminalGame.advance

    def watched(game: table.TerminalGame, steps: list[rules_pb2.Step], decided: bool = False) -> None:
        sent.append(len(steps))
        advance(game, steps, decided)

    monkeypatch.setattr(table.TerminalGame, "advance", watched)
    typed = "  ".join(turn)
    output = hunch("play", name, "--from", file, "--time-ms", 1, input=f"{typed} nonsense\n{typed}\nquit\nquit\n")
    assert output.count("is not possible here") == 1
    assert sent[:2] == [0, 2]


def test_the_end_says_who_won(hunch: Hunch) -> None:
    output = hunch("play", "kuhn", "--seed", 1, input="bet\n" * 3)
    assert re.search(r"the game is over: player [12] wins · payoffs:  player 1: [+-]\d\.\d\d  player 2: ", output)


@pytest.mark.parametrize(
    ("payoffs", "says"),
    [
        ([0.5, -0.5], ": player 1 wins"),
        ([0, 0], ": a draw, nobody wins"),
        ([-1, 0.5, 0.5], ": a tie of players 2, 3"),
        ([0.4], ""),
    ],
)
def test_the_best_payoffs_win(payoffs: Sequence[float], says: str) -> None:
    over = rules_pb2.Stage(over=rules_pb2.Result(payoffs=payoffs))
    assert render.stage(over).startswith(f"the game is over{says} · payoffs:  player 1: ")


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (["--from", EXAMPLES / "kuhn.json"], 3, "kuhn.json: only what one seat sees of a game"),
        (["--from", EXAMPLES / "kuhn.json", "-o", "a=b"], 2, "--from keeps the options of its game"),
        (["--told", "--seed", 1], 2, "chance comes from one of --seed and --told"),
        (["--player", 1, "--seat", 0], 2, "--player 1 is --seat 0"),
        (["--player", 3], 2, "--player 3: this game has 2"),
    ],
)
def test_what_a_game_cannot_begin_with_is_said(hunch: Hunch, words: Sequence[object], code: int, says: str) -> None:
    assert says in " ".join(hunch("play", "kuhn", *words, code=code).split())


@pytest.mark.parametrize("error", [Busy("the queue is full", retry_ms=5), TooMuch("a game of dice has no more rolls")])
def test_what_a_server_says_may_be_asked_again_passes(error: ServerError) -> None:
    sent = refusal(error, "request")
    answer = SimpleNamespace(details=lambda: sent.says, trailing_metadata=lambda: [(DETAILS, sent.details)])
    assert refusals.refused(sent.code, *refusals.explained(answer)).passes == isinstance(error, Busy)

"""`hunch play`: whole games at the terminal, against this process and against servers, good and bad."""
import asyncio
import random
import re
from types import SimpleNamespace

import grpc
import pytest

from hunch.cli import play, render, session
from hunch.engines import CHANCE, GAMES, Stream, load, wire, words
from hunch.server.door import DETAILS
from hunch.server.errors import Busy, TooMuch, refusal
from hunch.v1 import rules_pb2

from .conftest import EXAMPLES
from .test_commands import SCENARIOS

OVER = re.compile(r"the game is over(: seat \d wins|: a tie of seats [\d, ]+)? · payoffs:  seat 0: ")


@pytest.fixture
def typed(hunch, monkeypatch):
    """Plays a game at the terminal to its end by random moves, after these lines; gives what was shown."""

    def run(name, *arguments, first=(), language="en"):
        rng, lines, listed = random.Random(1), list(first), []
        shown = play.Table._list
        monkeypatch.setattr(play.Table, "_list", lambda *asked: listed.append(shown(*asked)) or listed[-1])

        def prompt(text, **more):
            if text.startswith("Enter"):
                return ""
            if text in ("chance", "hasard"):
                return rng.choice(["1", "roll"])
            return lines.pop(0) if lines else rng.choice(listed[-1].moves).notation

        monkeypatch.setattr(play.click, "prompt", prompt)
        quick = ("--level", 1, "--time-ms", 1, *(() if "--told" in arguments else ("--seed", 1)))
        return hunch("--language", language, "play", name, *quick, *arguments)

    return run


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_played_to_its_end_by_hand(typed, name):
    told = typed(name, first=["moves", "?", "nonsense", "hint nonsense", "save", "board"])
    assert told.count("in words") == 2
    assert told.count("is not possible here") == 3
    assert OVER.search(told)


@pytest.mark.parametrize("name", ["kuhn", "powwow", "comancheria"])
def test_who_is_asked_during_play_knows_how_it_came_about_where_that_tells_something(typed, monkeypatch, name):
    sent, one = [], play.Asking.one
    monkeypatch.setattr(play.Asking, "one", lambda ask, *what: sent.append(what[1]) or one(ask, *what))
    typed(name, first=["hint"])
    positions = [request.position for request in sent if hasattr(request, "position")]
    hidden = name != "comancheria"
    assert {position.WhichOneof("from") for position in positions} == {"record" if hidden else "state"}
    assert {position.seat for position in positions} >= ({0, 1} if hidden else {0})


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_played_with_real_dice_in_french(typed, name):
    told = typed(name, "--told", first=["coups", "plateau"], language="fr")
    assert "en clair" in told
    assert re.search("la partie est finie(\xa0: [^·]+)? · gains\xa0:  place 0\xa0: ", told)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_each_solitaire_scenario_is_played_with_real_dice(typed, scenario):
    told = typed("comancheria", "--told", "-o", f"scenario={scenario}")
    assert "A new turn begins" in " ".join(told.split())
    assert OVER.search(told)


def test_at_the_table_help_is_given_and_outcomes_are_listed_again(hunch):
    told = hunch("play", "kuhn", "--told", input="help\nlist\nnonsense\n1\n1\nhelp\nquit\n")
    assert told.count("Seat 0 is dealt the jack.") == 3            # twice as what can come, once as what came
    assert told.count("what came: its number") == 3
    assert told.count("is not possible here") == 1
    assert told.count("a move, or: moves") == 2


def test_a_game_is_played_against_a_running_server(hunch, served):
    lines = "check\n" * 4

    async def talk(house):
        words = ("--server", house.address, "play", "kuhn", "--seed", 1)
        return await asyncio.to_thread(hunch, *words, input=lines)

    assert "the game is over" in served(talk)


def test_a_hint_at_the_terminal_judges_the_move_one_thinks_of(hunch):
    told = hunch("play", "kuhn", "--seed", 1, input="nudge\nhint\nhint  BET\nhint check\nquit\n")
    assert told.count("You may expect") == 3
    assert "“bet”" in told


def test_a_nudge_and_a_hint_about_one_choice_are_one_answer(hunch, monkeypatch):
    sent, one = [], play.Asking.one
    monkeypatch.setattr(play.Asking, "one", lambda ask, *what: sent.append(what[0]) or one(ask, *what))
    told = hunch("play", "tomahawk", "--seed", 5, input="nudge\nhint\nhint\nnudge\nquit\n")
    assert sent.count("OpponentService.GetHint") == 1
    nudges = [line for line in told.splitlines() if line.startswith(("One choice", "It is close", "Surprise"))]
    assert len(nudges) == 4
    assert len(set(nudges)) == 1


def test_whoever_plays_is_told_where_the_rules_are(hunch):
    told = " ".join(hunch("play", "kuhn", "--seed", 1, input="quit\n").split())
    assert "hunch games kuhn" in told
    page = EXAMPLES.parent / re.search(r"docs/games/\S+\.md", told)[0]
    assert "## Moves and notation" in page.read_text()


def test_what_happens_is_told_in_lines_that_fit(hunch, monkeypatch):
    monkeypatch.setattr(session.out, "width", 30)
    told = hunch("play", "kuhn", "--seed", 1, input="quit\n")
    assert max(map(len, told.split("You are seat")[0].splitlines())) <= 30


def failing_every_other_time(monkeypatch):
    """From the first choice on, a server that is full when it is asked something, and answers when asked again."""
    one, asked = play.Asking.one, []

    def sometimes(ask, method, request, answer):
        if asked or method == "RulesService.ListMoves":
            asked.append((method, request.SerializeToString()))
            if asked.count(asked[-1]) == 1:
                raise session.refused(grpc.StatusCode.RESOURCE_EXHAUSTED, "the queue is full", retry=True)
        return one(ask, method, request, answer)

    monkeypatch.setattr(play.Asking, "one", sometimes)


@pytest.mark.parametrize("name", ["kuhn", "goofspiel"])
def test_a_game_goes_on_when_a_server_is_full_for_a_while(typed, monkeypatch, name):
    failing_every_other_time(monkeypatch)
    told = typed(name, first=["hint"])
    assert told.count("RESOURCE_EXHAUSTED: the queue is full") > 3
    assert OVER.search(told)


def test_a_game_whose_server_is_gone_is_saved(hunch, monkeypatch, tmp_path):
    failing_every_other_time(monkeypatch)
    file = tmp_path / "kuhn.json"
    assert "Saved" in hunch("play", "kuhn", "--seed", 1, input=f"save {file}\nquit\n")
    monkeypatch.undo()
    assert "seat 0: J" in hunch("show", file)


def test_a_game_is_saved_and_gone_on_with(hunch, tmp_path):
    file = tmp_path / "kuhn.json"
    told = hunch("play", "kuhn", "--seed", 1, input=f"save {tmp_path}/none/x\nsave {file}\nquit\n")
    assert "No such file" in " ".join(told.split())
    assert "seat 0: J" in hunch("play", "kuhn", "--from", file, input="quit\n")
    assert "not a position of leduc" in hunch("play", "leduc", "--from", file, input="quit\n", code=2)
    file.write_text("{")
    hunch("play", "kuhn", "--from", file, code=3)


def test_brackets_in_the_name_of_a_file_are_letters_like_others(hunch, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    told = hunch("play", "kuhn", "--seed", 1, input="save none/[/red]/x\nsave [bold]x.json\nquit\n")
    assert "none/[/red]/x: No such file" in told
    assert "--from '[bold]x.json'" in told
    assert (tmp_path / "[bold]x.json").exists()


def test_the_name_of_a_file_may_be_quoted_and_begin_at_home(hunch, tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    lines = "save \"~/my game.json\"\nsave ~/x.json\nsave ~nobody-of-this-name/x\nquit\n"
    told = hunch("play", "kuhn", "--seed", 1, input=lines)
    assert f"--from'{tmp_path}/mygame.json'" in "".join(told.split())
    assert {"my game.json", "x.json"} <= {file.name for file in tmp_path.iterdir()}


def failing(monkeypatch, method, error):
    """Every call of this method fails so."""
    one = play.Asking.one

    def sometimes(ask, asked, request, answer):
        if asked == method:
            raise error
        return one(ask, asked, request, answer)

    monkeypatch.setattr(play.Asking, "one", sometimes)


REFUSED = session.refused(grpc.StatusCode.PERMISSION_DENIED, "the key is not for this")
STOPPED = KeyboardInterrupt()


@pytest.mark.parametrize(("error", "says"), [(REFUSED, "PERMISSION_DENIED: the key"), (STOPPED, "Stopped.")])
def test_a_hint_that_does_not_come_costs_no_game(hunch, monkeypatch, error, says):
    failing(monkeypatch, "OpponentService.GetHint", error)
    told = hunch("play", "kuhn", "--seed", 1, input="hint\nnudge\nbet\n")
    assert told.count(says) == 2
    assert "the game is over" in told


def test_a_game_is_saved_before_a_lasting_refusal_ends_it(hunch, tmp_path):
    file = tmp_path / "kuhn.json"
    words = ("play", "kuhn", "--seed", 1, "--time-ms", 60_000)
    told = hunch(*words, input=f"check\n\nsave {file}\nquit\n", code=4)
    assert told.count("limits.time_ms") == 1
    assert "try again" not in told
    assert "not saved" not in told
    assert "moves: check" in hunch("show", file)
    assert "not saved" in hunch(*words, input="check\n", code=4)


def test_a_lasting_refusal_is_no_passing_one_over_the_wire_either(hunch, served):
    async def talk(house):
        words = ("--server", house.address, "play", "kuhn", "--seed", 1, "--time-ms", 60_000)
        return await asyncio.to_thread(hunch, *words, input="check\nquit\n", code=4)

    assert "try again" not in served(talk)


def test_who_stops_the_bot_may_let_it_think_again_save_or_quit(hunch, monkeypatch):
    failing(monkeypatch, "OpponentService.SuggestMove", STOPPED)
    told = hunch("play", "kuhn", "--seed", 1, input="check\n\nquit\n")
    assert told.count("Stopped.") == told.count("try again") == 2
    assert "This game was not saved" in told


@pytest.mark.parametrize(("lines", "lost"), [("quit\n", False), ("12\nquit\n", True), ("12\n", True)])
def test_who_leaves_a_game_with_moves_made_is_told_that_it_is_not_saved(hunch, tmp_path, lines, lost):
    words = ("play", "goofspiel", "--seed", 1, "--time-ms", 1)
    assert ("save FILE before quit" in hunch(*words, input=lines)) == lost
    assert "save FILE before quit" not in hunch(*words, input=f"12\nsave {tmp_path}/x\nquit\n")


def in_a_row(name):
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
def test_a_whole_turn_is_typed_as_a_hint_tells_it(hunch, tmp_path, monkeypatch, name):
    (state, turn), file, sent = in_a_row(name), tmp_path / "state.json", []
    file.write_text(wire.to_json(wire.encode(state)))
    go_on = play.Table.go_on
    monkeypatch.setattr(play.Table, "go_on", lambda table, steps: sent.append(len(steps)) or go_on(table, steps))
    typed = "  ".join(turn)
    told = hunch("play", name, "--from", file, "--time-ms", 1, input=f"{typed} nonsense\n{typed}\nquit\nquit\n")
    assert told.count("is not possible here") == 1
    assert sent[:2] == [0, 2]


def test_the_end_says_who_won(hunch):
    told = hunch("play", "kuhn", "--seed", 1, input="bet\n" * 3)
    assert re.search(r"the game is over: seat [01] wins · payoffs:  seat 0: [+-]\d\.\d\d  seat 1: ", told)


@pytest.mark.parametrize(
    ("payoffs", "says"),
    [
        ([0.5, -0.5], ": seat 0 wins"), ([0, 0], ": a tie of seats 0, 1"), ([-1, 0.5, 0.5], ": a tie of seats 1, 2"),
        ([0.4], ""),
    ],
)  # fmt: skip
def test_the_best_payoffs_win(payoffs, says):
    over = rules_pb2.Stage(over=rules_pb2.Result(payoffs=payoffs))
    assert render.stage(over).startswith(f"the game is over{says} · payoffs:  seat 0: ")


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (["--from", EXAMPLES / "kuhn.json"], 3, "kuhn.json: what one seat sees of a game"),
        (["--from", EXAMPLES / "kuhn.json", "-o", "a=b"], 2, "--from goes on with the options"),
        (["--told", "--seed", 1], 2, "chance comes from one of --seed and --told"),
    ],
)
def test_what_a_game_cannot_begin_with_is_said(hunch, words, code, says):
    assert says in " ".join(hunch("play", "kuhn", *words, code=code).split())


@pytest.mark.parametrize("error", [Busy("the queue is full", retry_ms=5), TooMuch("a game of dice has no more rolls")])
def test_what_a_server_says_may_be_asked_again_passes(error):
    told = refusal(error, "request")
    answer = SimpleNamespace(details=lambda: told.says, trailing_metadata=lambda: [(DETAILS, told.details)])
    assert session.refused(told.code, *session._explained(answer)).passes == isinstance(error, Busy)

"""`hunch play`: whole games at the terminal, against this process and against servers, good and bad."""
import asyncio
import random
import re

import grpc
import pytest

from hunch.engines import GAMES
from hunch.server.cli import playing

from .test_cli import SCENARIOS

OVER = re.compile(r"the game is over(: seat \d wins|: a tie of seats [\d, ]+)? · payoffs:  seat 0: ")


@pytest.fixture
def typed(hunch, monkeypatch):
    """Plays a game at the terminal to its end by random moves, after these lines; gives what was shown."""

    def run(name, *arguments, first=(), language="en"):
        rng, lines, listed = random.Random(1), list(first), []
        shown = playing.Table._list
        monkeypatch.setattr(playing.Table, "_list", lambda *asked: listed.append(shown(*asked)) or listed[-1])

        def prompt(text, **more):
            if text.startswith("Enter"):
                return ""
            if text in ("chance", "hasard"):
                return rng.choice(["1", "roll"])
            return lines.pop(0) if lines else rng.choice(listed[-1].moves).notation

        monkeypatch.setattr(playing.click, "prompt", prompt)
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
    sent, one = [], playing.Asking.one
    monkeypatch.setattr(playing.Asking, "one", lambda ask, *what: sent.append(what[1]) or one(ask, *what))
    typed(name, first=["hint"])
    positions = [request.position for request in sent if hasattr(request, "position")]
    hidden = name != "comancheria"
    assert {position.WhichOneof("from") for position in positions} == {"record" if hidden else "state"}
    assert {position.seat for position in positions} >= ({0, 1} if hidden else {0})


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_played_with_real_dice_in_french(typed, name):
    told = typed(name, "--told", first=["coups", "plateau"], language="fr")
    assert "en clair" in told
    assert re.search("la partie est finie( : [^·]+)? · gains :  place 0 : ", told)


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


def failing_every_other_time(monkeypatch):
    """From the first choice on, a server that is full when it is asked something, and answers when asked again."""
    one, asked = playing.Asking.one, []

    def sometimes(ask, method, request, answer):
        if asked or method == "RulesService.ListMoves":
            asked.append((method, request.SerializeToString()))
            if asked.count(asked[-1]) == 1:
                raise playing.Refused(grpc.StatusCode.RESOURCE_EXHAUSTED, "the queue is full", retry=True)
        return one(ask, method, request, answer)

    monkeypatch.setattr(playing.Asking, "one", sometimes)


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

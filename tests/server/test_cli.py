"""The command line without a server and with one: answers, files, exit codes."""
import asyncio
import json
import os
import random
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from hunch.engines import GAMES, package
from hunch.server import auth
from hunch.server.cli import main, playing

from .conftest import EXAMPLES

SCENARIOS = next(option.values for option in package("comancheria").OPTIONS if option.name == "scenario")


@pytest.fixture
def hunch(tmp_path, monkeypatch):
    """Runs a command in this process; what it keeps is kept in the test's own folder."""
    monkeypatch.setenv("HUNCH_HOME", str(tmp_path / "home"))

    def run(*arguments, code=0, **more):
        result = CliRunner().invoke(main, [str(argument) for argument in arguments], **more)
        assert result.exit_code == code, result.output
        return result.output

    return run


def test_the_readmes_first_command(hunch):
    assert "play" in hunch("suggest", EXAMPLES / "goofspiel.json", "--iterations", 500)


def test_what_is_suggested_and_solved_is_told_in_french(hunch):
    told = hunch("--language", "fr", "suggest", EXAMPLES / "goofspiel.json", "--iterations", 500)
    for word in ("jouer ", "suite attendue", "place 0", "niveau 10", "500 itérations", "graine"):
        assert word in told
    assert "exploitabilité" in hunch("--language", "fr", "solve", EXAMPLES / "goofspiel.json")


def test_the_same_on_a_server_and_without_one(hunch, served):
    asked = ["suggest", EXAMPLES / "goofspiel.json", "--iterations", 500, "--seed", 3, "--json"]

    async def talk(house):
        return await asyncio.to_thread(hunch, "--server", house.address, *asked)

    there, here = json.loads(served(talk)), json.loads(hunch(*asked))
    assert there["advice"] == here["advice"]


def test_server_key_and_language_are_taken_after_the_command_too(hunch, served):
    async def talk(house):
        moves = ("moves", EXAMPLES / "kuhn.json", "--language", "fr")
        return [
            await asyncio.to_thread(hunch, *words, "--server", house.address)
            for words in (("status",), ("games",), ("dice", "commit"), moves)
        ]

    *_, there = served(talk)
    assert there == hunch("--language", "fr", "moves", EXAMPLES / "kuhn.json")
    refused = hunch("suggest", EXAMPLES / "kuhn.json", "--server", "127.0.0.1:1", code=5)
    assert "UNAVAILABLE" in refused
    assert "127.0.0.1:1" in refused


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_begun_shown_and_its_moves_listed(hunch, tmp_path, name):
    file = tmp_path / "state.json"
    hunch("new", name, "--seed", 1, "--write", file)
    assert hunch("show", file)
    assert hunch("show", file, "--seat", 0)
    assert json.loads(hunch("moves", file, "--json"))["moves"]
    assert json.loads(hunch("suggest", file, "--iterations", 50, "--json"))["advice"]["play"]
    assert hunch("--language", "fr", "hint", file, "--iterations", 50)


def test_games_are_listed_and_described(hunch):
    assert all(name in hunch("games") for name in GAMES)
    assert "cards" in hunch("games", "goofspiel")
    assert hunch("games", "chess", code=3)


def test_a_small_rest_is_solved(hunch, tmp_path):
    file = tmp_path / "state.json"
    hunch("new", "kuhn", "--seed", 1, "--write", file)
    assert float(json.loads(hunch("solve", file, "--json"))["exploitability"]) < 1e-4


@pytest.fixture
def typed(hunch, monkeypatch):
    """Plays a game at the terminal to its end by random moves, after these lines; gives what was shown."""

    def run(name, *arguments, first=(), language="en"):
        rng, lines, listed = random.Random(1), list(first), []
        shown = playing.Table._list
        monkeypatch.setattr(playing.Table, "_list", lambda table: listed.append(shown(table)) or listed[-1])

        def prompt(text, **more):
            if text in ("chance", "hasard"):
                return rng.choice(["1", "roll"])
            return lines.pop(0) if lines else rng.choice(listed[-1].moves).notation

        monkeypatch.setattr(playing.click, "prompt", prompt)
        quick = ("--seed", 1, "--level", 1, "--time-ms", 1)
        return hunch("--language", language, "play", name, *quick, *arguments)

    return run


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_played_to_its_end_by_hand(typed, name):
    told = typed(name, first=["moves", "?", "nonsense", "hint nonsense", "save", "board"])
    assert told.count("in words") == 2
    assert told.count("is not possible here") == 3
    assert "the game is over  seat 0: " in told


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
    assert "la partie est finie  place 0 : " in told


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_each_solitaire_scenario_is_played_with_real_dice(typed, scenario):
    told = typed("comancheria", "--told", "-o", f"scenario={scenario}")
    assert "A new turn begins" in " ".join(told.split())
    assert "the game is over  seat 0: " in told


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_enemy_of_each_scenario_is_told_die_by_die(hunch, tmp_path, scenario):
    file, told = tmp_path / "position.json", []
    hunch("new", "comancheria", "-o", f"scenario={scenario}", "--first", "-w", file)
    hunch("enemy", file, "--told", "-w", file)
    while (answer := json.loads(hunch("enemy", file, "--told", "--json"))).get("wanted"):
        told.append(hunch("enemy", file, "--outcome", 1, "-w", file))
    assert told
    assert "seat" in answer["stage"]


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


def test_a_game_is_saved_and_gone_on_with(hunch, tmp_path):
    file = tmp_path / "kuhn.json"
    told = hunch("play", "kuhn", "--seed", 1, input=f"save {tmp_path}/none/x\nsave {file}\nquit\n")
    assert "No such file" in " ".join(told.split())
    assert "seat 0: J" in hunch("play", "kuhn", "--from", file, input="quit\n")
    assert "not a position of leduc" in hunch("play", "leduc", "--from", file, input="quit\n", code=2)
    file.write_text("{")
    hunch("play", "kuhn", "--from", file, code=3)


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (["play", "kuhn", "--seat", 2], 3, "record_seat: 2 is not one of the 2 seats"),
        (["play", "goofspiel", "-o", "cards=99"], 3, "goofspiel.options.cards: '99' is not one of 2 to 13"),
        (["new", "kuhn", "-o", "cards=2"], 3, "kuhn.options.cards: no such option"),
        (["new", "kuhn", "--write", "/none/x"], 1, "/none/x: No such file"),
        (["keys", "make", "/none/x"], 1, "/none/x"),
        (["hint", EXAMPLES / "goofspiel.json", "--idea", 9], 3, "'9' is not one of 1, 2, 3, 4"),
        (["suggest", EXAMPLES / "goofspiel.json", "--iterations", 2**64], 2, "--iterations"),
        (["suggest", EXAMPLES / "goofspiel.json", "--time-ms", 2**32 - 1], 4, "limits.time_ms"),
        (["moves", EXAMPLES / "powwow.json", "--seat", 9], 3, "seat: 9 is not one of the 4 seats"),
        (["serve", "--config", "/none/x"], 1, "/none/x"),
        (["serve", "--data", "tomahawk=/none/x", "--listen", "127.0.0.1:0"], 1, "Error: /none/x: No such file"),
        (["serve", "--metrics", "x", "--listen", "127.0.0.1:0"], 1, "metrics: 'x' has no port"),
        (["serve", "--listen", "localhost"], 1, "listen: 'localhost' has no port"),
        (["serve", "--traces", "localhost:4317"], 1, "traces: 'localhost:4317' is not http://host:port"),
        (["serve", "--ledger", "mysql://x/y", "--listen", "127.0.0.1:0"], 1, "SQLite and PostgreSQL are known"),
    ],
)
def test_what_goes_wrong_is_said_in_a_line_with_its_field_and_an_exit_code(hunch, words, code, says):
    told = hunch(*words, code=code)
    assert says in told
    assert "Traceback" not in told


def test_dice_by_command(hunch, tmp_path):
    game = json.loads(hunch("dice", "commit", "--json"))
    own = ["--game", game["gameId"], "--token", game["ownerToken"]]
    rolled = hunch("dice", "roll", 6, 6, *own, "--request-id", "r1", "--player-seed", "alice")
    assert hunch("dice", "roll", 6, 6, *own, "--request-id", "r1", "--player-seed", "alice") == rolled
    assert hunch("dice", "draw", 1, 2, "--draws", 3, *own, "--player-seed", "alice")
    assert "d6" in hunch("dice", "statistics", "--game", game["gameId"])
    file = tmp_path / "transcript.json"
    file.write_text(hunch("dice", "reveal", *own))
    assert hunch("dice", "reveal", *own, "--json") == file.read_text()
    assert "right" in hunch("dice", "verify", file)
    hunch("dice", "verify", file, "--public-key", "00" * 32, code=1)
    hunch("dice", "roll", 6, *own, code=3)


def test_keys_are_made_listed_and_revoked(hunch, tmp_path):
    file = tmp_path / "keys.json"
    token = hunch("keys", "make", file, "--scope", "rules", "--name", "tests").strip()
    identity = token.split("_")[1]
    assert identity in hunch("keys", "list", file)
    listed = json.loads(hunch("keys", "list", file, "--json"))
    assert listed == [{"id": identity, "scopes": ["rules"], "name": "tests"}]
    assert auth.read(file)[identity].scopes == ("rules",)
    assert json.loads(hunch("keys", "revoke", file, identity, "--json")) == listed[0]
    assert auth.read(file) == {}
    made = json.loads(hunch("keys", "make", file, "--json"))
    assert made["key"].split("_")[1] == made["id"] in auth.read(file)
    hunch("keys", "revoke", file, made["id"])
    hunch("keys", "revoke", file, identity, code=1)


def test_nothing_but_our_own_words_is_printed(tmp_path):
    roots = tmp_path / "roots.pem"
    roots.write_text("no certificate")
    code = "from hunch.server.cli import main; main(prog_name='hunch')"
    words = ("--server", "127.0.0.1:1", "--roots", str(roots), "games")
    told = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, text=True)
    assert told.returncode == 5
    assert re.fullmatch(r"Error: UNAVAILABLE: [^\n]*\n", told.stderr), told.stderr


def test_what_is_expected_is_told_below_the_table(hunch):
    told = " ".join(hunch("suggest", EXAMPLES / "tomahawk.json", "--iterations", 500, "--seed", 1).split())
    assert told.count("expected after 1:") == 1


def test_status_needs_no_server_but_one_that_is_named_must_answer(hunch):
    assert "cores" in hunch("status")
    hunch("--server", "127.0.0.1:1", "status", code=5)


def test_a_page_has_no_lines_that_end_within_a_sentence(hunch):
    for name in GAMES:
        lines = hunch("games", name, env={"COLUMNS": "1000"}).split("\n\n")[0].split("\n")
        assert all(line.rstrip().endswith((".", ":")) for line in lines if line), name


def test_a_solution_begins_with_its_table(hunch):
    assert hunch("solve", EXAMPLES / "kuhn.json").startswith("┏")


@pytest.mark.parametrize("text", ["", "{", '{"position": {"state": {"chess": {}}}}', "[]"])
def test_a_file_that_is_no_request_is_told_by_its_exit_code(hunch, tmp_path, text):
    file = tmp_path / "request.json"
    file.write_text(text)
    hunch("suggest", file, code=3)


def test_settings_are_printed_and_read_again(hunch, tmp_path):
    file = tmp_path / "hunch.toml"
    file.write_text(hunch("serve", "--print-config", "--cores", 1, "--data", "tomahawk=mine.json"))
    assert 'data = {tomahawk = "mine.json"}' in file.read_text()
    assert hunch("serve", "--config", file, "--print-config") == file.read_text()
    hunch("serve", "--cores", -1, code=1)


def test_a_server_is_started_asked_and_ended_by_command(tmp_path):
    code = "from hunch.server.cli import main; main(prog_name='hunch')"

    def command(address, home):
        return [sys.executable, "-c", code, "serve", "--listen", address, "--home", str(tmp_path / home)]

    server = subprocess.Popen(command("127.0.0.1:0", "home"), stderr=subprocess.PIPE, text=True)
    address = re.match(r"hunch serves on (127\.0\.0\.1:[1-9]\d+);", server.stderr.readline())[1]
    second = subprocess.run(command(address, "other"), stderr=subprocess.PIPE, text=True)
    assert (second.returncode, "cannot be had" in second.stderr) == (1, True)
    server.send_signal(signal.SIGTERM)
    lines = [json.loads(line) for line in server.stderr.read().splitlines()]
    assert server.wait() == 0
    assert [line["event"] for line in lines][-2:] == ["draining", "stopped"]


@pytest.mark.parametrize("command", [[], *([name] for name in main.commands)])
def test_every_command_has_help(hunch, command):
    assert "Usage" in hunch(*command, "--help")


COMPLETED = """
source "$1"
complete -p hunch
for line in "hunch su" "hunch play toma" "hunch dice ver" "hunch suggest --iter"; do
    COMP_WORDS=($line) COMP_CWORD=$((${#COMP_WORDS[@]} - 1)) COMPREPLY=()
    _hunch_completion hunch
    echo "${COMPREPLY[@]}"
done
"""


def test_bash_completes_commands_games_and_options(hunch, tmp_path):
    program, script = tmp_path / "hunch", tmp_path / "completion"
    program.write_text(f"#!{sys.executable}\nfrom hunch.server.cli import main\nmain(prog_name='hunch')\n")
    program.chmod(0o755)
    script.write_text(hunch("completion", "bash"))
    path = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    told = subprocess.check_output(["bash", "-c", COMPLETED, "bash", script], env=path, text=True)
    assert told.splitlines()[1:] == ["suggest", "tomahawk", "verify", "--iterations"]


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_completion_for_other_shells_is_printed(hunch, shell):
    assert "_HUNCH_COMPLETE" in hunch("completion", shell)


def own_cards(name, folder):
    """A game's data as an owner might correct it: the same cards under another name."""
    data = json.loads((Path(package(name).__path__[0]) / "data.json").read_text())
    assert isinstance(data, dict)
    file = folder / "mine.json"
    file.write_text(json.dumps({**data, "about": "mine"}))
    return file


def test_an_owners_own_cards_are_played(hunch, served, tmp_path):
    mine, state = own_cards("manitou", tmp_path), tmp_path / "state.json"
    hunch("--data", f"manitou={mine}", "new", "manitou", "--seed", 1, "--write", state)
    assert hunch("--data", f"manitou={mine}", "show", state)
    hunch("show", state, code=3)                    # other cards: refused with both hashes

    async def talk(house):
        asked = ["suggest", state, "--iterations", 20], ["new", "manitou"], ["show", state]
        return [await asyncio.to_thread(hunch, "--server", house.address, *words) for words in asked]

    suggested, begun, shown = served(talk, data={"manitou": str(mine)})
    assert "play" in suggested
    assert "must choose" in begun
    assert "must choose" in shown


def test_cards_that_cannot_be_played_are_told_at_the_start(hunch, served, tmp_path):
    broken = tmp_path / "broken.json"
    broken.write_text("{")
    hunch("--data", f"manitou={broken}", "status", code=1)
    hunch("--data", f"chess={broken}", "status", code=1)
    hunch("--data", f"manitou={tmp_path / 'none.json'}", "status", code=1)

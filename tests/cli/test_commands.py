"""The command line without a server and with one: answers, files, exit codes."""

import asyncio
import base64
import json
import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import click
import pytest
from click.shell_completion import ShellComplete

from hunch.cli import main, terminal
from hunch.cli.options import SharedOptions
from hunch.client import Client
from hunch.engines import GAMES, package
from hunch.server import auth
from hunch.server.dice.ledger import Ledger
from hunch.v1 import rules_pb2
from tests.support.collector import collected
from tests.support.comancheria import SCENARIOS
from tests.support.commands import MAIN, Hunch
from tests.support.servers import EXAMPLES, House, Served


def test_the_readmes_first_command(hunch: Hunch) -> None:
    assert "play" in hunch("suggest", EXAMPLES / "goofspiel.json", "--iterations", 500)


def test_suggestions_and_solutions_are_in_french(hunch: Hunch) -> None:
    output = hunch("--language", "fr", "suggest", EXAMPLES / "goofspiel.json", "--iterations", 500)
    for word in ("jouer ", "suite attendue", "joueur 1", "niveau 10", "500 itérations", "graine"):
        assert word in output
    assert "exploitabilité" in hunch("--language", "fr", "solve", EXAMPLES / "goofspiel.json")


@pytest.mark.parametrize(("command", "french"), [("suggest", "graine"), ("hint", "coup")])
def test_the_language_of_a_file_is_spoken_unless_another_is_asked_for(
    hunch: Hunch, tmp_path: Path, command: str, french: str
) -> None:
    file = tmp_path / "request.json"
    file.write_text(json.dumps({**json.loads((EXAMPLES / "kuhn.json").read_text()), "language": "fr"}))
    quick = command, file, "--iterations", 100
    assert french in hunch(*quick).lower()
    for output in (hunch(*quick, "--language", "en"), hunch("--language", "en", *quick)):
        assert french not in output.lower()


@pytest.mark.parametrize(
    ("words", "french"),
    [
        (("suggest", EXAMPLES / "kuhn.json", "--iterations", 100), "graine"),
        (("solve", EXAMPLES / "goofspiel.json"), "exploitabilité"),
        (("games",), "caché"),
    ],
)
def test_the_environment_chooses_the_language_unless_an_option_does(
    hunch: Hunch, monkeypatch: pytest.MonkeyPatch, words: Sequence[object], french: str
) -> None:
    assert french not in hunch(*words)
    monkeypatch.setenv("HUNCH_LANGUAGE", "fr")
    assert french in hunch(*words)
    for output in (hunch(*words, "--language", "en"), hunch("--language", "en", *words)):
        assert french not in output


def test_an_unknown_language_of_the_environment_is_refused_by_its_variable(
    hunch: Hunch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HUNCH_LANGUAGE", "de")
    assert "HUNCH_LANGUAGE" in hunch("games", code=2)


def test_figures_are_written_as_the_language_writes_them(hunch: Hunch) -> None:
    suggested = hunch("--language", "fr", "suggest", EXAMPLES / "powwow.json", "--iterations", 2_000)
    for output in (suggested, hunch("--language", "fr", "solve", EXAMPLES / "goofspiel.json")):
        assert re.search(r"\d,\d+\xa0% ", output)
        assert not re.search(r"\d\.\d", output)
    assert "2\xa0000 itérations" in suggested


def test_the_same_on_a_server_and_without_one(hunch: Hunch, served: Served) -> None:
    words = ["suggest", EXAMPLES / "goofspiel.json", "--iterations", 500, "--seed", 3, "--json"]

    async def talk(house: House) -> Any:
        return await asyncio.to_thread(hunch, "--server", house.address, *words)

    there, here = json.loads(served(talk)), json.loads(hunch(*words))
    assert there["advice"] == here["advice"]


@pytest.mark.parametrize(
    ("flag", "variable"),
    [
        (lambda folder: ("--home", folder), "--home or HUNCH_HOME"),
        (lambda folder: ("--ledger", f"sqlite:///{folder / 'dice.db'}"), "--ledger or HUNCH_LEDGER"),
    ],
)
def test_a_second_server_on_the_same_ledger_learns_which_setting_helps(
    hunch: Hunch, tmp_path: Path, flag: Callable[[Path], Sequence[object]], variable: str
) -> None:
    first = Ledger(f"sqlite:///{tmp_path / 'dice.db'}")
    first.open()
    output = hunch("serve", "--listen", "127.0.0.1:0", "--listen-web", "off", *flag(tmp_path), code=1)
    first.close()
    assert f"another server uses it; several replicas need PostgreSQL; start this one with another {variable}" in output


def test_server_key_and_language_are_taken_after_the_command_too(hunch: Hunch, served: Served) -> None:
    async def talk(house: House) -> Any:
        moves = ("moves", EXAMPLES / "kuhn.json", "--language", "fr")
        return [
            await asyncio.to_thread(hunch, *words, "--server", house.address)
            for words in (("status",), ("games",), ("dice", "commit"), moves)
        ]

    *_, there = served(talk)
    assert there == hunch("--language", "fr", "moves", EXAMPLES / "kuhn.json")
    refused = hunch("suggest", EXAMPLES / "kuhn.json", "--server", "127.0.0.1:1", code=5, env={"HUNCH_KEY": "a key\n"})
    assert "UNAVAILABLE" in refused
    assert "is `hunch serve` running there? use --tls" in refused
    assert "127.0.0.1:1" in refused


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_begun_shown_and_its_moves_listed(hunch: Hunch, tmp_path: Path, name: str) -> None:
    file = tmp_path / "state.json"
    hunch("new", name, "--seed", 1, "--write", file)
    assert hunch("show", file)
    assert hunch("show", file, "--seat", 0)
    assert json.loads(hunch("moves", file, "--json"))["moves"]
    assert json.loads(hunch("suggest", file, "--iterations", 50, "--json"))["advice"]["play"]
    assert hunch("--language", "fr", "hint", file, "--iterations", 50)


def test_games_are_listed_and_described(hunch: Hunch) -> None:
    assert all(name in hunch("games") for name in GAMES)
    assert "cards" in hunch("games", "goofspiel")
    assert hunch("games", "chess", code=3)


def test_a_small_rest_is_solved(hunch: Hunch, tmp_path: Path) -> None:
    file = tmp_path / "state.json"
    hunch("new", "kuhn", "--seed", 1, "--write", file)
    assert float(json.loads(hunch("solve", file, "--json"))["exploitability"]) < 1e-4


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_enemy_of_each_scenario_takes_real_dice_one_by_one(hunch: Hunch, tmp_path: Path, scenario: str) -> None:
    file, output = tmp_path / "position.json", []
    hunch("new", "comancheria", "-o", f"scenario={scenario}", "--first", "-w", file)
    hunch("enemy", file, "--told", "-w", file)
    while (answer := json.loads(hunch("enemy", file, "--told", "--json"))).get("wanted"):
        output += hunch("enemy", file, "--outcome", 1).split()
        hunch("enemy", file, "--outcome", 1, "-w", file)
    assert "seat" in answer["stage"]
    told = " ".join(output)
    for row in range(1, 6):  # the fifth counter has no choice left, and is reported all the same
        assert f"starts on row {row} of the North's column." in told


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (["play", "kuhn", "--seat", 2], 2, "--player 3: this game has 2, counted from 1"),
        (["play", "goofspiel", "-o", "cards=99"], 3, "goofspiel.options.cards: '99' is not one of 2 to 13"),
        (["new", "kuhn", "-o", "cards=2"], 3, "kuhn.options.cards: no such option"),
        (["new", "kuhn", "--write", "/none/x"], 1, "/none/x: No such file"),
        (["keys", "make", "/none/x"], 1, "/none/x"),
        (["hint", EXAMPLES / "goofspiel.json", "--idea", 9], 3, "'9' is not one of 1, 2, 3, 4"),
        (["suggest", EXAMPLES / "goofspiel.json", "--iterations", 2**64], 2, "--iterations"),
        (["suggest", EXAMPLES / "goofspiel.json", "--time-ms", 2**32 - 1], 4, "limits.time_ms"),
        (["moves", EXAMPLES / "powwow.json", "--seat", 9], 3, "seat: 9 is not one of the 4 seats"),
        (["suggest", "/none/x"], 1, "/none/x': No such file"),
        (["play", "kuhn", "--from", "/none/x"], 1, "/none/x': No such file"),
        (["dice", "verify", "/none"], 1, "/none': No such file"),
        (["moves", EXAMPLES / "kuhn.json", "--data", "kuhn=/none/x"], 1, "Error: /none/x: No such file"),
        (["hint", EXAMPLES / "tomahawk.json", "--idea", "2:5"], 3, "is not one of 1:5, 1:6, 1:6+2, 1:9, 1:10, 1:SS"),
        (["serve", "--config", "/none/x"], 1, "/none/x"),
        (["serve", "--data", "tomahawk=/none/x", "--listen", "127.0.0.1:0"], 1, "Error: /none/x: No such file"),
        (["serve", "--metrics", "x", "--listen", "127.0.0.1:0"], 1, "metrics: 'x' has no port"),
        (["serve", "--listen", "localhost"], 1, "listen: 'localhost' has no port"),
        (["serve", "--listen", "127.0.0.1:99999"], 1, "listen: port 99999 is not in 0 to 65,535"),
        (["serve", "--metrics", "127.0.0.1:2222222", "--listen", "127.0.0.1:0"], 1, "metrics: port 2222222 is not in"),
        (["serve", "--metrics", ":²", "--listen", "127.0.0.1:0"], 1, "metrics: ':²' has no port"),
        (["keys", "list", "/none/x"], 1, "/none/x: No such file"),
        (["keys", "revoke", "/none/x", "0" * 12], 1, "/none/x: No such file"),
        (["--key", "é", "status"], 2, "not an API key"),
        (["enemy", EXAMPLES / "comancheria.json", "--seed", 1, "--told"], 2, "chance comes from one of"),
        (["enemy", EXAMPLES / "comancheria.json", "--seed", 1, "--dice", "a", "b"], 2, "chance comes from one of"),
        (["enemy", EXAMPLES / "comancheria.json", "--outcome", 9], 2, "--outcome 9: there are 0 outcomes here"),
        (["serve", "--traces", "localhost:4317"], 1, "traces: 'localhost:4317' is not http://host:port"),
        (["serve", "--ledger", "mysql://x/y", "--listen", "127.0.0.1:0"], 1, "SQLite and PostgreSQL are known"),
    ],
)
def test_what_goes_wrong_is_said_in_a_line_with_its_field_and_an_exit_code(
    hunch: Hunch, words: Sequence[object], code: int, says: str
) -> None:
    output = hunch(*words, code=code)
    assert says in output
    assert "Traceback" not in output


def test_dice_by_command(hunch: Hunch, tmp_path: Path) -> None:
    game = json.loads(hunch("dice", "commit", "--json"))
    own = ["--game", game["gameId"], "--token", game["ownerToken"]]
    rolled = hunch("dice", "roll", 6, 6, *own, "--request-id", "r1", "--player-seed", "alice")
    assert hunch("dice", "roll", 6, 6, *own, "--request-id", "r1", "--player-seed", "alice") == rolled
    assert hunch("dice", "draw", 1, 2, "--draws", 3, *own, "--player-seed", "alice")
    assert "d6" in hunch("dice", "statistics", *own)
    assert "owner" in hunch("dice", "statistics", "--game", game["gameId"], code=4)
    file = tmp_path / "transcript.json"
    file.write_text(hunch("dice", "reveal", *own))
    assert hunch("dice", "reveal", *own, "--json") == file.read_text()
    assert "right" in hunch("dice", "verify", file)
    hunch("dice", "verify", file, "--public-key", "00" * 32, code=1)
    hunch("dice", "roll", 6, *own, code=3)


def test_statistics_by_command_are_of_all_kinds_of_dice(hunch: Hunch) -> None:
    game = json.loads(hunch("dice", "commit", "--json"))
    own = ["--game", game["gameId"], "--token", game["ownerToken"]]
    assert "nothing was rolled" in hunch("dice", "statistics", *own)
    hunch("dice", "draw", 120, "--draws", 110, *own)
    output = json.loads(hunch("dice", "statistics", *own, "--json"))
    assert [die["faces"] for die in output["dice"]] == list(range(11, 121))
    assert "nextPageToken" not in output


def test_the_enemys_dice_bring_the_players_seeds_by_command(hunch: Hunch, tmp_path: Path) -> None:
    file = tmp_path / "position.json"
    hunch("new", "comancheria", "--first", "-w", file)
    game = json.loads(hunch("dice", "commit", "--json"))
    named, seeds = (game["gameId"], game["ownerToken"]), ("--player-seed", "alice", "--player-seed", "bob")
    hunch("enemy", file, "--dice", *named, *seeds)
    transcript = json.loads(hunch("dice", "reveal", "--game", named[0], "--token", named[1]))
    assert transcript["rolls"]
    assert [base64.b64decode(seed) for seed in transcript["playerSeeds"]] == [b"alice", b"bob"]


def test_keys_are_made_listed_and_revoked(hunch: Hunch, tmp_path: Path) -> None:
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


def test_nothing_but_our_own_words_is_printed(tmp_path: Path) -> None:
    roots = tmp_path / "roots.pem"
    roots.write_text("-----BEGIN CERTIFICATE-----\nno certificate\n")
    words = ("--server", "127.0.0.1:1", "--roots", str(roots), "games")
    output = subprocess.run([sys.executable, "-c", MAIN, *words], capture_output=True, text=True)
    assert output.returncode == 5
    assert re.fullmatch(r"Error: UNAVAILABLE: [^\n]*\n", output.stderr), output.stderr


def test_what_is_expected_is_shown_below_the_table(hunch: Hunch) -> None:
    output = " ".join(hunch("suggest", EXAMPLES / "tomahawk.json", "--iterations", 500, "--seed", 1).split())
    assert output.count("expected after 1:") == 1


def test_status_needs_no_server_but_one_that_is_named_must_answer(hunch: Hunch) -> None:
    assert "cores" in hunch("status")
    hunch("--server", "127.0.0.1:1", "status", code=5)


def test_a_page_has_no_lines_that_end_within_a_sentence(hunch: Hunch, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terminal.out, "width", 1000)
    for name in GAMES:
        lines = hunch("games", name).split("\n\n")[0].split("\n")
        assert all(line.rstrip().endswith((".", ":")) for line in lines if line), name


def test_a_solution_begins_with_its_table(hunch: Hunch) -> None:
    assert hunch("solve", EXAMPLES / "kuhn.json").startswith("┏")


@pytest.mark.parametrize("text", ["", "{", "null", '"x"', "7", '{"position": {"state": {"chess": {}}}}', "[]"])
def test_a_file_that_is_no_request_has_an_exit_code_of_its_own(hunch: Hunch, tmp_path: Path, text: str) -> None:
    file = tmp_path / "request.json"
    file.write_text(text)
    hunch("suggest", file, code=3)


def test_settings_are_printed_and_read_again(hunch: Hunch, tmp_path: Path) -> None:
    file = tmp_path / "hunch.toml"
    file.write_text(hunch("serve", "--print-config", "--cores", 1, "--data", "tomahawk=mine.json"))
    assert 'data = {tomahawk = "mine.json"}' in file.read_text()
    assert hunch("serve", "--config", file, "--print-config") == file.read_text()
    hunch("serve", "--cores", -1, code=1)


def test_a_server_is_started_asked_and_ended_by_command(tmp_path: Path) -> None:

    def command(address: str, web: str, home: str) -> list[str]:
        addresses = ["--listen", address, "--listen-web", web]
        return [sys.executable, "-c", MAIN, "serve", *addresses, "--home", str(tmp_path / home)]

    server = subprocess.Popen(command("127.0.0.1:0", "127.0.0.1:0", "home"), stderr=subprocess.PIPE, text=True)
    assert server.stderr
    port = r"127\.0\.0\.1:[1-9]\d+"
    serving = re.fullmatch(
        rf"hunch serves on ({port}) and on http://({port}); Ctrl-C ends it\n", server.stderr.readline()
    )
    assert serving
    for listen, web, says in (
        (serving[1], "off", f"listen: {serving[1]} cannot be had"),
        ("127.0.0.1:0", serving[2], f"listen_web: {serving[2]} cannot be had; choose another with --listen-web"),
    ):
        second = subprocess.run(command(listen, web, "other"), stderr=subprocess.PIPE, text=True)
        assert (second.returncode, says in second.stderr, second.stderr.count("\n")) == (1, True, 1)
    server.send_signal(signal.SIGTERM)
    lines = [json.loads(line) for line in server.stderr.read().splitlines()]
    assert server.wait() == 0
    assert [line["event"] for line in lines][-2:] == ["draining", "stopped"]


TAKEN_APART = f"""
import os

class Last:
    def __del__(self):
        os.write(2, b"taken apart")

last = Last()
{MAIN}
"""


def test_an_ended_server_leaves_without_taking_its_modules_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That takes half a second of a core, and nothing could cut it off. The last spans are sent before."""
    with collected(monkeypatch) as collector:
        monkeypatch.delenv("OTEL_BSP_SCHEDULE_DELAY")  # so that a span waits for others
        ports = ["--listen", "127.0.0.1:0", "--listen-web", "off", "--traces", collector.endpoint]
        command = [sys.executable, "-c", TAKEN_APART, "serve", *ports, "--home", str(tmp_path)]
        server = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        assert server.stderr
        address = re.search(r"127\.0\.0\.1:\d+", server.stderr.readline())
        assert address
        with Client(address[0]) as client:
            client.list_games(rules_pb2.ListGamesRequest())
        server.send_signal(signal.SIGTERM)
        assert "taken apart" not in server.stderr.read()
        assert server.wait() == 0
        assert [span.name for span in collector.spans(1)] == ["hunch.v1.RulesService/ListGames"]


ENDED_AT_ONCE = """
import asyncio, os, signal, sys
from hunch.server.config import Config
from hunch.server.observability.logs import Log
from hunch.server.server import serve

config = Config(listen="127.0.0.1:0", listen_web="off", home=sys.argv[1])
asyncio.run(serve(config, Log("info"), lambda server: os.kill(os.getpid(), signal.SIGTERM)))
"""


def test_a_server_may_be_ended_as_soon_as_it_reports_that_it_serves(tmp_path: Path) -> None:
    assert subprocess.run([sys.executable, "-c", ENDED_AT_ONCE, tmp_path], capture_output=True).returncode == 0


@pytest.mark.parametrize("command", [[], *([name] for name in main.commands)])
def test_every_command_has_help(hunch: Hunch, command: Sequence[str]) -> None:
    assert "Usage" in hunch(*command, "--help")


def commands(group: click.Group, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Every command with the words that call it."""
    for name, command in group.commands.items():
        yield (*path, name), command
        if isinstance(command, click.Group):
            yield from commands(command, (*path, name))


@pytest.mark.parametrize(("path", "command"), [pytest.param(*found, id="-".join(found[0])) for found in commands(main)])
def test_the_help_of_every_command_has_an_example_that_it_takes(
    path: Sequence[str], command: click.Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("game.json", "transcript.json", "keys.json", "FILE"):
        (tmp_path / name).write_text("{}")
    (tmp_path / "examples").mkdir()
    (tmp_path / "examples/goofspiel.json").write_text("{}")
    examples = re.findall(r"^ +(.*)$", str(command.epilog), re.M)
    assert examples
    for line in examples:
        bare = re.sub(r'eval "\$\((.*)\)"', r"\1", line)
        calls = [part.split() for part in re.split(r"[|>]", bare) if "hunch " in part]
        assert any(tuple(words[1 : 1 + len(path)]) == tuple(path) for words in calls), line
        for words in calls:
            parse(main, shlex.split(" ".join(words))[1:])


def parse(command: click.Command, words: list[str]) -> None:
    """Fails if a command does not take these words."""
    context = click.Context(main, obj=SharedOptions())
    while isinstance(command, click.Group) and words:
        command = command.commands[words.pop(0)]
    if not isinstance(command, click.Group):
        command.make_context(command.name, words, parent=context).close()


@pytest.mark.parametrize("group", [[], ["dice"], ["keys"]])
def test_the_help_of_a_command_is_a_line_that_is_not_cut(hunch: Hunch, group: Sequence[str]) -> None:
    listed = hunch(*group, "--help").partition("Commands:")[2].partition("Example")[0].strip().splitlines()
    assert [line for line in listed if not line.endswith(".")] == []
    assert "..." not in "".join(listed)


COMPLETED = """
source "$1"
complete -p hunch
COMP_WORDS=(hunch play toma) COMP_CWORD=2 COMPREPLY=()
_hunch_completion hunch
echo "${COMPREPLY[@]}"
"""


def test_bash_completes_what_is_typed(hunch: Hunch, tmp_path: Path) -> None:
    program, script = tmp_path / "hunch", tmp_path / "completion"
    program.write_text(f"#!{sys.executable}\nfrom hunch.cli import main\nmain(prog_name='hunch')\n")
    program.chmod(0o755)
    script.write_text(hunch("completion", "bash"))
    path = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    output = subprocess.check_output(["bash", "-c", COMPLETED, "bash", script], env=path, text=True)
    assert output.splitlines()[1:] == ["tomahawk"]


@pytest.mark.parametrize(
    ("typed", "whole"),
    [
        (["su"], "suggest"),
        (["play", "toma"], "tomahawk"),
        (["new", "mani"], "manitou"),
        (["games", "pow"], "powwow"),
        (["dice", "ver"], "verify"),
        (["suggest", "--iter"], "--iterations"),
    ],
)
def test_commands_games_and_options_are_completed(typed: Sequence[str], whole: str) -> None:
    *before, begun = typed
    completions = ShellComplete(main, {}, "hunch", "_HUNCH_COMPLETE").get_completions(before, begun)
    assert [completion.value for completion in completions] == [whole]


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_completion_for_other_shells_is_printed(hunch: Hunch, shell: str) -> None:
    assert "_HUNCH_COMPLETE" in hunch("completion", shell)


def own_cards(name: str, folder: Path) -> Path:
    """A game's data as an owner might correct it: the same cards under another name."""
    data = json.loads((Path(package(name).__path__[0]) / "data.json").read_text())
    assert isinstance(data, dict)
    file = folder / "mine.json"
    file.write_text(json.dumps({**data, "about": "mine"}))
    return file


def test_an_owners_own_cards_are_played(hunch: Hunch, served: Served, tmp_path: Path) -> None:
    mine, state = own_cards("manitou", tmp_path), tmp_path / "state.json"
    hunch("--data", f"manitou={mine}", "new", "manitou", "--seed", 1, "--write", state)
    assert hunch("--data", f"manitou={mine}", "show", state)
    listed = json.loads(hunch("--data", f"manitou={mine}", "moves", state, "--json"))
    idea = listed["moves"][0]["notation"]
    assert hunch("--data", f"manitou={mine}", "hint", state, "--iterations", 20, "--idea", idea)
    hunch("show", state, code=3)  # other cards: refused with both hashes

    async def talk(house: House) -> Any:
        commands = ["suggest", state, "--iterations", 20], ["new", "manitou"], ["show", state]
        return [await asyncio.to_thread(hunch, "--server", house.address, *words) for words in commands]

    suggested, begun, shown = served(talk, data={"manitou": str(mine)})
    assert "play" in suggested
    assert "must choose" in begun
    assert "must choose" in shown


@pytest.mark.parametrize("change", [lambda file: file.unlink(), lambda file: file.write_text("{")])
def test_an_owners_cards_are_those_of_the_servers_start(
    hunch: Hunch, served: Served, tmp_path: Path, change: Callable[[Path], object]
) -> None:
    mine = own_cards("manitou", tmp_path)

    async def talk(house: House) -> Any:
        change(mine)
        for words in (("new", "manitou"), ("games",), ("status",)):
            await asyncio.to_thread(hunch, "--server", house.address, *words)

    served(talk, data={"manitou": str(mine)})


def test_cards_that_cannot_be_played_are_refused_at_the_start(hunch: Hunch, served: Served, tmp_path: Path) -> None:
    broken = tmp_path / "broken.json"
    broken.write_text("{")
    hunch("--data", f"manitou={broken}", "status", code=1)
    hunch("--data", f"chess={broken}", "status", code=1)
    hunch("--data", f"manitou={tmp_path / 'none.json'}", "status", code=1)

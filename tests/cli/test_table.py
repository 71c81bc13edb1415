"""The table of `hunch play`: what a person types in either language, takes back, saves, and is never asked."""

import json
import random
import re
from collections.abc import Callable, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

import click
import pytest

from hunch import engines
from hunch.cli import board, dealing, render, table, terminal
from hunch.cli.texts import COMMANDS, HELP
from hunch.engines import CHANCE, GAMES, State, Stream, load, messages, words
from hunch.v1 import rules_pb2
from tests.support.comancheria import SCENARIOS
from tests.support.commands import Hunch
from tests.support.play import walk
from tests.support.servers import EXAMPLES

Asked = list[tuple[str, list[str]]]
"""Each prompt, with what the screen listed for it."""
FRENCH = {"kuhn": "parole", "leduc": "parole", "manitou": "Choisit", "powwow": "teepee", "tomahawk": "pile"}


class Script:
    """A person at the terminal who types some lines, and then what the list on the screen shows them."""

    def __init__(self, lines: Sequence[str] = (), numbers: bool = False) -> None:
        self.lines, self.numbers = list(lines), numbers
        self.rng = random.Random(3)
        self.typed: list[str] = []
        self.listed: rules_pb2.ListMovesResponse = rules_pb2.ListMovesResponse()

    def prompt(self, text: str, **settings: object) -> str:
        self.typed.append(self.line(text))
        return self.typed[-1]

    def line(self, prompt: str) -> str:
        if self.lines:
            return self.lines.pop(0)
        if prompt.startswith(("Enter", "Entrée")):
            return ""
        if prompt in ("chance", "hasard"):
            return str(self.rng.randint(1, len(self.listed.outcomes)))
        number = self.rng.randrange(len(self.listed.moves))
        return f"#{number + 1}" if self.numbers else render.written(self.listed.moves[number])


@pytest.fixture
def person(hunch: Hunch, monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[str, Script]]:
    def run(*arguments: object, lines: Sequence[str] = (), numbers: bool = False) -> tuple[str, Script]:
        script, list_moves = Script(lines, numbers), table.TerminalGame._list

        def watched(game: table.TerminalGame, *state: Any) -> rules_pb2.ListMovesResponse:
            found = list_moves(game, *state)
            script.listed = found if not state else script.listed
            return found

        monkeypatch.setattr(table.TerminalGame, "_list", watched)
        monkeypatch.setattr(click, "prompt", script.prompt)
        return hunch(*arguments, "--level", 1, "--time-ms", 1), script

    return run


ENDS = {"en": "the game is over", "fr": "la partie est finie"}
EVERY = [*((name, ()) for name in GAMES), *(("comancheria", ("-o", f"scenario={name}")) for name in SCENARIOS[1:])]


@pytest.mark.parametrize("language", ENDS)
@pytest.mark.parametrize(("name", "options"), EVERY, ids=["-".join([name, *some]) for name, some in EVERY])
def test_every_game_is_played_from_start_to_end_typed_in_the_language_of_the_screen(
    person: Any, name: str, options: Sequence[str], language: str
) -> None:
    output, script = person("--language", language, "play", name, *options, "--seed", 4)
    assert ENDS[language] in output
    assert "is not possible here" not in output
    assert "n’est pas possible ici" not in output
    if language == "fr":
        assert FRENCH.get(name, "") in output
        english = {
            words.plain(words.write(step.state.game, move))
            for step in walk(load(name).new(), Stream(1))
            for move in step.state.legal()[:40]
        }
        own = {
            words.plain(words.write(step.state.game, move, "fr"))
            for step in walk(load(name).new(), Stream(1))
            for move in step.state.legal()[:40]
        }
        assert not {words.plain(text) for text in script.typed} & (english - own), "a move was typed in English"


@pytest.mark.parametrize("name", GAMES)
def test_moves_are_typed_by_their_number_on_the_screen(person: Any, name: str) -> None:
    output, script = person("play", name, "--seed", 4, numbers=True)
    assert ENDS["en"] in output
    assert all(text.startswith("#") for text in script.typed)


def test_a_number_alone_is_a_move_where_numbers_are_no_moves(hunch: Hunch) -> None:
    assert "you  Bets 1." in hunch("play", "kuhn", "--seed", 1, input="2\nquit\n")
    assert "you  Bids 13." in hunch("play", "goofspiel", "--seed", 1, input="13\nquit\n")
    assert "you  Bids 1." in hunch("play", "goofspiel", "--seed", 1, input="#1\nquit\n")


def test_a_decision_is_taken_back_with_all_that_followed_and_dice_stay_the_same(hunch: Hunch) -> None:
    lines = "undo\n13\nundo\n13\nquit\n"
    output = hunch("play", "goofspiel", "--time-ms", 1, input=lines)
    assert output.count("There is nothing to take back") == 1
    assert output.count("Taken back.") == 1
    assert output.count("Bids 13.") == 2
    first, second = output.split("Taken back.")
    prizes = [re.findall(r"chance  The prize is (\d+)\.", part) for part in (first, second)]
    assert prizes[0][-1] == prizes[1][-1]
    assert "round 1/13" in second


def test_a_die_told_wrongly_is_taken_back(hunch: Hunch) -> None:
    output = hunch("play", "kuhn", "--told", input="1\nundo\n3\nquit\n")
    asked = output.split("Taken back.")
    assert "Player 1 is dealt the jack." in asked[0]
    assert "player 1: K" in asked[1]


def test_a_die_that_ended_the_game_is_taken_back(hunch: Hunch) -> None:
    lines = "3\nnonsense\nbet\nundo\nquit\n"
    output = hunch("play", "kuhn", "--told", "--time-ms", 20, "--level", 1, input=lines)
    after = output.split("the game is over")[-1]
    assert "Taken back." in after
    assert "player 1: K" in after


def test_in_french_a_decision_is_taken_back_in_french(hunch: Hunch) -> None:
    output = hunch(
        "--language", "fr", "play", "goofspiel", "--time-ms", 1, input="13\nannuler\nRÈGLES\nLegende\nquitter\n"
    )
    assert "Coup repris." in output
    assert "Moves and notation" in output
    assert "Sur le plateau" in output


@pytest.mark.parametrize("player", [1, 2])
@pytest.mark.parametrize("name", ["kuhn", "leduc", "tomahawk", "manitou", "powwow"])
def test_nobody_is_asked_for_a_card_that_they_must_not_see(
    person: Any, monkeypatch: pytest.MonkeyPatch, name: str, player: int
) -> None:
    asked, numbered = [], table._print_numbered

    def watched(outcomes: Sequence[dealing.Numbered]) -> None:
        asked.append([outcome.event for _, outcome in outcomes])
        numbered(outcomes)

    positions: list[State] = []
    ask = table.TerminalGame._ask_outcome

    def at(game: table.TerminalGame) -> bool:
        positions.append(messages.decode(game._history.state))
        before = len(asked)
        going = ask(game)
        if len(asked) > before:
            state, seat = positions[-1], player - 1
            codes = [messages.decode_event(state.game, event) for event in asked[-1]]
            assert all(state.seen(code, seat) == code for code in codes), "asked for a card of another player"
            views = {frozenset(code for code, _ in world.chances()) for world in worlds(state, seat)}
            assert views <= {frozenset(codes)}, "the list shows what is hidden"
        return going

    def worlds(state: State, seat: int) -> list[State]:
        stream = Stream(9)
        drawn = [state.view(seat).fill(stream) for _ in range(60)]
        return [world for world in drawn if world.to_move == CHANCE]

    monkeypatch.setattr(table, "_print_numbered", watched)
    monkeypatch.setattr(table.TerminalGame, "_ask_outcome", at)
    output, _ = person("play", name, "--told", "--player", player)
    assert ENDS["en"] in output
    assert name == "kuhn" or asked, "nothing was told at all"


def test_what_dice_showed_is_told_in_words(hunch: Hunch) -> None:
    lines = "red red\nblue white\nlist\n"
    options = ("--told", "--player", 1, "--level", 1, "--time-ms", 1)
    output = hunch("play", "powwow", *options, input=f"red\n{'orange'}\nred green green blue\n{lines}quit\n")
    assert "126 things can happen. Type what it was in words" in " ".join(output.split())
    assert "chance  The dice show red, green, green, blue." in output
    french = hunch(
        "--language", "fr", "play", "powwow", *options, input="rouge\norange\nbleu vert Rouge vert\nquitter\n"
    )
    assert "hasard  Les dés montrent rouge, vert, vert, bleu." in french
    outcomes = [rules_pb2.ChanceOutcome(sentence=f"Draws {card}.") for card in ("8+3", "8", "10")]
    assert dealing.meant("8", outcomes) == []
    assert [number for number, _ in dealing.meant("8+3", outcomes)] == [1]
    assert [number for number, _ in dealing.meant("draws", outcomes)] == [1, 2, 3]
    assert dealing.meant("draws draws", outcomes) == []
    assert [number for number, _ in dealing.meant("2", outcomes)] == [2]


def test_what_hunch_decides_itself_is_said(hunch: Hunch) -> None:
    output = " ".join(
        hunch("play", "kuhn", "--told", "--player", 2, "--level", 1, "--time-ms", 1, input="quit\n").split()
    )
    assert "Hunch keeps its own cards itself" in output
    assert "the list of what is possible would show hidden cards" in output


def test_own_and_public_cards_are_told_and_those_of_others_are_not() -> None:
    first = load("kuhn").new()
    assert not dealing.is_hidden(first, 0)
    assert not dealing.gives_away(first, 0)
    second = first.after(first.chances()[0][0])
    assert dealing.is_hidden(second, 0)
    assert dealing.gives_away(second, 1)


def test_a_saved_game_keeps_its_record_its_player_and_its_dice(hunch: Hunch, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    words_ = ("play", "goofspiel", "--player", 2, "--seed", 3, "--level", 1, "--time-ms", 1)
    first = hunch(*words_, input=f"13\n12\nsave {file}\nboard\nquit\n")
    assert "Saved, with the whole game. To go on: hunch play goofspiel --from" in " ".join(first.split())
    saved = json.loads(file.read_text())
    assert saved["player"] == 2
    assert len(saved["game"]) > 2
    again = hunch("play", "goofspiel", "--from", file, "--level", 1, "--time-ms", 1, input="board\nhint\nquit\n")
    boards = [output.split("you> board")[-1].split("you> ")[0] for output in (first, again)]
    assert boards[0] == boards[1]
    assert "You are player 2" in again
    assert "round 3/13" in hunch("show", file)
    assert "player 2 must choose" in hunch("moves", file)


def test_the_bot_knows_the_record_of_a_saved_game(
    hunch: Hunch, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, lengths = tmp_path / "game.json", []
    hunch("play", "goofspiel", "--seed", 3, "--time-ms", 1, input=f"13\n12\nsave {file}\nquit\n")
    known = table.TerminalGame._known_to

    def watched(game: table.TerminalGame, seat: int) -> Any:
        position = known(game, seat)
        lengths.append(len(position.record.events))
        return position

    monkeypatch.setattr(table.TerminalGame, "_known_to", watched)
    hunch("play", "goofspiel", "--from", file, "--time-ms", 1, input="1\nquit\n")
    assert min(lengths) > 4


def test_a_saved_game_whose_moves_do_not_fit_is_refused(hunch: Hunch, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    hunch("play", "goofspiel", "--seed", 3, "--time-ms", 1, input=f"13\nsave {file}\nquit\n")
    saved = json.loads(file.read_text())
    file.write_text(json.dumps({**saved, "game": saved["game"][:1]}))
    assert "its moves do not lead to its position" in " ".join(
        hunch("play", "goofspiel", "--from", file, code=3).split()
    )


def test_a_slip_is_answered_with_what_is_near_and_where_the_list_is(hunch: Hunch) -> None:
    output = " ".join(hunch("play", "kuhn", "--seed", 1, input="bett\nquit\n").split())
    assert "“bett” is not possible here. Did you mean bet? Type moves for the list, help for the rest." in output


def test_what_changed_since_the_last_board_is_marked(hunch: Hunch) -> None:
    output = hunch("play", "goofspiel", "--seed", 1, "--time-ms", 1, input="13\nquit\n")
    first, second = (part.splitlines() for part in re.split(r"you> 13", output))
    assert not any(line.startswith("*") for line in first)
    marked = [line for line in second if line.startswith("* ")]
    assert any("player 1: points" in line for line in marked)
    same = board.board("a 1\nb 2", "a 1\nb 2")
    with terminal.out.capture() as shown:
        terminal.out.print(same)
        terminal.out.print(board.board("a 1\nb 3", "a 1\nb 2"))
    assert [line.rstrip() for line in shown.get().splitlines()] == ["  a 1", "  b 2", "  a 1", "* b 3"]


def test_of_a_long_board_only_what_changed_comes_again(hunch: Hunch) -> None:
    output = hunch("play", "comancheria", "--seed", 3, input="1\nboard\nquit\n")
    first, second, third = (part.splitlines() for part in output.split("you> ")[:3])
    assert sum(line.startswith("  ") for line in first) > 20
    shown = [line for line in second if line.startswith(("  scenario", "* ", "  asked"))]
    assert len(second) < 15
    assert shown[-1].startswith("* asked: ")
    assert all(line.startswith("* ") for line in shown)
    assert len(third) > 20


def test_comancheria_has_a_picture_of_tracks_and_map(hunch: Hunch) -> None:
    for language, command, military in (("en", "map", "Military"), ("fr", "carte", "Points Militaires")):
        output = hunch("--language", language, "play", "comancheria", "--seed", 1, input=f"{command}\nquit\n")
        pictures = [line for line in output.splitlines() if f"{military} " in line and "[" in line]
        assert len(pictures) == 2  # at the beginning, and when it was asked for
        assert re.search(r"UA1 A·+", output)
        assert all(len(line) <= 80 for line in output.splitlines())
    assert "no picture" in hunch("play", "kuhn", "--seed", 1, input="map\nquit\n")


def test_the_picture_shows_every_space_where_something_lies() -> None:
    for scenario in SCENARIOS:
        state = load("comancheria", scenario=scenario).new()
        picture, text = words.picture(state), words.board(state)
        for spot in re.findall(r"\b(?:UA|LE|RR|LA|BC|RG)\d [^ .\n]+", text):
            assert spot in picture, f"{spot} in {scenario}"


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("language", words.LANGUAGES)
def test_each_game_has_a_guide_whose_moves_can_be_typed_and_a_legend(name: str, language: str) -> None:
    guide, legend = words.guide(name, language), words.legend(name, language)
    assert guide.count("`") % 2 == 0
    quoted = re.findall(r"`([^`]+)`", guide)
    assert quoted
    shapes = {
        shape(words.write(step.state.game, move, language)) for step in played(name) for move in step.state.legal()
    }
    commands = {*COMMANDS, *(words.plain(word) for word in COMMANDS)}
    for text in quoted:
        assert shape(text) in shapes or words.plain(text) in commands, f"`{text}` is no move of {name}"
    assert len(legend) > 2
    assert all(sign and meaning for sign, meaning in legend)


def played(name: str) -> list[Any]:
    options = [{"players": 3}, {"players": 2}] if name in ("manitou", "powwow") else [{}]
    return [
        step
        for some in options
        for seed in range(4 if name == "comancheria" else 12)
        for step in walk(load(name, data=None, **some).new(), Stream(seed), guided=True)
    ]


def shape(text: str) -> str:
    """A notation with every number, card and space of its kind alike."""
    plain = re.sub(r"\b(ua|le|rr|la|bc|rg)\d\b", "SPACE", words.plain(text))
    plain = re.sub(r"\b(gm|ss|rh|dt|ws|sc|tc|em|cs|dc|cv|pc|nt)\b", "SPECIAL", plain)
    return re.sub(r"\d+(\+\d)?", "N", re.sub(r"\b[a-e](?=\b|\d)", "LETTER", plain))


def test_help_lists_every_command_in_both_languages() -> None:
    for language in words.LANGUAGES:
        listed = {words.plain(command.split()[0]) for prompt in HELP[language].values() for command, _ in prompt}
        reached = {COMMANDS[word] for word in listed if word in COMMANDS}
        assert reached == set(COMMANDS.values()) - {"help"}


@pytest.mark.parametrize("name", GAMES)
def test_an_installed_package_has_the_page_of_each_game(hunch: Hunch, name: str) -> None:
    """It lies beside the package that runs, not in a checkout."""
    found = Path(str(files("hunch.pages") / f"{name}.md"))
    assert found.parents[1] == Path(engines.__file__).parents[1]
    assert found.read_text() == (EXAMPLES.parent / f"docs/games/{name}.md").read_text()
    shown, whole = hunch("rules", name), hunch("rules", name, "--all")
    assert "Rulings" in shown
    assert "State on the wire" not in shown
    assert "State on the wire" in whole

"""Comanchería: its stack of frames, its counters over whole games, and what its log reads like."""

import copy
import json
import re
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

from hunch.engines import CHANCE, IllegalMove, State, Stream, load, package, words
from hunch.engines.contract import DEBUG
from hunch.engines.games.comancheria.data.steps import NAMES, PURPOSES, STEPS
from hunch.engines.games.comancheria.names import INSTRUCTIONS, SPACES
from hunch.engines.games.comancheria.text.sentences import NAMES as NAMES_OF
from hunch.engines.random_games import random_games
from hunch.engines.registry import part
from tests.support.cases import found_cases, position, read
from tests.support.comancheria import SCENARIOS, positions, step
from tests.support.stacks import mutated

MUTATED = 200_000 if DEBUG else 10_000
GAMES = 2_000 if DEBUG else 300
LONG = 200_000
PER_POSITION = 4  # mutations of one position of a game
OTHERS = 400  # earlier positions whose parts are mixed in
FOLLOWED = 20  # steps played from a stack that got through
DRAWN, UNKNOWN, SHOT, GUNS = 0x02010000, 0x06000000, 0x01040000, 0x2F000000  # events and a move about Enemy AP


def test_a_state_takes_608_bytes() -> None:
    assert load("comancheria").state_bytes == 608


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_counters_are_conserved_over_whole_games(scenario: str) -> None:
    game = load("comancheria", scenario=scenario)
    for uniform in (True, False):
        random_games(game, GAMES // 10, 3, uniform=uniform)


@pytest.mark.long
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_counters_are_conserved_over_very_many_games(scenario: str) -> None:
    game = load("comancheria", scenario=scenario)
    for uniform in (True, False):
        random_games(game, LONG // 10, 4, uniform=uniform)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_mutated_stacks_are_refused_or_played_on(scenario: str) -> None:
    stacks_are_refused_or_sound(scenario, 11, MUTATED // len(SCENARIOS))


@pytest.mark.long
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_very_many_mutated_stacks_are_refused_or_played_on(scenario: str) -> None:
    for seed in (12, 13, 14):
        stacks_are_refused_or_sound(scenario, seed, LONG)


def stacks_are_refused_or_sound(scenario: str, seed: int, tries: int) -> None:
    """What `flaw` lets through can be played, and stays sound at each step."""
    stream, left, through, others = Stream(seed), tries, 0, list[Any]()
    for state in positions(scenario, 1_000_000, seed):
        others = [*others[-OTHERS:], state]
        for _ in range(PER_POSITION):
            changed = mutated(state, stream.choice(others), stream)
            if changed != state and not changed.flaw():
                through += 1
                play_on(changed, stream)
        left -= PER_POSITION
        if left <= 0:
            break
    assert through > tries / 20


def play_on(state: State, stream: Stream) -> None:
    start = state
    for _ in range(FOLLOWED):
        if state.over:
            return
        assert state.legal() or state.chances(), f"nothing can follow: {start.fields()}"
        state = state.after(step(state, stream))
        assert not state.flaw(), f"{state.flaw()} some steps after {start.fields()}"


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_no_two_bands_share_a_space_after_cleanup(scenario: str) -> None:
    checked = 0
    for state in positions(scenario, 12, 6):
        fields = state.fields()
        if NAMES[fields["frame"][max(0, fields["depth"] - 2)]["step"]] != "TURN_OPERATE":
            continue
        checked += 1
        outside = [at for at in fields["band_at"] if 0 < at < 64]
        assert len(outside) == len(set(outside))
        camps = [at for at in fields["camp_at"] if at and at != 42]
        assert len(camps) == len(set(camps))
        assert not any(fields["piece"][at] for at in camps)
        assert not set(camps) & set(outside)
    assert checked > 20


def test_a_real_die_outside_its_faces_is_refused_and_the_state_unchanged() -> None:
    state = next(s for s in positions(SCENARIOS[0], 5, 7) if s.to_move == CHANCE and s.chances()[0][0] >> 24 == 1)
    before, die = bytes(state), state.chances()[0][0] & 0xFFFFFF00
    for value in (0, 7, 255):
        with pytest.raises(IllegalMove):
            state.apply(die + value)
        with pytest.raises(IllegalMove):
            state.follow(die + value)
    assert bytes(state) == before


def test_every_order_is_accepted_where_only_one_is_listed() -> None:
    seen = 0
    for state in positions(SCENARIOS[0], 20, 8):
        if state.to_move == CHANCE:
            continue
        every = load("comancheria", choices="all").from_bytes(bytes(state)).legal()
        assert set(state.legal()) <= set(every)
        assert all(state.fits(move) for move in every)
        seen += len(every) > len(state.legal())
    assert seen > 10


def test_steps_are_named_once() -> None:
    assert len({s.number for s in STEPS}) == len({s.name for s in STEPS}) == len(STEPS)
    assert all(len(set(names)) == len(names) for names in PURPOSES.values() if names != ("",))


def test_everything_that_can_come_of_an_event_has_its_sentence() -> None:
    """Each code with a sentence occurs in play, and has the same arguments in both languages."""
    met, asked = set[Any](), {"en": dict[Any, Any](), "fr": {}}
    for language, templates in part("comancheria", "words").SENTENCES.items():
        for code, template in templates.items():
            asked[language][code] = sorted({name for _, name, _, _ in Formatter().parse(template) if name})
    assert asked["en"].keys() == asked["fr"].keys()
    for scenario in SCENARIOS:
        stream, state = Stream(12), load("comancheria", scenario=scenario).new()
        for _ in range(4_000):
            event = step(state, stream)
            after = state.after(event)
            for code, arguments in words.changes(state, event, after):
                met.add(code)
                assert all(set(asked[language][code]) <= arguments.keys() for language in asked)
            state = after if not after.over else state.game.new()
    assert len(met) > 50


@pytest.mark.parametrize("language", ["en", "fr"])
def test_everything_that_happens_has_a_sentence(language: str) -> None:
    for scenario in SCENARIOS:
        stream, state = Stream(9), load("comancheria", scenario=scenario).new()
        while not state.over:
            event = step(state, stream)
            after = state.after(event)
            told = words.say_all(state, event, after, language)
            assert all(line[0].isupper() or line[0] in '0123456789"«' for line in told), told
            assert not any("{" in line or "_" in line for line in told), told
            state = after


def test_one_thing_is_in_the_singular() -> None:
    game = load("comancheria")

    def told(language: str, goods: Any, number: int) -> Any:
        return words.say_code(game, "take", {"goods": goods, "number": number}, language)

    for language in words.LANGUAGES:
        for goods in ("captives", "guns", "horses", "trade_goods"):
            some = told(language, goods, 2)
            assert NAMES_OF[language][goods] in some
            assert NAMES_OF[language][goods] not in told(language, goods, 1), f"{goods} in {language}"
    loot = 0x30010000
    assert words.say(game, loot) == "The loot (5.2.3): 1 Horse and 0 Captives."
    assert words.say(game, loot, "fr") == "Le butin (5.2.3)\xa0: 1 cheval et 0 captif."
    assert words.say(game, loot + 0x10200, "fr") == "Le butin (5.2.3)\xa0: 2 chevaux et 2 captifs."


ENGLISH = re.compile(
    r"\b(ravaged|cleanup|success(es)?|trade|guns|horses|captives|food|take|time|victory|check|war|event|planning|peace|"
    r"bands?|tribes?|settlements?|counters?|columns?|cup|headman|ap|military|strength|spaces?|the|of|and|removal|act|ally|"
    r"hunt|encroach|settle|subjugate|recover|attack|deck|enemy|turn|trail|finished)\b",
    re.IGNORECASE,
)


def test_the_board_shows_counters_that_lie_face_down_on_the_trail() -> None:
    state = next(state for state in positions("storm_from_the_east", 20, 3) if sum(state.fields()["mark"]) > 1)
    game: Any = state.game
    marked = {space for space, mark in zip(game.trail, state.fields()["mark"], strict=True) if mark}
    shown = re.findall(r"(\w\w\d) (\S+)", words.board(state))
    assert {space for space, there in shown if "?" in there} == {SPACES[space] for space in marked}


def test_no_english_is_left_in_french() -> None:
    """Except the names of Instructions, which the French aid leaves in English."""
    names = re.compile("|".join(NAMES_OF["fr"][name] for name in INSTRUCTIONS if name))
    templates = part("comancheria", "words").SENTENCES["fr"].values()
    said = [re.sub(r"{.*?}", "", template) for template in templates] + list(NAMES_OF["fr"].values())
    for scenario in SCENARIOS:
        stream, state = Stream(14), load("comancheria", scenario=scenario).new()
        while not state.over:
            event = step(state, stream)
            after = state.after(event)
            said += words.say_all(state, event, after, "fr")
            state = after
        said.append(words.board(state, "fr"))
    assert [line for line in said if ENGLISH.search(names.sub("", line))] == []


def test_guns_that_fail_are_reported_as_failed() -> None:
    case = copy.deepcopy(next(c.values[1] for c in found_cases() if "keeps the Guns" in c.values[1]["rule"]))
    case["state"]["bands"]["0"]["goods"]["guns"] = 1  # the check ends with the last
    state = position("comancheria", case)
    for entry in case["play"][:3]:
        state = state.after(read(state, entry, False))
    state = state.after(read(state, "guns 4", False))
    told = {}
    for event, _ in state.chances():
        told[event & 255] = words.say_all(state, event, state.after(event))
    assert all("The counter goes back to the cup." in told[value] for value in (4, 5, 6))
    assert all("To no avail, and the Guns are spent." in told[value] for value in (1, 2, 3))
    assert not any("The counter goes back to the cup." in told[value] for value in (1, 2, 3))


def test_an_owners_values_of_enemy_ap_are_shown(tmp_path: Path) -> None:
    data = json.loads((Path(package("comancheria").__path__[0]) / "data/counters.json").read_text())
    for record, value in zip(data["enemy_ap"], (3, 5, 6), strict=True):
        record["value"] = value
    (tmp_path / "counters.json").write_text(json.dumps(data))
    game = load("comancheria", data=tmp_path)
    for code, value in ((2, 3), (3, 5), (4, 6)):
        assert words.describe(game, DRAWN | code)[1]["value"] == value
        assert words.describe(game, UNKNOWN | code)[1]["value"] == value
        assert words.describe(game, SHOT | code << 8 | 1)[1] == {"whose": value, "value": 1}
        assert words.describe(game, GUNS | code << 16)[1] == {"number": value}
        assert words.write(game, GUNS | code << 16) == f"guns {value}"

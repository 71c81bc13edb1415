"""Comanchería's data: what is refused at load, and that an owner's file takes effect."""

import copy
import json
import re
from pathlib import Path
from typing import Any

import pytest

from hunch.engines import CHANCE, BadData, Stream, load, package, words
from hunch.engines.games.comancheria.data.load import read
from hunch.engines.games.comancheria.text.sentences import NAMES
from hunch.engines.random_games import random_games

FOLDER = Path(package("comancheria").__path__[0]) / "data"
PAGE = Path(__file__).parents[4] / "docs/games/comancheria.md"
MARKS = {"P", "T", "R", "I", "X"}


def section(name: str) -> Any:
    return json.loads((FOLDER / f"{name}.json").read_text())


def loaded(tmp_path: Path, name: str, data: Any) -> Any:
    (tmp_path / f"{name}.json").write_text(json.dumps(data))
    return load("comancheria", data=tmp_path)


def set_at(data: Any, path: Any, value: Any) -> None:
    *inner, last = path
    for key in inner:
        data = data[key]
    if value is None:
        del data[last]
    else:
        data[last] = value


@pytest.mark.parametrize(
    ("name", "path", "value", "field"),
    [
        ("map", ["spaces", 0, "space"], "UA7", "map.spaces"),
        ("map", ["edges", 0, "to"], "UA9", "map.edges[0].to"),
        ("map", ["edges", 0, "to"], "RES", "map.edges[0].to"),
        ("map", ["edges", 0, "line"], "wavy", "map.edges[0].line"),
        ("map", ["edges"], [], "map.edges"),
        ("map", ["territories", "order"], ["UA"] * 6, "map.territories.order"),
        ("map", ["spaces", 3, "confidence"], None, "map.spaces[3]"),
        ("map", ["spaces", 3, "confidence"], "Z", "map.spaces[3].confidence"),
        ("counters", ["instructions", 2, "letter"], "Q", "counters.instructions"),
        ("counters", ["instructions", 2, "enemy"], "west", "counters.instructions[2].enemy"),
        ("counters", ["instructions", 0, "front", "instruction"], "war", "counters.instructions[0]"),
        ("counters", ["bands", "number"], 16, "counters.bands.number"),
        ("counters", ["columns", 0, "modifiers"], [1], "counters.columns[0].modifiers"),
        ("counters", ["enemy_ap", 0, "number"], -1, "counters.enemy_ap"),
        ("tracks", ["military", "most"], 0, "tracks.military.most"),
        ("tracks", ["passage", "numbers"], [1, 3, 2, 4], "tracks.passage.numbers"),
        ("tracks", ["operations", "numbers"], [1, 2, 3], "tracks.operations.numbers"),
        ("war", ["cards", 4, "event"], "flood", "war.cards[4].event"),
        ("war", ["cards", 4, "moves", "north"], 99, "war.cards[4].moves"),
        ("war", ["cards", 14], None, "war.cards"),
        ("history", ["cards", 1, "enemy_action"], ["north"], "history.cards[1]"),
        ("history", ["cards", 1, "revealed", 0, "effect"], "snow", "history.cards[1].revealed[0].effect"),
        ("development", ["cards", 0, "play", 0, "effect"], "snow", "development.cards[0].play[0].effect"),
        ("development", ["cards", 0, "play", 0, "goods"], "gold", "development.cards[0].play[0].goods"),
        ("development", ["cards", 0, "play", 0], {"effect": "epidemic", "die": 3}, "development.cards[0].play"),
        ("development", ["cards", 47], None, "development.cards"),
        ("development", ["cards", 0, "class"], "Q", "development.cards[0].class"),
        ("culture", ["sets", 5], None, "culture.sets"),
        ("culture", ["sets", 1, "levels", 0, "bonus"], "luck", "culture.sets[1].levels[0].bonus"),
        ("scenarios", ["scenarios", 0, "tribes", 0], "UA1", "scenarios.onto_the_plains.camps[0].space"),
        ("scenarios", ["scenarios", 0, "scenario"], "picnic", "scenarios.scenarios"),
        ("scenarios", ["scenarios", 0, "periods"], [2, 1], "scenarios.onto_the_plains.periods"),
        ("scenarios", ["scenarios", 0, "periods"], [1, 1, 1], "scenarios.onto_the_plains.periods"),
        ("scenarios", ["scenarios", 0, "periods"], [1, 5], "scenarios.onto_the_plains.periods"),
        ("scenarios", ["scenarios", 0, "camps"], None, "scenarios.onto_the_plains"),
        ("scenarios", ["scenarios", 0, "camps"], [{}] * 6, "scenarios.onto_the_plains.camps"),
        ("scenarios", ["scenarios", 0, "camps", 0, "bands"], [1] * 16, "scenarios.onto_the_plains.camps[0].bands"),
        ("counters", ["bands", "number"], 2, "scenarios.onto_the_plains.camps[0].bands"),
        ("scenarios", ["scenarios", 0, "camps", 0, "horses"], 13, "scenarios.onto_the_plains.camps[0].horses"),
        ("scenarios", ["scenarios", 0, "camps", 0, "bison"], 24, "scenarios.onto_the_plains.bison"),
        ("scenarios", ["scenarios", 0, "camps", 0, "paraibo"], 9, "scenarios.onto_the_plains.camps[0].paraibo"),
        ("counters", ["pieces", 0, "number"], 14, "scenarios.onto_the_plains.tribes"),
        ("scenarios", ["scenarios", 0, "enemies"], ["west", "west"], "scenarios.onto_the_plains.enemies"),
        ("scenarios", ["scenarios", 0, "enemies", 0], "nobody", "scenarios.onto_the_plains.enemies"),
        ("scenarios", ["scenarios", 0, "settlements"], {"east": ["RG5"]}, "scenarios.onto_the_plains.settlements.east"),
        (
            "scenarios",
            ["scenarios", 0, "settlements"],
            {"west": ["RG3", "RG4", "RG5", "LE1", "LE3", "LE4", "LE5"]},
            "scenarios.onto_the_plains.settlements.west",
        ),
        ("scenarios", ["scenarios", 0, "settlements"], {"north": ["RG5"]}, "scenarios.onto_the_plains.settlements"),
        ("scenarios", ["cup"], None, "scenarios"),
        ("scenarios", ["cup", "success"], 99, "scenarios.cup.success"),
        ("scenarios", ["scenarios", 0, "camps", 0], 7, "scenarios.onto_the_plains"),
        ("development", ["cards", 29, "revealed", 0, "n"], 9, "development.cards[29].revealed[0].n"),
        ("development", ["cards", 29, "revealed", 0, "n"], 0, "development.cards[29].revealed[0].n"),
        ("development", ["cards", 26, "revealed", 1, "territory"], None, "development.cards[26].revealed[1].territory"),
        ("development", ["cards", 0, "title"], None, "development.cards[0].title"),
        ("development", ["cards", 0, "french"], 7, "development.cards[0].french"),
        ("development", ["cards", 13, "play", 0, "of"], [{"owner": "west"}] * 3, "development.cards[13].play[0].of"),
        ("development", ["cards", 0, "leaves"], 300, "development.cards[0].leaves"),
        ("history", ["cards", 0, "objective", "camp_elsewhere"], -1, "history.cards[0].objective.camp_elsewhere"),
        ("scenarios", ["scenarios", 0, "free_culture"], "yes", "scenarios.onto_the_plains.free_culture"),
        ("culture", ["sets", 2, "war"], 300, "culture.sets[2].war"),
        ("culture", ["sets", 2, "set"], " ", "culture.sets[2].set"),
        ("culture", ["sets", 2, "levels", 2], None, "culture.sets[2].levels"),
        ("counters", ["instructions", 0, "front", "instruction"], "", "counters.instructions[0].instruction"),
        ("map", ["trail", "spaces", 1], "LA6", "map.trail.spaces"),
        ("map", ["trail", "spaces", 1], "W", "map.trail.spaces[1]"),
        ("scenarios", ["scenarios", 0, "settle"], {"east": 2}, "scenarios.onto_the_plains.settle.east"),
        ("scenarios", ["scenarios", 0, "settle"], {"north": 2}, "scenarios.onto_the_plains.settle"),
    ],
)
def test_what_cannot_be_played_is_refused_with_its_path(
    tmp_path: Path, name: str, path: str, value: Any, field: str
) -> None:
    data = copy.deepcopy(section(name))
    set_at(data, path, value)
    with pytest.raises(BadData) as refused:
        loaded(tmp_path, name, data)
    assert refused.value.path == f"comancheria.data.{field}"


def test_a_scenario_that_is_lost_before_it_begins_is_refused(tmp_path: Path) -> None:
    data = section("scenarios")
    data["scenarios"][0] |= {"military": 0, "culture": 0}
    with pytest.raises(BadData) as refused:
        loaded(tmp_path, "scenarios", data)
    assert refused.value.path == "comancheria.data.scenarios.onto_the_plains.military"


@pytest.mark.parametrize("space", ["UA1", "LE4", "RG6"])
def test_a_map_with_a_space_that_nothing_leads_to_is_refused(tmp_path: Path, space: str) -> None:
    data = section("map")
    data["edges"] = [edge for edge in data["edges"] if space not in (edge["from"], edge["to"])]
    with pytest.raises(BadData, match="do not join") as refused:
        loaded(tmp_path, "map", data)
    assert refused.value.path == "comancheria.data.map.edges"


def test_an_owners_file_takes_effect_and_changes_the_hash(tmp_path: Path) -> None:
    data = section("scenarios")
    data["scenarios"][0]["military"] = 5
    game = loaded(tmp_path, "scenarios", data)
    assert game.new().fields()["military"] == 5
    assert game.data_hash != load("comancheria").data_hash


def test_a_paraibo_never_has_more_medicine_than_its_track(tmp_path: Path) -> None:
    """Neither one whose Mahimiana retires nor one of a new Ranchería."""
    data = section("tracks")
    data["paraibo"]["most"], data["mahimiana"]["most"] = 2, 8
    game, most, stream = loaded(tmp_path, "tracks", data), [0, 0], Stream(3)
    for _ in range(30):
        state = game.new()
        while not state.over:
            state = state.after(state.roll(stream) if state.to_move == CHANCE else stream.choice(state.legal()))
            fields = state.fields()
            assert max(fields["paraibo"]) <= 2
            most = [max(most[0], *fields["mahimiana"]), max(most[1], sum(at > 0 for at in fields["camp_at"]))]
    assert most[0] > 2
    assert most[1] > 1


def test_war_cards_that_are_all_shuffled_back_are_refused(tmp_path: Path) -> None:
    data = section("war")
    for card in data["cards"]:
        card["event"] = "reshuffle"
    with pytest.raises(BadData, match="without end") as refused:
        loaded(tmp_path, "war", data)
    assert refused.value.path == "comancheria.data.war.cards"


def test_what_is_named_twice_counts_once(tmp_path: Path) -> None:
    """The West twice is not the South."""
    data = section("history")
    data["cards"][0]["objective"]["control"] = ["UA", "UA"]
    data["cards"][0]["while"] = [{"effect": "war_strength", "enemies": ["west", "west"], "n": 1}]
    tables = read({path.stem: json.loads(path.read_text()) for path in FOLDER.glob("*.json")} | {"history": data})
    assert tables["goal_named"][1] == 1
    assert tables["card"][49]["lasting"][0]["x"] == 2


def test_an_owners_card_that_lasts_is_on_the_board_while_it_is_open(tmp_path: Path) -> None:
    """Without a class it needs not be bought."""
    data = section("development")
    data["cards"][2] = {
        "title": "Wind",
        "revealed": [{"effect": "ap", "n": 1}],
        "while": [{"effect": "planning_enemy_ap", "n": 1}],
        "confidence": "X",
    }
    state, stream = loaded(tmp_path, "development", data).new(), Stream(1)
    while state.fields()["card"][2] != 7:
        state = state.after(state.roll(stream) if state.to_move == CHANCE else state.legal()[0])
    assert "3 Wind" in words.board(state)
    assert "in effect: Wind" in words.board(state)


def test_another_order_of_the_territories_is_read(tmp_path: Path) -> None:
    data = section("map")
    data["territories"]["order"].reverse()
    assert random_games(loaded(tmp_path, "map", data), 20, 1)[0] > 0


def test_every_record_is_marked() -> None:
    for path in FOLDER.glob("*.json"):
        for name, value in json.loads(path.read_text()).items():
            records = value if isinstance(value, list) else [value]
            assert all(record["confidence"] in MARKS for record in records if name != "instructions" or record), path


def test_the_page_says_what_each_card_does() -> None:
    page = PAGE.read_text()
    for number, card in enumerate(section("development")["cards"], 1):
        bought = {"H": ["hand"], "B": ["in play"]}.get(card["class"])
        when = bought or [word for word, key in (("shown", "revealed"), ("open", "while")) if key in card]
        assert f"| {number} {card['title']} | {card.get('cost', '–')} | {', '.join(when)} |" in page
    for card in section("history")["cards"]:
        die = " ".join(enemy[0].upper() for enemy in card["enemy_action"])
        assert re.search(rf"^\| {card['period']}, [^|]* \| {die} \|", page, re.M)
    for card in section("war")["cards"]:
        assert f"| {NAMES['en'][card['event']]} | " in page
    for number, group in enumerate(section("culture")["sets"], 1):
        assert f"| {number} {group['set']} | " in page
        for level, card in enumerate(group["levels"], 1):
            assert re.search(rf"\| level {level}, for {card['cost']} ", page)

"""Big Manitou's data file: what it says, what another may say, and how a wrong one is refused."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from hunch.engines import BadData, load, messages, package
from hunch.engines.random_games import random_games
from hunch.v1 import game_pb2 as pb

OWN = json.loads((Path(package("manitou").__path__[0]) / "data.json").read_text())


def play(tmp_path: Path, data: Any, **options: Any) -> Any:
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(data))
    return load("manitou", data=path, **options)


def test_every_record_says_how_sure_it_is_and_why() -> None:
    for part in ("cards", "heroes", "tiles", "tables", "numbers"):
        assert all(record["mark"] in ("printed", "reviewer", "inferred", "reconstruction") for record in OWN[part])
        assert all(record["source"] for record in OWN[part])


def test_the_inventory_is_the_printed_one() -> None:
    assert sum(card["copies"] for card in OWN["cards"]) == 17
    assert sum(tile["copies"] for tile in OWN["tiles"]) == 60
    assert all(table["hunts"] * sum(table["grounds"]) <= 60 for table in OWN["tables"])


def test_an_owner_plays_with_their_own_data(tmp_path: Path) -> None:
    data = copy.deepcopy(OWN)
    data["heroes"][0].update(winner="rainmaker", loser="sorcerer")
    data["tiles"][0].update(value=4, copies=3)
    data["tiles"].append({"tile": "bison", "value": 5, "copies": 3, "mark": "printed", "source": "my copy"})
    data["cards"][9]["number"] = 12
    data["tables"][0].update(grounds=[5, 2, 2], hunts=3)
    for players in (2, 3, 4, 5):
        game = play(tmp_path, data, players=players)
        assert game.data_hash != load("manitou").data_hash
        assert random_games(game, 300, 1)[0] > 0
    state = play(tmp_path, data, players=2).new()
    for value in (5, 4, 5, 4, 5):
        state = state.apply(messages.decode_event(state.game, pb.GameEvent(manitou={"tile": {"bison": value}})))
    assert messages.to_json(messages.encode(state)).count('"bison": 5') == 3
    assert messages.decode(messages.encode(state), {"manitou": tmp_path / "mine.json"}) == state


WRONG = [
    ("cards", lambda part: part.pop(3), "manitou.data.cards", "9 hunters"),
    ("cards", lambda part: part[4].update(number=4), "manitou.data.cards[4].number", "5 to 25"),
    ("cards", lambda part: part[10].update(copies=3), "manitou.data.cards[10].copies", "number: 2"),
    ("cards", lambda part: part[10].update(card="king"), "manitou.data.cards[10].card", "not one of"),
    ("cards", lambda part: part[11].update(number=3), "manitou.data.cards[11].number", "none"),
    ("cards", lambda part: part.pop(), "manitou.data.cards", "no squaw"),
    ("cards", lambda part: part.append(part[12]), "manitou.data.cards[15].card", "twice"),
    ("heroes", lambda part: part.pop(), "manitou.data.heroes", "scout and squaw"),
    ("heroes", lambda part: part.append(part[0]), "manitou.data.heroes[10]", "settled already"),
    ("heroes", lambda part: part[3].update(loser="scout"), "manitou.data.heroes[3]", "settled already"),
    ("tiles", lambda part: part[3].update(copies=-1), "manitou.data.tiles[3].copies", "-1"),
    ("tiles", lambda part: part[3].update(value="1"), "manitou.data.tiles[3].value", "'1'"),
    ("tiles", lambda part: part[1].pop("value"), "manitou.data.tiles[1].value", "missing"),
    ("tiles", lambda part: part[6].update(value=1), "manitou.data.tiles[6].value", "none"),
    ("tiles", lambda part: part[1].update(value=1), "manitou.data.tiles[1]", "twice"),
    ("tiles", lambda part: part.pop(), "manitou.data.tiles", "no tomahawk"),
    ("tiles", lambda part: part[8].update(copies=7), "manitou.data.tables[3].grounds", "60 tiles, there are 59"),
    ("tables", lambda part: part[1].update(grounds=[4, 4]), "manitou.data.tables[1].grounds", "3 whole numbers"),
    ("tables", lambda part: part[1].update(select=[9, 8, 6]), "manitou.data.tables[1].select[2]", "7 to 9"),
    ("tables", lambda part: part[1].update(hunts=True), "manitou.data.tables[1].hunts", "True"),
    ("tables", lambda part: part[1].update(players=2), "manitou.data.tables[1].players", "twice"),
    ("tables", lambda part: part.pop(), "manitou.data.tables", "2, 3, 4 and 5"),
    ("numbers", lambda part: part[0].update(value=4), "manitou.data.numbers[0].value", "number: 3"),
    ("numbers", lambda part: part.pop(), "manitou.data.numbers", "no tomahawk_points"),
    ("numbers", lambda part: part[0].update(mark="sure"), "manitou.data.numbers[0].mark", "printed"),
    ("numbers", lambda part: part[0].update(source=""), "manitou.data.numbers[0].source", "where"),
    ("numbers", lambda part: part[0].update(colour="red"), "manitou.data.numbers[0].colour", "unknown"),
    ("numbers", lambda part: part.insert(0, 7), "manitou.data.numbers[0]", "an object"),
]


@pytest.mark.parametrize(("part", "change", "path", "reason"), WRONG, ids=[f"{w[2]}-{w[3]}" for w in WRONG])
def test_a_wrong_data_file_is_refused_with_the_path_of_the_entry(
    tmp_path: Path, part: str, change: Any, path: str, reason: str
) -> None:
    data = copy.deepcopy(OWN)
    change(data[part])
    with pytest.raises(BadData) as refused:
        play(tmp_path, data)
    assert refused.value.path == path
    assert reason in refused.value.reason


def test_a_data_file_with_other_parts_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadData, match=r"manitou\.data\.boards: unknown"):
        play(tmp_path, {**OWN, "boards": []})
    with pytest.raises(BadData, match=r"manitou\.data\.tiles: must be a list"):
        play(tmp_path, {**OWN, "tiles": {}})

"""Tomahawk with an owner's cards: what plays, what is refused, and how the numbers in the file count."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from hunch.engines import BadData, Stream, WrongVersion, load, messages, package, words
from hunch.engines.games.tomahawk.tables import MARKS
from hunch.engines.random_games import random_games

OWN = json.loads((Path(package("tomahawk").__path__[0]) / "data.json").read_text())


def changed(path: tuple[Any, ...], value: Any) -> Any:
    """The file with one entry changed, or taken away where the value is None."""
    data = copy.deepcopy(OWN)
    at = data
    for key in path[:-1]:
        at = at[key]
    if value is None:
        del at[path[-1]]
    else:
        at[path[-1]] = value
    return data


def made(tmp_path: Path, data: Any, **options: Any) -> Any:
    file = tmp_path / "mine.json"
    file.write_text(json.dumps(data))
    return load("tomahawk", data=file, **options)


def kinds(*cards: Any) -> Any:
    return [
        {"strength": strength, "hair": hair, "copies": copies, "mark": "printed", "source": "a test"}
        for strength, hair, copies in cards
    ]


ALL_DIFFERENT = kinds(*((n, h, 1) for n in range(1, 9) for h in (0, 1, 4)))
FEW = kinds((1, 0, 3), (2, 0, 4), (3, 4, 2), (4, 0, 3), (5, 1, 2), (6, 0, 3), (7, 0, 3), (8, 2, 2), (10, 0, 2))
HAIRY = [{**special, "hair": 1 + i % 4} for i, special in enumerate(OWN["specials"])]
FOURS = [special if special["id"] in ("soaring", "cloud") else {**special, "value": 4} for special in OWN["specials"]]


@pytest.mark.parametrize(
    "path_and_value",
    [
        (("tribe",), ALL_DIFFERENT),
        (("tribe",), FEW),
        (("specials",), HAIRY),
        (("specials",), FOURS),
        (("specials",), OWN["specials"][::-1]),
        (("territories",), OWN["territories"][::-1]),
        (("piles",), [OWN["piles"][i] for i in (3, 2, 1, 0)]),
        (("numbers", "draws", "value"), [4, 4, 4, 4, 4, 4]),
        (("numbers", "draws", "value"), [24, 0, 0, 0, 0, 0]),
        (("numbers", "charm_from", "value"), 10),
        (("numbers", "pair", "value"), 4),
        (("numbers", "sought_bonus", "value"), 9),
    ],
    ids=lambda value: ".".join(map(str, value[0])),
)
def test_other_legal_values_play_and_are_conserved(tmp_path: Path, path_and_value: Any) -> None:
    game = made(tmp_path, changed(*path_and_value), sought=True, payoff="margin")
    random_games(game, 300, 1)
    stream, state = Stream(4), game.new()
    while not state.over:
        for seat in (-1, 0, 1):
            view = state.view(seat)
            world = view.fill(stream)
            assert world.flaw() == ""
            assert world.view(seat) == view
        assert messages.decode(messages.encode(state), {"tomahawk": tmp_path / "mine.json"}) == state
        state = state.after(state.roll(stream) if state.to_move < 0 else state.rollout_move(stream))
    assert all(-1 <= payoff <= 1 for payoff in state.returns())


REFUSED = [
    (("tribe", 3, "strength"), 11, "tribe[3].strength", "1 to 10"),
    (("tribe", 3, "hair"), 5, "tribe[3].hair", "0 to 4"),
    (("tribe", 3, "hair"), True, "tribe[3].hair", "whole number"),
    (("tribe", 0, "copies"), 3, "tribe", "25 cards"),
    (("tribe", 3, "hair"), 0, "tribe[3]", "second entry"),
    (("tribe", 2), "x", "tribe[2]", "not an object"),
    (("tribe",), {}, "tribe", "not a list"),
    (("specials", 0, "id"), "redwood", "specials[2].id", "a second redwood"),
    (("specials", 0, "id"), "chief", "specials[0].id", "not one of manitou"),
    (("specials", 1, "value"), 3, "specials[1].value", "9 instead of 4"),
    (("specials", 6, "value"), 7, "specials[6].value", "under 7"),
    (("specials", 0, "value"), 10, "specials[0].value", ""),
    (("specials",), OWN["specials"][:6], "specials", "6 entries, there must be 7"),
    (("territories", 2, "animals"), 6, "territories[2].animals", "1 to 5"),
    (("territories", 2, "land"), "sea", "territories[2].land", "plains, forest, mountain"),
    (("territories", 2, "icon"), None, "territories[2].icon", "is missing"),
    (("territories", 9, "length"), 3, "territories[14].length", "more than 5"),
    (("territories", 9, "id"), "L1-01", "territories[9].id", "a second L1-01"),
    (("piles", 1, "lengths"), [1, 2, 2], "piles[1].lengths", "5 turns"),
    (("piles", 1, "lengths"), [3, 3], "piles", "more than 4 territories of length 3"),
    (("numbers", "draws", "value"), [8, 4, 4, 4, 3, 0], "numbers.draws.value[5]", "fewer than 4"),
    (("numbers", "draws", "value"), [8, 4, 4, 4, 4, 1], "numbers.draws.value", "25 cards"),
    (("numbers", "pair", "value"), "9", "numbers.pair.value", "whole number"),
    (("numbers", "charm_from", "value"), 2, "numbers.charm_from.value", "3 to 10"),
    (("numbers", "luck"), {}, "numbers.luck", "not known"),
    (("game",), "manitou", "game", "it must be 'tomahawk'"),
    (("tribe", 4, "mark"), "guessed", "tribe[4].mark", "reconstruction"),
    (("tribe", 4, "source"), "", "tribe[4].source", "must say where this comes from"),
]


@pytest.mark.parametrize(("path", "value", "refused", "reason"), REFUSED)
def test_what_cannot_be_played_is_refused_by_the_path_of_its_entry(
    tmp_path: Path, path: tuple[Any, ...], value: Any, refused: Any, reason: str
) -> None:
    data = changed(path, value)
    if refused == "specials[0].value":  # a special of a strength that no base card has
        data["tribe"] = [kind for kind in data["tribe"] if kind["strength"] != 10] + kinds((1, 3, 1))
    with pytest.raises(BadData) as error:
        made(tmp_path, data)
    assert error.value.path == f"tomahawk.data.{refused}"
    assert reason in error.value.reason


def test_each_record_says_its_mark_and_its_source() -> None:
    records = [*OWN["tribe"], *OWN["specials"], *OWN["territories"], *OWN["piles"], *OWN["numbers"].values()]
    assert all(record["mark"] in MARKS and record["source"] for record in records)
    assert [tile["id"] for tile in OWN["territories"] if tile["mark"] != "reconstruction"] == ["L3-05"]


def test_a_state_of_other_cards_is_refused_with_both_hashes(tmp_path: Path) -> None:
    game = made(tmp_path, changed(("specials",), HAIRY))
    message = messages.encode(game.new())
    with pytest.raises(WrongVersion) as error:
        messages.decode(message)
    assert game.data_hash in error.value.reason
    assert load("tomahawk").data_hash in error.value.reason


def test_a_charmed_indian_takes_no_scalp(tmp_path: Path) -> None:
    """Teasing Cloud with hair, facing a 9: the 9 counts 0 and does not take it."""
    game = made(tmp_path, changed(("specials", 6, "hair"), 2))
    base = json.loads((Path(__file__).parents[4] / "tests/engines/cases/tomahawk/base.json").read_text())
    message = messages.from_json(json.dumps({"tomahawk": base}), messages.encode(game.new()))
    state = messages.decode(message, {"tomahawk": tmp_path / "mine.json"})
    for move in ("1:GM", "2:9", "3:2", "4:10", "1:5", "2:TC", "3:3", "4:4"):
        state = state.apply(words.parse(state, move))
    while len(state.chances()) == 1:
        state = state.apply(state.chances()[0][0])
    assert state.fields()["scalps"] == [0, 0]


def test_a_territory_is_called_by_its_id_whatever_that_is(tmp_path: Path) -> None:
    ids = ["Rio Grande", "Plains, dry", "SC over WS"]
    data = changed(("territories", 0, "id"), ids[0])
    for tile, name in zip(data["territories"], ids, strict=False):
        tile["id"] = name
    game = made(tmp_path, data)
    for language in words.LANGUAGES:
        assert [
            words.say_code(game, "seek", {"tile": name, "animal": "bison"}, language).count(name) for name in ids
        ] == [1, 1, 1]

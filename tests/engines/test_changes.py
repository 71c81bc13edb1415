"""The effects of an event are reported, and they add up to what the position holds."""

from collections import Counter
from typing import Any

import pytest

from hunch.engines import CHANCE, NOTHING, Game, Stream, load, words
from hunch.engines.games.manitou.state import DOWN, GIVE, KIND


def played(game: Game, seed: int) -> Any:
    """The end of a random game, and all changes reported on the way besides what was done, to each seat too."""
    stream, state, told = Stream(seed), game.new(), []
    while not state.over:
        event = state.roll(stream) if state.to_move == CHANCE else state.rollout_move(stream)
        after = state.after(event)
        brought = words.changes(state, event, after)
        seat = seed % game.seats
        seen = state.seen(event, seat)
        if seen != NOTHING:
            assert words.changes(state.view(seat), seen, after.view(seat)) == brought
        told += [(event, code, arguments) for code, arguments in brought]
        state = after
    return state, told


@pytest.mark.parametrize("sought", [False, True])
def test_tomahawk_reports_each_battle_and_scalp_and_shows_the_points_that_decide(sought: bool) -> None:
    codes = Counter[Any]()
    for seed in range(60):
        state, told = played(load("tomahawk", payoff="margin", sought=sought), seed)
        codes.update(code for _, code, _ in told)
        points = [0, 0]
        for _, code, arguments in told:
            if code != "tied":
                points[arguments["seat"]] += arguments["points"]
        assert points[0] - points[1] == round(state.returns()[0] * state.game.unit)
        board = words.board(state)
        assert all(f"player {seat + 1}: points {points[seat]} (" in board for seat in range(2)), board
        assert sum(code in ("won", "tied") for _, code, _ in told) == 12
    assert codes.keys() == {"won", "tied", "scalps"} | ({"bonus"} if sought else set())


@pytest.mark.parametrize("players", [2, 4])
def test_pow_wow_reports_white_stones_the_tepee_and_who_leaves_the_track(players: int) -> None:
    game = load("powwow", players=players)
    assert "white stone at 4 12 20 28 34; moccasins at 8 16 24 32" in words.board(game.new())
    for seed in range(10):
        state, told = played(game, seed)
        codes = Counter(code for _, code, _ in told)
        assert codes["off"] == 1
        dealt = [arguments["other"] for _, code, arguments in told if code == "dealt"]
        assert dealt == sorted(2 * list(range(max(3, players))))
        assert codes["stone"] >= sum(state.fields()["stones"])
        assert codes["reset"] >= 1


@pytest.mark.parametrize("players", [2, 4])
def test_big_manitou_reports_heroes_face_down_cylinders_and_lost_tiles(players: int) -> None:
    codes = Counter[Any]()
    for seed in range(10):
        game = load("manitou", players=players)
        stream, state, holder = Stream(seed), game.new(), {"brown": 0, "white": 0}
        while not state.over:
            event = state.roll(stream) if state.to_move == CHANCE else state.rollout_move(stream)
            after = state.after(event)
            told = words.changes(state, event, after)
            codes.update(code.split("_")[0] for code, _ in told)
            holder |= {code: int(arguments["seat"]) + 1 for code, arguments in told if code in holder}
            holder |= {code.removesuffix("_aside"): 0 for code, _ in told if code.endswith("_aside")}
            lies = [sum(laid & DOWN > 0 for row in one.fields()["laid"] for laid in row) for one in (state, after)]
            assert sum(code.startswith("down_") for code, _ in told) == max(0, lies[1] - lies[0])
            lost = sum(int(arguments["number"]) for code, arguments in told if code == "left")
            paid = event & KIND == GIVE and state.to_move != CHANCE
            assert lost + paid == sum(after.fields()["gone"]) - sum(state.fields()["gone"])
            state = after
            assert holder == {name: state.fields()[name] for name in holder}
    assert {"down", "brown", "white", "left"} <= codes.keys()


@pytest.mark.parametrize("name", ["tomahawk", "powwow", "manitou"])
def test_all_that_was_brought_about_has_a_sentence(name: str) -> None:
    _, told = played(load(name), 3)
    for _, code, arguments in told:
        for language in words.LANGUAGES:
            assert "{" not in words.say_code(load(name), code, arguments, language)


def test_comancheria_reports_once_why_it_ends_and_where_a_column_goes_back_to() -> None:
    ends, home = Counter[Any](), 0
    for seed in range(16):
        game = load("comancheria")
        stream, state = Stream(seed), game.new()
        while not state.over:
            random = stream.choice(state.legal()) if seed % 2 and state.to_move != CHANCE else None
            event = random or (state.roll(stream) if state.to_move == CHANCE else state.rollout_move(stream))
            after = state.after(event)
            codes = [code for code, _ in words.changes(state, event, after)]
            if words.describe(game, event)[0] == "pick_home":
                home += 1
                assert "column_moved" not in codes
            state = after
        assert codes[-1] == ("won" if state.returns() == (1.0,) else "lost")
        ends[codes[-2]] += 1
    assert home
    assert ends.keys() <= {"met", "unmet", "emptied"}
    assert ends["met"]
    assert ends["unmet"]

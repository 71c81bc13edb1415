"""What hints of Pow Wow say of a turn is what the turn does."""

from collections.abc import Iterator

import pytest

from hunch.engines import CHANCE, State, load
from hunch.engines.explain import Trait, traits
from hunch.engines.games.powwow.state import CHOOSE, GIVE, GIVING, KIND, MOVE, POW_WOW, REROLL, TAKE
from hunch.engines.games.powwow.tables import NAMES
from tests.support.play import steps

PLAYERS = (2, 4)


def turns(players: int, kind: int, count: int = 800) -> Iterator[tuple[State, int, int, dict[str, dict[str, float]]]]:
    """Choices of a kind in random games: the world, the seat, the move, and by code what is said of it, by colour."""
    for step in steps(load("powwow", players=players), count):
        state, move = step.state, step.move
        if state.to_move != CHANCE and move & KIND == kind:
            said: dict[str, dict[str, float]] = {}
            for trait, much in traits(state, state.after(move), state.to_move, (move,)).items():
                said.setdefault(trait.code, {})[about(trait)] = much
            yield state, state.to_move, move, said


def about(trait: Trait) -> str:
    """The colour or the hand that a trait is about."""
    arguments = dict(trait.arguments)
    return str(arguments.get("colour", arguments.get("seat", "")))


@pytest.mark.parametrize("players", PLAYERS)
def test_indians_stand_where_the_turn_leaves_them_and_are_ones_own_by_the_hand(players: int) -> None:
    seen = 0
    for state, seat, move, said in turns(players, MOVE):
        after = state.after(move).fields()
        own = {NAMES[card - 1] for card in state.fields()["hand"][seat] if card != POW_WOW}
        on_track = {NAMES[i]: place for i, place in enumerate(after["place"]) if place <= 36}
        assert said.get("place", {}) == {colour: on_track[colour] for colour in own & on_track.keys()}
        assert said.get("place_of_others", {}) == {colour: on_track[colour] for colour in on_track.keys() - own}
        assert said["exchange"][""] == (after["step"] == GIVING)
        assert said["stone"][""] == (after["stones"][seat] > state.fields()["stones"][seat])
        assert said["saves"][""] == 1.0
        seen += 1
    assert seen > 100


@pytest.mark.parametrize("players", PLAYERS)
def test_another_roll_costs_a_stone_and_moves_nobody(players: int) -> None:
    seen = 0
    for state, _, _, said in turns(players, REROLL):
        assert said["saves"][""] == 0.0
        places = {**said.get("place", {}), **said["place_of_others"]}
        assert [places[name] for name in NAMES] == state.fields()["place"]
        seen += 1
    assert seen


@pytest.mark.parametrize("players", PLAYERS)
def test_an_exchange_keeps_one_card_shows_a_hand_and_brings_a_card(players: int) -> None:
    seen = 0
    for state, seat, move, said in turns(players, GIVE):
        left = list(state.fields()["hand"][seat])
        left.remove(move & 7)
        kept = {NAMES[card - 1] for card in left if card not in (POW_WOW, move & 7)}
        assert set(said.get("keeps", {})) == kept
        hand = (move >> 4 & 7) - 1
        assert (set(said.get("sees", {})), "sees_dummy" in said) == (
            (set(), True) if hand == players else ({str(hand)}, False)
        )
        seen += 1
    for _, _, move, said in turns(players, TAKE):
        assert set(said.get("takes", {})) == ({NAMES[(move & 7) - 1]} if move & 7 != POW_WOW else set())
        seen += 1
    assert seen > 10


def test_a_die_is_said_to_move_ones_own_indian_only_if_it_does() -> None:
    for state, seat, move, said in turns(4, CHOOSE):
        assert ("die" in said) == (move & 7 in state.fields()["hand"][seat])

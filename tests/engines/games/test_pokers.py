"""Kuhn and Leduc poker draw hidden cards as from a deck of real cards, suits and all."""

import itertools
from collections import Counter
from typing import Any

import pytest

from hunch.engines import CHANCE, PUBLIC, Game, State, Stream, load
from tests.support.chi_square import follows

DECKS = {"kuhn": (1, 2, 3), "leduc": (1, 1, 2, 2, 3, 3)}


def positions(game: Game, count: int) -> list[State]:
    """Steps of random games, from no cards dealt to the end."""
    stream, found = Stream(7), list[Any]()
    while len(found) < count:
        state = game.new()
        while not state.over:
            found.append(state)
            state = state.after(state.roll(stream) if state.to_move == CHANCE else stream.choice(state.legal()))
    return found


def cards(state: State) -> tuple[int, ...]:
    """Those of both seats, then the one turned up where there is one; 0 not dealt."""
    fields = state.fields()
    return *fields["cards"], fields.get("board", 0)


def deals(state: State, seat: int) -> Counter[tuple[int, ...]]:
    """Every order of the deck that deals what a seat (or PUBLIC) sees, counted by the cards it deals."""
    dealt, real = state.fields()["dealt"], cards(state)
    open_to = {*([seat] if seat >= 0 else []), *([2] if real[2] else []), *([0, 1] if state.fields()["shown"] else [])}
    found: Counter[tuple[int, ...]] = Counter()
    for order in itertools.permutations(DECKS[state.game.name], 3):
        row = (order[0] * (dealt > 0), order[1] * (dealt > 1), order[2] * (real[2] > 0))
        found[row] += all(row[place] == real[place] for place in open_to)
    return +found


@pytest.mark.parametrize("name", DECKS)
@pytest.mark.parametrize("seat", [0, 1, PUBLIC])
def test_hidden_cards_are_drawn_as_from_a_deck(seat: int, name: str) -> None:
    stream = Stream(9)
    tried: set[bytes] = set()
    for state in positions(load(name), 200):
        view, should = state.view(seat), deals(state, seat)
        worlds = view.worlds() or []
        whole, total = sum(weight for _, weight in worlds), should.total()
        assert {cards(world): weight / whole for world, weight in worlds} == pytest.approx(
            {row: count / total for row, count in should.items()}
        )
        if bytes(view) not in tried and len(tried) < 12:
            follows(Counter(cards(view.fill(stream)) for _ in range(1000)), should, f"fill, seat {seat}")
        tried.add(bytes(view))

"""Goofspiel's draws of hidden bids are exact: each way to complete a view is as likely as any other."""

import itertools
from collections import Counter
from typing import Any

import pytest

from hunch.engines import CHANCE, PUBLIC, BadState, Game, State, Stream, load, messages
from tests.support.chi_square import follows

FIRST, SECOND, TIE = 1, 2, 3
Bids = tuple[tuple[int, ...], tuple[int, ...]]


def outcome(first: int, second: int) -> int:
    return FIRST if first > second else SECOND if second > first else TIE


def step(state: State, stream: Stream) -> State:
    return state.after(state.roll(stream) if state.to_move == CHANCE else stream.choice(state.legal()))


def after_rounds(game: Game, rounds: int, stream: Stream) -> State:
    """A position after so many rounds of random bids, or somewhere in the next one."""
    state = game.new()
    while state.fields()["round"] < rounds:
        state = step(state, stream)
    for _ in range(stream.below(3)):
        state = state if state.over or state.to_move == 1 else step(state, stream)
    return state


def bids(state: State) -> Bids:
    first, second = (tuple(card for card in row if card) for row in state.fields()["bid"])
    return first, second


def completions(cards: int, won: list[int], known: list[tuple[int, ...] | None]) -> set[Bids]:
    """All bids of both that give those outcomes, where a seat's are known or not: nothing but trying."""
    orders = [itertools.permutations(range(1, cards + 1), len(won)) if row is None else [row] for row in known]
    return {
        pair
        for pair in itertools.product(orders[0], orders[1])
        if [outcome(*both) for both in zip(*pair, strict=True)] == won
    }


@pytest.mark.parametrize(("cards", "rounds"), [(2, 1), (4, 3), (5, 2), (5, 4), (6, 3)])
@pytest.mark.parametrize("seat", [0, 1, PUBLIC])
def test_hidden_bids_are_any_that_give_the_outcomes(seat: int, cards: int, rounds: int) -> None:
    stream = Stream(1000 * cards + 10 * rounds + seat)
    for _ in range(3):
        state = after_rounds(load("goofspiel", cards=cards), rounds, stream)
        rounds = state.fields()["round"]
        known = [row if number == seat else None for number, row in enumerate(bids(state))]
        should = completions(cards, state.fields()["won"][:rounds], known)
        view = state.view(seat)
        worlds = view.worlds(100_000)
        assert worlds is not None
        assert {bids(world) for world, _ in worlds} == should
        assert len(worlds) == len(should)
        assert len({weight for _, weight in worlds}) == 1
        drawn = Counter(bids(view.fill(stream)) for _ in range(max(4000, min(10 * len(should), 40_000))))
        follows(drawn, dict.fromkeys(should, 1.0), f"fill, seat {seat}")


@pytest.mark.parametrize("seat", [0, PUBLIC])
@pytest.mark.parametrize("rounds", [6, 12])
def test_the_full_deck_is_drawn_soundly(rounds: int, seat: int) -> None:
    stream = Stream(rounds)
    view = after_rounds(load("goofspiel"), rounds, stream).view(seat)
    for _ in range(2000):
        world = view.fill(stream)
        assert world.flaw() == ""
        assert world.view(seat) == view


def test_the_full_deck_is_drawn_as_by_trying() -> None:
    """Two rounds of thirteen cards, which still can be listed."""
    stream = Stream(3)
    state = after_rounds(load("goofspiel"), 2, stream)
    should = completions(13, state.fields()["won"][:2], [None, None])
    higher = Counter(max(first[0], second[0]) for first, second in should)
    drawn = Counter(max(bid[0] for bid in bids(state.view(PUBLIC).fill(stream))) for _ in range(20_000))
    follows(drawn, higher, "the higher bid of the first round")


def test_what_contradicts_itself_has_no_worlds() -> None:
    game = load("goofspiel", cards=4)
    fields = after_rounds(game, 2, Stream(5)).view(0).fields()
    fields["won"][:2] = [SECOND, SECOND]
    fields["bid"][0][:2], fields["bid"][1][:2] = [4, 1], [255, 255]  # nothing beats the 4
    view = game.state(fields)
    assert view.worlds() == []
    with pytest.raises(BadState, match="no world fits"):
        view.fill(Stream(1))


def test_a_pending_bid_is_drawn_as_not_made() -> None:
    game, stream = load("goofspiel", cards=4), Stream(2)
    state = after_rounds(game, 1, stream)
    while state.to_move != 1:
        state = step(state, stream)
    assert {world.to_move for world, _ in state.view(1).worlds() or []} == {0}
    assert state.view(1).fill(stream).to_move == 0
    assert state.view(0).fill(stream).to_move == 1


@pytest.mark.parametrize("seat", [0, 1])
def test_a_pending_bid_that_is_sent_along_was_not_bid_before(seat: int) -> None:
    game, stream = load("goofspiel", cards=5, prizes="descending"), Stream(4)
    for rounds in (1, 2, 3):
        fields = after_rounds(game, rounds, stream).view(seat).fields()
        fields["pending"] = [3, 3]
        if 3 in (*fields["bid"][0], *fields["bid"][1]):
            continue
        view = game.state(fields)
        worlds = {world for world, _ in view.worlds() or []}
        assert {view.fill(stream) for _ in range(200)} <= worlds
        assert all(not world.flaw() and 3 not in bids(world)[1 - seat] for world in worlds)


@pytest.mark.parametrize("prizes", ["random", "descending"])
@pytest.mark.parametrize("cards", range(2, 14))
def test_the_end_of_a_game_comes_back(cards: int, prizes: str) -> None:
    end = after_rounds(load("goofspiel", cards=cards, prizes=prizes), cards, Stream(cards))
    for state in (end, *map(end.view, (PUBLIC, 0, 1))):
        assert messages.decode(messages.encode(state)) == state


@pytest.mark.parametrize("field", ["bid", "won", "prize", "spare"])
@pytest.mark.parametrize("rounds", [2, 4])
def test_a_slot_that_no_round_uses_must_be_empty(rounds: int, field: str) -> None:
    """A game with fewer cards than the struct has room for leaves the last slots of each list unused."""
    game = load("goofspiel", cards=4)
    fields = after_rounds(game, rounds, Stream(5)).fields()
    changed: list[Any]
    if field == "spare":
        changed = [1]
    elif field == "bid":
        changed = [[row, [*fields[field][1][:-1], 1]] for row in fields[field][:1]]
        changed += [[[*fields[field][0][:4], card, *fields[field][0][5:]], fields[field][1]] for card in (1, 9, 255)]
    else:
        changed = [[*fields[field][:slot], 1, *fields[field][slot + 1 :]] for slot in range(4, len(fields[field]))]
    assert game.state(fields).flaw() == ""
    for value in changed:
        assert game.state({**fields, field: value}).flaw() != ""

"""Worlds of Pow Wow against brute force: whole games from the deal on, and logs beyond what is remembered."""

import threading
from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from hunch.engines import CHANCE, PUBLIC, Game, State, Stream, load
from tests.support.brute import played_on
from tests.support.chi_square import follows, same_weights
from tests.support.laws import commutes
from tests.support.play import Step, watchers
from tests.support.powwow_track import busy_game

KIND, GIVE = 0xF000000, 0x7000000
PRIVATE = {0x1000000, GIVE, 0x8000000, 0x9000000, 0xA000000}  # what is not open to all
HIDDEN, POW_WOW = 255, 7


def followed(worlds: Any, seen: int, seat: int) -> Any:
    """The worlds after something was seen, from those before it; what is open to all happens in each of them."""
    if seen & KIND in PRIVATE:
        after, whole = played_on([(world, weight) for world, weight in worlds.values()], seen, seat)
        assert whole
    else:
        after = defaultdict(float)
        for world, weight in worlds.values():
            after[bytes(world.after(seen))] += weight
    game = next(iter(worlds.values()))[0].game
    return {raw: (game.from_bytes(raw), weight) for raw, weight in after.items()}


def one_game(game: Game, seed: int, most_exchanges: int, toward: Any = ()) -> Iterator[Any]:
    """Positions of a random game with what was played, until there were so many exchanges.

    Seats in `toward` are preferred to give to, where moves allow it.
    """
    stream, state = Stream(seed), game.new()
    while not state.over and state.fields()["logged"] < most_exchanges:
        if state.to_move == CHANCE:
            move = state.roll(stream)
        else:
            moves = state.legal()
            near = [m for m in moves if m & KIND == GIVE and (m >> 4 & 15) - 1 in toward]
            move = stream.choice(near or moves) if stream.below(12) else stream.choice(moves)
        yield state, move
        state = state.after(move)
    yield state, None


@pytest.mark.parametrize(
    ("players", "exchanges", "seed"),
    [
        (2, 9, 1),
        (2, 8, 2),
        (3, 6, 3),
        (3, 5, 4),
        (4, 3, 5),
        (4, 4, 6),
    ],
)
def test_worlds_are_those_of_brute_force_from_the_deal_on(
    tmp_path: Path, players: int, exchanges: int, seed: int
) -> None:
    game = busy_game(tmp_path, players=players)
    steps = list(one_game(game, seed, exchanges))
    uncertain = 0
    for seat in watchers(game):
        worlds = {bytes(game.new()): (game.new(), 1.0)}
        for state, move in steps:
            if len(worlds) > 3000:
                break
            if state.fields()["target"] or state.to_move == CHANCE:
                found = {bytes(world): weight for world, weight in state.view(seat).worlds(len(worlds) + 1)}
                same_weights(found, {raw: weight for raw, (_, weight) in worlds.items()}, f"seat {seat}")
                uncertain += len(found) > 1 and state.fields()["logged"] > 0
            if move is not None:
                worlds = followed(worlds, state.seen(move, seat), seat)
    assert uncertain > 4, "hardly anything was left to guess"


def deals(kinds: Any, sizes: Any) -> Any:
    """All ways to deal these cards into hands of two, each with the number of orders that give it."""
    counts = Counter[Any]()
    for order in set(permutations(kinds)):
        counts[tuple(tuple(sorted(order[2 * i : 2 * i + 2])) for i in range(sizes))] += 1
    return counts


def swapped(hands: Any, who: int, whom: int, given: int, taken: int) -> Any:
    hands = [list(hand) for hand in hands]
    hands[who].remove(given)
    hands[whom].remove(taken)
    hands[who].append(taken)
    hands[whom].append(given)
    return tuple(tuple(sorted(hand)) for hand in hands)


def by_hand(view: State, seat: int) -> Any:
    """The worlds of a seat's view from its fields alone: the hands before each exchange and at last, with weights."""
    s, game = view.fields(), view.game
    hands = max(game.seats, 3)
    own = s["base"][seat]
    left = Counter([*range(1, 7), *[POW_WOW] * (2 * hands - 6)])
    left.subtract(own)
    paths = {}
    for deal, orders in deals(list(left.elements()), hands - 1).items():
        first = (*deal[:seat], tuple(own), *deal[seat:])
        paths[(first,)] = Fraction(orders)
    for entry in s["log"][: s["logged"]]:
        paths = dict(exchanged(paths, entry))
    return paths


def exchanged(paths: Any, entry: Any) -> Iterator[Any]:
    who, whom = (entry >> 12) - 1, entry >> 9 & 7
    known = tuple(entry >> shift & 7 for shift in (6, 3, 0))
    for path, weight in paths.items():
        gifts, thefts = set(path[-1][who]), set(path[-1][whom])
        for given in gifts:
            for taken in thefts:
                kept = path[-1][whom][1 - path[-1][whom].index(taken)]
                if known[0] and known != (given, taken, kept):
                    continue
                share = weight if known[0] else weight / (len(gifts) * len(thefts))
                yield (*path, swapped(path[-1], who, whom, given, taken)), share


def as_path(world: State) -> Any:
    s = world.fields()
    hands = max(world.game.seats, 3)
    path = [tuple(tuple(hand) for hand in s["base"][:hands])]
    for entry in s["log"][: s["logged"]]:
        given, taken = entry >> 6 & 7, entry >> 3 & 7
        path.append(swapped(path[-1], (entry >> 12) - 1, entry >> 9 & 7, given, taken))
    assert path[-1] == tuple(tuple(hand) for hand in s["hand"][:hands])
    return tuple(path)


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (2, 2), (3, 3), (4, 4)])
def test_beyond_48_exchanges_the_deal_is_that_before_the_oldest_remembered(
    tmp_path: Path, players: int, seed: int
) -> None:
    game = busy_game(tmp_path, spaces=120, players=players)
    full = [state for state, _ in one_game(game, seed, 99, toward=(0,)) if state.fields()["logged"] == 48]
    tried = 0
    for state in full[20::15]:
        view = state.view(0)
        unseen = sum(entry != 0 and entry & 511 == 0 for entry in view.fields()["log"])
        if not state.fields()["target"] and 0 < unseen <= 4:
            found = {as_path(world): weight for world, weight in view.worlds(100_000)}
            same_weights(found, {path: float(weight) for path, weight in by_hand(view, 0).items()}, f"{unseen} unseen")
            tried += len(found) > 1
    assert tried, "no position left anything to guess"


@pytest.mark.parametrize("players", [2, 3, 5])
def test_a_view_can_be_carried_on_while_exchanges_are_forgotten(tmp_path: Path, players: int) -> None:
    game, stream = busy_game(tmp_path, spaces=120, players=players), Stream(5)
    forgetting = [step for step in one_game(game, 5, 99) if step[0].fields()["logged"] == 48 and step[1] is not None]
    assert sum(move & KIND == 0x9000000 for _, move in forgetting) > 5
    for state, move in forgetting:
        for seat in watchers(game):
            commutes(Step(state, move), state.after(move), seat)
    for state, _ in forgetting[::40]:
        for seat in watchers(game):
            world = state.view(seat).fill(stream)
            assert world.flaw() == ""
            assert world.view(seat) == state.view(seat)


@pytest.mark.parametrize(("players", "exchanges", "seed"), [(2, 5, 11), (3, 5, 12), (4, 2, 13), (4, 3, 14)])
def test_fill_draws_worlds_by_their_weights(tmp_path: Path, players: int, exchanges: int, seed: int) -> None:
    game = busy_game(tmp_path, players=players)
    *_, (state, _) = one_game(game, seed, exchanges)
    listed = 0
    for seat in watchers(game):
        view, stream = state.view(seat), Stream(seed)
        worlds = view.worlds(2000)
        if worlds is not None:
            listed += len(worlds) > 1
            weights = {bytes(world): weight for world, weight in worlds}
            follows(Counter(bytes(view.fill(stream)) for _ in range(15 * len(weights) + 500)), weights, f"seat {seat}")
    assert listed


@pytest.mark.parametrize(("players", "seat"), [(5, 0), (6, 3), (4, PUBLIC)])
def test_fill_draws_hands_by_their_weights_where_worlds_are_many(tmp_path: Path, players: int, seat: int) -> None:
    """Who holds red, and the hand that was last looked at; each hand's share is that of the worlds."""
    game = busy_game(tmp_path, players=players)
    *_, (state, _) = one_game(game, 21, 2)
    view, stream = state.view(seat), Stream(22)
    weights, drawn = Counter[Any](), Counter[Any]()
    for world, weight in view.worlds(600_000):
        weights[marked(world)] += weight
    for _ in range(6000):
        drawn[marked(view.fill(stream))] += 1
    follows(drawn, weights, f"seat {seat} of {players}")


def marked(world: State) -> Any:
    s = world.fields()
    return next(i for i, hand in enumerate(s["hand"]) if 1 in hand), s["log"][0] & 511


def test_what_is_kept_between_calls_changes_nothing(tmp_path: Path) -> None:
    """A draw depends on the view and the stream alone, whatever views were filled before, in whatever thread."""
    game = busy_game(tmp_path, players=4)
    views = [state.view(0) for state, _ in one_game(game, 31, 6)][::20]
    views.append(load("powwow", players=3).new().view(1))
    alone = [bytes(view.fill(Stream(7))) for view in views]
    mixed = {}

    def draw(order: Any) -> None:
        for i in order:
            mixed[order[0], i] = bytes(views[i].fill(Stream(7)))

    everything = list(range(len(views)))
    threads = [threading.Thread(target=draw, args=(everything[i:] + everything[:i],)) for i in everything]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(mixed[first, i] == alone[i] for first in everything for i in everything)


def test_a_view_that_contradicts_itself_has_no_world() -> None:
    state = State.copy(load("powwow", players=3).new())
    for move in (0x1000001, 0x1000002, 0x1000003, 0x1000004, 0x1000005, 0x1000006):
        state = state.after(move)
    fields = state.view(0).fields()
    fields["log"][0] = ((0 + 1) * 8 + 1) * 512 + 5 * 64 + 3 * 8 + 4  # gives a card that it does not hold
    fields["logged"] = 1
    assert load("powwow", players=3).state(fields).worlds() == []

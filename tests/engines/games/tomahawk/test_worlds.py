"""Worlds of Tomahawk beside brute force, and beside what was true in games between blind players."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import combinations, permutations
from math import comb, perm, sqrt
from typing import Any

import pytest

from hunch.engines import CHANCE, PUBLIC, State, Stream, load
from hunch.engines.games.tomahawk.names import names_of
from hunch.engines.games.tomahawk.state import CARDS
from tests.support.chi_square import same_weights

GAME = load("tomahawk")
NAMES = names_of(GAME)
KINDS = NAMES.codes.kinds
HIDDEN, CHOOSING, SHOWING, TAKING = 255, 2, 7, 9
MOST = 3000  # worlds of a view that are worth brute force


def blind(state: State, stream: Stream) -> Any:
    """The next move or outcome. A player draws one of the cards that they could place, without looking."""
    if state.to_move == CHANCE:
        return state.roll(stream)
    return stream.choice([move for move in state.legal() for _ in range(state.multiplicity(move))])


def positions(games: int, seed: int = 1) -> Iterator[State]:
    for number in range(games):
        state, stream = GAME.new(), Stream(seed + number)
        while not state.over:
            yield state
            state = state.after(blind(state, stream))
        yield state


# Brute force ----------------------------------------------------------------------------------------------------


def choices(dealt: Any) -> Any:
    """All ways to keep two specials, each base card apart: kept, codes that leave, how many ways, as shares."""
    found = Counter[Any]()
    for low, high in combinations([bit for bit in range(7) if dealt >> bit & 1], 2):
        values = [KINDS[CARDS + 1 + bit].strength for bit in (low, high)]
        cards = [(code, copy) for code, kind in KINDS.items() if code <= CARDS for copy in range(kind.copies)]
        one, two = ([card for card in cards if KINDS[card[0]].strength == value] for value in values)
        pairs = combinations(one, 2) if values[0] == values[1] else ((a, b) for a in one for b in two)
        for a, b in pairs:
            found[1 << low | 1 << high, a[0], b[0]] += 1
    return {choice: ways / found.total() for choice, ways in found.items()}


def arrangements(s: Any, seat: int, kept: Any, low: Any, high: Any) -> Any:
    """What can lie in unseen places and in hand, by labelled cards, with the number of ways."""
    army = Counter({code: kind.copies for code, kind in KINDS.items() if code <= CARDS})
    army.subtract((low, high))
    army.update(CARDS + 1 + bit for bit in range(7) if kept >> bit & 1)
    turns = s["turn"] + (SHOWING <= s["step"] <= TAKING)
    places = [(turn, pile) for turn in range(turns) for pile in range(4)]
    known = Counter(s["card"][seat][turn][pile] for turn, pile in places)
    unseen = known.pop(HIDDEN, 0) + (s["taken"][seat] > 0)
    ways = 1
    for code, count in known.items():
        ways *= perm(army[code], count)
    if ways == 0:
        return {}
    army.subtract(known)
    rest = list(army.elements())
    in_hand = s["drawn"][seat] - 4 * turns - (s["taken"][seat] > 0)
    found = Counter[Any]()
    for chosen in permutations(range(len(rest)), unseen):
        left = [rest[i] for i in range(len(rest)) if i not in chosen]
        for hand in hands(left, in_hand):
            found[tuple(rest[i] for i in chosen), hand] += ways
    return found


def hands(cards: Any, size: int) -> Any:
    """All hands of labelled cards."""
    return [tuple(sorted(hand)) for hand in combinations(cards, size)]


def seat_worlds(s: Any, seat: int) -> Any:
    """For each three specials a closed seat can have been dealt, what it can hold, with weights."""
    if s["step"] <= seat:  # nothing dealt yet
        return {0: {(): 1.0}}
    found: dict[Any, Any] = defaultdict(dict)
    for dealt in (sum(1 << bit for bit in three) for three in combinations(range(7), 3)):
        if s["step"] <= CHOOSING:
            found[dealt] = {(): 1.0}
            continue
        for choice, share in choices(dealt).items():
            for arrangement, ways in arrangements(s, seat, *choice).items():
                found[dealt][choice, *arrangement] = share * ways
    return found


def brute_force(view: State) -> Any:
    """Worlds of a view with weights, as what is unknown of each closed seat."""
    s = view.fields()
    shut = [seat for seat in range(2) if s["dealt"][seat] == HIDDEN]
    each = [seat_worlds(s, seat) if seat in shut else {s["dealt"][seat]: {None: 1.0}} for seat in range(2)]
    return {
        (first, one, second, two): weight * other
        for first, ones in each[0].items()
        for second, twos in each[1].items()
        if first & second == 0
        for one, weight in ones.items()
        for two, other in twos.items()
    }


def told(world: State, view: State) -> Any:
    """A world as the keys of `brute_force` say it."""
    w, s = world.fields(), view.fields()
    key = []
    for seat in range(2):
        if s["dealt"][seat] != HIDDEN:
            key += [w["dealt"][seat], None]
        elif s["step"] <= CHOOSING:
            key += [w["dealt"][seat], ()]
        else:
            turns = s["turn"] + (SHOWING <= s["step"] <= TAKING)
            unseen = [w["card"][seat][t][p] for t in range(turns) for p in range(4) if s["card"][seat][t][p] == HIDDEN]
            unseen += [w["pending"][seat][s["taken"][seat] - 1]] if s["taken"][seat] else []
            choice = (w["kept"][seat], w["gone_low"][seat], w["gone_high"][seat])
            key += [w["dealt"][seat], (choice, tuple(unseen), tuple(NAMES.codes_in(w["hand"][seat])))]
    return tuple(key)


def effort(view: State) -> Any:
    """Labelled arrangements that brute force would go through."""
    s = view.fields()
    total = 1
    for seat in range(2):
        if s["dealt"][seat] == HIDDEN and s["step"] > CHOOSING:
            turns = s["turn"] + (SHOWING <= s["step"] <= TAKING)
            unseen = sum(row.count(HIDDEN) for row in s["card"][seat][:turns]) + (s["taken"][seat] > 0)
            left = 24 - 4 * turns + sum(row.count(HIDDEN) for row in s["card"][seat][:turns])
            in_hand = s["drawn"][seat] - 4 * turns - (s["taken"][seat] > 0)
            total *= perm(left, unseen) * comb(left - unseen, in_hand) * 30
    return total


def kind_of_view(view: State) -> Any:
    """What makes a position another kind: its step, whose view, cards face down, looked at or taken."""
    s = view.fields()
    dark = any(HIDDEN in row for cards in s["card"] for row in cards)
    return s["step"], s["dealt"].count(HIDDEN), dark, any(s["looked"]), any(s["taken"])


def test_worlds_are_those_of_brute_force_with_its_weights() -> None:
    tried, kinds = 0, Counter[Any]()
    for state in positions(40):
        for seat in (0, 1, PUBLIC):
            view = state.view(seat)
            kind = kind_of_view(view)
            if kinds[kind] > 1 or effort(view) > 10_000:
                continue
            worlds = view.worlds(MOST)
            if worlds is None:
                continue
            found = {told(world, view): weight for world, weight in worlds}
            assert len(found) == len(worlds)
            same_weights(found, brute_force(view), f"seat {seat}, {kind}")
            kinds[kind] += 1
            tried += len(worlds) > 1
    assert tried > 25, f"only {tried} views had several worlds"
    assert {step for step, *_ in kinds} >= {0, 1, 2, 6, 7, 10}
    assert {taken for *_, taken in kinds} == {False, True}
    assert {(dark, looked) for _, _, dark, looked, _ in kinds} == {(a, b) for a in (False, True) for b in (False, True)}


# What was true --------------------------------------------------------------------------------------------------


def facts(world: State, seat: int, view: State) -> Iterator[Any]:
    """Things about a seat's cards that its rival wonders about."""
    w, s = world.fields(), view.fields()
    hand = NAMES.codes_in(w["hand"][seat])
    yield from ((f"keeps special {bit}", w["kept"][seat] >> bit & 1) for bit in range(7))
    yield "a card with hair left", any(KINDS[w[name][seat]].hair for name in ("gone_low", "gone_high"))
    yield "strong cards in hand", sum(KINDS[code].strength > 6 for code in hand)
    yield "specials in hand", sum(code > CARDS for code in hand)
    dark = [w["card"][seat][t][p] for t in range(6) for p in range(4) if s["card"][seat][t][p] == HIDDEN]
    yield "strength face down", sum(KINDS[code].strength for code in dark)
    yield "specials face down", sum(code > CARDS for code in dark)


@pytest.mark.parametrize("seat", [0, 1, PUBLIC])
def test_worlds_drawn_are_right_on_average_in_games_of_blind_players(seat: int) -> None:
    """In each game one moment between turns: what is true less what a drawn world says has mean 0."""
    stream, off = Stream(77), defaultdict(list)
    for number in range(1000):
        state, turn = GAME.new(), 1 + number % 5
        while not (state.fields()["turn"] == turn and state.fields()["step"] == 6):
            state = state.after(blind(state, stream))
        view = state.view(seat)
        other = 1 - max(seat, 0)
        drawn = [dict(facts(view.fill(stream), other, view)) for _ in range(4)]
        for fact, value in facts(state, other, view):
            off[fact].append(value - sum(guess[fact] for guess in drawn) / len(drawn))
    for fact, errors in off.items():
        mean = sum(errors) / len(errors)
        deviation = sqrt(sum((error - mean) ** 2 for error in errors)) / len(errors)
        assert abs(mean) < 4 * deviation + 1e-9, f"{fact}: off by {mean:.4f}, {deviation:.4f} would be chance"

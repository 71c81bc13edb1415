"""Big Manitou's beliefs beside brute force: what can be known is followed card by card from where selection began."""
from collections import Counter

import pytest

from hunch.engines import CHANCE, NOTHING, Stream, load

SELECT, DEAL, EIGHTH = 1, 2, 6
CHIEFS, SQUAWS = 0b11 << 10, 0b11 << 15
SECOND_HUNT = 1


def played_to(game, stream, reached):
    """A random game up to the first state for which `reached` holds."""
    state = game.new()
    while not reached(state.fields()):
        state = state.apply(state.roll(stream) if state.to_move == CHANCE else stream.choice(state.legal()))
    return state


def silent(belief, seat):
    """Choices that `seat` does not notice are made, each in all its ways, until he notices something."""
    done, waiting = {}, belief
    while waiting:
        following = {}
        for world, weight in waiting.items():
            moves = world.legal() if world.to_move != seat else []
            if not moves or world.seen(moves[0], seat) != NOTHING:
                done[world] = done.get(world, 0.0) + weight
                continue
            ways = {move: world.ways(move) for move in moves}
            for move in moves:
                after = world.after(move)
                following[after] = following.get(after, 0.0) + weight * ways[move] / sum(ways.values())
        waiting = following
    return done


def told(belief, seat, event):
    """What is left once `seat` has seen `event`: chance counts, a choice that was seen does not."""
    after = {}
    for world, weight in silent(belief, seat).items():
        if world.to_move == CHANCE:
            chances = world.chances()
            total = sum(part for _, part in chances)
            possible = [(move, part / total) for move, part in chances]
        else:
            possible = [(move, 1.0) for move in world.legal()]
        for move, part in possible:
            if world.seen(move, seat) == event:
                following = world.after(move)
                after[following] = after.get(following, 0.0) + weight * part
    return after


def shares(worlds):
    total = sum(worlds.values())
    return {bytes(world): weight / total for world, weight in worlds.items()}


def compare(view, belief):
    listed = view.worlds(100_000)
    assert len({bytes(world) for world, _ in listed}) == len(listed)
    assert shares(dict(listed)) == pytest.approx(shares(belief), rel=1e-9)
    return len(listed)


@pytest.mark.parametrize("selection", ["chosen", "quick"])
@pytest.mark.parametrize("seed", range(8))
def test_worlds_are_those_of_brute_force_through_a_hunt(selection, seed):
    game, stream, seat = load("manitou", players=2, selection=selection), Stream(seed), seed % 2
    begins = SELECT if selection == "chosen" else DEAL
    state = played_to(game, stream, lambda s: s["hunt"] == SECOND_HUNT and s["phase"] == begins)
    belief, compared = {state: 1.0}, 0
    while state.fields()["hunt"] == SECOND_HUNT:
        move = state.roll(stream) if state.to_move == CHANCE else stream.choice(state.legal())
        event = state.seen(move, seat)
        state = state.apply(move)
        if event != NOTHING:
            belief = told(belief, seat, event)
            if state.fields()["phase"] > SELECT:
                compared += compare(state.view(seat), belief)
    assert compared > 100


def twins(s, seat):
    """Whether one of a pair was laid and the player had both: then the order of draws matters."""
    kinds = Counter((card & 15) - 1 for card in s["laid"][seat] if card)
    return any(
        kinds[kind] == 1 and s["pool"][seat] & pair == pair for kind, pair in ((10, CHIEFS), (14, SQUAWS))
    )


@pytest.mark.parametrize("selection", ["chosen", "quick"])
def test_worlds_are_those_of_brute_force_where_one_of_a_pair_was_laid(selection):
    game, found = load("manitou", players=2, selection=selection), 0
    begins = SELECT if selection == "chosen" else DEAL
    for seed in range(40):
        stream = Stream(seed)
        state = played_to(game, stream, lambda s: s["hunt"] == SECOND_HUNT and s["phase"] == begins)
        seat = 1 if state.fields()["pool"][0] & CHIEFS == CHIEFS else 0
        if state.fields()["pool"][1 - seat] & CHIEFS != CHIEFS or found == 4:
            continue
        belief = {state: 1.0}
        while not (twins(state.fields(), 1 - seat) and state.fields()["played"][1 - seat] > 3):
            moves = [] if state.to_move == CHANCE else state.legal()
            pairs = [move for move in moves if move & 15 in (10, 14) and state.to_move != seat]
            move = stream.choice(pairs or moves) if moves else state.roll(stream)
            event = state.seen(move, seat)
            state = state.apply(move)
            if event != NOTHING:
                belief = told(belief, seat, event)
            if state.fields()["phase"] > EIGHTH or state.fields()["played"][1 - seat] == 7:
                break
        else:
            compare(state.view(seat), belief)
            found += 1
    assert found == 4

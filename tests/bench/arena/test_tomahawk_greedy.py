"""The greedy player of Tomahawk plays legal moves by its view alone, counts like the rules and beats random play."""

from bench.arena.greedy.tomahawk import choose, gained, strength, tokens
from bench.expected import policy, uniform
from bench.expected.tomahawk import margin
from hunch.engines import CHANCE, Stream, load
from hunch.engines.games.tomahawk.names import names_of
from tests.support.play import steps


def test_it_plays_what_is_legal_and_the_same_in_all_worlds_it_cannot_distinguish() -> None:
    stream = Stream(1)
    for step in steps(load("tomahawk"), 120):
        seat = step.state.to_move
        if seat >= 0:
            view = step.state.view(seat)
            move = choose(view, seat, Stream(2))
            assert move in step.state.legal()
            assert move == choose(view.fill(stream).view(seat), seat, Stream(2))


def test_it_counts_battles_and_scalps_as_the_rules_do() -> None:
    game, stream = load("tomahawk"), Stream(3)
    names = names_of(game)
    for _ in range(60):
        state = game.new()
        while not state.over:
            state = state.after(state.roll(stream) if state.to_move == CHANCE else stream.choice(state.legal()))
        s = state.fields()
        rows = [(s["card"][0][turn][pile], s["card"][1][turn][pile]) for turn in range(6) for pile in range(4)]
        assert s["scalps"] == [sum(tokens(names, a, b) for a, b in rows), sum(tokens(names, b, a) for a, b in rows)]
        for place, (pile, first, last) in enumerate(names.codes.places):
            tile = names.cards.tiles[s["tile"][place] - 1]
            one, two = s["card"][0][last][pile], s["card"][1][last][pile]
            since = first if tile.land == 1 else last
            hair = [(s["card"][0][turn][pile], s["card"][1][turn][pile]) for turn in range(since, last + 1)]
            scalps = sum(tokens(names, a, b) - tokens(names, b, a) for a, b in hair)
            won = gained(names, {**s, "turn": last}, 0, pile, one, two) - scalps
            assert (won > 0) - (won < 0) == {1: 1, 2: -1, 3: 0}[s["result"][place]], (pile, first)
            assert strength(names, one, two) in range(11)


def test_it_and_the_rollout_policy_beat_random_play() -> None:
    game, stream = load("tomahawk", payoff="margin"), Stream(4)
    for mine in (choose, policy):
        assert sum(margin(game, number % 2, mine, uniform, stream) > 0 for number in range(12)) > 7

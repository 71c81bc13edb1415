"""A planted violation of each law is found by its check: goofspiel with one thing bent."""

import itertools
from collections.abc import Callable
from typing import Any

import pytest

from hunch.engines import CHANCE, NOTHING, BadMessage, State, Stream, load, registry
from hunch.engines.games.goofspiel.state import BID, KIND, RESULT
from tests.support import laws
from tests.support.bent import BentGame, bent_game

SOUND = load("goofspiel", cards=4)
SMALL = load("goofspiel", cards=3)
LARGE = load("goofspiel", cards=6)
ALONE = load("comancheria")


def with_fields(state: State, **changed: Any) -> State:
    return state.game.state({**state.fields(), **changed})


def another_point(state: State, move: int) -> State:
    after = state.after(move)
    return with_fields(after, points=[after.fields()["points"][0] + (move & KIND == BID), after.fields()["points"][1]])


def open_pending(state: State, seat: int) -> State:
    """Hides what the others bid, but not that they did."""
    view = state.view(seat)
    bids = zip(state.fields()["pending"], view.fields()["pending"], strict=True)
    return with_fields(view, pending=[card and known for card, known in bids])


def lucky(state: State, stream: Stream) -> int:
    return max(state.roll(stream), state.roll(stream))


def by_the_others_hand(state: State) -> list[int]:
    """In an order that reveals how many low cards the other has."""
    other = state.fields()["hand"][1 - state.to_move] if state.to_move >= 0 else 0
    return state.legal()[:: -1 if other & 1 else 1]


def by_the_others_cards(state: State) -> dict[int, float]:
    """Leans all the more to the first move, the fewer cards the other is known to hold."""
    other, moves = state.fields()["hand"][1 - state.to_move], state.legal()
    first = 1 / len(moves) if other & 1 else 1.0
    return {move: first if move == moves[0] else (1 - first) / max(len(moves) - 1, 1) for move in moves}


def heavier_first(state: State, most: int) -> list[tuple[State, float]] | None:
    found = state.worlds(most)
    return found and [(world, weight + (number == 0)) for number, (world, weight) in enumerate(found)]


def one_less(state: State, most: int) -> list[tuple[State, float]] | None:
    found = state.worlds(most)
    return found[: max(1, len(found) - 1)] if found else found


def never_the_last(state: State, stream: Stream) -> State:
    """Fills in any world but the last of a few."""
    few = state.worlds(40)
    return few[stream.below(max(1, len(few) - 1))][0] if few else state.fill(stream)


def a_high_last_bid(state: State, stream: Stream) -> State:
    """Likes worlds in which the first seat has just bid high."""
    last = max(0, state.fields()["round"] - 1)
    return max((state.fill(stream) for _ in range(4)), key=lambda world: world.fields()["bid"][0][last])


def a_choice_shown(state: State, move: int, seat: int) -> int:
    return state.seen(move, seat) or move


def an_outcome_missed(state: State, move: int, seat: int) -> int:
    seen = state.seen(move, seat)
    return NOTHING if seen & KIND == RESULT else seen


def own_bids_alike(state: State, move: int, seat: int) -> int:
    seen = state.seen(move, seat)
    return BID if seen & KIND == BID else seen


def a_die_unread(state: State, move: int, seat: int) -> int:
    """Sees that a die fell, and not how."""
    return state.seen(move, seat) | 255 if state.to_move == CHANCE else state.seen(move, seat)


def any_result(state: State, seen: int) -> bool:
    return state.fits(seen) or (seen & ~3 == RESULT and seen != RESULT and state.to_move == CHANCE)


def the_low_cards_told(state: State) -> State:
    return with_fields(state, points=[hand & 1 for hand in state.fields()["hand"]])


unseeded = itertools.count()

PLANTED: list[tuple[Callable[..., None], dict[str, Callable[..., Any]]]] = [
    (laws.turns_moves_and_chances_agree, {"legal": lambda s: s.legal() * 2}),
    (laws.turns_moves_and_chances_agree, {"legal": lambda s: s.legal()[:1]}),
    (laws.turns_moves_and_chances_agree, {"chances": lambda s: [(move, 0) for move, _ in s.chances()]}),
    (laws.turns_moves_and_chances_agree, {"to_move": lambda s: 5 if s.to_move == 1 else s.to_move}),
    (laws.turns_moves_and_chances_agree, {"prior": lambda s: {1: 1.0}}),
    (laws.games_end_within_bounds, {"prior": lambda s: {1: 1.0}}),
    (laws.games_end_within_bounds, {"returns": lambda s: (1.0, 1.0)}),
    (laws.games_end_within_bounds, {"returns": lambda s: (2.0, -2.0)}),
    (laws.games_end_within_bounds, {"estimate": lambda s: (9.0, -9.0)}),
    (laws.roll_follows_chances, {"roll": lucky}),
    (laws.rollouts_follow_play, {"rollout_move": lambda s, stream: min(s.legal())}),
    (laws.copies_are_full, {"copy": lambda s: s.game.new()}),
    (laws.copies_are_full, {"fields": lambda s: s.game.new().fields()}),
    (laws.equal_seeds_give_equal_games, {"roll": lambda s, stream: s.roll(Stream(next(unseeded)))}),
    (laws.inventories_are_conserved, {"after": another_point}),
    (laws.flaws_are_found_in_any_bytes, {"flaw": lambda s: ""}),
    (laws.flaws_are_found_in_any_bytes, {"flaw": lambda s: s.flaw() and "something else"}),
    (laws.hiding_and_filling_agree, {"view": lambda s, seat: s.view(seat) if s.view(seat) != s else s.game.new()}),
    (laws.hiding_and_filling_agree, {"fill": lambda s, stream: s.game.new()}),
    (laws.fill_follows_worlds, {"fill": never_the_last}),
    (laws.fill_follows_worlds, {"worlds": heavier_first}),
    (laws.fill_follows_worlds, {"worlds": one_less}),
    (laws.worlds_follow_what_is_seen, {"worlds": heavier_first}),
    (laws.worlds_follow_what_is_seen, {"worlds": one_less}),
    (laws.fill_follows_what_is_seen, {"fill": a_high_last_bid}),
    (laws.worlds_follow_the_whole_tree, {"worlds": heavier_first}),
    (laws.worlds_follow_the_whole_tree, {"worlds": one_less}),
    (laws.play_commutes_with_hiding, {"seen": a_choice_shown}),
    (laws.play_commutes_with_hiding, {"seen": an_outcome_missed}),
    (laws.play_commutes_with_hiding, {"view": open_pending}),
    (laws.equal_keys_give_equal_turns, {"seen": own_bids_alike}),
    (laws.views_give_their_owner_what_the_world_gives, {"legal": by_the_others_hand}),
    (laws.views_give_their_owner_what_the_world_gives, {"view": lambda s, seat: s.view(1 - seat)}),
    (laws.views_give_their_owner_what_the_world_gives, {"prior": by_the_others_cards}),
    (laws.views_give_their_owner_what_the_world_gives, {"prior": lambda s: dict.fromkeys(s.legal(), 1.0)}),
    (laws.views_take_what_fits_and_nothing_else, {"fits": any_result}),
    (laws.who_forgets_plays_on_alike, {"reduced": lambda s: with_fields(s, points=[0, 0])}),
    (laws.who_forgets_plays_on_alike, {"reduced": the_low_cards_told}),
    (laws.payoff_matrix_is_what_play_brings, {"payoff_matrix": lambda s: [s.estimate()]}),
]


@pytest.mark.parametrize(
    ("law", "bends"), PLANTED, ids=[f"{law.__name__}-{next(iter(bends))}-{n}" for n, (law, bends) in enumerate(PLANTED)]
)
def test_a_planted_violation_is_found(law: Callable[..., Any], bends: dict[str, Callable[..., Any]]) -> None:
    game = {laws.worlds_follow_the_whole_tree: SMALL, laws.fill_follows_what_is_seen: LARGE}.get(law, SOUND)
    law(BentGame(game))
    with pytest.raises(AssertionError):
        law(BentGame(game, **bends))


def test_a_lone_players_chance_that_is_not_distinguished_is_found() -> None:
    laws.equal_keys_give_equal_turns(bent_game(ALONE))
    with pytest.raises(AssertionError, match="one key, two turns"):
        laws.equal_keys_give_equal_turns(bent_game(ALONE, seen=a_die_unread))


@pytest.mark.parametrize("part", ["write_state", "read_move", "write_event"])
def test_a_planted_codec_fault_is_found(monkeypatch: pytest.MonkeyPatch, part: str) -> None:
    codec = registry.part("goofspiel", "codec")
    sound = getattr(codec, part)
    bent = {
        "write_state": lambda state, out: sound(state.game.new(), out),
        "read_move": lambda game, message: sound(game, message) ^ 1,
        "write_event": lambda game, event, out: sound(game, RESULT + 1, out),
    }
    laws.codecs_invert(SMALL)
    monkeypatch.setattr(codec, part, bent[part])
    with pytest.raises((AssertionError, BadMessage)):
        laws.codecs_invert(SMALL)

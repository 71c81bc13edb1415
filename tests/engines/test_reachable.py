"""What is taken for a position can come about in the game: every position of tiny games, with something changed."""

import pytest

from hunch.engines import Game, HunchError, State, Stream, messages
from hunch.v1 import game_pb2 as pb
from tests.support.fuzz import mutated_json
from tests.support.play import all_variants, every_world, label, small_games, watchers

CHANGED, MOST_WORLDS = 2_000, 3_000


def tiny() -> list[Game]:
    """Those listed, and each variant of a registered game that is no larger."""
    variants = [game for game in all_variants() if every_world(game, MOST_WORLDS)]
    return list({label(game): game for game in (*small_games(), *variants)}.values())


@pytest.mark.parametrize("game", tiny(), ids=label)
def test_what_a_seat_is_taken_to_know_can_come_about(game: Game) -> None:
    """At each step, those of chance among them: before dice or cards have fallen, too."""
    worlds, stream, taken = every_world(game), Stream(3), 0
    known = {(seat, world.view(seat)) for world in worlds for seat in watchers(game)}
    for _ in range(CHANGED):
        world = stream.choice(worlds)
        sent = world if stream.below(2) else world.view(stream.choice(watchers(game)))
        found = taken_for(game, mutated_json(messages.encode(sent), stream))
        if found is None:
            continue
        for seat in watchers(game):
            try:
                view = messages.redact(found, seat)
            except HunchError:
                continue
            taken += 1
            assert (seat, view) in known, f"seat {seat}: {view.fields()}"
    assert taken > CHANGED / 10


def taken_for(game: Game, text: str) -> State | None:
    """The position of this game that a text is read as."""
    try:
        state = messages.decode(messages.from_json(text, pb.GameState()))
    except HunchError:
        return None
    return state if (state.game.name, state.game.options) == (game.name, game.options) else None

"""Big Manitou's messages and words, and games followed by one who sees a part of them."""

from collections.abc import Callable
from typing import Any

import pytest

from hunch.engines import CHANCE, NOTHING, PUBLIC, BadState, Game, State, Stream, load, messages, words
from hunch.engines.games.manitou import codec
from hunch.engines.games.manitou.decode import decode_fast
from tests.support.play import label, variants, walk

GAMES = [pytest.param(game, id=label(game)) for game in variants("manitou")]
PLAY = 3


def edited(state: State, edit: Callable[..., Any]) -> Any:
    message = messages.encode(state)
    edit(message.manitou)
    return message


BAD = [
    (lambda m: m.seats.pop(), "manitou.seats"),
    (lambda m: m.grounds.pop(), "manitou.grounds"),
    (lambda m: m.seats[1].ClearField("hand"), "manitou.seats[1].hand"),
    (lambda m: m.seats[1].hand.cards.add(hunter=11), "manitou.seats[1].hand.cards[3].hunter"),
    (lambda m: m.seats[1].hand.cards.add(), "manitou.seats[1].hand.cards[3]"),
    (lambda m: m.seats[1].hand.cards.append(m.seats[1].hand.cards[0]), "manitou.seats[1].hand.cards[3]"),
    (lambda m: m.seats[1].deck.cards.append(m.seats[1].hand.cards[0]), "manitou.seats[1].deck.cards[2]"),
    (lambda m: setattr(m.seats[1].deck, "hidden", True), "manitou.seats[1].deck.cards"),
    (lambda m: m.seats[1].deck.CopyFrom(type(m.seats[1].deck)(hidden=True)), "manitou.seats[1].deck.hidden"),
    (lambda m: [m.seats[0].tiles.add(horse=True) for _ in range(9)], "manitou.seats[0].tiles"),
    (lambda m: m.seats[0].tiles.add(bison=4), "manitou.seats[0].tiles"),
    (lambda m: m.seats[0].tiles.add(horse=False), "manitou.seats[0].tiles"),
    (lambda m: setattr(m.seats[0].laid[0], "ground", 4), "manitou.seats[0].laid[0].ground"),
    (lambda m: setattr(m, "step", 0), "manitou.step"),
    (lambda m: setattr(m, "turn", 7), "manitou.turn"),
    (lambda m: setattr(m, "hunt", 5), "manitou.hunt"),
    (lambda m: m.ClearField("brown"), "manitou.brown"),
    (lambda m: setattr(m.white, "seat", 4), "manitou.white.seat"),
    (lambda m: m.debtors.append(4), "manitou.debtors[0]"),
    (lambda m: m.share.SetInParent(), "manitou.share"),
    (lambda m: m.seats[2].laid.pop(), "manitou.seats[2].laid"),
    (lambda m: m.seats[2].hand.cards.pop(), "manitou.seats[2].hand"),
    (lambda m: m.seats[3].deck.cards.pop(), "manitou.seats[3].deck"),
    (lambda m: m.seats[2].spent.append(m.seats[2].laid.pop().card), "manitou.seats[2].spent"),
    (lambda m: setattr(m.seats[0], "drawn", 8), "manitou.seats[0].drawn"),
    (lambda m: setattr(m.brown, "seat", 3), "manitou.brown.seat"),
    (lambda m: setattr(m.seats[0].laid[3], "face_down", True), "manitou.seats[0].laid[3].face_down"),
    (lambda m: setattr(m.seats[0].laid[3], "ground", 0), "manitou.seats[0].laid[3].ground"),
    (lambda m: setattr(m.seats[0].laid[2], "ground", 0), "manitou.seats[0].laid[2].face_down"),
    (lambda m: m.grounds[1].tiles.pop(), "manitou.grounds[1].tiles"),
    (lambda m: m.removed.add(horse=True), "manitou.removed"),
]


@pytest.mark.parametrize(("edit", "path"), BAD, ids=[f"{number}-{path}" for number, (_, path) in enumerate(BAD)])
def test_a_wrong_message_is_refused_with_the_path_of_the_field(edit: Callable[..., Any], path: str) -> None:
    states = [step.state for step in walk(load("manitou").new(), Stream(3))]
    state = next(s for s in states if s.fields()["phase"] == PLAY and s.fields()["played"] == [4, 3, 3, 3, 0])
    with pytest.raises(BadState) as refused:
        messages.decode(edited(state, edit))
    assert refused.value.path.startswith(path)


@pytest.mark.parametrize("game", GAMES)
def test_moves_are_read_as_they_are_written_and_events_are_said(game: Game) -> None:
    for step in walk(game.new(), Stream(4)):
        moves = step.state.legal()
        assert [words.parse(step.state, words.write(game, move)) for move in moves] == moves
        for seat in (PUBLIC, 0, 1):
            seen = step.state.seen(step.move, seat)
            if seen != NOTHING:
                for language in ("en", "fr"):
                    said = words.say(game, seen, language)
                    assert said[0].isupper()
                    assert said.endswith(".")
                    assert "{" not in said


def test_the_board_shows_holes_in_both_languages() -> None:
    states = [step.state for step in walk(load("manitou", players=2).new(), Stream(3))]
    view = next(state for state in states if state.fields()["phase"] == PLAY).view(0)
    assert "player 2: hand ?; deck ?" in words.board(view, "en")
    assert "joueur 2 : main ? ; paquet ?" in words.board(view, "fr")


def test_in_french_a_card_that_is_put_aside_agrees_in_gender() -> None:
    game, aside = load("manitou"), 0x430
    said = {card: words.say(game, aside + card, "fr") for card in (10, 14)}
    assert said[10] == "Met de côté le grand chef, qui ne peut être joué nulle part."
    assert said[14] == "Met de côté la squaw, qui ne peut être jouée nulle part."


@pytest.mark.parametrize("game", GAMES)
def test_a_game_can_be_followed_from_what_one_seat_sees(game: Game) -> None:
    for seed, seat in enumerate(range(PUBLIC, game.seats)):
        view = game.new().view(seat)
        for step in walk(game.new(), Stream(seed)):
            assert view == step.state.view(seat)
            seen = step.state.seen(step.move, seat)
            view = view if seen == NOTHING else view.follow(seen)
        assert view.to_move not in (CHANCE, *range(game.seats))


@pytest.mark.parametrize("game", GAMES)
def test_the_number_of_drawn_cards_may_be_left_out_if_they_are_known(game: Game) -> None:
    for step in walk(game.new(), Stream(5)):
        for state in (step.state, step.state.view(0)):
            message = messages.encode(state)
            for seat in message.manitou.seats:
                if not seat.hand.hidden:
                    seat.ClearField("drawn")
            assert decode_fast(game, message.SerializeToString()) == state
            assert codec.read_state(game, message.manitou) == state


def test_the_number_of_drawn_cards_must_be_sent_if_they_are_hidden() -> None:
    view = next(step.state for step in walk(load("manitou").new(), Stream(3))).view(0)
    with pytest.raises(BadState, match="must be set") as refused:
        messages.decode(edited(view, lambda m: m.seats[1].ClearField("drawn")))
    assert refused.value.path == "manitou.seats[1].drawn"

"""Reasons in Pow Wow: which Indian leaves the track, and which seat may hold which moccasin."""

from collections.abc import Iterator, Mapping
from typing import cast

from hunch.engines.contract import State
from hunch.engines.explain import Trait
from hunch.engines.games.powwow.rules import Powwow
from hunch.engines.games.powwow.state import CHOOSE, GIVE, GIVING, KIND, MOVE, POW_WOW, TAKE
from hunch.engines.games.powwow.tables import NAMES

NEAR = 0.6
"""Share of the track behind an Indian, from which on the holder of its card matters to an exchange."""
WIN, LOSS, WHITE_STONE, EXCHANGE = 1.0, -0.5, 0.1, 0.1
"""Values, in games won, of: a win, a loss, a white stone, an exchange."""
SENTENCES = {
    "en": {
        "wins": "You win with the {colour} Indian in {often} of cases instead of {instead}.",
        "loses": "The {colour} Indian leaves first and is not yours in {often} of cases instead of {instead}.",
        "stone": "You win a white stone with it.",
        "stone_against": "On the other hand, it forgoes a white stone.",
        "exchange_against": "On the other hand, it forgoes an exchange of cards.",
        "exchange": "It brings you an exchange of cards.",
        "own": "You hold the {colour} moccasin yourself.",
        "seat_sure": "You know that {seat} holds the {colour} moccasin.",
        "seat": "{seat} holds the {colour} moccasin with a chance of {often}.",
        "dummy_sure": "You know that the dummy holds the {colour} moccasin.",
        "dummy": "The dummy holds the {colour} moccasin with a chance of {often}.",
    },
    "fr": {
        "wins": "Vous gagnez avec l’Indien {colour} dans {often} des cas au lieu de {instead}.",
        "loses": "L’Indien {colour} sort le premier sans être à vous dans {often} des cas au lieu de {instead}.",
        "stone": "Vous y gagnez une pierre blanche.",
        "stone_against": "En revanche, cela renonce à une pierre blanche.",
        "exchange_against": "En revanche, cela renonce à un échange de cartes.",
        "exchange": "Vous y gagnez un échange de cartes.",
        "own": "Vous avez vous-même le mocassin {colour}.",
        "seat_sure": "Vous savez que le {seat} a le mocassin {colour}.",
        "seat": "Le {seat} a le mocassin {colour} avec une probabilité de {often}.",
        "dummy_sure": "Vous savez que le mort a le mocassin {colour}.",
        "dummy": "Le mort a le mocassin {colour} avec une probabilité de {often}.",
    },
}


def traits(before: State, after: State, seat: int, turn: tuple[int, ...]) -> Mapping[Trait, float]:
    s, result = after.fields(), dict[Trait, float]()
    gone = next((colour for colour, place in enumerate(s["place"]) if place > _spaces(after)), None)
    if gone is not None:
        mine = s["winner"] == seat + 1
        result[Trait("wins" if mine else "loses", (("colour", NAMES[gone]),), WIN if mine else LOSS)] = 1.0
    if turn[0] & KIND == MOVE:
        moved = before.after(turn[0]).fields()
        result[Trait("stone", (), WHITE_STONE)] = float(moved["stones"][seat] > before.fields()["stones"][seat])
        result[Trait("exchange", (), EXCHANGE)] = float(moved["step"] == GIVING)
    return result


def beliefs(before: State, after: State, seat: int, turn: tuple[int, ...]) -> Mapping[Trait, float]:
    """Returns who may hold the card of the Indian that the turn moves; in an exchange, of the foremost Indians."""
    s, result = before.fields(), dict[Trait, float]()
    for colour, worth in _about(before, turn[0]):
        hand = next((hand for hand, cards in enumerate(s["hand"]) if colour in cards), None)
        if hand is not None:
            name = ("colour", NAMES[colour - 1])
            code = "own" if hand == seat else "seat" if hand < before.game.seats else "dummy"
            result[Trait(code, (("seat", hand), name) if code == "seat" else (name,), worth)] = 1.0
    return result


def _about(before: State, move: int) -> Iterator[tuple[int, float]]:
    """Yields the colours that matter to a move, with weights."""
    kind, colour = move & KIND, move & 7
    if kind in (CHOOSE, MOVE):
        yield colour, 1.0
    elif kind in (GIVE, TAKE):
        for other, place in enumerate(before.fields()["place"], 1):
            if other == colour != POW_WOW or place >= NEAR * _spaces(before):
                yield other, place / _spaces(before)


def _spaces(state: State) -> int:
    return int(cast(Powwow, state.game).data["track"]["spaces"])

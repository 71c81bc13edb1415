"""Reasons in Pow Wow: which Indian leaves the track, where the move leaves Indians and cards, and who may hold what."""

from collections.abc import Iterator, Mapping
from typing import cast

from hunch.engines.contract import State
from hunch.engines.explain import Trait
from hunch.engines.games.powwow.rules import Powwow
from hunch.engines.games.powwow.state import CHOOSE, GIVE, GIVING, KIND, MOVE, POW_WOW, REROLL, TAKE
from hunch.engines.games.powwow.tables import NAMES

NEAR = 0.6
"""Share of the track behind an Indian, from which on the holder of its card matters to an exchange."""
WIN, LOSS, WHITE_STONE, EXCHANGE, SIGHT = 1.0, -0.5, 0.1, 0.1, 0.06
"""Values, in games won, of: a win, a loss, a white stone, an exchange, the sight of a hand."""
HELD, OWN_DIE = 0.4, 0.1
"""Values of a moccasin in hand whose Indian is at the end of the track, and of a die that moves one's own Indian."""
STEP, STEP_OF_OTHERS = 0.03, -0.015
"""Values of a step forward of one's own Indian, and of another one."""
FOREMOST = 0.5
"""How much the holder of the foremost Indian's card matters beside that of the moved one."""
SENTENCES = {
    "en": {
        "wins": "You win with the {colour} Indian in {often} of cases instead of {instead}.",
        "loses": "The {colour} Indian leaves first and is not yours in {often} of cases instead of {instead}.",
        "place": "Your own {colour} Indian is then on space {mean} of {spaces} instead of {mean_instead}.",
        "place_of_others": "The {colour} Indian, not yours, is then on space {mean} instead of {mean_instead}.",
        "die": "It lets you move your own {colour} Indian.",
        "die_against": "On the other hand, you do not move your own {colour} Indian.",
        "keeps": "You keep the {colour} moccasin, whose Indian is on space {space} of {spaces}.",
        "keeps_against": "On the other hand, you give away the {colour} moccasin, whose Indian is on space {space}.",
        "takes": "You get the {colour} moccasin, whose Indian is on space {space} of {spaces}.",
        "takes_against": "On the other hand, you leave the {colour} moccasin, whose Indian is on space {space}.",
        "sees": "It shows you both cards of {seat}.",
        "sees_against": "On the other hand, it does not show you the cards of {seat}.",
        "sees_dummy": "It shows you both cards of the dummy.",
        "sees_dummy_against": "On the other hand, it does not show you the cards of the dummy.",
        "saves": "You keep your white stone.",
        "saves_against": "On the other hand, it costs a white stone.",
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
        "place": "Votre Indien {colour} est alors en case {mean} de {spaces} au lieu de {mean_instead}.",
        "place_of_others": "L’Indien {colour}, pas à vous, est alors en case {mean} au lieu de {mean_instead}.",
        "die": "Vous pourrez faire avancer votre Indien {colour}.",
        "die_against": "En revanche, vous ne déplacez pas votre Indien {colour}.",
        "keeps": "Vous gardez le mocassin {colour}, dont l’Indien est en case {space} de {spaces}.",
        "keeps_against": "En revanche, vous donnez le mocassin {colour}, dont l’Indien est en case {space}.",
        "takes": "Vous obtenez le mocassin {colour}, dont l’Indien est en case {space} de {spaces}.",
        "takes_against": "En revanche, vous laissez le mocassin {colour}, dont l’Indien est en case {space}.",
        "sees": "Vous voyez les deux cartes du {seat}.",
        "sees_against": "En revanche, vous ne voyez pas les cartes du {seat}.",
        "sees_dummy": "Vous voyez les deux cartes du mort.",
        "sees_dummy_against": "En revanche, vous ne voyez pas les cartes du mort.",
        "saves": "Vous gardez votre pierre blanche.",
        "saves_against": "En revanche, cela coûte une pierre blanche.",
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
    return result | dict(_made(before, seat, turn))


def beliefs(before: State, after: State, seat: int, turn: tuple[int, ...]) -> Mapping[Trait, float]:
    """Returns who may hold the card of the Indian that the turn moves, and of the foremost one; in an exchange, of all
    Indians in front."""
    s, result = before.fields(), dict[Trait, float]()
    for colour, worth in _about(before, turn[0]):
        hand = next((hand for hand, cards in enumerate(s["hand"]) if colour in cards), None)
        if hand is not None:
            name = ("colour", NAMES[colour - 1])
            code = "own" if hand == seat else "seat" if hand < before.game.seats else "dummy"
            result[Trait(code, (("seat", hand), name) if code == "seat" else (name,), worth)] = 1.0
    return result


def _made(before: State, seat: int, turn: tuple[int, ...]) -> Iterator[tuple[Trait, float]]:
    """Yields what a turn itself does, whatever happens later."""
    at = before
    for move in turn:
        yield from _exchanged(at, seat, move)
        at = at.after(move)
    old, new, spaces = before.fields(), at.fields(), _spaces(before)
    yield Trait("saves", (), WHITE_STONE), float(all(move & KIND != REROLL for move in turn))
    yield Trait("stone", (), WHITE_STONE), float(new["stones"][seat] > old["stones"][seat])
    yield Trait("exchange", (), EXCHANGE), float(any(move & KIND == GIVE for move in turn) or new["step"] == GIVING)
    for colour, place in enumerate(new["place"], 1):
        if place <= spaces:
            code, worth = ("place", STEP) if colour in old["hand"][seat] else ("place_of_others", STEP_OF_OTHERS)
            yield Trait(code, (("colour", NAMES[colour - 1]), ("spaces", spaces)), worth), place


def _exchanged(before: State, seat: int, move: int) -> Iterator[tuple[Trait, float]]:
    """Yields which cards a move keeps and brings, which hand it shows, and whose Indian its die moves."""
    own, kind, card = before.fields()["hand"][seat], move & KIND, move & 7
    if kind == CHOOSE and card in own:
        yield Trait("die", (("colour", NAMES[card - 1]),), OWN_DIE), 1.0
    elif kind == GIVE:
        for kept in set(own) - {POW_WOW, card}:
            yield Trait("keeps", *_card(before, kept)), 1.0
        hand = (move >> 4 & 7) - 1
        whose = (("seat", hand),) if hand < before.game.seats else ()
        yield Trait("sees" if whose else "sees_dummy", whose, SIGHT), 1.0
    elif kind == TAKE and card != POW_WOW:
        yield Trait("takes", *_card(before, card)), 1.0


def _card(before: State, card: int) -> tuple[tuple[tuple[str, int | str], ...], float]:
    """Returns the arguments about a moccasin, and what it is worth in hand."""
    place, spaces = before.fields()["place"][card - 1], _spaces(before)
    return (("colour", NAMES[card - 1]), ("space", place), ("spaces", spaces)), HELD * place / spaces


def _about(before: State, move: int) -> Iterator[tuple[int, float]]:
    """Yields the colours that matter to a move, with weights."""
    kind, colour, places = move & KIND, move & 7, before.fields()["place"]
    if kind in (CHOOSE, MOVE, REROLL):
        foremost = places.index(max(places)) + 1
        if kind != REROLL:
            yield colour, 1.0
        if kind == REROLL or foremost != colour:
            yield foremost, FOREMOST
    elif kind in (GIVE, TAKE):
        for other, place in enumerate(places, 1):
            if other == colour != POW_WOW or place >= NEAR * _spaces(before):
                yield other, place / _spaces(before)


def _spaces(state: State) -> int:
    return int(cast(Powwow, state.game).data["track"]["spaces"])

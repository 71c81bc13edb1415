"""Reasons for a turn of Tomahawk: territories, scalps, cards spared, and what the other may hold."""

from collections.abc import Iterator, Mapping
from typing import Any

from hunch.engines.contract import Game, State
from hunch.engines.explain import Trait
from hunch.engines.games.tomahawk.names import Names, names_of
from hunch.engines.games.tomahawk.state import CARDS, CHOOSING, CLOUD, FOREST, PILES, REDWOOD, SKULL, STORM
from hunch.engines.games.tomahawk.tables import LANDS

STRONG = 8
"""A spared card of at least this strength is a reason."""
SPARED = 0.8
"""The value of a strong card in hand, in points."""
SENTENCES = {
    "en": {
        "wins": "You win {land} of pile {pile}, worth {animals}, in {often} of cases instead of {instead}.",
        "loses": "The other wins {land} of pile {pile}, worth {animals}, in {often} of cases instead of {instead}.",
        "doubles": "{card} doubles pile {pile} for you in {often} of cases instead of {instead}.",
        "doubles_other": "{card} doubles pile {pile} for the other in {often} of cases instead of {instead}.",
        "scalped": "{card} on pile {pile} loses scalps worth {mean} on average instead of {mean_instead}.",
        "scalps": "You take scalps worth {mean} on pile {pile} on average instead of {mean_instead}.",
        "spares": "It spares {card} for later.",
        "spares_against": "On the other hand, {card} is spent now.",
        "lead": "Until these battles are over you gain {gain:point} on the other on average instead of {gain_instead}.",
        "lead_at_end": "Your lead at the end is {gain:point} on average instead of {gain_instead}.",
        "tokens": "You take scalps worth {mean:point} on average instead of {mean_instead}.",
        "animals": "You win territories worth {mean:point} on average instead of {mean_instead}.",
        "holds": "The other holds {card} with a chance of {often}.",
        "face_down": "The other's cards on pile {pile} that you have not seen count {mean} on average.",
    },
    "fr": {
        "wins": "Vous gagnez {land} de la pile {pile}, valant {animals}, dans {often} des cas au lieu de {instead}.",
        "loses": "L’autre gagne {land} de la pile {pile}, valant {animals}, dans {often} des cas au lieu de {instead}.",
        "doubles": "{card} double la pile {pile} pour vous dans {often} des cas au lieu de {instead}.",
        "doubles_other": "{card} double la pile {pile} pour l’autre dans {often} des cas au lieu de {instead}.",
        "scalped": "{card}, pile {pile}, perd des scalps valant {mean} en moyenne au lieu de {mean_instead}.",
        "scalps": "Vous prenez des scalps valant {mean} sur la pile {pile} en moyenne au lieu de {mean_instead}.",
        "spares": "{card} reste en réserve pour plus tard.",
        "spares_against": "En revanche, vous dépensez {card} dès maintenant.",
        "lead": "Avant la fin de ces combats, vous prenez {gain:point} d’avance en moyenne au lieu de {gain_instead}.",
        "lead_at_end": "Votre avance à la fin est de {gain:point} en moyenne au lieu de {gain_instead}.",
        "tokens": "Vous prenez des scalps pour {mean:point} en moyenne au lieu de {mean_instead}.",
        "animals": "Vous gagnez des territoires pour {mean:point} en moyenne au lieu de {mean_instead}.",
        "holds": "L’autre a {card} en main avec une probabilité de {often}.",
        "face_down": "Les cartes de l’autre que vous n’avez pas vues sur la pile {pile} comptent {mean} en moyenne.",
    },
}
NAMES = {
    "en": {
        "plains": "the plains",
        "forest": "the forest",
        "mountain": "the mountain",
        "GM": "Great Manitou",
        "SS": "Soaring Spirit",
        "RH": "Redwood Heart",
        "DT": "Dancing Twilight",
        "WS": "Windwand Glowing Skull",
        "SC": "Storm Caller",
        "TC": "Teasing Cloud",
    },
    "fr": {
        "plains": "la plaine",
        "forest": "la forêt",
        "mountain": "la montagne",
        "GM": "Grand Manitou",
        "SS": "Esprit mouvant",
        "RH": "Cœur de séquoia",
        "DT": "Danse du crépuscule",
        "WS": "Crâne au vent",
        "SC": "Pouvoir du ciel",
        "TC": "Nuage taquin",
    },
}


def called(game: Game, name: str, language: str) -> str:
    """Names territories and specials, and an Indian as `the 8 with hair 3`."""
    if name in NAMES[language]:
        return NAMES[language][name]
    strength, _, hair = name.partition("+")
    if language == "en":
        return f"the {strength}" + (f" with hair {hair}" if hair else "")
    return f"le {strength}" + (f" à chevelure {hair}" if hair else "")


def traits(before: State, after: State, seat: int, turn: tuple[int, ...]) -> Mapping[Trait, float]:
    old, new = before.fields(), after.fields()
    gained = [new[what][side] - old[what][side] for what in ("points", "scalps") for side in (seat, 1 - seat)]
    lead = gained[0] + gained[2] - gained[1] - gained[3]
    if old["step"] <= CHOOSING:
        return {
            Trait("lead_at_end", (), 1.0): lead + _sought(names_of(before.game), new, seat),
            Trait("animals", (), 0.9): gained[0],
            Trait("tokens", (), 0.9): gained[2],
        }
    result = {Trait("lead", (), 0.5): float(lead)}
    for trait, much in _happened(names_of(before.game), old, new, seat):
        result[trait] = much
    return result


def _sought(names: Names, s: dict[str, Any], seat: int) -> int:
    """Returns the final bonus of the sought animal, for the seat that won most of it."""
    if not s["sought"]:
        return 0
    tiles = names.cards.tiles
    ahead: int = sum(
        tiles[tile - 1].animals * (1 if result == seat + 1 else -1)
        for tile, result in zip(s["tile"], s["result"], strict=True)
        if tile and result in (1, 2) and tiles[tile - 1].land == tiles[s["sought"] - 1].land
    )
    return names.cards.sought_bonus * ((ahead > 0) - (ahead < 0))


def _happened(names: Names, old: dict[str, Any], new: dict[str, Any], seat: int) -> Iterator[tuple[Trait, float]]:
    turn = old["turn"]
    for place, (pile, first, last) in enumerate(names.codes.places):
        if first <= turn <= last and new["result"][place] in (1, 2):
            tile = names.cards.tiles[new["tile"][place] - 1]
            won = new["result"][place] == seat + 1
            about = (("pile", pile + 1), ("land", LANDS[tile.land]), ("animals", tile.animals))
            worth = tile.animals if won else -tile.animals
            yield Trait("wins" if won else "loses", about, worth), 1.0
            cards = {new["card"][side][t][pile] for side in range(2) for t in range(first, last + 1)}
            if tile.land == FOREST and REDWOOD in cards:
                twice = (("card", names.text(REDWOOD)), ("pile", pile + 1))
                yield Trait("doubles" if won else "doubles_other", twice, worth), 1.0
    played = new["card"][seat][turn]
    for pile in range(PILES):
        own, other = played[pile], new["card"][1 - seat][turn][pile]
        if taken := tokens(names, own, other):
            yield Trait("scalps", (("pile", pile + 1),), 1.0), taken
        if lost := tokens(names, other, own):
            yield Trait("scalped", (("card", names.text(own)), ("pile", pile + 1)), -1.0), lost
    strongest = max(names.codes.kinds[code].strength for code in played)
    for code in set(names.codes_in(old["hand"][seat])):
        strong = names.codes.kinds[code].strength >= max(STRONG, strongest + 1)
        if (strong or code > CARDS) and code not in played:
            yield Trait("spares", (("card", names.text(code)),), SPARED), 1.0


def tokens(names: Names, one: int, other: int) -> int:
    """Returns the points of the scalp that a card takes from the one it faces; 0 unless it is stronger."""
    stronger = strength(names, one, other) > strength(names, other, one)
    return names.codes.kinds[other].hair * (2 if one == SKULL else 1) if stronger else 0


def strength(names: Names, card: int, facing: int) -> int:
    """Returns the strength of a card that faces another, after Storm Caller and Teasing Cloud."""
    printed = names.codes.kinds[facing if card == STORM else card].strength
    return 0 if facing == CLOUD and card != STORM and printed >= names.cards.charm_from else printed


def beliefs(before: State, after: State, seat: int, turn: tuple[int, ...]) -> Mapping[Trait, float]:
    s, names, result = before.fields(), names_of(before.game), dict[Trait, float]()
    if s["step"] <= CHOOSING:
        return result
    for code in names.codes_in(s["hand"][1 - seat]):
        if code > CARDS:
            result[Trait("holds", (("card", names.text(code)),), 2.0)] = 1.0
    for place, (pile, first, last) in enumerate(names.codes.places):
        if first < s["turn"] <= last:
            known = s["shown"] | s["looked"][seat]
            rows = [t for t in range(first, s["turn"]) if not known >> (t * PILES + pile) & 1]
            if rows:
                animals = names.cards.tiles[s["tile"][place] - 1].animals
                own, other = ([s["card"][side][t][pile] for t in rows] for side in (seat, 1 - seat))
                count = sum(strength(names, one, facing) for one, facing in zip(other, own, strict=True))
                result[Trait("face_down", (("pile", pile + 1),), animals / 10)] = count
    return result

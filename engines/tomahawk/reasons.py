"""What is worth telling of a turn of Tomahawk: territories, scalps, cards that are spared, what the other may hold."""
from collections.abc import Iterator, Mapping
from typing import Any

from hunch.engines.contract import Game, State
from hunch.engines.reasons import Trait
from hunch.engines.tomahawk.cards import CARDS, LANDS, PILES
from hunch.engines.tomahawk.names import LETTERS, Names, names_of

CHOOSING = 2
SKULL, STORM, CLOUD = (CARDS + 1 + LETTERS.index(letters) for letters in ("WS", "SC", "TC"))
STRONG = 8
"""From this strength it is told that a card is spared."""
SPARED, SCALP = 0.8, 2.0
"""What a strong card in hand and a scalp are worth, in points."""
SENTENCES = {
    "en": {
        "wins": "You win {land} of pile {pile} ({animals} points) in {often} of cases instead of {instead}.",
        "loses": "The other wins {land} of pile {pile} ({animals} points) in {often} of cases instead of {instead}.",
        "scalped": "{card} on pile {pile} loses its scalp ({hair} points) in {often} of cases instead of {instead}.",
        "scalps": "You take a scalp on pile {pile} in {often} of cases instead of {instead}.",
        "spares": "It spares {card} for later.",
        "spares_against": "On the other hand, {card} is spent now.",
        "lead": "The battles now fought come out at {gain} points for you on average instead of {gain_instead}.",
        "lead_at_end": "Your lead at the end is {gain} points on average instead of {gain_instead}.",
        "tokens": "You take scalps worth {mean} points on average instead of {mean_instead}.",
        "animals": "You win territories worth {mean} points on average instead of {mean_instead}.",
        "holds": "The other holds {card} with a chance of {often}.",
        "face_down": "The other's face-down cards on pile {pile} count {mean} on average.",
    },
    "fr": {
        "wins": "Vous gagnez {land} de la pile {pile} ({animals} points) dans {often} des cas au lieu de {instead}.",
        "loses": "L'autre gagne {land} de la pile {pile} ({animals} points) dans {often} des cas au lieu de {instead}.",
        "scalped": "{card}, pile {pile}, perd son scalp ({hair} points) dans {often} des cas au lieu de {instead}.",
        "scalps": "Vous prenez un scalp sur la pile {pile} dans {often} des cas au lieu de {instead}.",
        "spares": "{card} reste en réserve pour plus tard.",
        "spares_against": "En revanche, {card} est dépensé dès maintenant.",
        "lead": "Les combats en cours finissent à {gain} points pour vous en moyenne au lieu de {gain_instead}.",
        "lead_at_end": "Votre avance à la fin est de {gain} points en moyenne au lieu de {gain_instead}.",
        "tokens": "Vous prenez des scalps pour {mean} points en moyenne au lieu de {mean_instead}.",
        "animals": "Vous gagnez des territoires pour {mean} points en moyenne au lieu de {mean_instead}.",
        "holds": "L'autre a {card} en main avec une probabilité de {often}.",
        "face_down": "Les cartes cachées de l'autre sur la pile {pile} comptent {mean} en moyenne.",
    },
}
NAMES = {
    "en": {
        "plains": "the plains", "forest": "the forest", "mountain": "the mountain", "GM": "Great Manitou",
        "SS": "Soaring Spirit", "RH": "Redwood Heart", "DT": "Dancing Twilight", "WS": "Windwand Glowing Skull",
        "SC": "Storm Caller", "TC": "Teasing Cloud",
    },
    "fr": {
        "plains": "la plaine", "forest": "la forêt", "mountain": "la montagne", "GM": "Grand Manitou",
        "SS": "Esprit mouvant", "RH": "Cœur de séquoia", "DT": "Danse du crépuscule", "WS": "Crâne au vent",
        "SC": "Pouvoir du ciel", "TC": "Nuage taquin",
    },
}  # fmt: skip


def called(game: Game, name: str, language: str) -> str:
    """Territories and specials by name, an Indian as `the 8 with hair 3`."""
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
            Trait("lead_at_end", (), 1.0): lead,
            Trait("animals", (), 0.9): gained[0],
            Trait("tokens", (), 0.9): gained[2],
        }
    found = {Trait("lead", (), 0.5): float(lead)}
    for trait in _happened(names_of(before.game), old, new, seat):
        found[trait] = 1.0
    return found


def _happened(names: Names, old: dict[str, Any], new: dict[str, Any], seat: int) -> Iterator[Trait]:
    turn = old["turn"]
    for place, (pile, first, last) in enumerate(names.codes.places):
        if first <= turn <= last and new["result"][place] in (1, 2):
            tile = names.cards.tiles[new["tile"][place] - 1]
            won = new["result"][place] == seat + 1
            about = (("pile", pile + 1), ("land", LANDS[tile.land]), ("animals", tile.animals))
            yield Trait("wins" if won else "loses", about, tile.animals if won else -tile.animals)
    played = new["card"][seat][turn]
    for pile in range(PILES):
        own, other = played[pile], new["card"][1 - seat][turn][pile]
        if beats(names, own, other) and names.codes.kinds[other].hair:
            yield Trait("scalps", (("pile", pile + 1),), SCALP)
        hair = names.codes.kinds[own].hair
        if beats(names, other, own) and hair:
            yield Trait("scalped", (("card", names.text(own)), ("pile", pile + 1), ("hair", hair)), -hair)
    strongest = max(names.codes.kinds[code].strength for code in played)
    for code in set(names.codes_in(old["hand"][seat])):
        strong = names.codes.kinds[code].strength >= max(STRONG, strongest + 1)
        if (strong or code > CARDS) and code not in played:
            yield Trait("spares", (("card", names.text(code)),), SPARED)


def beats(names: Names, one: int, other: int) -> bool:
    """Whether a card is stronger than the one it faces, once Storm Caller and Teasing Cloud have done theirs."""
    return _strength(names, one, other) > _strength(names, other, one)


def _strength(names: Names, card: int, facing: int) -> int:
    printed = names.codes.kinds[facing if card == STORM else card].strength
    return 0 if facing == CLOUD and card != STORM and printed >= names.cards.charm_from else printed


def beliefs(before: State, after: State, seat: int, turn: tuple[int, ...]) -> Mapping[Trait, float]:
    s, names, found = before.fields(), names_of(before.game), dict[Trait, float]()
    if s["step"] <= CHOOSING:
        return found
    for code in names.codes_in(s["hand"][1 - seat]):
        if code > CARDS:
            found[Trait("holds", (("card", names.text(code)),), 2.0)] = 1.0
    for place, (pile, first, last) in enumerate(names.codes.places):
        if first < s["turn"] <= last:
            known = s["shown"] | s["looked"][seat]
            rows = [t for t in range(first, s["turn"]) if not known >> (t * PILES + pile) & 1]
            if rows:
                animals = names.cards.tiles[s["tile"][place] - 1].animals
                count = sum(names.codes.kinds[s["card"][1 - seat][t][pile]].strength for t in rows)
                found[Trait("face_down", (("pile", pile + 1),), animals / 10)] = count
    return found

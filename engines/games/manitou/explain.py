"""Reasons in a hunt of Big Manitou: leads on grounds, heroes that stay face up, tiles, and the penalty."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from hunch.engines.contract import Game, State
from hunch.engines.explain import Trait
from hunch.engines.games.manitou.names import kinds_in, tables_of, tiles_in
from hunch.engines.games.manitou.points import held
from hunch.engines.games.manitou.state import HIDDEN, HUNTERS, RIDE, TAKE
from hunch.engines.games.manitou.tables import HERO_NAMES
from hunch.engines.games.manitou.words import CARDS, NAMES

Served = Sequence[Sequence[tuple[str, int]]]
"""For each ground, the shares and the seats that get them."""
STRONG = 8
PENALTY, SPARED, CYLINDER, OTHER_TILE = -1.5, 0.5, 1.0, 0.7
"""Values in points of: the penalty, a strong card spared, a cylinder, any other tile."""
SHARES = {"hero": 1, "first": 2, "second": 1}
"""How many tiles a share of a ground usually is."""
SENTENCES = {
    "en": {
        "first": "You come first on ground {ground} ({tiles}) in {often} of cases instead of {instead}.",
        "second": "You come second on ground {ground} ({tiles}) in {often} of cases instead of {instead}.",
        "hero": "Your hero stands on ground {ground} ({tiles}) at the end in {often} of cases instead of {instead}.",
        "penalty": "You have most points of hunters and pay a tile in {often} of cases instead of {instead}.",
        "spares": "You still have {card} for the next hunt in {often} of cases instead of {instead}.",
        "gets": "You get the tile {tile} in {often} of cases instead of {instead}.",
        "brown": "You have the brown cylinder after this hunt in {often} of cases instead of {instead}.",
        "white": "You have the white cylinder after this hunt in {often} of cases instead of {instead}.",
        "points": "Points from this hunt: {mean} on average instead of {mean_instead}.",
        "gap": "Your tipis and bisons end {mean:point} apart on average instead of {mean_instead}.",
        "holds_sure": "{seat} has {card} in hand, that is certain.",
        "holds": "{seat} has {card} in hand with a chance of {often}.",
    },
    "fr": {
        "first": "Vous arrivez en tête sur le terrain {ground} ({tiles}) dans {often} des cas au lieu de {instead}.",
        "second": "Vous arrivez deuxième sur le terrain {ground} ({tiles}) dans {often} des cas au lieu de {instead}.",
        "hero": "Votre héros tient le terrain {ground} ({tiles}) à la fin dans {often} des cas au lieu de {instead}.",
        "penalty": "Vos chasseurs ont le plus de points, d’où une pénalité, dans {often} des cas au lieu de {instead}.",
        "spares": "Il vous reste {card} pour la prochaine chasse dans {often} des cas au lieu de {instead}.",
        "gets": "Vous obtenez la tuile {tile} dans {often} des cas au lieu de {instead}.",
        "brown": "Vous avez le cylindre marron après cette chasse dans {often} des cas au lieu de {instead}.",
        "white": "Vous avez le cylindre blanc après cette chasse dans {often} des cas au lieu de {instead}.",
        "points": "Points de cette chasse : {mean} en moyenne au lieu de {mean_instead}.",
        "gap": "Vos tipis et vos bisons finissent à {mean:point} d’écart en moyenne au lieu de {mean_instead}.",
        "holds_sure": "Le {seat} a {card} en main, c’est certain.",
        "holds": "Le {seat} a {card} en main avec une probabilité de {often}.",
    },
}


def called(game: Game, name: str, language: str) -> str:
    """Names cards as `hunter 7` or by the hero's name, and tiles as `bison 3`; several with commas."""
    first, _, number = name.partition(" ")
    if first in CARDS[language]:
        return CARDS[language][first].format(number=number)
    parts = (part.partition(" ") for part in name.split(", "))
    return ", ".join(f"{NAMES[language].get(sort, sort)} {value}".rstrip() for sort, _, value in parts)


def traits(before: State, after: State, seat: int, turn: tuple[int, ...]) -> Mapping[Trait, float]:
    old, new, game = before.fields(), after.fields(), before.game
    if old["phase"] <= RIDE:
        result = dict.fromkeys(_grounds(game, old, new, seat), 1.0)
        if old["hunt"] % 2 == 0:
            result |= dict.fromkeys(_spared(game, old, new, seat), 1.0)
        return result
    was, now = held(game, old, seat), held(game, new, seat)
    result = {Trait("points", (), 1.0): float(now.total - was.total)}
    for kind, (had, has) in enumerate(zip(old["tiles"][seat], new["tiles"][seat], strict=True)):
        if has > had:
            result[Trait("gets", (("tile", _tile(game, kind)),), _worth(game, kind) / 3)] = 1.0
    for which in ("brown", "white"):
        if new[which] == seat + 1:
            result[Trait(which, (), CYLINDER)] = 1.0
    return result | {Trait("gap", (), -0.3): float(abs(now.bison - now.tipi))}


def _grounds(game: Game, old: dict[str, Any], new: dict[str, Any], seat: int) -> Iterator[Trait]:
    """Yields whether the seat pays the penalty, and its rank on each ground that earns it a tile."""
    served = [tuple(_served(game, old, new, ground)) for ground in range(3)]
    if _owes(game, old, new, seat, served):
        yield Trait("penalty", (), PENALTY)
    for ground in range(3):
        lot = tiles_in(old["lot"][ground])
        if not lot:
            continue
        about = (("ground", ground + 1), ("tiles", ", ".join(_tile(game, kind) for kind in lot)))
        mean = sum(_worth(game, kind) for kind in lot) / len(lot)
        for code, taker in served[ground]:
            if taker == seat:
                yield Trait(code, (*about, ("hero", "own")) if code == "hero" else about, SHARES[code] * mean)


def _ranked(game: Game, new: dict[str, Any], ground: int) -> list[int]:
    """Returns the seats by the strength of their hunters on a ground: rulings B19 and B27."""
    total, hunters = new["total"][ground], new["hunters"][ground]
    strength = [total[i] + new["bonus"][i] * hunters[i] for i in range(game.seats)]
    alone = [i for i in range(game.seats) if strength[i] and strength.count(strength[i]) == 1]
    return sorted(alone, key=lambda i: -strength[i])


def _owes(game: Game, old: dict[str, Any], new: dict[str, Any], seat: int, served: Served) -> bool:
    """Returns whether the seat pays a penalty: rulings B15 to B18. In the first hunt it pays after the grounds."""
    sums = [sum(new["total"][ground][i] for ground in range(3)) for i in range(game.seats)]
    if not sums[seat] == max(sums) > 0:
        return False
    if old["hunt"]:
        return any(old["tiles"][seat])
    return any(seat == taker for ground in served for _, taker in ground)


def _served(game: Game, old: dict[str, Any], new: dict[str, Any], ground: int) -> Iterator[tuple[str, int]]:
    """Yields the seats that get a tile of a ground, and the share."""
    numbers, left = tables_of(game).numbers, sum(old["lot"][ground])
    shares = [("hero", new["owner"][ground] - 1, numbers["hero_share"])] if new["owner"][ground] else []
    rest = (1 if left == 4 else 0) if game.options["second_takes_one"] else left  # of a ground that nobody served yet
    shares += zip(("first", "second"), _ranked(game, new, ground), (numbers["first_share"], rest), strict=False)
    for code, taker, share in shares:
        if left > 0 and share:
            yield code, taker
        left -= share


def _spared(game: Game, old: dict[str, Any], new: dict[str, Any], seat: int) -> Iterator[Trait]:
    """Yields strong cards that are left for the second hunt of a cycle."""
    laid = [(slot & 15) - 1 for slot in new["laid"][seat] if slot]
    pool = kinds_in(old["pool"][seat])
    for kind in sorted(set(pool)):
        strong = kind == HUNTERS or (kind < HUNTERS and tables_of(game).hunters[kind] >= STRONG)
        if strong and pool.count(kind) > laid.count(kind):
            yield Trait("spares", (("card", _card(game, kind)),), SPARED)


def beliefs(before: State, after: State, seat: int, turn: tuple[int, ...]) -> Mapping[Trait, float]:
    """Returns the strong cards that the others have in hand."""
    s, game, result = before.fields(), before.game, dict[Trait, float]()
    if s["phase"] >= TAKE or not any(s["drawn"]):
        return result
    for other in range(game.seats):
        for kind in () if other == seat or s["hand"][other] == HIDDEN else kinds_in(s["hand"][other]):
            if kind == HUNTERS or (kind < HUNTERS and tables_of(game).hunters[kind] > STRONG):
                result[Trait("holds", (("seat", other), ("card", _card(game, kind))), 1.0)] = 1.0
    return result


def _card(game: Game, kind: int) -> str:
    return f"hunter {tables_of(game).hunters[kind]}" if kind < HUNTERS else HERO_NAMES[kind - HUNTERS]


def _tile(game: Game, kind: int) -> str:
    tile = tables_of(game).tiles[kind]
    return f"{tile.sort} {tile.value}" if tile.value else tile.sort


def _worth(game: Game, kind: int) -> float:
    """Returns the value of a tile. A bison or tipi point is half of a point, as a point needs one of each."""
    return tables_of(game).tiles[kind].value / 2 or OTHER_TILE

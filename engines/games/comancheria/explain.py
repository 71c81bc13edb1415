"""Reasons in Comanchería: the objective, the gains and costs of an operation by its end, and successful raids."""

from collections.abc import Mapping
from typing import Any, cast

from hunch.engines.contract import Game, State
from hunch.engines.explain import Trait
from hunch.engines.games.comancheria.codes.components import CUP, TRIBE, WON
from hunch.engines.games.comancheria.names import GOODS
from hunch.engines.games.comancheria.rules import Comancheria
from hunch.engines.games.comancheria.text.board import objective

WORTH = {
    "military": 1.0,
    "culture": 1.0,
    "ap": 0.5,
    "enemy_ap": -0.3,
    "bands": 0.8,
    "strength": 0.6,
    "camps": 1.5,
    "medicine": 0.4,
    "successes": 0.2,
    "columns": -0.6,
    "settlements": -0.7,
    "counters": -0.3,
    "ravaged": 0.6,
    "bison": 0.2,
    "captives": 0.5,
    "food": 0.5,
    "trade_goods": 0.5,
    "guns": 0.6,
    "horses": 0.6,
}
"""What one more of each is worth beside the others."""
VICTORY = 10.0
OBJECTIVE = 4.0
"""What it is worth that the objective of the period is met."""
MORE = {
    "en": {
        "military": "Military",
        "culture": "Culture",
        "ap": "your AP",
        "enemy_ap": "Enemy AP",
        "bands": "number of your Bands",
        "strength": "strength of your Bands",
        "camps": "number of your Rancherías",
        "medicine": "medicine of your headmen",
        "successes": "Successes in the cup",
        "columns": "strength of War Columns",
        "settlements": "Settlements",
        "counters": "Instruction counters in the cup",
        "ravaged": "Ravaged counters",
        "bison": "your Bison",
        "captives": "your Captives",
        "food": "your Food",
        "trade_goods": "your Trade Goods",
        "guns": "your Guns",
        "horses": "your Horses",
    },
    "fr": {
        "military": "vos Points Militaires",
        "culture": "votre Culture",
        "ap": "vos PA",
        "enemy_ap": "PA ennemis",
        "bands": "nombre de vos Bandes",
        "strength": "force de vos Bandes",
        "camps": "nombre de vos Rancherías",
        "medicine": "médecine de vos chefs",
        "successes": "Succès dans le gobelet",
        "columns": "force des colonnes de guerre",
        "settlements": "Colonies",
        "counters": "pions Instruction dans le gobelet",
        "ravaged": "pions Ravages",
        "bison": "vos bisons",
        "captives": "vos captifs",
        "food": "vos vivres",
        "trade_goods": "vos marchandises",
        "guns": "vos fusils",
        "horses": "vos chevaux",
    },
}
SENTENCES = {
    "en": {
        "won": "The game is won by then in {often} of cases instead of {instead}.",
        "lost": "The game is lost by then in {often} of cases instead of {instead}.",
        "objective": "The objective ({period}) is met by then in {often} of cases instead of {instead}.",
        "raid": "A raid succeeds in {often} of cases instead of {instead}.",
        **{
            code: f"{name} at the end of the operation: {{mean}} on average instead of {{mean_instead}}."
            for code, name in MORE["en"].items()
        },
    },
    "fr": {
        "won": "La partie est gagnée d’ici là dans {often} des cas au lieu de {instead}.",
        "lost": "La partie est perdue d’ici là dans {often} des cas au lieu de {instead}.",
        "objective": "L’objectif ({period}) est atteint d’ici là dans {often} des cas au lieu de {instead}.",
        "raid": "Un raid réussit dans {often} des cas au lieu de {instead}.",
        **{
            code: f"{name} à la fin de l’opération : {{mean}} en moyenne au lieu de {{mean_instead}}."
            for code, name in MORE["fr"].items()
        },
    },
}


def traits(before: State, after: State, seat: int, turn: tuple[int, ...]) -> Mapping[Trait, float]:
    old, new = before.fields(), after.fields()
    was, now = _counted(old), _counted(new)
    result = {Trait(code, (), WORTH[code]): float(now[code]) for code in WORTH if now[code] or was[code]}
    if any(is_now > once for once, is_now in zip(old["ravaged"], new["ravaged"], strict=True)):
        result[Trait("raid", (), 1.0)] = 1.0
    if _met(old, new, after):
        result[Trait("objective", (("period", f"period {old['period']}"),), OBJECTIVE)] = 1.0
    if new["outcome"]:
        won = new["outcome"] == WON
        result[Trait("won" if won else "lost", (), VICTORY if won else -VICTORY)] = 1.0
    return result


def _met(old: dict[str, Any], new: dict[str, Any], after: State) -> bool:
    """Whether the objective of the period in which the choice was made is met, or its Victory Check was passed."""
    if new["outcome"] or new["period"] > old["period"]:
        return bool(new["outcome"] == WON or new["period"] > old["period"])
    return cast(Comancheria, after.game).meets_objective(after)


def called(game: Game, name: str, language: str) -> str:
    """The objective of a period."""
    return objective(game, int(name.removeprefix("period ")), language)


def beliefs(before: State, after: State, seat: int, turn: tuple[int, ...]) -> Mapping[Trait, float]:
    return {}


def _counted(s: dict[str, Any]) -> dict[str, int]:
    """How much there is of everything that WORTH names."""
    owned = zip(*s["camp_goods"], *s["band_goods"], *s["ops_goods"], strict=True)
    return {
        **{name: s[name] for name in ("military", "culture", "ap", "enemy_ap")},
        "bands": sum(strength > 0 for strength in s["band_strength"]),
        "strength": sum(s["band_strength"]),
        "camps": sum(at > 0 for at in s["camp_at"]),
        "medicine": sum(s["paraibo"]) + sum(s["mahimiana"]),
        "successes": s["cup_success"],
        "columns": sum(s["column_strength"]),
        "settlements": sum(piece > TRIBE for piece in s["piece"]),
        "counters": sum(where == CUP for where in s["where"]),
        "ravaged": sum(s["ravaged"]),
        **dict(zip(GOODS, map(sum, owned), strict=True)),
    }

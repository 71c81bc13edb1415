"""What a die of Comanchería meant, when nothing else shows it."""

from typing import cast

from hunch.engines.contract import State
from hunch.engines.games.comancheria.codes.components import MAHIMIANA, WITH
from hunch.engines.games.comancheria.codes.moves import (
    D_BATTLE,
    D_BONUS,
    D_CUP_ROW,
    D_DEATH,
    D_DISCONTENT,
    D_DROUGHT,
    D_ENCROACH,
    D_ENEMY,
    D_GUNS,
    D_HEADMAN,
    D_HUNT,
    D_PASSAGE_PEACE,
    D_PEACE,
    D_ROW,
    D_WAR_STRENGTH,
    Q_REROLL,
    V_DIE,
    V_REROLL,
)
from hunch.engines.games.comancheria.codes.steps import S_ASK, S_DIE_KEPT
from hunch.engines.games.comancheria.data.steps import arguments_of
from hunch.engines.games.comancheria.names import ENEMIES, TERRITORIES
from hunch.engines.games.comancheria.rules import Comancheria
from hunch.engines.games.comancheria.text.fact import Fact, Fields


def decided(before: State, event: int, old: Fields, new: Fields) -> list[Fact]:
    """What the die of an event meant; nothing if the event is no die, or if another roll may follow."""
    die = rolled(event, old, new)
    if die is None:
        return []
    purpose, whose, value = die
    if purpose == D_BATTLE:
        return battle(before, value)
    if purpose == D_WAR_STRENGTH:
        return [("held", {})] if new["column_strength"][whose] == old["column_strength"][whose] else []
    if purpose in (D_PEACE, D_PASSAGE_PEACE):
        return [("peace_kept", {})] if old["where"][whose] == new["where"][whose] else []
    result = cast(Comancheria, before.game).die_comes_to(before, purpose, whose, value)
    if purpose == D_GUNS:
        return [("guns_hit" if result else "guns_spent", {})]
    if purpose == D_HEADMAN:
        if result > 1:
            return [("headman_may", {"number": result})]
        return [("headman_one" if result else "headman_none", {})]
    if purpose == D_DEATH:
        medicine = old["mahimiana" if whose >= MAHIMIANA else "paraibo"][whose % MAHIMIANA]
        return [("dies" if result < medicine else "lives", {})]
    if purpose == D_DISCONTENT:
        return [("noticed" if result else "unnoticed", {})]
    if purpose == D_ENEMY:
        return [("enemy_is", {"enemy": ENEMIES[result]})]
    if purpose in (D_ROW, D_CUP_ROW):
        return [("row_empty", {})] if result < 0 else []
    if purpose == D_BONUS:
        more = result - old["band_strength"][old["headman_at"][whose] - WITH]
        return [(("more_none", "more_one", "more_two")[more], {})]
    return next_land(before, purpose, value, result)


def rolled(event: int, old: Fields, new: Fields) -> tuple[int, int, int] | None:
    """The purpose, whose, and the value of a die that is final: not before both of two, nor before a new roll."""
    top, under = (old["frame"][max(0, old["depth"] - n)] for n in (1, 2))
    if event >> 24 == V_REROLL and not event >> 16 & 255 and under["step"] == S_DIE_KEPT:
        die = arguments_of(under)
        return die["purpose"], die["whose"], max(die["first"], die["second"])
    die = arguments_of(top)
    if event >> 24 != V_DIE or (die["two"] and not die["first"]):
        return None
    last = new["frame"][max(0, new["depth"] - 1)]
    if last["step"] == S_ASK and arguments_of(last)["question"] == Q_REROLL and new["depth"] > old["depth"]:
        return None
    return die["purpose"], die["whose"], max(die["first"], event & 255)


def battle(before: State, value: int) -> list[Fact]:
    total = cast(Comancheria, before.game).battle_total(before, value)
    if value in (1, 6):
        return [("battle_six" if value == 6 else "battle_one", {})]
    return [("battle_won" if total >= 6 else "battle_lost", {"bonus": f"{total - value:+d}", "total": total})]


def next_land(before: State, purpose: int, value: int, land: int) -> list[Fact]:
    """The territory of the die has no Bison to hunt, or no room for a Tribe: another one takes its place."""
    rolled_land = cast(Comancheria, before.game).data["map"]["territories"]["order"][value - 1]
    if purpose not in (D_HUNT, D_DROUGHT, D_ENCROACH) or land < 0 or TERRITORIES[land] == rolled_land:
        return []
    return [("land_next", {"territory": TERRITORIES[land]})]

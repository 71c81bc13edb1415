"""What moved among Comanchería's enemies: columns, Instruction counters, Successes and Enemy AP, as facts."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from hunch.engines.games.comancheria.codes.components import (
    ASIDE,
    CAMPS,
    CELL,
    COUNTERS,
    CUP,
    HAND,
    INACTIVE,
    ON,
    PLACES,
    UNDER,
)
from hunch.engines.games.comancheria.events import LETTERS
from hunch.engines.games.comancheria.names import ENEMIES, SPACES
from hunch.engines.games.comancheria.text.fact import Fact, Fields

INACTIVE_CELL = CELL + 6 * INACTIVE
AFTER_CELLS = INACTIVE_CELL + 6
# The fields of a state that count Successes, and Enemy AP counters.
SUCCESSES = ("cup_success", "out_success", "drawn_success", "ops_success", "paraibo_success", "mahimiana_success")
ENEMY_AP = ("cup_ap", "box_ap", "drawn_ap")


def flipped(data: Mapping[str, Any], old: Fields, new: Fields) -> list[Fact]:
    """Counters of the display that were turned over."""
    facts: list[Fact] = []
    if old["face"] == new["face"]:
        return facts
    for i in range(COUNTERS):
        if old["face"][i] != new["face"][i] and CELL <= old["where"][i] < UNDER and new["where"][i] != CUP:
            side = data["counters"]["instructions"][i]["back" if new["face"][i] else "front"]
            shown = {"what": side["instruction"], "cost": side["cost"]}
            facts.append(("flipped", {"counter": f"counter {LETTERS[i]}", **shown}))
    return facts


def column_changes(old: Fields, new: Fields) -> list[Fact]:
    facts: list[Fact] = []
    for e, enemy in enumerate(ENEMIES):
        was, now = old["column_strength"][e], new["column_strength"][e]
        space = SPACES[new["column_at"][e]]
        if was and now and old["column_at"][e] != new["column_at"][e]:
            facts.append(("column_moved", {"enemy": enemy, "space": space}))
        if not was and now:
            facts.append(("column_new", {"enemy": enemy, "after": now, "space": space}))
        elif was and not now:
            facts.append(("column_gone", {"enemy": enemy}))
        elif was != now:
            code = "column_strength" if now < was else "column_stronger"
            facts.append((code, {"enemy": enemy, "before": was, "after": now}))
    return facts


def counter_changes(old: Fields, new: Fields) -> list[Fact]:
    """Instruction counters: what leaves and enters the display, then the columns that are put in order."""
    away: list[Fact] = []
    back: list[Fact] = []
    ordered = set[int]()
    if old["where"] == new["where"]:
        return away
    for i, (was, now) in enumerate(zip(old["where"], new["where"], strict=True)):
        if was in (now, ASIDE) or now in (ASIDE, HAND):  # dealt or drawn: the event says so
            continue
        counter: dict[str, int | str] = {"counter": f"counter {LETTERS[i]}"}
        column: dict[str, int | str] = {**counter, "enemy": ENEMIES[i // 6]}
        if was > ON and now <= ON:
            away.append(("counter_back", {**counter, "space": SPACES[was - ON]}))
        if now > ON:
            away.append(("counter_on", {**counter, "space": SPACES[now - ON]}))
        elif UNDER <= now < ON:
            away.append(("counter_under", column))
        elif now == CUP:
            away.append(("to_cup", counter))
        elif now >= INACTIVE_CELL:
            away.append(("counter_inactive", {**counter, "row": now - INACTIVE_CELL + 1}))
        elif CELL <= was < AFTER_CELLS:
            ordered.add(i // 6)
        else:
            back.append(("counter_row", {**column, "row": (now - CELL) % 6 + 1}))
    return [*away, *back, *(column_order(new, enemy) for enemy in sorted(ordered))]


def column_order(s: Fields, enemy: int) -> Fact:
    """The counters of a column, from the top."""
    rows = sorted((at, LETTERS[i]) for i, at in enumerate(s["where"]) if CELL <= at - 6 * enemy < CELL + 6)
    return "column_order", {
        "enemy": ENEMIES[enemy],
        "counters": " ".join(["counters", *(letter for _, letter in rows)]),
    }


# Successes and Enemy AP counters ---------------------------------------------------------------------------------


def supply_changes(values: Iterable[int], old: Fields, new: Fields) -> list[Fact]:
    """What went from one place to another, except from the cup to the table: the event that draws it says so."""
    facts: list[Fact] = []
    if any(old[name] != new[name] for name in SUCCESSES):
        facts += [
            ("successes", {"target": target, "origin": origin, "what": "successes", "number": number})
            for origin, target, number in shifts(successes(old), successes(new))
        ]
    if all(old[name] == new[name] for name in ENEMY_AP):
        return facts
    for i, value in enumerate(values):
        was, now = ({place: s[f"{place}_ap"][i] for place in ("cup", "box", "drawn")} for s in (old, new))
        facts += [
            (
                "enemy_counters",
                {"target": target, "origin": origin, "what": "counters", "number": number, "value": value},
            )
            for origin, target, number in shifts(was, now)
        ]
    return facts


def successes(s: Fields) -> dict[str, int]:
    """Where the Success counters are."""
    places = {"cup": s["cup_success"], "out": s["out_success"], "drawn": s["drawn_success"]}
    places |= {f"operations {i}": s["ops_success"][i] for i in range(PLACES)}
    for headman in ("paraibo", "mahimiana"):
        places |= {f"{headman} {LETTERS[r]}": s[f"{headman}_success"][r] for r in range(CAMPS)}
    return places


def shifts(was: Mapping[str, int], now: Mapping[str, int]) -> Iterator[tuple[str, str, int]]:
    """From where, to where and how many: what places lost goes to those that gained, in their order."""
    lost = {place: was[place] - now[place] for place in was if now[place] < was[place]}
    for target in now:
        wanted = now[target] - was[target]
        for origin, left in lost.items():
            number = min(wanted, left)
            if number > 0:
                wanted, lost[origin] = wanted - number, left - number
                if (origin, target) != ("cup", "drawn"):
                    yield f"place_{origin}", f"place_{target}", number

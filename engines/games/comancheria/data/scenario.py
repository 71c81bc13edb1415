"""The beginning of a scenario: the fields of its first state, before any chance event."""

from typing import Any

from hunch.engines.games.comancheria.codes.components import BISON, BISON_HERD, BOX, CAMPS, DECK, ROUND, TOP, TRIBE
from hunch.engines.games.comancheria.data.load import fail, index, number, readable, whether
from hunch.engines.games.comancheria.names import ENEMIES, GOODS, NATIONS, SCENARIOS, SPACES


def begin(data: dict[str, Any], name: str, blank: dict[str, Any], tables: dict[str, Any]) -> dict[str, Any]:
    """`start` and what the opening still does; `blank` is an empty state. BadData names the entry that is wrong."""
    with readable("scenarios"):
        records = {record["scenario"]: record for record in data["scenarios"]["scenarios"]}
        if records.keys() != set(SCENARIOS):
            raise fail("scenarios.scenarios", f"must be {', '.join(SCENARIOS)}, each once")
        success = number(data["scenarios"]["cup"]["success"], 0, tables["most_success"], "scenarios.cup.success")
    path = f"scenarios.{name}"
    with readable(path):
        flags = data["history"]["cards"][periods(records[name], path)[0] - 1]["flags"]
        return first_state(records[name], path, success, flags, blank, tables)


def periods(record: dict[str, Any], path: str) -> list[int]:
    numbers = [number(value, 1, 4, f"{path}.periods") for value in record["periods"]]
    if len(numbers) != 2 or numbers != sorted(numbers):
        raise fail(f"{path}.periods", f"{numbers} are not the first period and the last")
    return numbers


def first_state(
    record: dict[str, Any], path: str, success: int, flags: dict[str, str], s: dict[str, Any], tables: dict[str, Any]
) -> dict[str, Any]:
    first, last = periods(record, path)
    s["period"] = first
    for track in ("military", "culture", "ap"):
        s[track] = number(record[track], 0, tables[f"most_{track}"], f"{path}.{track}")
    if s["military"] + s["culture"] == 0:
        raise fail(f"{path}.military", "0 with Culture at 0: the game is lost before it begins")
    enemies = [index(ENEMIES, enemy, f"{path}.enemies") for enemy in record["enemies"]]
    if len(set(enemies)) < len(enemies):
        raise fail(f"{path}.enemies", "an enemy is named twice")
    s["present"] = sum(1 << enemy for enemy in enemies)
    for enemy, nation in flags.items():
        s["nation"][index(ENEMIES, enemy, f"{path}.flags")] = index(NATIONS, nation, f"{path}.flags")
    stand(s, record, path, tables)
    camps(s, record, path, tables)
    herds = record["bison"]
    if herds == "rest":
        taken = set(s["camp_at"])
        for space in range(1, ROUND + 1):
            if s["piece"][space] == 0 and space not in taken:
                s["piece"][space] = BISON_HERD
    s["cup_success"], s["out_success"] = success, tables["most_success"] - success
    s["cup_ap"] = list(tables["most_ap_counters"])
    s["war_left"] = list(tables["war_count"])
    for i in range(12):
        s["card"][12 * (first - 1) + i] = TOP + i if i < 3 else DECK
    counted(s, tables, path)
    settled = [0] * len(ENEMIES)
    for enemy, times in record.get("settle", {}).items():
        settled[colonial(s, enemy, f"{path}.settle")] = number(times, 0, 6, f"{path}.settle.{enemy}")
    return {
        "start": s,
        "first_period": first,
        "last_period": last,
        "random_bison": 0 if herds == "rest" else number(herds, 0, 24, f"{path}.bison"),
        "free_culture": whether(record, "free_culture", path),
        "settle": settled,
    }


def colonial(s: dict[str, Any], enemy: str, path: str) -> int:
    """The number of an enemy that has Settlements and is in the game."""
    owner = index(ENEMIES[1:], enemy, path) + 1
    if not s["present"] >> owner & 1:
        raise fail(f"{path}.{enemy}", "this enemy is not in the game")
    return owner


def stand(s: dict[str, Any], record: dict[str, Any], path: str, tables: dict[str, Any]) -> None:
    """Tribes and Settlements."""
    pieces = [(name, TRIBE, f"{path}.tribes") for name in record["tribes"]]
    for enemy, names in record.get("settlements", {}).items():
        owner, where = colonial(s, enemy, f"{path}.settlements"), f"{path}.settlements.{enemy}"
        if len(names) > tables["most_settlements"][owner]:
            raise fail(where, f"{len(names)} Settlements, there are {tables['most_settlements'][owner]}")
        pieces += [(name, TRIBE + owner, where) for name in names]
    for name, piece, where in pieces:
        space = index(SPACES[1 : ROUND + 1], name, where) + 1
        if s["piece"][space]:
            raise fail(where, f"{name} holds two pieces")
        s["piece"][space] = piece


def camps(s: dict[str, Any], record: dict[str, Any], path: str, tables: dict[str, Any]) -> None:
    """Rancherías with their headmen, Bands and goods."""
    band, left = 0, list(tables["most_goods"])
    left[BISON] = tables["most_bison"]
    if len(record["camps"]) > CAMPS:
        raise fail(f"{path}.camps", f"{len(record['camps'])} Rancherías, there are {CAMPS}")
    for letter, camp in enumerate(record["camps"]):
        where = f"{path}.camps[{letter}]"
        space = index(SPACES[1 : ROUND + 2], camp["space"], f"{where}.space") + 1
        if space in s["camp_at"] or s["piece"][space]:
            raise fail(f"{where}.space", f"{camp['space']} holds another piece")
        s["camp_at"][letter] = space
        s["paraibo"][letter] = number(camp["paraibo"], 1, tables["most_paraibo"], f"{where}.paraibo")
        s["mahimiana"][letter] = number(camp.get("mahimiana", 0), 0, tables["most_mahimiana"], f"{where}.mahimiana")
        s["headman_at"][letter] = 1 + letter if s["mahimiana"][letter] else 0
        for strength in camp["bands"]:
            if band == tables["most_bands"]:
                raise fail(f"{where}.bands", f"more than the {band} Bands there are")
            s["band_strength"][band] = number(strength, 1, 3, f"{where}.bands")
            s["band_at"][band] = BOX + letter
            band += 1
        for i, goods in enumerate(GOODS):
            s["camp_goods"][letter][i] = number(camp.get(goods, 0), 0, left[i], f"{where}.{goods}")
            left[i] -= s["camp_goods"][letter][i]


def counted(s: dict[str, Any], tables: dict[str, Any], path: str) -> None:
    """No more Tribes and Bison than there are; herds and goods share one stock."""
    if s["piece"].count(TRIBE) > tables["most_tribes"]:
        raise fail(f"{path}.tribes", f"{s['piece'].count(TRIBE)} Tribes, there are {tables['most_tribes']}")
    bison = s["piece"].count(BISON_HERD) + sum(goods[BISON] for goods in s["camp_goods"])
    if bison > tables["most_bison"]:
        raise fail(f"{path}.bison", f"{bison} Bison, there are {tables['most_bison']}")

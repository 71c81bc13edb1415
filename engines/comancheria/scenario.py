"""Where a scenario begins: the fields of its first state, before anything is left to chance."""
from typing import Any

from hunch.engines.comancheria.names import ENEMIES, GOODS, NATIONS, SCENARIOS, SPACES
from hunch.engines.comancheria.printed import fail, index, number

ROUND, BOX, TOP, DECK, TRIBE = 36, 64, 2, 1, 2


def begin(data: dict[str, Any], name: str, blank: dict[str, Any], tables: dict[str, Any]) -> dict[str, Any]:
    """`start` and what the opening still does; `blank` is an empty state."""
    records = {record["scenario"]: record for record in data["scenarios"]["scenarios"]}
    if records.keys() != set(SCENARIOS):
        raise fail("scenarios.scenarios", f"must be {', '.join(SCENARIOS)}, each once")
    record, path, s = records[name], f"scenarios.{name}", blank
    first, last = (number(value, 1, 4, f"{path}.periods") for value in record["periods"])
    s["period"] = first
    for track in ("military", "culture", "ap"):
        s[track] = number(record[track], 0, tables[f"most_{track}"], f"{path}.{track}")
    s["present"] = sum(1 << index(ENEMIES, enemy, f"{path}.enemies") for enemy in record["enemies"])
    for enemy, nation in data["history"]["cards"][first - 1]["flags"].items():
        s["nation"][index(ENEMIES, enemy, f"{path}.flags")] = index(NATIONS, nation, f"{path}.flags")
    stand(s, record, path)
    camps(s, record, path)
    herds = record["bison"]
    if herds == "rest":
        taken = set(s["camp_at"])
        for space in range(1, ROUND + 1):
            if s["piece"][space] == 0 and space not in taken:
                s["piece"][space] = 1
    success = number(data["scenarios"]["cup"]["success"], 0, tables["most_success"], "scenarios.cup.success")
    s["cup_success"], s["out_success"] = success, tables["most_success"] - success
    s["cup_ap"] = list(tables["most_ap_counters"])
    s["war_left"] = list(tables["war_count"])
    for i in range(12):
        s["card"][12 * (first - 1) + i] = TOP + i if i < 3 else DECK
    counted(s, tables, path)
    settle = record.get("settle", {})
    return {
        "start": s, "first_period": first, "last_period": last,
        "random_bison": 0 if herds == "rest" else number(herds, 0, 24, f"{path}.bison"),
        "free_culture": int(record.get("free_culture", False)),
        "settle": [number(settle.get(enemy, 0), 0, 6, f"{path}.settle") for enemy in ENEMIES],
    }  # fmt: skip


def stand(s: dict[str, Any], record: dict[str, Any], path: str) -> None:
    """Tribes and Settlements."""
    pieces = [(name, TRIBE) for name in record["tribes"]]
    for enemy, names in record.get("settlements", {}).items():
        pieces += [(name, TRIBE + index(ENEMIES, enemy, f"{path}.settlements")) for name in names]
    for name, piece in pieces:
        space = index(SPACES[: ROUND + 1], name, f"{path}.tribes")
        if s["piece"][space]:
            raise fail(f"{path}.tribes", f"{name} holds two pieces")
        s["piece"][space] = piece


def camps(s: dict[str, Any], record: dict[str, Any], path: str) -> None:
    """Rancherías with their headmen, Bands and goods."""
    band = 0
    for letter, camp in enumerate(record["camps"]):
        space = index(SPACES[: ROUND + 2], camp["space"], f"{path}.camps[{letter}].space")
        if space in s["camp_at"] or s["piece"][space]:
            raise fail(f"{path}.camps[{letter}].space", f"{camp['space']} holds another piece")
        s["camp_at"][letter] = space
        s["paraibo"][letter] = number(camp["paraibo"], 1, 8, f"{path}.camps[{letter}].paraibo")
        s["mahimiana"][letter] = number(camp.get("mahimiana", 0), 0, 6, f"{path}.camps[{letter}].mahimiana")
        s["headman_at"][letter] = 1 + letter if s["mahimiana"][letter] else 0
        for strength in camp["bands"]:
            s["band_strength"][band] = number(strength, 1, 3, f"{path}.camps[{letter}].bands")
            s["band_at"][band] = BOX + letter
            band += 1
        for i, goods in enumerate(GOODS):
            s["camp_goods"][letter][i] = number(camp.get(goods, 0), 0, 12, f"{path}.camps[{letter}].{goods}")


def counted(s: dict[str, Any], tables: dict[str, Any], path: str) -> None:
    """No more pieces than there are."""
    for piece, most in ((1, tables["most_bison"]), (TRIBE, tables["most_tribes"])):
        if s["piece"].count(piece) > most:
            raise fail(path, f"uses {s['piece'].count(piece)} Bison or Tribes, there are {most}")

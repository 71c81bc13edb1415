"""The printed game as data: reads the JSON files, refuses what cannot be played, and numbers the tables."""

from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from hunch.engines.errors import BadData
from hunch.engines.games.comancheria.codes.components import (
    ANY,
    BY_BAND,
    BY_NORTH,
    BY_TRACE,
    CARDS,
    COUNTERS,
    FAR,
    ROUND,
    SOUTH_SQUARE,
    SOUTHEAST_SQUARE,
    TRAIL,
    WAR_KINDS,
    WAYS,
    WEST_SQUARE,
)
from hunch.engines.games.comancheria.names import (
    BONUSES,
    EFFECTS,
    ENEMIES,
    EVENTS,
    GATES,
    GOODS,
    INSTRUCTIONS,
    NATIONS,
    SPACES,
    STANDING,
    TERRITORIES,
)

MARKS = ("P", "T", "R", "I", "X")
SECTIONS = ("map", "counters", "tracks", "war", "history", "development", "culture", "scenarios")
CLASSES = {"R": 0, "C": 0, "R+C": 0, "H": 1, "B": 2}


def fail(path: str, reason: str) -> BadData:
    return BadData(f"comancheria.data.{path}", reason)


def index(names: tuple[str, ...], name: Any, path: str) -> int:
    """The number of a name, or a refusal; the empty one that many begin with is none."""
    if not name or name not in names:
        raise fail(path, f"{name!r} is not one of {', '.join(filter(None, names))}")
    return names.index(name)


def number(value: Any, low: int, high: int, path: str) -> int:
    if type(value) is not int or not low <= value <= high:
        raise fail(path, f"{value!r} is not a whole number from {low} to {high}")
    return value


def whether(record: dict[str, Any], key: str, path: str) -> int:
    """1 or 0; a record without the key means 0."""
    value = record.get(key, False)
    if not isinstance(value, bool):
        raise fail(f"{path}.{key}", f"{value!r} is neither true nor false")
    return int(value)


def mask(numbers: list[int]) -> int:
    return sum(1 << i for i in set(numbers))


def named(record: dict[str, Any], key: str, path: str) -> None:
    """What people call it, in English and, if the record has it, in French."""
    for name in [key, *({"french"} & record.keys())]:
        if not (isinstance(record.get(name), str) and record[name].strip()):
            raise fail(f"{path}.{name}", "is not a text")


@contextmanager
def readable(path: str) -> Iterator[None]:
    """Whatever else a record lacks or has in another form is refused, too."""
    try:
        yield
    except BadData:
        raise
    except (LookupError, TypeError, AttributeError, ValueError) as error:
        raise fail(path, f"a record is not as it should be: {error!r}") from None


def read(data: dict[str, Any]) -> dict[str, Any]:
    """All tables by name; BadData names the record that is wrong."""
    for section in data:
        index(SECTIONS, section, section)
    for section in SECTIONS:
        if not isinstance(data.get(section), dict):
            raise fail(section, "this section is missing")
        marked(data[section], section)
    tables: dict[str, Any] = {}
    for section, table in {"map": ways, "counters": counters, "tracks": tracks, "war": war, "culture": culture}.items():
        with readable(section):
            tables |= table(data[section])
    with readable("development"):
        tables |= cards(data["development"], data["history"], tables["most_paraibo"])
    with readable("history"):
        tables |= history(data["history"])
    return tables


def marked(record: Any, path: str) -> bool:
    """Whether the record, or each record in it, has its confidence mark."""
    inner = record.items() if isinstance(record, dict) else enumerate(record) if isinstance(record, list) else ()
    if isinstance(record, dict) and "confidence" in record:
        if record["confidence"] not in MARKS:
            raise fail(f"{path}.confidence", f"{record['confidence']!r} is not one of {', '.join(MARKS)}")
        return True
    nested = [(key, value) for key, value in inner if isinstance(value, dict) or holds_records(value)]
    if not nested and record != []:
        raise fail(path, "has no confidence mark")
    for key, value in nested:
        marked(value, f"{path}[{key}]" if isinstance(key, int) else f"{path}.{key}")
    return True


def holds_records(value: Any) -> bool:
    return isinstance(value, list) and (not value or isinstance(value[0], dict))


# The map -------------------------------------------------------------------------------------------------------


def ways(data: dict[str, Any]) -> dict[str, Any]:
    """Neighbours and distances, for each way to move and each set of open gates."""
    listed = [record["space"] for record in data["spaces"]]
    if sorted(listed) != sorted(SPACES[1:]):
        raise fail("map.spaces", f"must be {', '.join(SPACES[1:])}, each once")
    if sorted(data["territories"]["order"]) != sorted(TERRITORIES):
        raise fail("map.territories.order", f"must be {', '.join(TERRITORIES)} in some order")
    near: list[list[list[list[int]]]] = [[[[] for _ in SPACES] for _ in range(8)] for _ in range(WAYS)]
    for i, edge in enumerate(data["edges"]):
        path = f"map.edges[{i}]"
        a, b = (index(SPACES[1:-1], edge[end], f"{path}.{end}") + 1 for end in ("from", "to"))  # not the Reservation
        if edge["line"] not in ("solid", "dotted", "enemy", "trade"):
            raise fail(f"{path}.line", f"{edge['line']!r} is not one of solid, dotted, enemy, trade")
        gate = 1 << index(GATES, edge["until"], f"{path}.until") if "until" in edge else 0
        for gates in range(8):
            line = "solid" if gates & gate else edge["line"]
            for way in range(WAYS):
                if carries(line, way):
                    near[way][gates][a].append(b)
                    near[way][gates][b].append(a)
    if any(len(ends) > 7 or len(set(ends)) < len(ends) for way in near for gates in way for ends in gates):
        raise fail("map.edges", "a space has more than 7 edges, or two to the same space")
    for lines in near:
        for gated in lines:
            for ends in gated:
                ends.sort()
    distance = [[[far(gates, start) for start in range(len(SPACES))] for gates in way] for way in near]
    joined = (*range(1, ROUND + 1), WEST_SQUARE, SOUTH_SQUARE, SOUTHEAST_SQUARE)
    if any(distance[BY_TRACE][0][1][space] == FAR for space in joined):
        raise fail("map.edges", "solid edges do not join all round spaces and squares")
    return {
        "near": [[[[*ends, *[0] * (8 - len(ends))] for ends in gates] for gates in way] for way in near],
        "distance": distance,
        "die_area": [0, *(TERRITORIES.index(area) for area in data["territories"]["order"])],
        "trail": sequence(data["trail"]["spaces"], TRAIL, "map.trail.spaces"),
        "reservation_from": [*sequence(data["reservation"]["from"], 3, "map.reservation.from"), 0],
    }


def carries(line: str, way: int) -> bool:
    """Whether a line takes this way of moving; the gated lines to the north-east square are for Bands that trade."""
    if line == "solid":
        return True
    return (line == "dotted" and way in (BY_BAND, BY_NORTH)) or (line, way) in (("enemy", BY_TRACE), ("trade", BY_BAND))


def far(near: list[list[int]], start: int) -> list[int]:
    steps = [FAR] * len(near)
    steps[start], queue = 0, deque([start])
    while queue:
        space = queue.popleft()
        for beside in near[space]:
            if steps[beside] == FAR:
                steps[beside] = steps[space] + 1
                queue.append(beside)
    return steps


def sequence(names: list[str], length: int, path: str) -> list[int]:
    if len(names) != length or len(set(names)) != length:
        raise fail(path, f"{len(names)} spaces, there must be {length}, each once")
    return [index(SPACES[1 : ROUND + 1], name, f"{path}[{i}]") + 1 for i, name in enumerate(names)]


# Counters, tracks, War cards -----------------------------------------------------------------------------------


def counters(data: dict[str, Any]) -> dict[str, Any]:
    pieces = {record["piece"]: number(record["number"], 1, 36, "counters.pieces") for record in data["pieces"]}
    goods = {record["goods"]: number(record["number"], 1, 40, "counters.goods") for record in data["goods"]}
    if goods.keys() != set(GOODS[1:]):
        raise fail("counters.goods", f"must be {', '.join(GOODS[1:])}, each once")
    modifier = [[0] * 9 for _ in ENEMIES]
    for i, record in enumerate(data["columns"]):
        numbers = [number(value, 0, 9, f"counters.columns[{i}].modifiers") for value in record["modifiers"]]
        if len(numbers) != 8:
            raise fail(f"counters.columns[{i}].modifiers", f"{len(numbers)} numbers, a column has strengths 1 to 8")
        modifier[index(ENEMIES, record["enemy"], f"counters.columns[{i}].enemy")] = [0, *numbers]
    if [record["letter"] for record in data["instructions"]] != [chr(65 + i) for i in range(COUNTERS)]:
        raise fail("counters.instructions", "must have the letters A to X in order")
    kind, cost = [], []
    for i, record in enumerate(data["instructions"]):
        path = f"counters.instructions[{i}]"
        if record["enemy"] != ENEMIES[i // 6]:
            raise fail(f"{path}.enemy", f"letters go six to an enemy: this one is {ENEMIES[i // 6]}'s")
        sides = [record["front"], record["back"]]
        kind.append([index(INSTRUCTIONS, side["instruction"], f"{path}.instruction") for side in sides])
        cost.append([number(side["cost"], 1, 9, f"{path}.cost") for side in sides])
        barred = ("settle", "subjugate", "war", "cult", "peace") if i < 6 else ("ally", "encroach", "raid", "recover")
        if any(side["instruction"] in barred for side in sides):
            raise fail(path, f"{ENEMIES[i // 6]} has no such instruction")
    ap = data["enemy_ap"]
    if [record["value"] for record in ap] != sorted({record["value"] for record in ap}) or len(ap) != 3:
        raise fail("counters.enemy_ap", "must be three values, ascending")
    movement = data["bands"]["movement"]
    return {
        "band_mp": [0, *(number(movement[str(i)], 1, 12, "counters.bands.movement") for i in (1, 2, 3))],
        "most_bands": number(data["bands"]["number"], 1, 15, "counters.bands.number"),
        "modifier": modifier,
        "kind": kind,
        "cost": cost,
        "most_goods": [0, *(goods[name] for name in GOODS[1:])],
        "most_tribes": pieces["tribe"],
        "most_bison": pieces["bison"],
        "most_ravaged": pieces["ravaged"],
        "most_settlements": [0, *(pieces[f"settlement_{enemy}"] for enemy in ENEMIES[1:])],
        "most_success": pieces["success"],
        "most_ap_counters": [number(record["number"], 0, 20, "counters.enemy_ap") for record in ap],
        "value": [number(record["value"], 1, 9, "counters.enemy_ap") for record in ap],
    }


def tracks(data: dict[str, Any]) -> dict[str, Any]:
    highest = {"military": 20, "culture": 20, "ap": 20, "paraibo": 8, "mahimiana": 8}
    most = {f"most_{name}": number(data[name]["most"], 1, n, f"tracks.{name}.most") for name, n in highest.items()}
    return most | {f"{name}_number": spaces(data[name], f"tracks.{name}.numbers") for name in ("operations", "passage")}


def spaces(record: dict[str, Any], path: str) -> list[int]:
    """The numbers printed on the four spaces between Start and the last one, which have none."""
    numbers = [number(value, 1, 6, path) for value in record["numbers"]]
    if len(numbers) != 4 or numbers != sorted(numbers):
        raise fail(path, f"{numbers} are not four numbers, ascending")
    return [0, *numbers, 0]


def war(data: dict[str, Any]) -> dict[str, Any]:
    if len(data["cards"]) != WAR_KINDS:
        raise fail("war.cards", f"{len(data['cards'])} kinds, there must be {WAR_KINDS}")
    rows = list(enumerate(data["cards"]))
    if all(card["event"] == "reshuffle" for card in data["cards"]):
        raise fail("war.cards", "all are shuffled back and drawn again, without end")
    return {
        "war_count": [number(card["count"], 1, 9, f"war.cards[{i}].count") for i, card in rows],
        "war_effect": [index(EVENTS, card["event"], f"war.cards[{i}].event") for i, card in rows],
        "war_moves": [[number(card["moves"][e], 0, 9, f"war.cards[{i}].moves") for e in ENEMIES] for i, card in rows],
    }


# Cards ---------------------------------------------------------------------------------------------------------


def cards(development: dict[str, Any], past: dict[str, Any], most_paraibo: int) -> dict[str, Any]:
    if len(development["cards"]) != CARDS or len(past["cards"]) != 4:
        raise fail("development.cards", "must be 48, twelve to a period, and the history cards 4")
    table = [card(record, f"development.cards[{i}]") for i, record in enumerate(development["cards"])]
    for i, record in enumerate(development["cards"]):
        named(record, "title", f"development.cards[{i}]")
    for name, section in (("development", development), ("history", past)):
        for i, record in enumerate(section["cards"]):
            paraibo_stays(record, f"{name}.cards[{i}]", most_paraibo)
    blank = card({"class": "R"}, "")
    return {"card": [*table, blank, *(card(record, f"history.cards[{i}]") for i, record in enumerate(past["cards"]))]}


def paraibo_stays(record: dict[str, Any], path: str, most: int) -> None:
    """Turns the first Paraibo's medicine into an effect with that number, because it is on the track."""
    for moment in ("revealed", "play", "discarded"):
        for i, entry in enumerate(record.get(moment, [])):
            if entry.get("who") == "first_paraibo":
                number(entry.get("n", 1), 1, most, f"{path}.{moment}[{i}].n")


def card(record: dict[str, Any], path: str) -> dict[str, Any]:
    kind = record.get("class", "R")
    if kind not in CLASSES:
        raise fail(f"{path}.class", f"{kind!r} is not one of {', '.join(CLASSES)}")
    moments = [effects(record.get(name, []), f"{path}.{name}", False) for name in ("revealed", "play", "discarded")]
    lasting = effects(record.get("while", []), f"{path}.while", True)
    if CLASSES[kind] == 1 and not moments[1]:
        raise fail(f"{path}.play", "a card for the hand has something to play")
    if CLASSES[kind] == 1 and "epidemic" in [played["effect"] for played in record["play"]]:
        raise fail(f"{path}.play", "a card for the hand may be played while a Band acts, so it brings no sickness")
    none = {"kind": 0, "x": 0, "y": 0, "z": 0, "w": 0}
    if max(map(len, moments)) > 4 or len(lasting) > 2:
        raise fail(path, "has more than 4 effects at one moment, or more than 2 that last")
    return {
        "buy": CLASSES[kind],
        "cost": number(record.get("cost", 0), 0, 9, f"{path}.cost"),
        "leaves": whether(record, "leaves", path),
        "count": [len(moment) for moment in moments],
        "standing": len(lasting),
        "lasting": lasting + [none] * (2 - len(lasting)),
        "effect": [moment + [none] * (4 - len(moment)) for moment in moments],
    }


def effects(records: list[dict[str, Any]], path: str, lasting: bool) -> list[dict[str, int]]:
    return [effect(record, f"{path}[{i}]", lasting) for i, record in enumerate(records)]


def effect(record: dict[str, Any], path: str, lasting: bool) -> dict[str, int]:
    """One effect as its number and four arguments, which codes/effects.pxd lists."""
    name = record["effect"]
    kind = index(STANDING if lasting else EFFECTS, name, f"{path}.effect")
    n = number(record.get("n", 1), -9, 9, f"{path}.n")
    enemy = index(ENEMIES, record.get("enemy", "north"), f"{path}.enemy")
    areas = [index(TERRITORIES, area, f"{path}.territories") for area in record.get("territories", [])]
    area = index(TERRITORIES, record["territory"], f"{path}.territory") if "territory" in record else ANY
    args = [n, 0, 0, 0]
    if lasting:
        enemies = [index(ENEMIES, e, f"{path}.enemies") for e in record.get("enemies", ENEMIES)]
        args = [mask(enemies), n, 0, 0]
    elif name in ("military", "culture", "culture_if_reservation", "reservation_or_culture"):
        args = [128 + n, 0, 0, 0]
    elif name == "resource":
        args = [index(GOODS, record["goods"], f"{path}.goods"), n, 0, 0]
    elif name == "medicine":
        args = [index(("any", "paraibos", "first_paraibo", "mahimiana"), record["who"], f"{path}.who"), n, 0, 0]
    elif name == "place_tribe":
        args = [index(TERRITORIES, record.get("territory"), f"{path}.territory"), n, 0, 0]
    elif name == "remove_piece":
        args = pieces_of(record["of"], f"{path}.of")
    elif name == "remove_lowest":
        args = [areas[0], areas[-1], 0, 0]
    elif name == "execute":
        cost = number(record.get("cost", 2), 1, 9, f"{path}.cost")
        args = [enemy, index(INSTRUCTIONS, record["instruction"], f"{path}.instruction"), cost, 0]
    elif name == "ally":
        args = [mask(areas), n, 0, 0]
    elif name in ("peace", "no_peace", "activate"):
        args = [enemy, 0, 0, 0]
    elif name == "gate":
        args = [1 << index(GATES, record["opens"], f"{path}.opens"), 0, 0, 0]
    elif name == "flag":
        args = [enemy, index(NATIONS, record["nation"], f"{path}.nation"), 0, 0]
    elif name == "swap":
        args = [*(index(GOODS, record[key], f"{path}.{key}") for key in ("give", "get")), n, area]
    elif name == "epidemic":
        args = [number(record["die"], 1, 6, f"{path}.die"), 0, 0, 0]
    if any(not 0 <= value <= 255 for value in args):
        raise fail(f"{path}.n", f"{n} has no meaning for {name}")
    return dict(zip(("kind", "x", "y", "z", "w"), (kind, *args), strict=True))


def pieces_of(records: list[dict[str, Any]], path: str) -> list[int]:
    """One or two kinds of pieces as owner and territory."""
    if len(records) not in (1, 2):
        raise fail(path, f"{len(records)} kinds of pieces, there must be one or two")
    args = []
    for record in records + records[:1]:
        args.append(index(ENEMIES, record["owner"], f"{path}.owner"))
        args.append(index(TERRITORIES, record["territory"], f"{path}.territory") if "territory" in record else ANY)
    return args[:4]


def history(data: dict[str, Any]) -> dict[str, Any]:
    die, goals = [[0] * 7], [goal({}, "")]
    for i, record in enumerate(data["cards"]):
        path = f"history.cards[{i}]"
        if record["period"] != i + 1 or len(record["enemy_action"]) != 6:
            raise fail(path, "must be in the order of periods, with six enemies for the die")
        die.append([0, *(index(ENEMIES, enemy, f"{path}.enemy_action") for enemy in record["enemy_action"])])
        goals.append(goal(record["objective"], f"{path}.objective"))
    return {"enemy_die": die} | {f"goal_{key}": [entry[key] for entry in goals] for key in goals[0]}


def goal(record: dict[str, Any], path: str) -> dict[str, int]:
    control = [index(TERRITORIES, name, f"{path}.control") for name in record.get("control", [])]
    return {
        "control": number(record.get("territories", 0), 0, 6, f"{path}.territories"),
        "camps": number(record.get("camp_territories", 0), 0, 5, f"{path}.camp_territories"),
        "named": mask(control),
        "other": whether(record, "camp_elsewhere", path),
        "free": whether(record, "free", path),
        "points": number(record.get("points", 0), 0, 18, f"{path}.points"),
    }


def culture(data: dict[str, Any]) -> dict[str, Any]:
    if len(data["sets"]) != 6:
        raise fail("culture.sets", f"{len(data['sets'])} sets, there must be 6")
    tables = {
        name: [9] * len(BONUSES) if name == "bonus_level" else [0] * len(BONUSES)
        for name in ("bonus_set", "bonus_level", "bonus_war")
    }
    cost = [[0] * 4 for _ in range(6)]
    for i, record in enumerate(data["sets"]):
        named(record, "set", f"culture.sets[{i}]")
        if len(record["levels"]) != 3:
            raise fail(f"culture.sets[{i}].levels", f"{len(record['levels'])} levels, there must be 3")
        for level, entry in enumerate(record["levels"], 1):
            path = f"culture.sets[{i}].levels[{level - 1}]"
            bonus = index(BONUSES, entry["bonus"], f"{path}.bonus")
            cost[i][level] = number(entry["cost"], 0, 9, f"{path}.cost")
            tables["bonus_set"][bonus], tables["bonus_level"][bonus] = i, level
            tables["bonus_war"][bonus] = whether(record, "war", f"culture.sets[{i}]")
    return {**tables, "culture_cost": cost}

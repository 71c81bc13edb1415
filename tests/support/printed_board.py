"""Comanchería's printed board with its counters and cards, moved by nothing but what events say.

It knows the set-up of a scenario and no rules: an event, or an effect of one, moves what it names and no more.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from hunch.engines import State
from hunch.engines.games.comancheria.events import LETTERS
from hunch.engines.games.comancheria.names import ENEMIES, GATES, GOODS, NATIONS, SPACES
from hunch.v1 import rules_pb2

Arguments = Mapping[str, int | str]

BOX, WITH, TOP, OPEN, PERIOD = 64, 16, 2, 5, 12
DECK, HELD, BOUGHT, DISCARDED = 1, 8, 9, 10
CARD_PLACES = {0: "box", DECK: "deck", HELD: "hand", BOUGHT: "in play", DISCARDED: "discards"}
PIECES = ("", "bison", "tribe", "settlement west", "settlement south", "settlement east")
OPERATIONS = ("start", 1, 2, 3, 4, "must_do")
PASSAGE = ("start", 1, 2, 3, 4, "victory_check")


def laid(state: State) -> dict[str, Any]:
    """All that lies on and beside the board in a position: each thing by its name."""
    s, game = state.fields(), state.game
    data: Any = game.data  # type: ignore[attr-defined]
    table: dict[str, Any] = {track: s[track] for track in ("military", "culture", "ap", "enemy_ap", "period")}
    table |= {"operations": OPERATIONS[s["operations"]], "passage": PASSAGE[s["passage"]]}
    table |= {f"gate {gate}": bool(s["gates"] >> i & 1) for i, gate in enumerate(GATES)}
    for e, enemy in enumerate(ENEMIES):
        table[f"plays {enemy}"] = bool(s["present"] >> e & 1)
        table[f"flag {enemy}"] = NATIONS[s["nation"][e]]
        table[f"column {enemy}"], table[f"strength {enemy}"] = SPACES[s["column_at"][e]], s["column_strength"][e]
    for i, space in enumerate(SPACES[1:], 1):
        table[f"piece {space}"], table[f"ravaged {space}"] = PIECES[s["piece"][i]], s["ravaged"][i]
    trail: Any = game.trail  # type: ignore[attr-defined]
    table |= {f"? {SPACES[space]}": bool(mark) for space, mark in zip(trail, s["mark"], strict=True)}
    for i, (where, face) in enumerate(zip(s["where"], s["face"], strict=True)):
        table[f"counter {LETTERS[i]}"], table[f"face {LETTERS[i]}"] = counter_place(where), face
    return (
        table | supplies(s, [record["value"] for record in data["counters"]["enemy_ap"]]) | people(s) | cards(s, data)
    )


def counter_place(where: int) -> str:
    """Aside, the cup, the hand, a cell of the display, under a column, or on a space."""
    if where < 8:
        return ("aside", "cup", "hand")[where]
    if where < 40:
        return f"{(*ENEMIES, 'inactive')[(where - 8) // 6]} {(where - 8) % 6 + 1}"
    return f"under {ENEMIES[where - 40]}" if where < BOX else f"on {SPACES[where - BOX]}"


def supplies(s: Mapping[str, Any], values: list[int]) -> dict[str, Any]:
    """Successes and Enemy AP counters. Those under a "?" count as in the cup, as nobody knows which they are."""
    table = {
        "successes cup": s["cup_success"],
        "successes drawn": s["drawn_success"],
        "successes out": s["out_success"],
    }
    for number in range(6):
        table[f"successes operations {number}"] = s["ops_success"][number]
    for r in range(5):
        for headman in ("paraibo", "mahimiana"):
            table[f"successes {headman} {LETTERS[r]}"] = s[f"{headman}_success"][r]
    for i, value in enumerate(values):
        for place in ("cup", "drawn", "box"):
            table[f"ap {value} {place}"] = s[f"{place}_ap"][i]
    return table


def people(s: Mapping[str, Any]) -> dict[str, Any]:
    table: dict[str, Any] = {"chosen": LETTERS[s["chosen"] - 1] if s["chosen"] else ""}
    table["medicine track"] = [band - 1 for band in s["track"] if band]
    for r, letter in enumerate(LETTERS[:5]):
        at = s["headman_at"][r]
        place = "" if not at else f"band {at - WITH}" if at >= WITH else f"box {LETTERS[at - 1]}"
        table |= {f"camp {letter}": SPACES[s["camp_at"][r]], f"paraibo {letter}": s["paraibo"][r]}
        table |= {f"mahimiana {letter}": s["mahimiana"][r], f"mahimiana {letter} at": place}
        table |= {f"box {letter} {goods}": s["camp_goods"][r][k] for k, goods in enumerate(GOODS)}
    for b in range(15):
        at = s["band_at"][b]
        table[f"band {b}"], table[f"band {b} done"] = s["band_strength"][b], bool(s["band_done"][b])
        table[f"band {b} at"] = f"box {LETTERS[at - BOX]}" if at >= BOX else SPACES[at]
        table |= {f"band {b} {goods}": s["band_goods"][b][k] for k, goods in enumerate(GOODS)}
    for number in range(6):
        table |= {f"operations {number} {goods}": s["ops_goods"][number][k] for k, goods in enumerate(GOODS)}
    return table


def cards(s: Mapping[str, Any], data: Mapping[str, Any]) -> dict[str, Any]:
    kinds = data["war"]["cards"]
    table: dict[str, Any] = {"war event": kinds[s["war_event"] - 1]["numbers"] if s["war_event"] else ""}
    table |= {f"war {kind['numbers']}": left for kind, left in zip(kinds, s["war_left"], strict=True)}
    for i, where in enumerate(s["card"]):
        on_top = "deck" if TOP <= where < OPEN else f"place {where - OPEN + 1}"
        table[f"card {i + 1}"] = CARD_PLACES.get(where, on_top)
    table["on top"] = [i + 1 for _, i in sorted((where, i) for i, where in enumerate(s["card"]) if TOP <= where < OPEN)]
    sets = data["culture"]["sets"]
    return table | {f"culture {record['set']}": level for record, level in zip(sets, s["level"], strict=True)}


class PrintedBoard:
    """Things by their names as in `laid`, from a set-up onward."""

    def __init__(self, setup: State) -> None:
        data: Any = setup.game.data  # type: ignore[attr-defined]
        self.table = laid(setup)
        counts = {record["numbers"]: record["count"] for record in data["war"]["cards"]}
        self.war_cards = {record["numbers"]: record["event"] for record in data["war"]["cards"]}
        self.drawn = Counter({numbers: count - self.table[f"war {numbers}"] for numbers, count in counts.items()})
        self.drawn[self.table["war event"]] -= 1  # War cards that are discarded
        self.titles = [record["title"] for record in data["development"]["cards"]]
        self.active = setup.fields()["active"] - 1  # the Band that an event calls "the Band"
        self.founded = ""  # the Ranchería that an event calls "it"

    def apply(self, code: str, arguments: Arguments) -> None:
        """Does what the event or effect says; most dice and decisions move nothing by themselves."""
        act = getattr(self, f"do_{code}", None)
        if act is not None:
            act(arguments)

    def read(self, happenings: Iterable[rules_pb2.Happening]) -> None:
        """The same from what a server answers."""
        for happening in happenings:
            said: Any
            for said in (happening, *happening.effects):
                arguments = {one.name: one.text if one.HasField("text") else one.number for one in said.arguments}
                self.apply(said.code, arguments)

    def different(self, state: State) -> dict[str, Any]:
        """What lies elsewhere on the board than in the state: both places of each thing."""
        return {name: (self.table[name], at) for name, at in laid(state).items() if self.table[name] != at}

    # Tracks and land ---------------------------------------------------------------------------------------------

    def do_track(self, a: Arguments) -> None:
        assert self.table[str(a["track"])] == a["before"], a
        self.table[str(a["track"])] = a["after"]

    do_track_because = do_track_card = do_track

    def do_track_to(self, a: Arguments) -> None:
        self.table[str(a["track"]).removesuffix("_counter")] = a["place"]

    def do_track_space(self, a: Arguments) -> None:
        self.table[str(a["track"]).removesuffix("_counter")] = a["number"]

    def do_period(self, a: Arguments) -> None:
        self.table["period"] = a["after"]

    def do_gate(self, a: Arguments) -> None:
        self.table[f"gate {a['gate']}"] = True

    def do_comes(self, a: Arguments) -> None:
        self.table[f"plays {a['enemy']}"] = True

    def do_flag(self, a: Arguments) -> None:
        self.table[f"flag {a['enemy']}"] = a["nation"]

    def put(self, space: Any, piece: str) -> None:
        assert not self.table[f"piece {space}"], (space, piece)
        self.table[f"piece {space}"] = piece

    def take(self, space: Any, piece: str) -> None:
        assert self.table[f"piece {space}"] == piece, (space, piece)
        self.table[f"piece {space}"] = ""

    def do_bison_new(self, a: Arguments) -> None:
        self.put(a["space"], "bison")

    def do_bison_gone(self, a: Arguments) -> None:
        self.take(a["space"], "bison")

    def do_tribe_new(self, a: Arguments) -> None:
        self.put(a["space"], "tribe")

    def do_tribe_gone(self, a: Arguments) -> None:
        self.take(a["space"], "tribe")

    def do_settlement_new(self, a: Arguments) -> None:
        self.put(a["space"], f"settlement {a['enemy']}")

    def do_settlement_gone(self, a: Arguments) -> None:
        self.take(a["space"], f"settlement {a['enemy']}")

    def do_ravaged(self, a: Arguments) -> None:
        self.table[f"ravaged {a['space']}"] = a["after"]

    do_recovered = do_ravaged

    def do_marked(self, a: Arguments) -> None:
        self.table[f"? {a['space']}"] = True

    def do_mark_success(self, a: Arguments) -> None:
        self.table[f"? {a['space']}"] = False

    do_mark_ap = do_mark_success

    # The enemy ---------------------------------------------------------------------------------------------------

    def do_column_new(self, a: Arguments) -> None:
        self.table[f"column {a['enemy']}"], self.table[f"strength {a['enemy']}"] = a["space"], a["after"]

    def do_column_gone(self, a: Arguments) -> None:
        self.table[f"column {a['enemy']}"], self.table[f"strength {a['enemy']}"] = "", 0

    def do_column_strength(self, a: Arguments) -> None:
        self.table[f"strength {a['enemy']}"] = a["after"]

    do_column_stronger = do_column_strength

    def do_column_moved(self, a: Arguments) -> None:
        self.table[f"column {a['enemy']}"] = a["space"]

    def do_pick_home(self, a: Arguments) -> None:
        self.table[f"column {a['whose']}"] = a["what"]

    def lay(self, counter: Any, place: str) -> None:
        self.table[str(counter)] = place

    def do_pick_counter_cup(self, a: Arguments) -> None:
        self.lay(a["what"], "cup")

    def do_pick_counter_row(self, a: Arguments) -> None:
        self.lay(a["what"], f"{a['whose']} {a['row']}")

    def do_draw_counter(self, a: Arguments) -> None:
        self.lay(a["counter"], "hand")

    def do_flipped(self, a: Arguments) -> None:
        face = str(a["counter"]).replace("counter", "face")
        self.table[face] = 1 - self.table[face]

    def do_to_cup(self, a: Arguments) -> None:
        self.lay(a["counter"], "cup")
        self.table[str(a["counter"]).replace("counter", "face")] = 0

    def do_counter_on(self, a: Arguments) -> None:
        self.lay(a["counter"], f"on {a['space']}")

    def do_counter_under(self, a: Arguments) -> None:
        self.lay(a["counter"], f"under {a['enemy']}")

    def do_counter_row(self, a: Arguments) -> None:
        self.lay(a["counter"], f"{a['enemy']} {a['row']}")

    def do_counter_inactive(self, a: Arguments) -> None:
        self.lay(a["counter"], f"inactive {a['row']}")

    def do_column_order(self, a: Arguments) -> None:
        for row, letter in enumerate(str(a["counters"]).split()[1:], 1):
            self.lay(f"counter {letter}", f"{a['enemy']} {row}")

    # Successes and Enemy AP --------------------------------------------------------------------------------------

    def shift(self, what: str, a: Arguments) -> None:
        """What lies under a "?" counts as in the cup."""
        for place, number in ((a["origin"], -int(a["number"])), (a["target"], int(a["number"]))):
            key = f"{what} {str(place).removeprefix('place_').replace('trail', 'cup')}"
            self.table[key] += number
            assert self.table[key] >= 0, a

    def do_successes(self, a: Arguments) -> None:
        self.shift("successes", a)

    def do_enemy_counters(self, a: Arguments) -> None:
        self.shift(f"ap {a['value']}", a)

    def do_draw_success(self, a: Arguments) -> None:
        if a["purpose"] == "check":
            self.shift("successes", {"origin": "cup", "target": "drawn", "number": 1})

    def do_draw_ap(self, a: Arguments) -> None:
        if a["purpose"] == "check":
            self.shift(f"ap {a['value']}", {"origin": "cup", "target": "drawn", "number": 1})

    # People ------------------------------------------------------------------------------------------------------

    def do_camp_new(self, a: Arguments) -> None:
        self.table[f"camp {a['camp']}"], self.founded = a["space"], str(a["camp"])

    def do_camp_moved(self, a: Arguments) -> None:
        self.table[f"camp {a['camp']}"] = a["space"]

    def do_camp_gone(self, a: Arguments) -> None:
        """All that is in its box is gone with it, its headmen too."""
        camp = a["camp"]
        self.table[f"camp {camp}"], self.table[f"paraibo {camp}"] = "", 0
        self.do_headman_gone(a)
        for goods in GOODS:
            self.table[f"box {camp} {goods}"] = 0

    def do_paraibo_new(self, a: Arguments) -> None:
        self.table[f"paraibo {self.founded}"] = a["after"]

    def do_paraibo(self, a: Arguments) -> None:
        self.table[f"paraibo {a['camp']}"] = a["after"]

    def do_mahimiana(self, a: Arguments) -> None:
        self.table[f"mahimiana {a['camp']}"] = a["after"]

    def do_headman_gone(self, a: Arguments) -> None:
        self.table[f"mahimiana {a['camp']}"], self.table[f"mahimiana {a['camp']} at"] = 0, ""

    def do_headman_new(self, a: Arguments) -> None:
        self.table[f"mahimiana {a['camp']}"] = a["after"]
        self.do_headman_home(a)

    def do_headman_home(self, a: Arguments) -> None:
        self.table[f"mahimiana {a['camp']} at"] = f"box {a['camp']}"

    def do_headman_left(self, a: Arguments) -> None:
        self.table[f"mahimiana {a['camp']} at"] = f"box {a['box']}"

    def do_headman_joins(self, a: Arguments) -> None:
        self.table[f"mahimiana {a['camp']} at"] = f"band {a['band']}"

    def do_chosen(self, a: Arguments) -> None:
        self.table["chosen"] = a["camp"]

    def do_unchosen(self, a: Arguments) -> None:
        self.table["chosen"] = ""

    def do_band_new(self, a: Arguments) -> None:
        self.table[f"band {a['band']}"], self.table[f"band {a['band']} at"] = a["after"], f"box {a['camp']}"

    def do_band_gone(self, a: Arguments) -> None:
        """What it owns goes with it."""
        band = f"band {a['band']}"
        self.table |= {band: 0, f"{band} at": "", f"{band} done": False, **{f"{band} {goods}": 0 for goods in GOODS}}

    def do_band_strength(self, a: Arguments) -> None:
        self.table[f"band {a['band']}"] = a["after"]

    def do_band_done(self, a: Arguments) -> None:
        self.table[f"band {a['band']} done"] = True

    def do_band_ready(self, a: Arguments) -> None:
        self.table[f"band {a['band']} done"] = False

    def do_band_home(self, a: Arguments) -> None:
        self.table[f"band {a['band']} at"] = f"box {a['camp']}"

    def do_sets_out(self, a: Arguments) -> None:
        self.active = int(a["band"])
        self.table[f"band {self.active} at"] = a["space"]
        self.table["medicine track"] = [band for band in self.table["medicine track"] if band != self.active]

    def do_move(self, a: Arguments) -> None:
        self.table[f"band {self.active} at"] = a["space"]

    def do_band_placed(self, a: Arguments) -> None:
        self.table["medicine track"].append(a["band"])

    def do_band_off(self, a: Arguments) -> None:
        self.table["medicine track"].remove(a["band"])

    def own(self, holder: str, a: Arguments, sign: int) -> None:
        self.table[f"{holder} {a['goods']}"] += sign * int(a["number"])
        assert self.table[f"{holder} {a['goods']}"] >= 0, (holder, a)

    def do_band_gains(self, a: Arguments) -> None:
        self.own(f"band {a['band']}", a, 1)

    def do_band_loses(self, a: Arguments) -> None:
        self.own(f"band {a['band']}", a, -1)

    def do_box_gains(self, a: Arguments) -> None:
        self.own(f"box {a['camp']}", a, 1)

    def do_box_loses(self, a: Arguments) -> None:
        self.own(f"box {a['camp']}", a, -1)

    def do_band_takes(self, a: Arguments) -> None:
        self.do_box_loses(a)
        self.do_band_gains(a)

    def do_band_leaves(self, a: Arguments) -> None:
        self.do_band_loses(a)
        self.do_box_gains(a)

    def do_track_loses(self, a: Arguments) -> None:
        self.own(f"operations {a['place']}", a, -1)

    # Cards -------------------------------------------------------------------------------------------------------

    def do_war_movement(self, a: Arguments) -> None:
        self.table[f"war {a['numbers']}"] -= 1
        self.drawn[str(a["numbers"])] += 1

    do_war_fast = do_war_movement

    def do_war_event(self, a: Arguments) -> None:
        if self.war_cards[str(a["numbers"])] == "reshuffle":
            self.do_war_movement(a)
            return
        self.table[f"war {a['numbers']}"] -= 1
        self.table["war event"] = a["numbers"]

    def do_war_event_away(self, a: Arguments) -> None:
        self.drawn[self.table["war event"]] += 1
        self.table["war event"] = ""

    def do_reshuffled(self, a: Arguments) -> None:
        for numbers, count in self.drawn.items():
            if numbers:
                self.table[f"war {numbers}"] += count
        self.drawn.clear()

    def card(self, a: Arguments) -> int:
        """The number of a card, because some titles come twice."""
        number = int(a["number"])
        assert self.titles[number - 1] == a["card"], a
        return number

    def do_card_turned(self, a: Arguments) -> None:
        number = self.card(a)
        assert self.table[f"card {number}"] == "deck", a
        self.table[f"card {number}"] = f"place {a['place']}"
        if self.table["on top"]:
            assert self.table["on top"].pop(0) == number, a

    def do_card_hand(self, a: Arguments) -> None:
        self.table[f"card {self.card(a)}"] = "hand"

    def do_card_in_play(self, a: Arguments) -> None:
        self.table[f"card {self.card(a)}"] = "in play"

    def do_card_discarded(self, a: Arguments) -> None:
        self.table[f"card {self.card(a)}"] = "discards"

    def do_card_gone(self, a: Arguments) -> None:
        self.table[f"card {self.card(a)}"] = "box"

    def do_cards_shuffled(self, a: Arguments) -> None:
        for number in str(a["cards"]).split():
            assert self.table[f"card {number}"] == "discards", a
            self.table[f"card {number}"] = "deck"

    def do_deck_gone(self, a: Arguments) -> None:
        for number in range(1, 49):
            if self.table[f"card {number}"] in ("deck", "discards"):
                self.table[f"card {number}"] = "box"
        self.table["on top"] = []

    def do_deck_new(self, a: Arguments) -> None:
        for number in range(int(a["first"]), int(a["last"]) + 1):
            self.table[f"card {number}"] = "deck"

    def do_card_on_top(self, a: Arguments) -> None:
        self.table["on top"].append(self.card(a))

    def do_culture_level(self, a: Arguments) -> None:
        self.table[f"culture {a['set']}"] = a["after"]

    # The end -----------------------------------------------------------------------------------------------------

    def do_won(self, a: Arguments) -> None:
        self.table["medicine track"] = []

    do_lost = do_won

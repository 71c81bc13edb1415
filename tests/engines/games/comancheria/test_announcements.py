"""What Comanchería says besides what moves: what must be done, what for, why nothing happens, and which section."""

import json
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from hunch.engines import State, Stream, load, package, words
from hunch.engines.games.comancheria.data.steps import NAMES as STEPS
from hunch.engines.games.comancheria.names import ENEMIES
from hunch.engines.games.comancheria.text.sentences import NAMES
from hunch.engines.registry import part
from tests.support.comancheria import SCENARIOS, event_between, last_event, positions, step

SENTENCES = part("comancheria", "words").SENTENCES
OPERATE, MOVEMENT, DRAWN_SUCCESS = 0x21, 0x04010000, 0x02010001  # the verb of a decision, a War card, and a draw


def frames(state: State) -> list[str]:
    """The names of the steps on the stack, outermost first."""
    s = state.fields()
    return [STEPS[frame["step"]] for frame in s["frame"][: s["depth"]]]


# What must be done -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_passage_of_time_that_nobody_chose_is_announced(scenario: str) -> None:
    found = 0
    for before, after in pairwise(positions(scenario, 12, 21)):
        event = event_between(before, after)
        if event is None or frames(before)[0] == "TURN_CLEANUP" or not frames(after)[1:]:
            continue
        codes = [code for code, _ in words.changes(before, event, after)]
        forced = frames(after)[1].startswith("PASS_") and event >> 24 != OPERATE
        assert ("passage_must" in codes) == (forced and any(after.fields()["band_strength"]))
        found += forced
    assert found > 3


def test_a_passage_of_time_for_want_of_bands_is_announced() -> None:
    for before, after in pairwise(positions(SCENARIOS[0], 12, 22)):
        event = event_between(before, after)
        if event is not None and "phase_turn" in [code for code, _ in words.changes(before, event, after)]:
            bare = without_bands(before)
            if not bare.flaw() and bare.fits(event):
                assert ("passage_alone", {}) in words.changes(bare, event, bare.after(event))
                return
    pytest.fail("no turn was found that can be begun without Bands")


def without_bands(state: State) -> State:
    s = state.fields()
    at_home = [min(at, 1 + r) for r, at in enumerate(s["headman_at"])]
    none = {name: [0] * 15 for name in ("band_strength", "band_at", "band_done")}
    return state.game.state({**s, **none, "headman_at": at_home, "band_goods": [[0] * 6 for _ in range(15)]})


# Why points change -----------------------------------------------------------------------------------------------

# The row and the rule of a case, and the cause of what its last event does to a track.
CAUSES = [
    ("War 5", "A Ranchería without Bands is destroyed: one Military, and the war ends.", "military", "destroyed"),
    ("7.2", "A destroyed Ranchería costs one Military and ends the war.", "military", "destroyed"),
    ("6.3.2", "Culture Attack: one Culture and one for each Settlement.", "culture", "attacked"),
    ("PoT 10", "None removed costs one Military; Ravaged on a square only vanishes.", "military", "unravaged"),
    ("Higher stakes", "With a column on the map the Cleanup of this turn costs one Military.", "military", "stakes"),
    ("Lords of the Plains 2", "A column that is destroyed brings one Military.", "military", "glory"),
    ("Culture 1", "A Ranchería and the control of its territory are added.", "culture", "held_lands"),
    ("PoT 14", "A level needs the one before it and is paid in Culture.", "culture", "bought"),
    (
        "Reservation",
        "In period 4 a Ranchería goes there from UA6 in Planning: one Culture more, one Military less.",
        "military",
        "reserved",
    ),
    ("Sun Dance", "Three AP, one Military less.", "military", "Sun Dance"),
    ("Council House", "The first Paraibo's medicine becomes 1, and Military loses one.", "military", "Council House"),
    ("Medicine Lodge", "To refuse costs two Culture.", "culture", "Medicine Lodge"),
]


@pytest.mark.parametrize(("row", "rule", "track", "cause"), CAUSES, ids=[row for row, *_ in CAUSES])
def test_a_change_of_military_or_culture_names_its_cause(row: str, rule: str, track: str, cause: str) -> None:
    before, event, after = last_event(row, rule)
    told = [said for code, said in words.changes(before, event, after) if said.get("track") == track]
    assert [said.get("cause", said.get("card")) for said in told] == [cause]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_all_that_military_and_culture_gain_and_lose_has_a_cause(scenario: str) -> None:
    stream, state = Stream(23), load("comancheria", scenario=scenario).new()
    for _ in range(2_500):
        event = step(state, stream)
        after = state.after(event)
        for track in ("military", "culture"):
            changed = 0
            for code, said in words.changes(state, event, after):
                if said.get("track") == track and code != "pays_for":
                    assert code == "track_card" or said["cause"] in NAMES["en"], said
                    changed += int(said["after"]) - int(said["before"])
            assert changed == after.fields()[track] - state.fields()[track]
        state = after if not after.over else state.game.new()


def test_it_is_said_when_one_track_pays_for_the_other() -> None:
    before, event, _ = last_event("Sun Dance", "Three AP, one Military less.")
    poor = before.game.state({**before.fields(), "military": 0, "culture": 5})
    told = words.changes(poor, event, poor.after(event))
    assert ("track_card", {"track": "culture", "before": 5, "after": 3, "card": "Sun Dance", "number": 48}) in told
    assert ("pays_for", {"track": "military"}) in told


# Why nothing happens ---------------------------------------------------------------------------------------------


def test_a_raid_of_the_north_without_effect_says_why() -> None:
    before, event, after = last_event("6.3.6 step 1", "A column beside an Allied Tribe stops there too.")
    told = words.changes(before, event, after)
    assert ("column_busy", {"enemy": "north", "section": "6.3.6"}) in told
    assert not any(code in ("column_moved", "column_strength", "column_new") for code, _ in told)


def test_a_hunt_without_bison_says_why() -> None:
    for before in positions(SCENARIOS[0], 12, 24):
        for event, _ in before.chances():
            bare = before.game.state({**before.fields(), "piece": [piece & ~1 for piece in before.fields()["piece"]]})
            if bare.flaw() or not bare.fits(event):
                continue
            told = words.changes(bare, event, bare.after(event))
            if "no_bison" in [code for code, _ in told]:
                hunts = [said for code, said in told if said.get("what") == "hunt"]
                assert hunts
                return
    pytest.fail("no Hunt was found")


def test_an_instruction_of_an_owners_card_without_effect_says_so(tmp_path: Path) -> None:
    data = json.loads((Path(package("comancheria").__path__[0]) / "data/development.json").read_text())
    card = next(i for i, record in enumerate(data["cards"]) if record["title"] == "Apache resistance")
    data["cards"][card]["revealed"][0]["instruction"] = "recover"
    (tmp_path / "development.json").write_text(json.dumps(data))
    state, stream = load("comancheria", data=tmp_path).new(), Stream(1)
    turned = 0x05000000 + card
    while not state.over and turned not in [event & 0xFF0000FF for event, _ in state.chances()]:
        state = state.after(step(state, stream))
    event = next(event for event, _ in state.chances() if event & 0xFF0000FF == turned)
    codes = words.changes(state, event, state.after(event))
    assert ("no_effect", {"section": "6.3.7"}) in codes


def test_a_column_that_sees_no_rancheria_says_so() -> None:
    told = words.changes(*last_event("C3", "A goal the column cannot reach counts as none: it loses a strength."))
    codes = [code for code, _ in told]
    assert codes.index("column_blind") < codes.index("column_strength")


def test_a_column_that_stays_where_somebody_is_says_so() -> None:
    stays = 0
    for scenario in SCENARIOS:
        for before, after in pairwise(positions(scenario, 6, 27)):
            event = event_between(before, after)
            if event is None or event & 0xFFFF0000 != MOVEMENT:
                continue
            game: Any = before.game
            s, moves = before.fields(), game.data["war"]["cards"][event & 255]["moves"]
            if 37 in s["column_at"]:  # not every column sees who is in Palo Duro
                continue
            taken = {*s["camp_at"], *s["band_at"], *(where - 64 for where in s["where"])} - {0}
            stop = {enemy for e, enemy in enumerate(ENEMIES) if moves[enemy] and s["column_at"][e] in taken}
            told = {said["enemy"] for code, said in words.changes(before, event, after) if code == "column_stays"}
            assert stop == told
            stays += len(told)
    assert stays > 5


def test_a_raid_of_a_band_without_a_success_says_so() -> None:
    failed = 0
    for scenario in SCENARIOS:
        for before, after in pairwise(positions(scenario, 6, 25)):
            event = event_between(before, after)
            if event is None or "RAID_DREW" not in frames(before) or "RAID_DREW" in frames(after):
                continue
            codes = [code for code, _ in words.changes(before, event, after)]
            drawn = before.fields()["drawn_success"] + (event == DRAWN_SUCCESS)
            if not drawn and not any(frame.startswith("RAID") for frame in frames(after)):
                failed += 1
                assert "raid_fails" in codes
            assert not (drawn and "raid_fails" in codes)
    assert failed > 5


# Sections and names ----------------------------------------------------------------------------------------------

# Sections that the French aid prints or that its operations are numbered by.
SECTIONS = {
    "1.3.3", "2.5.3", "2.9", "2.10", "3.1", "3.4", *(f"4.{n}" for n in range(1, 5)), *(f"5.2.{n}" for n in range(1, 5)),
    "6.2.2", "6.2.2.A", "6.2.2.B", "6.2.2.C", "6.2.3", *(f"6.3.{n}" for n in range(1, 11)), "7.1",
}  # fmt: skip
# What has a section: dice except those of cards, draws, operations, actions, Instructions, phases.
WITH_SECTION = re.compile(
    r"die_(?!drought|epidemic)|draw_|operate|hunt|move$|raid|trade|loot|fight|yield|executes|instead|phase_(?!turn)|"
    r"passage_|enemy_(?!is|counters)|column_(order|busy|stays|blind)|no_|war_(?!fast)|camp_gone|met|unmet|period|"
    r"deck_|marked|buy|convert|attempt|pray|restore|found|new_band|strengthen|pay$|retire|drop"
)


def test_a_sentence_of_a_procedure_carries_the_section_of_the_aid() -> None:
    for language in words.LANGUAGES:
        for code, template in SENTENCES[language].items():
            if WITH_SECTION.match(code):
                assert re.search(r"\((\d\.\d|\{section\}|\{purpose\})", template), f"{language}: {code}"
            printed = set(re.findall(r"\b\d\.\d+(?:\.\d+)*(?:\.[A-C])?\b", template))
            assert printed <= SECTIONS, f"{language}: {code}"
        causes = " ".join(NAMES[language].values())
        assert set(re.findall(r"\b\d\.\d+(?:\.\d+)*(?:\.[A-C])?\b", causes)) <= SECTIONS


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_an_instruction_carries_its_own_section(scenario: str) -> None:
    sections = dict(zip(INSTRUCTIONS, range(1, 11), strict=True))
    met = set[str]()
    stream, state = Stream(26), load("comancheria", scenario=scenario).new()
    for _ in range(2_500):
        event = step(state, stream)
        after = state.after(event)
        for code, said in words.changes(state, event, after):
            if code.startswith(("executes", "instead")):
                met.add(str(said.get("what", "recover")))
                assert said["section"] == f"6.3.{sections[str(said.get('what', 'recover'))]}"
        state = after if not after.over else state.game.new()
    assert len(met) > 5


# As the French aid prints them, in the order of its sections 6.3.1 to 6.3.10.
INSTRUCTIONS = {
    "ally": "Ally",
    "cult": "Culture attaque",
    "encroach": "Encroach",
    "hunt": "Hunt",
    "peace": "Peace",
    "raid": "Raid",
    "recover": "Recover",
    "settle": "Settle",
    "subjugate": "Subjugate",
    "war": "War",
}


def test_french_keeps_the_names_of_instructions_that_the_aid_prints() -> None:
    assert {code: NAMES["fr"][code] for code in INSTRUCTIONS} == INSTRUCTIONS
    game: Any = load("comancheria")
    said: dict[str, int | str] = {
        "enemy": "north",
        "what": "raid",
        "cost": 3,
        "counter": "counter B",
        "section": "6.3.6",
    }
    told = words.say_code(game, "executes", said, "fr")
    assert told == "Le Nord exécute l’Instruction Raid (6.3.6\u00a0; pion B, 3 PA)."
    assert "Instruction Recover " in SENTENCES["fr"]["instead_recover"]

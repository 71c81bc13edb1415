"""What Comanchería reports of an event is what a player needs to put the pieces of a real board right."""

from itertools import pairwise
from typing import Any

import pytest

from hunch.engines import words
from tests.support.comancheria import SCENARIOS, event_between, last_event, positions

HAND, CELL, INACTIVE, UNDER = 2, 8, 32, 40
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWX"

# The row and the rule of a case, then what its last event is reported to change: codes with some of their
# arguments, in this order.
TOLD = [
    (
        "2.9 step 4",
        "The draw is finished, then Instructions are resolved, then the action goes on.",
        [("executes_drawn", {"what": "settle", "counter": "counter M"}), ("settlement_new", {"space": "RG5"})],
    ),
    (
        "6.3.10",
        "War: the cost and one for each Settlement.",
        [("column_new", {"enemy": "west"}), ("counter_under", {"counter": "counter K", "enemy": "west"})],
    ),
    (
        "War 5",
        "A Ranchería without Bands is destroyed: one Military, and the war ends.",
        [
            ("column_gone", {"enemy": "north"}),
            ("counter_row", {"counter": "counter B", "enemy": "north", "row": 6}),
            ("camp_gone", {"camp": "A"}),
        ],
    ),
    ("Take Actions 3", "AP for the places left of the leftmost Band, which is finished.", [("band_done", {"band": 1})]),
    (
        "Ransom",
        "Up to three Captives, from boxes and Bands, bring an AP each.",
        [
            ("box_loses", {"camp": "A", "goods": "captives", "number": 2}),
            ("band_loses", {"band": 0, "goods": "captives", "number": 1}),
        ],
    ),
    ("French traders", "Two Guns come to one box.", [("box_gains", {"camp": "A", "goods": "guns", "number": 2})]),
    (
        "Planning 6",
        "Finished Bands lose a strength; one of strength 1 goes with what it owns, its Mahimiana returns.",
        [("headman_home", {"camp": "A"}), ("band_gone", {"band": 0})],
    ),
    (
        "C23",
        "The lowest free letter; a Mahimiana that came along becomes its own and keeps its medicine.",
        [("headman_gone", {"camp": "A"}), ("headman_new", {"camp": "B", "after": 2})],
    ),
    (
        "C24",
        "A destroyed Ranchería takes its Mahimiana along, also one that is away, and its Successes go Out of Play.",
        [("camp_gone", {"camp": "A"}), ("headman_gone", {"camp": "A"})],
    ),
    (
        "Victory 2",
        "The next period's first three cards lie on top of its deck, the open ones stay.",
        [("period", {"after": 2}), ("executes_card", {"enemy": "west"}), ("executes_card", {"enemy": "south"})],
    ),
]


@pytest.mark.parametrize(("row", "rule", "wanted"), TOLD, ids=[row for row, _, _ in TOLD])
def test_an_event_is_reported_with_all_its_effects(row: str, rule: str, wanted: Any) -> None:
    told = words.changes(*last_event(row, rule))
    places = []
    for code, arguments in wanted:
        found = [i for i, (one, said) in enumerate(told) if one == code and arguments.items() <= said.items()]
        assert found, f"{code} {arguments} is not among {told}"
        places.append(found[0])
    assert places == sorted(places), told


def test_a_shuffled_war_deck_is_reported_also_when_no_other_card_had_been_drawn() -> None:
    before, _, _ = last_event("Reshuffle", "The deck is shuffled, and another card drawn as the War Event.")
    full = dict(before.fields(), war_left=[2, 2, 2, 2, 3, 2, 2, 1, 1, 2, 2, 1, 1, 1, 1])
    before = before.game.state(full)
    assert not before.flaw()
    event = next(event for event, _ in before.chances() if event & 255 == 14)
    assert words.changes(before, event, before.after(event)) == [("reshuffled", {})]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_counters_that_come_back_to_the_display_and_finished_bands_are_reported(scenario: str) -> None:
    rows = done = 0
    for before, after in pairwise(positions(scenario, 12, 15)):
        if before.over or (event := event_between(before, after)) is None:
            continue
        old, new = before.fields(), after.fields()
        told = words.changes(before, event, after)
        for i, (was, now) in enumerate(zip(old["where"], new["where"], strict=True)):
            if CELL <= now < INACTIVE and (was == HAND or was >= UNDER):
                rows += 1
                its = [said for code, said in told if code == "counter_row" and str(said["counter"])[-1] == LETTERS[i]]
                assert its, told
                assert its[-1]["row"] >= (now - CELL) % 6 + 1  # the column may slide up afterwards
        finished = {b for b in range(15) if new["band_done"][b] > old["band_done"][b]}
        done += len(finished)
        assert finished == {said["band"] for code, said in told if code == "band_done"}
    assert rows > 20
    assert done > 20

"""Every numbered section of the player's aid, every correction of it and every further ruling has a case of its own.

The rows that a page lists and its cases are compared elsewhere; this list says what may not be missing from both.
"""

from tests.support.cases import found_cases, listed_rows

SECTIONS = """
    2.4; 2.9; 2.11; 3.1; 5.2.1; 5.2.2; 5.2.3; 5.2.4; 6.2.3; 6.3.1; 6.3.2; 6.3.3; 6.3.4; 6.3.5; 6.3.6;
    6.3.7; 6.3.8; 6.3.9; 6.3.10; 7.1; 7.2
"""
CORRECTIONS = """
    5.2.2 unknown; 5.2.3 step 2; 5.2.3 step 3; 5.2.3 step 4; 5.2.3 repeated; 5.2.4 AP; 2.9 step 1;
    2.9 step 3; 2.9 step 4; Guns and Trade Goods; War 1; War 2; War 4; War 5; Selection; Cleanup 1;
    Cleanup 2; Cleanup 3; Cleanup 4; Take Actions 1; Take Actions 3; Take Actions 4; Every roll; Culture 1;
    Planning 1; Planning 2; Planning 4; Planning 4 AP; Planning 5; Planning 6; Planning 7; PoT 2; PoT 3;
    PoT 4; PoT 5; PoT 6; PoT 7; PoT 8; PoT 9; PoT 10; PoT 11; PoT 12; PoT 13; PoT 14; PoT 15; Victory 1;
    Victory 2; Victory 4; 6.2.2.A 2; 6.2.2.A 3; 6.2.2.A 3–5; 6.2.2.A 5; 6.2.2.B 3; 6.2.2.C 1; 6.2.2.C 2;
    7.1 step 2; 7.1 step 3; 7.2 Mahimiana; Food; 6.3.1 step 2; 6.3.3 step 2; 6.3.5 step 2; 6.3.5 step 3;
    6.3.6 step 1; 6.3.6 step 3; 6.3.8 ⇄ 6.3.9; 6.3.9 Allied Tribes; 6.3.9 War; 6.3.10 step 3;
    6.3.10 step 4; Trade Goods; Hand cards; unknown counters; Canonical choices
"""
FURTHER = [f"C{number}" for number in range(1, 42)]


def rows(text: str) -> set[str]:
    return {row.strip() for row in text.split(";")}


def test_no_section_correction_or_ruling_is_without_a_case() -> None:
    wanted = rows(SECTIONS) | rows(CORRECTIONS) | set(FURTHER)
    tried = {case.values[1]["row"] for case in found_cases() if case.values[0] == "comancheria"}
    assert not wanted - tried
    assert not wanted - listed_rows("comancheria")

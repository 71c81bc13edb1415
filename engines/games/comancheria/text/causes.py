"""Why Military and Culture change in Comanchería, and why a step of a procedure does nothing, as facts."""

from collections.abc import Mapping
from typing import Any

from hunch.engines.games.comancheria.codes import steps
from hunch.engines.games.comancheria.codes.components import BOX, CARDS, HUNT, ON
from hunch.engines.games.comancheria.codes.moves import V_FIGHT
from hunch.engines.games.comancheria.names import ENEMIES
from hunch.engines.games.comancheria.text.fact import Fact, Fields
from hunch.engines.games.comancheria.text.table import named

# What a step changes Military or Culture for. Two of them have two causes: see `cause`.
CAUSES = {
    steps.S_WAR_ROLLED: "glory",
    steps.S_MARCH_ROLLED: "glory",
    steps.S_GO: "glory",
    steps.S_ACTIVE_ANSWER: "glory",
    steps.S_WAR_CAMPS: "destroyed",
    steps.S_WAR_STOOD: "yielded",
    steps.S_BATTLE_ROLLED: "destroyed",
    steps.S_EXEC: "attacked",
    **dict.fromkeys(range(steps.S_CAMP_GO, steps.S_BATTLE), "reserved"),  # a Ranchería on its way
    steps.S_PASS_GOODS: "unravaged",
    steps.S_PASS_GOODS_TO: "unravaged",
    steps.S_CLEAN_END: "stakes",
    steps.S_PLAN_ACTED: "converted",
    steps.S_PLAN_MORE_ACTED: "converted",
    steps.S_CULTURE: "held_lands",
    steps.S_PASS_CULTURE_GOT: "bought",
}
ON_CULTURE = ("attacked", "bought", "held_lands")  # the others are about Military


def top(fields: Fields, below: int = 0) -> Mapping[str, int]:
    """The frame on top of the stack, or one below it."""
    frame: Mapping[str, int] = fields["frame"][max(0, fields["depth"] - 1 - below)]
    return frame


# Military and Culture --------------------------------------------------------------------------------------------


def point_changes(data: Mapping[str, Any], step: int, old: Fields, new: Fields) -> list[Fact]:
    """Each of the two tracks with the cause, and whether one paid for the other."""
    facts: list[Fact] = []
    for track in ("military", "culture"):
        if old[track] != new[track]:
            change: dict[str, int | str] = {"track": track, "before": old[track], "after": new[track]}
            card = top(old)["a"] if step >= steps.S_EFFECT else CARDS
            if card < CARDS:
                facts.append(("track_card", {**change, **named(data, card)}))
            else:
                facts.append(("track_because", {**change, "cause": cause(step, old, new)}))
            if empty := pays_for(data, step, track, old, new):
                facts.append(("pays_for", {"track": empty}))
    return facts


def cause(step: int, old: Fields, new: Fields) -> str:
    if step >= steps.S_EFFECT:
        return "history"
    if step == steps.S_WAR_STOOD and old["answer"] >> 24 == V_FIGHT:
        return "fought_for"
    if step == steps.S_BATTLE_ROLLED and new["military"] > old["military"]:
        return "glory"
    return CAUSES[step]


def pays_for(data: Mapping[str, Any], step: int, track: str, old: Fields, new: Fields) -> str:
    """The other track, if that stands at 0 and this one pays two for each of its points."""
    other = "culture" if track == "military" else "military"
    if new[track] >= old[track] or new[other]:
        return ""
    if step >= steps.S_EFFECT:
        return other if effect(data, step, old) != track else ""
    return other if ("culture" if CAUSES[step] in ON_CULTURE else "military") == other else ""


def effect(data: Mapping[str, Any], step: int, fields: Fields) -> str:
    """Which of the two tracks the effect is about that a card has now."""
    frame = top(fields)
    card, begun = frame["a"], frame["c"]
    record = data["development"]["cards"][card] if card < CARDS else data["history"]["cards"][card - CARDS - 1]
    number = begun if step == steps.S_EFFECT and not frame["d"] else begun - 1  # a step counts an effect as it begins
    kind = record[("revealed", "play", "discarded")[frame["b"]]][number]["effect"]
    return "military" if kind == "military" else "culture"


# Without effect --------------------------------------------------------------------------------------------------


def idle(step: int, moved: bool, old: Fields, new: Fields) -> list[Fact]:
    """Why an Instruction, a column on its way or a raid changes nothing, or why a column only loses strength."""
    frame = top(old)
    ended = new["depth"] < old["depth"]
    if step == steps.S_EXEC and ended and not moved:
        return idle_instruction(frame, old)
    if step == steps.S_GO and ended and old["column_at"][frame["a"]]:
        met = not moved and meets(frame["a"], old)
        return [("column_stays" if met else "column_blind", {"enemy": ENEMIES[frame["a"]]})]
    if step == steps.S_RAID_LOOT and not frame["e"]:
        return [("raid_fails", {})]
    return []


def idle_instruction(frame: Mapping[str, int], old: Fields) -> list[Fact]:
    section = f"6.3.{frame['b']}"  # the aid counts the Instructions as their codes do
    if frame["b"] == HUNT:
        return [("no_bison", {"section": section})]
    if old["column_at"][frame["a"]]:
        return [("column_busy", {"enemy": ENEMIES[frame["a"]], "section": section})]
    return [("no_effect", {"section": section})]


def meets(enemy: int, s: Fields) -> bool:
    """Whether a column shares its space with a Ranchería, a Band or an Ally."""
    at = s["column_at"][enemy]
    return at in s["camp_at"] or at in (band for band in s["band_at"] if band < BOX) or ON + at in s["where"]

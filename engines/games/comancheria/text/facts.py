"""What an event of Comanchería brought about, as codes with arguments, step by step in the order in which it happened.

A board on which all of them are carried out shows the position: nothing on it changes without a fact or an event that
says so.
"""

from typing import NamedTuple, cast

from hunch.engines.contract import State
from hunch.engines.games.comancheria.codes import steps
from hunch.engines.games.comancheria.codes.components import BANDS
from hunch.engines.games.comancheria.codes.moves import (
    DRAWN_SUCCESS,
    Q_OPERATION,
    V_DONE,
    V_DRAW,
    V_GUNS,
    V_REROLL,
)
from hunch.engines.games.comancheria.data.steps import arguments_of
from hunch.engines.games.comancheria.events import LETTERS
from hunch.engines.games.comancheria.names import ENEMIES, INSTRUCTIONS, SPACES
from hunch.engines.games.comancheria.rules import Comancheria
from hunch.engines.games.comancheria.text.causes import idle, point_changes, top
from hunch.engines.games.comancheria.text.descriptions import describe
from hunch.engines.games.comancheria.text.dice import decided
from hunch.engines.games.comancheria.text.display import column_changes, counter_changes, flipped, supply_changes
from hunch.engines.games.comancheria.text.fact import Fact, Fields
from hunch.engines.games.comancheria.text.people import people_changes
from hunch.engines.games.comancheria.text.table import card_changes, end, land_changes, period_changes, track_changes

NO_MORE = (V_DONE, V_REROLL, V_GUNS)  # what a player who has no choice leaves
BEGINNINGS = {steps.S_A: "enemy_spends", steps.S_B: "enemy_free", steps.S_TURN_CLEANUP: "phase_cleanup"}
TOLD = (
    *BEGINNINGS,
    steps.S_ASK,
    steps.S_A_PAY,
    steps.S_CLEAN_DRAWN,
    steps.S_EXEC,
    steps.S_GO,
    steps.S_PICK,
    steps.S_RAID_LOOT,
    steps.S_TURN_WAR,
)
"""Steps that have something to say even if they change nothing on the table."""


class Passed(NamedTuple):
    """A step of the procedures that an event ran through."""

    number: int  # of the step
    moved: bool  # whether anything beside the stack is different
    old: Fields
    new: Fields


def changes(before: State, event: int, after: State) -> list[Fact]:
    game, begin, finish = cast(Comancheria, before.game), before.fields(), after.fields()
    listed = game.steps_of(before, event)
    facts = decided(before, event, begin, finish)
    last, fields, executed = before, begin, -1
    for i, (number, moved, was, now) in enumerate(listed):
        if not moved and number not in TOLD:
            continue
        old = fields if was is last else was.fields()
        last, fields = now, now.fields()
        passed = Passed(number, moved, old, fields)
        if i and number in (steps.S_ASK, steps.S_PICK):  # the first step is the event itself
            facts += made_at_once(game, was, passed)
        elif number == steps.S_EXEC:
            facts += instruction(old, executed == i - 1)
            executed = i if fields["depth"] == old["depth"] else -1
        facts += begins(passed) + idle(number, moved, old, fields)
        if moved:
            facts += on_the_table(game, passed)
        facts += ends(passed, event)
    return facts + end(begin, finish)


def on_the_table(game: Comancheria, passed: Passed) -> list[Fact]:
    """All that a step moved."""
    number, _, old, new = passed
    values = [record["value"] for record in game.data["counters"]["enemy_ap"]]
    facts = [*flipped(game.data, old, new), *column_changes(old, new)]
    if number == steps.S_HOME_AT:  # the pick of its space says where it goes
        facts = [fact for fact in facts if fact[0] != "column_moved"]
    facts += [
        *land_changes(game.trail, old, new),
        *counter_changes(old, new),
        *from_the_trail(number, supply_changes(values, old, new)),
        *card_changes(game.data, old, new),
        *period_changes(old, new),
        *people_changes(old, new),
    ]
    if number == steps.S_ACTIVE:
        facts.append(sets_out(new))
    elif number == steps.S_ACT_BAND and top(new)["step"] == steps.S_ACTIVE:  # it sets out at once
        facts = [fact for fact in facts if fact[0] != "band_off"]
    return facts + track_changes(old, new) + point_changes(game.data, number, old, new)


def from_the_trail(step: int, facts: list[Fact]) -> list[Fact]:
    """What was turned over on the trail came from there, although nobody knew it from the counters of the cup."""
    if step != steps.S_MARK:
        return facts
    return [(code, {**arguments, "origin": "place_trail"}) for code, arguments in facts]


def sets_out(s: Fields) -> Fact:
    band = s["active"] - 1
    at = s["band_at"][band]
    return "sets_out", {"band": band, "space": SPACES[at], "number": s["mp"]}


# What is said besides --------------------------------------------------------------------------------------------


def begins(passed: Passed) -> list[Fact]:
    """A phase, or an operation of the enemy."""
    if passed.number in BEGINNINGS:
        return [(BEGINNINGS[passed.number], {})]
    if passed.number == steps.S_TURN_WAR:
        return [("phase_war" if any(passed.old["column_at"]) else "phase_turn", {})]
    return []


def ends(passed: Passed, event: int) -> list[Fact]:
    """What the table does not show when it is over: a Success of the Cleanup, what the enemy keeps."""
    if passed.number == steps.S_CLEAN_DRAWN and event >> 24 == V_DRAW and event & 255 == DRAWN_SUCCESS:
        return [("success_back", {})]
    if passed.number == steps.S_A_PAY and passed.new["depth"] < passed.old["depth"]:
        return [("enemy_stops", {"number": passed.new["enemy_ap"]})]
    return []


def made_at_once(game: Comancheria, was: State, passed: Passed) -> list[Fact]:
    """A choice or a pick with a single option, which nobody is asked for: it is told as if it had been made."""
    if passed.number == steps.S_PICK:
        return [describe(game, event) for event, _ in was.chances()]
    if arguments_of(top(passed.old))["question"] == Q_OPERATION:
        bands = any(passed.old["band_strength"][b] for b in range(BANDS))
        return [("passage_must" if bands else "passage_alone", {})]
    return [describe(game, move) for move in was.legal() if move >> 24 not in NO_MORE]


def instruction(old: Fields, replaces: bool) -> list[Fact]:
    """An Instruction that is carried out."""
    frame, by = top(old), top(old, 1)["step"]
    what, counter = INSTRUCTIONS[frame["b"]], frame["d"] - 1
    section: dict[str, int | str] = {"section": f"6.3.{frame['b']}"}  # the aid counts them as their codes do
    if replaces:
        return [("instead_recover", section) if what == "recover" else ("instead", {"what": what, **section})]
    facts = {"enemy": ENEMIES[frame["a"]], "what": what, "cost": frame["c"], **section}
    if counter < 0:
        return [("executes_card", facts)]
    code = {steps.S_B_SLIDE: "executes_free", steps.S_C_ROW: "executes_drawn"}.get(by, "executes")
    return [(code, {**facts, "counter": f"counter {LETTERS[counter]}"})]

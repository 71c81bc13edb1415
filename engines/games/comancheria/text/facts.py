"""The effects of an event of Comanchería, as codes with arguments: results of dice, Instructions and changes."""

from typing import Any, cast

from hunch.engines.contract import State
from hunch.engines.games.comancheria.codes.components import (
    BANDS,
    BOX,
    CAMPS,
    CELL,
    COUNTERS,
    CUP,
    HAND,
    INACTIVE,
    MAHIMIANA,
    ON,
    RESERVATION,
    TRIBE,
    UNDER,
    WITH,
)
from hunch.engines.games.comancheria.codes.moves import (
    D_BATTLE,
    D_BONUS,
    D_CUP_ROW,
    D_DEATH,
    D_DISCONTENT,
    D_DROUGHT,
    D_ENCROACH,
    D_ENEMY,
    D_GUNS,
    D_HEADMAN,
    D_HUNT,
    D_PASSAGE_PEACE,
    D_PEACE,
    D_ROW,
    D_WAR_STRENGTH,
    DRAWN_COUNTER,
    Q_REROLL,
    V_AMOUNT,
    V_CAMP,
    V_DIE,
    V_DRAW,
    V_HOLDER,
    V_NEW_BAND,
    V_PAY,
    V_PICK,
    V_PLAY,
    V_REROLL,
    V_STRENGTHEN,
    V_TRADE,
    V_WAR_CARD,
)
from hunch.engines.games.comancheria.codes.steps import S_ASK, S_DIE_KEPT
from hunch.engines.games.comancheria.data.steps import NAMES, PURPOSES, arguments_of
from hunch.engines.games.comancheria.events import LETTERS
from hunch.engines.games.comancheria.names import ENEMIES, GATES, GOODS, INSTRUCTIONS, NATIONS, SPACES, TERRITORIES
from hunch.engines.games.comancheria.rules import Comancheria

Fact = tuple[str, dict[str, int | str]]
Fields = dict[str, Any]

INACTIVE_CELL = CELL + 6 * INACTIVE
UNSAID = (V_TRADE, V_CAMP, V_NEW_BAND, V_STRENGTHEN, V_PAY, V_PLAY, V_AMOUNT, V_HOLDER)
OPERATIONS: tuple[str | int, ...] = ("start", 1, 2, 3, 4, "must_do")
PASSAGE: tuple[str | int, ...] = ("start", 1, 2, 3, 4, "victory_check")


def changes(before: State, event: int, after: State) -> list[Fact]:
    """Returns all effects of an event in their order: each Instruction, then its own effects."""
    old, new = before.fields(), after.fields()
    facts, then = decided(before, event, old, new), old
    for done in game_of(before).executed(before, event):
        now = done[-1].fields()
        facts += [*happened(after, then, now), *instruction(event, *done[:-1])]
        then = now
    facts += [*happened(after, then, new), *goods_changes(event, old, new), *reshuffled(event, old, new)]
    if event >> 24 == V_PICK and PURPOSES["pick"][event >> 16 & 255] == "HOME":
        facts = [fact for fact in facts if fact[0] != "column_moved"]  # the event names that space
    return [*facts, *track_changes(old, new), *phases(old, new)]


def happened(after: State, old: Fields, new: Fields) -> list[Fact]:
    """Returns what changed on the table."""
    return [
        *flipped(after, old, new),
        *column_changes(old, new),
        *land_changes(after, old, new),
        *counter_changes(old, new),
        *people_changes(old, new),
    ]


def game_of(state: State) -> Comancheria:
    return cast(Comancheria, state.game)


# Results of dice -----------------------------------------------------------------------------------------------


def rolled(event: int, old: Fields, new: Fields) -> tuple[int, int, int] | None:
    """Returns purpose, `whose` and value of a die, if no other die of the two and no other roll can follow."""
    top, under = (old["frame"][max(0, old["depth"] - n)] for n in (1, 2))
    if event >> 24 == V_REROLL and not event >> 16 & 255 and under["step"] == S_DIE_KEPT:
        die = arguments_of(under)
        return die["purpose"], die["whose"], max(die["first"], die["second"])
    die = arguments_of(top)
    if event >> 24 != V_DIE or (die["two"] and not die["first"]):
        return None
    last = new["frame"][max(0, new["depth"] - 1)]
    if last["step"] == S_ASK and arguments_of(last)["question"] == Q_REROLL and new["depth"] > old["depth"]:
        return None
    return die["purpose"], die["whose"], max(die["first"], event & 255)


def decided(before: State, event: int, old: Fields, new: Fields) -> list[Fact]:
    """Returns what a die decided, if no other fact shows it."""
    die = rolled(event, old, new)
    if die is None:
        return []
    purpose, whose, value = die
    if purpose == D_BATTLE:
        return battle(before, value)
    if purpose == D_WAR_STRENGTH:
        return [("held", {})] if new["column_strength"][whose] == old["column_strength"][whose] else []
    if purpose in (D_PEACE, D_PASSAGE_PEACE):
        return [("peace_kept", {})] if old["where"][whose] == new["where"][whose] else []
    result = game_of(before).die_comes_to(before, purpose, whose, value)
    if purpose == D_GUNS:
        return [("guns_hit" if result else "guns_spent", {})]
    if purpose == D_HEADMAN:
        if result > 1:
            return [("headman_may", {"number": result})]
        return [("headman_one" if result else "headman_none", {})]
    if purpose == D_DEATH:
        medicine = old["mahimiana" if whose >= MAHIMIANA else "paraibo"][whose % MAHIMIANA]
        return [("dies" if result < medicine else "lives", {})]
    if purpose == D_DISCONTENT:
        return [("noticed" if result else "unnoticed", {})]
    if purpose == D_ENEMY:
        return [("enemy_is", {"enemy": ENEMIES[result]})]
    if purpose in (D_ROW, D_CUP_ROW):
        return [("row_empty", {})] if result < 0 else []
    if purpose == D_BONUS:
        more = result - old["band_strength"][old["headman_at"][whose] - WITH]
        return [(("more_none", "more_one", "more_two")[more], {})]
    return next_land(before, purpose, value, result)


def next_land(before: State, purpose: int, value: int, land: int) -> list[Fact]:
    """Returns the territory that replaces the one of the die, if that has no Bison or no room for a Tribe."""
    rolled_land = game_of(before).data["map"]["territories"]["order"][value - 1]
    if purpose not in (D_HUNT, D_DROUGHT, D_ENCROACH) or land < 0 or TERRITORIES[land] == rolled_land:
        return []
    return [("land_next", {"territory": TERRITORIES[land]})]


def battle(before: State, value: int) -> list[Fact]:
    total = game_of(before).battle_total(before, value)
    if value in (1, 6):
        return [("battle_six" if value == 6 else "battle_one", {})]
    return [("battle_won" if total >= 6 else "battle_lost", {"bonus": f"{total - value:+d}", "total": total})]


def reshuffled(event: int, old: Fields, new: Fields) -> list[Fact]:
    """Returns whether the War deck was shuffled: otherwise it has one card less after a draw."""
    left = sum(old["war_left"]) - (event >> 24 == V_WAR_CARD)
    return [("reshuffled", {})] if sum(new["war_left"]) > left else []


# The enemy -----------------------------------------------------------------------------------------------------


def flipped(after: State, old: Fields, new: Fields) -> list[Fact]:
    """Returns the counters of the display that were turned over."""
    listed = game_of(after).data["counters"]["instructions"]
    facts: list[Fact] = []
    for i in range(COUNTERS):
        if old["face"][i] != new["face"][i] and CELL <= old["where"][i] < UNDER and new["where"][i] != CUP:
            side = listed[i]["back" if new["face"][i] else "front"]
            shown = {"what": side["instruction"], "cost": side["cost"]}
            facts.append(("flipped", {"counter": f"counter {LETTERS[i]}", **shown}))
    return facts


def instruction(event: int, enemy: int, number: int, cost: int, counter: int | None, by: str) -> list[Fact]:
    """Returns the Instruction that is carried out. A counter that this event draws is in its own sentence already."""
    what = INSTRUCTIONS[number]
    facts: dict[str, int | str] = {"enemy": ENEMIES[enemy], "what": what, "cost": cost}
    if by == "instead":
        return [("instead_recover", {}) if what == "recover" else ("instead", {"what": what})]
    if counter is None:
        return [("executes_card", facts)]
    if by == "drawn" and event >> 24 == V_DRAW and event & 255 == DRAWN_COUNTER + counter:
        return []
    return [("executes_free" if by == "free" else "executes", {**facts, "counter": f"counter {LETTERS[counter]}"})]


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
    facts: list[Fact] = []
    back: list[Fact] = []
    for i, (was, now) in enumerate(zip(old["where"], new["where"], strict=True)):
        counter: dict[str, int | str] = {"counter": f"counter {LETTERS[i]}"}
        column = {**counter, "enemy": ENEMIES[i // 6]}
        if was == now:
            continue
        if now > ON:
            facts.append(("counter_on", {**counter, "space": SPACES[now - ON]}))
        elif was > ON:
            facts.append(("counter_back", {**counter, "space": SPACES[was - ON]}))
        elif UNDER <= now < ON:
            facts.append(("counter_under", column))
        elif now == CUP and was >= CELL:
            facts.append(("to_cup", counter))
        if CELL <= now < INACTIVE_CELL and (was == HAND or was >= UNDER):
            back.append(("counter_row", {**column, "row": (now - CELL) % 6 + 1}))
    return facts + back


# The land and the people ---------------------------------------------------------------------------------------


def land_changes(after: State, old: Fields, new: Fields) -> list[Fact]:
    facts: list[Fact] = []
    for i in range(1, RESERVATION):
        space, was, now = SPACES[i], old["piece"][i], new["piece"][i]
        if was != now:
            for piece, code in ((was, "gone"), (now, "new")):
                kind = ("", "bison", "tribe")[piece] if piece <= TRIBE else "settlement"
                if kind:
                    owner = {"enemy": ENEMIES[piece - TRIBE]} if piece > TRIBE else {}
                    facts.append((f"{kind}_{code}", {"space": space, **owner}))
        if old["ravaged"][i] != new["ravaged"][i] and not (now != was and not now):
            code = "ravaged" if new["ravaged"][i] > old["ravaged"][i] else "recovered"
            facts.append((code, {"space": space, "after": new["ravaged"][i]}))
    for i, (was, now) in enumerate(zip(old["mark"], new["mark"], strict=True)):
        if now > was:
            facts.append(("marked", {"space": SPACES[game_of(after).trail[i]]}))
    if new["period"] > old["period"]:  # the period begins before the effects of its history card
        facts.append(("period", {"after": new["period"]}))
    facts += [("gate", {"gate": gate}) for i, gate in enumerate(GATES) if (new["gates"] & ~old["gates"]) >> i & 1]
    comes = new["present"] & ~old["present"]
    facts += [("comes", {"enemy": enemy}) for i, enemy in enumerate(ENEMIES) if comes >> i & 1]
    for e, enemy in enumerate(ENEMIES):
        if old["nation"][e] != new["nation"][e] and new["nation"][e]:
            facts.append(("flag", {"enemy": enemy, "nation": NATIONS[new["nation"][e]]}))
    return facts


def people_changes(old: Fields, new: Fields) -> list[Fact]:
    facts: list[Fact] = []
    for r in range(CAMPS):
        was, now = old["camp_at"][r], new["camp_at"][r]
        camp: dict[str, int | str] = {"camp": LETTERS[r]}
        if was != now:
            code = "camp_gone" if not now else "camp_moved" if was else "camp_new"
            facts.append((code, {**camp, "space": SPACES[now]} if now else camp))
            facts += [("paraibo_new", {"after": new["paraibo"][r]})] if not was else []
        facts += medicine_changes(r, old, new)
        if new["mahimiana_success"][r] > old["mahimiana_success"][r]:
            facts.append(("successes", {**camp, "number": new["mahimiana_success"][r] - old["mahimiana_success"][r]}))
    for b in range(BANDS):
        facts += band_changes(b, old, new)
    return facts


def medicine_changes(r: int, old: Fields, new: Fields) -> list[Fact]:
    camp: dict[str, int | str] = {"camp": LETTERS[r]}
    at = old["headman_at"][r]
    if not new["camp_at"][r]:  # a destroyed Ranchería loses its box, too
        return [("headman_gone", camp)] if at not in (0, 1 + r) else []
    facts: list[Fact] = []
    for who in ("paraibo", "mahimiana"):
        was, now = old[who][r], new[who][r]
        if was and not now:
            facts.append(("headman_gone", camp))
        elif was and was != now:
            facts.append((who, {**camp, "before": was, "after": now}))
        elif now and not was and who == "mahimiana":
            facts.append(("headman_new", {**camp, "after": now}))
    if at >= WITH and new["headman_at"][r] == 1 + r and not new["band_strength"][at - WITH]:
        facts.append(("headman_home", camp))
    return facts


def band_changes(b: int, old: Fields, new: Fields) -> list[Fact]:
    was, now, at = old["band_strength"][b], new["band_strength"][b], new["band_at"][b]
    if was and not now:
        return [("band_gone", {"band": b})]
    if now and not was:
        return [("band_new", {"band": b, "after": now, "camp": LETTERS[max(0, at - BOX)]})]
    facts: list[Fact] = []
    if was != now:
        facts.append(("band_strength", {"band": b, "before": was, "after": now}))
    if new["band_done"][b] > old["band_done"][b]:
        facts.append(("band_done", {"band": b}))
    if now and at >= BOX and at != old["band_at"][b] and old["camp_at"][at - BOX]:
        facts.append(("band_home", {"band": b, "camp": LETTERS[at - BOX]}))
    return facts


def goods_changes(event: int, old: Fields, new: Fields) -> list[Fact]:
    """Returns goods that came or went by an answer whose own sentence does not say so."""
    kind = event >> 24
    if kind not in UNSAID:
        return []
    facts: list[Fact] = []
    for r, letter in enumerate(LETTERS[:CAMPS]):
        if new["camp_at"][r]:
            facts += goods_change("box", {"camp": letter}, old["camp_goods"][r], new["camp_goods"][r])
    for b in range(BANDS):
        if old["band_strength"][b] and new["band_strength"][b]:
            facts += goods_change("band", {"band": b}, old["band_goods"][b], new["band_goods"][b])
    return [] if kind == V_TRADE and len(facts) == 2 and all(fact["number"] == 1 for _, fact in facts) else facts


def goods_change(holder: str, named: dict[str, int | str], was: list[int], now: list[int]) -> list[Fact]:
    return [
        (f"{holder}_{'gains' if more > 0 else 'loses'}", {**named, "goods": goods, "number": abs(more)})
        for goods, more in zip(GOODS, (b - a for a, b in zip(was, now, strict=True)), strict=True)
        if more
    ]


# Tracks and phases ---------------------------------------------------------------------------------------------


def track_changes(old: Fields, new: Fields) -> list[Fact]:
    facts: list[Fact] = []
    for track in ("military", "culture", "ap", "enemy_ap"):
        if old[track] != new[track]:
            facts.append(("track", {"track": track, "before": old[track], "after": new[track]}))
    for track, places in (("operations", OPERATIONS), ("passage", PASSAGE)):
        if old[track] != new[track]:
            place, counter = places[new[track]], f"{track}_counter"
            if isinstance(place, int):
                facts.append(("track_space", {"track": counter, "number": place}))
            else:
                facts.append(("track_to", {"track": counter, "place": place}))
    if old["outcome"] != new["outcome"]:
        emptied = not (new["military"] or new["culture"])
        facts.append(("met" if new["outcome"] == 1 else "emptied" if emptied else "unmet", {}))
        facts.append(("won" if new["outcome"] == 1 else "lost", {}))
    return facts


def phases(old: Fields, new: Fields) -> list[Fact]:
    """Returns the phase that begins, and the Band that sets out."""
    facts: list[Fact] = []
    began = [NAMES.get(fields["frame"][0]["step"], "") for fields in (old, new)]
    if new["outcome"] == 0 and began[0] != began[1]:
        if began[1] == "TURN_WAR":
            facts.append(("phase_cleanup", {}))
        elif began[1] == "TURN_SELECT":
            facts.append(("phase_war", {}))
        elif began[1] == "TURN_OPERATE" and (began[0] == "TURN_WAR" or began[0].startswith("SETUP")):
            facts.append(("phase_turn", {}))
    b = new["active"] - 1
    if b >= 0 and new["active"] != old["active"]:
        facts.append(("sets_out", {"band": b, "space": SPACES[new["band_at"][b]], "number": new["mp"]}))
    return facts

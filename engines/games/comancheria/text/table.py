"""What changed on Comanchería's table, as facts: the map, the cards and the tracks."""

from collections.abc import Mapping
from typing import Any

from hunch.engines.games.comancheria.codes.components import (
    BOUGHT,
    CARDS,
    DECK,
    DISCARDED,
    GONE,
    HELD,
    OPEN,
    RESERVATION,
    SETS,
    TOP,
    TRIBE,
    WON,
)
from hunch.engines.games.comancheria.names import ENEMIES, GATES, NATIONS, SPACES
from hunch.engines.games.comancheria.text.fact import Fact, Fields

OPERATIONS: tuple[str | int, ...] = ("start", 1, 2, 3, 4, "must_do")
PASSAGE: tuple[str | int, ...] = ("start", 1, 2, 3, 4, "victory_check")
CARD_CODES = {HELD: "card_hand", BOUGHT: "card_in_play", DISCARDED: "card_discarded", GONE: "card_gone"}


def land_changes(trail: list[int], old: Fields, new: Fields) -> list[Fact]:
    facts: list[Fact] = []
    if all(old[name] == new[name] for name in ("piece", "ravaged", "mark")):
        return facts
    for i in range(1, RESERVATION):
        space, was, now = SPACES[i], old["piece"][i], new["piece"][i]
        if was != now:
            for piece, code in ((was, "gone"), (now, "new")):
                kind = ("", "bison", "tribe")[piece] if piece <= TRIBE else "settlement"
                if kind:
                    owner = {"enemy": ENEMIES[piece - TRIBE]} if piece > TRIBE else {}
                    facts.append((f"{kind}_{code}", {"space": space, **owner}))
        if old["ravaged"][i] != new["ravaged"][i]:
            code = "ravaged" if new["ravaged"][i] > old["ravaged"][i] else "recovered"
            facts.append((code, {"space": space, "after": new["ravaged"][i]}))
    for space_number, was, now in zip(trail, old["mark"], new["mark"], strict=True):
        if now > was:
            facts.append(("marked", {"space": SPACES[space_number]}))
    return facts


def period_changes(old: Fields, new: Fields) -> list[Fact]:
    """What history and cards change for good: the period, ways, enemies, flags."""
    facts: list[Fact] = [("period", {"after": new["period"]})] if new["period"] > old["period"] else []
    facts += [("gate", {"gate": gate}) for i, gate in enumerate(GATES) if (new["gates"] & ~old["gates"]) >> i & 1]
    comes = new["present"] & ~old["present"]
    facts += [("comes", {"enemy": enemy}) for i, enemy in enumerate(ENEMIES) if comes >> i & 1]
    for e, enemy in enumerate(ENEMIES):
        if old["nation"][e] != new["nation"][e] and new["nation"][e]:
            facts.append(("flag", {"enemy": enemy, "nation": NATIONS[new["nation"][e]]}))
    return facts


# Cards -----------------------------------------------------------------------------------------------------------


def card_changes(data: Mapping[str, Any], old: Fields, new: Fields) -> list[Fact]:
    """Cards that are neither drawn nor turned up: the event of those says so."""
    facts: list[Fact] = []
    if old["war_event"] and not new["war_event"]:
        facts.append(("war_event_away", {"event": data["war"]["cards"][old["war_event"] - 1]["event"]}))
    if sum(new["war_left"]) > sum(old["war_left"]):
        facts.append(("reshuffled", {}))
    if old["card"] != new["card"]:
        facts += new_period_cards(data, old, new) if new["period"] > old["period"] else moved_cards(data, old, new)
    for i in range(SETS):
        if old["level"][i] != new["level"][i]:
            facts.append(("culture_level", {"set": data["culture"]["sets"][i]["set"], "after": new["level"][i]}))
    return facts


def named(data: Mapping[str, Any], card: int) -> dict[str, int | str]:
    return {"card": data["development"]["cards"][card]["title"], "number": card + 1}


def moved_cards(data: Mapping[str, Any], old: Fields, new: Fields) -> list[Fact]:
    facts: list[Fact] = []
    shuffled = [card for card in range(CARDS) if old["card"][card] == DISCARDED and new["card"][card] == DECK]
    for card, (was, now) in enumerate(zip(old["card"], new["card"], strict=True)):
        if was != now and was >= OPEN and now in CARD_CODES:
            facts.append((CARD_CODES[now], named(data, card)))
    if shuffled:
        facts.append(("cards_shuffled", {"cards": " ".join(str(card + 1) for card in shuffled)}))
    return facts


def new_period_cards(data: Mapping[str, Any], old: Fields, new: Fields) -> list[Fact]:
    """What is left of the old deck leaves the game; the next one comes, and its first three cards are known."""
    deck = [card for card in range(CARDS) if DECK <= new["card"][card] < OPEN]
    facts: list[Fact] = [("deck_gone", {}), ("deck_new", {"first": deck[0] + 1, "last": deck[-1] + 1})]
    top = sorted((new["card"][card], card) for card in deck if new["card"][card] >= TOP)
    return facts + [("card_on_top", named(data, card)) for _, card in top]


# Tracks ----------------------------------------------------------------------------------------------------------


def track_changes(old: Fields, new: Fields) -> list[Fact]:
    """Tracks of action points, operations and time; Military and Culture come with what causes them."""
    facts: list[Fact] = [
        ("track", {"track": track, "before": old[track], "after": new[track]})
        for track in ("ap", "enemy_ap")
        if old[track] != new[track]
    ]
    for track, places in (("operations", OPERATIONS), ("passage", PASSAGE)):
        if old[track] != new[track]:
            place, counter = places[new[track]], f"{track}_counter"
            if isinstance(place, int):
                facts.append(("track_space", {"track": counter, "number": place}))
            else:
                facts.append(("track_to", {"track": counter, "place": place}))
    return facts


def end(old: Fields, new: Fields) -> list[Fact]:
    """Why the game ends, and how."""
    if old["outcome"] == new["outcome"]:
        return []
    emptied = not (new["military"] or new["culture"])
    won = new["outcome"] == WON
    return [("met" if won else "emptied" if emptied else "unmet", {}), ("won" if won else "lost", {})]

"""What changed among Comanchería's people: Rancherías, headmen, Bands and what they own, as facts."""

from collections.abc import Iterator

from hunch.engines.games.comancheria.codes.components import BANDS, BOX, CAMPS, GOODS, PLACES, WITH
from hunch.engines.games.comancheria.events import LETTERS
from hunch.engines.games.comancheria.names import GOODS as GOODS_NAMES
from hunch.engines.games.comancheria.names import SPACES
from hunch.engines.games.comancheria.text.fact import Fact, Fields


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
    for r in range(CAMPS):
        facts += headman_place(r, old, new)
    if any(old[name] != new[name] for name in ("band_strength", "band_at", "band_done")):
        for b in range(BANDS):
            facts += band_changes(b, old, new)
    if old["chosen"] != new["chosen"]:
        chosen = new["chosen"]
        facts.append(("chosen", {"camp": LETTERS[chosen - 1]}) if chosen else ("unchosen", {}))
    return [*facts, *goods_changes(old, new), *medicine_track(old, new)]


def medicine_changes(r: int, old: Fields, new: Fields) -> list[Fact]:
    camp: dict[str, int | str] = {"camp": LETTERS[r]}
    if not new["camp_at"][r]:  # what was in the box is gone with it
        return [("headman_gone", camp)] if old["headman_at"][r] not in (0, 1 + r) else []
    facts: list[Fact] = []
    for who in ("paraibo", "mahimiana"):
        was, now = old[who][r], new[who][r]
        if was and not now:
            facts.append(("headman_gone", camp))
        elif was and was != now:
            facts.append((who, {**camp, "before": was, "after": now}))
        elif now and not was and who == "mahimiana":
            facts.append(("headman_new", {**camp, "after": now}))
    return facts


def headman_place(r: int, old: Fields, new: Fields) -> list[Fact]:
    """Where a Mahimiana is now: with a Band, in the box of its Ranchería or of another."""
    was, now = old["headman_at"][r] or 1 + r, new["headman_at"][r]  # a new one comes to its own box
    if not now or was == now:
        return []
    if now >= WITH:
        return [("headman_joins", {"camp": LETTERS[r], "band": now - WITH})]
    if now == 1 + r:
        return [("headman_home", {"camp": LETTERS[r]})]
    return [("headman_left", {"camp": LETTERS[r], "box": LETTERS[now - 1]})]


def band_changes(b: int, old: Fields, new: Fields) -> list[Fact]:
    was, now, at = old["band_strength"][b], new["band_strength"][b], new["band_at"][b]
    if was and not now:
        return [("band_gone", {"band": b})]
    if now and not was:
        return [("band_new", {"band": b, "after": now, "camp": LETTERS[max(0, at - BOX)]})]
    facts: list[Fact] = []
    if was != now:
        facts.append(("band_strength", {"band": b, "before": was, "after": now}))
    if old["band_done"][b] != new["band_done"][b]:
        facts.append(("band_done" if new["band_done"][b] else "band_ready", {"band": b}))
    if now and at >= BOX and at != old["band_at"][b]:
        facts.append(("band_home", {"band": b, "camp": LETTERS[at - BOX]}))
    return facts


# Goods -----------------------------------------------------------------------------------------------------------


def goods_changes(old: Fields, new: Fields) -> list[Fact]:
    """What goes between boxes, Bands, the Operations Track and the stock. A Band that is gone took its own along."""
    facts: list[Fact] = []
    if all(old[name] == new[name] for name in ("camp_goods", "band_goods", "ops_goods")):
        return facts
    for kind in range(GOODS):
        boxes = {r: new["camp_goods"][r][kind] - old["camp_goods"][r][kind] for r in range(CAMPS) if new["camp_at"][r]}
        bands = {
            b: new["band_goods"][b][kind] - old["band_goods"][b][kind] for b in range(BANDS) if new["band_strength"][b]
        }
        for r, b, number in passed(boxes, bands):
            code = "band_takes" if number > 0 else "band_leaves"
            facts.append((code, {"band": b, "camp": LETTERS[r], **several(kind, number)}))
        for r, more in boxes.items():
            if more:
                facts.append(("box_gains" if more > 0 else "box_loses", {"camp": LETTERS[r], **several(kind, more)}))
        for b, more in bands.items():
            if more:
                facts.append(("band_gains" if more > 0 else "band_loses", {"band": b, **several(kind, more)}))
        for place in range(PLACES):
            if more := new["ops_goods"][place][kind] - old["ops_goods"][place][kind]:
                facts.append(("track_loses", {"place": place, **several(kind, more)}))
    return facts


def several(kind: int, number: int) -> dict[str, int | str]:
    return {"goods": GOODS_NAMES[kind], "number": abs(number)}


def passed(boxes: dict[int, int], bands: dict[int, int]) -> Iterator[tuple[int, int, int]]:
    """What Bands took from boxes (positive) or left in them, taken out of both accounts."""
    for r in boxes:
        for b in bands:
            if boxes[r] * bands[b] < 0:
                number = min(abs(boxes[r]), abs(bands[b])) * (1 if bands[b] > 0 else -1)
                boxes[r], bands[b] = boxes[r] + number, bands[b] - number
                yield r, b, number


def medicine_track(old: Fields, new: Fields) -> list[Fact]:
    """Bands that go onto the medicine track of the Ranchería that acts, and those that leave it."""
    was, now = ([band - 1 for band in s["track"] if band] for s in (old, new))
    facts: list[Fact] = [("band_off", {"band": b}) for b in was if b not in now]
    return facts + [("band_placed", {"band": b, "number": now.index(b) + 1}) for b in now if b not in was]

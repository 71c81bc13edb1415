"""Pow Wow in words."""

from typing import cast

from hunch.engines.contract import Game, State
from hunch.engines.games.powwow.codec import hands_of
from hunch.engines.games.powwow.rules import Powwow
from hunch.engines.games.powwow.state import (
    BACK,
    CHOOSE,
    DEAL,
    FORWARD,
    GIVE,
    HIDDEN,
    KIND,
    LOOK,
    MOVE,
    POW_WOW,
    REROLL,
    ROLL,
    SHOW,
    TAKE,
)
from hunch.engines.games.powwow.tables import NAMES

SEGMENT_LETTERS = "ABCDE"
LABELS = {
    "en": {
        "track": "track",
        "stone": "white stone at",
        "moccasin": "moccasins at",
        "tepee": "tepee",
        "dice": "dice",
        "seat": "seat",
        "dummy": "dummy",
        "stones": "stones",
        "die": "die",
        "hand": "hand",
        "gave": "gave",
        "to": "to",
        "took": "took",
        "left": "left",
        "stock": "stock",
        "winner": "winner",
        "saw": "saw",
        "starts": "starts the round",
    },
    "fr": {
        "track": "circuit",
        "stone": "pierre blanche en",
        "moccasin": "mocassins en",
        "tepee": "teepee",
        "dice": "dés",
        "seat": "place",
        "dummy": "mort",
        "stones": "pierres",
        "die": "dé",
        "hand": "main",
        "gave": "a donné",
        "to": "à",
        "took": "a pris",
        "left": "a laissé",
        "stock": "carrière",
        "winner": "gagnant",
        "saw": "a vu",
        "starts": "commence le tour",
    },
}
SENTENCES = {
    "en": {
        "deal": "A card is dealt: {card}.",
        "deal_hidden": "A card is dealt face down.",
        "roll": "The dice show {dice}.",
        "choose": "Takes the die that shows {colour}.",
        "forward": "Stone {segment} goes to ring {ring}: the {colour} Indian goes {number} forward.",
        "back": "Stone {segment} goes to ring {ring}: the {colour} Indian goes {number} back.",
        "stay": "Stone {segment} goes to ring {ring}: the {colour} Indian cannot go back and stays.",
        "reroll": "Spends a stone on another roll.",
        "die": "The die shows {colour}.",
        "give": "Gives the {card} card to hand {other}.",
        "give_hidden": "Gives a card to hand {other}.",
        "look": "Who gave it sees the cards {first} and {second}.",
        "look_hidden": "Who gave it looks at the other hand.",
        "take": "Takes the {card} card.",
        "take_hidden": "Takes a card.",
        "winner": "Hand {other} shows the card of the Indian that has left the track.",
        "dealt": "It goes to hand {other}.",
        "off": "The {colour} Indian leaves the track.",
        "stone": "Seat {seat} wins a white stone.",
        "reset": "All stones of the tepee return to the centre.",
    },
    "fr": {
        "deal": "Une carte est distribuée : {card}.",
        "deal_hidden": "Une carte est distribuée face cachée.",
        "roll": "Les dés montrent {dice}.",
        "choose": "Prend le dé qui montre {colour}.",
        "forward": "La pierre {segment} va au cercle {ring} : l’Indien {colour} avance de {number}.",
        "back": "La pierre {segment} va au cercle {ring} : l’Indien {colour} recule de {number}.",
        "stay": "La pierre {segment} va au cercle {ring} : l’Indien {colour} ne peut reculer et reste.",
        "reroll": "Dépense une pierre pour relancer.",
        "die": "Le dé montre {colour}.",
        "give": "Donne la carte {card} à la main {other}.",
        "give_hidden": "Donne une carte à la main {other}.",
        "look": "Qui l’a donnée voit les cartes {first} et {second}.",
        "look_hidden": "Qui l’a donnée regarde l’autre main.",
        "take": "Prend la carte {card}.",
        "take_hidden": "Prend une carte.",
        "winner": "La main {other} montre la carte de l’Indien qui a quitté le circuit.",
        "dealt": "Elle va à la main {other}.",
        "off": "L’Indien {colour} quitte le circuit.",
        "stone": "La place {seat} gagne une pierre blanche.",
        "reset": "Toutes les pierres du teepee reviennent au centre.",
    },
}


def called(game: Game, name: str, language: str) -> str:
    """What people call the colours and cards in a text: names with blanks between them."""
    spoken = {colour.name: getattr(colour, language) for colour in cast(Powwow, game).colours}
    return " ".join(spoken.get(word, "Pow Wow" if word == "pow-wow" else word) for word in name.split())


def _name(kind: int) -> str:
    """A card or colour as it is written: one word, the same in all languages."""
    return "pow-wow" if kind == POW_WOW else "?" if kind == HIDDEN else NAMES[kind - 1] if kind else "-"


# The board ----------------------------------------------------------------------------------------------------


def board(state: State, language: str) -> str:
    """Indians, special spaces, tepee and dice, then a line a seat and one an exchange (`?` is a hole, `-` not dealt
    yet)."""
    game, s, words = state.game, state.fields(), LABELS[language]
    indians = ", ".join(f"{called(game, NAMES[i], language)} {place}" for i, place in enumerate(s["place"]))
    stones = " ".join(f"{SEGMENT_LETTERS[i]}{ring}" for i, ring in enumerate(s["ring"]))
    dice = " ".join(called(game, NAMES[i], language) for i in range(6) for _ in range(s["pool"] >> 3 * i & 7))
    track = cast(Powwow, game).data["track"]
    special = [
        f"{words[kind]} {' '.join(str(special['space']) for special in track['specials'] if special['kind'] == kind)}"
        for kind in ("stone", "moccasin")
    ]
    lines = [f"{words['track']} 0-{track['spaces']}: {indians}", "; ".join(special)]
    lines.append(f"{words['tepee']}: {stones}  {words['stock']}: {s['stock']}  {words['dice']}: {dice or '-'}")
    for hand in range(hands_of(game)):
        cards = _cards(game, s["hand"][hand], language)
        if hand == game.seats:
            lines.append(f"{words['dummy']}: {words['hand']} {cards}")
            continue
        die = called(game, _name(s["die"][hand]), language)
        starts = f"  {words['starts']}" if hand == s["starter"] else ""
        lines.append(
            f"{words['seat']} {hand}: {words['hand']} {cards}  {words['die']} {die}"
            f"  {words['stones']} {s['stones'][hand]}{starts}"
        )
    lines += [_exchange(game, entry, language) for entry in s["log"][: s["logged"]]]
    if s["target"]:
        who = (s["starter"] + s["turn"]) % game.seats
        gift = f"{words['seat']} {who} {words['gave']} {_cards(game, [s['given']], language)}"
        sight = f", {words['saw']} {_cards(game, s['sight'], language)}" if s["sight"][0] else ""
        lines.append(f"{gift} {words['to']} {s['target'] - 1}{sight}")
    if s["winner"]:
        lines.append(f"{words['winner']}: {s['winner'] - 1}")
    return "\n".join(lines)


def _cards(game: Game, kinds: list[int], language: str) -> str:
    return " + ".join(called(game, _name(kind), language) for kind in kinds)


def _exchange(game: Game, entry: int, language: str) -> str:
    words = LABELS[language]
    given, taken, kept = (_cards(game, [(entry >> shift) & 7 or HIDDEN], language) for shift in (6, 3, 0))
    return (
        f"{words['seat']} {(entry >> 12) - 1} {words['gave']} {given} {words['to']} {(entry >> 9) & 7},"
        f" {words['took']} {taken}, {words['left']} {kept}"
    )


# Moves and events ---------------------------------------------------------------------------------------------


def _number(game: Game, move: int) -> int:
    fields = cast(Powwow, game).data["tepee"][(move >> 4) & 15]["fields"]
    return int(fields[((move >> 8) & 15) - 1]["number"])


def write(game: Game, move: int) -> str:
    """`red`; `red A3 +3`, `red A2 -2`, `red A2 stays`; `reroll`; `red to 2`; `take red`."""
    kind, low, high = move & KIND, move & 15, (move >> 4) & 15
    if kind == CHOOSE:
        return _name(low)
    if kind == REROLL:
        return "reroll"
    if kind == GIVE:
        return f"{_name(low or HIDDEN)} to {high - 1}"
    if kind == TAKE:
        return f"take {_name(low or HIDDEN)}"
    number, direction = _number(game, move), move >> 12 & 3
    goes = f"+{number}" if direction == FORWARD else f"-{number}" if direction == BACK else "stays"
    return f"{_name(low)} {SEGMENT_LETTERS[high]}{move >> 8 & 15} {goes}"


def describe(game: Game, event: int) -> tuple[str, dict[str, int | str]]:
    kind, low, high = event & KIND, event & 15, (event >> 4) & 15
    shown = "" if low else "_hidden"
    if kind == DEAL:
        return f"deal{shown}", {"card": _name(low)}
    if kind == ROLL:
        return "roll", {"dice": " ".join(NAMES[i] for i in range(6) for _ in range(event >> 3 * i & 7))}
    if kind == MOVE:
        code = ("forward", "back", "stay")[event >> 12 & 3]
        segment, ring = SEGMENT_LETTERS[high], event >> 8 & 15
        return code, {"colour": _name(low), "segment": segment, "ring": ring, "number": _number(game, event)}
    if kind == GIVE:
        return f"give{shown}", {"card": _name(low), "other": high - 1}
    if kind == LOOK:
        return f"look{shown}", {"first": _name(high), "second": _name(low)}
    if kind == TAKE:
        return f"take{shown}", {"card": _name(low)}
    if kind == SHOW:
        return "winner", {"other": low - 1}
    if kind == REROLL:
        return "reroll", {}
    return ("choose" if kind == CHOOSE else "die"), {"colour": _name(low)}


def changes(before: State, event: int, after: State) -> list[tuple[str, dict[str, int | str]]]:
    """The seat whose card was dealt; the effects of an Indian's new space and of the last stone of the tepee."""
    if event & KIND not in (DEAL, MOVE):
        return []
    old, new = before.fields(), after.fields()
    if event & KIND == DEAL:
        return [("dealt", {"other": old["dealt"] // 2})]
    facts: list[tuple[str, dict[str, int | str]]] = []
    for seat in range(after.game.seats):
        if new["stones"][seat] > old["stones"][seat]:
            facts.append(("stone", {"seat": seat}))
    colour = event & 15
    if new["place"][colour - 1] > cast(Powwow, after.game).data["track"]["spaces"]:
        facts.append(("off", {"colour": _name(colour)}))
    return facts if any(new["ring"]) else [*facts, ("reset", {})]

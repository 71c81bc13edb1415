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
from hunch.engines.words import player

SEGMENT_LETTERS = "ABCDE"
UNBROKEN = "\u00a0"
"""A blank that no line ends at."""
LABELS = {
    "en": {
        "track": "track",
        "stone": "white stone at",
        "moccasin": "moccasins at",
        "tepee": "tepee",
        "rings": "numbers of rings 1 to 5, [dark]",
        "dice": "dice",
        "stones": "stones",
        "die": "die",
        "hand": "hand",
        "gave": "gave",
        "to": "to",
        "took": "took",
        "left": "left",
        "stock": "stock",
        "winner": "wins",
        "nobody": "{} holds the card of the Indian that left: nobody wins",
        "saw": "saw",
        "starts": "starts the round",
    },
    "fr": {
        "track": "circuit",
        "stone": "pierre blanche en",
        "moccasin": "mocassins en",
        "tepee": "teepee",
        "rings": "nombres des cercles 1 à 5, [noirs]",
        "dice": "dés",
        "stones": "pierres",
        "die": "dé",
        "hand": "main",
        "gave": "a donné",
        "to": "à",
        "took": "a pris",
        "left": "a laissé",
        "stock": "carrière",
        "winner": "gagne",
        "nobody": "le {} a la carte de l’Indien sorti : personne ne gagne",
        "saw": "a vu",
        "starts": "commence le tour",
    },
}
DUMMY = {"en": "the dummy", "fr": "mort"}
SENTENCES = {
    "en": {
        "deal": "A card is dealt: {card:card}.",
        "deal_hidden": "A card is dealt face down.",
        "roll": "The dice show {dice}.",
        "choose": "Takes the die that shows {colour}.",
        "forward": "Stone {segment} goes to ring {ring}: the {colour} Indian goes {number} forward.",
        "back": "Stone {segment} goes to ring {ring}: the {colour} Indian goes {number} back.",
        "stay": "Stone {segment} goes to ring {ring}: the {colour} Indian cannot go back and stays.",
        "reroll": "Spends a white stone on another roll.",
        "die": "The die shows {colour}.",
        "give": "Gives the {card:card} card to {other}.",
        "give_hidden": "Gives a card to {other}.",
        "look": "In that hand are the {first:card} card and the {second:card} card.",
        "look_hidden": "Looks at that hand.",
        "take": "Takes the {card:card} card.",
        "take_hidden": "Takes a card.",
        "winner": "{other} shows the card of the Indian that has left the track.",
        "dealt": "It goes to {other}.",
        "off": "The {colour} Indian leaves the track.",
        "stone": "{seat} wins a white stone.",
        "reset": "All stones of the tepee return to the centre.",
        "nobody_wins": "Nobody wins.",
    },
    "fr": {
        "deal": "Une carte est distribuée : {card:card}.",
        "deal_hidden": "Une carte est distribuée face cachée.",
        "roll": "Les dés montrent {dice}.",
        "choose": "Prend le dé qui montre {colour}.",
        "forward": "La pierre {segment} va au cercle {ring} : l’Indien {colour} avance de {number}.",
        "back": "La pierre {segment} va au cercle {ring} : l’Indien {colour} recule de {number}.",
        "stay": "La pierre {segment} va au cercle {ring} : l’Indien {colour} ne peut reculer et reste.",
        "reroll": "Dépense une pierre blanche pour relancer.",
        "die": "Le dé montre {colour}.",
        "give": "Donne la carte {card:card} au {other}.",
        "give_hidden": "Donne une carte au {other}.",
        "look": "Cette main contient la carte {first:card} et la carte {second:card}.",
        "look_hidden": "Regarde cette main.",
        "take": "Prend la carte {card:card}.",
        "take_hidden": "Prend une carte.",
        "winner": "Le {other} montre la carte de l’Indien qui a quitté le circuit.",
        "dealt": "Elle va au {other}.",
        "off": "L’Indien {colour} quitte le circuit.",
        "stone": "Le {seat} gagne une pierre blanche.",
        "reset": "Toutes les pierres du teepee reviennent au centre.",
        "nobody_wins": "Personne ne gagne.",
    },
}


class Said(str):
    """A colour in one language. Its format `card` is the colour as a card has it."""

    __slots__ = ("as_card",)
    as_card: str

    def __format__(self, form: str) -> str:
        return self.as_card if form == "card" else str(self)


def called(game: Game, name: str, language: str) -> Said:
    """What people call a colour or a card, or the colours of several dice."""
    colours = {colour.name: getattr(colour, language) for colour in cast(Powwow, game).colours}
    said = Said(", ".join(colours.get(word, "Pow Wow" if word == "pow-wow" else word) for word in name.split()))
    said.as_card = f"mocassin {said}" if language == "fr" and name in colours else str(said)
    return said


def _name(kind: int) -> str:
    """A card or colour as it is written: one word, the same in all languages."""
    return "pow-wow" if kind == POW_WOW else "?" if kind == HIDDEN else NAMES[kind - 1] if kind else "-"


# The board ----------------------------------------------------------------------------------------------------


def board(state: State, language: str) -> str:
    """Indians, special spaces, tepee and dice, then a line a seat and one an exchange (`?` is a hole, `-` not dealt
    yet)."""
    game, s, words = state.game, state.fields(), LABELS[language]
    indians = ", ".join(f"{called(game, NAMES[i], language)} {place}" for i, place in enumerate(s["place"]))
    dice = ", ".join(called(game, NAMES[i], language) for i in range(6) for _ in range(s["pool"] >> 3 * i & 7))
    track = cast(Powwow, game).data["track"]
    special = [
        f"{words[kind]} {' '.join(str(special['space']) for special in track['specials'] if special['kind'] == kind)}"
        for kind in ("stone", "moccasin")
    ]
    lines = [f"{words['track']} 0-{track['spaces']}: {indians}", "; ".join(special)]
    lines.append(f"{words['tepee']} ({words['rings']}): {_tepee(game, s['ring'])}")
    lines.append(f"{words['stock']}: {s['stock']}  {words['dice']}: {dice or '-'}")
    for hand in range(hands_of(game)):
        cards = f"{player(game, hand, language)}: {words['hand']} {_cards(game, s['hand'][hand], language)}"
        if hand == game.seats:
            lines.append(cards)
            continue
        die = called(game, _name(s["die"][hand]), language)
        starts = f"  {words['starts']}" if hand == s["starter"] else ""
        lines.append(f"{cards}  {words['die']} {die}  {words['stones']} {s['stones'][hand]}{starts}")
    lines += [_exchange(game, entry, language) for entry in s["log"][: s["logged"]]]
    if s["target"]:
        who = (s["starter"] + s["turn"]) % game.seats
        gift = f"{player(game, who, language)} {words['gave']} {_cards(game, [s['given']], language)}"
        sight = f", {words['saw']} {_cards(game, s['sight'], language)}" if s["sight"][0] else ""
        lines.append(f"{gift} {words['to']} {player(game, s['target'] - 1, language)}{sight}")
    if s["winner"]:
        name = player(game, s["winner"] - 1, language)
        won = f"{name} {words['winner']}" if s["winner"] <= game.seats else words["nobody"].format(name)
        lines.append(won)
    return "\n".join(lines)


def _tepee(game: Game, rings: list[int]) -> str:
    """Each segment with the ring of its stone and the numbers of its rings, those of dark fields in brackets."""
    segments = []
    for letter, ring, segment in zip(SEGMENT_LETTERS, rings, cast(Powwow, game).data["tepee"], strict=True):
        numbers = (f"[{field['number']}]" if field["dark"] else str(field["number"]) for field in segment["fields"])
        segments.append(f"{letter}{ring}{UNBROKEN}({UNBROKEN.join(numbers)})")
    return "  ".join(segments)


def _cards(game: Game, kinds: list[int], language: str) -> str:
    return " + ".join(called(game, _name(kind), language) for kind in kinds)


def _exchange(game: Game, entry: int, language: str) -> str:
    words = LABELS[language]
    given, taken, kept = (_cards(game, [(entry >> shift) & 7 or HIDDEN], language) for shift in (6, 3, 0))
    who, whom = player(game, (entry >> 12) - 1, language), player(game, (entry >> 9) & 7, language)
    return f"{who} {words['gave']} {given} {words['to']} {whom}, {words['took']} {taken}, {words['left']} {kept}"


# Moves and events ---------------------------------------------------------------------------------------------


def _number(game: Game, move: int) -> int:
    fields = cast(Powwow, game).data["tepee"][(move >> 4) & 15]["fields"]
    return int(fields[((move >> 8) & 15) - 1]["number"])


WRITTEN = {
    "": {"reroll": "reroll", "give": "{card} to {hand}", "take": "take {card}", "stays": "stays"},
    "en": {"reroll": "reroll", "give": "{card} to {player}", "take": "take {card}", "stays": "stays"},
    "fr": {"reroll": "relancer", "give": "{card} au {player}", "take": "prendre {card}", "stays": "reste"},
}
"""The short notation. In messages a hand has its number, for people it is a player's or the dummy's."""


def write(game: Game, move: int, language: str) -> str:
    """`red`; `red A3 +3`, `red A2 -2`, `red A2 stays`; `reroll`; `red to 2`; `take red`."""
    kind, low, high, words = move & KIND, move & 15, (move >> 4) & 15, WRITTEN[language]
    name = _name(low or HIDDEN) if kind != REROLL else ""
    card = called(game, name, language).lower() if language else name
    if kind == CHOOSE:
        return card
    if kind == REROLL:
        return words["reroll"]
    if kind == GIVE:
        return words["give"].format(card=card, hand=high - 1, player=player(game, high - 1, language))
    if kind == TAKE:
        return words["take"].format(card=card)
    number, direction = _number(game, move), move >> 12 & 3
    goes = f"+{number}" if direction == FORWARD else f"-{number}" if direction == BACK else words["stays"]
    return f"{card} {SEGMENT_LETTERS[high]}{move >> 8 & 15} {goes}"


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
    """The hand a card was dealt to, the effects of an Indian's new space, the tepee's reset, and that nobody wins."""
    if event & KIND == SHOW:
        return [("nobody_wins", {})] if (event & 15) - 1 == after.game.seats else []
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

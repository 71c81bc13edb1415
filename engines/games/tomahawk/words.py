"""Tomahawk in words: `8+3` is an 8 with hair 3, specials are the two letters of LETTERS in names.py."""

from typing import Any

from hunch.engines.contract import Game, State
from hunch.engines.games.tomahawk.explain import NAMES
from hunch.engines.games.tomahawk.names import LETTERS, Names, names_of
from hunch.engines.games.tomahawk.state import (
    CARDS,
    CHOOSE,
    DEAL,
    DRAW,
    FOREST,
    HIDDEN,
    KIND,
    LOOK,
    NO_SET,
    OPEN,
    PILES,
    PLACE,
    READY,
    REDWOOD,
    SEEK,
    SHOW,
    TAKE,
    TIE,
    TURNS,
)

LABELS: dict[str, dict[str, Any]] = {
    "en": {
        "turn": "turn",
        "pile": "pile",
        "seat": "seat",
        "points": "points",
        "animals": "animals",
        "scalps": "scalps",
        "hand": "hand",
        "deck": "deck",
        "dealt": "dealt",
        "kept": "kept",
        "placed": "placed",
        "sought": "sought animal",
        "won": ("", "won by seat 0", "won by seat 1", "tie"),
        "land": ("plains", "forest", "mountain"),
        "icon": ("", " puma", " picking"),
        "step": (
            "deal",
            "deal",
            "choose specials",
            "draw the sought animal",
            "open territories",
            "draw cards",
            "place cards",
            "turn cards face up",
            "look from a mountain",
            "Dancing Twilight takes",
            "over",
        ),
    },
    "fr": {
        "turn": "tour",
        "pile": "pile",
        "seat": "place",
        "points": "points",
        "animals": "animaux",
        "scalps": "scalps",
        "hand": "main",
        "deck": "pioche",
        "dealt": "reçu",
        "kept": "gardé",
        "placed": "posé",
        "sought": "animal recherché",
        "won": ("", "à la place 0", "à la place 1", "égalité"),
        "land": ("plaine", "forêt", "montagne"),
        "icon": ("", " puma", " cueillette"),
        "step": (
            "donne",
            "donne",
            "choix des spéciaux",
            "animal recherché",
            "nouveaux territoires",
            "pioche",
            "pose des cartes",
            "révélation",
            "regard d’une montagne",
            "Danse du crépuscule prend",
            "fin",
        ),
    },
}
SENTENCES = {
    "en": {
        "deal": "Seat {seat} is dealt {cards}.",
        "deal_unseen": "Seat {seat} is dealt three specials.",
        "choose": "Keeps {cards}; {left} leave.",
        "ready": "Both are ready.",
        "seek": "{tile} shows which animal is sought after.",
        "open": "{tile} comes up on pile {pile}.",
        "draw": "Seat {seat} draws {card}.",
        "draw_unseen": "Seat {seat} draws a card.",
        "place": "Places {card} on pile {pile}.",
        "show": "Pile {pile}, turn {turn}: {first} of seat 0 faces {second} of seat 1.",
        "look": "Seat {seat} looks from the mountain and sees {cards}.",
        "look_unseen": "Seat {seat} looks from the mountain at cards in forests.",
        "take": "Dancing Twilight takes {card} from seat {seat} for pile {pile}.",
        "take_unseen": "Dancing Twilight takes a card from seat {seat} for pile {pile}.",
        "scalps": "Seat {seat} takes scalps worth {points}.",
        "won": "Seat {seat} wins {tile} on pile {pile}, worth {points}.",
        "tied": "Nobody wins {tile} on pile {pile}.",
        "bonus": "Seat {seat} has most of the sought animal: {points} more.",
    },
    "fr": {
        "deal": "La place {seat} reçoit {cards}.",
        "deal_unseen": "La place {seat} reçoit trois cartes spéciales.",
        "choose": "Garde {cards} ; {left} partent.",
        "ready": "Les deux sont prêts.",
        "seek": "{tile} indique l’animal le plus recherché.",
        "open": "{tile} apparaît sur la pile {pile}.",
        "draw": "La place {seat} pioche {card}.",
        "draw_unseen": "La place {seat} pioche une carte.",
        "place": "Pose {card} sur la pile {pile}.",
        "show": "Pile {pile}, tour {turn} : {first} de la place 0 face à {second} de la place 1.",
        "look": "La place {seat} regarde depuis la montagne et voit {cards}.",
        "look_unseen": "La place {seat} regarde depuis la montagne des cartes en forêt.",
        "take": "Danse du crépuscule prend {card} à la place {seat} pour la pile {pile}.",
        "take_unseen": "Danse du crépuscule prend une carte à la place {seat} pour la pile {pile}.",
        "scalps": "La place {seat} prend des scalps, valeur {points}.",
        "won": "La place {seat} gagne {tile} sur la pile {pile}, valeur {points}.",
        "tied": "Personne ne gagne {tile} sur la pile {pile}.",
        "bonus": "La place {seat} a le plus d’animaux recherchés : {points} de plus.",
    },
}


def board(state: State, language: str) -> str:
    """A line a territory that has come up, with its rows of cards in brackets while they lie face down; two lines a
    seat. `?` is a hole, `-` nothing yet, `*` behind a card that the other has seen from a mountain."""
    s, names, labels = state.fields(), names_of(state.game), LABELS[language]
    head = f"{labels['turn']} {min(s['turn'] + 1, TURNS)}/{TURNS}: {labels['step'][s['step']]}"
    if s["sought"]:
        head += f"; {labels['sought']}: {names.cards.tiles[s['sought'] - 1].id}"
    lines = [head]
    for place, (pile, first, last) in enumerate(names.codes.places):
        if s["tile"][place]:
            tile = names.cards.tiles[s["tile"][place] - 1]
            rows = [_row(s, names, turn, pile) for turn in range(first, last + 1) if s["card"][0][turn][pile]]
            lines.append(
                f"{labels['pile']} {pile + 1} {tile.id} {labels['land'][tile.land]} {tile.animals}"
                f"{labels['icon'][tile.icon]}: {' '.join(rows) or '-'} {labels['won'][s['result'][place]]}".rstrip()
            )
    bonus = _bonus(s, names)
    for seat in range(2):
        more = f", {labels['sought']} {bonus[seat]}" if bonus[seat] else ""
        pending = " ".join(names.text(code) for code in s["pending"][seat])
        lines.append(
            f"{labels['seat']} {seat}: {labels['points']} {s['points'][seat] + s['scalps'][seat] + bonus[seat]}"
            f" ({labels['animals']} {s['points'][seat]}, {labels['scalps']} {s['scalps'][seat]}{more});"
            f" {labels['dealt']} {_specials(s['dealt'][seat])}; {labels['kept']} {_choice(s, names, seat)}"
        )
        hand, deck = (_cards(names, s[field][seat]) for field in ("hand", "deck"))
        left = CARDS - s["drawn"][seat]
        lines.append(f"  {labels['placed']}: {pending}; {labels['hand']}: {hand}; {labels['deck']} ({left}): {deck}")
    return "\n".join(lines)


def _bonus(s: dict[str, Any], names: Names) -> tuple[int, int]:
    """The points of each seat for the sought animal, after all battles."""
    if not s["sought"] or not all(s["result"]):
        return 0, 0
    won, tiles = [0, 0, 0, 0], names.cards.tiles
    for tile, result in zip((tiles[number - 1] for number in s["tile"]), s["result"], strict=True):
        if tile.land == tiles[s["sought"] - 1].land:
            won[result] += tile.animals
    bonus = names.cards.sought_bonus
    return bonus * (won[1] > won[2]), bonus * (won[2] > won[1])


def _row(s: dict[str, Any], names: Names, turn: int, pile: int) -> str:
    bit = 1 << (turn * PILES + pile)
    cards = [
        names.text(s["card"][seat][turn][pile]) + ("*" if s["looked"][1 - seat] & bit else "") for seat in range(2)
    ]
    text = ":".join(cards)
    return text if s["shown"] & bit else f"({text})"


def _specials(mask: int) -> str:
    if mask in (0, HIDDEN):
        return "?" if mask else "-"
    return " ".join(letters for bit, letters in enumerate(LETTERS) if mask >> bit & 1)


def _choice(s: dict[str, Any], names: Names, seat: int) -> str:
    if s["kept"][seat] in (0, HIDDEN):
        return "?" if s["kept"][seat] else "-"
    return _kept(names, s["kept"][seat], s["gone_low"][seat], s["gone_high"][seat])


def _kept(names: Names, kept: int, low: int, high: int) -> str:
    one, two = [letters for bit, letters in enumerate(LETTERS) if kept >> bit & 1]
    return f"{one}/{names.text(low)} {two}/{names.text(high)}"


def _cards(names: Names, cards: int) -> str:
    return "?" if cards == NO_SET else " ".join(map(names.text, names.codes_in(cards))) or "-"


def write(game: Game, move: int) -> str:
    """`2:8+3` places an 8 with hair 3 on pile 2; `GM/4 DT/5+1` keeps two specials and names base cards that leave."""
    names = names_of(game)
    if move & KIND == CHOOSE:
        return _kept(names, move >> 10 & 127, move >> 5 & 31, move & 31)
    return f"{(move >> 5 & 3) + 1}:{names.text(move & 31)}"


def called(game: Game, name: str, language: str) -> str:
    """Specials by name beside their letters, in a list too; everything else as it is written."""
    if name in names_of(game).codes.tiles:
        return name
    names = NAMES[language]
    each = (f"{names[one]} ({one})" if one in LETTERS else one for one in name.replace(",", "").split())
    return ", ".join(each)


def describe(game: Game, event: int) -> tuple[str, dict[str, int | str]]:
    names, kind = names_of(game), event & KIND
    card = names.text(event & 31) if kind in (DRAW, PLACE, SHOW, TAKE) else ""
    pile = (event >> 5 & 3) + 1
    if kind == DEAL:
        code = "deal" if event & 127 else "deal_unseen"
        return code, {"seat": event >> 7 & 1, "cards": _specials(event & 127)}
    if kind == CHOOSE:
        left = ", ".join(names.text(code) for code in (event >> 5 & 31, event & 31))
        return "choose", {"cards": _specials(event >> 10 & 127), "left": left}
    if kind == READY:
        return "ready", {}
    if kind in (SEEK, OPEN):
        tile = names.cards.tiles[(event & 15) - 1].id
        return ("seek", {"tile": tile}) if kind == SEEK else ("open", {"tile": tile, "pile": (event >> 4 & 3) + 1})
    if kind == DRAW:
        return "draw" if event & 31 else "draw_unseen", {"seat": event >> 5 & 1, "card": card}
    if kind == PLACE:
        return "place", {"pile": pile, "card": card}
    if kind == SHOW:
        row = {"turn": (event >> 12 & 7) + 1, "pile": (event >> 10 & 3) + 1}
        return "show", {**row, "first": names.text(event >> 5 & 31), "second": card}
    if kind == LOOK:
        cards = ", ".join(names.text(event >> shift & 31) for shift in (10, 5, 0) if event >> shift & 31)
        return "look" if cards else "look_unseen", {"seat": event >> 15 & 1, "cards": cards}
    return "take" if event & 31 else "take_unseen", {"seat": event >> 7 & 1, "pile": pile, "card": card}


def changes(before: State, event: int, after: State) -> list[tuple[str, dict[str, int | str]]]:
    """Scalps that were taken and battles that were decided."""
    if event & KIND != SHOW:
        return []
    old, new, names = before.fields(), after.fields(), names_of(after.game)
    facts: list[tuple[str, dict[str, int | str]]] = []
    for seat in range(2):
        taken = new["scalps"][seat] - old["scalps"][seat]
        if taken:
            facts.append(("scalps", {"seat": seat, "points": taken}))
    for place, (pile, first, last) in enumerate(names.codes.places):
        result = new["result"][place]
        if result == old["result"][place]:
            continue
        tile = names.cards.tiles[new["tile"][place] - 1]
        where: dict[str, int | str] = {"tile": tile.id, "pile": pile + 1}
        rows = [new["card"][seat][turn][pile] for seat in range(2) for turn in range(first, last + 1)]
        doubled = tile.land == FOREST and REDWOOD in rows
        winner: dict[str, int | str] = {"seat": result - 1, "points": tile.animals * (2 if doubled else 1)}
        facts.append(("tied", where) if result == TIE else ("won", {**where, **winner}))
    facts += [("bonus", {"seat": seat, "points": more}) for seat, more in enumerate(_bonus(new, names)) if more]
    return facts

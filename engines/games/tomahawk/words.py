"""Tomahawk in words: `8+3` is an 8 with hair 3, specials are the two letters that names.py has in each language."""

from typing import Any

from hunch.engines.contract import Game, State
from hunch.engines.games.tomahawk.explain import NAMES
from hunch.engines.games.tomahawk.names import FRENCH_LETTERS, LETTERS, Names, names_of
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
from hunch.engines.games.tomahawk.tables import Tile
from hunch.engines.words import player

ANIMALS = ("bison", "caribou", "eagle")
"""What lives on plains, in forests and on mountains."""
LABELS: dict[str, dict[str, Any]] = {
    "en": {
        "turn": "turn",
        "turns": ("turn {}", "turns {}–{}"),
        "pile": "pile",
        "points": "points",
        "animals": "animals",
        "scalps": "scalps",
        "hand": "hand",
        "deck": "deck",
        "dealt": "specials dealt",
        "kept": "kept",
        "placed": "placed this turn",
        "sought": "sought animal",
        "won": ("", "won by player 1", "won by player 2", "tie"),
        "land": ("plains", "forest", "mountain"),
        "animal": (("bison", "bison"), ("caribou", "caribou"), ("eagle", "eagles")),
        "the": ("the bison", "the caribou", "the eagle"),
        "icon": ("", ", puma", ", picking"),
        "length": ("1 turn", "{} turns"),
        "tile": "{land} with {animals}, {length}{icon} ({id})",
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
        "turns": ("tour {}", "tours {}–{}"),
        "pile": "pile",
        "points": "points",
        "animals": "animaux",
        "scalps": "scalps",
        "hand": "main",
        "deck": "pioche",
        "dealt": "spéciales reçues",
        "kept": "gardées",
        "placed": "posées ce tour",
        "sought": "animal recherché",
        "won": ("", "au joueur 1", "au joueur 2", "égalité"),
        "land": ("plaine", "forêt", "montagne"),
        "animal": (("bison", "bisons"), ("caribou", "caribous"), ("aigle", "aigles")),
        "the": ("le bison", "le caribou", "l’aigle"),
        "icon": ("", ", puma", ", cueillette"),
        "length": ("1 tour", "{} tours"),
        "tile": "{land} à {animals}, {length}{icon} ({id})",
        "step": (
            "donne",
            "donne",
            "choix des spéciales",
            "tirage de l’animal recherché",
            "nouveaux territoires",
            "chacun pioche",
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
        "deal": "{seat} is dealt {cards}.",
        "deal_unseen": "{seat} is dealt three specials.",
        "choose": "Keeps {cards}; {left} leave.",
        "ready": "Both are ready.",
        "seek": "The {tile} shows the sought animal: {animal}.",
        "open": "Pile {pile} opens with the {tile}.",
        "draw": "{seat} draws {card}.",
        "draw_unseen": "{seat} draws a card.",
        "place": "Places {card} on pile {pile}.",
        "show": "Pile {pile}, turn {turn}: {first} of player 1 faces {second} of player 2.",
        "look": "{seat} looks from the mountain and sees {cards}.",
        "look_unseen": "{seat} looks from the mountain at cards in forests.",
        "take": "Dancing Twilight takes {card} from {seat} for pile {pile}.",
        "take_unseen": "Dancing Twilight takes a card from {seat} for pile {pile}.",
        "scalps": "{seat} takes scalps worth {points}.",
        "won": "{seat} wins the {tile} on pile {pile}, worth {points}.",
        "tied": "Nobody wins the {tile} on pile {pile}.",
        "bonus": "{seat} has most of the sought animal: {points} more.",
    },
    "fr": {
        "deal": "Le {seat} reçoit {cards}.",
        "deal_unseen": "Le {seat} reçoit trois cartes spéciales.",
        "choose": "Garde {cards} ; {left} partent.",
        "ready": "Les deux sont prêts.",
        "seek": "L’animal recherché est {animal} : {tile}.",
        "open": "La pile {pile} s’ouvre sur : {tile}.",
        "draw": "Le {seat} pioche {card}.",
        "draw_unseen": "Le {seat} pioche une carte.",
        "place": "Pose {card} sur la pile {pile}.",
        "show": "Pile {pile}, tour {turn} : {first} du joueur 1 face à {second} du joueur 2.",
        "look": "Le {seat} regarde depuis la montagne et voit {cards}.",
        "look_unseen": "Le {seat} regarde depuis la montagne des cartes en forêt.",
        "take": "Danse du crépuscule prend {card} au {seat} pour la pile {pile}.",
        "take_unseen": "Danse du crépuscule prend une carte au {seat} pour la pile {pile}.",
        "scalps": "Le {seat} prend des scalps, valeur {points}.",
        "won": "Le {seat} gagne sur la pile {pile} : {tile}, valeur {points}.",
        "tied": "Personne ne gagne sur la pile {pile} : {tile}.",
        "bonus": "Le {seat} a le plus d’animaux recherchés : {points} de plus.",
    },
}


def board(state: State, language: str) -> str:
    """A line a territory that has come up, with its rows of cards in brackets while they lie face down; two lines a
    seat. `?` is a hole, `-` nothing yet, `*` behind a card that the other has seen from a mountain."""
    s, names, labels = state.fields(), names_of(state.game), LABELS[language]
    head = f"{labels['turn']} {min(s['turn'] + 1, TURNS)}/{TURNS}: {labels['step'][s['step']]}"
    if s["sought"]:
        land = names.cards.tiles[s["sought"] - 1].land
        head += f"; {labels['sought']}: {labels['animal'][land][0]}"
    lines = [head]
    for place, (pile, first, last) in enumerate(names.codes.places):
        if s["tile"][place]:
            tile = names.cards.tiles[s["tile"][place] - 1]
            turns = [turn for turn in range(first, last + 1) if s["card"][0][turn][pile]]
            rows = " ".join(_row(s, names, turn, pile, language) for turn in turns)
            lasts = labels["turns"][first < last].format(first + 1, last + 1)
            lines.append(
                f"{labels['pile']} {pile + 1}, {lasts}, {labels['land'][tile.land]}, {_animals(tile, labels)}"
                f"{labels['icon'][tile.icon]}: {rows or '-'} {labels['won'][s['result'][place]]}".rstrip()
            )
    bonus = _bonus(s, names)
    for seat in range(2):
        more = f", {labels['sought']} {bonus[seat]}" if bonus[seat] else ""
        pending = " ".join(names.text(code, language) for code in s["pending"][seat])
        lines.append(
            f"{player(state.game, seat, language)}: {labels['points']}"
            f" {s['points'][seat] + s['scalps'][seat] + bonus[seat]}"
            f" ({labels['animals']} {s['points'][seat]}, {labels['scalps']} {s['scalps'][seat]}{more});"
            f" {labels['dealt']} {_specials(s['dealt'][seat], language)};"
            f" {labels['kept']} {_choice(s, names, seat, language)}"
        )
        hand, deck = (_cards(names, s[field][seat], language) for field in ("hand", "deck"))
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


def _animals(tile: Tile, labels: dict[str, Any]) -> str:
    """How many animals of which kind a territory has."""
    return f"{tile.animals} {labels['animal'][tile.land][tile.animals > 1]}"


def _row(s: dict[str, Any], names: Names, turn: int, pile: int, language: str) -> str:
    bit = 1 << (turn * PILES + pile)
    cards = [
        names.text(s["card"][seat][turn][pile], language) + ("*" if s["looked"][1 - seat] & bit else "")
        for seat in range(2)
    ]
    text = ":".join(cards)
    return text if s["shown"] & bit else f"({text})"


def _specials(mask: int, language: str = "en") -> str:
    if mask in (0, HIDDEN):
        return "?" if mask else "-"
    letters = FRENCH_LETTERS if language == "fr" else LETTERS
    return " ".join(special for bit, special in enumerate(letters) if mask >> bit & 1)


def _choice(s: dict[str, Any], names: Names, seat: int, language: str) -> str:
    if s["kept"][seat] in (0, HIDDEN):
        return "?" if s["kept"][seat] else "-"
    return _kept(names, s["kept"][seat], (s["gone_low"][seat], s["gone_high"][seat]), language)


def _kept(names: Names, kept: int, left: tuple[int, int], language: str) -> str:
    """The specials kept, each with the base card that leaves for it."""
    specials = (CARDS + 1 + bit for bit in range(len(LETTERS)) if kept >> bit & 1)
    return " ".join(
        f"{names.text(special, language)}/{names.text(gone, language)}"
        for special, gone in zip(specials, left, strict=True)
    )


def _cards(names: Names, cards: int, language: str) -> str:
    return "?" if cards == NO_SET else " ".join(names.text(code, language) for code in names.codes_in(cards)) or "-"


def write(game: Game, move: int, language: str) -> str:
    """`2:8+3` places an 8 with hair 3 on pile 2; `GM/4 DT/5+1` keeps two specials and names base cards that leave."""
    names = names_of(game)
    if move & KIND == CHOOSE:
        return _kept(names, move >> 10 & 127, (move >> 5 & 31, move & 31), language)
    return f"{(move >> 5 & 3) + 1}:{names.text(move & 31, language)}"


def called(game: Game, name: str, language: str) -> str:
    """Territories by what they show, specials by name beside their letters, everything else as it is written."""
    names, labels = names_of(game), LABELS[language]
    if name in names.codes.tiles:
        tile = names.cards.tiles[names.codes.tiles[name] - 1]
        return str(labels["tile"]).format(
            land=labels["land"][tile.land],
            animals=_animals(tile, labels),
            length=labels["length"][tile.length > 1].format(tile.length),
            icon=labels["icon"][tile.icon],
            id=tile.id,
        )
    if name in ANIMALS:
        return str(labels["the"][ANIMALS.index(name)])
    return ", ".join(_card_called(card, language) for card in name.replace(",", "").split())


def _card_called(card: str, language: str) -> str:
    """A special by its name and letters, a base card as it is written."""
    if card not in LETTERS:
        return card
    letters = FRENCH_LETTERS if language == "fr" else LETTERS
    return f"{NAMES[language][card]} ({letters[LETTERS.index(card)]})"


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
        tile = names.cards.tiles[(event & 15) - 1]
        if kind == SEEK:
            return "seek", {"tile": tile.id, "animal": ANIMALS[tile.land]}
        return "open", {"tile": tile.id, "pile": (event >> 4 & 3) + 1}
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

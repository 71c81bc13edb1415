"""Big Manitou in words."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from hunch.engines.contract import Game, State
from hunch.engines.games.manitou.names import kinds_in, tables_of, tiles_in
from hunch.engines.games.manitou.points import Points, points
from hunch.engines.games.manitou.state import (
    ASIDE,
    ASKED,
    DOWN,
    DRAWN,
    EIGHTH,
    GET,
    GIVE,
    HIDDEN,
    HUNTERS,
    KIND,
    LAY,
    MOVE,
    PASS,
    PICK,
    TAKE,
    TILE,
    UNSEEN,
)
from hunch.engines.games.manitou.tables import HERO_NAMES, SORTS
from hunch.engines.words import player

STEPS = ("layout", "select", "deal", "play", "draw", "ask", "eighth", "ride", "pay", "take", "end")
RANKS = ("hero", "first", "second")

NAMES = {
    "en": {name: name for name in (*HERO_NAMES, *SORTS)},
    "fr": {
        "chief": "grand chef",
        "sorcerer": "sorcier",
        "rainmaker": "faiseur de pluie",
        "scout": "éclaireur",
        "squaw": "squaw",
        "bison": "bison",
        "tipi": "tipi",
        "horse": "cheval",
        "totem": "totem",
        "tomahawk": "tomahawk",
    },
}
LABELS: dict[str, dict[str, Any]] = {
    "en": {
        "hunt": "hunt",
        "bag": "bag",
        "brown": "brown cylinder",
        "white": "white cylinder",
        "ground": "ground",
        "hand": "hand",
        "deck": "deck",
        "tiles": "tiles",
        "spent": "spent",
        "removed": "removed",
        "aside": "aside",
        "layout": "tiles are laid out",
        "select": "cards are selected, lowest first",
        "deal": "draws the first cards",
        "play": "plays",
        "draw": "draws",
        "ask": "shows whether an eighth card can be played",
        "eighth": "may play an eighth card",
        "ride": "may move a hunter",
        "pay": "pays the penalty",
        "take": "takes tiles",
        "end": "the game is over",
        "first": "for most points of hunters",
        "second": "for second most points of hunters",
        "hero": "for the hero",
        "left": ("{} tile", "{} tiles"),
        "points": "points",
        "cylinders": "cylinders",
        "most": "most tomahawks",
        "wins": "wins",
        "tie": "share the win",
    },
    "fr": {
        "hunt": "chasse",
        "bag": "sac",
        "brown": "cylindre marron",
        "white": "cylindre blanc",
        "ground": "terrain",
        "hand": "main",
        "deck": "paquet",
        "tiles": "tuiles",
        "spent": "jouées",
        "removed": "retirées",
        "aside": "de côté",
        "layout": "pose des tuiles",
        "select": "choix des cartes, la plus faible d’abord",
        "deal": "pioche ses premières cartes",
        "play": "joue",
        "draw": "pioche",
        "ask": "montre si une huitième carte peut être jouée",
        "eighth": "peut jouer une huitième carte",
        "ride": "peut déplacer un chasseur",
        "pay": "paie la pénalité",
        "take": "prend des tuiles",
        "end": "la partie est finie",
        "first": "pour le plus de points de chasseurs",
        "second": "pour le total suivant de points de chasseurs",
        "hero": "pour le héros",
        "left": ("{} tuile", "{} tuiles"),
        "points": "points",
        "cylinders": "cylindres",
        "most": "le plus de tomahawks",
        "wins": "gagne",
        "tie": "se partagent la victoire",
    },
}

# Sentences about a card or a tile come in one form for each kind, as its name is a word of the language.
ABOUT_CARDS = {
    "en": {
        "select": "Selects {card}.",
        "draw": "{{seat}} draws {card}.",
        "play": "Plays {card} on ground {{ground}}.",
        "aside": "Puts {card} aside, which can be played nowhere.",
        "ride": "Moves {card} to ground {{ground}}.",
        "down": "Face down now: {card} of {{seat}}.",
    },
    "fr": {
        "select": "Choisit {card}.",
        "draw": "Le {{seat}} pioche {card}.",
        "play": "Joue {card} sur le terrain {{ground}}.",
        "aside": "Met de côté {card}, qui ne peut être joué{feminine} nulle part.",
        "ride": "Déplace {card} vers le terrain {{ground}}.",
        "down": "Face cachée à présent : {card} du {{seat}}.",
    },
}
ABOUT_TILES = {
    "en": {
        "tile": "A tile is laid out: {tile}.",
        "pay": "Pays a tile as penalty: {tile}.",
        "take": "Takes a tile: {tile}.",
    },
    "fr": {
        "tile": "Une tuile est posée : {tile}.",
        "pay": "Paie une tuile de pénalité : {tile}.",
        "take": "Prend une tuile : {tile}.",
    },
}
CARDS = {
    "en": {"hunter": "hunter {number}", **{hero: f"the {NAMES['en'][hero]}" for hero in HERO_NAMES}},
    "fr": {
        "hunter": "le chasseur {number}",
        "chief": "le grand chef",
        "sorcerer": "le sorcier",
        "rainmaker": "le faiseur de pluie",
        "scout": "l’éclaireur",
        "squaw": "la squaw",
    },
}
FEMININE = {"squaw": "e"}
"""What a participle ends with."""
PLAIN = {
    "en": {
        "draw_unseen": "{seat} draws a card.",
        "decline": "Plays no eighth card.",
        "stay": "Moves no hunter.",
        "can_lay": "An eighth card can be played.",
        "cannot_lay": "No eighth card can be played.",
        "brown": "The brown cylinder goes to {seat}.",
        "white": "The white cylinder goes to {seat}.",
        "brown_aside": "The brown cylinder is set aside.",
        "white_aside": "The white cylinder is set aside.",
        "left": "Tiles that nobody gets: {number}.",
    },
    "fr": {
        "draw_unseen": "Le {seat} pioche une carte.",
        "decline": "Ne joue pas de huitième carte.",
        "stay": "Ne déplace pas de chasseur.",
        "can_lay": "Une huitième carte peut être jouée.",
        "cannot_lay": "Aucune huitième carte ne peut être jouée.",
        "brown": "Le cylindre marron va au {seat}.",
        "white": "Le cylindre blanc va au {seat}.",
        "brown_aside": "Le cylindre marron est mis de côté.",
        "white_aside": "Le cylindre blanc est mis de côté.",
        "left": "Tuiles que personne ne reçoit : {number}.",
    },
}


def _sentences(language: str) -> dict[str, str]:
    result = dict(PLAIN[language])
    for code, pattern in ABOUT_CARDS[language].items():
        for card, name in CARDS[language].items():
            result[f"{code}_{card}"] = pattern.format(card=name, feminine=FEMININE.get(card, ""))
    for code, pattern in ABOUT_TILES[language].items():
        for sort in SORTS:
            name = NAMES[language][sort] + (" {value}" if sort in SORTS[:2] else "")
            result[f"{code}_{sort}"] = pattern.format(tile=name)
    return result


SENTENCES = {language: _sentences(language) for language in PLAIN}


# Boards -------------------------------------------------------------------------------------------------------------


def board(state: State, language: str) -> str:
    """A line for the game, one a ground and one a seat. `?` is a hole; a card in brackets lies face down."""
    game, s = state.game, state.fields()
    scored = points(game, s)
    return "\n".join(
        [
            _head(game, s, language) + (_winners(game, s, scored, language) if state.over else ""),
            *(_ground(game, s, ground, language) for ground in range(3)),
            *(_seat(game, s, seat, scored[seat], language) for seat in range(game.seats)),
        ]
    )


def _head(game: Game, s: dict[str, Any], language: str) -> str:
    step, words = STEPS[s["phase"]], LABELS[language]
    hunts = next(table.hunts for table in tables_of(game).tables if table.players == game.seats)
    whose = "" if step in ("layout", "select", "end") else f"{player(game, s['turn'], language)} "
    share = ""
    if s["phase"] == TAKE:
        left = words["left"][s["left"] > 1].format(s["left"])
        share = f" ({words['ground']} {s['at'] + 1}, {words[RANKS[s['share']]]}, {left})"
    cylinders = (
        f"{words[name]}: {player(game, s[name] - 1, language) if s[name] else '-'}" for name in ("brown", "white")
    )
    hunt = f"{words['hunt']} {min(s['hunt'] + 1, hunts)}/{hunts}"
    return f"{hunt}, {whose}{words[step]}{share}; {', '.join(cylinders)}; {words['bag']} {sum(s['bag'])}"


def _ground(game: Game, s: dict[str, Any], ground: int, language: str) -> str:
    words, sides = LABELS[language], []
    for seat in range(game.seats):
        cards = [laid for laid in s["laid"][seat] if laid and laid >> 4 & 3 == ground]
        if cards:
            shown = " ".join(_laid(game, laid, language) for laid in cards)
            total = s["total"][ground][seat] + s["bonus"][seat] * s["hunters"][ground][seat]
            sides.append(
                f"{player(game, seat, language)}: {shown}" + (f" = {total}" if s["hunters"][ground][seat] else "")
            )
    tiles = _tiles(game, s["lot"][ground], language)
    return "; ".join([f"{words['ground']} {ground + 1}: {tiles}", *sides])


def _winners(game: Game, s: dict[str, Any], scored: list[Points], language: str) -> str:
    ranks = [(one.total, one.tipi, sum(tiles)) for one, tiles in zip(scored, s["tiles"], strict=False)]
    ahead = [player(game, seat, language) for seat, rank in enumerate(ranks) if rank == max(ranks)]
    return f"; {', '.join(ahead)} {LABELS[language]['wins' if len(ahead) == 1 else 'tie']}"


def _seat(game: Game, s: dict[str, Any], seat: int, scored: Points, language: str) -> str:
    words, names = LABELS[language], NAMES[language]
    spent = Counter(kinds_in(0x1FFFF)) - Counter(kinds_in(s["pool"][seat]))
    parts = [f"{words['hand']} {_cards(game, s['hand'][seat], language)}"]
    parts.append(f"{words['deck']} {_cards(game, s['deck'][seat], language)}")
    if spent:
        parts.append(f"{words['spent']} {_names(game, sorted(spent.elements()), language)}")
    aside = [(laid & 15) - 1 for laid in s["laid"][seat] if laid and laid >> 4 & 3 == ASIDE]
    if aside:
        parts.append(f"{words['aside']} {_names(game, aside, language)}")
    parts.append(f"{words['tiles']} {_tiles(game, s['tiles'][seat], language)}")
    shares = [(names["bison"], scored.bison), (names["tipi"], scored.tipi)]
    shares += [(words["cylinders"], scored.cylinders), (words["most"], scored.tomahawks)]
    made_of = ", ".join(f"{name} {value}" for name, value in shares if value)
    parts.append(f"{words['points']} {scored.total}" + (f" ({made_of})" if made_of else ""))
    return f"{player(game, seat, language)}: " + "; ".join(parts)


def _laid(game: Game, laid: int, language: str) -> str:
    name = _name(game, (laid & 15) - 1, language)
    return f"({name})" if laid & DOWN else name


def _cards(game: Game, cards: int, language: str) -> str:
    return "?" if cards == HIDDEN else _names(game, kinds_in(cards), language)


def _names(game: Game, kinds: Iterable[int], language: str) -> str:
    return " ".join(_name(game, kind, language) for kind in kinds) or "-"


def _name(game: Game, kind: int, language: str) -> str:
    if kind < HUNTERS:
        return str(tables_of(game).hunters[kind])
    return NAMES[language][HERO_NAMES[kind - HUNTERS]]


def _tiles(game: Game, counts: Sequence[int], language: str) -> str:
    return ", ".join(_tile(game, kind, language) for kind in tiles_in(counts)) or "-"


def _tile(game: Game, kind: int, language: str) -> str:
    tile = tables_of(game).tiles[kind]
    return NAMES[language][tile.sort] + (f" {tile.value}" if tile.value else "")


# Moves and events -----------------------------------------------------------------------------------------------------


WRITTEN = {
    "en": {
        "select": "select {card}",
        "play": "{card} to {ground}",
        "aside": "{card} aside",
        "ride": "ride {card} to {ground}",
        "decline": "decline",
        "stay": "stay",
        "pay": "pay {tile}",
        "take": "take {tile}",
    },
    "fr": {
        "select": "choisir {card}",
        "play": "{card} en {ground}",
        "aside": "{card} de côté",
        "ride": "déplacer {card} en {ground}",
        "decline": "renoncer",
        "stay": "rester",
        "pay": "payer {tile}",
        "take": "prendre {tile}",
    },
}
"""The short notation."""


def write(game: Game, move: int, language: str) -> str:
    kind, argument, spoken = move & KIND, move & 0xFF, language or "en"
    if kind in (GIVE, GET):
        return WRITTEN[spoken]["pay" if kind == GIVE else "take"].format(tile=_tile(game, argument, spoken))
    if kind == PASS:
        return WRITTEN[spoken]["decline" if argument == EIGHTH else "stay"]
    code = {PICK: "select", LAY: "aside" if argument >> 4 == ASIDE else "play", MOVE: "ride"}[kind]
    return WRITTEN[spoken][code].format(card=_name(game, argument & 15, spoken), ground=(argument >> 4) + 1)


def describe(game: Game, event: int) -> tuple[str, dict[str, int | str]]:
    kind, argument = event & KIND, event & 0xFF
    if kind in (TILE, GIVE, GET):
        tile = tables_of(game).tiles[argument]
        value: dict[str, int | str] = {"value": tile.value} if tile.value else {}
        return f"{ {TILE: 'tile', GIVE: 'pay', GET: 'take'}[kind] }_{tile.sort}", value
    if kind == PASS:
        return "decline" if argument == EIGHTH else "stay", {}
    if kind == ASKED:
        return "can_lay" if argument else "cannot_lay", {}
    if kind == DRAWN and argument & 15 == UNSEEN:
        return "draw_unseen", {"seat": argument >> 4}
    card = argument & 15
    arguments: dict[str, int | str] = {"number": tables_of(game).hunters[card]} if card < HUNTERS else {}
    if kind == DRAWN:
        arguments["seat"] = argument >> 4
    if kind in (LAY, MOVE) and argument >> 4 != ASIDE:
        arguments["ground"] = (argument >> 4) + 1
    code = {PICK: "select", DRAWN: "draw", LAY: "aside" if argument >> 4 == ASIDE else "play", MOVE: "ride"}[kind]
    return f"{code}_{'hunter' if card < HUNTERS else HERO_NAMES[card - HUNTERS]}", arguments


def changes(before: State, event: int, after: State) -> list[tuple[str, dict[str, int | str]]]:
    """Heroes that were turned face down, cylinders that changed hands, and tiles that nobody gets."""
    kind = event & KIND
    if kind in (TILE, PICK, DRAWN):
        return []
    old, new = before.fields(), after.fields()
    result: list[tuple[str, dict[str, int | str]]] = []
    if kind == LAY:
        for seat in range(after.game.seats):
            for was, now in zip(old["laid"][seat], new["laid"][seat], strict=True):
                if now & DOWN and not was & DOWN:
                    result.append((f"down_{HERO_NAMES[(now & 15) - 1 - HUNTERS]}", {"seat": seat}))
    for name in ("brown", "white"):
        if new[name] != old[name]:
            result.append((name, {"seat": new[name] - 1}) if new[name] else (f"{name}_aside", {}))
    lost = sum(new["gone"]) - sum(old["gone"]) - (kind == GIVE)
    return [*result, ("left", {"number": lost})] if lost > 0 else result

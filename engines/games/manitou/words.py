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

STEPS = ("layout", "select", "deal", "play", "draw", "ask", "eighth", "ride", "pay", "take", "end")
RANKS = ("hero", "first", "second")

NAMES = {
    "en": {name: name for name in (*HERO_NAMES, *SORTS)},
    "fr": {
        "chief": "chef",
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
LABELS = {
    "en": {
        "hunt": "hunt",
        "seat": "seat",
        "bag": "bag",
        "brown": "brown",
        "white": "white",
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
        "ask": "is asked for an eighth card",
        "eighth": "may play an eighth card",
        "ride": "may move a hunter",
        "pay": "pays the penalty",
        "take": "takes tiles",
        "end": "the game is over",
        "first": "most hunters",
        "second": "second most",
        "hero": "hero",
        "points": "points",
        "cylinders": "cylinders",
        "most": "most tomahawks",
        "wins": "wins",
        "tie": "share the win",
    },
    "fr": {
        "hunt": "chasse",
        "seat": "place",
        "bag": "sac",
        "brown": "marron",
        "white": "blanc",
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
        "ask": "peut-il jouer une huitième carte",
        "eighth": "peut jouer une huitième carte",
        "ride": "peut déplacer un chasseur",
        "pay": "paie la pénalité",
        "take": "prend des tuiles",
        "end": "la partie est finie",
        "first": "majorité",
        "second": "deuxième",
        "hero": "héros",
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
        "draw": "Seat {{seat}} draws {card}.",
        "play": "Plays {card} on ground {{ground}}.",
        "aside": "Puts {card} aside, which can be played nowhere.",
        "ride": "Moves {card} to ground {{ground}}.",
        "down": "Face down now: {card} of seat {{seat}}.",
    },
    "fr": {
        "select": "Choisit {card}.",
        "draw": "La place {{seat}} pioche {card}.",
        "play": "Joue {card} sur le terrain {{ground}}.",
        "aside": "Met de côté {card}, qui ne peut être joué{feminine} nulle part.",
        "ride": "Déplace {card} vers le terrain {{ground}}.",
        "down": "Face cachée à présent : {card} de la place {{seat}}.",
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
        "draw_unseen": "Seat {seat} draws a card.",
        "decline": "Plays no eighth card.",
        "stay": "Moves no hunter.",
        "can_lay": "An eighth card can be played.",
        "cannot_lay": "No eighth card can be played.",
        "brown": "The brown cylinder goes to seat {seat}.",
        "white": "The white cylinder goes to seat {seat}.",
        "brown_aside": "The brown cylinder is set aside.",
        "white_aside": "The white cylinder is set aside.",
        "left": "Tiles that nobody gets: {number}.",
    },
    "fr": {
        "draw_unseen": "La place {seat} pioche une carte.",
        "decline": "Ne joue pas de huitième carte.",
        "stay": "Ne déplace pas de chasseur.",
        "can_lay": "Une huitième carte peut être jouée.",
        "cannot_lay": "Aucune huitième carte ne peut être jouée.",
        "brown": "Le cylindre marron va à la place {seat}.",
        "white": "Le cylindre blanc va à la place {seat}.",
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
    game, s, words = state.game, state.fields(), LABELS[language]
    scored = points(game, s)
    return "\n".join(
        [
            _head(game, s, words) + (_winners(s, scored, words) if state.over else ""),
            *(_ground(game, s, ground, words, language) for ground in range(3)),
            *(_seat(game, s, seat, scored[seat], language) for seat in range(game.seats)),
        ]
    )


def _head(game: Game, s: dict[str, Any], words: dict[str, str]) -> str:
    step = STEPS[s["phase"]]
    hunts = next(table.hunts for table in tables_of(game).tables if table.players == game.seats)
    whose = "" if step in ("layout", "select", "end") else f"{words['seat']} {s['turn']} "
    share = f" ({words['ground']} {s['at'] + 1}, {words[RANKS[s['share']]]}, {s['left']})" if s["phase"] == TAKE else ""
    brown, white = (f"{words[name]} {s[name] - 1 if s[name] else '-'}" for name in ("brown", "white"))
    hunt = f"{words['hunt']} {min(s['hunt'] + 1, hunts)}/{hunts}"
    return f"{hunt}, {whose}{words[step]}{share}; {brown}, {white}; {words['bag']} {sum(s['bag'])}"


def _ground(game: Game, s: dict[str, Any], ground: int, words: dict[str, str], language: str) -> str:
    sides = []
    for seat in range(game.seats):
        cards = [laid for laid in s["laid"][seat] if laid and laid >> 4 & 3 == ground]
        if cards:
            shown = " ".join(_laid(game, laid, language) for laid in cards)
            total = s["total"][ground][seat] + s["bonus"][seat] * s["hunters"][ground][seat]
            sides.append(f"{seat}: {shown}" + (f" = {total}" if s["hunters"][ground][seat] else ""))
    tiles = _tiles(game, s["lot"][ground], language)
    return "; ".join([f"{words['ground']} {ground + 1}: {tiles}", *sides])


def _winners(s: dict[str, Any], scored: list[Points], words: dict[str, str]) -> str:
    ranks = [(one.total, one.tipi, sum(tiles)) for one, tiles in zip(scored, s["tiles"], strict=False)]
    ahead = [str(seat) for seat, rank in enumerate(ranks) if rank == max(ranks)]
    return f"; {words['seat']} {', '.join(ahead)} {words['wins' if len(ahead) == 1 else 'tie']}"


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
    return f"{words['seat']} {seat}: " + "; ".join(parts)


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


def write(game: Game, move: int) -> str:
    kind, argument = move & KIND, move & 0xFF
    if kind == PICK:
        return f"select {_name(game, argument, 'en')}"
    if kind == LAY:
        where = "aside" if argument >> 4 == ASIDE else f"to {(argument >> 4) + 1}"
        return f"{_name(game, argument & 15, 'en')} {where}"
    if kind == MOVE:
        return f"ride {_name(game, argument & 15, 'en')} to {(argument >> 4) + 1}"
    if kind == PASS:
        return "decline" if argument == EIGHTH else "stay"
    return f"{'pay' if kind == GIVE else 'take'} {_tile(game, argument, 'en')}"


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

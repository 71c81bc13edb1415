"""Leduc poker in words."""

from hunch.engines.contract import Game, State
from hunch.engines.games.leduc.state import ACT, BOARD, DEAL, KIND
from hunch.engines.games.poker.state import HIDDEN
from hunch.engines.words import player

LETTERS = {
    "en": ("-", "J", "Q", "K"),
    "fr": ("-", "V", "D", "R"),
}
NAMES = {
    "en": {1: "a jack", 2: "a queen", 3: "a king"},
    "fr": {1: "un valet", 2: "une dame", 3: "un roi"},
}
ACTIONS = {
    "en": ("", "check", "bet", "raise", "fold", "call"),
    "fr": ("", "parole", "miser", "relancer", "se coucher", "suivre"),
}
LABELS = {
    "en": {"pot": "in the pot", "board": "board", "moves": "moves"},
    "fr": {"pot": "au pot", "board": "tableau", "moves": "coups"},
}
SENTENCES = {
    "en": {
        "deal_0": "{seat} is dealt a card face down.",
        **{f"deal_{card}": f"{{seat}} is dealt {name}." for card, name in NAMES["en"].items()},
        **{f"board_{card}": f"{name.capitalize()} is turned up." for card, name in NAMES["en"].items()},
        "check": "Checks.",
        "bet": "Bets.",
        "raise": "Raises.",
        "fold": "Folds.",
        "call": "Calls.",
        **{
            f"show_{first}_{second}": f"Showdown: player 1 has {one}, player 2 {other}."
            for first, one in NAMES["en"].items()
            for second, other in NAMES["en"].items()
        },
    },
    "fr": {
        "deal_0": "Le {seat} reçoit une carte face cachée.",
        **{f"deal_{card}": f"Le {{seat}} reçoit {name}." for card, name in NAMES["fr"].items()},
        **{f"board_{card}": f"On retourne {name}." for card, name in NAMES["fr"].items()},
        "check": "Parole.",
        "bet": "Mise.",
        "raise": "Relance.",
        "fold": "Se couche.",
        "call": "Suit.",
        **{
            f"show_{first}_{second}": f"On abat : le joueur 1 a {one}, le joueur 2 {other}."
            for first, one in NAMES["fr"].items()
            for second, other in NAMES["fr"].items()
        },
    },
}


def board(state: State, language: str) -> str:
    """The card turned up, and the moves of each round with `/` between. Then the card and the chips of each seat: `?`
    is a hole, `-` a card that is not dealt yet."""
    s, words, cards = state.fields(), LABELS[language], LETTERS[language]
    rounds = s["moves"][: 1 + (s["board"] > 0)]
    moves = " / ".join(", ".join(ACTIONS[language][move] for move in made if move) or "-" for made in rounds)
    lines = [f"{words['board']} {cards[s['board']]}  {words['moves']}: {moves}"]
    for seat in range(2):
        card = "?" if s["cards"][seat] == HIDDEN else cards[s["cards"][seat]]
        lines.append(f"{player(state.game, seat, language)}: {card}  {words['pot']}: {s['chips'][seat]}")
    return "\n".join(lines)


def write(game: Game, move: int, language: str) -> str:
    return ACTIONS[language or "en"][move & 15]


def describe(game: Game, event: int) -> tuple[str, dict[str, int | str]]:
    kind, first, second = event & KIND, event >> 4 & 15, event & 15
    if kind == DEAL:
        return f"deal_{second}", {"seat": first, "card": second}
    if kind == BOARD:
        return f"board_{second}", {"card": second}
    if kind == ACT:
        return ACTIONS["en"][second], {}
    return f"show_{first}_{second}", {"first": first, "second": second}

"""Kuhn poker in words."""

from hunch.engines.contract import Game, State
from hunch.engines.games.kuhn.state import ACT, DEAL, KIND
from hunch.engines.games.poker.state import HIDDEN
from hunch.engines.words import player

LETTERS = {
    "en": ("-", "J", "Q", "K"),
    "fr": ("-", "V", "D", "R"),
}
NAMES = {
    "en": {1: "the jack", 2: "the queen", 3: "the king"},
    "fr": {1: "le valet", 2: "la dame", 3: "le roi"},
}
ACTIONS = {
    "en": ("", "check", "bet", "fold", "call"),
    "fr": ("", "parole", "miser", "se coucher", "suivre"),
}
CHIPS = (0, 0, 1, 0, 1)  # what each action adds to the pot
LABELS = {
    "en": {"pot": "pot", "moves": "moves"},
    "fr": {"pot": "pot", "moves": "coups"},
}
SENTENCES = {
    "en": {
        "deal_0": "{seat} is dealt a card face down.",
        **{f"deal_{card}": f"{{seat}} is dealt {name}." for card, name in NAMES["en"].items()},
        "check": "Checks.",
        "bet": "Bets 1.",
        "fold": "Folds.",
        "call": "Calls.",
        **{
            f"show_{first}_{second}": f"Showdown: player 1 has {one}, player 2 {other}."
            for first, one in NAMES["en"].items()
            for second, other in NAMES["en"].items()
            if first != second
        },
    },
    "fr": {
        "deal_0": "Le {seat} reçoit une carte face cachée.",
        **{f"deal_{card}": f"Le {{seat}} reçoit {name}." for card, name in NAMES["fr"].items()},
        "check": "Parole.",
        "bet": "Mise 1.",
        "fold": "Se couche.",
        "call": "Suit.",
        **{
            f"show_{first}_{second}": f"On abat : le joueur 1 a {one}, le joueur 2 {other}."
            for first, one in NAMES["fr"].items()
            for second, other in NAMES["fr"].items()
            if first != second
        },
    },
}


def board(state: State, language: str) -> str:
    """The pot and the moves, then the card of each seat (`?` is a hole, `-` not dealt yet)."""
    s, words = state.fields(), LABELS[language]
    pot = 2 + sum(CHIPS[move] for move in s["moves"])
    moves = ", ".join(ACTIONS[language][move] for move in s["moves"] if move)
    cards = ["?" if card == HIDDEN else LETTERS[language][card] for card in s["cards"]]
    return "\n".join(
        [
            f"{words['pot']} {pot}  {words['moves']}: {moves or '-'}",
            *(f"{player(state.game, seat, language)}: {cards[seat]}" for seat in range(2)),
        ]
    )


def write(game: Game, move: int, language: str) -> str:
    return ACTIONS[language or "en"][move & 15]


def describe(game: Game, event: int) -> tuple[str, dict[str, int | str]]:
    kind, first, second = event & KIND, event >> 4 & 15, event & 15
    if kind == DEAL:
        return f"deal_{second}", {"seat": first, "card": second}
    if kind == ACT:
        return ACTIONS["en"][second], {}
    return f"show_{first}_{second}", {"first": first, "second": second}

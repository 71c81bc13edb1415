"""Newgame in words."""

from hunch.engines.contract import Game, State
from hunch.engines.games.newgame.state import ACT, BET, CALL, DEAL, HIDDEN, KIND
from hunch.engines.words import player

ACTIONS = {
    "en": ("", "check", "bet", "fold", "call"),
    "fr": ("", "parole", "miser", "se coucher", "suivre"),
}
LABELS = {
    "en": {"pot": "pot", "actions": "actions"},
    "fr": {"pot": "pot", "actions": "coups"},
}
SENTENCES = {
    "en": {
        "deal": "{seat} is dealt the {card}.",
        "deal_hidden": "{seat} is dealt a card face down.",
        "check": "Checks.",
        "bet": "Bets 1.",
        "fold": "Folds.",
        "call": "Calls.",
        "show": "Showdown: player 1 has the {first}, player 2 the {second}.",
    },
    "fr": {
        "deal": "Le {seat} reçoit le {card}.",
        "deal_hidden": "Le {seat} reçoit une carte face cachée.",
        "check": "Parole.",
        "bet": "Mise 1.",
        "fold": "Se couche.",
        "call": "Suit.",
        "show": "On abat\u00a0: le joueur 1 a le {first}, le joueur 2 le {second}.",
    },
}


def board(state: State, language: str) -> str:
    """The pot and the actions, then the card of each seat (`?` is a hole, `-` not dealt yet)."""
    s, words = state.fields(), LABELS[language]
    pot = 2 + sum(action in (BET, CALL) for action in s["actions"])
    actions = ", ".join(ACTIONS[language][action] for action in s["actions"] if action)
    cards = ["?" if card == HIDDEN else str(card or "-") for card in s["cards"]]
    seats = [f"{player(state.game, seat, language)}: {card}" for seat, card in enumerate(cards)]
    return "\n".join([f"{words['pot']} {pot}  {words['actions']}: {actions or '-'}", *seats])


def write(game: Game, move: int, language: str) -> str:
    return ACTIONS[language or "en"][move & 15]


def describe(game: Game, event: int) -> tuple[str, dict[str, int | str]]:
    kind, first, second = event & KIND, event >> 4 & 15, event & 15
    if kind == ACT:
        return ACTIONS["en"][second], {}
    if kind == DEAL:
        return ("deal", {"seat": first, "card": second}) if second else ("deal_hidden", {"seat": first})
    return "show", {"first": first, "second": second}

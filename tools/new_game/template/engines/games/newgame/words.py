"""Newgame in words."""

from hunch.engines.contract import Game, State
from hunch.engines.games.newgame.state import ACT, BET, CALL, DEAL, HIDDEN, KIND

ACTIONS = ("", "check", "bet", "fold", "call")
LABELS = {
    "en": {"pot": "pot", "seat": "seat", "actions": "actions"},
    "fr": {"pot": "pot", "seat": "place", "actions": "coups"},
}
SENTENCES = {
    "en": {
        "deal": "Seat {seat} is dealt the {card}.",
        "deal_hidden": "Seat {seat} is dealt a card face down.",
        "check": "Checks.",
        "bet": "Bets 1.",
        "fold": "Folds.",
        "call": "Calls.",
        "show": "Showdown: seat 0 has the {first}, seat 1 the {second}.",
    },
    "fr": {
        "deal": "La place {seat} reçoit le {card}.",
        "deal_hidden": "La place {seat} reçoit une carte face cachée.",
        "check": "Parole.",
        "bet": "Mise 1.",
        "fold": "Se couche.",
        "call": "Suit.",
        "show": "On abat\u00a0: la place 0 a le {first}, la place 1 le {second}.",
    },
}


def board(state: State, language: str) -> str:
    """The pot and the actions, then the card of each seat (`?` is a hole, `-` not dealt yet)."""
    s, words = state.fields(), LABELS[language]
    pot = 2 + sum(action in (BET, CALL) for action in s["actions"])
    actions = " ".join(ACTIONS[action] for action in s["actions"] if action)
    cards = ["?" if card == HIDDEN else str(card or "-") for card in s["cards"]]
    seats = [f"{words['seat']} {seat}: {card}" for seat, card in enumerate(cards)]
    return "\n".join([f"{words['pot']} {pot}  {words['actions']}: {actions or '-'}", *seats])


def write(game: Game, move: int) -> str:
    return ACTIONS[move & 15]


def describe(game: Game, event: int) -> tuple[str, dict[str, int | str]]:
    kind, first, second = event & KIND, event >> 4 & 15, event & 15
    if kind == ACT:
        return ACTIONS[second], {}
    if kind == DEAL:
        return ("deal", {"seat": first, "card": second}) if second else ("deal_hidden", {"seat": first})
    return "show", {"first": first, "second": second}

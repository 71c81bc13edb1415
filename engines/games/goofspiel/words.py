"""Goofspiel in words."""

from hunch.engines.contract import Game, State
from hunch.engines.games.goofspiel.state import BID, HIDDEN, KIND, PRIZE, REVEAL
from hunch.engines.words import player

LABELS = {
    "en": {"round": "round", "prize": "prize", "hand": "hand", "points": "points", "bids": "bids"},
    "fr": {"round": "tour", "prize": "prix", "hand": "main", "points": "points", "bids": "mises"},
}
SENTENCES = {
    "en": {
        "prize": "The prize is {prize}.",
        "bid": "Bids {card}.",
        "reveal": "Player 1 bid {first}, player 2 bid {second}.",
        "outcome_1": "Player 1 takes the prize.",
        "outcome_2": "Player 2 takes the prize.",
        "outcome_3": "Equal bids: nobody takes the prize.",
    },
    "fr": {
        "prize": "Le prix est {prize}.",
        "bid": "Mise {card}.",
        "reveal": "Le joueur 1 a misé {first}, le joueur 2 {second}.",
        "outcome_1": "Le joueur 1 remporte le prix.",
        "outcome_2": "Le joueur 2 remporte le prix.",
        "outcome_3": "Mises égales : personne ne remporte le prix.",
    },
}


def board(state: State, language: str) -> str:
    """One line a seat: points, the cards not known to be gone, and bids so far (`?` is a hole, `-` not made yet)."""
    s, words = state.fields(), LABELS[language]
    cards = state.game.options["cards"]
    prizes = " ".join(f"{prize:2}" for prize in s["prize"][: s["round"] + (s["round"] < cards)] if prize)
    lines = [f"{words['round']} {min(s['round'] + 1, cards)}/{cards}  {words['prize']}: {prizes}"]
    for seat in range(2):
        hand = " ".join(str(card) for card in range(1, cards + 1) if s["hand"][seat] >> (card - 1) & 1)
        bids = " ".join(f"{_shown(card):>2}" for card in s["bid"][seat][: s["round"]])
        lines.append(
            f"{player(state.game, seat, language)}: {words['points']} {s['points'][seat]}  {words['bids']}: {bids}"
            f" [{_shown(s['pending'][seat])}]  {words['hand']}: {hand}"
        )
    return "\n".join(lines)


def _shown(card: int) -> str:
    return "?" if card == HIDDEN else str(card) if card else "-"


def write(game: Game, move: int, language: str) -> str:
    return str(move & 15)


def describe(game: Game, event: int) -> tuple[str, dict[str, int | str]]:
    kind, argument = event & KIND, event & 0xFF
    if kind == PRIZE:
        return "prize", {"prize": argument}
    if kind == BID:
        return "bid", {"card": argument}
    if kind == REVEAL:
        return "reveal", {"first": argument >> 4, "second": argument & 15}
    return f"outcome_{argument}", {}

"""The first game of Kuhn poker: what it is about, and what the board shows."""

GUIDE = {
    "en": (
        "Goal: win chips with the highest of three cards: jack, queen, king. Both have put 1 into the pot.\n"
        "1. Each player gets a card that the other does not see.\n"
        "2. `check` bets nothing, `bet` bets 1. After a bet the other may `call` it or `fold`, which gives up "
        "the pot.\n"
        "3. After two checks or a call the higher card takes the pot.\n"
        "Tip: a good player sometimes bets the jack, and sometimes only checks the king."
    ),
    "fr": (
        "But : gagner des jetons avec la plus haute de trois cartes : valet, dame, roi. Chacun a mis 1 au "
        "pot.\n"
        "1. Chacun reçoit une carte que l’autre ne voit pas.\n"
        "2. `parole` ne mise rien, `miser` mise 1. Après une mise, l’autre peut `suivre` ou `se coucher`, ce "
        "qui abandonne le pot.\n"
        "3. Après deux paroles, ou si l’on suit, la plus haute carte prend le pot.\n"
        "Conseil : un bon joueur mise parfois le valet, et ne fait parfois que parole avec le roi."
    ),
}
"""How a first game goes."""
LEGEND = {
    "en": (
        ("J Q K", "jack, queen, king"),
        ("?", "a card you do not know"),
        ("pot", "chips to win"),
        ("moves", "what was done so far"),
    ),
    "fr": (
        ("V D R", "valet, dame, roi"),
        ("?", "une carte inconnue"),
        ("pot", "jetons à gagner"),
        ("coups", "ce qui a été fait"),
    ),
}
"""What stands on the board: a sign and its meaning in each line."""

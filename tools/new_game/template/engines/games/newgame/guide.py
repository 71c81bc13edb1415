"""The first game of Newgame: what it is about, and what the board shows."""

GUIDE = {
    "en": (
        "Goal: win chips with the higher card.\n"
        "1. Player 1 may `check` or `bet` 1. After a bet player 2 may `call` or `fold`.\n"
        "2. After a check or a call the higher card takes the pot."
    ),
    "fr": (
        "But : gagner des jetons avec la plus haute carte.\n"
        "1. Le joueur 1 peut faire `parole` ou `miser` 1. Après une mise, le joueur 2 peut `suivre` ou `se "
        "coucher`.\n"
        "2. Après une parole, ou si l’on suit, la plus haute carte prend le pot."
    ),
}
"""How a first game goes."""
LEGEND = {
    "en": (
        ("?", "a card you do not know"),
        ("pot", "chips to win"),
        ("actions", "what was done so far"),
    ),
    "fr": (
        ("?", "une carte inconnue"),
        ("pot", "jetons à gagner"),
        ("coups", "ce qui a été fait"),
    ),
}
"""What stands on the board: a sign and its meaning in each line."""

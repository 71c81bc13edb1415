"""The first game of Goofspiel: what it is about, and what the board shows."""

GUIDE = {
    "en": (
        "Goal: more points than the other player. Each prize is worth its number.\n"
        "1. A prize comes up. Both bid a card of their hand at the same time: `7`.\n"
        "2. The higher bid takes the prize. Equal bids discard it. A card is bid once.\n"
        "Tip: win good prizes by a little, and lose bad ones by much."
    ),
    "fr": (
        "But : plus de points que l’autre. Chaque prix vaut son nombre.\n"
        "1. Un prix apparaît. Chacun mise en même temps une carte de sa main : `7`.\n"
        "2. La mise la plus haute remporte le prix. À égalité, il est défaussé. Une carte ne se mise qu’une "
        "fois.\n"
        "Conseil : gagnez de peu les bons prix, perdez de beaucoup les mauvais."
    ),
}
"""How a first game goes."""
LEGEND = {
    "en": (
        ("prize", "the prizes so far, the current one last"),
        ("bids", "what was bid in each round; ? is a bid you have not seen"),
        ("[5]", "the bid of this round"),
        ("hand", "cards that may still be bid"),
    ),
    "fr": (
        ("prix", "les prix jusqu’ici, celui du tour en dernier"),
        ("mises", "les mises de chaque tour ; ? est une mise que vous n’avez pas vue"),
        ("[5]", "la mise de ce tour"),
        ("main", "les cartes qui restent à miser"),
    ),
}
"""What stands on the board: a sign and its meaning in each line."""

"""The first game of Leduc poker: what it is about, and what the board shows."""

GUIDE = {
    "en": (
        "Goal: win chips. There are two jacks, two queens and two kings, and both have put 1 into the pot.\n"
        "1. Each player gets a card that the other does not see. A round of betting follows.\n"
        "2. `check` bets nothing, `bet` bets 2. After a bet: `call`, `raise` it once, or `fold`, which gives "
        "up the pot.\n"
        "3. Then a card is turned up for both, and a second round follows with bets of 4.\n"
        "4. A pair with the card on the table wins, else the higher card.\n"
        "Tip: bet when the card on the table pairs yours, and sometimes when it does not."
    ),
    "fr": (
        "But : gagner des jetons. Il y a deux valets, deux dames et deux rois, et chacun a mis 1 au pot.\n"
        "1. Chacun reçoit une carte que l’autre ne voit pas. Un tour d’enchères suit.\n"
        "2. `parole` ne mise rien, `miser` mise 2. Après une mise : `suivre`, `relancer` une fois, ou `se "
        "coucher`, ce qui abandonne le pot.\n"
        "3. Puis une carte est retournée pour tous, et un second tour suit avec des mises de 4.\n"
        "4. Qui fait la paire avec la carte du tableau gagne, sinon la plus haute carte.\n"
        "Conseil : misez quand le tableau fait la paire avec votre carte, et parfois quand il ne la fait pas."
    ),
}
"""How a first game goes."""
LEGEND = {
    "en": (
        ("J Q K", "jack, queen, king"),
        ("?", "a card you do not know"),
        ("board", "the card turned up; - before that"),
        ("in the pot", "chips of that player"),
        ("/", "between the two rounds of betting"),
    ),
    "fr": (
        ("V D R", "valet, dame, roi"),
        ("?", "une carte inconnue"),
        ("tableau", "la carte retournée ; - avant cela"),
        ("au pot", "jetons de ce joueur"),
        ("/", "entre les deux tours d’enchères"),
    ),
}
"""What stands on the board: a sign and its meaning in each line."""

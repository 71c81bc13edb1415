"""The first game of Pow Wow: what it is about, and what the board shows."""

GUIDE = {
    "en": (
        "Goal: hold the moccasin card of the first Indian to leave the track. Nobody says which cards are "
        "theirs.\n"
        "1. In a round each player takes one of the dice that were rolled: `red`. The last die goes by "
        "itself.\n"
        "2. Then each in turn moves a stone of the tepee one ring out, and the Indian of their die by the "
        "number there: `red A3 +3` is stone A to ring 3, the red Indian 3 forward. On a [dark] field the "
        "Indian may go back: `red A2 -2`.\n"
        "3. A white stone, won on its spaces, buys another roll of your own die: `reroll`.\n"
        "4. On a moccasin space you exchange a card: `red to player 3` gives it, then you see that hand and "
        "take one: `take blue`.\n"
        "5. When all five stones are on ring 5, they return to the centre.\n"
        "Tip: move your own Indians when it looks harmless, and hold the others' back on dark fields."
    ),
    "fr": (
        "But : avoir la carte mocassin du premier Indien qui quitte le circuit. Personne ne dit quelles "
        "cartes il a.\n"
        "1. À chaque tour, chacun prend un des dés lancés : `rouge`. Le dernier dé est pris d’office.\n"
        "2. Puis chacun déplace une pierre du teepee d’un cercle vers l’extérieur, et l’Indien de son dé du "
        "nombre inscrit : `rouge A3 +3` met la pierre A au cercle 3, l’Indien rouge avance de 3. Sur une case "
        "[noire], il peut reculer : `rouge A2 -2`.\n"
        "3. Une pierre blanche, gagnée sur ses cases, permet de relancer son dé : `relancer`.\n"
        "4. Sur une case mocassin, vous échangez une carte : `rouge au joueur 3` la donne, puis vous voyez "
        "cette main et en prenez une : `prendre bleu`.\n"
        "5. Quand les cinq pierres sont au cercle 5, elles reviennent au centre.\n"
        "Conseil : avancez vos Indiens quand cela semble anodin, et retenez ceux des autres sur les cases "
        "noires."
    ),
}
"""How a first game goes."""
LEGEND = {
    "en": (
        ("track 0-36: red 4", "where each Indian stands; beyond 36 it has left"),
        ("A3 (1 [2] 3 4 5)", "the stone of segment A is on ring 3; the numbers of rings 1 to 5, [dark] ones"),
        ("dice", "dice that nobody has taken yet"),
        ("die", "the die of that player"),
        ("hand ? + ?", "cards you do not know"),
        ("Pow Wow", "a card without an Indian"),
        ("stones", "white stones, for another roll"),
        ("stock", "white stones that nobody has"),
        ("player 1 gave red to player 2, took blue, left green", "an exchange, with the card that stayed"),
    ),
    "fr": (
        ("circuit 0-36 : rouge 4", "la case de chaque Indien ; au-delà de 36, il est sorti"),
        (
            "A3 (1 [2] 3 4 5)",
            "la pierre du segment A est au cercle 3 ; les nombres des cercles 1 à 5, les [noirs] entre crochets",
        ),
        ("dés", "les dés que personne n’a encore pris"),
        ("dé", "le dé de ce joueur"),
        ("main ? + ?", "des cartes inconnues"),
        ("Pow Wow", "une carte sans Indien"),
        ("pierres", "pierres blanches, pour relancer"),
        ("carrière", "pierres blanches qui restent"),
        ("joueur 1 a donné rouge à joueur 2, a pris bleu, a laissé vert", "un échange, avec la carte restée"),
    ),
}
"""What stands on the board: a sign and its meaning in each line."""

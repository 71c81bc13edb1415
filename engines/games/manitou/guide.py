"""The first game of Big Manitou: what it is about, and what the board shows."""

GUIDE = {
    "en": (
        "Goal: most points after all hunts. Each pair of a bison point and a tipi point is a point; cylinders "
        "and most tomahawks add 1 each.\n"
        "1. Before a hunt you select cards one by one, lowest first: `select 7`, `select chief`. They are "
        "shuffled into your deck.\n"
        "2. In turn you play a card of your hand of three on a ground: `7 to 1`, `chief to 2`. Everybody "
        "plays seven.\n"
        "3. Hunters count. A hero challenges the other's hero on that ground: the weaker one goes face down, "
        "two alike both do.\n"
        "4. At the end each ground gives a tile to the hero's owner, two to most points of hunters, the rest "
        "to the second most. Equal points drop out. Take tiles with `take tipi 3`.\n"
        "5. The player with most points of hunters on all grounds together pays a tile: `pay bison 2`.\n"
        "Tip: look for one ground to win and one to share. Much strength everywhere costs a tile."
    ),
    "fr": (
        "But : le plus de points après toutes les chasses. Chaque paire d’un point bison et d’un point tipi "
        "vaut un point ; les cylindres et le plus de tomahawks en ajoutent 1 chacun.\n"
        "1. Avant une chasse, vous choisissez vos cartes une à une, la plus faible d’abord : `choisir 7`, "
        "`choisir grand chef`. Elles sont mélangées dans votre paquet.\n"
        "2. À votre tour, vous jouez une des trois cartes de votre main sur un terrain : `7 en 1`, `grand "
        "chef en 2`. Chacun en joue sept.\n"
        "3. Les chasseurs comptent. Un héros défie celui d’un autre sur ce terrain : le plus faible est "
        "retourné face cachée, deux héros égaux le sont tous les deux.\n"
        "4. À la fin, chaque terrain donne une tuile au propriétaire du héros, deux au plus de points de "
        "chasseurs, le reste au total suivant. Les égalités ne comptent pas. Prenez vos tuiles avec `prendre "
        "tipi 3`.\n"
        "5. Qui a le plus de points de chasseurs sur tous les terrains paie une tuile : `payer bison 2`.\n"
        "Conseil : visez un terrain à gagner et un autre à partager. Trop de force partout coûte une tuile."
    ),
}
"""How a first game goes."""
LEGEND = {
    "en": (
        ("ground 1: tiles; player 1: 7 3 = 10", "tiles, then each player's cards with the points of hunters"),
        ("(chief)", "a hero that lies face down"),
        ("hand ?", "cards you do not know"),
        ("spent", "cards played in this cycle of two hunts"),
        ("brown", "the cylinder of totems: its holder may play an eighth card"),
        ("white", "the cylinder of horses: its holder may move a hunter"),
        ("points 4 (bison 5, tipi 4)", "as if the game ended now; pairs come from the lower one"),
        ("chief", "beats sorcerer, rainmaker, scout"),
        ("sorcerer", "beats rainmaker, squaw"),
        ("rainmaker", "beats scout, squaw"),
        ("scout", "beats sorcerer, squaw"),
        ("squaw", "beats chief"),
    ),
    "fr": (
        (
            "terrain 1 : tuiles ; joueur 1 : 7 3 = 10",
            "tuiles, puis les cartes de chacun avec les points de ses chasseurs",
        ),
        ("(grand chef)", "un héros face cachée"),
        ("main ?", "des cartes inconnues"),
        ("jouées", "cartes jouées dans ce cycle de deux chasses"),
        ("marron", "le cylindre des totems : qui l’a peut jouer une huitième carte"),
        ("blanc", "le cylindre des chevaux : qui l’a peut déplacer un chasseur"),
        ("points 4 (bison 5, tipi 4)", "comme si la partie finissait ici ; les paires viennent du plus petit"),
        ("grand chef", "bat sorcier, faiseur de pluie, éclaireur"),
        ("sorcier", "bat faiseur de pluie, squaw"),
        ("faiseur de pluie", "bat éclaireur, squaw"),
        ("éclaireur", "bat sorcier, squaw"),
        ("squaw", "bat grand chef"),
    ),
}
"""What stands on the board: a sign and its meaning in each line."""

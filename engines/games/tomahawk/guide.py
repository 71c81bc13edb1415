"""The first game of Tomahawk: what it is about, and what the board shows."""

GUIDE = {
    "en": (
        "Goal: more points than the other player after six turns. A territory is worth its animals, a scalp "
        "its hair.\n"
        "1. You get three specials and keep two. `GM/4 DT/5` keeps Great Manitou instead of a 4, and Dancing "
        "Twilight instead of a 5.\n"
        "2. Each turn both place one card on each of the four piles, face down: `2:8` places an 8 on pile 2, "
        "pile by pile.\n"
        "3. Then the cards are turned up. An Indian with hair that faces a stronger one loses its scalp.\n"
        "4. After its last turn a territory goes to the higher sum of strengths. In a forest cards stay face "
        "down until then.\n"
        "5. The winner of a mountain sees the other's hidden cards of this turn.\n"
        "Tip: spend strong cards where a territory ends this turn, and let weak ones without hair face strong "
        "ones."
    ),
    "fr": (
        "But : plus de points que l’autre après six tours. Un territoire vaut ses animaux, un scalp ses "
        "cheveux.\n"
        "1. Vous recevez trois cartes spéciales et en gardez deux. `GM/4 DC/5` garde Grand Manitou à la place "
        "d’un 4 et Danse du crépuscule à la place d’un 5.\n"
        "2. À chaque tour, chacun pose une carte sur chacune des quatre piles, face cachée : `2:8` pose un 8 "
        "sur la pile 2, pile par pile.\n"
        "3. Puis on révèle les cartes. Un Indien chevelu face à un plus fort perd son scalp.\n"
        "4. Après son dernier tour, un territoire va à la plus grande somme de forces. En forêt, les cartes "
        "restent cachées jusque-là.\n"
        "5. Qui gagne une montagne voit les cartes cachées que l’autre a posées ce tour.\n"
        "Conseil : dépensez les cartes fortes là où un territoire se termine, et opposez aux fortes les "
        "faibles sans cheveux."
    ),
}
"""How a first game goes."""
LEGEND = {
    "en": (
        ("8", "an Indian of strength 8"),
        ("8+3", "the same with hair 3"),
        ("GM SS RH", "specials: Great Manitou, Soaring Spirit, Redwood Heart"),
        ("DT WS", "Dancing Twilight, Windwand Glowing Skull"),
        ("SC TC", "Storm Caller, Teasing Cloud"),
        ("8:5", "cards that face each other, player 1's first"),
        ("(8:?)", "they lie face down; ? is a card you do not know"),
        ("*", "the other player has seen this card from a mountain"),
        ("-", "nothing yet"),
        ("puma", "the strongest Indian does not count"),
        ("picking", "the weakest Indian counts double"),
        ("deck (16)", "cards left in the deck"),
    ),
    "fr": (
        ("8", "un Indien de force 8"),
        ("8+3", "le même à chevelure 3"),
        ("GM EM CS", "spéciales : Grand Manitou, Esprit mouvant, Cœur de séquoia"),
        ("DC CV", "Danse du crépuscule, Crâne au vent"),
        ("PC NT", "Pouvoir du ciel, Nuage taquin"),
        ("8:5", "cartes face à face, celle du joueur 1 d’abord"),
        ("(8:?)", "elles sont face cachée ; ? est une carte inconnue"),
        ("*", "l’autre joueur a vu cette carte depuis une montagne"),
        ("-", "rien encore"),
        ("puma", "l’Indien le plus fort ne compte pas"),
        ("cueillette", "l’Indien le plus faible compte double"),
        ("pioche (16)", "cartes qui restent dans la pioche"),
    ),
}
"""What stands on the board: a sign and its meaning in each line."""

"""The first game of Comanchería: what it is about, and what the board shows."""

GUIDE = {
    "en": (
        "Goal: meet the objective of each Victory Check; the first lines of the board name it. Hunch runs the "
        "enemy and rolls the dice.\n"
        "1. The last line of the board asks what comes next. `moves` lists the answers.\n"
        "2. An operation is `take actions`, `culture`, `planning` or `passage`. `take actions` is the usual "
        "one.\n"
        "3. With it a Ranchería acts, `camp A`: its Bands go one by one (`next`, `band 3`) and `hunt`, `move "
        "LE2`, `raid` or `trade captives for food`. `done` ends.\n"
        "4. Then the enemy acts by the counters of its display, and the log tells step by step what moved. "
        "Follow it on your own board.\n"
        "5. At the Passage of Time Rancherías are paid for with Bison and Food. So hunt before it comes.\n"
        "Tip: type `hint` at a hard choice, and `map` for a picture of the board."
    ),
    "fr": (
        "But : remplir l’objectif de chaque Contrôle de Victoire ; les premières lignes du plateau le "
        "nomment. Hunch joue l’ennemi et lance les dés.\n"
        "1. La dernière ligne du plateau pose la question. `coups` donne les réponses possibles.\n"
        "2. Une opération est `actions`, `culture`, `planification` ou `passage`. `actions` est la plus "
        "courante.\n"
        "3. Une Ranchería agit alors, `ranchería A` : ses Bandes vont une à une (`suivante`, `bande 3`) pour "
        "`chasser`, `aller LE2`, faire un `raid` ou `échanger captifs contre vivres`. `fini` termine.\n"
        "4. Puis l’ennemi agit selon les pions de son présentoir, et le journal dit pas à pas ce qui bouge. "
        "Suivez-le sur votre plateau.\n"
        "5. Au Passage du Temps, les Rancherías se paient en bisons et en vivres. Chassez donc avant.\n"
        "Conseil : tapez `conseil` à un choix difficile, et `carte` pour une image du plateau."
    ),
}
"""How a first game goes."""
LEGEND = {
    "en": (
        ("UA1 A", "a space of the Upper Arkansas with Ranchería A; LE, RR, LA, BC, RG are the other territories"),
        ("PD RES", "Palo Duro and the Reservation; W S EN ES are the squares of the enemies"),
        ("b t", "Bison, a Tribe"),
        ("W S E", "a Settlement of the West, the South, the East"),
        ("!", "a ravaged space"),
        ("?", "a counter face down on the wagon trail"),
        ("+K", "counter K lies there as Peace or Ally"),
        ("North: DBfAC.", "its Instructions from row 1 to 6; small ones on their barred face; . an empty row"),
        ("cup: 10+3/4/5+EHQ", "Successes, Enemy AP by value, Instructions in the cup"),
        ("Ranchería A UA1: 2/3(1) Horses 4", "medicine of Paraibo and Mahimiana, its Successes, goods in the box"),
        ("Band 2 A: 3 Horses 1", "it is in Ranchería A, has strength 3 and goods of its own"),
        ("Operations 0 to 5, Passage 0 to 5", "Start to Must Do, Start to Victory Check"),
    ),
    "fr": (
        ("UA1 A", "un espace du Haut-Arkansas avec la Ranchería A ; LE, RR, LA, BC, RG sont les autres territoires"),
        ("PD RES", "Palo Duro et la Réserve ; W S EN ES sont les cases des ennemis"),
        ("b t", "bisons, une Tribu"),
        ("W S E", "une Colonie de l’Ouest, du Sud, de l’Est"),
        ("!", "un espace ravagé"),
        ("?", "un pion face cachée sur la piste des chariots"),
        ("+K", "le pion K y est, comme Paix ou Alliance"),
        ("Nord : DBfAC.", "ses Instructions du rang 1 au rang 6 ; en minuscule côté barré ; . un rang vide"),
        ("gobelet : 10+3/4/5+EHQ", "Succès, PA ennemis par valeur, Instructions dans le gobelet"),
        ("Ranchería A UA1 : 2/3(1) chevaux 4", "médecine du Paraibo et du Mahimiana, ses Succès, biens de la case"),
        ("Bande 2 A : 3 chevaux 1", "elle est dans la Ranchería A, de force 3, avec ses biens"),
        ("Opérations 0 à 5, Passage 0 à 5", "Départ à Obligatoire, Départ à Contrôle de Victoire"),
    ),
}
"""What stands on the board: a sign and its meaning in each line."""

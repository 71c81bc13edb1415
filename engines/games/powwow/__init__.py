"""Pow Wow: six Indians race round a tepee, each player moves any of them, and nobody shows whose card wins.

Edition: Ronald Corn's game as Franjos published it, two to six players; the numbers of the tepee and the spaces of the
track are a reconstruction (`data.json`), to be replaced by an owner of the printed game.
Hidden: all hands, and what was given and taken in an exchange from all but its two sides. The dummy's hand from both
players of the game for two.
A move chooses a die, moves a stone of the tepee with its Indian, or spends a stone on another roll. Or it gives a card
to a seat, or takes one.
"""

from hunch.engines.registry import Option

OPTIONS = (
    Option("players", (4, 2, 3, 5, 6), "seats at the table; two play with a dummy hand"),
    Option("dark", ("choice", "back"), "dark fields: the mover chooses the direction, or the Indian goes back"),
)

"""Pow Wow: six Indians race round a tepee, every player may move any of them, and cards in hand decide who wins.

Edition: Ronald Corn's game as Franjos published it, two to six players; the numbers of the tepee and the spaces of the
track are a reconstruction (`data.json`), to be replaced by an owner of the printed game.
Hidden: all hands, and the cards of an exchange from all except its two sides. In the game for two also the dummy's
hand, from both players.
A move chooses a die, moves a stone of the tepee with its Indian, or spends a stone on another roll. Or it gives a card
to a seat, or takes one.
"""

from hunch.engines.registry import Option

OPTIONS = (
    Option("players", (4, 2, 3, 5, 6), "seats at the table; two play with a dummy hand"),
    Option("dark", ("choice", "back"), "dark fields: the mover chooses the direction, or the Indian goes back"),
)

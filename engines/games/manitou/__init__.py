"""Big Manitou: hunts on three grounds, with hunters that add up and heroes that challenge each other.

Edition: "Big Manitou" by Günter Burkhardt, What's Your Game 2006, for 2 to 5 players; the tiles are reconstructed.
Hidden: which cards a player selected for a hunt, their order, and their hand of three.
A move is a card to select, a card to play on a ground, a hunter to move, or a tile to take or to pay.
"""

from hunch.engines.registry import Option

OPTIONS = (
    Option("players", (4, 2, 3, 5), "how many play"),
    Option("selection", ("chosen", "quick"), "whether players choose their cards for a hunt, or draw them at random"),
    Option("payoff", ("win", "margin"), "what counts: to win, or the lead in points"),
    Option("second_takes_one", (False, True), "whether the second takes one tile, on grounds of four only (B20)"),
    Option(
        "weak_heroes_barred", (False, True), "whether a hero too weak for the upper of two cannot be played there (B11)"
    ),
)

"""Tomahawk: two tribes fight for hunting grounds, four battles at a time, six turns long.

Edition: Bruno Faidutti and Bruno Cathala, Matagot 2006, for two players, with the variant of the animal most sought
after (`sought`). Strengths, hair and most territories are a reconstruction; `data.json` marks them, and an owner of
the printed game can replace it.
Hidden: the specials dealt, which two were kept and which base cards left for them; hands and decks; cards in a forest
until its battle ends, unless a mountain was won that turn; the four cards of a turn until both have placed theirs.
A move is the choice of two specials, or one card placed on one pile.
"""

from hunch.engines.registry import Option

OPTIONS = (
    Option("payoff", ("win", "margin"), "what counts: to win, or the difference in points"),
    Option("sought", (False, True), "whether the most animals of a kind drawn beforehand are worth three points"),
)

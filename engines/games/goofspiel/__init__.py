"""Goofspiel: two players bid for prizes with the same cards, each card once.

Edition: the folk game for two, `cards` cards each and as many prizes worth 1 to `cards`. The higher bid takes the
prize, equal bids discard it. The last card of each hand is bid by itself.
Hidden: a bid until both are made. With `bids="hidden"` bids stay hidden, and only the winner is shown. With
`prizes="random"` the prizes to come are unknown.
A move is a card to bid.
"""

from hunch.engines.registry import Option

OPTIONS = (
    Option("cards", (13, *range(2, 13)), "cards in each hand, and prizes"),
    Option("bids", ("hidden", "revealed"), "whether both bids are shown after each round, or only who won"),
    Option("prizes", ("random", "descending"), "the order in which prizes come up"),
    Option("payoff", ("win", "margin"), "what counts: to win, or the difference in points"),
)

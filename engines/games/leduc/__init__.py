"""Leduc poker: two players, six cards, two rounds of betting.

Edition: Leduc hold'em as the University of Alberta published it in 2005. Two jacks, two queens and two kings; each
player antes 1 and gets a card; after the first round of betting a card is turned up for both. A bet and a raise are 2
in the first round and 4 in the second, each once a round. A seat that pairs the card on the table wins, else the higher
card; equal cards share the pot.
Hidden: the other's card, until it is shown down; after a fold for good.
A move is a check, a bet, a raise, a fold or a call. Suits do not matter, so equal ranks are one card with weight 2.
"""

from hunch.engines.registry import Option

OPTIONS: tuple[Option, ...] = ()

"""Leduc poker: two players, six cards, two rounds of betting.

Edition: Leduc hold'em as the University of Alberta published it in 2005. There are two jacks, two queens and two kings.
Each player antes 1 and gets a card. After the first round of betting a card is turned up for both. A bet and a raise
are 2 in the first round and 4 in the second, each once a round. A seat that pairs the card on the table wins, otherwise
the higher card does. Equal cards share the pot.
Hidden: the other player's card until the showdown. After a fold it stays hidden.
A move is a check, a bet, a raise, a fold or a call. Suits do not matter, so equal ranks are one card with weight 2.
"""

from hunch.engines.registry import Option

OPTIONS: tuple[Option, ...] = ()

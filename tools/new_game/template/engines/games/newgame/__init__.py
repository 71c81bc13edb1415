"""Newgame: two players, one card each, one bet.

Edition: none; it is the game that a new folder begins with. Each player antes 1 and gets one card of a small deck.
Seat 0 checks or bets 1. After a bet seat 1 folds or calls. After a check or a call the higher card takes the pot.
Hidden: the other player's card, until it is shown; after a fold for good.
A move is a check, a bet, a fold or a call.
"""

from hunch.engines.registry import Option

OPTIONS: tuple[Option, ...] = (Option("cards", (5, 3, 4, 6, 7, 8, 9), "how many cards the deck has, one of each rank"),)

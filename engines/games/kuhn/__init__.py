"""Kuhn poker: two players, three cards, one bet.

Edition: H. W. Kuhn's simplified poker of 1950, as research uses it. Each player antes 1 and gets one of a jack, a queen
and a king. The first player checks or bets 1. The answer to a bet is a call or a fold. After two checks or a call the
higher card takes the pot.
Hidden: the other player's card until the showdown. After a fold it stays hidden.
A move is a check, a bet, a fold or a call.
"""

from hunch.engines.registry import Option

OPTIONS: tuple[Option, ...] = ()

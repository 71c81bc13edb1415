"""Kuhn poker: two players, three cards, one bet.

Edition: H. W. Kuhn's simplified poker of 1950, as every paper plays it. Each player antes 1 and gets one of a jack, a
queen and a king. The first checks or bets 1; a bet is called or given up to; after two checks or a call the higher
card takes the pot.
Hidden: the other's card, until it is shown down; after a fold for good.
A move is a check, a bet, a fold or a call.
"""

from hunch.engines.registry import Option

OPTIONS: tuple[Option, ...] = ()

"""Comanchería: one player leads the Comanche against an enemy that is a procedure with dice, draws and cards.

Edition: GMT 2016 by Joel Toppen, after the French player's aid with the errata of January 2017; what that aid does not
print is reconstructed, marked in the data and replaceable.
Hidden: nothing but what chance has not decided yet; decks and the cup are sets from which is drawn when a counter or a
card is looked at.
A move is one decision: an operation, an action of a Band, a counter to spend, an answer to a question.
"""

from hunch.engines.games.comancheria.names import SCENARIOS
from hunch.engines.registry import Option

OPTIONS = (
    Option("scenario", SCENARIOS, "which scenario is played"),
    Option("choices", ("canonical", "all"), "whether `legal` gives one order of each decision, or every order"),
)

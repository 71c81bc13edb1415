"""What may happen and what the player decides: verbs of move codes, purposes of dice, draws and picks, questions."""

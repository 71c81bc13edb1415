"""What may happen and be asked: verbs of move codes, purposes of dice, draws and picks, questions."""

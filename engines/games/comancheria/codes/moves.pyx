"""The numbers in moves and leaves: verbs, operations, purposes of dice, draws and picks, and questions."""

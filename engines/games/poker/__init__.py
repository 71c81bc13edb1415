"""What the two games of poker share, under the names that the same things have in the folder of a game."""

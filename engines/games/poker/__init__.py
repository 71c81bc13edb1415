"""The common parts of the two games of poker. Its files have the names of the files of a game."""

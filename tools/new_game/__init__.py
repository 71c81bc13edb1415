"""The skeleton of a new game, and what writes it."""

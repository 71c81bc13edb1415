"""Decisions that the procedures wait for: answers of the player and outcomes of chance."""

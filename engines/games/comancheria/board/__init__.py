"""The map and what is on it, and what the pieces, people and goods of a position allow."""

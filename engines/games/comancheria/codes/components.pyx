"""Spaces, enemies, pieces, goods, places of counters and cards, Instructions: the numbers a state is made of."""

"""The numbers in a state: spaces, enemies, pieces, goods, places of counters and cards, Instructions."""

"""What stands where on the map, and what the pieces, people and goods of a position allow."""

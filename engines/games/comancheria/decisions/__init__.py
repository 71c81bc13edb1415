"""What is decided outside the procedures: answers of the player and outcomes of chance."""

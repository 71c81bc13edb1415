"""Whether a state is one that the rules make, and the words for what is wrong with it."""

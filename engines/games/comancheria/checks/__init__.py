"""Whether the rules can lead to a state, and the messages for what is wrong with it."""

"""The procedures of the rule book: what a frame of the stack does when what lies above it is done."""

"""The steps of the procedures: what a frame of the stack does when what lies above it is done."""

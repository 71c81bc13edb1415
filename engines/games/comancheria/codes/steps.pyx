"""The steps of the procedures: what a frame does when the frame above it is done. A comment names its overlay."""

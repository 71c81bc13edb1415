"""The steps of the procedures: how a frame continues when the frame above it is done. Comments name the overlay."""

"""Programs that write what the repository keeps: fitted weights, and counts of other programs."""

"""Calibration: whether what a search says of its own values is true, and how its values are corrected."""

"""The printed components as JSON, and how they become tables."""

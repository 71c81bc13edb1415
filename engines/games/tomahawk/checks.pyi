FLAWS: tuple[str, ...]
"""What each code of `flaw` means, the field first; FLAWS[0] is empty."""

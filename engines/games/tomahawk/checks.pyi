FLAWS: tuple[str, ...]
"""The message for each code of `flaw`: the field, then what is wrong with it. FLAWS[0] is empty."""

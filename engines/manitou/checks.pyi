FLAWS: tuple[str, ...]

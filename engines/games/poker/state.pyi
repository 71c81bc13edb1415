RANKS: int
HIDDEN: int

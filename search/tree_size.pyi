from hunch.engines.contract import State

def estimate_histories(world: State, probes: int, seed: int, most: float = ...) -> float:
    """About how many histories follow a world: the mean product of the branchings along random lines (Knuth, 1975).

    Infinity if there are more than `most`: it stops counting there.
    """

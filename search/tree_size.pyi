from hunch.engines.contract import State

def estimate_histories(world: State, probes: int, seed: int, most: float = ...) -> float:
    """About how many histories follow a world: mean product of the branchings along random lines (Knuth, 1975).

    Infinity where there are more than `most`: by then it has stopped counting.
    """

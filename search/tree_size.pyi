from hunch.engines.contract import State

def estimate_histories(world: State, probes: int, seed: int, most: float = ...) -> float:
    """Estimates how many histories follow a world: the mean product of the choices along random lines (Knuth, 1975).

    Returns infinity if there are more than `most`.
    """

from hunch.engines.contract import Game

def random_games(
    game: Game, games: int, seed: int, checked: bool = True, uniform: bool = True
) -> tuple[int, int, int, tuple[float, ...]]:
    """Plays whole random games. Returns (steps, decisions, longest game, summed returns of each seat).

    Moves are uniform, or those of the rollout policy. `checked` calls `flaw` after each step and raises BadState at
    the first flaw.
    """

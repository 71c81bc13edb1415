"""An agent for any game: it draws worlds that fit what its seat sees, and takes the move that ends best in them.

python -m bench.arena match tomahawk agent:examples/agent.py greedy --games 20
"""

from hunch.engines import CHANCE, State, Stream

WORLDS = 12  # drawn for each choice
ENDS = 2  # games that each move is played on to, in each world


def choose(view: State, seat: int, stream: Stream) -> int:
    """The move with the highest mean payoff."""
    moves = view.legal()
    gained = dict.fromkeys(moves, 0.0)
    for _ in range(WORLDS):
        world = caught_up(view.fill(stream), seat, stream)
        for move in moves:
            gained[move] += world.after(move).rollouts(ENDS, stream)[1][seat]
    return max(moves, key=lambda move: gained[move])


def caught_up(world: State, seat: int, stream: Stream) -> State:
    """The world once it is the seat's turn: others who choose at the same time may come first."""
    while world.to_move != seat:
        world = world.after(world.roll(stream) if world.to_move == CHANCE else world.rollout_move(stream))
    return world

"""A greedy player of Pow Wow. It wants its own Indians ahead after this turn, as far as it knows its own cards."""

from itertools import combinations
from typing import Any

from hunch.engines import State, Stream
from hunch.engines.games.powwow.state import CHOOSE, COLOURS, GIVE, GIVING, KIND, MOVE, MOVING, POW_WOW, REROLL

WHITE_STONE = 0.01  # what a white stone is worth, in shares of the win
DRAWS = 24  # worlds to guess from what another holds


def choose(view: State, seat: int, stream: Stream) -> int:
    """The move after which the Indians of the seat's own cards stand best. Ties are broken at random."""
    moves = view.legal()
    if moves[0] & KIND == GIVE:
        worth = gifts(view, seat, moves, stream)
    else:
        worth = {move: value(view, seat, move) for move in moves}
    return max(moves, key=lambda move: (worth[move], stream.unit()))


def value(view: State, seat: int, move: int) -> float:
    kind, card = move & KIND, move & 15
    if kind == CHOOSE:
        return best(view, seat, card)
    if kind == REROLL:
        return sum(best(view, seat, colour) for colour in range(1, COLOURS + 1)) / COLOURS - WHITE_STONE
    if kind == MOVE:
        return after(view, seat, move)
    return pulls(view)[card]


def best(view: State, seat: int, colour: int) -> float:
    """The best result that the seat could reach at once with a die of that colour."""
    fields = view.fields()
    players = view.game.seats
    dice = [1] * players + [0] * (6 - players)
    dice[seat] = colour
    fields.update(step=MOVING, pool=0, starter=seat, turn=0, die=dice)
    turn = view.game.state(fields)
    return max(after(turn, seat, move) for move in turn.legal() if move != REROLL)


def after(view: State, seat: int, move: int) -> float:
    """The seat's share of the win after an Indian was moved, from the distance that each Indian still has to go."""
    following = view.after(move)
    fields = following.fields()
    pull = pulls(following)
    share: float = sum(pull[card] for card in fields["hand"][seat]) / sum(pull.values())
    if fields["step"] == GIVING:
        return share + hoped(following, seat) / sum(pull.values())
    return share + WHITE_STONE * (fields["stones"][seat] - view.fields()["stones"][seat])


def hoped(view: State, seat: int) -> float:
    """The gain of an exchange that gives the weaker card for the better of two that others may hold."""
    pull, own = pulls(view), view.fields()["hand"][seat]
    others = [pull[colour] for colour in range(1, COLOURS + 1) if colour not in own]
    others += [0.0] * (2 * max(view.game.seats, 3) - 2 - len(others))
    pairs = [max(pair) for pair in combinations(others, 2)]
    return sum(pairs) / len(pairs) - min(pull[card] for card in own)


def gifts(view: State, seat: int, moves: list[int], stream: Stream) -> dict[int, float]:
    """Giving is worth the better card of the other hand, as guessed from the seat's beliefs, less the card given."""
    pull = pulls(view)
    best = dict.fromkeys(range(max(view.game.seats, 3)), 0.0)
    for _ in range(DRAWS):
        hands = view.fill(stream).fields()["hand"]
        for hand in best:
            best[hand] += max(pull[card] for card in hands[hand]) / DRAWS
    return {move: best[(move >> 4 & 15) - 1] - pull[move & 15] for move in moves}


def pulls(view: State) -> dict[int, float]:
    """The relative probability that each card's Indian leaves first; 0 for a Pow Wow card."""
    game: Any = view.game
    spaces = game.data["track"]["spaces"]
    places = view.fields()["place"]
    return {POW_WOW: 0.0, **{i + 1: 1 / max(spaces + 1 - place, 1e-6) for i, place in enumerate(places)}}

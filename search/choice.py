"""Which method a question gets, and whether its turn is drawn: by how often each turn of the asker can be tried."""
from hunch.engines import PUBLIC, State, Stream
from hunch.search.answer import Record
from hunch.search.tree_size import histories

PER_TURN = 10_000
"""Iterations for each of the asker's turns from which regret is sampled: with fewer its average still plays much of
what it tried in the beginning (docs/search.md says what was compared)."""
COVERED, PROBES = 10, 16
"""Histories to come for each iteration up to which it is: of more it sees too few twice. And the random lines that
tell about how many there are."""
PER_HISTORY = 3
"""Iterations for each history from which regret is sampled whatever the turns, in all worlds that the search may begin
in: then all of it is tried again and again."""
MOST_LISTED = 20_000
"""Such worlds: they are counted by listing them, which nothing interrupts, and a search keeps fewer."""
FEWEST_TABLES = 100_000
"""Iterations, of about 2 microseconds, from which the last turn is learned from whole tables: with fewer, most of what
the others may know is met once or never."""
PER_DRAWN_TURN = 500
"""Iterations for each of the asker's turns from which UCB's is drawn from its visits: with fewer many visits are mere
exploration."""


def covers(view: State, seat: int, iterations: int, seed: int, record: Record | None) -> bool:
    """Whether sampled regret learns enough of what is left."""
    if _often(view, seat, iterations, PER_TURN):
        most = COVERED * iterations
        if histories(view.view(PUBLIC).fill(Stream(seed)), PROBES, seed, most) <= most:
            return True
    return repeats(view, iterations, seed, record)


def repeats(view: State, iterations: int, seed: int, record: Record | None) -> bool:
    """Whether it meets all of what is left again and again."""
    if iterations < PER_HISTORY:
        return False
    start = (view if record is None else record.start).view(PUBLIC)
    affordable = iterations // PER_HISTORY
    each = histories(start.fill(Stream(seed)), PROBES, seed, affordable)
    return each <= affordable and start.worlds(min(int(affordable / each), MOST_LISTED)) is not None


def mixes(view: State, seat: int, iterations: int) -> bool:
    """Whether UCB's turn is drawn: two against each other who choose in the same step, where the turn that was tried
    most is the one to be expected."""
    if not (view.game.zero_sum and view.game.hidden and _often(view, seat, iterations, PER_DRAWN_TURN)):
        return False
    return view.fill(Stream(0)).view(1 - seat).to_move == 1 - seat


def _often(view: State, seat: int, iterations: int, each: int) -> bool:
    affordable = iterations // each
    return affordable > 1 and _turns(view, seat, affordable + 1) <= affordable


def _turns(view: State, seat: int, most: int) -> int:
    """How many whole turns the seat has; counting ends at `most`."""
    if view.to_move != seat:
        return 1
    moves = view.legal()
    if view.after(moves[0]).to_move != seat:
        return len(moves)
    count = 0
    for move in moves:
        count += _turns(view.after(move), seat, most - count)
        if count >= most:
            break
    return count


def turn_length(view: State, seat: int) -> int:
    """How many moves the seat has in a row, along the first of them."""
    length = 0
    while view.to_move == seat:
        length, view = length + 1, view.after(view.legal()[0])
    return length

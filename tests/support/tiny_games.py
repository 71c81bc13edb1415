"""Games so small that every position of them can be listed."""

from hunch.engines import Game, State, load

TINY = [
    load("kuhn"),
    load("leduc"),
    *(
        load("goofspiel", cards=3, bids=bids, prizes=prizes)
        for bids in ("hidden", "revealed")
        for prizes in ("random", "descending")
    ),
    load("goofspiel", cards=4, prizes="descending"),
]


def every_world(game: Game, most: int = 1 << 40) -> list[State]:
    """All positions that a game can reach; an empty list if there are more than `most`."""
    known, waiting = {game.new(): None}, [game.new()]
    while waiting and len(known) <= most:
        state = waiting.pop()
        after = [state.after(move) for move in state.legal() or [outcome for outcome, _ in state.chances()]]
        waiting += [following for following in after if following not in known]
        known.update(dict.fromkeys(after))
    return [] if waiting else list(known)

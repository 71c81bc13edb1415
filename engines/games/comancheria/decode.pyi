from hunch.engines.contract import State
from hunch.engines.games.comancheria.rules import Comancheria

def decode_fast(game: Comancheria, raw: bytes) -> State | None:
    """The state in the bytes of a GameState of that game; None where there is something to look at more closely.

    It may still be one that cannot arise: where it has a flaw.
    """

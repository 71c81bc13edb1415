"""Reasons for a turn: what becomes of it and of another in worlds that fit, compared. Knows no game by name."""

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from hunch.engines import CHANCE, OVER, State, Stream
from hunch.engines.explain import Trait, beliefs, traits
from hunch.search.answer import Turn
from hunch.search.cursor import Cursor
from hunch.search.results import Lookup, picked

LINES = 128
"""Lines played with each of the two turns: a share is then known to 4 in 100 or so."""
FEWEST = 32
"""Lines from which anything is told, where the time ends."""
STRIDE = 79
"""By which worlds in order are gone through, so that the first few of them are spread evenly: odd, and 0.62 of all."""
TRUSTED = 16
"""Visits from which a choice follows what the search learned there; with fewer it follows the rollout policy."""
SURE = 2.0
"""Standard errors from which a difference is told."""
WORTH_TELLING, BESIDE = 0.05, 0.25
"""Points below which it is not; and the share of the weightiest reason below which it is not."""
MOST_FOR, MOST_AGAINST, MOST_BELIEFS = 3, 1, 2
LIKELY = 0.02
"""Beliefs below it are not told."""


@dataclass(frozen=True, slots=True)
class Reason:
    """One reason: a trait, with its mean over lines with the turn, and with the one it is compared with."""

    kind: str
    """for, against, or belief."""
    trait: Trait
    mean: float
    instead: float
    standard_error: float
    """Of the difference."""


class Tally:
    """Sums of paired lines, trait by trait."""

    def __init__(self) -> None:
        self._sums: dict[Trait, list[float]] = {}
        self._believed: dict[Trait, float] = {}
        self._lines = 0

    def add(self, with_turn: dict[Trait, float], with_other: dict[Trait, float], believed: dict[Trait, float]) -> None:
        """One world, played on with either turn under the same luck."""
        self._lines += 1
        for trait in with_turn.keys() | with_other.keys():
            mean, instead = with_turn.get(trait, 0.0), with_other.get(trait, 0.0)
            sums = self._sums.setdefault(trait, [0.0, 0.0, 0.0])
            sums[0] += mean
            sums[1] += instead
            sums[2] += (mean - instead) ** 2
        for trait, much in believed.items():
            self._believed[trait] = self._believed.get(trait, 0.0) + much

    def signs(self) -> tuple[Reason, ...]:
        """What tells the turns apart, the weightiest first; then the price; then what is believed."""
        if self._lines < FEWEST:
            return ()
        found = sorted(self._differences(), key=lambda sign: (-_weight(sign), sign.trait))
        speaking: dict[str, list[Reason]] = {"for": [], "against": []}
        about: set[tuple[tuple[str, int | str], ...]] = set()
        least = BESIDE * _weight(found[0]) if found else 0.0
        for sign in found:
            if _weight(sign) < least:
                break
            if sign.trait.arguments not in about or not sign.trait.arguments:
                about.add(sign.trait.arguments)
                speaking[sign.kind].append(sign)
        thought = [
            Reason("belief", trait, much / self._lines, much / self._lines, 0.0)
            for trait, much in self._believed.items()
            if much / self._lines >= LIKELY
        ]
        thought.sort(key=lambda sign: (-sign.trait.worth * sign.mean, sign.trait))
        return (*speaking["for"][:MOST_FOR], *speaking["against"][:MOST_AGAINST], *thought[:MOST_BELIEFS])

    def _differences(self) -> list[Reason]:
        found = []
        for trait, (mean, instead, squares) in self._sums.items():
            n, apart = self._lines, (mean - instead) / self._lines
            error = (max(squares / n - apart * apart, 1 / n**2) / n) ** 0.5
            if abs(apart) >= SURE * error and abs(apart * trait.worth) >= WORTH_TELLING:
                kind = "for" if apart * trait.worth > 0 else "against"
                found.append(Reason(kind, trait, mean / n, instead / n, error))
        return found


def _weight(sign: Reason) -> float:
    return abs((sign.mean - sign.instead) * sign.trait.worth)


def reasons(
    places: Callable[[float, Stream], Cursor],
    look: Lookup,
    seat: int,
    turn: Turn,
    other: Turn,
    seed: int,
    until: float = math.inf,
) -> tuple[Reason, ...]:
    """What speaks for a turn rather than another; `places` gives a world that the asker may be in, by a
    number that jumps about from 0 to 1 or by luck. `until` is of the monotonic clock: then there are fewer lines."""
    tally = Tally()
    for n in range(LINES):
        if time.monotonic() > until:
            break
        luck = (seed << 8) + n
        start = places((n * STRIDE % LINES + 0.5) / LINES, Stream(luck))
        before, after = played(start, seat, turn, look, Stream(luck + (1 << 40)))
        _, without = played(start, seat, other, look, Stream(luck + (1 << 40)))
        tally.add(
            dict(traits(before, after, seat, turn)),
            dict(traits(before, without, seat, other)),
            dict(beliefs(before, after, seat, turn)),
        )
    return tally.signs()


def played(start: Cursor, seat: int, turn: Sequence[int], look: Lookup, stream: Stream) -> tuple[State, State]:
    """The world in which the seat chose, and the one in which that is settled: as the search plays where it has learned
    something, then by the rollout policy."""
    place, left, chosen = start, list(turn), start.world
    while place.world.to_move != OVER and (left or not place.world.is_resolved(chosen)):
        mover = place.world.to_move
        if mover == seat and left:
            chosen = place.world if len(left) == len(turn) else chosen
            move = left.pop(0)
        elif mover == CHANCE:
            move = place.world.roll(stream)
        else:
            rows = look(place.key(mover))
            if sum(row.visits for row in rows) >= TRUSTED:
                move = rows[picked([row.probability for row in rows], stream.unit())].move
            elif left:
                move = place.world.rollout_move(stream)
            else:
                return chosen, place.world.played_on(stream, chosen)
        place = place.after(move, mover)
    return chosen, place.world

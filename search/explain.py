"""Reasons for a turn: what becomes of it and of another in worlds that fit, compared. Knows no game by name."""

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from hunch.engines import CHANCE, OVER, State, Stream
from hunch.engines.explain import Trait, beliefs, traits
from hunch.search.cursor import Cursor, root_cursor
from hunch.search.question import Turn
from hunch.search.reader import TRUSTED, Findings
from hunch.search.replay import weighted_positions
from hunch.search.results import index_at

FEW_WORLDS = 64
"""Up to this many worlds are gone through evenly; if there are more, some are drawn."""
LINES = 128
"""Lines played with each of the two turns: a share is then known to about 4 in 100."""
FEWEST = 32
"""Fewest lines for any reason, if the time ends early."""
STRIDE = 79
"""Step by which worlds in order are gone through, so that the first few lie evenly among them: odd, and 0.62 of all."""
SURE = 3.0
"""Standard errors from which a difference is a reason. Dozens of traits are looked at, and luck moves some by two."""
WORTH_SHOWING = 0.05
"""Game points from which a difference is a reason."""
BESIDE = 0.25
"""Share of the weightiest reason from which a difference is a reason."""
MOST_FOR = 3
"""Most reasons for a turn."""
MOST_AGAINST = 1
"""Most reasons against a turn."""
MOST_BELIEFS = 2
"""Most beliefs beside the reasons."""
LIKELY = 0.02
"""Probability from which a belief is shown."""
Cursors = Callable[[float, Stream], Cursor]
"""Returns a world that the asker may be in: by a number that jumps about from 0 to 1, or by luck."""


@dataclass(frozen=True, slots=True)
class Reason:
    """One reason: a trait, with its mean over lines with the turn and over lines with the other turn."""

    kind: str
    """for, against, or belief."""
    trait: Trait
    mean: float
    instead: float
    standard_error: float
    """Of the difference."""


class PairedLines:
    """Sums over paired lines, trait by trait."""

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

    def reasons(self) -> tuple[Reason, ...]:
        """What speaks for the turn, the weightiest first; then what speaks against it; then what is believed."""
        if self._lines < FEWEST:
            return ()
        differences = sorted(self._differences(), key=lambda reason: (-_weight(reason), reason.trait))
        speaking: dict[str, list[Reason]] = {"for": [], "against": []}
        about: set[tuple[tuple[str, int | str], ...]] = set()
        least = BESIDE * _weight(differences[0]) if differences else 0.0
        for reason in differences:
            if _weight(reason) < least:
                break
            if reason.trait.arguments not in about or not reason.trait.arguments:
                about.add(reason.trait.arguments)
                speaking[reason.kind].append(reason)
        against = speaking["against"][:MOST_AGAINST] if speaking["for"] else []  # alone, a price explains no choice
        return (*speaking["for"][:MOST_FOR], *against, *self._beliefs()[:MOST_BELIEFS])

    def _beliefs(self) -> list[Reason]:
        likely = [
            Reason("belief", trait, much / self._lines, much / self._lines, 0.0)
            for trait, much in self._believed.items()
            if much / self._lines >= LIKELY
        ]
        return sorted(likely, key=lambda reason: (-reason.trait.worth * reason.mean, reason.trait))

    def _differences(self) -> list[Reason]:
        differences = []
        for trait, (mean, instead, squares) in self._sums.items():
            n, apart = self._lines, (mean - instead) / self._lines
            error = (max(squares / n - apart * apart, 1 / n**2) / n) ** 0.5
            if abs(apart) >= SURE * error and abs(apart * trait.worth) >= WORTH_SHOWING:
                kind = "for" if apart * trait.worth > 0 else "against"
                differences.append(Reason(kind, trait, mean / n, instead / n, error))
        return differences


def _weight(reason: Reason) -> float:
    return abs((reason.mean - reason.instead) * reason.trait.worth)


def compare_turns(
    findings: Findings, turns: tuple[Turn, Turn], seed: int, until: float = math.inf, share: float = 1.0
) -> tuple[Reason, ...]:
    """What speaks for the first turn rather than the second. `until` is of the monotonic clock: an early end means
    fewer lines, and so does a `share` of the usual ones."""
    pairs, cursors = PairedLines(), cursors_of(findings)
    seat, (turn, other) = findings.decision.seat, turns
    for n in range(max(FEWEST, round(share * LINES))):
        if time.monotonic() > until:
            break
        luck = (seed << 8) + n
        start = cursors((n * STRIDE % LINES + 0.5) / LINES, Stream(luck))
        before, after = played(start, seat, turn, findings, Stream(luck + (1 << 40)))
        _, without = played(start, seat, other, findings, Stream(luck + (1 << 40)))
        pairs.add(
            dict(traits(before, after, seat, turn)),
            dict(traits(before, without, seat, other)),
            dict(beliefs(before, after, seat, turn)),
        )
    return pairs.reasons()


def cursors_of(findings: Findings) -> Cursors:
    """Worlds that the asker may be in: as the record and the search weigh them, as beliefs do, or as they are drawn."""
    plan, exact, view = findings.plan, findings.exact, findings.decision.view
    positions: list[tuple[Cursor, float]] = []

    def enter(world: State) -> Cursor:
        cursor = root_cursor(world)
        return cursor if exact is None else cursor.with_keys(exact.merged_key)

    if plan.record is not None and (plan.method == "regret" or exact is not None):
        positions = weighted_positions(plan.record, findings.decision.seat, enter, findings.lookup, plan.flag)
    worlds = plan.beliefs.worlds() if plan.beliefs else view.worlds(FEW_WORLDS) or []
    shares = [weight for _, weight in positions or worlds]

    def cursor_at(at: float, stream: Stream) -> Cursor:
        if not shares:
            return enter(view.fill(stream))
        number = index_at(shares, at)
        return positions[number][0] if positions else enter(worlds[number][0])

    return cursor_at


def played(start: Cursor, seat: int, turn: Sequence[int], findings: Findings, stream: Stream) -> tuple[State, State]:
    """The world in which the seat chose, and the world in which what it chose about is decided. Choices follow the
    search if it has learned something about them, then the rollout policy."""
    cursor, left, chosen = start, list(turn), start.world
    while cursor.world.to_move != OVER and (left or not cursor.world.is_resolved(chosen)):
        mover = cursor.world.to_move
        if mover == seat and left:
            chosen = cursor.world if len(left) == len(turn) else chosen
            move = left.pop(0)
        elif mover == CHANCE:
            move = cursor.world.roll(stream)
        elif shares := _learned(findings, cursor, mover, seat):
            move = shares[index_at([share for _, share in shares], stream.unit())][0]
        elif left:
            move = cursor.world.rollout_move(stream)
        else:
            return chosen, cursor.world.played_on(stream, chosen)
        cursor = cursor.after(move, mover)
    return chosen, cursor.world


def _learned(findings: Findings, cursor: Cursor, mover: int, asker: int) -> list[tuple[int, float]]:
    """How often the mover chooses each move, by what the search learned there; empty if that is too little."""
    moves = findings.lookup(cursor.key(mover))
    if sum(stats.visits for stats in moves) >= TRUSTED:
        return [(stats.move, stats.probability) for stats in moves]
    return [] if mover == asker else findings.shared_shares(cursor, mover)

"""Makes advice of what a search has found: the best turns, the turn to play, and the lines to expect."""

import itertools
from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from hunch.engines import CHANCE, OVER, BadState, State, Stream
from hunch.search.answer import Advice, Candidate
from hunch.search.correction import correction
from hunch.search.cursor import Cursor, root_cursor
from hunch.search.levels import SENSIBLE
from hunch.search.plan import Plan, mixes
from hunch.search.question import AdviceOptions, Turn
from hunch.search.replay import find_position
from hunch.search.results import (
    Decision,
    DrawRule,
    Lookup,
    TurnFilter,
    TurnStats,
    drawn_turn,
    expected_line,
    merged_lookup,
    mixed_turn,
    narrowed,
    ranked,
    surest_first,
)
from hunch.search.sample import Sampler, key_after
from hunch.search.subgame import Subgame
from hunch.search.ucb import Ucb
from hunch.search.worlds import key_of_view

TRUSTED = 16
"""Visits from which a choice follows what the search learned; with fewer it follows the rollout policy."""
LINE = 6
"""Most events of an expected line."""
ENDS = {OVER: "over", CHANCE: "chance"}
"""What comes after a turn, by who is to move then."""


class Summary(NamedTuple):
    """The part of advice that says how it was found, in the words and the order of `Advice`."""

    beliefs: str
    method: str
    exploitability: float | None
    iterations: int
    worlds: int
    stop_reason: str


class Findings:
    """What a search has found by some moment. They do not change, though the search may go on."""

    def __init__(self, plan: Plan, samplers: Sequence[Sampler], exact: Subgame | None, stop_reason: str) -> None:
        self.plan, self.samplers, self.exact, self.stop_reason = plan, tuple(samplers), exact, stop_reason
        self.method = plan.method if exact is None else "exact"
        self.lookup: Lookup = merged_lookup(self.samplers if exact is None else [exact])
        self.decision = Decision(plan.view, plan.question.seat, self._key(), self.method == "solitaire")
        self.drawn = self.method == "ucb" and mixes(plan.view, plan.question.seat, self.iterations)
        """Whether UCB's turn is drawn from its visits."""
        doubt = plan.settings.ucb.doubt
        if self.method == "ucb" and not self.drawn and doubt:
            self.lookup = surest_first(self.lookup, doubt)

    def _key(self) -> int:
        if self.exact is not None:
            return self.exact.key
        if self.method == "solitaire":  # its first sampler may come after moves without a choice
            return key_of_view(self.plan.view, self.plan.question.seat)
        return next((sampler.asker_key for sampler in self.samplers if sampler.asker_key), 0)

    def shared_shares(self, cursor: Cursor, seat: int) -> list[tuple[int, float]]:
        """How often a seat chooses each move there, as it learned in all worlds that look the same to everybody; empty
        if it learned too little."""
        key, moves = cursor.shared_key(seat), cursor.world.legal()
        chosen, met = dict.fromkeys(moves, 0), dict.fromkeys(moves, 0)
        for sampler in self.samplers:
            for move, visits, times in sampler.shared_rows(key, moves) if isinstance(sampler, Ucb) else ():
                chosen[move], met[move] = chosen[move] + visits, met[move] + times
        if sum(chosen.values()) < TRUSTED:
            return []
        return [(move, chosen[move] / met[move]) for move in moves if met[move]]

    @property
    def iterations(self) -> int:
        """Payoffs sampled; for an exact answer sweeps made."""
        return sum(sampler.iterations for sampler in self.samplers) if self.exact is None else self.exact.iterations

    def summary(self, iterations: int) -> Summary:
        """How the findings were found, in that many iterations."""
        plan, exact = self.plan, self.exact
        heeded = plan.record is not None and (self.method in ("exact", "regret") or plan.beliefs is not None)
        beliefs = "none" if not plan.view.game.hidden else "record" if heeded else "prior"
        if exact is not None:
            return Summary(beliefs, "exact", exact.exploitability, iterations, exact.worlds, self.stop_reason)
        worlds = sum(sampler.worlds_drawn for sampler in self.samplers)
        return Summary(beliefs, self.method, None, iterations, worlds, self.stop_reason)

    @cached_property
    def line_start(self) -> Cursor | None:
        """A world that the asker may be in, from which expected lines go; None if none is found, or for an exact
        answer."""
        plan = self.plan
        if self.exact is not None:
            return None
        if plan.record is None or self.method != "regret":
            return root_cursor(plan.view.fill(Stream(plan.seed)))
        return find_position(plan.record, plan.question.seat, plan.flag)


class Reader:
    """Reads the findings of one search."""

    def __init__(self, plan: Plan, options: AdviceOptions) -> None:
        self.question, self.options, self.seed, self.threads = plan.question, options, plan.seed, plan.threads
        self.turns, self.blur = TurnFilter(options.allow, (*options.avoid, *plan.overlooked())), plan.blur

    def only_turn(self) -> Turn | None:
        """The asker's only turn that may be advised; None if there are several."""
        turn: Turn = ()
        view, seat, key = self.question.view, self.question.seat, 0
        allowed = self._allowed(lambda key: (), Decision(view, seat, key))
        while view.to_move == seat:
            moves = [stats.move for stats in allowed(key)] or view.legal()
            if len(moves) > 1:
                return None
            turn, view, key = (*turn, moves[0]), view.after(moves[0]), key_after(key, moves[0])
        return turn

    def is_forced(self, turn: Turn) -> bool:
        """Whether there is no other legal turn, whatever may be advised."""
        view = self.question.view
        for move in turn:
            if len(view.legal()) > 1:
                return False
            view = view.after(move)
        return True

    def only_move(self, turn: Turn) -> Advice:
        """The advice to play the only turn."""
        alone = Candidate(turn, 1.0, 0, 0.0, 1.0, 0.0, 1.0, (), self._ends(self._after(turn)))
        return self._advice(turn, (alone,), Summary("none", "only_move", None, 0, 0, "only_move"))

    def advice(self, findings: Findings, count: int, lines: bool) -> Advice:
        """The advice that follows from the findings, with at most `count` candidates; `lines`: with what to expect
        after them."""
        decision, iterations = findings.decision, findings.iterations
        allowed = self._allowed(findings.lookup, decision)
        best = itertools.islice(ranked(allowed, decision), max(count, 1))
        turns = sorted(best, key=lambda turn: -turn.probability)
        candidates = tuple(self._candidate(findings, turn, lines) for turn in turns[:count])
        play = drawn_turn(allowed, decision, Stream(self.seed), self._rule(findings))
        return self._advice(play, candidates, findings.summary(iterations))

    def mixed(self, findings: Findings, stream: Stream) -> list[tuple[int, dict[int, float]]]:
        """A turn to play, each move with the probabilities that it was drawn with."""
        allowed = self._allowed(findings.lookup, findings.decision)
        return mixed_turn(allowed, findings.decision, stream, self._rule(findings))

    def _rule(self, findings: Findings) -> DrawRule:
        """How the turn to play is drawn."""
        drawn, method = findings.drawn, findings.method
        # A lone player's judgement was blurred while the moves were compared.
        blur = 0.0 if method == "solitaire" else self.blur
        return DrawRule(blur, SENSIBLE if blur or drawn else 0.0, method in ("ucb", "solitaire") and not drawn)

    def best(self, findings: Findings, turns: TurnFilter, lines: bool) -> Candidate | None:
        """The best turn that the filter admits; None if there is none."""
        allowed = self._allowed(findings.lookup, findings.decision)
        for turn in ranked(allowed, findings.decision, turns):
            if turn.view.to_move == self.question.seat or turns.completes(turn.turn):
                return self._candidate(findings, turn, lines)
        return None

    def tried(self, findings: Findings | None, turn: Turn) -> Turn:
        """The beginning of a turn that the search knows something about, at least one move."""
        if findings is None:
            return turn
        key, lookup = findings.decision.key, findings.lookup
        for made, move in enumerate(turn):
            if made and not any(stats.move == move and stats.visits for stats in lookup(key)):
                return turn[:made]
            key = key_after(key, move)
        return turn

    def _allowed(self, lookup: Lookup, decision: Decision) -> Lookup:
        """What was gathered of the turns that may be advised."""
        if not self.turns:
            return lookup
        allowed = narrowed(lookup, decision, self.turns)
        if allowed is None:
            raise BadState("allow", "no legal turn is left")
        return allowed

    def _candidate(self, findings: Findings, turn: TurnStats, lines: bool) -> Candidate:
        start = findings.line_start if lines and turn.visits else None
        line = expected_line(findings.lookup, self.question.seat, start, turn.turn, LINE) if start else ()
        value, error = turn.value, turn.standard_error
        if turn.visits:
            known = correction(turn.view.game, findings.method)
            value, error = known.corrected(value, error, findings.iterations)
        return Candidate(
            turn.turn,
            turn.probability,
            turn.visits,
            value,
            error,
            turn.value,
            turn.standard_error,
            line,
            self._ends(turn.view),
        )

    def _ends(self, after: State) -> str:
        return ENDS.get(after.to_move) or ("own" if after.game.seats == 1 else "other")

    def _after(self, turn: Turn) -> State:
        after = self.question.view
        for move in turn:
            after = after.after(move)
        return after

    def _advice(self, play: Turn, candidates: tuple[Candidate, ...], summary: Summary) -> Advice:
        game = self.question.view.game
        ends = next((candidate.ends for candidate in candidates if candidate.turn == play), None)
        return Advice(
            play,
            candidates,
            ends or self._ends(self._after(play)),
            *summary,
            self.seed,
            self.options.level,
            self.threads,
            game.name,
            game.version,
            game.data_hash,
        )

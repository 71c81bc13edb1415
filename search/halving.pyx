"""Search for one player against chance: sequential halving, with the same luck for all moves that are compared."""
from typing import NamedTuple

from libc.math cimport sqrt
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from hunch.engines.contract cimport CHANCE, MOST_CHANCES, OVER, move_t
from hunch.engines.keys cimport mix
from hunch.engines.rng cimport Rng, next_word, picked, seeded
from hunch.search.sample cimport Sampler
from hunch.search.stop cimport is_raised

cdef enum:
    WITHOUT_END = 1 << 30    # plies of a rollout without a limit


class Comparison(NamedTuple):
    """A decision of a lone player."""

    key: int
    moves: list
    expected: int


cdef class Halving(Sampler):
    def __init__(self, worlds, tree, seed, comparison, params, int32_t horizon=0):
        cdef list moves = comparison.moves
        cdef int64_t expected = comparison.expected
        cdef move_t own
        cdef int32_t i, rounds = 1
        if self.trials != NULL:
            raise TypeError("a comparison begins once")
        self.horizon, self.key = horizon, comparison.key
        self.begin()
        self.count = self.alive = len(moves)
        own = self.game.rollout_move(self.state, &self.rng)
        self.trials = <Trial*>calloc(self.count, sizeof(Trial))
        if self.trials == NULL:
            raise MemoryError
        for i in range(self.count):
            self.trials[i].move = moves[i]
            if self.trials[i].move == own:
                self.trials[i].move, self.trials[0].move = self.trials[0].move, own
        self.doubt = params.doubt if self.trials[0].move == own else 0.0
        while (1 << rounds) < self.count - 1:
            rounds += 1
        self.per_round = max(expected // rounds, 1)

    def __dealloc__(self):
        free(self.trials)

    cdef void iterate(self) noexcept nogil:
        cdef int32_t i
        cdef double got, own = 0.0
        cdef Trial* trial
        cdef uint64_t luck = next_word(&self.rng)
        self.begin()
        for i in range(self.alive):
            if self.ends >= self.most - self.iterations or is_raised(self.flag):
                break
            trial = &self.trials[i]
            memcpy(self.state, self.world + 1, self.game.state_bytes)
            self.game.apply(self.state, trial.move)
            self.roll_out(luck)
            got = self.payoff[self.asker]
            own = got if i == 0 else own
            trial.visits += 1
            trial.sum += got
            trial.squares += got * got
            trial.lead += got - own
            trial.lead_squares += (got - own) * (got - own)
            self.ends += 1
        self.in_round += self.ends
        if self.in_round >= self.per_round and self.alive > 2:
            self.halve()

    cdef void roll_out(self, uint64_t luck) noexcept nogil:
        cdef move_t out[MOST_CHANCES]
        cdef uint32_t weight[MOST_CHANCES]
        cdef void* s = self.state
        cdef Rng own = seeded(luck), fall
        cdef uint64_t kind
        cdef int32_t turn, n, _ply
        memset(self.times, 0, sizeof(self.times))
        for _ply in range(self.horizon if self.horizon else WITHOUT_END):
            turn = self.game.to_move(s)
            if turn == OVER:
                break
            if turn != CHANCE:
                self.game.apply(s, self.game.rollout_move(s, &own))
                continue
            n = self.game.chances(s, out, weight)      # its first outcome identifies the kind of chance step
            kind = mix(luck, out[0])
            fall = seeded(kind + self.times[kind % KINDS])
            self.times[kind % KINDS] += 1
            self.game.apply(s, out[picked(&fall, weight, n)])
        if self.game.to_move(s) == OVER:
            self.game.returns(s, self.payoff)
        else:
            self.game.estimate(s, self.payoff)

    cdef void halve(self) noexcept nogil:
        cdef int32_t i, j
        cdef Trial trial
        for i in range(2, self.alive):
            trial, j = self.trials[i], i
            while j > 1 and self.trials[j - 1].lead * trial.visits < trial.lead * self.trials[j - 1].visits:
                self.trials[j] = self.trials[j - 1]
                j -= 1
            self.trials[j] = trial
        self.alive = 1 + self.alive // 2
        self.in_round = 0

    cdef double sure_lead(self, int32_t i) noexcept nogil:
        cdef Trial* trial = &self.trials[i]
        cdef double n = max(trial.visits, 1), mean = trial.lead / n
        return mean - self.doubt * sqrt(max(trial.lead_squares / n - mean * mean, 1.0 / (n + 1.0)) / n)

    @property
    def asker_key(self):
        return self.key

    def rows_at(self, uint64_t key):
        cdef int32_t i, best = 0
        cdef double mean, variance
        cdef Trial* trial
        if key != self.key:
            return []
        for i in range(1, self.alive):
            if self.sure_lead(i) > (self.sure_lead(best) if best else 0.0):
                best = i
        rows = []
        for i in range(self.count):
            trial = &self.trials[i]
            mean = trial.sum / trial.visits if trial.visits else 0.0
            variance = trial.squares / trial.visits - mean * mean if trial.visits else 1.0
            rows.append((
                trial.move, trial.visits, 1.0 if i == best else 0.0, mean,
                sqrt(max(variance, 1.0 / (trial.visits + 1)) / max(trial.visits, 1)),
            ))
        return rows

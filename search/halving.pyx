"""Search for one player against chance: sequential halving, with the same luck for every move that is compared."""
from libc.math cimport sqrt
from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.string cimport memcpy

from hunch.engines.contract cimport MOST_MOVES, move_t
from hunch.engines.rng cimport next_word, seeded
from hunch.search.sample cimport Sampler
from hunch.search.stop cimport is_raised

cdef enum:
    LAST = 2             # moves that are compared until the end


cdef class Halving(Sampler):
    def __init__(self, worlds, tree, seed, uint64_t key, int64_t expected, int32_t horizon=0):
        """`expected` iterations are spread over the rounds; what comes beyond goes to the last two moves."""
        cdef move_t moves[MOST_MOVES]
        cdef int32_t i, rounds = 1
        self.horizon, self.key = horizon, key
        self.begin()
        self.count = self.alive = self.game.legal(self.state, moves)
        for i in range(self.count):
            self.trials[i].move = moves[i]
        while (LAST << (rounds - 1)) < self.count:
            rounds += 1
        self.per_round = max(expected // rounds, 1)

    cdef void iterate(self) noexcept nogil:
        cdef int32_t i
        cdef double got
        cdef uint64_t luck = next_word(&self.rng)
        self.begin()
        for i in range(self.alive):
            if self.ends >= self.most - self.iterations or is_raised(self.flag):
                break
            memcpy(self.state, self.world + 1, self.game.state_bytes)
            self.rng = seeded(luck)
            self.game.apply(self.state, self.trials[i].move)
            self.evaluate()
            got = self.payoff[self.asker]
            self.trials[i].visits += 1
            self.trials[i].sum += got
            self.trials[i].squares += got * got
            self.ends += 1
        self.rng = seeded(luck + 1)
        self.in_round += self.ends
        if self.in_round >= self.per_round and self.alive > LAST:
            self.halve()

    cdef void halve(self) noexcept nogil:
        cdef int32_t i, j
        cdef Trial trial
        for i in range(1, self.alive):
            trial, j = self.trials[i], i
            while j and self.trials[j - 1].sum * trial.visits < trial.sum * self.trials[j - 1].visits:
                self.trials[j] = self.trials[j - 1]
                j -= 1
            self.trials[j] = trial
        self.alive = max((self.alive + 1) // 2, LAST)
        self.in_round = 0

    @property
    def asked(self):
        return self.key

    def look(self, uint64_t key):
        """At the root, for each move: move, visits, policy (all for the best of those still compared), value, error."""
        cdef int32_t i, best = 0
        cdef double mean, variance
        cdef Trial* trial
        if key != self.key:
            return []
        for i in range(1, self.alive):
            if self.trials[i].sum * self.trials[best].visits > self.trials[best].sum * self.trials[i].visits:
                best = i
        found = []
        for i in range(self.count):
            trial = &self.trials[i]
            mean = trial.sum / trial.visits if trial.visits else 0.0
            variance = trial.squares / trial.visits - mean * mean if trial.visits else 1.0
            found.append((
                trial.move, trial.visits, 1.0 if i == best else 0.0, mean,
                sqrt(max(variance, 1.0 / (trial.visits + 1)) / max(trial.visits, 1)),
            ))
        return found

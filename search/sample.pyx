"""The common part of all sampling searches: they play one world at a time, with the key of each seat, until a limit."""
from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

from hunch.engines.contract cimport CHANCE, MOST_MOVES, OVER, move_t
from hunch.engines.keys cimport mix
from hunch.engines.rng cimport seeded
from hunch.search.stop cimport DONE, LATE, RUNNING, STOPPED, Budget, Stop, now, spent
from hunch.search.tree cimport Tree
from hunch.search.worlds cimport Worlds

cdef enum:
    MOST_VISITS = 0xFFFFFFFF         # most visits that a node can count

STOP_REASONS = {DONE: "iterations", LATE: "time", STOPPED: "stopped"}


def key_after(uint64_t key, move_t move):
    return mix(key, move) | 1


cdef class Sampler:
    def __cinit__(self, Worlds worlds not None, Tree tree not None, uint64_t seed, *args, **kwargs):
        self.worlds, self.tree, self.game = worlds, tree, worlds.game
        self.rng = seeded(seed)
        self.asker, self.seats = worlds.seat, worlds.game.seats
        self.state = <char*>malloc(worlds.game.state_bytes)
        if self.state == NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.state)
        free(self.restricted)
        free(self.permitted)

    def restrict_to(self, dict permitted not None):
        cdef Py_ssize_t at, i, count = len(permitted)
        if self.restricted != NULL or self.iterations:
            raise TypeError("a search is restricted once, before its first iteration")
        self.restricted = <uint64_t*>malloc(max(count, 1) * sizeof(uint64_t))
        self.permitted = <move_t*>malloc(max(count, 1) * (MOST_MOVES + 1) * sizeof(move_t))
        if self.restricted == NULL or self.permitted == NULL:
            raise MemoryError
        for at, (key, moves) in enumerate(permitted.items()):
            self.restricted[at] = key
            self.permitted[at * (MOST_MOVES + 1)] = min(len(moves), <Py_ssize_t>MOST_MOVES)
            for i in range(self.permitted[at * (MOST_MOVES + 1)]):
                self.permitted[at * (MOST_MOVES + 1) + 1 + i] = moves[i]
        self.restrictions = count

    @property
    def asker_key(self):
        return self.worlds.asker_key

    @property
    def worlds_drawn(self):
        return self.worlds.made

    @property
    def nodes(self):
        return self.tree.nodes

    def rows_at(self, uint64_t key):
        return []

    def run(self, Stop stop not None, int64_t iterations, int64_t nanoseconds=0):
        cdef Budget budget
        cdef int reason
        memset(&budget, 0, sizeof(budget))
        budget.flag, budget.iterations = &stop.raised, min(iterations, <int64_t>MOST_VISITS)
        budget.looked = now()
        budget.deadline = budget.looked + nanoseconds if nanoseconds > 0 else 0
        with nogil:
            reason = self.spend(&budget)
            self.game.forget()
        return STOP_REASONS[reason]

    cdef int spend(self, Budget* budget) noexcept nogil:
        cdef int reason = spent(budget, self.iterations)
        self.most, self.flag = budget.iterations, budget.flag
        while reason == RUNNING:
            self.iterate()
            self.iterations += max(self.ends, 1)
            self.total += self.payoff[self.asker]
            self.squares += self.payoff[self.asker] * self.payoff[self.asker]
            self.tree.grow(budget.flag)
            reason = spent(budget, self.iterations)
        return reason

    cdef void iterate(self) noexcept nogil:
        self.begin()
        self.evaluate()

    cdef int32_t keep_permitted(self, uint64_t key, move_t* moves, float* odds, int32_t n) noexcept nogil:
        cdef const move_t* permitted
        cdef int32_t at, i, j, count, left = 0
        cdef float total = 0.0
        for at in range(self.restrictions):
            if self.restricted[at] == key:
                break
        else:
            return n
        permitted = self.permitted + at * (MOST_MOVES + 1)
        count = <int32_t>permitted[0]
        for i in range(n):
            for j in range(count):
                if permitted[1 + j] != moves[i]:
                    continue
                moves[left] = moves[i]
                if odds != NULL:
                    odds[left] = odds[i]
                    total += odds[i]
                left += 1
                break
        if odds != NULL and total > 0.0:
            for i in range(left):
                odds[i] /= total
        return left

    cdef void begin(self) noexcept nogil:
        self.world = self.worlds.draw(self.starts, &self.rng)
        self.starts += 1
        self.ends = 0
        memcpy(self.state, self.world + 1, self.game.state_bytes)
        memcpy(self.keys, self.world.keys, sizeof(self.keys))
        memset(self.draws, 0, sizeof(self.draws))
        self.fresh = self.world.aimed

    cdef void evaluate(self) noexcept nogil:
        cdef int32_t _ply, turn
        cdef void* s = self.state
        if self.horizon == 0:
            self.game.leaf_value(s, &self.rng, self.payoff)
            return
        for _ply in range(self.horizon):
            turn = self.game.to_move(s)
            if turn == OVER:
                self.game.returns(s, self.payoff)
                return
            self.game.apply(s, self.game.roll(s, &self.rng) if turn == CHANCE else self.game.rollout_move(s, &self.rng))
        if self.game.to_move(s) == OVER:
            self.game.returns(s, self.payoff)
        else:
            self.game.estimate(s, self.payoff)

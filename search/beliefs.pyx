"""Beliefs from a record: worlds drawn by playing it again, weighted by the probability of the others' moves."""
from libc.math cimport exp
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy

from hunch.engines.contract cimport CHANCE, MOST_CHANCES, MOST_SEATS, NOTHING, OVER, State, move_t
from hunch.engines.rng cimport Rng, below, seeded, unit
from hunch.search.stop cimport Stop, is_raised, now

cdef enum:
    FEW = 8              # fresh worlds replace dead particles if less than 1 / FEW of the particles is alive
    TRIED = 8            # beliefs end after TRIED seen moves of others, if the game rated all moves alike
    # Beliefs end if there are fewer than MOVES seen moves for each event that half of the particles did not allow. The
    # first TRIED moves count as made: a seat that is dealt its cards last sees most worlds end there.
    MOVES = 4

cdef double LEAST = 2.0**-64     # least sum of weights; below it they are raised, or a long record would make them 0
cdef double RAISED = 2.0**64     # factor that raises the weights; as a power of 2 it changes nothing else
cdef double BLIND = 0.07         # weight of an even choice beside the rated one, as opponents may rate differently


cdef class Beliefs:
    def __cinit__(self, State start not None, int32_t seat, uint64_t seed, params):
        cdef int32_t i, count = params.particles
        self.game, self.seat, self.count = start.game, seat, count
        self.sharpness, self.rng = params.sharpness, seeded(seed)
        self.view, self.scratch = start.view(seat), start.blank()
        self.particles = <char*>malloc(count * self.game.state_bytes)
        self.spare = <char*>malloc(count * self.game.state_bytes)
        self.weight = <double*>malloc(count * sizeof(double))
        if self.particles == NULL or self.spare == NULL or self.weight == NULL:
            raise MemoryError
        for i in range(count):
            self.weight[i] = 0.0
        self.resample()

    def __dealloc__(self):
        free(self.particles)
        free(self.spare)
        free(self.weight)

    def run(self, events, Stop stop not None, int64_t nanoseconds=0):
        cdef int64_t until = now() + nanoseconds
        cdef move_t token
        cdef bint fits
        cdef int32_t i
        for token in events:
            with nogil:
                fits = not is_raised(&stop.raised) and (nanoseconds == 0 or now() < until) and self.observe(token)
                self.game.forget()
            if not fits or self.broken * MOVES > max(self.moves, TRIED):
                return False
            if self.moves >= TRIED and not self.informative:
                return False
        self.most = max([self.weight[i] for i in range(self.count)])
        return True

    def worlds(self):
        cdef State world
        cdef int32_t i
        worlds = []
        for i in range(self.count):
            if self.weight[i] <= 0.0:
                continue
            world = self.view.blank()
            memcpy(world.data, self.particles + i * self.game.state_bytes, self.game.state_bytes)
            worlds.append((world, self.weight[i]))
        return worlds

    cdef bint observe(self, move_t token) noexcept nogil:
        cdef int32_t i, before = 0, after = 0
        self.moved = False
        self.game.apply(self.view.data, token)
        for i in range(self.count):
            before += self.weight[i] > 0.0
            if self.weight[i] > 0.0:
                self.weight[i] *= self.play_until(self.particles + i * self.game.state_bytes, token)
            after += self.weight[i] > 0.0
        self.moves += self.moved
        self.broken += 2 * after < before
        return self.resample()

    cdef double play_until(self, void* s, move_t token) noexcept nogil:
        cdef move_t moves[MOST_CHANCES]
        cdef uint32_t weights[MOST_CHANCES]
        cdef double odds[MOST_CHANCES]
        cdef double likely = 1.0, total, mass, at
        cdef int32_t _step, turn, n, i, taken
        cdef move_t seen
        for _step in range(UNSEEN):
            turn = self.game.to_move(s)
            if turn == OVER:
                return 0.0
            if turn == CHANCE:
                n, total = self.game.chances(s, moves, weights), 0.0
                for i in range(n):
                    odds[i] = weights[i]
                    total += odds[i]
            else:
                n = self.game.legal(s, moves)
                total = self.move_odds(s, moves, n, turn, odds)
            mass = 0.0
            for i in range(n):
                seen = self.game.seen(s, moves[i], self.seat)
                if seen != token and seen != NOTHING:
                    odds[i] = 0.0
                mass += odds[i]
            if mass <= 0.0:
                return 0.0
            if turn != self.seat:
                likely *= mass / total
            at, taken = unit(&self.rng) * mass, n - 1
            for i in range(n):
                if odds[i] > 0.0:
                    taken = i
                    at -= odds[i]
                    if at < 0.0:
                        break
            seen = self.game.seen(s, moves[taken], self.seat)
            self.game.apply(s, moves[taken])
            if seen == token:
                self.moved |= turn != CHANCE and turn != self.seat
                return likely
        return 0.0

    cdef double move_odds(self, const void* s, const move_t* moves, int32_t n, int32_t turn,
                          double* odds) noexcept nogil:
        cdef double worth[MOST_SEATS]
        cdef double most = -2.0, least = 2.0, total = 0.0
        cdef float shares[MOST_CHANCES]
        cdef void* after = self.scratch.data
        cdef int32_t i
        if turn == self.seat or n == 1:
            for i in range(n):
                odds[i] = 1.0
            return n
        if self.game.prior(s, moves, n, shares):
            self.informative = True
            for i in range(n):
                odds[i] = shares[i] + BLIND / n
            return 1.0 + BLIND
        for i in range(n):
            memcpy(after, s, self.game.state_bytes)
            self.game.apply(after, moves[i])
            if self.game.to_move(after) == OVER:
                self.game.returns(after, worth)
            else:
                self.game.estimate(after, worth)
            odds[i] = worth[turn]
            most, least = max(most, odds[i]), min(least, odds[i])
        self.informative |= most > least
        for i in range(n):
            odds[i] = exp(self.sharpness * (odds[i] - most))
            total += odds[i]
        for i in range(n):
            odds[i] += BLIND * total / n
        return total * (1.0 + BLIND)

    cdef bint resample(self) noexcept nogil:
        cdef int32_t i, alive = 0, at = 0
        cdef double total = 0.0, squares = 0.0, step, passed
        cdef size_t size = self.game.state_bytes
        for i in range(self.count):
            if self.weight[i] > 0.0:
                alive += 1
                total += self.weight[i]
                squares += self.weight[i] * self.weight[i]
        while 0.0 < total < LEAST:
            for i in range(self.count):
                self.weight[i] *= RAISED
            total *= RAISED
            squares *= RAISED * RAISED
        if alive < self.count // FEW:
            step = total / alive if alive else 1.0
            for i in range(self.count):
                if self.weight[i] <= 0.0:
                    memcpy(self.particles + i * size, self.view.data, size)
                    if not self.game.fill(self.particles + i * size, &self.rng):
                        return False
                    self.weight[i] = step
            return True
        if 2.0 * total * total >= self.count * squares:
            return True
        step = total / self.count
        passed = self.weight[0] - step * unit(&self.rng)
        for i in range(self.count):
            while passed < 0.0 and at < self.count - 1:
                at += 1
                passed += self.weight[at]
            memcpy(self.spare + i * size, self.particles + at * size, size)
            passed -= step
        self.particles, self.spare = self.spare, self.particles
        for i in range(self.count):
            self.weight[i] = 1.0
        return True

    cdef const void* draw(self, Rng* rng) noexcept nogil:
        cdef int32_t taken
        while True:
            taken = below(rng, self.count)
            if unit(rng) * self.most < self.weight[taken]:
                return self.particles + taken * self.game.state_bytes

"""The decisions of one seat in an exact subgame: its sequences, their payoffs and its plan."""
from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memcpy

from hunch.engines.contract cimport move_t
from hunch.search.stop cimport is_raised

cdef enum:
    GLANCE = 0xFF                   # sequences between two checks of the flag, less one
cdef double PREDICTED = 0.5         # share of the last regret that is expected again
cdef double REACHED = 1e-3          # share of the plan's weight below which an average is not used


cdef class SequenceForm:
    def __cinit__(self, int32_t most):
        self.most, self.room, self.slots = most, 0, 0
        self.sequences = 1                       # sequence 0 is the empty one
        if not self.widen():
            raise MemoryError

    cdef bint widen(self) noexcept nogil:
        cdef int32_t room = max(2 * self.room, 256), slots = 2 * room, j, slot
        cdef DecisionPoint* points = <DecisionPoint*>realloc(self.points, room * sizeof(DecisionPoint))
        cdef move_t* moves = <move_t*>realloc(self.moves, room * sizeof(move_t))
        cdef int32_t* table = <int32_t*>calloc(slots, sizeof(int32_t))
        self.points = points if points else self.points
        self.moves = moves if moves else self.moves
        if not (points and moves and table):
            free(table)
            return False
        free(self.table)
        self.table, self.room, self.slots = table, room, slots
        for j in range(self.decisions):
            slot = points[j].key & (slots - 1)
            while table[slot]:
                slot = (slot + 1) & (slots - 1)
            table[slot] = j + 1
        return True

    def __dealloc__(self):
        free(self.points)
        free(self.moves)
        free(self.table)
        free(self.regret)
        free(self.row)
        free(self.other)
        free(self.payoff)
        free(self.reach)

    cdef int32_t find(self, uint64_t key) noexcept nogil:
        cdef int32_t slot = key & (self.slots - 1)
        while self.table[slot]:
            if self.points[self.table[slot] - 1].key == key:
                return self.table[slot] - 1
            slot = (slot + 1) & (self.slots - 1)
        return -1

    cdef int32_t find_or_add(
        self, uint64_t key, int32_t parent, const move_t* moves, int32_t count, bint* fresh
    ) noexcept nogil:
        cdef int32_t slot, at = self.find(key)
        fresh[0] = at < 0
        if at >= 0:
            return self.points[at].first
        while self.sequences + count > self.room:
            if self.room >= self.most or not self.widen():
                return -1
        slot = key & (self.slots - 1)
        while self.table[slot]:
            slot = (slot + 1) & (self.slots - 1)
        at = self.decisions
        self.table[slot] = at + 1
        self.points[at] = DecisionPoint(key=key, parent=parent, first=self.sequences, count=count, padding=0)
        memcpy(self.moves + self.sequences, moves, count * sizeof(move_t))
        self.sequences += count
        self.decisions += 1
        return self.points[at].first

    cdef bint meet_plan(self, const double* theirs, const int* flag=NULL) noexcept nogil:
        cdef int32_t s
        cdef int64_t at
        cdef double total
        for s in range(self.sequences):
            if flag != NULL and (s & GLANCE) == 0 and is_raised(flag):
                return False
            total = 0.0
            for at in range(self.row[s], self.row[s + 1]):
                total += self.payoff[at] * theirs[self.other[at]]
            self.value[s] = total
        return True

    cdef double best_response(self, const double* theirs) noexcept nogil:
        cdef int32_t j, a
        cdef double best
        cdef DecisionPoint* point
        self.meet_plan(theirs)
        for j in range(self.decisions - 1, -1, -1):
            point = &self.points[j]
            best = self.value[point.first]
            for a in range(point.first + 1, point.first + point.count):
                best = max(best, self.value[a])
            self.value[point.parent] += best
        return self.value[0]

    cdef void evaluate(self, const double* theirs) noexcept nogil:
        cdef int32_t s, j, a
        cdef int64_t at
        cdef double total, value, chance
        cdef DecisionPoint* point
        self.meet_plan(theirs)
        for s in range(self.sequences):
            total = 0.0
            for at in range(self.row[s], self.row[s + 1]):
                total += self.reach[at] * theirs[self.other[at]]
            self.hint[s] = total
        for j in range(self.decisions - 1, -1, -1):
            point = &self.points[j]
            total = value = chance = 0.0
            for a in range(point.first, point.first + point.count):
                total += self.average[a]
            for a in range(point.first, point.first + point.count):
                # If the plan hardly ever leads here, the average is mostly that of the first iterations. The last
                # share has learned more about the other's play here.
                if total > REACHED * self.average[0]:
                    self.share[a] = self.average[a] / total
                value += self.share[a] * self.value[a]
                chance += self.share[a] * self.hint[a]
            self.value[point.parent] += value
            self.hint[point.parent] += chance

    cdef bint learn(self, const double* theirs, double weight, const int* flag) noexcept nogil:
        cdef int32_t j, a, last
        cdef double total, here
        cdef DecisionPoint* point
        if not self.meet_plan(theirs, flag):
            return False
        for j in range(self.decisions - 1, -1, -1):
            point = &self.points[j]
            last = point.first + point.count
            total = 0.0
            for a in range(point.first, last):
                total += self.share[a] * self.value[a]
            for a in range(point.first, last):
                here = self.value[a] - total
                self.hint[a] = here
                self.regret[a] = max(self.regret[a] + here, 0.0)
            self.value[point.parent] += total
        for j in range(self.decisions):
            point = &self.points[j]
            last = point.first + point.count
            total = 0.0
            for a in range(point.first, last):
                here = max(self.regret[a] + PREDICTED * self.hint[a], 0.0)
                self.share[a] = here
                total += here
            for a in range(point.first, last):
                self.share[a] = self.share[a] / total if total > 0.0 else 1.0 / point.count
                self.plan[a] = self.plan[point.parent] * self.share[a]
                self.average[a] += weight * self.plan[a]
        self.average[0] += weight
        return True

    cdef bint allocate(self, int64_t entries) noexcept nogil:
        cdef int64_t n = self.sequences
        cdef int32_t j, a
        cdef DecisionPoint* point
        self.regret = <double*>calloc(6 * n, sizeof(double))
        self.row = <int64_t*>calloc(n + 2, sizeof(int64_t))
        self.other = <int32_t*>malloc(max(entries, 1) * sizeof(int32_t))
        self.payoff = <double*>malloc(max(entries, 1) * sizeof(double))
        self.reach = <double*>malloc(max(entries, 1) * sizeof(double))
        if not (self.regret and self.row and self.other and self.payoff and self.reach):
            return False
        self.hint, self.share, self.plan = self.regret + n, self.regret + 2 * n, self.regret + 3 * n
        self.average, self.value = self.regret + 4 * n, self.regret + 5 * n
        self.plan[0] = 1.0
        for j in range(self.decisions):
            point = &self.points[j]
            for a in range(point.first, point.first + point.count):
                self.share[a] = 1.0 / point.count
                self.plan[a] = self.plan[point.parent] * self.share[a]
        return True

    def moves_at(self, int32_t point):
        cdef DecisionPoint* here = &self.points[point]
        return [
            (self.moves[a], self.share[a], self.value[a] / self.hint[a] if self.hint[a] > 0.0 else 0.0)
            for a in range(here.first, here.first + here.count)
        ]

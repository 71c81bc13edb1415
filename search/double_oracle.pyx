"""Double oracle: exact subgames in which seats have many more moves than their best plans use."""
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t
from libc.stdlib cimport free, realloc
from libc.string cimport memset

from hunch.engines.contract cimport CHANCE, MOST_CHANCES, MOST_MOVES, OVER, move_t, u8
from hunch.search.sequence_form cimport DecisionPoint, SequenceForm
from hunch.search.subgame cimport MOST_DEPTH, Subgame, Knowledge, key_now
from hunch.search.stop cimport Stop, now

from hunch.search.subgame import TooLarge

cdef double PRUNED = 0.1         # shares below this part of the loss are remnants of learning and become 0
cdef double FINER = 0.1          # the small game is solved to this share of the whole game's exploitability
cdef double FINEST = 0.3         # the small game is solved to this share of the target, and no further
cdef double REACHED = 1e-9       # share of a plan's weight below which an average is only rounding
# A record may end at a decision that the plans hardly ever reach. Nothing was learned there, so no answer is given.
cdef double MET = 1e-9           # least probability that chance and the other's plan lead to that decision
cdef double KEPT_TO = 1e-3       # least probability that the asker's own plan leads to that decision


cdef class Repertoire(SequenceForm):
    def __cinit__(self, int32_t most):
        if not self.widen_own():
            raise MemoryError
        self.add_decision(0, 1)                  # sequence 0 has neither a decision nor a choice

    def __dealloc__(self):
        free(self.active)
        free(self.on)
        free(self.kept)
        free(self.ends)
        free(self.best)
        free(self.share)
        free(self.value)
        free(self.hint)

    cdef bint widen(self) noexcept nogil:
        return SequenceForm.widen(self) and self.widen_own()

    cdef bint widen_own(self) noexcept nogil:
        cdef size_t room = self.room
        cdef void* active = realloc(self.active, room)
        cdef void* on = realloc(self.on, room)
        cdef void* kept = realloc(self.kept, room * sizeof(double))
        cdef void* ends = realloc(self.ends, 4 * room * sizeof(double))
        cdef void* best = realloc(self.best, room * sizeof(int32_t))
        cdef void* share = realloc(self.share, room * sizeof(double))
        cdef void* value = realloc(self.value, room * sizeof(double))
        cdef void* hint = realloc(self.hint, room * sizeof(double))
        self.active = <u8*>active if active else self.active
        self.on = <u8*>on if on else self.on
        self.kept = <double*>kept if kept else self.kept
        self.ends = <double*>ends if ends else self.ends
        self.best = <int32_t*>best if best else self.best
        self.share = <double*>share if share else self.share
        self.value = <double*>value if value else self.value
        self.hint = <double*>hint if hint else self.hint
        return active and on and kept and ends and best and share and value and hint

    cdef void add_decision(self, int32_t first, int32_t count) noexcept nogil:
        cdef int32_t a
        for a in range(first, first + count):
            self.active[a] = 0
            self.value[a] = self.hint[a] = 0.0
            self.ends[4 * a] = self.ends[4 * a + 1] = self.ends[4 * a + 2] = self.ends[4 * a + 3] = 0.0
            self.share[a] = self.kept[a] = a == first

    cdef void clear(self) noexcept nogil:
        memset(self.value, 0, self.sequences * sizeof(double))
        memset(self.hint, 0, self.sequences * sizeof(double))

    cdef double best_answer(self) noexcept nogil:
        cdef int32_t j, a, best
        cdef DecisionPoint* point
        for a in range(self.sequences):
            self.ends[4 * a], self.ends[4 * a + 1] = self.value[a], self.hint[a]
        for j in range(self.decisions - 1, -1, -1):
            point = &self.points[j]
            best = -1
            for a in range(point.first, point.first + point.count):
                if self.hint[a] > 0.0 and (
                    best < 0 or self.value[a] > self.value[best]
                    or (self.value[a] == self.value[best] and self.active[a] and not self.active[best])
                ):
                    best = a
            self.best[j] = best
            if best >= 0:
                self.value[point.parent] += self.value[best]
                self.hint[point.parent] += self.hint[best]
        return self.value[0]

    cdef int32_t activate(self) noexcept nogil:
        cdef int32_t j, a, added = 0
        memset(self.on, 0, self.sequences)
        self.on[0] = 1
        for j in range(self.decisions):
            a = self.best[j]
            if a >= 0 and self.on[self.points[j].parent]:
                self.on[a] = 1
                added += not self.active[a]
                self.active[a] = 1
        return added

    cdef int32_t keep_active(self, uint64_t key, move_t* moves, int32_t n) noexcept nogil:
        cdef int32_t at = self.find(key), i, kept = 0
        cdef const u8* active
        if at < 0:
            return 1
        active = self.active + self.points[at].first
        for i in range(n):
            if active[i]:
                moves[kept] = moves[i]
                kept += 1
        return max(kept, 1)

    cdef void copy_plan(self, SequenceForm small, double least) noexcept nogil:
        cdef int32_t j, at, a, b
        cdef DecisionPoint* source
        cdef DecisionPoint* to
        cdef const double* shares
        cdef double total, left
        for j in range(small.decisions):
            source = &small.points[j]
            at = self.find(source.key)
            if at < 0:
                continue
            to = &self.points[at]
            total = 0.0
            for a in range(source.first, source.first + source.count):
                total += small.average[a]
            shares = small.average
            if total <= REACHED * small.average[0]:
                shares, total = small.share, 1.0
            left = 0.0
            for a in range(source.first, source.first + source.count):
                if shares[a] >= least * total:
                    left += shares[a]
            b = to.first
            for a in range(source.first, source.first + source.count):
                while self.moves[b] != small.moves[a]:
                    self.share[b] = 0.0
                    b += 1
                self.share[b] = shares[a] / left if shares[a] >= least * total else 0.0
                b += 1
            while b < to.first + to.count:
                self.share[b] = 0.0
                b += 1

    cdef void keep_plan(self) noexcept nogil:
        cdef int32_t a
        for a in range(self.sequences):
            self.kept[a] = self.share[a]
            self.ends[4 * a + 2], self.ends[4 * a + 3] = self.ends[4 * a], self.ends[4 * a + 1]

    cdef void restore_plan(self) noexcept nogil:
        cdef int32_t j, a
        cdef double value, chance
        cdef DecisionPoint* point
        for a in range(self.sequences):
            self.share[a] = self.kept[a]
            self.value[a], self.hint[a] = self.ends[4 * a + 2], self.ends[4 * a + 3]
        for j in range(self.decisions - 1, -1, -1):
            point = &self.points[j]
            value = chance = 0.0
            for a in range(point.first, point.first + point.count):
                value += self.share[a] * self.value[a]
                chance += self.share[a] * self.hint[a]
            self.value[point.parent] += value
            self.hint[point.parent] += chance


cdef class DoubleOracle(Subgame):
    def build(self):
        """Builds nothing: `run` builds each small game when it needs it."""
        self.all_first, self.all_second = Repertoire(self.most_leaves), Repertoire(self.most_leaves)
        self.most_seen = 1 << 62 if self.deadline else self.most_leaves
        self.met = -1

    cdef int32_t allowed(self, int32_t seat, uint64_t key, move_t* moves, int32_t n) noexcept nogil:
        return self.all_second.keep_active(key, moves, n) if seat else self.all_first.keep_active(key, moves, n)

    cdef bint walk_from(self, int32_t depth, const Knowledge* known, int32_t own, double reach) noexcept nogil:
        cdef void* s = self.stack + depth * self.game.state_bytes
        cdef int32_t turn = self.game.to_move(s), n, i, at
        cdef move_t moves[MOST_MOVES]
        cdef uint32_t weight[MOST_CHANCES]
        cdef double payoff[2]
        cdef double* values
        cdef double* chances
        cdef double total = 0.0, share
        cdef Knowledge after
        cdef bint fresh = False
        self.steps += 1
        if depth == MOST_DEPTH or self.ends_seen > self.most_seen:
            return False
        if (self.steps & 1023) == 0 and self.given_up():
            return False
        if turn == OVER:
            self.game.returns(s, payoff)
            values, chances = self.mine.value, self.mine.hint
            values[own] += payoff[self.answering] * reach
            chances[own] += reach
            self.ends_seen += 1
            return True
        if turn == CHANCE:
            n = self.game.chances(s, moves, weight)
            for i in range(n):
                total += weight[i]
        else:
            n = self.game.legal(s, moves)
        at = -1
        if turn == self.answering:
            at = self.mine.find_or_add(key_now(known, turn), own, moves, n, &fresh)
            if at < 0:
                return False
            if fresh:
                self.mine.add_decision(at, n)
            if turn == self.seat and self.met < 0 and self.is_asked(s, known.passed):
                self.met = self.mine.find(key_now(known, turn))
        elif turn != CHANCE:
            at = self.theirs.find(key_now(known, turn))
            at = self.theirs.points[at].first if at >= 0 else -1
        for i in range(n):
            if turn == CHANCE:
                share = weight[i] / total
            elif turn == self.answering:
                share = 1.0
            else:
                share = self.theirs.share[at + i] if at >= 0 else <double>(i == 0)
            if share > 0.0:
                after = known[0]
                self.play(depth, &after, moves[i], turn)
                if not self.walk_from(depth + 1, &after, at + i if turn == self.answering else own, reach * share):
                    return False
        return True

    cdef bint walk_all(self) noexcept nogil:
        cdef Knowledge known
        cdef int64_t i
        self.mine.clear()
        for i in range(self.root_count):
            self.begin(i, &known)
            if not self.walk_from(0, &known, 0, self.roots[i].weight):
                return False
        return True

    def _answer(self, int32_t seat):
        cdef bint whole
        self.answering = seat
        self.mine, self.theirs = (self.all_second, self.all_first) if seat else (self.all_first, self.all_second)
        with nogil:
            whole = self.walk_all()
        return whole

    def run(self, Stop stop not None, double target=1e-6, int64_t iterations=1_000_000, int64_t nanoseconds=0):
        cdef int64_t until = now() + nanoseconds if nanoseconds > 0 else 0
        cdef int64_t sweeps = 0
        cdef int32_t added
        cdef double gap, best = 4.0, goal, value = 0.0, first, second
        self.deadline = until
        while True:
            self.rounds += 1
            if not (self._answer(0) and self._answer(1)):
                break
            first, second = self.all_first.best_answer(), self.all_second.best_answer()
            gap = max((first + second) / 2, 0.0)
            if gap < best:
                best, value = gap, (first - second) / 2
                self.all_first.keep_plan()
                self.all_second.keep_plan()
            if gap <= target:
                break
            added = self.all_first.activate() + self.all_second.activate()
            goal = max(FINEST * target, FINER * gap if added else 0.0)
            if not self._solve_small(stop, goal, iterations - sweeps, max(until - now(), 1) if until else 0):
                break
            sweeps += self.iterations
        self.iterations = sweeps
        self.exploitability, self.value = best, value
        if best > 2.0:
            raise TooLarge("the time allowed")

    def _solve_small(self, Stop stop, double goal, int64_t iterations, int64_t nanoseconds):
        cdef int64_t until = now() + nanoseconds if nanoseconds > 0 else 0
        cdef bint fits
        if iterations < 1:
            return False
        self.first, self.second = SequenceForm(self.most_leaves), SequenceForm(self.most_leaves)
        self.leaf_count, self.iterations, self.exploitability, self.asked_point = 0, 0, 2.0, -1
        self.steps = 0
        with nogil:
            fits = self.lay_out()
            if fits:
                self.improve(&stop.raised, goal, iterations, until)
        if self.iterations == 0:
            return False
        self.all_first.copy_plan(self.first, PRUNED * goal)
        self.all_second.copy_plan(self.second, PRUNED * goal)
        return True

    def evaluate(self):
        """Evaluates the least exploitable plans."""
        self.all_first.restore_plan()
        self.all_second.restore_plan()
        self.first, self.second, self.asked_point = self.all_first, self.all_second, self.met
        if self.met < 0:
            raise TooLarge("what the asking seat sees is not part of what everybody thinks possible")
        if self.reach_of_others() < MET or self.reach_of_own() < KEPT_TO:
            raise TooLarge("the plans hardly ever lead to what is asked about")

    cdef double reach_of_others(self):
        cdef Repertoire side = self.all_second if self.seat else self.all_first
        cdef DecisionPoint* point = &side.points[self.met]
        cdef double most = 0.0
        cdef int32_t a
        for a in range(point.first, point.first + point.count):
            most = max(most, side.hint[a])
        return most

    cdef double reach_of_own(self):
        cdef Repertoire side = self.all_second if self.seat else self.all_first
        cdef int32_t a = side.points[self.met].parent, j = self.met
        cdef double plan = 1.0
        while a > 0:
            plan *= side.share[a]
            while side.points[j].first > a:             # decisions lie in the order of their sequences
                j -= 1
            a = side.points[j].parent
        return plan

"""Exact subgames: the rest of a two-player zero-sum game, solved as a whole."""
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memcmp, memcpy

from hunch.engines.contract cimport CHANCE, MOST_CHANCES, MOST_MOVES, NOTHING, OVER, PUBLIC, State, move_t
from hunch.engines.keys cimport mix, scramble
from hunch.search.equivalence cimport Merge, Root, merge_equivalent
from hunch.search.sequence_form cimport DecisionPoint, SequenceForm
from hunch.search.stop cimport Stop, is_raised, now
from hunch.search.worlds cimport root_key

from hunch.search.limits import SubgameLimits


cdef enum:
    TRIED = 16              # worlds after which the size of the subgame is estimated
    GLANCE = 0x3FFF         # leaves between two checks of the flag and the clock, less one
    STEPS_PER_END = 8       # most steps that building may try for each end that is allowed
cdef double FAR_OVER = 1.5  # building ends if the estimated size is above the limit by this factor


class TooLarge(Exception):
    """The subgame does not fit its limits; a search should take over."""


cdef class Subgame:
    def __cinit__(self, question, Stop stop not None, limits=SubgameLimits()):
        self.view, self.seat, self.stop, self.flag = question.view, question.seat, stop, &stop.raised
        self.game = self.view.game
        if not (self.game.zero_sum and self.game.seats == 2):
            raise TooLarge("only what two play against each other is solved")
        self.asked_point, self.exploitability, self.key_cache = -1, 2.0, {}
        self.most_leaves, self.most_steps = limits.ends, STEPS_PER_END * limits.ends
        self.deadline = now() + <int64_t>limits.nanoseconds if limits.nanoseconds > 0 else 0
        self.scratch = self.view.blank()
        self.stack = <char*>malloc((MOST_DEPTH + 1) * self.game.state_bytes)
        self.first, self.second = SequenceForm(self.most_leaves), SequenceForm(self.most_leaves)
        if self.stack == NULL:
            raise MemoryError
        record = None if question.record is None else question.record.events
        self.recorded = -1 if record is None else len(record)
        self.record = <move_t*>malloc(max(self.recorded, 1) * sizeof(move_t))
        if self.record == NULL:
            raise MemoryError
        for i in range(self.recorded):
            self.record[i] = record[i]
        self._enter(question.start, limits.worlds)

    def __dealloc__(self):
        free(self.record)
        free(self.stack)
        free(self.leaves)
        free(self.pool)
        free(self.roots)
        free(self.merged_keys)

    def _enter(self, State start, int64_t most_worlds):
        """Lists the worlds, and merges the equivalent ones."""
        cdef State public = start.clone()
        cdef size_t size = self.game.state_bytes
        cdef double* weight = <double*>malloc(most_worlds * sizeof(double))
        cdef double total = 0.0
        cdef Merge merge
        cdef int64_t i
        self.asker_root_key = root_key(self.game, start.data, self.seat, self.scratch.data)
        self.pool = <char*>malloc(most_worlds * size)
        try:
            if self.pool == NULL or weight == NULL:
                raise MemoryError
            with nogil:
                self.game.hide(public.data, PUBLIC)
                self.worlds = self.game.worlds(public.data, most_worlds, self.pool, weight)
                self.game.forget()
                self.roots = <Root*>malloc(max(self.worlds, 1) * sizeof(Root))
                self.merged_keys = <uint64_t*>malloc(4 * max(self.worlds, 1) * sizeof(uint64_t))
                if self.roots != NULL and self.merged_keys != NULL and self.worlds > 0 and not self.given_up():
                    merge.worlds, merge.weight, merge.count, merge.size = self.pool, weight, self.worlds, size
                    merge.asker_key, merge.asker = self.asker_root_key, self.seat
                    merge.roots, merge.merged_keys = self.roots, self.merged_keys
                    merge.scratch, merge.flag, merge.deadline = self.scratch.data, self.flag, self.deadline
                    self.root_count = merge_equivalent(self.game, &merge)
        finally:
            free(weight)
        if self.root_count < 1:
            raise TooLarge(f"more than {most_worlds} worlds, or the time allowed")
        for i in range(self.root_count):
            total += self.roots[i].weight
            if self.recorded < 0 and self.roots[i].key[self.seat] == self.asker_root_key:
                self.recorded = 0                # nothing was seen since the start, so the record is complete and empty
        for i in range(self.root_count):
            self.roots[i].weight /= total

    def build(self):
        cdef bint fits
        with nogil:
            fits = self.lay_out()
        if not fits:
            raise TooLarge(f"more than {self.most_leaves} ends, or the time allowed")
        if self.asked_point < 0:
            raise TooLarge("what the asking seat sees is not part of what everybody thinks possible")

    cdef bint lay_out(self) noexcept nogil:
        cdef Knowledge known
        cdef int64_t i
        for i in range(self.root_count):
            self.begin(i, &known)
            if not self.add_subtree(0, &known, 0, 0, self.roots[i].weight):
                return False
            if i == TRIED and self.leaf_count > FAR_OVER * i / self.root_count * self.most_leaves:
                return False
        return self.build_matrices()

    cdef void begin(self, int64_t world, Knowledge* known) noexcept nogil:
        memcpy(self.stack, self.pool + world * self.game.state_bytes, self.game.state_bytes)
        known.key[0], known.key[1] = self.roots[world].key[0], self.roots[world].key[1]
        known.drawn[0] = known.drawn[1] = 0
        known.passed = 0 if known.key[self.seat] == self.asker_root_key else -1

    cdef int32_t allowed(self, int32_t seat, uint64_t key, move_t* moves, int32_t n) noexcept nogil:
        return n

    cdef bint add_subtree(self, int32_t depth, Knowledge* known, int32_t first, int32_t second,
                          double reach) noexcept nogil:
        cdef void* s = self.stack + depth * self.game.state_bytes
        cdef int32_t turn = self.game.to_move(s), n, i, at
        cdef move_t moves[MOST_MOVES]
        cdef uint32_t weight[MOST_CHANCES]
        cdef double total = 0.0
        cdef bint fresh
        self.steps += 1
        if self.steps > self.most_steps or depth == MOST_DEPTH:
            return False
        if (self.steps & 1023) == 0 and self.given_up():
            return False
        if turn == OVER:
            return self.add_leaf(s, first, second, reach)
        if turn == CHANCE:
            n = self.game.chances(s, moves, weight)
            for i in range(n):
                total += weight[i]
            for i in range(n):
                if not self.follow(depth, known, moves[i], CHANCE, first, second, reach * weight[i] / total):
                    return False
            return True
        n = self.allowed(turn, key_now(known, turn), moves, self.game.legal(s, moves))
        if turn:
            at = self.second.find_or_add(key_now(known, 1), second, moves, n, &fresh)
        else:
            at = self.first.find_or_add(key_now(known, 0), first, moves, n, &fresh)
        if at < 0:
            return False
        if fresh and turn == self.seat and self.asked_point < 0 and self.is_asked(s, known.passed):
            self.asked_point = (self.second.decisions if turn else self.first.decisions) - 1
        for i in range(n):
            if not self.follow(
                depth, known, moves[i], turn, first if turn else at + i, at + i if turn else second, reach
            ):
                return False
        return True

    cdef bint add_leaf(self, const void* s, int32_t first, int32_t second, double reach) noexcept nogil:
        cdef double payoff[2]
        cdef Leaf* leaf
        if self.leaf_count == self.leaf_room and not self.widen():
            return False
        self.game.returns(s, payoff)
        leaf = &self.leaves[self.leaf_count]
        leaf.sequence[0], leaf.sequence[1] = first, second
        leaf.payoff, leaf.reach = payoff[0] * reach, reach
        self.leaf_count += 1
        return True

    cdef bint given_up(self) noexcept nogil:
        return is_raised(self.flag) or (self.deadline and now() > self.deadline)

    cdef bint widen(self) noexcept nogil:
        cdef int64_t room = min(max(2 * self.leaf_room, 1024), self.most_leaves)
        cdef Leaf* leaves = NULL
        if room > self.leaf_room:
            leaves = <Leaf*>realloc(self.leaves, room * sizeof(Leaf))
        if leaves == NULL:
            return False
        self.leaves, self.leaf_room = leaves, room
        return True

    cdef bint is_asked(self, const void* s, int64_t passed) noexcept nogil:
        if self.recorded >= 0 and passed != self.recorded:
            return False
        memcpy(self.scratch.data, s, self.game.state_bytes)
        self.game.hide(self.scratch.data, self.seat)
        return self.recorded >= 0 or memcmp(self.scratch.data, self.view.data, self.game.state_bytes) == 0

    cdef bint follow(
        self, int32_t depth, Knowledge* known, move_t m, int32_t mover, int32_t first, int32_t second, double reach
    ) noexcept nogil:
        cdef Knowledge after = known[0]
        self.play(depth, &after, m, mover)
        return self.add_subtree(depth + 1, &after, first, second, reach)

    cdef void play(self, int32_t depth, Knowledge* known, move_t m, int32_t mover) noexcept nogil:
        cdef size_t size = self.game.state_bytes
        cdef void* here = self.stack + depth * size
        cdef void* there = self.stack + (depth + 1) * size
        cdef int32_t seat
        cdef bint on_record
        cdef move_t token
        for seat in range(2):
            token = self.game.seen(here, m, seat)
            if token == NOTHING:
                continue
            if seat == self.seat and known.passed >= 0:
                on_record = known.passed < self.recorded and token == self.record[known.passed]
                known.passed = known.passed + 1 if on_record else -1
            if mover == CHANCE:
                known.drawn[seat] += scramble(token)
            else:
                known.key[seat] = mix(key_now(known, seat), token) | 1
                known.drawn[seat] = 0
        memcpy(there, here, size)
        self.game.apply(there, m)

    cdef bint build_matrices(self) noexcept nogil:
        return self.build_matrix(self.first, self.second, 0) and self.build_matrix(self.second, self.first, 1)

    cdef bint build_matrix(self, SequenceForm side, SequenceForm opponent, int32_t which) noexcept nogil:
        # By sequence of the other seat: 1 + its entry in the current row.
        cdef int64_t* entry = <int64_t*>calloc(opponent.sequences, sizeof(int64_t))
        cdef int64_t* end = <int64_t*>calloc(side.sequences + 1, sizeof(int64_t))
        cdef int64_t* order = <int64_t*>malloc(max(self.leaf_count, 1) * sizeof(int64_t))
        cdef bint whole = (
            entry != NULL and end != NULL and order != NULL and side.allocate(self.leaf_count)
            and self.sort_leaves(side.sequences, which, end, order) and self.fill_rows(side, which, end, order, entry)
        )
        free(entry)
        free(end)
        free(order)
        return whole

    cdef bint sort_leaves(self, int32_t sequences, int32_t which, int64_t* end, int64_t* order) noexcept nogil:
        cdef int64_t i
        cdef int32_t s
        for i in range(self.leaf_count):
            if (i & GLANCE) == 0 and self.given_up():
                return False
            end[self.leaves[i].sequence[which] + 1] += 1
        for s in range(sequences):
            end[s + 1] += end[s]
        for i in range(self.leaf_count):
            if (i & GLANCE) == 0 and self.given_up():
                return False
            s = self.leaves[i].sequence[which]
            order[end[s]] = i
            end[s] += 1                              # it was where the leaves of `s` begin
        return True

    cdef bint fill_rows(
        self, SequenceForm side, int32_t which, const int64_t* end, const int64_t* order, int64_t* entry
    ) noexcept nogil:
        cdef int64_t at = 0, kept = 0, begin
        cdef int32_t s, o
        cdef double sign = -1.0 if which else 1.0
        cdef const Leaf* leaf
        for s in range(side.sequences):
            side.row[s] = begin = kept
            while at < end[s]:
                if (at & GLANCE) == 0 and self.given_up():
                    return False
                leaf = &self.leaves[order[at]]
                o = leaf.sequence[1 - which]
                if entry[o] <= begin:
                    side.other[kept], side.payoff[kept], side.reach[kept] = o, 0.0, 0.0
                    kept += 1
                    entry[o] = kept
                side.payoff[entry[o] - 1] += sign * leaf.payoff
                side.reach[entry[o] - 1] += leaf.reach
                at += 1
        side.row[side.sequences] = kept
        return True

    def run(self, Stop stop not None, double target=1e-6, int64_t iterations=1_000_000, int64_t nanoseconds=0):
        cdef int64_t deadline = now() + nanoseconds if nanoseconds > 0 else 0
        with nogil:
            self.improve(&stop.raised, target, self.iterations + iterations, deadline)
            if not is_raised(&stop.raised):
                self.measure()
        if self.iterations == 0:
            raise TooLarge("the time allowed")

    cdef void improve(self, const int* flag, double target, int64_t last, int64_t deadline) noexcept nogil:
        cdef int64_t next_look = self.iterations + 16
        cdef double weight
        while self.iterations < last and self.exploitability > target:
            weight = <double>(self.iterations + 1) * <double>(self.iterations + 1)
            self.measured = False
            if not (
                self.first.learn(self.second.plan, weight, flag) and self.second.learn(self.first.plan, weight, flag)
            ):
                break
            self.iterations += 1
            if self.iterations >= next_look or self.iterations == last:
                self.measure()
                next_look = self.iterations + self.iterations // 4
            if is_raised(flag) or (deadline and now() > deadline):
                break

    cdef void measure(self) noexcept nogil:
        cdef double first, second
        if self.measured or self.first.average[0] <= 0.0 or self.second.average[0] <= 0.0:
            return
        first = self.first.best_response(self.second.average) / self.second.average[0]
        second = self.second.best_response(self.first.average) / self.first.average[0]
        self.exploitability = max((first + second) / 2, 0.0)       # rounding may make it negative
        self.value = (first - second) / 2
        self.measured = True

    @property
    def key(self):
        cdef SequenceForm side = self.second if self.seat else self.first
        return side.points[self.asked_point].key

    def evaluate(self):
        self.measure()
        cdef SequenceForm side = self.second if self.seat else self.first
        cdef SequenceForm opponent = self.first if self.seat else self.second
        side.evaluate(opponent.average)
        opponent.evaluate(side.average)

    def merged_key(self, uint64_t key):
        cdef int64_t i
        cdef uint64_t name = key
        known = self.key_cache.get(key)
        if known is not None:
            return known
        for i in range(2 * self.worlds):
            if self.merged_keys[2 * i] == key:
                name = self.merged_keys[2 * i + 1]
                break
        self.key_cache[key] = name
        return name

    def turns(self):
        cdef list turns = []
        memcpy(self.stack, self.view.data, self.game.state_bytes)
        self._turns(self.second if self.seat else self.first, 0, self.key, 1.0, 0.0, (), turns)
        turns.sort(key=lambda row: (-row[1], row[0]))
        return turns

    cdef int _turns(
        self, SequenceForm side, int32_t depth, uint64_t key, double probability, double value, tuple turn, list turns
    ) except -1:
        cdef size_t size = self.game.state_bytes
        cdef char* here = self.stack + depth * size
        cdef int32_t at = side.find(key) if self.game.to_move(here) == self.seat else -1, a
        cdef DecisionPoint* point
        cdef double total = 0.0, worth
        if at < 0:
            turns.append((turn, probability, value))
            return 0
        point = &side.points[at]
        for a in range(point.first, point.first + point.count):
            total += side.share[a]
        for a in range(point.first, point.first + point.count):
            memcpy(here + size, here, size)
            self.game.apply(here + size, side.moves[a])
            worth = side.value[a] / side.hint[a] if side.hint[a] > 0.0 else 0.0
            self._turns(
                side, depth + 1, mix(key, side.moves[a]) | 1, probability * side.share[a] / total, worth,
                (*turn, side.moves[a]), turns,
            )
        return 0

    def rows_at(self, uint64_t key):
        cdef SequenceForm side = self.second if self.seat else self.first
        cdef int32_t at = side.find(key)
        if at < 0:
            side = self.first if self.seat else self.second
            at = side.find(key)
        return [] if at < 0 else [
            (move, self.iterations, share, value, self.exploitability) for move, share, value in side.moves_at(at)
        ]

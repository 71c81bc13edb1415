"""Sampled regret for two players: select, expand, roll out, back up, in one walk from the root."""
from libc.math cimport pow, sqrt
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

from hunch.engines.contract cimport CHANCE, MOST_CHANCES, MOST_MOVES, NOTHING, OVER, move_t
from hunch.engines.rng cimport unit
from hunch.search.sample cimport Sampler
from hunch.search.tree cimport BARE, NOWHERE, RELEASE, Node, publish_block


cdef class Regret(Sampler):
    def __init__(self, worlds, tree, seed, record=(), double explore=0.6, double aim=0.5, double base_rate=0.05,
                 bint floored=True, double lean=1.0, int32_t breadth=32, int32_t spread=32, int32_t horizon=0):
        cdef int32_t i
        self.explore, self.aim, self.base_rate, self.horizon = explore, aim, base_rate, horizon
        self.floored, self.lean = floored, lean
        self.breadth, self.spread = min(breadth, MOST_BREADTH), min(spread, MOST_SPREAD)
        self.recorded = len(record)
        self.record = <move_t*>malloc(max(self.recorded, 1) * sizeof(move_t))
        self.forks = <char*>malloc(MOST_FORKS * (sizeof(Fork) + self.game.state_bytes))
        self.sigmas = <double*>malloc(MOST_SIGMA * sizeof(double))
        if self.record == NULL or self.forks == NULL or self.sigmas == NULL:
            raise MemoryError
        for i in range(self.recorded):
            self.record[i] = record[i]
        self.target = 0 if record else self.worlds.asked

    def __dealloc__(self):
        free(self.record)
        free(self.forks)
        free(self.sigmas)

    cdef void iterate(self) noexcept nogil:
        cdef int64_t left = self.most - self.iterations
        cdef int32_t breadth = self.breadth if left > self.breadth else <int32_t>left
        cdef int32_t spread = self.spread if left > self.spread * breadth else <int32_t>(left // breadth)
        cdef int64_t pairs = self.walks >> 1           # of walks before, one for each learner
        self.begin()
        self.learner = self.walks & 1
        self.stress = 1.0 if self.lean == 0.0 else pow(<double>(pairs + 1), self.lean)
        self.walks += 1
        self.weight = self.world.weight
        self.way.others = self.way.chance = self.way.free = self.way.aimed = 1.0
        self.way.on, self.way.told, self.way.begun = self.fresh and self.recorded > 0, 0, self.recorded > 0
        self.fresh = self.fresh and self.recorded == 0
        # By turns and not by lot, as there may be few walks.
        self.following = self.way.on and <int64_t>((pairs + 1) * self.aim) > <int64_t>(pairs * self.aim)
        self.walk(breadth, spread)

    cdef double walk(self, int32_t breadth, int32_t spread) noexcept nogil:
        cdef int32_t turn, blind = 0
        cdef double ratio = 1.0, worth
        cdef double* sigma = self.sigmas + self.top
        cdef bint wide, led
        cdef Node* node
        while True:
            turn = self.game.to_move(self.state)
            if turn != CHANCE:
                break
            if spread > 1 and self.blend_chance(breadth, spread, &worth):
                return ratio * worth
            ratio *= self.pass_chance()
        node = NULL if turn == OVER else self.place(turn)
        if node == NULL:
            self.evaluate()
            self.ends += 1
            return ratio * self.payoff[self.learner]
        self.match(node, sigma)
        self.top += node.moves
        wide = turn == self.learner and node.moves <= breadth and self.forked < MOST_FORKS
        if spread > 1 and turn != self.learner:
            blind = self.unseen(node, sigma, spread)
        led = self.way.on and self.tell_apart(node, self.asker)
        if blind:
            worth = self.blend(node, sigma, turn, breadth, spread // blind)
        elif wide and not (led and self.following):
            worth = self.fork(node, sigma, breadth, spread, led)
        else:
            self.forked += wide                # so that both kinds of walks try all moves at the same nodes
            worth = self.follow(node, sigma, turn, breadth // node.moves if wide else breadth, spread, wide)
            self.forked -= wide
        node.visits += 1
        self.top -= node.moves
        return ratio * worth

    cdef Node* place(self, int32_t turn) noexcept nogil:
        cdef int64_t slot = self.tree.find(self.key_of(turn))
        cdef Node* node
        if slot == NOWHERE:
            slot = self.tree.add(self.keys[turn])
        if slot == NOWHERE or self.top > MOST_SIGMA - 2 * MOST_MOVES:      # its strategy, and what its moves are worth
            return NULL
        node = &self.tree.table.slots[slot]
        if self.way.on and turn == self.asker and self.way.told == self.recorded:
            self.way.on = False                # the record is at its end: here the asker begins to choose
            self.fresh = True
            self.reached += 1
            self.target = self.keys[turn]
        self.way.begun = self.way.begun or turn == self.asker
        if node.block != BARE:
            return node
        node.read = self.fresh and turn == self.asker
        node.visits += 1
        # Who chooses in the same step before the asker is new in almost every world: a walk that ended there would tell
        # the asker's moves nothing.
        if node.visits == 1 and not node.read and not self.way.on and self.way.begun:
            return NULL
        return node if self.open(node) else NULL

    cdef bint open(self, Node* node) noexcept nogil:
        cdef move_t moves[MOST_MOVES]
        cdef int32_t n = self.keep(node.key, moves, NULL, self.game.legal(self.state, moves))
        cdef int32_t i, size = (7 if node.read else 4) * n
        cdef uint32_t block = self.tree.allocate(size)
        cdef Option* options
        if block == BARE:
            return False
        memset(self.tree.words + block, 0, size * sizeof(uint64_t))
        options = <Option*>(self.tree.words + block)
        for i in range(n):
            options[i].move = moves[i]
        node.moves = n
        publish_block(&node.block, block, RELEASE)
        return True

    cdef void match(self, Node* node, double* sigma) noexcept nogil:
        cdef Option* options = options_of(self.tree.words, node)
        cdef int32_t i, n = node.moves
        cdef double total = 0.0, share
        if node.tried != <uint32_t>self.walks:
            node.tried = <uint32_t>self.walks
            for i in range(n):
                options[i].regret += options[i].news
                options[i].news = 0.0
                if self.floored and options[i].regret < 0.0:
                    options[i].regret = 0.0
        for i in range(n):
            sigma[i] = options[i].regret if options[i].regret > 0.0 else 0.0
            total += sigma[i]
        if total > 0.0:
            share = 1.0 / total
            for i in range(n):
                sigma[i] *= share
        else:
            share = 1.0 / n
            for i in range(n):
                sigma[i] = share

    cdef double fork(self, Node* node, const double* sigma, int32_t breadth, int32_t spread, bint led) noexcept nogil:
        cdef Option* options = options_of(self.tree.words, node)
        cdef int32_t i, n = node.moves
        cdef double* worth = self.sigmas + self.top
        cdef double odds[MOST_MOVES]
        cdef bint may[MOST_MOVES]
        cdef double value = 0.0, mass = 0.0, before = self.sampling(), sampled = 1.0, found
        cdef double weight = self.weight * self.way.others * self.way.chance / before
        if led:
            mass = self.record_odds(options, sigma, n, True, odds, may)
        self.mark()
        self.top += n
        for i in range(n):
            self.back()
            if led:
                self.way.aimed *= aimed(odds, may, mass, i)
                sampled = self.sampling() / before
            self.tell(options[i].move)
            self.play(options[i].move, self.learner)
            found = self.walk(breadth // n, spread)
            worth[i] = found if sampled == 1.0 else options[i].base + (found - options[i].base) / sampled
            value += sigma[i] * worth[i]
            options[i].visits += 1
            options[i].base += <float>(self.base_rate * (found - options[i].base))
        for i in range(n):
            options[i].news += <float>(weight * (worth[i] - value))
            if node.read:
                self.count(node, i, worth[i])
        self.top -= n
        self.forked -= 1
        return value

    cdef int32_t unseen(self, const Node* node, const double* sigma, int32_t most) noexcept nogil:
        cdef int32_t i, likely = 0
        if self.forked == MOST_FORKS or node.moves == 1:
            return 0
        if self.tell_apart(node, self.learner) or (self.way.on and self.tell_apart(node, self.asker)):
            return 0
        for i in range(node.moves):
            if sigma[i] > 0.0:
                likely += 1
        return likely if likely <= most else 0

    cdef inline bint tell_apart(self, const Node* node, int32_t seat) noexcept nogil:
        cdef const Option* options = options_of(self.tree.words, node)
        return node.moves > 1 and self.tells(options[0].move, options[1].move, seat)

    cdef inline bint tells(self, move_t one, move_t other, int32_t seat) noexcept nogil:
        return self.game.seen(self.state, one, seat) != self.game.seen(self.state, other, seat)

    cdef double blend(self, Node* node, const double* sigma, int32_t turn, int32_t breadth,
                      int32_t spread) noexcept nogil:
        cdef Option* options = options_of(self.tree.words, node)
        cdef int32_t i
        cdef double value = 0.0, worth
        self.add(options, sigma, node.moves)
        self.mark()
        for i in range(node.moves):
            if sigma[i] <= 0.0:
                continue
            self.back()
            self.way.others *= sigma[i]
            self.tell(options[i].move)
            self.play(options[i].move, turn)
            worth = self.walk(breadth, spread)
            value += sigma[i] * worth
            options[i].visits += 1
            options[i].base -= <float>(self.base_rate * (worth + options[i].base))
        self.forked -= 1
        return value

    cdef bint blend_chance(self, int32_t breadth, int32_t spread, double* worth) noexcept nogil:
        cdef move_t moves[MOST_SPREAD]
        cdef double odds[MOST_SPREAD]
        cdef bint may[MOST_SPREAD]
        cdef bint led
        cdef double mass = 0.0, before = self.sampling(), sampled = 1.0
        cdef int32_t i, n = self.unseen_chances(moves, odds, spread), first = 0, end = n
        if n == 0:
            return False
        led = self.way.on and self.tells(moves[0], moves[1], self.asker)
        if led:
            mass = self.allowed(moves, odds, n, may)
        if led and self.following:             # walks that do not aim try all of it
            first = self.draw(odds, may, n, mass)
            end = first + 1
        worth[0] = 0.0
        self.mark()
        for i in range(first, end):
            self.back()
            self.way.chance *= odds[i]
            if led:
                self.way.aimed *= aimed(odds, may, mass, i)
                sampled = self.sampling() / before
            self.tell(moves[i])
            self.play(moves[i], CHANCE)
            worth[0] += odds[i] / sampled * self.walk(breadth, spread // n)
        self.forked -= 1
        return True

    cdef int32_t unseen_chances(self, move_t* unseen, double* odds, int32_t most) noexcept nogil:
        cdef move_t moves[MOST_CHANCES]
        cdef uint32_t weight[MOST_CHANCES]
        cdef int32_t n
        if self.forked == MOST_FORKS:
            return 0
        n = self.game.chances(self.state, moves, weight)
        if n == 1 or n > most or self.tells(moves[0], moves[1], self.learner):
            return 0
        memcpy(unseen, moves, n * sizeof(move_t))
        shares_of(weight, n, odds)
        return n

    cdef void mark(self) noexcept nogil:
        cdef Fork* fork = <Fork*>(self.forks + self.forked * (sizeof(Fork) + self.game.state_bytes))
        memcpy(fork.keys, self.keys, sizeof(fork.keys))
        memcpy(fork.draws, self.draws, sizeof(fork.draws))
        memcpy(fork + 1, self.state, self.game.state_bytes)
        fork.way, fork.rng, fork.fresh = self.way, self.rng, self.fresh
        self.forked += 1

    cdef void back(self) noexcept nogil:
        cdef const Fork* fork = <const Fork*>(self.forks + (self.forked - 1) * (sizeof(Fork) + self.game.state_bytes))
        memcpy(self.keys, fork.keys, sizeof(fork.keys))
        memcpy(self.draws, fork.draws, sizeof(fork.draws))
        memcpy(self.state, fork + 1, self.game.state_bytes)
        self.way, self.rng, self.fresh = fork.way, fork.rng, fork.fresh

    cdef inline void add(self, Option* options, const double* sigma, int32_t n) noexcept nogil:
        cdef double weight = self.stress * self.way.others / self.sampling()
        cdef int32_t i
        for i in range(n):
            options[i].average += weight * sigma[i]

    cdef inline void count(self, Node* node, uint32_t option, double worth) noexcept nogil:
        cdef Tally* tally = tallies_of(self.tree.words, node) + option
        tally.count += 1.0
        tally.sum += worth
        tally.squares += worth * worth

    cdef double follow(self, Node* node, const double* sigma, int32_t turn, int32_t breadth,
                       int32_t spread, bint wide) noexcept nogil:
        cdef int32_t i, n = node.moves
        cdef uint32_t taken = n - 1
        cdef Option* options = options_of(self.tree.words, node)
        cdef bint learns = turn == self.learner
        cdef double before = self.sampling(), level = 0.0, keep = 1.0, at, chosen, worth, free_before
        cdef double weight = self.way.others * self.way.chance / before
        if learns:
            level, keep = self.explore / n, 1.0 - self.explore
        else:
            self.add(options, sigma, n)
        if self.way.on:
            free_before = self.way.free
            taken = self.follow_record(options, sigma, n, learns)
            if wide:                                     # a walk that does not aim tries all moves here
                self.way.free = free_before
        else:
            at = unit(&self.rng)
            for i in range(n):
                chosen = level + keep * sigma[i]
                if chosen > 0.0:
                    taken = i                            # rounding may let `at` run past the last likely move
                    at -= chosen
                    if at < 0.0:
                        break
            chosen = level + keep * sigma[taken]
            self.way.free *= chosen
            self.way.aimed *= chosen
        if not learns:
            self.way.others *= sigma[taken]
        chosen = self.sampling() / before
        self.tell(options[taken].move)
        self.play(options[taken].move, turn)
        worth = self.walk(breadth, spread)
        options[taken].visits += 1
        return self.correct(node, sigma, taken, chosen, self.weight * weight, worth, learns)

    cdef uint32_t follow_record(self, const Option* options, const double* sigma, int32_t n,
                                bint learns) noexcept nogil:
        cdef double odds[MOST_MOVES]
        cdef bint may[MOST_MOVES]
        cdef double mass = self.record_odds(options, sigma, n, learns, odds, may)
        cdef uint32_t taken = self.draw(odds, may, n, mass)
        self.way.free *= odds[taken]
        self.way.aimed *= aimed(odds, may, mass, taken)
        return taken

    cdef double record_odds(self, const Option* options, const double* sigma, int32_t n, bint learns, double* odds,
                            bint* may) noexcept nogil:
        cdef move_t moves[MOST_MOVES]
        cdef double level = self.explore / n if learns else 0.0, keep = 1.0 - self.explore if learns else 1.0
        cdef int32_t i
        for i in range(n):
            odds[i], moves[i] = level + keep * sigma[i], options[i].move
        return self.allowed(moves, odds, n, may)

    cdef double correct(self, Node* node, const double* sigma, uint32_t taken, double sampled, double weight,
                        double worth, bint learns) noexcept nogil:
        cdef Option* options = options_of(self.tree.words, node)
        cdef int32_t i, n = node.moves
        cdef double sign = 1.0 if learns else -1.0
        cdef double value = 0.0, beyond = (worth - sign * options[taken].base) / sampled
        if self.base_rate > 0.0:
            for i in range(n):
                value += sigma[i] * options[i].base
        value = sign * value + sigma[taken] * beyond
        if learns:
            for i in range(n):
                options[i].news += <float>(
                    weight * (options[i].base + (beyond if <uint32_t>i == taken else 0.0) - value)
                )
            if node.read:
                self.count(node, taken, worth)
        options[taken].base += <float>(self.base_rate * (sign * worth - options[taken].base))
        return value

    cdef uint32_t draw(self, const double* odds, const bint* may, int32_t n, double mass) noexcept nogil:
        cdef int32_t i, last = 0
        cdef bint narrow = self.following and mass > 0.0
        cdef double at = unit(&self.rng) * (mass if narrow else 1.0)
        for i in range(n):
            if odds[i] <= 0.0 or (narrow and not may[i]):
                continue
            last = i
            at -= odds[i]
            if at < 0.0:
                break
        return last

    cdef double allowed(self, const move_t* moves, const double* odds, int32_t n, bint* may) noexcept nogil:
        cdef int32_t i
        cdef move_t token
        cdef double mass = 0.0
        for i in range(n):
            token = self.game.seen(self.state, moves[i], self.asker)
            may[i] = token == NOTHING or (self.way.told < self.recorded and token == self.record[self.way.told])
            if may[i]:
                mass += odds[i]
        return mass

    cdef double pass_chance(self) noexcept nogil:
        cdef move_t moves[MOST_CHANCES]
        cdef uint32_t weight[MOST_CHANCES]
        cdef double odds[MOST_CHANCES]
        cdef bint may[MOST_CHANCES]
        cdef uint32_t taken
        cdef int32_t n
        cdef double before, mass
        if not self.way.on:
            self.play(self.game.roll(self.state, &self.rng), CHANCE)
            return 1.0
        n = self.game.chances(self.state, moves, weight)
        shares_of(weight, n, odds)
        mass = self.allowed(moves, odds, n, may)
        before = self.sampling()
        taken = self.draw(odds, may, n, mass)
        self.way.free *= odds[taken]
        self.way.aimed *= aimed(odds, may, mass, taken)
        self.way.chance *= odds[taken]
        self.tell(moves[taken])
        self.play(moves[taken], CHANCE)
        return odds[taken] * before / self.sampling()

    cdef double sampling(self) noexcept nogil:
        return self.aim * self.way.aimed + (1.0 - self.aim) * self.way.free if self.recorded else self.way.free

    cdef void tell(self, move_t m) noexcept nogil:
        cdef move_t token
        if not self.way.on:
            return
        token = self.game.seen(self.state, m, self.asker)
        if token == NOTHING:
            return
        if self.way.told < self.recorded and token == self.record[self.way.told]:
            self.way.told += 1
        else:
            self.way.on = False

    @property
    def asked(self):
        return self.target

    def rows_at(self, uint64_t key):
        """What was gathered where the key's owner chooses: for each move (move, visits, policy, value, error)."""
        cdef const Node* node = self.tree.find_shared(key)
        cdef Option* options
        cdef Tally* tally
        cdef int32_t i
        cdef double mean, error, total = 0.0
        if node == NULL or node.block == BARE:
            return []
        options = options_of(self.tree.words, node)
        for i in range(node.moves):
            total += options[i].average
        found = []
        for i in range(node.moves):
            mean, error = options[i].base, 1.0
            if node.read:
                tally = tallies_of(self.tree.words, node) + i
                mean = tally.sum / tally.count if tally.count else 0.0
                if tally.count:
                    error = sqrt(max(tally.squares / tally.count - mean * mean, 1.0 / (tally.count + 1)) / tally.count)
            found.append((
                options[i].move, options[i].visits, options[i].average if total > 0.0 else 1.0,
                max(min(mean, 1.0), -1.0), error,
            ))
        return found

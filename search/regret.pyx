"""Sampled regret for two players: each walk from the root selects, expands, rolls out and backs up."""
from libc.math cimport pow, sqrt
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

from hunch.engines.contract cimport CHANCE, MOST_CHANCES, MOST_MOVES, NOTHING, OVER, move_t
from hunch.engines.rng cimport unit
from hunch.search.sample cimport Sampler
from hunch.search.tree cimport BARE, NOWHERE, RELEASE, Node, publish_block


cdef class Regret(Sampler):
    def __init__(self, worlds, tree, seed, record, params, int32_t horizon=0):
        cdef int32_t i
        self.exploration, self.aim, self.horizon = params.exploration, params.aim, horizon
        self.baseline_rate, self.averaging_power = params.baseline_rate, params.averaging_power
        self.breadth, self.spread = min(params.breadth, MOST_BREADTH), min(params.spread, MOST_SPREAD)
        self.recorded = len(record)
        self.record = <move_t*>malloc(max(self.recorded, 1) * sizeof(move_t))
        self.saved_positions = <char*>malloc(MOST_SAVED * (sizeof(SavedPosition) + self.game.state_bytes))
        self.sigmas = <double*>malloc(MOST_SIGMA * sizeof(double))
        if self.record == NULL or self.saved_positions == NULL or self.sigmas == NULL:
            raise MemoryError
        for i in range(self.recorded):
            self.record[i] = record[i]
        self.target = 0 if record else self.worlds.asker_key

    def __dealloc__(self):
        free(self.record)
        free(self.saved_positions)
        free(self.sigmas)

    cdef void iterate(self) noexcept nogil:
        cdef int64_t left = self.most - self.iterations
        cdef int32_t breadth = self.breadth if left > self.breadth else <int32_t>left
        cdef int32_t spread = self.spread if left > self.spread * breadth else <int32_t>(left // breadth)
        cdef int64_t pairs = self.walks >> 1           # pairs of earlier walks, one for each learner
        self.begin()
        self.learner = self.walks & 1
        self.averaging_weight = 1.0 if self.averaging_power == 0.0 else pow(<double>(pairs + 1), self.averaging_power)
        self.walks += 1
        self.weight = self.world.weight
        self.path.others = self.path.chance = self.path.free = self.path.aimed = 1.0
        self.path.on_record, self.path.passed = self.fresh and self.recorded > 0, 0
        self.path.asker_began = self.recorded > 0
        self.fresh = self.fresh and self.recorded == 0
        # A fixed pattern decides which walks aim: a random choice could miss the share if there are few walks.
        self.aiming = self.path.on_record and <int64_t>((pairs + 1) * self.aim) > <int64_t>(pairs * self.aim)
        self.traverse(breadth, spread)

    cdef double traverse(self, int32_t breadth, int32_t spread) noexcept nogil:
        cdef int32_t turn, blind = 0
        cdef double ratio = 1.0, worth
        cdef double* sigma = self.sigmas + self.top
        cdef bint wide, guided
        cdef Node* node
        while True:
            turn = self.game.to_move(self.state)
            if turn != CHANCE:
                break
            if spread > 1 and self.average_unseen_chance(breadth, spread, &worth):
                return ratio * worth
            ratio *= self.pass_chance()
        node = NULL if turn == OVER else self.enter_node(turn)
        if node == NULL:
            self.evaluate()
            self.ends += 1
            return ratio * self.payoff[self.learner]
        self.match_regrets(node, sigma)
        self.top += node.moves
        wide = turn == self.learner and node.moves <= breadth and self.saved < MOST_SAVED
        if spread > 1 and turn != self.learner:
            blind = self.count_unseen(node, sigma, spread)
        guided = self.path.on_record and self.shows_moves(node, self.asker)
        if blind:
            worth = self.average_unseen(node, sigma, turn, breadth, spread // blind)
        elif wide and not (guided and self.aiming):
            worth = self.explore_all(node, sigma, breadth, spread, guided)
        else:
            self.saved += wide                # both kinds of walks then try all moves at the same nodes
            worth = self.sample_action(node, sigma, turn, breadth // node.moves if wide else breadth, spread, wide)
            self.saved -= wide
        node.visits += 1
        self.top -= node.moves
        return ratio * worth

    cdef Node* enter_node(self, int32_t turn) noexcept nogil:
        cdef bint new
        cdef int64_t slot = self.tree.find_or_add(self.key_of(turn), &new)
        cdef Node* node
        # A node needs room for its strategy and for the payoffs of its moves.
        if slot == NOWHERE or self.top > MOST_SIGMA - 2 * MOST_MOVES:
            return NULL
        node = &self.tree.table.slots[slot]
        if self.path.on_record and turn == self.asker and self.path.passed == self.recorded:
            self.path.on_record = False        # the record is at its end: here the asker begins to choose
            self.fresh = True
            self.reached += 1
            self.target = self.keys[turn]
        self.path.asker_began = self.path.asker_began or turn == self.asker
        if node.block != BARE:
            return node
        node.read = self.fresh and turn == self.asker
        node.visits += 1
        # A node of a seat that chooses before the asker in the same step is new in nearly every world. If walks ended
        # there, the asker's moves would learn nothing.
        if node.visits == 1 and not node.read and not self.path.on_record and self.path.asker_began:
            return NULL
        return node if self.expand(node) else NULL

    cdef bint expand(self, Node* node) noexcept nogil:
        cdef move_t moves[MOST_MOVES]
        cdef int32_t n = self.keep_permitted(node.key, moves, NULL, self.game.legal(self.state, moves))
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

    cdef void match_regrets(self, Node* node, double* sigma) noexcept nogil:
        cdef Option* options = options_of(self.tree.words, node)
        cdef int32_t i, n = node.moves
        cdef double total = 0.0, share
        if node.tried != <uint32_t>self.walks:
            node.tried = <uint32_t>self.walks
            for i in range(n):
                options[i].regret += options[i].news
                options[i].news = 0.0
                if options[i].regret < 0.0:            # regret matching+: regrets stay at least 0
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

    cdef double explore_all(self, Node* node, const double* sigma, int32_t breadth, int32_t spread,
                            bint guided) noexcept nogil:
        cdef Option* options = options_of(self.tree.words, node)
        cdef int32_t i, n = node.moves
        cdef double* worth = self.sigmas + self.top
        cdef double odds[MOST_MOVES]
        cdef bint may[MOST_MOVES]
        cdef double value = 0.0, mass = 0.0, before = self.sampling(), sampled = 1.0, result
        cdef double weight = self.weight * self.path.others * self.path.chance / before
        if guided:
            mass = self.guided_odds(options, sigma, n, True, odds, may)
        self.save_position()
        self.top += n
        for i in range(n):
            self.restore_position()
            if guided:
                self.path.aimed *= aimed(odds, may, mass, i)
                sampled = self.sampling() / before
            self.match_record(options[i].move)
            self.play(options[i].move, self.learner)
            result = self.traverse(breadth // n, spread)
            worth[i] = result if sampled == 1.0 else options[i].baseline + (result - options[i].baseline) / sampled
            value += sigma[i] * worth[i]
            options[i].visits += 1
            options[i].baseline += <float>(self.baseline_rate * (result - options[i].baseline))
        for i in range(n):
            options[i].news += <float>(weight * (worth[i] - value))
            if node.read:
                self.count_payoff(node, i, worth[i])
        self.top -= n
        self.saved -= 1
        return value

    cdef int32_t count_unseen(self, const Node* node, const double* sigma, int32_t most) noexcept nogil:
        cdef int32_t i, likely = 0
        if self.saved == MOST_SAVED or node.moves == 1:
            return 0
        if self.shows_moves(node, self.learner) or (self.path.on_record and self.shows_moves(node, self.asker)):
            return 0
        for i in range(node.moves):
            if sigma[i] > 0.0:
                likely += 1
        return likely if likely <= most else 0

    cdef inline bint shows_moves(self, const Node* node, int32_t seat) noexcept nogil:
        cdef const Option* options = options_of(self.tree.words, node)
        return node.moves > 1 and self.shows(options[0].move, options[1].move, seat)

    cdef inline bint shows(self, move_t first, move_t second, int32_t seat) noexcept nogil:
        return self.game.seen(self.state, first, seat) != self.game.seen(self.state, second, seat)

    cdef double average_unseen(self, Node* node, const double* sigma, int32_t turn, int32_t breadth,
                               int32_t spread) noexcept nogil:
        cdef Option* options = options_of(self.tree.words, node)
        cdef int32_t i
        cdef double value = 0.0, worth
        self.add_to_average(options, sigma, node.moves)
        self.save_position()
        for i in range(node.moves):
            if sigma[i] <= 0.0:
                continue
            self.restore_position()
            self.path.others *= sigma[i]
            self.match_record(options[i].move)
            self.play(options[i].move, turn)
            worth = self.traverse(breadth, spread)
            value += sigma[i] * worth
            options[i].visits += 1
            options[i].baseline -= <float>(self.baseline_rate * (worth + options[i].baseline))
        self.saved -= 1
        return value

    cdef bint average_unseen_chance(self, int32_t breadth, int32_t spread, double* worth) noexcept nogil:
        cdef move_t moves[MOST_SPREAD]
        cdef double odds[MOST_SPREAD]
        cdef bint may[MOST_SPREAD]
        cdef bint guided
        cdef double mass = 0.0, before = self.sampling(), sampled = 1.0
        cdef int32_t i, n = self.list_unseen_chance(moves, odds, spread), first = 0, end = n
        if n == 0:
            return False
        guided = self.path.on_record and self.shows(moves[0], moves[1], self.asker)
        if guided:
            mass = self.allowed(moves, odds, n, may)
        if guided and self.aiming:             # walks that do not aim try all outcomes
            first = self.draw_index(odds, may, n, mass)
            end = first + 1
        worth[0] = 0.0
        self.save_position()
        for i in range(first, end):
            self.restore_position()
            self.path.chance *= odds[i]
            if guided:
                self.path.aimed *= aimed(odds, may, mass, i)
                sampled = self.sampling() / before
            self.match_record(moves[i])
            self.play(moves[i], CHANCE)
            worth[0] += odds[i] / sampled * self.traverse(breadth, spread // n)
        self.saved -= 1
        return True

    cdef int32_t list_unseen_chance(self, move_t* unseen, double* odds, int32_t most) noexcept nogil:
        cdef move_t moves[MOST_CHANCES]
        cdef uint32_t weight[MOST_CHANCES]
        cdef int32_t n
        if self.saved == MOST_SAVED:
            return 0
        n = self.game.chances(self.state, moves, weight)
        if n == 1 or n > most or self.shows(moves[0], moves[1], self.learner):
            return 0
        memcpy(unseen, moves, n * sizeof(move_t))
        shares_of(weight, n, odds)
        return n

    cdef void save_position(self) noexcept nogil:
        cdef size_t size = sizeof(SavedPosition) + self.game.state_bytes
        cdef SavedPosition* saved = <SavedPosition*>(self.saved_positions + self.saved * size)
        memcpy(saved.keys, self.keys, sizeof(saved.keys))
        memcpy(saved.draws, self.draws, sizeof(saved.draws))
        memcpy(saved + 1, self.state, self.game.state_bytes)
        saved.path, saved.rng, saved.fresh = self.path, self.rng, self.fresh
        self.saved += 1

    cdef void restore_position(self) noexcept nogil:
        cdef size_t size = sizeof(SavedPosition) + self.game.state_bytes
        cdef const SavedPosition* saved = <const SavedPosition*>(self.saved_positions + (self.saved - 1) * size)
        memcpy(self.keys, saved.keys, sizeof(saved.keys))
        memcpy(self.draws, saved.draws, sizeof(saved.draws))
        memcpy(self.state, saved + 1, self.game.state_bytes)
        self.path, self.rng, self.fresh = saved.path, saved.rng, saved.fresh

    cdef inline void add_to_average(self, Option* options, const double* sigma, int32_t n) noexcept nogil:
        cdef double weight = self.averaging_weight * self.path.others / self.sampling()
        cdef int32_t i
        for i in range(n):
            options[i].average += weight * sigma[i]

    cdef inline void count_payoff(self, Node* node, uint32_t option, double worth) noexcept nogil:
        cdef Tally* tally = tallies_of(self.tree.words, node) + option
        tally.count += 1.0
        tally.sum += worth
        tally.squares += worth * worth

    cdef double sample_action(self, Node* node, const double* sigma, int32_t turn, int32_t breadth,
                              int32_t spread, bint wide) noexcept nogil:
        cdef int32_t i, n = node.moves
        cdef uint32_t taken = n - 1
        cdef Option* options = options_of(self.tree.words, node)
        cdef bint learns = turn == self.learner
        cdef double before = self.sampling(), level = 0.0, keep = 1.0, at, chosen, worth, free_before
        cdef double weight = self.path.others * self.path.chance / before
        if learns:
            level, keep = self.exploration / n, 1.0 - self.exploration
        else:
            self.add_to_average(options, sigma, n)
        if self.path.on_record:
            free_before = self.path.free
            taken = self.sample_guided(options, sigma, n, learns)
            if wide:                                     # a walk that does not aim would try all moves
                self.path.free = free_before
        else:
            at = unit(&self.rng)
            for i in range(n):
                chosen = level + keep * sigma[i]
                if chosen > 0.0:
                    taken = i                            # rounding may let `at` pass the last likely move
                    at -= chosen
                    if at < 0.0:
                        break
            chosen = level + keep * sigma[taken]
            self.path.free *= chosen
            self.path.aimed *= chosen
        if not learns:
            self.path.others *= sigma[taken]
        chosen = self.sampling() / before
        self.match_record(options[taken].move)
        self.play(options[taken].move, turn)
        worth = self.traverse(breadth, spread)
        options[taken].visits += 1
        return self.update(node, sigma, taken, chosen, self.weight * weight, worth, learns)

    cdef uint32_t sample_guided(self, const Option* options, const double* sigma, int32_t n,
                                bint learns) noexcept nogil:
        cdef double odds[MOST_MOVES]
        cdef bint may[MOST_MOVES]
        cdef double mass = self.guided_odds(options, sigma, n, learns, odds, may)
        cdef uint32_t taken = self.draw_index(odds, may, n, mass)
        self.path.free *= odds[taken]
        self.path.aimed *= aimed(odds, may, mass, taken)
        return taken

    cdef double guided_odds(self, const Option* options, const double* sigma, int32_t n, bint learns, double* odds,
                            bint* may) noexcept nogil:
        cdef move_t moves[MOST_MOVES]
        cdef double level = self.exploration / n if learns else 0.0, keep = 1.0 - self.exploration if learns else 1.0
        cdef int32_t i
        for i in range(n):
            odds[i], moves[i] = level + keep * sigma[i], options[i].move
        return self.allowed(moves, odds, n, may)

    cdef double update(self, Node* node, const double* sigma, uint32_t taken, double sampled, double weight,
                       double worth, bint learns) noexcept nogil:
        cdef Option* options = options_of(self.tree.words, node)
        cdef int32_t i, n = node.moves
        cdef double sign = 1.0 if learns else -1.0
        cdef double value = 0.0, beyond = (worth - sign * options[taken].baseline) / sampled
        if self.baseline_rate > 0.0:
            for i in range(n):
                value += sigma[i] * options[i].baseline
        value = sign * value + sigma[taken] * beyond
        if learns:
            for i in range(n):
                options[i].news += <float>(
                    weight * (options[i].baseline + (beyond if <uint32_t>i == taken else 0.0) - value)
                )
            if node.read:
                self.count_payoff(node, taken, worth)
        options[taken].baseline += <float>(self.baseline_rate * (sign * worth - options[taken].baseline))
        return value

    cdef uint32_t draw_index(self, const double* odds, const bint* may, int32_t n, double mass) noexcept nogil:
        cdef int32_t i, last = 0
        cdef bint narrow = self.aiming and mass > 0.0
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
            may[i] = token == NOTHING or (self.path.passed < self.recorded and token == self.record[self.path.passed])
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
        if not self.path.on_record:
            self.play(self.game.roll(self.state, &self.rng), CHANCE)
            return 1.0
        n = self.game.chances(self.state, moves, weight)
        shares_of(weight, n, odds)
        mass = self.allowed(moves, odds, n, may)
        before = self.sampling()
        taken = self.draw_index(odds, may, n, mass)
        self.path.free *= odds[taken]
        self.path.aimed *= aimed(odds, may, mass, taken)
        self.path.chance *= odds[taken]
        self.match_record(moves[taken])
        self.play(moves[taken], CHANCE)
        return odds[taken] * before / self.sampling()

    cdef double sampling(self) noexcept nogil:
        return self.aim * self.path.aimed + (1.0 - self.aim) * self.path.free if self.recorded else self.path.free

    cdef void match_record(self, move_t m) noexcept nogil:
        cdef move_t token
        if not self.path.on_record:
            return
        token = self.game.seen(self.state, m, self.asker)
        if token == NOTHING:
            return
        if self.path.passed < self.recorded and token == self.record[self.path.passed]:
            self.path.passed += 1
        else:
            self.path.on_record = False

    @property
    def asker_key(self):
        return self.target

    def rows_at(self, uint64_t key):
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
        rows = []
        for i in range(node.moves):
            mean, error = options[i].baseline, 1.0
            if node.read:
                tally = tallies_of(self.tree.words, node) + i
                mean = tally.sum / tally.count if tally.count else 0.0
                if tally.count:
                    error = sqrt(max(tally.squares / tally.count - mean * mean, 1.0 / (tally.count + 1)) / tally.count)
            rows.append((
                options[i].move, options[i].visits, options[i].average if total > 0.0 else 1.0,
                max(min(mean, 1.0), -1.0), error,
            ))
        return rows

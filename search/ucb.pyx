"""Multi-observer UCB: select, expand, roll out, back up."""
from libc.math cimport log, sqrt
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t
from libc.string cimport memset

from hunch.engines.contract cimport CHANCE, MOST_MOVES, NOTHING, OVER, PUBLIC, move_t
from hunch.engines.keys cimport mix, scramble
from hunch.engines.rng cimport below
from hunch.search.sample cimport MOST_DEPTH, Sampler
from hunch.search.tree cimport BARE, NOWHERE, RELEASE, Node, publish_block

cdef enum:
    EXACT = 64           # a node's exploration term is computed at each visit up to this one
    LAZY = 15            # later it is computed if visits & LAZY is 0

# The score of a move that is tried before any other.
cdef double UNTRIED = 1e6
# Share of the prior that is spread evenly over all moves, so that moves the game rates low are tried too.
cdef float EVEN = 0.2
MOST_WORDS = 1 + 8 * MOST_MOVES

cdef float roots[ROOTS]
cdef float log_roots[ROOTS]      # square roots of log(n + 1)


cdef void fill_roots() noexcept nogil:
    cdef int32_t i
    roots[0], log_roots[0] = 1.0, 0.0
    for i in range(1, ROOTS):
        roots[i] = <float>(1.0 / sqrt(<double>i))
        log_roots[i] = <float>sqrt(log(i + 1.0))


fill_roots()


cdef class Ucb(Sampler):
    def __init__(self, worlds, tree, seed, params, int32_t horizon=0):
        self.exploration, self.prior_weight, self.horizon, self.scale = (
            params.exploration, params.prior_weight, horizon, 1.0
        )
        self.opponent_trust = params.opponent_trust or self.game.opponent_trust
        self.sharing, self.own_visits = params.own_visits > 0 and self.game.hidden, params.own_visits

    cdef void iterate(self) noexcept nogil:
        cdef int32_t turn
        cdef int64_t slot
        cdef uint32_t arm
        cdef Node* node
        cdef bint begun = False, new, full
        self.begin()
        self.depth = self.shared = self.known = 0
        self.public_key, self.public_draws = 1, 0
        memset(self.unseen, 0, sizeof(self.unseen))
        while True:
            turn = self.game.to_move(self.state)
            if turn == OVER:
                self.game.returns(self.state, self.payoff)
                break
            if turn == CHANCE:
                self.advance(self.game.roll(self.state, &self.rng), CHANCE)
                continue
            begun = begun or turn == self.asker
            slot = self.tree.find(self.key_of(turn))
            if self.sharing and turn != self.asker and not self.knows_itself(slot, turn):
                slot = self.shared_slot(turn, &new)
                full = slot == NOWHERE or self.shared == MOST_SHARED
                if begun and (new or full):
                    self.evaluate()
                    break
                self.advance(
                    self.game.rollout_move(self.state, &self.rng) if full else self.choose_shared(slot, turn), turn
                )
                continue
            if slot == NOWHERE:
                slot = self.tree.add(self.keys[turn])
                if slot != NOWHERE:
                    self.tree.table.slots[slot].read = turn == self.asker and self.fresh
                if not begun:       # seats that choose earlier in the asker's step nearly always have new nodes
                    self.advance(self.game.rollout_move(self.state, &self.rng), turn)
                    continue
                self.evaluate()
                break
            node = &self.tree.table.slots[slot]
            if self.depth == MOST_DEPTH or (node.block == BARE and not self.expand(node, turn)):
                self.evaluate()
                break
            arm = self.choose(node)
            self.slots[self.depth], self.arms[self.depth], self.owners[self.depth] = slot, arm, turn
            self.depth += 1
            self.advance(counts_of(self.tree.words, node)[arm].move, turn)
        self.back_up()
        self.back_up_shared()

    cdef bint knows_itself(self, int64_t slot, int32_t turn) noexcept nogil:
        cdef Node* node
        if slot == NOWHERE:
            self.tree.add(self.keys[turn])
            return False
        node = &self.tree.table.slots[slot]
        if node.block != BARE:
            return True
        node.visits += 1
        if node.visits < self.own_visits:
            return False
        node.visits = 0
        return True

    cdef bint expand(self, Node* node, int32_t turn) noexcept nogil:
        cdef move_t moves[MOST_MOVES]
        cdef float odds[MOST_MOVES]
        cdef int32_t n = self.game.legal(self.state, moves)
        cdef int32_t i, swap
        cdef uint32_t block
        cdef Count* counts
        cdef Arm* arms
        cdef bint has_prior = self.prior_weight > 0.0 and self.game.prior(self.state, moves, n, odds)
        n = self.keep_permitted(node.key, moves, odds if has_prior else NULL, n)
        block = self.tree.allocate(1 + (4 if node.read else 3) * n)
        if block == BARE:
            return False
        memset(self.tree.words + block, 0, (1 + (4 if node.read else 3) * n) * sizeof(uint64_t))
        arms = <Arm*>(self.tree.words + block + 1)
        counts = <Count*>(arms + n)
        if has_prior:
            node.tried = HAS_PRIOR
            (<UcbHeader*>(self.tree.words + block)).term = <float>self.prior_weight_of(turn)
            for i in range(n):
                counts[i].move, arms[i].factor = moves[i], (1 - EVEN) * odds[i] + EVEN / n
        else:
            for i in range(n):
                swap = below(&self.rng, i + 1)
                counts[i].move = counts[swap].move
                counts[swap].move = moves[i]
        node.moves = n
        publish_block(&node.block, block, RELEASE)
        return True

    cdef uint32_t choose(self, Node* node) noexcept nogil:
        cdef uint32_t i, best = 0, n = node.moves
        cdef Arm* arms
        cdef float term, score, most
        if node.tried == HAS_PRIOR:
            return self.choose_by_prior(node)
        if node.tried < n:
            node.tried += 1
            return node.tried - 1
        arms = arms_of(self.tree.words, node)
        term = header_of(self.tree.words, node).term
        most = arms[0].mean + term * arms[0].factor
        for i in range(1, n):
            score = arms[i].mean + term * arms[i].factor
            if score > most:
                most, best = score, i
        return best

    cdef uint32_t choose_by_prior(self, Node* node) noexcept nogil:
        cdef uint32_t i, best = 0
        cdef const UcbHeader* header = header_of(self.tree.words, node)
        cdef const Arm* arms = arms_of(self.tree.words, node)
        cdef const Count* counts = counts_of(self.tree.words, node)
        cdef float score, most = 0.0
        for i in range(node.moves):
            score = (arms[i].mean if counts[i].visits else header.mean) + header.term * arms[i].factor
            if i == 0 or score > most:
                most, best = score, i
        return best

    cdef void advance(self, move_t m, int32_t mover) noexcept nogil:
        cdef move_t token = self.game.seen(self.state, m, PUBLIC) if self.sharing else NOTHING
        if token != NOTHING and mover < 0:
            self.public_draws += scramble(token)
        elif token != NOTHING:
            self.public_key = mix(mix(self.public_key, self.public_draws), token)
            self.public_draws = 0
            memset(self.unseen, 0, sizeof(self.unseen))
        if mover >= 0:
            self.unseen[mover] += 1
        self.play(m, mover)

    cdef int64_t shared_slot(self, int32_t turn, bint* new) noexcept nogil:
        cdef uint64_t key = shared_key(self.public_key, self.public_draws, self.unseen[turn], turn)
        cdef int64_t slot = self.tree.find(key)
        cdef move_t moves[MOST_MOVES]
        cdef int32_t n, room = FEWEST_ARMS
        cdef uint32_t block
        new[0] = slot == NOWHERE
        if slot == NOWHERE:
            slot = self.tree.add(key)
        if slot == NOWHERE or self.tree.table.slots[slot].block != BARE:
            return slot
        n = self.game.legal(self.state, moves)
        while room < 2 * n:
            room *= 2
        block = self.tree.allocate(WORDS_OF_ARM * room)
        if block == BARE:
            return NOWHERE
        memset(self.tree.words + block, 0, WORDS_OF_ARM * room * sizeof(uint64_t))
        self.tree.table.slots[slot].moves = room
        self.tree.table.slots[slot].block = block
        return slot

    cdef int32_t shared_arm(self, const Node* node, move_t m) noexcept nogil:
        cdef SharedArm* arms = shared_arms_of(self.tree.words, node)
        cdef uint32_t mask = node.moves - 1, at = <uint32_t>(scramble(m) >> 7), _probe
        for _probe in range(MOST_PROBES):
            at &= mask
            if arms[at].move == 0:
                arms[at].move = m
            if arms[at].move == m:
                return at
            at += 1
        return -1

    cdef move_t choose_shared(self, int64_t slot, int32_t turn) noexcept nogil:
        cdef move_t moves[MOST_MOVES]
        cdef float odds[MOST_MOVES]
        cdef const Node* node = &self.tree.table.slots[slot]
        cdef SharedStep* step = &self.steps[self.shared]
        cdef int32_t n = self.game.legal(self.state, moves), i, at, best = 0, ties = 0
        cdef bint has_prior = self.prior_weight > 0.0 and self.game.prior(self.state, moves, n, odds)
        cdef double score, most = 0.0
        step.slot, step.owner, step.first = slot, turn, self.known
        for i in range(n):
            at = self.shared_arm(node, moves[i]) if self.known < MOST_KNOWN else -1
            if at >= 0:
                self.alternatives[self.known] = at
                self.known += 1
            score = self.shared_score(node, at, turn, (1 - EVEN) * odds[i] + EVEN / n if has_prior else 0.0)
            if i == 0 or score > most:
                most, best, step.arm, ties = score, i, at, 1
            elif score == most:
                ties += 1
                if below(&self.rng, ties) == 0:
                    best, step.arm = i, at
        step.end = self.known
        self.shared += 1
        return moves[best]

    cdef double shared_score(self, const Node* node, int32_t at, int32_t turn, double share) noexcept nogil:
        cdef const SharedArm* arm = shared_arms_of(self.tree.words, node) + at
        cdef uint32_t visits = arm.visits if at >= 0 else 0, met = arm.met if at >= 0 else 0
        cdef double gain = arm.sum / visits - arm.met_sum / met if visits else 0.0
        if share > 0.0:
            return gain + self.prior_weight_of(turn) * share * sqrt(met + 1.0) / (visits + 1.0)
        if visits == 0:
            return UNTRIED
        if met < ROOTS:
            return gain + self.exploration * self.scale * log_roots[met] * roots[visits]
        return gain + self.exploration * self.scale * sqrt(log(met + 1.0) / visits)

    cdef void back_up_shared(self) noexcept nogil:
        cdef int32_t i, j
        cdef double got
        cdef Node* node
        cdef SharedArm* arms
        for i in range(self.shared):
            node, got = &self.tree.table.slots[self.steps[i].slot], self.payoff[self.steps[i].owner]
            arms = shared_arms_of(self.tree.words, node)
            node.visits += 1
            if self.steps[i].arm >= 0:
                arms[self.steps[i].arm].visits += 1
                arms[self.steps[i].arm].sum += got
            for j in range(self.steps[i].first, self.steps[i].end):
                arms[self.alternatives[j]].met += 1
                arms[self.alternatives[j]].met_sum += got

    cdef void back_up(self) noexcept nogil:
        cdef int32_t at
        cdef uint32_t arm, visits
        cdef double got, sum
        cdef Node* node
        cdef Arm* taken
        for at in range(self.depth):
            node = &self.tree.table.slots[self.slots[at]]
            arm, got = self.arms[at], self.payoff[self.owners[at]]
            counts_of(self.tree.words, node)[arm].visits += 1
            visits = counts_of(self.tree.words, node)[arm].visits
            sums_of(self.tree.words, node)[arm] += got
            sum = sums_of(self.tree.words, node)[arm]
            if node.read:
                squares_of(self.tree.words, node)[arm] += got * got
            taken = arms_of(self.tree.words, node) + arm
            taken.mean = <float>(sum / visits)
            node.visits += 1
            if node.tried == HAS_PRIOR:
                taken.factor *= <float>visits / <float>(visits + 1)
                self.refresh_by_prior(node, got, self.owners[at])
                continue
            taken.factor = roots[visits] if visits < ROOTS else <float>(1.0 / sqrt(<double>visits))
            if node.visits < EXACT or node.visits & LAZY == 0:
                header_of(self.tree.words, node).term = <float>(
                    self.exploration * self.scale * sqrt(log(<double>node.visits))
                )
        if self.iterations & (self.iterations - 1) == 0:
            self.rescale()

    cdef void refresh_by_prior(self, Node* node, double got, int32_t owner) noexcept nogil:
        cdef UcbHeader* header = header_of(self.tree.words, node)
        header.mean += <float>((got - header.mean) / node.visits)
        header.term = <float>(self.prior_weight_of(owner) * sqrt(node.visits + 1.0))

    cdef double prior_weight_of(self, int32_t owner) noexcept nogil:
        return self.prior_weight * self.scale * (1.0 if owner == self.asker else self.opponent_trust)

    cdef void rescale(self) noexcept nogil:
        """Sets the scale of exploration to the standard deviation of the asker's payoffs, whatever the game counts."""
        cdef double n = self.iterations + 1.0
        cdef double mean = self.total / n
        cdef double variance = self.squares / n - mean * mean
        if self.iterations >= 16 and variance > 0.0:
            self.scale = sqrt(variance)

    def rows_at(self, uint64_t key):
        cdef const Node* node = self.tree.find_shared(key)
        cdef uint32_t i, visits, n
        cdef double mean, variance
        if node == NULL or node.block == BARE:
            return []
        n = node.moves
        rows = []
        for i in range(n):
            visits = counts_of(self.tree.words, node)[i].visits
            mean = sums_of(self.tree.words, node)[i] / visits if visits else 0.0
            variance = squares_of(self.tree.words, node)[i] / visits - mean * mean if visits and node.read else 1.0
            rows.append((
                counts_of(self.tree.words, node)[i].move, visits, <double>visits, mean,
                sqrt(max(variance, 1.0 / (visits + 1)) / visits) if visits else 1.0,
            ))
        return rows

    def shared_rows(self, uint64_t key, list moves not None):
        cdef const Node* node = self.tree.find_shared(key)
        cdef const SharedArm* arm
        cdef uint32_t at, _probe
        cdef move_t move
        if not self.sharing or node == NULL or node.block == BARE:
            return []
        rows = []
        for move in moves:
            at = <uint32_t>(scramble(move) >> 7)
            for _probe in range(MOST_PROBES):
                arm = shared_arms_of(self.tree.words, node) + (at & (node.moves - 1))
                if arm.move == move:
                    rows.append((move, arm.visits, arm.met))
                    break
                at += 1
        return rows

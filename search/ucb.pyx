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
    EXACT = 32           # a shared node's exploration terms are computed each time a move is met, up to this one
    LAZY = 7             # later they are computed if that number & LAZY is 0; those of a node beyond ROOTS visits too
    SPREAD = 0x9E3779B1  # spreads the codes of moves over 32 bits

# More than any score.
cdef float UNSCORED = 1e6
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


cdef float reach_of(const SharedArm* arm, bint rated) noexcept nogil:
    """The exploration term of a move of a shared node, but for its weight."""
    if rated:
        return <float>(sqrt(arm.met + 1.0) / (arm.visits + 1.0))
    if arm.met < ROOTS:
        return log_roots[arm.met] * roots[arm.visits]
    return <float>sqrt(log(arm.met + 1.0) / arm.visits)


cdef inline uint32_t first_place(const Node* node, move_t m) noexcept nogil:
    """Where a shared node would have a move, if no other move were there."""
    return (m * <uint32_t>SPREAD) >> node.tried


cdef inline int32_t place_of(SharedArm* arms, const Node* node, move_t m) noexcept nogil:
    """The place of a move in a shared node; NOWHERE if there is no room for it."""
    cdef uint32_t at = first_place(node, m)
    cdef int32_t _probe
    for _probe in range(MOST_PROBES):
        if arms[at].move == m:
            return <int32_t>at
        if arms[at].move == 0:
            arms[at].move, arms[at].reach = m, 1.0
            return <int32_t>at
        at = (at + 1) & (node.moves - 1)
    return NOWHERE


cdef int32_t best_rated(
    const SharedArm* arms, const int32_t* places, const float* odds, int32_t n, float term
) noexcept nogil:
    """The index of the move with the highest gain and exploration term. A move without a place has gained nothing."""
    cdef int32_t i, best = 0
    cdef float score, most = -UNSCORED
    cdef const SharedArm* arm
    for i in range(n):
        score = term * ((1 - EVEN) * odds[i] + EVEN / n)
        if places[i] != NOWHERE:
            arm = arms + places[i]
            score = score * arm.reach + (arm.mean - arm.base if arm.visits else <float>0.0)
        if score > most:
            most, best = score, i
    return best


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
        cdef bint begun = False, new
        self.begin()
        self.depth = self.shared = self.known = self.lost = 0
        self.common_key, self.common_draws = 1, 0
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
            if self.sharing and turn != self.asker:
                slot = self.own_slot(turn)
                if slot == NOWHERE:
                    if self.step_shared(turn, begun):
                        continue
                    self.evaluate()
                    break
            else:
                slot = self.tree.find_or_add(self.key_of(turn), &new)
                if new:
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

    cdef int64_t own_slot(self, int32_t turn) noexcept nogil:
        cdef int64_t slot
        cdef Node* node
        cdef bint new
        if self.lost >> turn & 1:
            return NOWHERE
        slot = self.tree.find_or_add(self.key_of(turn), &new)
        if not new:
            node = &self.tree.table.slots[slot]
            if node.block != BARE:
                return slot
            node.visits += 1
            if node.visits >= self.own_visits:
                node.visits = 0
                return slot
        self.lost |= 1 << turn
        return NOWHERE

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
        cdef int32_t seat
        cdef move_t token, first = NOTHING, differs = 0
        cdef bint missed = False
        if not self.sharing:
            self.play(m, mover)
            return
        for seat in range(self.seats):
            token = self.game.seen(self.state, m, seat)
            first = first if seat else token
            differs |= token ^ first
            if token == NOTHING:
                missed = True
            elif not self.lost >> seat & 1:
                self.notice(seat, token, mover)
        if not missed:
            self.notice_common(self.game.seen(self.state, m, PUBLIC) if differs else first, mover)
        if mover >= 0:
            self.unseen[mover] += 1
        self.game.apply(self.state, m)

    cdef void notice_common(self, move_t token, int32_t mover) noexcept nogil:
        if token == NOTHING:
            return
        if mover < 0:
            self.common_draws += scramble(token)
            return
        self.common_key = mix(mix(self.common_key, self.common_draws), token)
        self.common_draws = 0
        memset(self.unseen, 0, sizeof(self.unseen))

    cdef bint step_shared(self, int32_t turn, bint begun) noexcept nogil:
        cdef uint64_t key = shared_key(self.common_key, self.common_draws, self.unseen[turn], turn)
        cdef bint new
        cdef int64_t slot = self.tree.find_or_add(key, &new)
        if begun and new:
            return False
        if slot == NOWHERE or self.shared == MOST_SHARED or not self.has_room(&self.tree.table.slots[slot]):
            if not begun:
                self.advance(self.game.rollout_move(self.state, &self.rng), turn)
            return not begun
        self.advance(self.choose_shared(slot, turn), turn)
        return True

    cdef bint has_room(self, Node* node) noexcept nogil:
        cdef move_t moves[MOST_MOVES]
        cdef int32_t n, room = FEWEST_ARMS, shift = BITS - FEWEST_BITS
        cdef uint32_t block
        if node.block != BARE:
            return True
        n = self.game.legal(self.state, moves)
        while room < 2 * n:
            room *= 2
            shift -= 1
        block = self.tree.allocate(WORDS_OF_ARM * room)
        if block == BARE:
            return False
        memset(self.tree.words + block, 0, WORDS_OF_ARM * room * sizeof(uint64_t))
        node.moves, node.tried, node.block = room, shift, block
        return True

    cdef move_t choose_shared(self, int64_t slot, int32_t turn) noexcept nogil:
        cdef move_t moves[MOST_MOVES]
        cdef float odds[MOST_MOVES]
        cdef int32_t places[MOST_MOVES]
        cdef const Node* node = &self.tree.table.slots[slot]
        cdef SharedArm* arms = shared_arms_of(self.tree.words, node)
        cdef SharedStep* step = &self.steps[self.shared]
        cdef int32_t n = self.game.legal(self.state, moves), i, best
        step.slot, step.owner, step.first = slot, turn, self.known
        step.rated = self.prior_weight > 0.0 and self.game.prior(self.state, moves, n, odds)
        for i in range(n):
            places[i] = place_of(arms, node, moves[i]) if self.known < MOST_KNOWN else NOWHERE
            if places[i] != NOWHERE:
                self.alternatives[self.known] = places[i]
                self.known += 1
        if step.rated:
            best = best_rated(arms, places, odds, n, <float>self.prior_weight_of(turn))
        else:
            best = self.best_unrated(arms, places, n)
        step.arm, step.end = places[best], self.known
        self.shared += 1
        return moves[best]

    cdef int32_t best_unrated(self, const SharedArm* arms, const int32_t* places, int32_t n) noexcept nogil:
        cdef int32_t untried[MOST_MOVES]
        cdef int32_t i, best = 0, left = 0
        cdef float score, most = -UNSCORED, term = <float>(self.exploration * self.scale)
        cdef const SharedArm* arm
        for i in range(n):
            if places[i] == NOWHERE:
                continue
            arm = arms + places[i]
            if arm.visits == 0:
                untried[left] = i
                left += 1
                continue
            score = arm.mean - arm.base + term * arm.reach
            if score > most:
                most, best = score, i
        return untried[below(&self.rng, left)] if left else best

    cdef void back_up_shared(self) noexcept nogil:
        cdef int32_t i, j
        cdef float got
        cdef Node* node
        cdef SharedStep* step
        cdef SharedArm* arms
        cdef SharedArm* arm
        for i in range(self.shared):
            step = &self.steps[i]
            node, got = &self.tree.table.slots[step.slot], <float>self.payoff[step.owner]
            arms = shared_arms_of(self.tree.words, node)
            node.visits += 1
            if step.arm >= 0:
                arm = arms + step.arm
                arm.visits += 1
                arm.mean += (got - arm.mean) / arm.visits
            for j in range(step.first, step.end):
                arm = arms + self.alternatives[j]
                arm.met += 1
                arm.base += (got - arm.base) / arm.met
                if arm.met <= EXACT or arm.met & LAZY == 0 or self.alternatives[j] == step.arm:
                    arm.reach = reach_of(arm, step.rated)

    cdef void back_up(self) noexcept nogil:
        cdef float weight = <float>(self.exploration * self.scale)
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
            if node.visits <= ROOTS:
                header_of(self.tree.words, node).term = weight * log_roots[node.visits - 1]
            elif node.visits & LAZY == 0:
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
        cdef SharedArm* arms
        cdef uint32_t at, _probe
        cdef move_t move
        if not self.sharing or node == NULL or node.block == BARE:
            return []
        arms = shared_arms_of(self.tree.words, node)
        rows = []
        for move in moves:
            at = first_place(node, move)
            for _probe in range(MOST_PROBES):
                if arms[at].move == move:
                    rows.append((move, arms[at].visits, arms[at].met))
                    break
                at = (at + 1) & (node.moves - 1)
        return rows

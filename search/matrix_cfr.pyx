"""The last simultaneous turn of two seats, by sampled regret over whole tables of payoffs."""
from libc.math cimport sqrt
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from hunch.engines.contract cimport MOST_MOVES, MOST_TURNS, State, move_t
from hunch.engines.keys cimport hash_bytes, mix
from hunch.search.sample cimport Sampler
from hunch.search.tree cimport BARE, NOWHERE, RELEASE, Node, publish_block

from hunch.search.sample import key_after

cdef enum:
    SHARED = 1 << 16         # makes keys of shared blocks differ from those of seats

cdef float BEGUN = 3.0       # sum of the regrets of a new block, as payoffs, shared out as its group plays its turns


def is_last_turn(State world not None):
    cdef float table[MOST_TURNS * MOST_TURNS]
    cdef int32_t turns[2]
    return world.game.seats == 2 and world.game.payoff_matrix(world.data, turns, table)


cdef class MatrixCfr(Sampler):
    def __init__(self, worlds, tree, seed):
        self.turn_starts, self.scratch = {}, self.worlds.view.blank()

    cdef void iterate(self) noexcept nogil:
        cdef int32_t turns[2]
        cdef uint32_t blocks[2]
        cdef int32_t i, j, seat
        cdef const float* row = self.table
        cdef float value = 0.0, total, share
        self.world = self.worlds.draw_fresh(&self.rng)
        self.game.payoff_matrix(self.world + 1, turns, self.table)
        for seat in range(2):
            blocks[seat] = self.block_of_world(seat, turns[seat])
            self.match_regrets(blocks[seat], turns[seat], self.sigma[seat])
        memset(self.worth[1], 0, sizeof(self.worth[1]))
        for i in range(turns[0]):
            total, share = 0.0, self.sigma[0][i]
            for j in range(turns[1]):
                total += self.sigma[1][j] * row[j]
                self.worth[1][j] -= share * row[j]
            self.worth[0][i] = total
            value += share * total
            row += turns[1]
        for seat in range(2):
            self.payoff[seat] = -value if seat else value
            if blocks[seat] != BARE:
                self.learn(blocks[seat], self.sigma[seat], self.worth[seat], <float>self.payoff[seat])
                self.learn_as_group(header_of(self.tree.words, blocks[seat]).group, seat)
        self.ends = 1

    cdef void learn_as_group(self, uint32_t block, int32_t seat) noexcept nogil:
        cdef float value = 0.0
        cdef int32_t i, turns = header_of(self.tree.words, block).turns
        self.match_regrets(block, turns, self.sigma[seat])
        for i in range(turns):
            value += self.sigma[seat][i] * self.worth[seat][i]
        self.learn(block, self.sigma[seat], self.worth[seat], value)

    cdef uint32_t block_of_world(self, int32_t seat, int32_t turns) noexcept nogil:
        cdef bint new
        cdef int64_t slot = self.tree.find_or_add(self.world.keys[seat], &new)
        if slot == NOWHERE:
            return BARE
        if self.tree.table.slots[slot].block == BARE:
            publish_block(&self.tree.table.slots[slot].block, self.block_of_type(seat, turns), RELEASE)
        return self.tree.table.slots[slot].block

    cdef uint32_t block_of_type(self, int32_t seat, int32_t turns) noexcept nogil:
        cdef uint32_t group = self.block_at(self.key_of_moves(seat), seat, turns, BARE)
        if group == BARE:
            return BARE
        memcpy(self.scratch.data, self.world + 1, self.game.state_bytes)
        self.game.drop_irrelevant(self.scratch.data)
        self.game.hide(self.scratch.data, seat)
        return self.block_at(
            mix(hash_bytes(self.scratch.data, self.game.state_bytes), <uint64_t>(SHARED + seat)) | 1, seat, turns, group
        )

    cdef uint64_t key_of_moves(self, int32_t seat) noexcept nogil:
        cdef move_t moves[MOST_MOVES]
        cdef uint64_t key = SHARED + 2 + seat
        cdef int32_t i, n
        memcpy(self.scratch.data, self.world + 1, self.game.state_bytes)
        while True:
            n = self.game.legal(self.scratch.data, moves)
            if self.game.to_move(self.scratch.data) == seat:
                break
            self.game.apply(self.scratch.data, moves[0])
        for i in range(n):
            key = mix(key, mix(moves[i], self.game.multiplicity(self.scratch.data, moves[i])))
        return key | 1

    cdef uint32_t block_at(self, uint64_t key, int32_t seat, int32_t turns, uint32_t group) noexcept nogil:
        cdef size_t size = sizeof(MatrixHeader) + turns * (sizeof(TurnSums) + sizeof(Milestone))
        cdef bint new
        cdef int64_t slot = self.tree.find_or_add(key, &new)
        cdef uint32_t block
        cdef int32_t i
        cdef MatrixHeader* header
        if slot == NOWHERE:
            return BARE
        block = self.tree.table.slots[slot].block
        if block != BARE:
            return block
        block = self.tree.allocate((size + self.game.state_bytes) // sizeof(uint64_t))
        if block == BARE:
            return BARE
        header = header_of(self.tree.words, block)
        memset(header, 0, size)
        memcpy(<char*>header + size, self.world + 1, self.game.state_bytes)
        header.seat, header.turns, header.group = seat, turns, group
        if group != BARE:
            self.match_regrets(group, turns, self.sigma[seat])
            for i in range(turns):
                sums_of(header)[i].regret = BEGUN * self.sigma[seat][i]
        publish_block(&self.tree.table.slots[slot].block, block, RELEASE)
        return block

    cdef void match_regrets(self, uint32_t block, int32_t turns, float* sigma) noexcept nogil:
        cdef const TurnSums* sums = sums_of(header_of(self.tree.words, block))
        cdef int32_t i
        cdef float total = 0.0
        for i in range(turns if block != BARE else 0):
            sigma[i] = sums[i].regret
            total += sigma[i]
        for i in range(turns):
            sigma[i] = sigma[i] / total if total > 0.0 else <float>1.0 / turns

    cdef void learn(self, uint32_t block, const float* sigma, const float* worth, float value) noexcept nogil:
        cdef MatrixHeader* header = header_of(self.tree.words, block)
        cdef TurnSums* sums = sums_of(header)
        cdef Milestone* milestones = milestones_of(header)
        cdef uint32_t i
        cdef float weight = <float>self.world.weight, count
        header.visits += 1
        count = header.visits
        for i in range(header.turns):
            sums[i].regret = max(sums[i].regret + weight * (worth[i] - value), <float>0.0)
            sums[i].average += count * sigma[i]
            sums[i].worth += count * worth[i]
            sums[i].squares += count * worth[i] * worth[i]
        if header.visits & (header.visits - 1) == 0:
            for i in range(header.turns):
                milestones[i].before = milestones[i].last
                milestones[i].last = <float>(sums[i].worth / weights(header.visits))

    # Reading --------------------------------------------------------------------------------------------------

    def rows_at(self, uint64_t key):
        cdef uint64_t root
        cdef int32_t first, count
        cdef State state, after
        cdef const Node* node
        root, first, state = self.turn_starts.get(key, (key, 0, None))
        node = self.tree.find_shared(root)
        if node == NULL or node.block == BARE:
            return []
        if state is None:
            state = self.world_of(node)
        rows = []
        for move in state.legal():
            after = state.after(move)
            count = _turns(after, state.to_move)
            rows.append((move, *self.summary(node, first, first + count)))
            if after.to_move == state.to_move:
                self.turn_starts[key_after(key, move)] = root, first, after
            first += count
        return rows

    cdef State world_of(self, const Node* node):
        cdef State world = self.worlds.view.blank()
        cdef const MatrixHeader* header = header_of(self.tree.words, node.block)
        cdef int32_t seat = header.seat
        memcpy(world.data, milestones_of(header) + header.turns, self.game.state_bytes)
        while world.to_move != seat:
            world = world.after(world.legal()[0])
        return world

    cdef tuple summary(self, const Node* node, int32_t first, int32_t last):
        cdef const MatrixHeader* header = header_of(self.tree.words, node.block)
        cdef const TurnSums* sums = sums_of(header)
        cdef double visits = max(header.visits, 1), counted = weights(visits), variance
        cdef double policy = 0.0, share, worth = 0.0, squares = 0.0
        cdef int32_t i
        for i in range(first, last):
            policy += sums[i].average
        for i in range(first, last):
            share = sums[i].average / policy if policy > 0.0 else 1.0 / (last - first)
            worth += share * sums[i].worth / counted
            squares += share * sums[i].squares / counted
        variance = max(max(squares - worth * worth, 1.0 / (visits + 1)) / visits, self.drift(header))
        return header.visits, policy / counted, worth, sqrt(variance)

    cdef double drift(self, const MatrixHeader* header):
        cdef const TurnSums* sums = sums_of(header)
        cdef const Milestone* milestones = milestones_of(header)
        cdef double visits = header.visits, marked = 1.0, moved = 0.0, share
        cdef uint32_t i
        if visits < 4.0:
            return 0.0
        while 4.0 * marked <= visits:
            marked *= 2.0
        for i in range(header.turns):
            moved += (sums[i].worth / weights(visits) - milestones[i].before) ** 2
        # The mean of independent tables would move by this many times its own variance.
        share = marked / visits
        return moved / header.turns / (1.0 + 1.0 / share - 2.0 * share)


cdef inline double weights(double visits) noexcept nogil:
    """The sum of weights if the n-th visit counts n times."""
    return visits * (visits + 1) / 2


def _turns(State state not None, int32_t seat):
    """How many whole turns a seat has from here."""
    return sum([_turns(state.after(move), seat) for move in state.legal()]) if state.to_move == seat else 1

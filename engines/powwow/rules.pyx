"""Pow Wow's rules: what may be done, what it does, and what each seat sees of it."""
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t
from libc.string cimport memcpy, memmove

from hunch.engines.contract cimport CHANCE, OVER, Game, move_t, u8
from hunch.engines.powwow.beliefs cimport OF_ALL, all_worlds, one_world, owner_of
from hunch.engines.powwow.inventory cimport flaw_of
from hunch.engines.powwow.state cimport *
from hunch.engines.rng cimport Rng, below, hunch_high, next_word, take

from hunch.engines.powwow.data import read_data
from hunch.engines.powwow.inventory import FLAWS

cdef extern from *:
    int lowest "__builtin_ctz"(unsigned int) noexcept nogil           # index of the lowest set bit


# What may be done ---------------------------------------------------------------------------------------------

cdef inline int32_t dice_moves(const PowwowState* s, move_t* out) noexcept nogil:
    cdef int32_t colour, n = 0
    for colour in range(1, COLOURS + 1):
        out[n] = CHOOSE + colour
        n += (s.pool >> 3 * (colour - 1)) & 7 != 0
    return n


cdef inline int32_t stone_moves(const Tables* t, const PowwowState* s, move_t* out) noexcept nogil:
    """P5, P7, P11: each stone that can still go out, in each direction its next field allows; else another roll."""
    cdef int32_t colour = s.die[mover(t, s)], n = 0
    cdef int32_t place = s.place[colour - 1]
    cdef int32_t segment, ring
    cdef move_t move
    for segment in range(SEGMENTS):
        ring = s.ring[segment] + 1
        if ring > RINGS:
            continue
        move = MOVE + colour + 16 * segment + 256 * ring
        if not t.dark[segment][ring]:
            out[n] = move
            n += 1
            continue
        if t.choice:
            out[n] = move
            n += 1
        if place >= t.number[segment][ring]:
            out[n] = move + 4096 * BACK
            n += 1
    if n == 0:
        for segment in range(SEGMENTS):
            ring = s.ring[segment] + 1
            if ring <= RINGS:
                out[n] = MOVE + colour + 16 * segment + 256 * ring + 4096 * STAY
                n += 1
    if s.stones[mover(t, s)]:
        out[n] = REROLL
        n += 1
    return n


cdef inline int32_t gifts(const Tables* t, const PowwowState* s, move_t* out) noexcept nogil:
    cdef int32_t seat = mover(t, s), hand, n = 0
    for hand in range(t.hands):
        if hand == seat:
            continue
        out[n] = GIVE + 16 * (hand + 1) + s.hand[seat][0]
        n += 1
        if s.hand[seat][1] != s.hand[seat][0]:
            out[n] = GIVE + 16 * (hand + 1) + s.hand[seat][1]
            n += 1
    return n


cdef inline int32_t moves_of(const Tables* t, const PowwowState* s, move_t* out) noexcept nogil:
    if s.step == CHOOSING:
        return dice_moves(s, out)
    if s.step == MOVING:
        return stone_moves(t, s, out)
    if s.step == GIVING:
        return gifts(t, s, out)
    out[0], out[1] = TAKE + s.sight[0], TAKE + s.sight[1]
    return 1 + (s.sight[0] != s.sight[1])


cdef inline int32_t turn_of(const Tables* t, const PowwowState* s) noexcept nogil:
    cdef uint32_t chance = (1 << DEALING) | (1 << ROLLING) | (1 << REROLLING) | (1 << LOOKING) | (1 << SHOWING)
    if (chance >> s.step) & 1:
        return CHANCE
    return OVER if s.step == FINISHED else mover(t, s)


# Chance -------------------------------------------------------------------------------------------------------

cdef void undealt(const Tables* t, const PowwowState* s, int32_t* left) noexcept nogil:
    """Cards of each kind that are in no hand the state shows."""
    cdef int32_t hand, i, kind
    for kind in range(1, POW_WOW):
        left[kind] = 1
    left[POW_WOW] = t.pow_wows
    for hand in range(t.hands):
        for i in range(2):
            if s.hand[hand][i] < KINDS:
                left[s.hand[hand][i]] -= 1


cdef inline int32_t holder(const Tables* t, const PowwowState* s) noexcept nogil:
    """The hand with the card of the Indian that has left the track."""
    cdef int32_t runner = 0, hand = 0
    while runner < COLOURS - 1 and s.place[runner] <= t.spaces:
        runner += 1
    while hand < t.hands - 1 and not holds(s.hand[hand], runner + 1):
        hand += 1
    return hand


cdef inline move_t outcome(const Tables* t, const PowwowState* s, Rng* rng) noexcept nogil:
    cdef uint64_t word
    cdef int32_t i, _dice, kind = 1
    cdef int32_t left[KINDS]
    cdef move_t roll = ROLL
    if s.step == ROLLING:
        word = next_word(rng)
        for _dice in range(t.seats):
            roll += 1 << 3 * (t.face[take(&word, 6)] - 1)
        return roll
    if s.step == REROLLING:
        return DIE + t.face[below(rng, 6)]
    if s.step == LOOKING:
        return LOOK + 16 * s.hand[s.target - 1][0] + s.hand[s.target - 1][1]
    if s.step == SHOWING:
        return SHOW + holder(t, s) + 1
    undealt(t, s, left)
    i = below(rng, 2 * t.hands - s.dealt)
    while i >= left[kind]:
        i -= left[kind]
        kind += 1
    return DEAL + kind


# What it does -------------------------------------------------------------------------------------------------

cdef inline void pass_on(const Tables* t, PowwowState* s) noexcept nogil:
    """The mover's turn is over; P3: the next round starts with the left neighbour."""
    s.die[mover(t, s)] = 0
    s.turn += 1
    s.step = MOVING
    if s.turn == t.seats:
        s.turn = 0
        s.starter = s.starter + 1 if s.starter + 1 < t.seats else 0
        s.step = ROLLING


cdef inline void deal(const Tables* t, PowwowState* s, int32_t card) noexcept nogil:
    cdef u8* pair = s.hand[s.dealt >> 1]
    if card:
        if s.dealt & 1:
            replace(pair, 0, card)
        else:
            pair[0] = card
        memcpy(s.base[s.dealt >> 1], pair, 2)
    s.dealt += 1
    if s.dealt == 2 * t.hands:
        s.dealt, s.step = 0, ROLLING


cdef inline void choose(const Tables* t, PowwowState* s, int32_t colour) noexcept nogil:
    s.die[mover(t, s)] = colour
    s.pool -= 1 << 3 * (colour - 1)
    s.turn += 1
    if s.turn == t.seats - 1:                      # the last one has no choice
        s.die[mover(t, s)] = lowest(s.pool) // 3 + 1
        s.pool, s.turn, s.step = 0, 0, MOVING


cdef inline void move_stone(const Tables* t, PowwowState* s, move_t m) noexcept nogil:
    cdef int32_t colour = m & 15, segment = (m >> 4) & 15, ring = (m >> 8) & 15, direction = (m >> 12) & 3
    cdef int32_t place, i
    s.ring[segment] = ring
    if ring == RINGS:
        for i in range(SEGMENTS):
            if s.ring[i] != RINGS:
                break
        else:                                      # P6, P26: all five go back to the centre
            for i in range(SEGMENTS):
                s.ring[i] = 0
    if direction == STAY:
        pass_on(t, s)
        return
    place = s.place[colour - 1]
    place += t.number[segment][ring] if direction == FORWARD else -t.number[segment][ring]
    if place > t.spaces:                           # P16
        s.place[colour - 1] = t.spaces + 1
        s.step = SHOWING
        return
    s.place[colour - 1] = place
    if t.special[place] == MOCCASIN:
        s.step = GIVING
        return
    if t.special[place] == STONE and s.stock:      # P12
        s.stock -= 1
        s.stones[mover(t, s)] += 1
    pass_on(t, s)


cdef inline void forget(PowwowState* s) noexcept nogil:
    """P29: the oldest exchange goes; hands before the log are now those after it, where they are known at all."""
    cdef uint32_t e = s.log[0]
    cdef int32_t who = who_of(e), whom = whom_of(e)
    if given_of(e) and s.base[who][0] != HIDDEN:
        replace(s.base[who], given_of(e), taken_of(e))
    if given_of(e) and s.base[whom][0] != HIDDEN:
        replace(s.base[whom], taken_of(e), given_of(e))
    memmove(&s.log[0], &s.log[1], (LOGGED - 1) * sizeof(s.log[0]))
    s.log[LOGGED - 1] = 0
    s.logged -= 1


cdef void exchange(const Tables* t, PowwowState* s, int32_t taken) noexcept nogil:
    cdef int32_t who = mover(t, s), whom = s.target - 1, kept = other_of(s.sight, taken)
    if s.logged == LOGGED:
        forget(s)
    s.log[s.logged] = entry(who, whom, s.given, taken, kept) if taken else entry(who, whom, 0, 0, 0)
    s.logged += 1
    if taken and s.hand[who][0] != HIDDEN:
        replace(s.hand[who], s.given, taken)
    if taken and s.hand[whom][0] != HIDDEN:
        replace(s.hand[whom], taken, s.given)
    s.target = s.given = s.sight[0] = s.sight[1] = 0
    pass_on(t, s)


cdef inline void look(PowwowState* s, move_t m) noexcept nogil:
    """The mover is shown the hand; its owner knows it anyway; for others it is a hole."""
    if m & 7:
        s.sight[0], s.sight[1] = (m >> 4) & 7, m & 7
    else:
        memcpy(s.sight, s.hand[s.target - 1], 2)
    s.step = TAKING


cdef inline void play(const Tables* t, PowwowState* s, move_t m) noexcept nogil:
    cdef int32_t kind = m & KIND
    if kind == MOVE:
        move_stone(t, s, m)
    elif kind == CHOOSE:
        choose(t, s, m & 15)
    elif kind == ROLL:
        s.pool = m & DICE
        s.step = CHOOSING
    elif kind == REROLL:
        s.stones[mover(t, s)] -= 1
        s.stock += 1
        s.step = REROLLING
    elif kind == DIE:
        s.die[mover(t, s)] = m & 15
        s.step = MOVING
    elif kind == GIVE:
        s.target = (m >> 4) & 15
        s.given = m & 15 if m & 15 else HIDDEN
        s.step = LOOKING
    elif kind == LOOK:
        look(s, m)
    elif kind == TAKE:
        exchange(t, s, m & 15)
    elif kind == DEAL:
        deal(t, s, m & 15)
    else:
        s.winner = m & 15
        s.step = FINISHED


# What can be seen of it ---------------------------------------------------------------------------------------

cdef bint fits_exchange(const Tables* t, const PowwowState* s, move_t m, int32_t owner) noexcept nogil:
    cdef PowwowState after = s[0]
    cdef Rng rng
    cdef int32_t card = m & 15, first = (m >> 4) & 15, who = mover(t, s)
    rng.state = 0
    if s.step == GIVING:
        if m != <move_t>(GIVE + 16 * first + card) or not 1 <= first <= t.hands or first - 1 == who:
            return False
        if owner != who and owner != first - 1 and owner != OF_ALL:
            return card == 0
        if not 1 <= card < KINDS or (owner != first - 1 and not holds(s.hand[who], card)):
            return False
    elif s.step == LOOKING:
        if owner != who and owner != OF_ALL:
            return m == LOOK
        if m != <move_t>(LOOK + 16 * first + card) or not 1 <= first <= card < KINDS:
            return False
    elif s.step == TAKING:
        if owner != who and owner != s.target - 1 and owner != OF_ALL:
            return m == TAKE
        return m == <move_t>(TAKE + card) and 1 <= card < KINDS and holds(s.sight, card)
    elif s.step == SHOWING:
        if m != <move_t>(SHOW + card) or not 1 <= card <= t.hands:
            return False
    else:
        return False
    play(t, &after, m)
    return one_world(t, &after, &rng)


# The rollout policy -------------------------------------------------------------------------------------------

cdef inline int32_t liking(const Tables* t, const PowwowState* s, move_t m) noexcept nogil:
    """What the mover's own cards say for a move: on with his Indians, back with the others, weak cards away."""
    cdef const u8* own = s.hand[mover(t, s)]
    cdef int32_t kind = m & KIND, colour = m & 15, number, place
    cdef bint mine = holds(own, colour)
    if kind == CHOOSE:
        return 64 + s.place[colour - 1] if mine else 0
    if kind == MOVE:
        number = t.number[(m >> 4) & 15][(m >> 8) & 15]
        if (m >> 12) & 3 == STAY:
            return 0
        if (m >> 12) & 3 == BACK:
            number = -number
        place = s.place[colour - 1] + number
        number = 4 * number if mine else -4 * number
        if place <= t.spaces and t.special[place]:     # a stone is worth a little, to be rid of a Pow Wow card more
            number += 12 if t.special[place] == MOCCASIN and own[1] == POW_WOW else 6
        return number
    if kind == REROLL:
        return -400 if holds(own, s.die[mover(t, s)]) else 400
    place = s.place[colour - 1] if colour < POW_WOW else -1
    return place if kind == TAKE else -place


cdef inline move_t policy(const Tables* t, const PowwowState* s, Rng* rng) noexcept nogil:
    """The move it likes best, by lot where it likes several; one in eight by lot among all."""
    cdef move_t out[16]
    cdef int32_t n = moves_of(t, s, out)
    cdef int32_t i, best = 0, most = -100000, now
    cdef uint64_t word
    if n == 1:
        return out[0]
    word = next_word(rng)
    if word & 7 == 0:
        return out[hunch_high(word, n)]
    for i in range(n):
        word >>= 4
        now = 16 * liking(t, s, out[i]) + (word & 15)
        if now > most:
            best, most = i, now
    return out[best]


cdef class Powwow(Game):
    def __init__(self, str name, dict options, str data_hash, dict data):
        Game.__init__(self, name, options, data_hash)
        self.seats = options["players"]
        tables = read_data(data, self.seats, options["dark"] == "choice")
        self.colours, self.data, self.most_plies = tables.pop("colours"), data, tables.pop("most_plies")
        self.tables = tables
        self.zero_sum, self.solitaire, self.hidden = self.seats == 2, False, True
        self.most_moves = 2 * SEGMENTS + 1
        self.most_chances = max(self.tables.rolls, POW_WOW)
        self.state_bytes = sizeof(PowwowState)
        self.flaws = FLAWS

    cdef void begin(self, void* state) noexcept nogil:
        (<PowwowState*>state).stock = self.tables.stones

    cdef int32_t to_move(self, const void* s) noexcept nogil:
        return turn_of(&self.tables, <const PowwowState*>s)

    cdef int32_t legal(self, const void* s, move_t* out) noexcept nogil:
        return moves_of(&self.tables, <const PowwowState*>s, out)

    cdef int32_t chances(self, const void* state, move_t* out, uint32_t* weight) noexcept nogil:
        cdef const PowwowState* s = <const PowwowState*>state
        cdef int32_t left[KINDS]
        cdef int32_t kind, n = 0
        cdef Rng unused
        if s.step == ROLLING:
            memcpy(out, self.tables.roll, self.tables.rolls * sizeof(uint32_t))
            memcpy(weight, self.tables.roll_weight, self.tables.rolls * sizeof(uint32_t))
            return self.tables.rolls
        if s.step == LOOKING or s.step == SHOWING:
            unused.state = 0
            out[0], weight[0] = outcome(&self.tables, s, &unused), 1
            return 1
        undealt(&self.tables, s, left)
        for kind in range(1, KINDS):
            out[n], weight[n] = DEAL + kind, left[kind]
            if s.step == REROLLING:
                out[n], weight[n] = DIE + kind, self.tables.faces[kind] if kind < POW_WOW else 0
            n += weight[n] > 0
        return n

    cdef move_t roll(self, const void* s, Rng* rng) noexcept nogil:
        return outcome(&self.tables, <const PowwowState*>s, rng)

    cdef void apply(self, void* s, move_t m) noexcept nogil:
        play(&self.tables, <PowwowState*>s, m)

    cdef void returns(self, const void* state, double* out) noexcept nogil:
        """P17, P19: the winner takes 1 from all the others together; the dummy's win is nobody's."""
        cdef const PowwowState* s = <const PowwowState*>state
        cdef int32_t seat
        for seat in range(self.seats):
            out[seat] = -1.0 / (self.seats - 1) if s.winner <= self.seats else 0.0
        if 1 <= s.winner <= self.seats:
            out[s.winner - 1] = 1.0

    cdef void estimate(self, const void* state, double* out) noexcept nogil:
        """Each Indian leaves first with a chance inverse to the way it has left; the holder of its card wins then."""
        cdef const PowwowState* s = <const PowwowState*>state
        cdef double pull[COLOURS + 2]
        cdef double held[MOST_PLAYERS]
        cdef double total = 0.0, theirs = 0.0
        cdef int32_t i
        pull[0] = pull[POW_WOW] = 0.0
        for i in range(COLOURS):
            pull[i + 1] = self.tables.pull[s.place[i]]
            total += pull[i + 1]
        for i in range(self.seats):
            held[i] = (pull[s.hand[i][0] & 7] + pull[s.hand[i][1] & 7]) / total
            theirs += held[i]
        for i in range(self.seats):
            out[i] = held[i] - (theirs - held[i]) / (self.seats - 1)

    # Hidden information ---------------------------------------------------------------------------------------

    cdef move_t seen(self, const void* state, move_t m, int32_t seat) noexcept nogil:
        cdef const PowwowState* s = <const PowwowState*>state
        cdef int32_t kind = m & KIND
        if kind == DEAL:
            return m if s.dealt >> 1 == seat else DEAL
        if kind == LOOK:
            return m if mover(&self.tables, s) == seat else LOOK
        if kind == GIVE:
            return m if mover(&self.tables, s) == seat or ((m >> 4) & 15) - 1 == seat else m & ~15
        if kind == TAKE:
            return m if mover(&self.tables, s) == seat or s.target - 1 == seat else TAKE
        return m

    cdef void hide(self, void* state, int32_t seat) noexcept nogil:
        cdef PowwowState* s = <PowwowState*>state
        cdef int32_t i
        for i in range(self.tables.hands):
            if i != seat:
                s.hand[i][0] = s.hand[i][1] = s.base[i][0] = s.base[i][1] = HIDDEN
        for i in range(s.logged):
            if who_of(s.log[i]) != seat and whom_of(s.log[i]) != seat:
                s.log[i] = entry(who_of(s.log[i]), whom_of(s.log[i]), 0, 0, 0)
        if s.target and mover(&self.tables, s) != seat and s.target - 1 != seat:
            s.given = HIDDEN
            if s.step == TAKING:
                s.sight[0] = s.sight[1] = HIDDEN

    cdef bint fits(self, const void* view, move_t m) noexcept nogil:
        cdef const PowwowState* s = <const PowwowState*>view
        cdef move_t out[16]
        cdef int32_t left[KINDS]
        cdef int32_t i, card = m & 15, owner = owner_of(&self.tables, s)
        if s.step == ROLLING:
            for i in range(self.tables.rolls):
                if m == self.tables.roll[i]:
                    return True
            return False
        if s.step == CHOOSING or s.step == MOVING:
            for i in range(moves_of(&self.tables, s, out)):
                if m == out[i]:
                    return True
            return False
        if s.step == REROLLING:
            return m == <move_t>(DIE + card) and 1 <= card <= COLOURS and self.tables.faces[card] > 0
        if s.step == DEALING:
            if owner != s.dealt >> 1 and owner != OF_ALL:
                return m == DEAL
            undealt(&self.tables, s, left)
            return m == <move_t>(DEAL + card) and 1 <= card < KINDS and left[card] > 0
        return fits_exchange(&self.tables, s, m, owner)

    cdef int64_t worlds(self, const void* view, int64_t cap, void* out, double* weight) noexcept nogil:
        return all_worlds(&self.tables, <const PowwowState*>view, cap, <PowwowState*>out, weight)

    cdef bint fill(self, void* view, Rng* rng) noexcept nogil:
        return one_world(&self.tables, <PowwowState*>view, rng)

    # Rollouts, checks, Python ---------------------------------------------------------------------------------

    cdef move_t playout(self, const void* s, Rng* rng) noexcept nogil:
        return policy(&self.tables, <const PowwowState*>s, rng)

    cdef int32_t rollout(self, void* state, Rng* rng, double* out) noexcept nogil:
        cdef PowwowState* s = <PowwowState*>state
        cdef int32_t steps = 0
        cdef int32_t turn = turn_of(&self.tables, s)
        while turn != OVER:
            play(&self.tables, s, outcome(&self.tables, s, rng) if turn == CHANCE else policy(&self.tables, s, rng))
            steps += 1
            turn = turn_of(&self.tables, s)
        self.returns(s, out)
        return steps

    cdef int32_t flaw(self, const void* s) noexcept nogil:
        return flaw_of(&self.tables, <const PowwowState*>s)

    cdef dict read(self, const void* s):
        return (<const PowwowState*>s)[0]

    cdef int write(self, dict fields, void* s) except -1:
        (<PowwowState*>s)[0] = fields
        return 0


GAME = Powwow

"""Pow Wow on the contract; moves.pxd has the rules."""
from libc.stdint cimport INT32_MAX, int32_t, int64_t, uint32_t
from libc.string cimport memcpy

from hunch.engines.contract cimport CHANCE, OVER, Game, move_t
from hunch.engines.games.powwow.checks cimport find_flaw
from hunch.engines.games.powwow.estimate cimport estimate_payoffs
from hunch.engines.games.powwow.moves cimport *
from hunch.engines.games.powwow.policy cimport UNMADE, Guess, policy_move, prior_of
from hunch.engines.games.powwow.state cimport *
from hunch.engines.games.powwow.worlds cimport OF_ALL, all_worlds, draw_world, owner_of
from hunch.engines.rng cimport Rng

from hunch.engines.games.powwow.checks import FLAWS
from hunch.engines.games.powwow.tables import read_data

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
    advance(t, &after, m)
    return draw_world(t, &after, &rng)


cdef class Powwow(Game):
    def __init__(self, str name, dict options, str data_hash, dict data):
        Game.__init__(self, name, options, data_hash)
        self.seats = options["players"]
        tables = read_data(data, self.seats, options["dark"] == "choice")
        self.colours, self.data, self.most_plies = tables.pop("colours"), data, tables.pop("most_plies")
        self.t = tables
        self.zero_sum, self.solitaire, self.hidden = self.seats == 2, False, True
        self.opponent_trust = 3.0           # what the others know is met too seldom for a search to learn better than they lean
        self.most_moves = 2 * SEGMENTS + 1
        self.most_chances = max(self.t.rolls, POW_WOW)
        self.state_bytes = sizeof(PowwowState)
        self.flaws = FLAWS

    cdef void begin(self, void* state) noexcept nogil:
        (<PowwowState*>state).stock = self.t.stones

    cdef int32_t to_move(self, const void* s) noexcept nogil:
        return seat_to_move(&self.t, <const PowwowState*>s)

    cdef int32_t legal(self, const void* s, move_t* out) noexcept nogil:
        return legal_moves(&self.t, <const PowwowState*>s, out)

    cdef int32_t chances(self, const void* state, move_t* out, uint32_t* weight) noexcept nogil:
        cdef const PowwowState* s = <const PowwowState*>state
        cdef int32_t left[KINDS]
        cdef int32_t kind, n = 0
        cdef Rng unused
        if s.step == ROLLING:
            memcpy(out, self.t.roll, self.t.rolls * sizeof(uint32_t))
            memcpy(weight, self.t.roll_weight, self.t.rolls * sizeof(uint32_t))
            return self.t.rolls
        if s.step == LOOKING or s.step == SHOWING:
            unused.state = 0
            out[0], weight[0] = roll_outcome(&self.t, s, &unused), 1
            return 1
        undealt(&self.t, s, left)
        for kind in range(1, KINDS):
            out[n], weight[n] = DEAL + kind, left[kind]
            if s.step == REROLLING:
                out[n], weight[n] = DIE + kind, self.t.faces[kind] if kind < POW_WOW else 0
            n += weight[n] > 0
        return n

    cdef move_t roll(self, const void* s, Rng* rng) noexcept nogil:
        return roll_outcome(&self.t, <const PowwowState*>s, rng)

    cdef void apply(self, void* s, move_t m) noexcept nogil:
        advance(&self.t, <PowwowState*>s, m)

    cdef void returns(self, const void* state, double* out) noexcept nogil:
        """P17, P19: the winner takes 1 from all the others together; the dummy's win is nobody's."""
        cdef const PowwowState* s = <const PowwowState*>state
        cdef int32_t seat
        for seat in range(self.seats):
            out[seat] = -1.0 / (self.seats - 1) if s.winner <= self.seats else 0.0
        if 1 <= s.winner <= self.seats:
            out[s.winner - 1] = 1.0

    cdef void estimate(self, const void* state, double* out) noexcept nogil:
        """Each Indian leaves first with a chance that falls with its way; its card may have changed hands by then."""
        estimate_payoffs(&self.t, <const PowwowState*>state, out)

    # Hidden information ---------------------------------------------------------------------------------------

    cdef move_t seen(self, const void* state, move_t m, int32_t seat) noexcept nogil:
        cdef const PowwowState* s = <const PowwowState*>state
        cdef int32_t kind = m & KIND
        if kind == DEAL:
            return m if s.dealt >> 1 == seat else DEAL
        if kind == LOOK:
            return m if mover(&self.t, s) == seat else LOOK
        if kind == GIVE:
            return m if mover(&self.t, s) == seat or ((m >> 4) & 15) - 1 == seat else m & ~15
        if kind == TAKE:
            return m if mover(&self.t, s) == seat or s.target - 1 == seat else TAKE
        return m

    cdef void hide(self, void* state, int32_t seat) noexcept nogil:
        cdef PowwowState* s = <PowwowState*>state
        cdef int32_t i
        for i in range(self.t.hands):
            if i != seat:
                s.hand[i][0] = s.hand[i][1] = s.base[i][0] = s.base[i][1] = HIDDEN
        for i in range(s.logged):
            if who_of(s.log[i]) != seat and whom_of(s.log[i]) != seat:
                s.log[i] = entry(who_of(s.log[i]), whom_of(s.log[i]), 0, 0, 0)
        if s.target and mover(&self.t, s) != seat and s.target - 1 != seat:
            s.given = HIDDEN
            if s.step == TAKING:
                s.sight[0] = s.sight[1] = HIDDEN

    cdef bint fits(self, const void* view, move_t m) noexcept nogil:
        cdef const PowwowState* s = <const PowwowState*>view
        cdef move_t out[16]
        cdef int32_t left[KINDS]
        cdef int32_t i, card = m & 15, owner = owner_of(&self.t, s)
        if s.step == ROLLING:
            for i in range(self.t.rolls):
                if m == self.t.roll[i]:
                    return True
            return False
        if s.step == CHOOSING or s.step == MOVING:
            for i in range(legal_moves(&self.t, s, out)):
                if m == out[i]:
                    return True
            return False
        if s.step == REROLLING:
            return m == <move_t>(DIE + card) and 1 <= card <= COLOURS and self.t.faces[card] > 0
        if s.step == DEALING:
            if owner != s.dealt >> 1 and owner != OF_ALL:
                return m == DEAL
            undealt(&self.t, s, left)
            return m == <move_t>(DEAL + card) and 1 <= card < KINDS and left[card] > 0
        return fits_exchange(&self.t, s, m, owner)

    cdef int64_t worlds(self, const void* view, int64_t cap, void* out, double* weight) noexcept nogil:
        return all_worlds(&self.t, <const PowwowState*>view, cap, <PowwowState*>out, weight)

    cdef bint fill(self, void* view, Rng* rng) noexcept nogil:
        return draw_world(&self.t, <PowwowState*>view, rng)

    # Rollouts, checks, Python ---------------------------------------------------------------------------------

    cdef move_t rollout_move(self, const void* s, Rng* rng) noexcept nogil:
        cdef Guess guess
        guess.known = UNMADE
        return policy_move(&self.t, <const PowwowState*>s, &guess, rng)

    cdef bint prior(self, const void* s, const move_t* moves, int32_t n, float* out) noexcept nogil:
        return prior_of(&self.t, <const PowwowState*>s, moves, n, out)

    cdef int32_t rollout(self, void* state, Rng* rng, double* out) noexcept nogil:
        return self.play_on(<PowwowState*>state, rng, INT32_MAX, out)

    cdef int32_t leaf_value(self, void* state, Rng* rng, double* out) noexcept nogil:
        """The rest of this round and some more are played, as between rounds no die lies in wait for an Indian."""
        return self.play_on(<PowwowState*>state, rng, self.t.rounds, out)

    cdef int32_t play_on(self, PowwowState* s, Rng* rng, int32_t rounds, double* out) noexcept nogil:
        """To the end of the game, or what is expected after so many more rounds."""
        cdef Guess guess[MOST_PLAYERS]
        cdef int32_t seat, steps = 0
        cdef int32_t turn = seat_to_move(&self.t, s)
        for seat in range(self.seats):
            guess[seat].known = UNMADE
        while turn != OVER:
            if turn == CHANCE:
                if s.step == ROLLING:
                    if rounds == 0:
                        estimate_payoffs(&self.t, s, out)
                        return steps
                    rounds -= 1
                advance(&self.t, s, roll_outcome(&self.t, s, rng))
            else:
                advance(&self.t, s, policy_move(&self.t, s, &guess[turn], rng))
            steps += 1
            turn = seat_to_move(&self.t, s)
        self.returns(s, out)
        return steps

    cdef int32_t flaw(self, const void* s) noexcept nogil:
        return find_flaw(&self.t, <const PowwowState*>s)

    cdef dict read(self, const void* s):
        return (<const PowwowState*>s)[0]

    cdef int write(self, dict fields, void* s) except -1:
        (<PowwowState*>s)[0] = fields
        return 0


GAME = Powwow

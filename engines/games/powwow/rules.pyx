"""Pow Wow on the contract; moves, apply and views hold its rules."""
from libc.stdint cimport INT32_MAX, int32_t, int64_t, uint32_t

from hunch.engines.contract cimport CHANCE, OVER, Game, move_t
from hunch.engines.games.powwow.apply cimport advance
from hunch.engines.games.powwow.assignments cimport forget_chain
from hunch.engines.games.powwow.checks cimport find_flaw
from hunch.engines.games.powwow.estimate cimport estimate_payoffs
from hunch.engines.games.powwow.moves cimport legal_moves, outcomes, roll_outcome, seat_to_move
from hunch.engines.games.powwow.policy cimport UNMADE, Guess, policy_move, prior_of
from hunch.engines.games.powwow.state cimport MOST_PLAYERS, POW_WOW, ROLLING, SEGMENTS, PowwowState
from hunch.engines.games.powwow.views cimport event_fits, hide_from, seen_by
from hunch.engines.games.powwow.worlds cimport all_worlds, draw_world
from hunch.engines.rng cimport Rng

from hunch.engines.games.powwow.checks import FLAWS
from hunch.engines.games.powwow.tables import read_data


cdef class Powwow(Game):
    def __init__(self, str name, dict options, str data_hash, dict data):
        Game.__init__(self, name, options, data_hash)
        self.seats = options["players"]
        tables = read_data(data, self.seats, options["dark"] == "choice")
        self.colours, self.data, self.most_plies = tables.pop("colours"), data, tables.pop("most_plies")
        self.t = tables
        self.zero_sum, self.solitaire, self.hidden = self.seats == 2, False, True
        self.opponent_trust = 3.0           # a search meets what others know too seldom to beat the prior
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

    cdef int32_t chances(self, const void* s, move_t* out, uint32_t* weight) noexcept nogil:
        return outcomes(&self.t, <const PowwowState*>s, out, weight)

    cdef move_t roll(self, const void* s, Rng* rng) noexcept nogil:
        return roll_outcome(&self.t, <const PowwowState*>s, rng)

    cdef void apply(self, void* s, move_t m) noexcept nogil:
        advance(&self.t, <PowwowState*>s, m)

    cdef void returns(self, const void* state, double* out) noexcept nogil:
        """The winner takes 1 from all others together (P17, P19). Nobody gains if the dummy wins."""
        cdef const PowwowState* s = <const PowwowState*>state
        cdef int32_t seat
        for seat in range(self.seats):
            out[seat] = -1.0 / (self.seats - 1) if s.winner <= self.seats else 0.0
        if 1 <= s.winner <= self.seats:
            out[s.winner - 1] = 1.0

    cdef void estimate(self, const void* state, double* out) noexcept nogil:
        """Weighs how likely each Indian leaves first; its card may change hands before."""
        estimate_payoffs(&self.t, <const PowwowState*>state, out)

    # Hidden information ---------------------------------------------------------------------------------------

    cdef move_t seen(self, const void* state, move_t m, int32_t seat) noexcept nogil:
        return seen_by(&self.t, <const PowwowState*>state, m, seat)

    cdef void hide(self, void* state, int32_t seat) noexcept nogil:
        hide_from(&self.t, <PowwowState*>state, seat)

    cdef bint fits(self, const void* view, move_t m) noexcept nogil:
        return event_fits(&self.t, <const PowwowState*>view, m)

    cdef int64_t worlds(self, const void* view, int64_t cap, void* out, double* weight) noexcept nogil:
        return all_worlds(&self.t, <const PowwowState*>view, cap, <PowwowState*>out, weight)

    cdef bint fill(self, void* view, Rng* rng) noexcept nogil:
        return draw_world(&self.t, <PowwowState*>view, rng)

    cdef bint forget(self) noexcept nogil:
        return forget_chain()

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
        """Plays the rest of this round and some more: the estimate fits the beginning of a round, without dice."""
        return self.play_on(<PowwowState*>state, rng, self.t.rounds, out)

    cdef int32_t play_on(self, PowwowState* s, Rng* rng, int32_t rounds, double* out) noexcept nogil:
        """Plays to the end of the game, or for `rounds` more rounds, then estimates."""
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

"""Big Manitou on the contract; moves, apply and views hold its rules."""
cimport cython
from libc.stdint cimport int32_t, int64_t, uint32_t

from hunch.engines.contract cimport Game, move_t
from hunch.engines.games.manitou.apply cimport advance
from hunch.engines.games.manitou.checks cimport find_flaw
from hunch.engines.games.manitou.estimate cimport estimate_payoffs
from hunch.engines.games.manitou.layout cimport layout
from hunch.engines.games.manitou.lookups cimport build
from hunch.engines.games.manitou.moves cimport legal_moves, multiplicity_of, outcomes, roll_outcome, seat_to_move
from hunch.engines.games.manitou.policy cimport play_on, policy_move, prior_of
from hunch.engines.games.manitou.scores cimport payoffs
from hunch.engines.games.manitou.state cimport ALL_CARDS, KINDS, PLAYS, RIDE, SLOTS, TAKE, ManitouState
from hunch.engines.games.manitou.tile_values cimport TileValues, begin_values
from hunch.engines.games.manitou.views cimport event_fits, hide_from, seen_by
from hunch.engines.games.manitou.worlds cimport all_worlds, draw_world
from hunch.engines.rng cimport Rng

from hunch.engines.games.manitou import tables as card_file
from hunch.engines.games.manitou.checks import FLAWS


@cython.final
cdef class Manitou(Game):
    def __init__(self, str name, dict options, str data_hash, dict data):
        Game.__init__(self, name, options, data_hash)
        self.cards = card_file.read(data)
        build(&self.t, self.cards, options)
        self.seats, self.unit = self.t.players, self.t.unit
        self.zero_sum, self.solitaire, self.hidden = self.seats == 2, False, True
        self.most_moves, self.most_chances = 2 * SLOTS + 1, KINDS
        draws = max(sum(self.t.need[h][seat] for seat in range(self.seats)) for h in range(self.t.hunts))
        self.most_plies = self.t.hunts * (2 * self.t.laid_out + 2 * draws + (PLAYS + 1) * self.seats + 3)
        self.state_bytes = sizeof(ManitouState)
        self.flaws = FLAWS

    cdef void begin(self, void* state) noexcept nogil:
        cdef ManitouState* s = <ManitouState*>state
        cdef int32_t i
        for i in range(self.seats):
            s.pool[i] = ALL_CARDS
        for i in range(self.t.kinds):
            s.bag[i] = self.t.copies[i]

    # Turns and moves ------------------------------------------------------------------------------------------

    cdef int32_t to_move(self, const void* state) noexcept nogil:
        return seat_to_move(&self.t, <const ManitouState*>state)

    cdef int32_t legal(self, const void* state, move_t* out) noexcept nogil:
        return legal_moves(&self.t, <const ManitouState*>state, out)

    cdef uint32_t multiplicity(self, const void* state, move_t m) noexcept nogil:
        return multiplicity_of(&self.t, <const ManitouState*>state, m)

    cdef int32_t chances(self, const void* state, move_t* out, uint32_t* weight) noexcept nogil:
        return outcomes(&self.t, <const ManitouState*>state, out, weight)

    cdef move_t roll(self, const void* state, Rng* rng) noexcept nogil:
        return roll_outcome(&self.t, <const ManitouState*>state, rng)

    cdef void apply(self, void* state, move_t m) noexcept nogil:
        advance(&self.t, <ManitouState*>state, m)

    cdef void returns(self, const void* state, double* out) noexcept nogil:
        payoffs(&self.t, <const ManitouState*>state, out)

    cdef bint is_resolved(self, const void* since, const void* state) noexcept nogil:
        """A choice about cards is resolved when the first tile is to be taken: a penalty before may cost a tomahawk.

        A choice about tiles is resolved at the end of the hunt.
        """
        cdef const ManitouState* before = <const ManitouState*>since
        cdef const ManitouState* s = <const ManitouState*>state
        return s.hunt > before.hunt or (before.phase <= RIDE and s.phase == TAKE)

    cdef void estimate(self, const void* state, double* out) noexcept nogil:
        estimate_payoffs(&self.t, <const ManitouState*>state, out)

    # Hidden information ---------------------------------------------------------------------------------------

    cdef move_t seen(self, const void* state, move_t m, int32_t seat) noexcept nogil:
        return seen_by(&self.t, <const ManitouState*>state, m, seat)

    cdef void hide(self, void* state, int32_t seat) noexcept nogil:
        hide_from(&self.t, <ManitouState*>state, seat)

    cdef bint fits(self, const void* view, move_t m) noexcept nogil:
        return event_fits(&self.t, <const ManitouState*>view, m)

    cdef int64_t worlds(self, const void* view, int64_t cap, void* out, double* weight) noexcept nogil:
        return all_worlds(&self.t, <const ManitouState*>view, cap, <ManitouState*>out, weight)

    cdef bint fill(self, void* view, Rng* rng) noexcept nogil:
        return draw_world(&self.t, <ManitouState*>view, rng)

    # Rollouts, checks, Python ---------------------------------------------------------------------------------

    cdef move_t rollout_move(self, const void* state, Rng* rng) noexcept nogil:
        cdef TileValues values
        begin_values(&values)
        return policy_move(&self.t, <const ManitouState*>state, &values, rng)

    cdef int32_t rollout(self, void* state, Rng* rng, double* out) noexcept nogil:
        cdef int32_t steps = play_on(&self.t, <ManitouState*>state, rng)
        payoffs(&self.t, <const ManitouState*>state, out)
        return steps

    cdef bint prior(self, const void* state, const move_t* moves, int32_t n, float* out) noexcept nogil:
        prior_of(&self.t, <const ManitouState*>state, moves, n, out)
        return True

    cdef int32_t flaw(self, const void* state) noexcept nogil:
        return find_flaw(&self.t, <const ManitouState*>state)

    cdef dict read(self, const void* s):
        return layout.read(s)

    cdef int write(self, dict fields, void* s) except -1:
        return layout.write(fields, s)


GAME = Manitou

"""Tomahawk on the contract; moves, apply and views hold its rules."""
from libc.stdint cimport int32_t, int64_t, uint32_t

from hunch.engines.contract cimport Game, check, move_t
from hunch.engines.rng cimport Rng
from hunch.engines.games.tomahawk.apply cimport advance
from hunch.engines.games.tomahawk.battle cimport lead
from hunch.engines.games.tomahawk.checks cimport find_flaw
from hunch.engines.games.tomahawk.estimate cimport estimate_lead
from hunch.engines.games.tomahawk.last_turn cimport last_turn_payoffs
from hunch.engines.games.tomahawk.layout cimport layout
from hunch.engines.games.tomahawk.lookups cimport build
from hunch.engines.games.tomahawk.moves cimport legal_moves, multiplicity_of, outcomes, roll_outcome, seat_to_move
from hunch.engines.games.tomahawk.policy cimport play_on, policy_move, prior_of
from hunch.engines.games.tomahawk.state cimport CHOOSING, OPENING, PILES, TURNS, TomahawkState
from hunch.engines.games.tomahawk.views cimport event_fits, hide_from, seen_by
from hunch.engines.games.tomahawk.worlds cimport all_worlds, draw_world

from hunch.engines.games.tomahawk import tables as card_file
from hunch.engines.games.tomahawk.checks import FLAWS


cdef class Tomahawk(Game):
    def __init__(self, str name, dict options, str data_hash, dict data):
        Game.__init__(self, name, options, data_hash)
        self.cards = card_file.read(name, data)
        self.tiles = {tile.id.encode(): code for code, tile in enumerate(self.cards.tiles, 1)}
        build(&self.t, self.cards, options["sought"], options["payoff"] == "margin")
        self.seats, self.zero_sum, self.solitaire, self.hidden = 2, True, False, True
        self.most_moves = 75               # three pairs of specials, five levels of hair for each base card
        self.most_chances = 35
        # The terms: deals, choices, READY, SEEK, territories, draws, placements, rows, looks, Dancing Twilight.
        self.most_plies = 2 + 2 + 7 + 1 + 12 + 48 + 48 + 24 + 10 + 1
        self.unit = self.t.unit
        self.state_bytes = sizeof(TomahawkState)
        self.flaws = FLAWS

    cdef void begin(self, void* state) noexcept nogil:
        (<TomahawkState*>state).left = 0xFFFE

    cdef int32_t to_move(self, const void* state) noexcept nogil:
        return seat_to_move(<const TomahawkState*>state)

    cdef int32_t legal(self, const void* state, move_t* out) noexcept nogil:
        return legal_moves(&self.t, <const TomahawkState*>state, out)

    cdef uint32_t multiplicity(self, const void* state, move_t m) noexcept nogil:
        return multiplicity_of(&self.t, <const TomahawkState*>state, m)

    cdef int32_t chances(self, const void* state, move_t* out, uint32_t* weight) noexcept nogil:
        return outcomes(&self.t, <const TomahawkState*>state, out, weight)

    cdef move_t roll(self, const void* state, Rng* rng) noexcept nogil:
        return roll_outcome(&self.t, <const TomahawkState*>state, rng)

    cdef void apply(self, void* state, move_t m) noexcept nogil:
        advance(&self.t, <TomahawkState*>state, m)

    cdef void returns(self, const void* state, double* out) noexcept nogil:
        cdef int32_t ahead = lead(&self.t, <const TomahawkState*>state)
        out[0] = ahead / self.unit if self.t.by_margin else (ahead > 0) - (ahead < 0)
        out[1] = -out[0]

    cdef bint is_resolved(self, const void* since, const void* state) noexcept nogil:
        """A placement is resolved once the battles of its turn are over; a choice of specials only at the end."""
        cdef const TomahawkState* s = <const TomahawkState*>since
        cdef int32_t pile, last = 0
        if s.step < OPENING or s.turn == TURNS:
            return False
        for pile in range(PILES):
            last = max(last, self.t.finishes[self.t.place[s.turn][pile]])
        return (<const TomahawkState*>state).turn > last

    cdef void estimate(self, const void* state, double* out) noexcept nogil:
        out[0] = estimate_lead(&self.t, <const TomahawkState*>state)
        out[1] = -out[0]

    cdef bint payoff_matrix(self, const void* state, int32_t* turns, float* out) noexcept nogil:
        return last_turn_payoffs(&self.t, <const TomahawkState*>state, turns, out)

    cdef void drop_irrelevant(self, void* state) noexcept nogil:
        """Removes the special that was dealt and not kept: it shows only what the other seat cannot have."""
        cdef TomahawkState* s = <TomahawkState*>state
        cdef int32_t seat
        if s.step > CHOOSING:
            for seat in range(2):
                s.dealt[seat] = s.kept[seat]

    cdef move_t seen(self, const void* state, move_t m, int32_t seat) noexcept nogil:
        return seen_by(&self.t, <const TomahawkState*>state, m, seat)

    cdef void hide(self, void* state, int32_t seat) noexcept nogil:
        hide_from(&self.t, <TomahawkState*>state, seat)

    cdef bint fits(self, const void* view, move_t m) noexcept nogil:
        return event_fits(&self.t, <const TomahawkState*>view, m)

    cdef int64_t worlds(self, const void* view, int64_t cap, void* out, double* weight) noexcept nogil:
        return all_worlds(&self.t, <const TomahawkState*>view, cap, <TomahawkState*>out, weight)

    cdef bint fill(self, void* view, Rng* rng) noexcept nogil:
        return draw_world(&self.t, <TomahawkState*>view, rng)

    cdef move_t rollout_move(self, const void* state, Rng* rng) noexcept nogil:
        return policy_move(&self.t, <const TomahawkState*>state, rng)

    cdef bint prior(self, const void* state, const move_t* choices, int32_t n, float* out) noexcept nogil:
        return prior_of(&self.t, <const TomahawkState*>state, choices, n, out)

    cdef int32_t rollout(self, void* state, Rng* rng, double* out) noexcept nogil:
        cdef TomahawkState* s = <TomahawkState*>state
        cdef int32_t steps = play_on(&self.t, s, rng)
        check(steps <= self.most_plies, "tomahawk: a rollout ends in time")
        self.returns(s, out)
        return steps

    cdef int32_t flaw(self, const void* state) noexcept nogil:
        return find_flaw(&self.t, <const TomahawkState*>state)

    cdef dict read(self, const void* s):
        return layout.read(s)

    cdef int write(self, dict fields, void* s) except -1:
        return layout.write(fields, s)


GAME = Tomahawk

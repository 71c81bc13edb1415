"""Big Manitou on the contract: turns, moves, chance, and what each seat sees of them."""
cimport cython
from libc.stdint cimport int32_t, int64_t, uint32_t
from libc.string cimport memset

from hunch.engines.contract cimport CHANCE, NOTHING, OVER, Game, move_t, u8
from hunch.engines.games.manitou.apply cimport (
    after_draw, after_ride, get_tile, give_tile, lay_card, move_hunter, open_selection, ride_or_on, tile_choices,
)
from hunch.engines.games.manitou.checks cimport find_flaw
from hunch.engines.games.manitou.estimate cimport estimate_payoffs
from hunch.engines.games.manitou.layout cimport layout
from hunch.engines.games.manitou.policy cimport policy_move, prior_of, select_all
from hunch.engines.games.manitou.scores cimport payoffs
from hunch.engines.games.manitou.state cimport (
    ALL_CARDS, ASIDE, ASK, ASKED, DEAL, DRAWN, EIGHTH, END, FIRSTS, GET, GIVE, GROUNDS, HEROES, HERO_CARDS, HIDDEN,
    HIDDEN_COUNT, HUNTERS, KINDS, LAY, LAYOUT, MOST_HUNTS, MOVE, KIND, PASS, PAY, PICK, PLAY, PLAYS, RIDE, SELECT,
    SLOTS, TAKE, TILE, UNSEEN, ManitouState, closed, copies_of, has, kind_of, laid_cards, leading, lowest, nth_kind,
    shut_out, size_of, take_away, with_card, without_card,
)
from hunch.engines.games.manitou.tile_values cimport TileValues, begin_values
from hunch.engines.games.manitou.worlds cimport all_worlds, draw_world, multiplicity_of
from hunch.engines.rng cimport Rng, below

from hunch.engines.games.manitou import tables as files
from hunch.engines.games.manitou.checks import FLAWS


cdef inline int32_t selector(const ManitouState* s, const u8* need, int32_t players) noexcept nogil:
    """The lowest seat that still owes cards to its selection, or -1."""
    cdef int32_t seat
    for seat in range(players):
        if s.chosen[seat] < need[seat]:
            return seat
    return -1


cdef int32_t selections(uint32_t pool, uint32_t chosen, int32_t owed, move_t* out) noexcept nogil:
    """Cards come in ascending order: not below the last one, and with enough above them for the rest."""
    cdef uint32_t last = 0, above = pool, cards
    cdef int32_t n = 0
    if chosen:
        last = <uint32_t>1 << (31 - leading(chosen))
        above &= ~((last << 1) - 1)
    cards = above & (FIRSTS | (last << 1))
    while owed > 1 and above:
        cards &= ~(<uint32_t>1 << (31 - leading(above)))
        above &= ~(<uint32_t>1 << (31 - leading(above)))
        owed -= 1
    while cards:
        out[n] = PICK + kind_of(lowest(cards))
        cards &= cards - 1
        n += 1
    return n


@cython.final
cdef class Manitou(Game):
    def __init__(self, str name, dict options, str data_hash, dict data):
        Game.__init__(self, name, options, data_hash)
        self.tables = files.read(data)
        self.set_numbers(options["players"])
        self.t.quick = options["selection"] == "quick"
        self.t.by_margin = options["payoff"] == "margin"
        self.seats = self.t.players
        self.zero_sum, self.solitaire, self.hidden = self.seats == 2, False, True
        self.most_moves, self.most_chances = 2 * SLOTS + 1, KINDS
        draws = max(sum(self.t.need[h][seat] for seat in range(self.seats)) for h in range(self.t.hunts))
        self.most_plies = self.t.hunts * (2 * self.t.laid_out + 2 * draws + (PLAYS + 1) * self.seats + 3)
        points = [sum(t.value * t.copies for t in self.tables.tiles if t.sort == sort) for sort in ("bison", "tipi")]
        self.unit = 1.0
        if self.t.by_margin:
            self.unit = min(points) + 2 * self.t.cylinder_points + self.t.tomahawk_points
        self.t.unit = self.unit
        self.state_bytes = sizeof(ManitouState)
        self.flaws = FLAWS

    cdef void set_numbers(self, int32_t players):
        tables = self.tables
        table = next(table for table in tables.tables if table.players == players)
        memset(&self.t, 0, sizeof(self.t))
        self.t.players, self.t.hunts, self.t.kinds = players, table.hunts, len(tables.tiles)
        self.t.laid_out, self.t.all_tiles = sum(table.grounds), sum(tile.copies for tile in tables.tiles)
        self.t.hero_share, self.t.first_share = tables.numbers["hero_share"], tables.numbers["first_share"]
        self.t.cylinder_points = tables.numbers["cylinder_points"]
        self.t.tomahawk_points = tables.numbers["tomahawk_points"]
        for i in range(GROUNDS):
            self.t.size[i] = table.grounds[i]
        for i in range(MOST_HUNTS + 2):
            self.t.first[i] = i % players
            for seat in range(players):
                self.t.need[i][seat] = table.select[(seat - i) % players]
        for i in range(HUNTERS):
            self.t.number[i] = tables.hunters[i]
        for i in range(HEROES):
            for j in range(HEROES):
                self.t.fight[i][j] = tables.fight[i][j]
        for i, tile in enumerate(tables.tiles):
            self.t.sort[i], self.t.value[i], self.t.copies[i] = files.SORTS.index(tile.sort), tile.value, tile.copies
        sorts = [tile.sort for tile in tables.tiles]
        self.t.horse, self.t.totem, self.t.tomahawk = map(sorts.index, ("horse", "totem", "tomahawk"))

    cdef void begin(self, void* state) noexcept nogil:
        cdef ManitouState* s = <ManitouState*>state
        cdef int32_t i
        for i in range(self.seats):
            s.pool[i] = ALL_CARDS
        for i in range(self.t.kinds):
            s.bag[i] = self.t.copies[i]

    # Turns and moves ------------------------------------------------------------------------------------------

    cdef int32_t to_move(self, const void* state) noexcept nogil:
        cdef const ManitouState* s = <const ManitouState*>state
        cdef int32_t phase = s.phase, seat
        if phase == END:
            return OVER
        if phase == PLAY or phase >= EIGHTH:
            return s.turn
        if phase != SELECT:
            return CHANCE
        seat = selector(s, self.t.need[s.hunt], self.seats)
        if seat >= 0:
            return seat
        for seat in range(self.seats):
            if s.chosen[seat] == HIDDEN_COUNT:
                return seat
        return CHANCE

    cdef int32_t legal(self, const void* state, move_t* out) noexcept nogil:
        cdef const ManitouState* s = <const ManitouState*>state
        cdef int32_t seat = s.turn, phase = s.phase, n = 0, kind, ground
        cdef uint32_t cards
        if phase == PLAY or phase == EIGHTH:
            if s.hand[seat] == HIDDEN:                 # on a view, in the turn of another
                return 0
            cards = s.hand[seat] & FIRSTS
            while cards:
                kind = kind_of(lowest(cards))
                cards &= cards - 1
                for ground in range(GROUNDS):
                    out[n] = LAY + 16 * ground + kind
                    n += kind < HUNTERS or not closed(s, seat, ground)
            if phase == EIGHTH:
                out[n] = PASS + EIGHTH
                n += 1
            elif n == 0:
                cards = s.hand[seat] & FIRSTS
                while cards:
                    out[n] = LAY + 16 * ASIDE + kind_of(lowest(cards))
                    cards &= cards - 1
                    n += 1
        elif phase == SELECT:
            seat = selector(s, self.t.need[s.hunt], self.seats)
            if seat >= 0:
                n = selections(s.pool[seat], s.deck[seat], self.t.need[s.hunt][seat] - s.chosen[seat], out)
        elif phase == TAKE:
            n = tile_choices(&self.t, s, out)
        elif phase == PAY:
            for kind in range(self.t.kinds):
                if s.tiles[seat][kind] and (kind < self.t.horse or n == 0 or out[0] >= GIVE + <uint32_t>self.t.horse):
                    out[n] = GIVE + kind
                    n += 1
        elif phase == RIDE:
            out[0] = PASS + RIDE
            n = 1
            for kind in range(s.played[seat]):
                n = self.rides(s, s.laid[seat][kind], n, out)
        return n

    cdef uint32_t multiplicity(self, const void* state, move_t m) noexcept nogil:
        """A step of a selection stands for all that can follow it: so each set of cards is as likely as any other."""
        cdef const ManitouState* s = <const ManitouState*>state
        cdef int32_t seat
        if s.phase != SELECT:
            return 1
        seat = selector(s, self.t.need[s.hunt], self.seats)
        return multiplicity_of(s.pool[seat], s.deck[seat], self.t.need[s.hunt][seat] - s.chosen[seat], m & 15)

    cdef inline int32_t rides(self, const ManitouState* s, int32_t laid, int32_t n, move_t* out) noexcept nogil:
        """Adds the places where one card, as it was laid, can be moved to."""
        cdef int32_t ground
        if (laid & 15) - 1 < HUNTERS:
            for ground in range(GROUNDS):
                if ground != laid >> 4:
                    out[n] = MOVE + 16 * ground + (laid & 15) - 1
                    n += 1
        return n

    cdef int32_t drawer(self, const ManitouState* s) noexcept nogil:
        return self.t.first[s.hunt] if s.phase == SELECT else s.turn

    cdef int32_t chances(self, const void* state, move_t* out, uint32_t* weight) noexcept nogil:
        cdef const ManitouState* s = <const ManitouState*>state
        cdef int32_t seat, kind, n = 0
        cdef uint32_t cards
        if s.phase == LAYOUT:
            for kind in range(self.t.kinds):
                if s.bag[kind]:
                    out[n], weight[n] = TILE + kind, s.bag[kind]
                    n += 1
            return n
        if s.phase == ASK:
            out[0], weight[0] = self.answer(s), 1
            return 1
        seat = self.drawer(s)
        cards = s.deck[seat] & FIRSTS
        while cards:
            kind = kind_of(lowest(cards))
            cards &= cards - 1
            out[n], weight[n] = DRAWN + 16 * seat + kind, copies_of(s.deck[seat], kind)
            n += 1
        return n

    cdef inline move_t answer(self, const ManitouState* s) noexcept nogil:
        """What ASK says of the hand: six heroes of this seat lie face up, so it can lay hunters only."""
        return ASKED + ((s.hand[s.turn] & ~<uint32_t>HERO_CARDS) != 0)

    cdef move_t roll(self, const void* state, Rng* rng) noexcept nogil:
        cdef const ManitouState* s = <const ManitouState*>state
        cdef int32_t seat, kind, at
        if s.phase == LAYOUT:
            at = below(rng, self.t.all_tiles - s.hunt * self.t.laid_out - s.at)
            kind = 0
            while at >= s.bag[kind]:
                at -= s.bag[kind]
                kind += 1
            return TILE + kind
        if s.phase == ASK:
            return self.answer(s)
        seat = self.drawer(s)
        return DRAWN + 16 * seat + nth_kind(s.deck[seat], below(rng, size_of(s.deck[seat])))

    cdef void apply(self, void* state, move_t m) noexcept nogil:
        cdef ManitouState* s = <ManitouState*>state
        cdef int32_t kind = m & KIND, card = m & 15, seat
        if kind == DRAWN:
            seat = (m >> 4) & 7
            if s.phase == SELECT:
                s.phase, s.turn = DEAL, seat
                memset(s.chosen, 0, sizeof(s.chosen))
            s.drawn[seat] += 1
            if card != UNSEEN:
                s.hand[seat] = with_card(s.hand[seat], card)
                s.deck[seat] = without_card(s.deck[seat], card)
            after_draw(&self.t, s)
        elif kind == PICK:
            seat = selector(s, self.t.need[s.hunt], self.seats)
            s.deck[seat] = with_card(s.deck[seat], card)
            s.chosen[seat] += 1
        elif kind == LAY:
            lay_card(&self.t, s, (m >> 4) & 3, card)
        elif kind == TILE:
            seat = s.at
            s.bag[card] -= 1
            s.lot[0 if seat < self.t.size[0] else 1 if seat < self.t.size[0] + self.t.size[1] else 2][card] += 1
            s.at += 1
            if s.at == self.t.laid_out:
                open_selection(&self.t, s)
        elif kind == GET:
            get_tile(&self.t, s, card)
        elif kind == GIVE:
            give_tile(&self.t, s, card)
        elif kind == MOVE:
            move_hunter(&self.t, s, (m >> 4) & 3, card)
            after_ride(&self.t, s)
        elif m == PASS + RIDE:
            after_ride(&self.t, s)
        elif m == ASKED + 1:
            s.phase = EIGHTH
        else:                                          # an eighth card is not laid, or cannot be
            ride_or_on(&self.t, s)

    cdef void returns(self, const void* state, double* out) noexcept nogil:
        payoffs(&self.t, <const ManitouState*>state, out)

    cdef bint is_resolved(self, const void* since, const void* state) noexcept nogil:
        """Choices about cards when the first tile is to be taken, as a tomahawk may be paid before; choices about tiles
        at the end of the hunt."""
        cdef const ManitouState* before = <const ManitouState*>since
        cdef const ManitouState* s = <const ManitouState*>state
        return s.hunt > before.hunt or (before.phase <= RIDE and s.phase == TAKE)

    cdef void estimate(self, const void* state, double* out) noexcept nogil:
        estimate_payoffs(&self.t, <const ManitouState*>state, out)

    # Hidden information ---------------------------------------------------------------------------------------

    cdef move_t seen(self, const void* state, move_t m, int32_t seat) noexcept nogil:
        cdef int32_t kind = m & KIND
        if kind == PICK:
            return m if self.to_move(state) == seat else NOTHING
        if kind == DRAWN and <int32_t>((m >> 4) & 7) != seat:
            return m | UNSEEN
        return m

    cdef void hide(self, void* state, int32_t seat) noexcept nogil:
        """Hands and selections of the others are holes at all times: so a view tells whose it is."""
        cdef ManitouState* s = <ManitouState*>state
        cdef int32_t other
        for other in range(self.seats):
            if other != seat:
                s.hand[other] = s.deck[other] = HIDDEN
                if s.phase == SELECT:
                    s.chosen[other] = HIDDEN_COUNT

    cdef bint fits(self, const void* view, move_t m) noexcept nogil:
        cdef const ManitouState* s = <const ManitouState*>view
        cdef int32_t kind = m & KIND, argument = m & 0xFF, turn = self.to_move(view), seat, n, i
        cdef move_t out[2 * SLOTS + 1]
        if m != <move_t>(kind + argument) or turn == OVER:
            return False
        if s.phase == LAYOUT:
            return kind == TILE and argument < self.t.kinds and s.bag[argument] > 0
        if s.phase == SELECT and (turn == CHANCE or s.chosen[turn] == HIDDEN_COUNT):
            turn = CHANCE                              # as far as the owner knows, all have selected
        if turn == CHANCE:
            seat = self.drawer(s)
            if s.phase == ASK:
                if s.hand[seat] != HIDDEN:
                    return m == self.answer(s)
                return m == ASKED or m == ASKED + 1
            if kind != DRAWN or argument >> 4 != seat:
                return False
            if s.deck[seat] == HIDDEN:
                return (argument & 15) == UNSEEN
            return (argument & 15) != UNSEEN and has(s.deck[seat], argument & 15)
        if (s.phase == PLAY or s.phase == EIGHTH) and s.hand[turn] == HIDDEN:
            if kind == LAY:
                if (argument & 15) == UNSEEN or argument >> 4 > ASIDE:
                    return False
                return self.could_lay(s, argument >> 4, argument & 15)
            return s.phase == EIGHTH and m == PASS + EIGHTH
        n = self.legal(s, out)
        for i in range(n):
            if out[i] == m:
                return True
        return False

    cdef bint could_lay(self, const ManitouState* s, int32_t ground, int32_t kind) noexcept nogil:
        cdef int32_t seat = s.turn
        cdef uint32_t rest = take_away(s.pool[seat], laid_cards(s, seat))
        if not has(rest, kind):
            return False
        if ground != ASIDE:
            return kind < HUNTERS or not closed(s, seat, ground)
        return (
            s.phase == PLAY and kind >= HUNTERS and shut_out(s, seat)
            and size_of(rest & HERO_CARDS) >= s.drawn[seat] - s.played[seat]
        )

    cdef int64_t worlds(self, const void* view, int64_t cap, void* out, double* weight) noexcept nogil:
        return all_worlds(&self.t, <const ManitouState*>view, cap, <ManitouState*>out, weight)

    cdef bint fill(self, void* view, Rng* rng) noexcept nogil:
        return draw_world(&self.t, <ManitouState*>view, rng)

    # Rollouts, checks, Python ---------------------------------------------------------------------------------

    cdef move_t rollout_move(self, const void* state, Rng* rng) noexcept nogil:
        cdef const ManitouState* s = <const ManitouState*>state
        cdef TileValues values
        begin_values(&values)
        return self.next_move(s, &values, rng)

    cdef inline move_t next_move(self, const ManitouState* s, TileValues* values, Rng* rng) noexcept nogil:
        cdef move_t out[2 * SLOTS + 1]
        cdef int32_t n = self.legal(s, out)
        return policy_move(&self.t, s, values, out, n, rng) if n else NOTHING

    cdef int32_t rollout(self, void* state, Rng* rng, double* out) noexcept nogil:
        cdef ManitouState* s = <ManitouState*>state
        cdef TileValues values
        cdef int32_t steps = 0, turn = self.to_move(s)
        begin_values(&values)
        while turn != OVER:
            if turn >= 0 and s.phase == SELECT:
                steps += select_all(&self.t, s, &values, rng)
            else:
                self.apply(s, self.roll(s, rng) if turn == CHANCE else self.next_move(s, &values, rng))
                steps += 1
            turn = self.to_move(s)
        self.returns(s, out)
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

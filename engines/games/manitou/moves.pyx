"""The next step of Big Manitou: the seat to move, its moves, and the outcomes of chance."""
from libc.stdint cimport int32_t, uint32_t

from hunch.engines.contract cimport move_t
from hunch.engines.games.manitou.apply cimport tile_choices
from hunch.engines.games.manitou.state cimport (
    ASIDE, ASK, DRAWN, EIGHTH, FIRSTS, GIVE, GROUNDS, HIDDEN, HUNTERS, LAY, LAYOUT, MOVE, PASS, PAY, PICK, PLAY, RIDE,
    SELECT, TAKE, TILE, ManitouState, Tables, barred, barred_everywhere, copies_of, kind_of, leading, lowest, nth_kind,
    size_of,
)
from hunch.engines.games.manitou.worlds cimport ways_to_select
from hunch.engines.rng cimport Rng, below


cdef int32_t selections(uint32_t pool, uint32_t chosen, int32_t owed, move_t* out) noexcept nogil:
    """Writes the cards that may be selected next. They come in ascending order, and enough must remain above."""
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


cdef inline int32_t rides(const ManitouState* s, int32_t laid, int32_t n, move_t* out) noexcept nogil:
    """Adds the moves of one laid card to the other grounds."""
    cdef int32_t ground
    if (laid & 15) - 1 < HUNTERS:
        for ground in range(GROUNDS):
            if ground != laid >> 4:
                out[n] = MOVE + 16 * ground + (laid & 15) - 1
                n += 1
    return n


cdef int32_t legal_moves(const Tables* t, const ManitouState* s, move_t* out) noexcept nogil:
    cdef int32_t seat = s.turn, phase = s.phase, n = 0, kind, ground
    cdef uint32_t cards
    if phase == PLAY or phase == EIGHTH:
        if s.hand[seat] == HIDDEN:                 # the owner of this view is not to move
            return 0
        cards = s.hand[seat] & FIRSTS
        while cards:
            kind = kind_of(lowest(cards))
            cards &= cards - 1
            for ground in range(GROUNDS):
                out[n] = LAY + 16 * ground + kind
                n += not barred(t, s, seat, ground, kind)
            if phase == PLAY and t.weak_barred and barred_everywhere(t, s, seat, kind):
                out[n] = LAY + 16 * ASIDE + kind
                n += 1
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
        seat = selector(t, s)
        if seat >= 0:
            n = selections(s.pool[seat], s.deck[seat], t.need[s.hunt][seat] - s.chosen[seat], out)
    elif phase == TAKE:
        n = tile_choices(t, s, out)
    elif phase == PAY:
        for kind in range(t.kinds):
            if s.tiles[seat][kind] and (kind < t.horse or n == 0 or out[0] >= GIVE + <uint32_t>t.horse):
                out[n] = GIVE + kind
                n += 1
    elif phase == RIDE:
        out[0] = PASS + RIDE
        n = 1
        for kind in range(s.played[seat]):
            n = rides(s, s.laid[seat][kind], n, out)
    return n


cdef uint32_t multiplicity_of(const Tables* t, const ManitouState* s, move_t m) noexcept nogil:
    """Counts, for a selected card, all sets that can follow it."""
    cdef int32_t seat
    if s.phase != SELECT:
        return 1
    seat = selector(t, s)
    return ways_to_select(s.pool[seat], s.deck[seat], t.need[s.hunt][seat] - s.chosen[seat], m & 15)


cdef int32_t outcomes(const Tables* t, const ManitouState* s, move_t* out, uint32_t* weight) noexcept nogil:
    cdef int32_t seat, kind, n = 0
    cdef uint32_t cards
    if s.phase == LAYOUT:
        for kind in range(t.kinds):
            if s.bag[kind]:
                out[n], weight[n] = TILE + kind, s.bag[kind]
                n += 1
        return n
    if s.phase == ASK:
        out[0], weight[0] = answer(s), 1
        return 1
    seat = drawer(t, s)
    cards = s.deck[seat] & FIRSTS
    while cards:
        kind = kind_of(lowest(cards))
        cards &= cards - 1
        out[n], weight[n] = DRAWN + 16 * seat + kind, copies_of(s.deck[seat], kind)
        n += 1
    return n


cdef move_t roll_outcome(const Tables* t, const ManitouState* s, Rng* rng) noexcept nogil:
    cdef int32_t seat, kind, at
    if s.phase == LAYOUT:
        at = below(rng, t.all_tiles - s.hunt * t.laid_out - s.at)
        kind = 0
        while at >= s.bag[kind]:
            at -= s.bag[kind]
            kind += 1
        return TILE + kind
    if s.phase == ASK:
        return answer(s)
    seat = drawer(t, s)
    return DRAWN + 16 * seat + nth_kind(s.deck[seat], below(rng, size_of(s.deck[seat])))

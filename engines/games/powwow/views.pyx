"""What each seat sees of an event of Pow Wow, what a view hides, and what its owner can observe."""
from libc.stdint cimport int32_t

from hunch.engines.contract cimport move_t
from hunch.engines.games.powwow.apply cimport advance
from hunch.engines.games.powwow.moves cimport legal_moves, undealt
from hunch.engines.games.powwow.state cimport (
    CHOOSING, COLOURS, DEAL, DEALING, DIE, GIVE, GIVING, HIDDEN, KIND, KINDS, LOOK, LOOKING, MOVING, REROLLING,
    ROLLING, SHOW, SHOWING, TAKE, TAKING, PowwowState, Tables, entry, holds, mover, who_of, whom_of,
)
from hunch.engines.games.powwow.worlds cimport OF_ALL, draw_world, owner_of
from hunch.engines.rng cimport Rng


cdef move_t seen_by(const Tables* t, const PowwowState* s, move_t m, int32_t seat) noexcept nogil:
    cdef int32_t kind = m & KIND
    if kind == DEAL:
        return m if s.dealt >> 1 == seat else DEAL
    if kind == LOOK:
        return m if mover(t, s) == seat else LOOK
    if kind == GIVE:
        return m if mover(t, s) == seat or ((m >> 4) & 15) - 1 == seat else m & ~15
    if kind == TAKE:
        return m if mover(t, s) == seat or s.target - 1 == seat else TAKE
    return m


cdef void hide_from(const Tables* t, PowwowState* s, int32_t seat) noexcept nogil:
    cdef int32_t i
    for i in range(t.hands):
        if i != seat:
            s.hand[i][0] = s.hand[i][1] = s.base[i][0] = s.base[i][1] = HIDDEN
    for i in range(s.logged):
        if who_of(s.log[i]) != seat and whom_of(s.log[i]) != seat:
            s.log[i] = entry(who_of(s.log[i]), whom_of(s.log[i]), 0, 0, 0)
    if s.target and mover(t, s) != seat and s.target - 1 != seat:
        s.given = HIDDEN
        if s.step == TAKING:
            s.sight[0] = s.sight[1] = HIDDEN


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


cdef bint event_fits(const Tables* t, const PowwowState* s, move_t m) noexcept nogil:
    cdef move_t out[16]
    cdef int32_t left[KINDS]
    cdef int32_t i, card = m & 15, owner = owner_of(t, s)
    if s.step == ROLLING:
        for i in range(t.rolls):
            if m == t.roll[i]:
                return True
        return False
    if s.step == CHOOSING or s.step == MOVING:
        for i in range(legal_moves(t, s, out)):
            if m == out[i]:
                return True
        return False
    if s.step == REROLLING:
        return m == <move_t>(DIE + card) and 1 <= card <= COLOURS and t.faces[card] > 0
    if s.step == DEALING:
        if owner != s.dealt >> 1 and owner != OF_ALL:
            return m == DEAL
        undealt(t, s, left)
        return m == <move_t>(DEAL + card) and 1 <= card < KINDS and left[card] > 0
    return fits_exchange(t, s, m, owner)

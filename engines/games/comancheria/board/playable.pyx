"""Whether a card may be played: what its effect could do in a position."""
from libc.stdint cimport int32_t

from hunch.engines.games.comancheria.board.pieces cimport (
    band_in, camp_in, first, free_band, free_tribe, holder_space, holds, stock,
)
from hunch.engines.games.comancheria.codes.components cimport (
    ALLY, ANY, BANDS, CAMPS, CAPTIVES, CARDS, CELL, FAIR, HELD, PALO_DURO, PEACE, RESERVATION, ROUND, TRIBE, WITH,
)
from hunch.engines.games.comancheria.codes.effects cimport (
    E_ALLY, E_AP, E_BAND, E_CULTURE_IF_RESERVATION, E_MEDICINE, E_PEACE, E_RANSOM, E_REFUGE, E_REMOVE_PIECE,
    E_RESOURCE, E_SWAP, E_TRADE_FAIR, M_PLAY,
)
from hunch.engines.games.comancheria.state cimport Effect, St, Tables, is_round, territory


cdef int32_t ally_counter(const Tables* t, const St* s) noexcept nogil:
    cdef int32_t c
    for c in range(6):
        if CELL <= s.where[c] < CELL + 6 and (t.kind[c][0] == ALLY or t.kind[c][1] == ALLY):
            return c
    return -1


cdef bint tribe_in(const St* s, int32_t mask) noexcept nogil:
    cdef int32_t i
    for i in range(1, ROUND + 1):
        if (mask >> territory(i)) & 1 and s.piece[i] == TRIBE and free_tribe(s, i):
            return True
    return False


cdef int32_t peace_counter(const Tables* t, const St* s, int32_t enemy) noexcept nogil:
    """The cheapest counter in the enemy's column with Peace on a face, or -1."""
    cdef int32_t c, side, best = -1, least = 255
    for c in range(6 * enemy, 6 * enemy + 6):
        for side in range(2):
            if CELL + 6 * enemy <= s.where[c] < CELL + 6 * enemy + 6 and t.kind[c][side] == PEACE:
                if t.cost[c][side] < least:
                    best, least = c, t.cost[c][side]
    return best


cdef bint removable(const St* s, int32_t space, int32_t owner, int32_t which) noexcept nogil:
    return s.piece[space] == TRIBE + owner and (which == ANY or territory(space) == which)


cdef bint any_removable(const St* s, const Effect* effect) noexcept nogil:
    cdef int32_t i
    for i in range(1, ROUND + 1):
        if removable(s, i, effect.x, effect.y) or removable(s, i, effect.z, effect.w):
            return True
    return False


cdef bint swappable(const Tables* t, const St* s, int32_t holder, int32_t given, int32_t which) noexcept nogil:
    cdef int32_t at
    if not holds(s, holder, given):
        return False
    at = holder_space(s, holder)
    return which == ANY or (is_round(at) and territory(at) == which)


cdef bint any_swappable(const Tables* t, const St* s, int32_t given, int32_t which) noexcept nogil:
    cdef int32_t h
    for h in range(1, WITH + BANDS):
        if swappable(t, s, h, given, which):
            return True
    return False


cdef int32_t captives(const St* s) noexcept nogil:
    cdef int32_t i, n = 0
    for i in range(CAMPS):
        n += s.camp_goods[i][CAPTIVES]
    for i in range(BANDS):
        n += s.band_goods[i][CAPTIVES]
    return n


cdef bint refuge_free(const St* s) noexcept nogil:
    cdef int32_t r
    if camp_in(s, PALO_DURO) >= 0 or band_in(s, PALO_DURO) >= 0:
        return False
    for r in range(CAMPS):
        if s.camp_at[r] and s.camp_at[r] != RESERVATION:
            return True
    return False


cdef bint any_camp(const St* s, bint free) noexcept nogil:
    cdef int32_t r
    for r in range(CAMPS):
        if s.camp_at[r] and not (free and s.camp_at[r] == RESERVATION):
            return True
    return False


cdef bint any_headman(const St* s, int32_t who) noexcept nogil:
    """Whether any headman is in play; if `who` is 3, whether any Mahimiana is. Each Ranchería has a Paraibo."""
    cdef int32_t r
    for r in range(CAMPS):
        if s.camp_at[r] and (who != 3 or s.mahimiana[r]):
            return True
    return False


cdef bint any_band(const Tables* t, const St* s) noexcept nogil:
    """Whether a Band can gain strength, or a new one can be made."""
    cdef int32_t b
    for b in range(BANDS):
        if 0 < s.band_strength[b] < 3:
            return True
    return free_band(t, s) >= 0 and any_camp(s, False)


cdef bint possible(const Tables* t, const St* s, const Effect* effect) noexcept nogil:
    """Whether an effect would change anything."""
    if effect.kind == E_RESOURCE:
        return any_camp(s, False) and stock(t, s, effect.x) > 0
    if effect.kind == E_AP:
        return s.ap < t.most_ap
    if effect.kind == E_MEDICINE:
        return any_headman(s, effect.x)
    if effect.kind == E_BAND:
        return any_band(t, s)
    if effect.kind == E_REMOVE_PIECE:
        return any_removable(s, effect)
    if effect.kind == E_ALLY:
        return ally_counter(t, s) >= 0 and tribe_in(s, effect.x)
    if effect.kind == E_PEACE:
        return (s.present >> effect.x) & 1 and peace_counter(t, s, effect.x) >= 0
    if effect.kind == E_TRADE_FAIR:
        return not s.once & FAIR
    if effect.kind == E_RANSOM:
        return captives(s) > 0
    if effect.kind == E_SWAP:
        return any_swappable(t, s, effect.x, effect.w) and stock(t, s, effect.y) > 0
    if effect.kind == E_REFUGE:
        return refuge_free(s)
    if effect.kind == E_CULTURE_IF_RESERVATION:
        return camp_in(s, RESERVATION) >= 0
    return True


cdef bint can_play(const Tables* t, const St* s, int32_t card) noexcept nogil:
    return s.card[card] == HELD and possible(t, s, &t.card[card].effect[M_PLAY][0])


cdef bint hand_can_play(const Tables* t, const St* s) noexcept nogil:
    cdef int32_t i, held = first(s.card, CARDS, HELD)
    for i in range(held if held >= 0 else CARDS, CARDS):
        if s.card[i] == HELD and can_play(t, s, i):
            return True
    return False

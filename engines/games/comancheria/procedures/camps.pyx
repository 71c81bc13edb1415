"""Rancherías: where they may go, which goods Bands take from them, and which they leave there."""
from libc.stdint cimport int32_t
from libc.string cimport memset

from hunch.engines.games.comancheria.board.pieces cimport (
    counter_on, culture, enemy_in, headman_of, military, open_to_camp, square_owner,
)
from hunch.engines.games.comancheria.codes.components cimport (
    BANDS, BOX, BY_BAND, CAMPS, FAR, GOODS, NORTHEAST_SQUARE, PALO_DURO, RESERVATION, SANTA_FE, SPACES, TRAIL, TRIBE,
    WITH,
)
from hunch.engines.games.comancheria.codes.moves cimport Q_TAKE, V_TAKE, V_TAKE_HEADMAN
from hunch.engines.games.comancheria.codes.steps cimport S_CAMP_GO, S_MARK, S_TAKE, S_TAKE_GOT
from hunch.engines.games.comancheria.procedures.frames cimport CampGoFrame, TakeFrame
from hunch.engines.games.comancheria.state cimport Frame, St, Tables, ask, is_round, pop, push, verb_of, x_of, y_of
from hunch.engines.contract cimport u8


cdef int32_t trail_of(const Tables* t, int32_t space) noexcept nogil:
    cdef int32_t i
    for i in range(TRAIL):
        if t.trail[i] == space:
            return i
    return -1


cdef bint marked(const Tables* t, const St* s, int32_t space) noexcept nogil:
    cdef int32_t i = trail_of(t, space)
    return i >= 0 and s.mark[i]


cdef inline bint passable(const St* s, int32_t space) noexcept nogil:
    """Whether a Ranchería may pass: no enemy is there, or it is a Peace Space or the square of an absent enemy."""
    if is_round(space) or space == PALO_DURO:
        return s.piece[space] < TRIBE or counter_on(s, space) >= 0
    if space == NORTHEAST_SQUARE and not s.gates & SANTA_FE:
        return False                                   # only Bands that trade may use its lines
    return square_owner(space) >= 0 and enemy_in(s, space) < 0


cdef int32_t camp_goals(
    const Tables* t, const St* s, int32_t camp, int32_t steps, bint planning, u8* out
) noexcept nogil:
    """A "?" stops a Ranchería. In period 4 Planning may move it to the Reservation from a neighbouring space."""
    cdef u8 queue[SPACES]
    cdef u8 far[SPACES]
    cdef int32_t head = 0, tail = 1, space, i, n = 0
    cdef const u8* near
    cdef bint reservation = False
    if s.camp_at[camp] == 0 or s.camp_at[camp] == RESERVATION:
        return 0
    memset(far, FAR, SPACES)
    queue[0] = s.camp_at[camp]
    far[queue[0]] = 0
    while head < tail:
        space = queue[head]
        head += 1
        if far[space] == steps or (far[space] and marked(t, s, space)):
            continue
        for i in range(4):
            reservation = reservation or (planning and s.period == 4 and t.reservation_from[i] == space)
        near = t.near[BY_BAND][s.gates][space]
        while near[0]:
            if far[near[0]] == FAR and passable(s, near[0]):
                far[near[0]] = far[space] + 1
                queue[tail] = near[0]
                tail += 1
            near += 1
    for space in range(1, RESERVATION):
        if 0 < far[space] < FAR and open_to_camp(s, space):
            out[n] = space
            n += 1
    if reservation:
        out[n] = RESERVATION
        n += 1
    return n


cdef int32_t camp_steps(const St* s, int32_t camp) noexcept nogil:
    cdef int32_t b, n = 0
    for b in range(BANDS):
        if s.band_at[b] == BOX + camp:
            n += s.band_strength[b]
    return n


cdef bint camp_can_move(const Tables* t, const St* s) noexcept nogil:
    cdef u8 out[SPACES]
    cdef int32_t r
    for r in range(CAMPS):
        if camp_goals(t, s, r, 1, False, out):
            return True
    return False


cdef bint can_take(const St* s, int32_t band, int32_t camp, int32_t lowest) noexcept nogil:
    cdef int32_t k
    for k in range(lowest, GOODS):
        if s.camp_goods[camp][k]:
            return True
    if headman_of(s, band) >= 0:
        return False
    for k in range(CAMPS):
        if s.headman_at[k] == 1 + camp:
            return True
    return False


cdef void place_camp(const Tables* t, St* s, int32_t camp, int32_t space) noexcept nogil:
    """Puts the Ranchería on a space; the Bands there join it."""
    cdef int32_t b
    s.camp_at[camp] = space
    for b in range(BANDS):
        if s.band_strength[b] and s.band_at[b] == space:
            s.band_at[b] = BOX + camp


cdef void camp_step(const Tables* t, St* s, Frame* frame) noexcept nogil:
    if frame.step == S_CAMP_GO:
        arrive(t, s, <CampGoFrame*>frame)
    else:
        take(t, s, <TakeFrame*>frame)


cdef void arrive(const Tables* t, St* s, CampGoFrame* f) noexcept nogil:
    cdef int32_t i = trail_of(t, f.space), camp = f.camp, space = f.space
    pop(s)
    place_camp(t, s, camp, space)
    if space == RESERVATION:
        culture(t, s, 1)
        military(t, s, -1)
    if i >= 0 and s.mark[i]:
        push(s, S_MARK, i)


cdef void take(const Tables* t, St* s, TakeFrame* f) noexcept nogil:
    cdef int32_t goods = x_of(s.answer), n
    if f.step == S_TAKE:
        if can_take(s, f.band, f.camp, f.lowest):
            f.step = S_TAKE_GOT
            ask(s, Q_TAKE, f.band, f.camp, f.lowest)
        else:
            pop(s)
    elif verb_of(s.answer) == V_TAKE_HEADMAN:
        s.headman_at[x_of(s.answer)] = WITH + f.band
        f.step = S_TAKE
    elif verb_of(s.answer) == V_TAKE:
        n = min(y_of(s.answer), s.camp_goods[f.camp][goods])
        s.camp_goods[f.camp][goods] -= n
        s.band_goods[f.band][goods] += n
        if not t.full:
            f.lowest = goods + 1
        f.step = S_TAKE
    else:
        pop(s)

"""Rancherías: where they may go, which goods Bands take from them, and which they leave there."""
from libc.stdint cimport int32_t
from libc.string cimport memset

from hunch.engines.games.comancheria.board.pieces cimport (
    camp_in, counter_on, culture, enemy_in, headman_of, military, open_to_camp, square_owner,
)
from hunch.engines.games.comancheria.codes.components cimport (
    BANDS, BOX, BY_BAND, CAMPS, FAR, GOODS, NONE, NORTHEAST_SQUARE, PALO_DURO, RESERVATION, SANTA_FE, SPACES, TRAIL,
    TRIBE, WITH,
)
from hunch.engines.games.comancheria.codes.moves cimport Q_CAMP_ON, Q_TAKE, V_MOVE_CAMP, V_TAKE, V_TAKE_HEADMAN
from hunch.engines.games.comancheria.codes.steps cimport (
    S_CAMP_GO, S_CAMP_MET, S_CAMP_ON, S_MARK, S_TAKE, S_TAKE_GOT,
)
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
    cdef u8 far[SPACES]
    cdef int32_t space, n = 0
    cdef bint reservation
    if s.camp_at[camp] == 0 or s.camp_at[camp] == RESERVATION:
        return 0
    reservation = walk(t, s, s.camp_at[camp], steps, True, far) and planning
    for space in range(1, RESERVATION):
        if 0 < far[space] < FAR and (
            open_to_camp(s, space) or (halts(t, s, space) and leads_on(t, s, camp, space, steps - far[space], planning))
        ):
            out[n] = space
            n += 1
    if reservation:
        out[n] = RESERVATION
        n += 1
    return n


cdef inline bint halts(const Tables* t, const St* s, int32_t space) noexcept nogil:
    """A Ranchería that enters it turns over a "?"."""
    return marked(t, s, space) and camp_in(s, space) < 0


cdef bint walk(const Tables* t, const St* s, int32_t start, int32_t steps, bint halting, u8* far) noexcept nogil:
    """How far each space is, FAR if it is too far. Returns whether the Reservation can be reached.

    When `halting`, the way ends at each "?". In period 4 the Reservation is beside some spaces.
    """
    cdef u8 queue[SPACES]
    cdef int32_t head = 0, tail = 1, space, i
    cdef const u8* near
    cdef bint reservation = False
    memset(far, FAR, SPACES)
    queue[0] = start
    far[start] = 0
    while head < tail:
        space = queue[head]
        head += 1
        if far[space] == steps or (halting and far[space] and halts(t, s, space)):
            continue
        for i in range(4):
            reservation = reservation or (s.period == 4 and t.reservation_from[i] == space)
        near = t.near[BY_BAND][s.gates][space]
        while near[0]:
            if far[near[0]] == FAR and passable(s, near[0]):
                far[near[0]] = far[space] + 1
                queue[tail] = near[0]
                tail += 1
            near += 1
    return reservation


cdef bint leads_on(
    const Tables* t, const St* s, int32_t camp, int32_t space, int32_t steps, bint planning
) noexcept nogil:
    """From a "?" where it may not stop it can reach a space where it may, be it the one that it left."""
    cdef u8 far[SPACES]
    cdef int32_t i, start = s.camp_at[camp]
    if walk(t, s, space, steps, False, far) and planning:
        return True
    for i in range(1, RESERVATION):
        if 0 < far[i] < FAR and (open_to_camp(s, i) or (i == start and s.piece[i] == NONE)):
            return True
    return False


cdef int32_t camp_steps_left(const Tables* t, const St* s, int32_t camp, int32_t steps, int32_t space) noexcept nogil:
    cdef u8 far[SPACES]
    if space == RESERVATION:
        return 0
    walk(t, s, s.camp_at[camp], steps, True, far)
    return max(0, steps - far[space])


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
    if frame.step <= S_CAMP_ON:
        go(t, s, <CampGoFrame*>frame)
    else:
        take(t, s, <TakeFrame*>frame)


cdef void go(const Tables* t, St* s, CampGoFrame* f) noexcept nogil:
    """4.3.7: a "?" is turned over where the Ranchería enters, then it may go on."""
    cdef u8 out[SPACES]
    cdef int32_t camp = f.camp
    if f.step == S_CAMP_GO:
        s.camp_at[camp] = f.space
        f.space = 0
        if marked(t, s, s.camp_at[camp]):
            f.step = S_CAMP_MET
            push(s, S_MARK, trail_of(t, s.camp_at[camp]))
        else:
            stop(t, s, camp)
    elif f.step == S_CAMP_MET and camp_goals(t, s, camp, f.left, True, out):
        f.step = S_CAMP_ON
        ask(s, Q_CAMP_ON, camp, f.left)
    elif f.step == S_CAMP_ON and verb_of(s.answer) == V_MOVE_CAMP:
        f.space, f.left = y_of(s.answer), camp_steps_left(t, s, camp, f.left, y_of(s.answer))
        f.step = S_CAMP_GO
    else:
        stop(t, s, camp)


cdef void stop(const Tables* t, St* s, int32_t camp) noexcept nogil:
    pop(s)
    place_camp(t, s, camp, s.camp_at[camp])
    if s.camp_at[camp] == RESERVATION:
        culture(t, s, 1)
        military(t, s, -1)


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

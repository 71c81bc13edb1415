"""Take Actions (4.1), the activation of a Band and its actions (5.2)."""
from libc.stdint cimport int32_t
from libc.string cimport memset

from hunch.engines.games.comancheria.board.pieces cimport (
    bands_in_box, camp_in, counter_on, end_war, enemy_in, gain, headman_of, nearest_camp, points, square_owner,
    standing, weaken,
)
from hunch.engines.games.comancheria.codes.components cimport (
    BANDS, BISON, BOX, BY_COLONIAL, CAMPS, CAPTIVES, FAIR, FOOD, HORSES, MOVED, MUST, NONE, NORTH, NORTHEAST_SQUARE,
    RESERVATION, SANTA_FE, SOUTHEAST_SQUARE, SPACES, TRACK, TRIBE, USED_PEACE_TRADE, USED_TRADE, WEST_SQUARE,
)
from hunch.engines.games.comancheria.codes.effects cimport (
    B_CAPTIVE_TRADE, B_FIRST_MOVE, B_FREE_TRADE, B_HOME_MOVES, B_ONE_MORE_MP, M_PLAY, WE_AMBUSH, WE_RETURN_CAPTIVES,
    WE_SLIP, X_PEACE_TRADE_FOOD, X_TRADE_FREE,
)
from hunch.engines.games.comancheria.codes.moves cimport (
    D_OPERATIONS, Q_ACTION, Q_CAMP, Q_COUNTER, Q_PLACE, Q_SPEND, Q_TRACK, V_AMBUSH, V_BAND, V_COLLECT, V_DONE, V_HUNT,
    V_MOVE, V_NEXT, V_PLAY, V_RAID, V_RETURN, V_RIDE, V_SLIP, V_STEAL, V_TRADE,
)
from hunch.engines.games.comancheria.codes.steps cimport (
    S_ACT, S_ACTIVE, S_ACTIVE_ANSWER, S_ACTIVE_ASK, S_ACTIVE_COUNTER, S_ACTIVE_COUNTERED, S_ACTIVE_MARK, S_ACT_AFTER,
    S_ACT_BAND, S_ACT_CAMP, S_ACT_CHOSEN, S_ACT_PLACE, S_ACT_PLACED, S_ACT_SPEND, S_ACT_SPENT, S_EFFECT, S_MARK, S_OPS,
    S_OPS_ROLLED, S_RAID, S_TAKE,
)
from hunch.engines.games.comancheria.procedures.camps cimport trail_of
from hunch.engines.games.comancheria.procedures.frames cimport ActFrame, ActiveFrame
from hunch.engines.games.comancheria.state cimport (
    Frame, St, Tables, ask, chosen_bonus, clear, in_box, index_of, is_round, pop, push, roll_die, slot_of, territory,
    verb_of, x_of, y_of, z_of,
)


cdef bint can_activate(const St* s, int32_t band) noexcept nogil:
    cdef int32_t r = in_box(s, band)
    return s.band_strength[band] != 0 and (r < 0 or s.camp_at[r] != RESERVATION)


cdef bint camp_can_act(const St* s, int32_t camp) noexcept nogil:
    return s.camp_at[camp] != 0 and s.camp_at[camp] != RESERVATION and bands_in_box(s, camp) > 0


cdef void act_step(const Tables* t, St* s, Frame* f) noexcept nogil:
    if f.step <= S_ACT_PLACED:
        place_bands(t, s, <ActFrame*>f)
    elif f.step <= S_ACT_CHOSEN:
        run_track(t, s, <ActFrame*>f)
    else:
        spend_points(t, s, f)


cdef void place_bands(const Tables* t, St* s, ActFrame* f) noexcept nogil:
    """Step 1 of 4.1: the player puts Bands of one Ranchería on the medicine track."""
    cdef int32_t r, b
    if f.step == S_ACT:
        for r in range(CAMPS):
            if camp_can_act(s, r):
                f.step = S_ACT_CAMP
                ask(s, Q_CAMP)
                return
        f.step = S_ACT_SPEND
    elif f.step == S_ACT_CAMP:
        r = x_of(s.answer)
        for b in range(BANDS):
            if s.band_at[b] == BOX + r:
                s.band_done[b] = 0
        f.camp, f.bands, f.placed = r, min(min(bands_in_box(s, r), s.paraibo[r]), TRACK), 0
        f.step = S_ACT_PLACE
    elif f.step == S_ACT_PLACE:
        if f.placed < f.bands:
            f.step = S_ACT_PLACED
            ask(s, Q_PLACE, f.camp)
        else:
            f.left = s.paraibo[f.camp] - f.bands
            f.step = S_ACT_BAND
    else:
        s.track[f.placed] = slot_of(x_of(s.answer))
        f.placed += 1
        f.step = S_ACT_PLACE


cdef void run_track(const Tables* t, St* s, ActFrame* f) noexcept nogil:
    """Steps 2 and 3 of 4.1. The number of empty places stays the same, even if the medicine of the Paraibo grows."""
    cdef int32_t i, band
    if f.step == S_ACT_BAND:
        band = index_of(s.track[0])
        for i in range(TRACK - 1):
            s.track[i] = s.track[i + 1]
        s.track[TRACK - 1] = 0
        f.step = S_ACT_AFTER
        if band >= 0 and can_activate(s, band):
            push(s, S_ACTIVE, band)
    elif f.step == S_ACT_AFTER:
        if s.track[0]:
            f.step = S_ACT_CHOSEN
            ask(s, Q_TRACK, f.camp, f.left)
        else:
            f.step = S_ACT_SPEND
    elif verb_of(s.answer) == V_NEXT:
        f.step = S_ACT_BAND
    else:
        if verb_of(s.answer) == V_COLLECT:
            points(t, s, x_of(s.answer))
            i = 0
            while i < TRACK - 1 and s.track[i + 1]:
                i += 1
            s.band_done[index_of(s.track[i])] = 1
        memset(s.track, 0, TRACK)
        f.step = S_ACT_SPEND


cdef void spend_points(const Tables* t, St* s, Frame* f) noexcept nogil:
    """Step 4 of 4.1: the player spends AP to activate more Bands."""
    cdef int32_t b
    clear(f)
    if f.step == S_ACT_SPEND:
        for b in range(BANDS):
            if can_activate(s, b) and s.band_strength[b] <= s.ap:
                f.step = S_ACT_SPENT
                ask(s, Q_SPEND)
                return
        f.step = S_OPS
    elif verb_of(s.answer) == V_BAND:
        b = x_of(s.answer)
        points(t, s, -<int32_t>s.band_strength[b])
        s.band_done[b] = 0
        f.step = S_ACT_SPEND
        push(s, S_ACTIVE, b)
    else:
        f.step = S_OPS


cdef void operation_end_step(const Tables* t, St* s, Frame* f) noexcept nogil:
    """Moves the Operations counter: to Must Do Passage of Time if the die is at most its number, else one space."""
    clear(f)
    if f.step == S_OPS_ROLLED:
        s.operations = MUST if z_of(s.answer) <= t.operations_number[s.operations] else min(s.operations + 1, MUST)
        pop(s)
    elif s.operations == 0 or s.operations == MUST:
        s.operations = min(s.operations + 1, MUST)
        pop(s)
    else:
        f.step = S_OPS_ROLLED
        roll_die(s, D_OPERATIONS, t.operations_number[s.operations])


# One Band -----------------------------------------------------------------------------------------------------

cdef int32_t move_cost(const Tables* t, const St* s, int32_t band, int32_t space) noexcept nogil:
    if s.band_goods[band][HORSES]:
        return 1
    if not s.once & MOVED and chosen_bonus(t, s, B_FIRST_MOVE):
        return 1
    if is_round(space) and territory(space) < 2 and chosen_bonus(t, s, B_HOME_MOVES):
        return 1
    return 2


cdef int32_t hunt_cost(const St* s, int32_t band) noexcept nogil:
    return 2 if headman_of(s, band) >= 0 else 3


cdef bint can_raid(const St* s, int32_t band) noexcept nogil:
    cdef int32_t at = s.band_at[band]
    if at == NORTHEAST_SQUARE and not s.gates & SANTA_FE:
        return False
    return at < SPACES and (enemy_in(s, at) >= 0 or counter_on(s, at) >= 0)


cdef bint can_trade(const Tables* t, const St* s, int32_t band) noexcept nogil:
    """Rule 5.2.4: a Ravaged counter in any space of a colonial owner forbids a Trade, even at peace."""
    cdef int32_t at = s.band_at[band], owner, i
    if at >= SPACES or not (enemy_in(s, at) >= 0 or counter_on(s, at) >= 0):
        return False
    owner = square_owner(at) if square_owner(at) >= 0 else s.piece[at] - TRIBE
    if owner > NORTH:
        for i in range(1, SOUTHEAST_SQUARE + 1):
            if s.ravaged[i] and (square_owner(i) == owner or s.piece[i] == TRIBE + owner):
                return False
    return True


cdef int32_t full_price(const Tables* t, const St* s, int32_t space, int32_t given) noexcept nogil:
    """The price of a Trade, apart from the one that costs nothing once an operation."""
    if given == CAPTIVES or counter_on(s, space) >= 0:
        return 0
    if space == WEST_SQUARE and s.once & FAIR:
        return 0
    if (space == WEST_SQUARE or (is_round(space) and territory(space) == 1)) and standing(t, s, X_TRADE_FREE, -1):
        return 0
    return 1


cdef int32_t trade_price(const Tables* t, const St* s, int32_t space, int32_t given) noexcept nogil:
    if full_price(t, s, space, given) == 0:
        return 0
    return 0 if not s.once & USED_TRADE and chosen_bonus(t, s, B_FREE_TRADE) else 1


cdef void trade(const Tables* t, St* s, int32_t band, int32_t given, int32_t taken) noexcept nogil:
    cdef int32_t at = s.band_at[band], n = 1, price = trade_price(t, s, at, given)
    cdef bint peace = counter_on(s, at) >= 0
    if price:
        points(t, s, -1)
    elif full_price(t, s, at, given):
        s.once |= USED_TRADE
    s.mp -= 1
    s.band_goods[band][given] -= 1
    if peace and given == CAPTIVES and chosen_bonus(t, s, B_CAPTIVE_TRADE):
        n = 2
    gain(t, s, s.band_goods[band], taken, n)
    if peace and not s.once & USED_PEACE_TRADE:
        s.once |= USED_PEACE_TRADE
        if standing(t, s, X_PEACE_TRADE_FOOD, -1):
            gain(t, s, s.band_goods[band], FOOD, 1)


cdef void active_step(const Tables* t, St* s, Frame* frame) noexcept nogil:
    cdef ActiveFrame* f = <ActiveFrame*>frame
    cdef int32_t band = f.band, r
    if f.step == S_ACTIVE:
        s.active, s.stolen = slot_of(band), 0
        s.once &= ~MOVED
        s.mp = t.band_mp[s.band_strength[band]] + chosen_bonus(t, s, B_ONE_MORE_MP)
        f.step = S_ACTIVE_ASK
        r = in_box(s, band)
        if r >= 0:
            s.band_at[band] = s.camp_at[r]
            push(s, S_TAKE, band, r)
    elif f.step == S_ACTIVE_ASK:
        if s.mp == 0 and s.band_goods[band][HORSES] < 2:
            f.step = S_ACTIVE_MARK
        else:
            f.step = S_ACTIVE_ANSWER
            ask(s, Q_ACTION)
    elif f.step == S_ACTIVE_ANSWER:
        f.step = S_ACTIVE_ASK
        act(t, s, f, band)
    else:
        finish(t, s, f, band)


cdef void act(const Tables* t, St* s, ActiveFrame* f, int32_t band) noexcept nogil:
    cdef int32_t verb = verb_of(s.answer), x = x_of(s.answer), at = s.band_at[band]
    if verb == V_HUNT:
        s.mp -= hunt_cost(s, band)
        s.piece[at] = NONE
        gain(t, s, s.band_goods[band], BISON, 1)
    elif verb == V_MOVE:
        s.mp -= move_cost(t, s, band, x)
        s.once |= MOVED
        s.band_at[band] = x
    elif verb == V_RAID:
        s.mp -= 1
        push(s, S_RAID, band)
    elif verb == V_TRADE:
        trade(t, s, band, x, y_of(s.answer))
    elif verb == V_RIDE:
        s.band_goods[band][HORSES] -= 1
        s.mp += 1
    elif verb == V_STEAL:
        s.mp -= 1
        s.stolen += 1
        weaken(t, s, x, 1)
    elif verb == V_PLAY:
        push(s, S_EFFECT, x, M_PLAY)
    else:
        f.step = S_ACTIVE_MARK


cdef bint war_effect_is(const Tables* t, const St* s, int32_t effect) noexcept nogil:
    return s.war_event and t.war_effect[index_of(s.war_event)] == effect


cdef bint can_slip(const Tables* t, const St* s, int32_t band, int32_t enemy) noexcept nogil:
    """Whether a line that is not dotted joins the column to the Band, and there is a Ranchería to flee to."""
    if s.column_at[enemy] == 0 or s.band_at[band] >= BOX or nearest_camp(t, s, s.band_at[band]) < 0:
        return False
    return t.distance[BY_COLONIAL][s.gates][s.column_at[enemy]][s.band_at[band]] == 1


cdef inline int32_t place_of(const St* s, int32_t band) noexcept nogil:
    cdef int32_t r = in_box(s, band)
    return s.camp_at[r] if r >= 0 else s.band_at[band]


cdef bint counters_event(const Tables* t, const St* s, int32_t band) noexcept nogil:
    cdef int32_t e, at = place_of(s, band)
    cdef bint slip = war_effect_is(t, s, WE_SLIP)
    cdef bint ends = (war_effect_is(t, s, WE_RETURN_CAPTIVES) and s.band_goods[band][CAPTIVES]) or (
        war_effect_is(t, s, WE_AMBUSH) and s.ap >= 2
    )
    for e in range(4):
        if (ends and s.column_at[e] == at) or (slip and can_slip(t, s, band, e)):
            return True
    return False


cdef void finish(const Tables* t, St* s, ActiveFrame* f, int32_t band) noexcept nogil:
    """Marks the Band as finished: a "?" in its space is turned over, then the Band may use the War Event."""
    cdef int32_t i, r, verb = verb_of(s.answer)
    if f.step == S_ACTIVE_MARK:
        s.band_done[band] = 1
        i = trail_of(t, s.band_at[band])
        r = camp_in(s, s.band_at[band])
        if r >= 0:
            s.band_at[band] = BOX + r
        f.step = S_ACTIVE_COUNTER
        if i >= 0 and s.mark[i]:
            push(s, S_MARK, i)
    elif f.step == S_ACTIVE_COUNTER and counters_event(t, s, band):
        f.step = S_ACTIVE_COUNTERED
        ask(s, Q_COUNTER)
    else:
        if f.step == S_ACTIVE_COUNTERED and verb != V_DONE:
            if verb == V_RETURN:
                s.band_goods[band][CAPTIVES] = 0
            elif verb == V_AMBUSH:
                points(t, s, -2)
            if verb == V_SLIP:
                s.column_at[x_of(s.answer)] = s.band_at[band]
                s.band_at[band] = BOX + nearest_camp(t, s, s.band_at[band])
            else:
                end_war(t, s, x_of(s.answer))
        s.active = s.mp = s.stolen = 0
        s.once &= ~MOVED
        pop(s)

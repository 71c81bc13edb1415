"""The Passage of Time, steps 1 to 8: Bands are made and strengthened, Rancherías founded, headmen die."""
from libc.stdint cimport int32_t

from hunch.engines.games.comancheria.board.pieces cimport free_band, headman_dies, headman_of, open_to_camp
from hunch.engines.games.comancheria.codes.components cimport (
    BANDS, BISON, BOX, CAMPS, CAPTIVES, FOOD, MADE_BAND, MAHIMIANA, PLACES, USED_SECOND_LIFE, WITH,
)
from hunch.engines.games.comancheria.codes.effects cimport B_CAPTIVE_POP, B_FIRST_BAND
from hunch.engines.games.comancheria.codes.moves cimport (
    D_DEATH, Q_FOUND, Q_NEW_BAND, Q_PAY, Q_RETIRE, Q_SECOND, Q_STRENGTHEN, V_BAND, V_DONE, V_FOUND, V_RETIRE,
)
from hunch.engines.games.comancheria.codes.steps cimport (
    S_PASS, S_PASS_BAND, S_PASS_BANDS, S_PASS_BAND_PAID, S_PASS_DEATH, S_PASS_DIED, S_PASS_FOUND, S_PASS_FOUNDED,
    S_PASS_GOODS, S_PASS_RETIRE, S_PASS_RETIRED, S_PASS_SECOND, S_PASS_STRENGTHEN, S_PASS_STRONGER, S_PASS_SUCCEEDED,
    S_PASS_SUCCESSOR, S_PAY, S_PAY_PAID,
)
from hunch.engines.games.comancheria.decisions.dice cimport medicine_left
from hunch.engines.games.comancheria.procedures.frames cimport (
    BandsFrame, DeathFrame, PayFrame, RetireFrame, StrengthenFrame, SuccessorFrame,
)
from hunch.engines.games.comancheria.procedures.planning cimport awaits_successor, succeed
from hunch.engines.games.comancheria.state cimport (
    Frame, St, Tables, ask, chosen_bonus, clear, in_box, pop, push, roll_die, verb_of, x_of, y_of, z_of,
)


cdef int32_t pop_value(const Tables* t, const St* s, int32_t goods) noexcept nogil:
    if goods == FOOD:
        return 2
    if goods == CAPTIVES:
        return 2 if chosen_bonus(t, s, B_CAPTIVE_POP) else 1
    return 1 if goods == BISON else 0


cdef int32_t pop_points(const Tables* t, const St* s, int32_t camp, int32_t lowest) noexcept nogil:
    cdef int32_t k, n = 0
    for k in range(lowest, FOOD + 1):
        n += pop_value(t, s, k) * s.camp_goods[camp][k]
    return n


cdef void pay_step(const Tables* t, St* s, Frame* frame) noexcept nogil:
    cdef PayFrame* f = <PayFrame*>frame
    if f.step == S_PAY:
        if f.price == 0 or pop_points(t, s, f.camp, 0) == 0:
            pop(s)
        else:
            f.step = S_PAY_PAID
            ask(s, Q_PAY, f.camp, f.price, f.lowest)
    else:
        s.camp_goods[f.camp][x_of(s.answer)] -= 1
        f.price -= min(f.price, pop_value(t, s, x_of(s.answer)))
        if not t.full:
            f.lowest = x_of(s.answer)
        f.step = S_PAY


cdef inline bint awaits_discount(const Tables* t, const St* s) noexcept nogil:
    """The order of Bands matters while one of them will cost less."""
    return not s.once & MADE_BAND and chosen_bonus(t, s, B_FIRST_BAND)


cdef inline bint costs_less(const Tables* t, const St* s, const BandsFrame* f, int32_t camp) noexcept nogil:
    """A culture card takes 1 from the price of one Band of a Passage: the first one that costs more than 1."""
    return f.made[camp] > 0 and awaits_discount(t, s)


cdef int32_t band_price(const Tables* t, const St* s, const BandsFrame* f, int32_t camp) noexcept nogil:
    return 1 + f.made[camp] - costs_less(t, s, f, camp)


cdef int32_t strength_source(const St* s, int32_t band, int32_t goods) noexcept nogil:
    cdef int32_t r = in_box(s, band)
    if s.band_goods[band][goods]:
        return WITH + band
    return 1 + r if r >= 0 and s.camp_goods[r][goods] else 0


cdef bint take_strength(const Tables* t, St* s, int32_t band, int32_t goods) noexcept nogil:
    """Spends one counter. Returns whether it was the Band's own.

    These go first, as they help no other Band, unless a point of them would be lost.
    """
    cdef int32_t r = in_box(s, band)
    cdef bint own = s.band_goods[band][goods] > 0
    if own and r >= 0 and s.camp_goods[r][goods] and s.band_strength[band] + pop_value(t, s, goods) > 3:
        own = False
    if own:
        s.band_goods[band][goods] -= 1
    else:
        s.camp_goods[r][goods] -= 1
    return own


cdef bint can_strengthen(const Tables* t, const St* s, int32_t lowest) noexcept nogil:
    cdef int32_t b, k
    for b in range(lowest, BANDS):
        if 0 < s.band_strength[b] < 3:
            for k in range(FOOD + 1):
                if strength_source(s, b, k):
                    return True
    return False


cdef bint can_found(const Tables* t, const St* s, int32_t band) noexcept nogil:
    cdef int32_t r
    if s.band_strength[band] == 0 or s.band_at[band] >= BOX or not open_to_camp(s, s.band_at[band]):
        return False
    for r in range(CAMPS):
        if s.camp_at[r] == 0:
            return True
    return False


cdef void make_bands(const Tables* t, St* s, BandsFrame* f) noexcept nogil:
    """Steps 1 and 2: new Bands."""
    cdef int32_t b, r, price
    if f.step == S_PASS:
        for b in range(BANDS):
            s.band_done[b] = 0
        s.once &= ~(MADE_BAND | USED_SECOND_LIFE)
        f.step = S_PASS_BANDS
    elif f.step == S_PASS_BANDS:
        if free_band(t, s) >= 0:
            for r in range(f.lowest, CAMPS):
                if s.camp_at[r] and pop_points(t, s, r, 0) >= band_price(t, s, f, r):
                    f.step = S_PASS_BAND
                    ask(s, Q_NEW_BAND, f.lowest)
                    return
        clear(<Frame*>f)
        f.step = S_PASS_STRENGTHEN
    elif f.step == S_PASS_BAND:
        if verb_of(s.answer) == V_DONE:
            f.lowest = CAMPS
            f.step = S_PASS_BANDS
            return
        r = x_of(s.answer)
        if not t.full and not awaits_discount(t, s):
            f.lowest = r
        f.camp = r
        f.step = S_PASS_BAND_PAID
        price = band_price(t, s, f, r)
        if costs_less(t, s, f, r):
            s.once |= MADE_BAND
        push(s, S_PAY, r, price)
    else:
        b = free_band(t, s)
        if b >= 0:
            s.band_strength[b], s.band_at[b] = 1, BOX + f.camp
        f.made[f.camp] += 1
        f.camp = 0
        f.step = S_PASS_BANDS


cdef void strengthen(const Tables* t, St* s, StrengthenFrame* f) noexcept nogil:
    """Step 3: stronger Bands."""
    if f.step == S_PASS_STRENGTHEN:
        if can_strengthen(t, s, f.lowest):
            f.step = S_PASS_STRONGER
            ask(s, Q_STRENGTHEN, f.lowest)
        else:
            f.lowest = 0
            f.step = S_PASS_FOUND
    elif f.step == S_PASS_STRONGER:
        stronger(t, s, f)
    else:
        if verb_of(s.answer) == V_BAND:
            s.band_strength[x_of(s.answer)] += 1
        f.band = f.own = 0
        f.step = S_PASS_STRENGTHEN


cdef void stronger(const Tables* t, St* s, StrengthenFrame* f) noexcept nogil:
    """Spends one counter on a Band. If it gives two points, the second may go to another Band in the same box."""
    cdef int32_t b, k, i
    cdef bint own
    if verb_of(s.answer) == V_DONE:
        f.lowest = BANDS
        f.step = S_PASS_STRENGTHEN
        return
    b, k = x_of(s.answer), y_of(s.answer)
    if not t.full:
        f.lowest = b
    own = take_strength(t, s, b, k)
    s.band_strength[b] += 1
    f.step = S_PASS_STRENGTHEN
    if pop_value(t, s, k) < 2:
        return
    for i in range(BANDS):
        if 0 < s.band_strength[i] < 3 and (i == b or (not own and s.band_at[i] == s.band_at[b])):
            f.band, f.own = b, own
            f.step = S_PASS_SECOND
            ask(s, Q_SECOND, b, own)
            return


cdef void found_and_retire(const Tables* t, St* s, RetireFrame* f) noexcept nogil:
    """Steps 4 and 5: a Band founds a Ranchería, Mahimianas retire."""
    cdef int32_t b, r
    if f.step == S_PASS_FOUND:
        f.step = S_PASS_RETIRE
        for b in range(BANDS):
            if can_found(t, s, b):
                f.step = S_PASS_FOUNDED
                ask(s, Q_FOUND)
                return
    elif f.step == S_PASS_FOUNDED:
        f.step = S_PASS_RETIRE
        if verb_of(s.answer) == V_FOUND:
            found(t, s, x_of(s.answer))
    elif f.step == S_PASS_RETIRE:
        while f.camp < CAMPS:
            if s.camp_at[f.camp] and s.mahimiana[f.camp] > 1:
                f.step = S_PASS_RETIRED
                ask(s, Q_RETIRE, f.camp)
                return
            f.camp += 1
        f.camp = 0
        f.step = S_PASS_DEATH
    else:
        r = f.camp
        if verb_of(s.answer) == V_RETIRE:
            s.paraibo[r] = min(s.mahimiana[r], t.most_paraibo)
            headman_dies(s, r)
            f.retired |= 1 << r
        f.camp += 1
        f.step = S_PASS_RETIRE


cdef void found(const Tables* t, St* s, int32_t band) noexcept nogil:
    """Founds a Ranchería. A Mahimiana with the Band becomes its Mahimiana and keeps its medicine."""
    cdef int32_t r = 0, old = headman_of(s, band)
    while s.camp_at[r]:
        r += 1
    s.camp_at[r] = s.band_at[band]
    s.paraibo[r] = min(s.band_strength[band], t.most_paraibo)
    s.band_at[band] = BOX + r
    if old >= 0 and old != r:
        s.mahimiana[r] = s.mahimiana[old]
        s.headman_at[r] = WITH + band
        headman_dies(s, old)


cdef void deaths(const Tables* t, St* s, DeathFrame* f) noexcept nogil:
    """Step 6: a die for each headman, except where a Mahimiana has retired."""
    cdef int32_t r, left
    if f.step == S_PASS_DEATH:
        while f.headman < MAHIMIANA + CAMPS:
            r = f.headman % MAHIMIANA
            if r < CAMPS and s.camp_at[r] and not (f.retired >> r) & 1 and (f.headman < MAHIMIANA or s.mahimiana[r]):
                f.step = S_PASS_DIED
                roll_die(s, D_DEATH, f.headman)
                return
            f.headman += 1
        clear(<Frame*>f)
        f.step = S_PASS_SUCCESSOR
    else:
        left = medicine_left(s, f.headman, z_of(s.answer))
        if f.headman < MAHIMIANA:
            s.paraibo[f.headman] = left
        else:
            s.mahimiana[f.headman - MAHIMIANA] = left
        f.headman += 1
        f.step = S_PASS_DEATH


cdef void follow(const Tables* t, St* s, SuccessorFrame* f) noexcept nogil:
    """Step 7: a successor for each Ranchería without a Mahimiana."""
    if f.step == S_PASS_SUCCESSOR:
        if not awaits_successor(s, f, S_PASS_SUCCEEDED):
            gather_successes(s)
            f.step = S_PASS_GOODS
    else:
        succeed(t, s, f.camp, z_of(s.answer))
        f.camp += 1
        f.step = S_PASS_SUCCESSOR


cdef void gather_successes(St* s) noexcept nogil:
    """Step 8: all Successes return to the cup."""
    cdef int32_t i
    s.cup_success += s.out_success
    s.out_success = 0
    for i in range(PLACES):
        s.cup_success += s.ops_success[i]
        s.ops_success[i] = 0
    for i in range(CAMPS):
        s.cup_success += s.paraibo_success[i] + s.mahimiana_success[i]
        s.paraibo_success[i] = s.mahimiana_success[i] = 0

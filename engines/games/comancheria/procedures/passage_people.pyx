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


cdef int32_t box_has(const St* s, int32_t camp, int32_t goods) noexcept nogil:
    cdef int32_t b, n = s.camp_goods[camp][goods]
    for b in range(BANDS):
        if s.band_at[b] == BOX + camp:
            n += s.band_goods[b][goods]
    return n


cdef int32_t pop_points(const Tables* t, const St* s, int32_t camp, int32_t lowest) noexcept nogil:
    cdef int32_t k, n = 0
    for k in range(lowest, FOOD + 1):
        n += pop_value(t, s, k) * box_has(s, camp, k)
    return n


cdef void box_spend(St* s, int32_t camp, int32_t goods) noexcept nogil:
    """Spends one counter: first goods that no Band owns, then goods of the Bands in the box."""
    cdef int32_t b
    if s.camp_goods[camp][goods]:
        s.camp_goods[camp][goods] -= 1
        return
    for b in range(BANDS):
        if s.band_at[b] == BOX + camp and s.band_goods[b][goods]:
            s.band_goods[b][goods] -= 1
            return


cdef void pay_step(const Tables* t, St* s, Frame* frame) noexcept nogil:
    cdef PayFrame* f = <PayFrame*>frame
    if f.step == S_PAY:
        if f.price == 0 or pop_points(t, s, f.camp, 0) == 0:
            pop(s)
        else:
            f.step = S_PAY_PAID
            ask(s, Q_PAY, f.camp, f.price, f.lowest)
    else:
        box_spend(s, f.camp, x_of(s.answer))
        f.price -= min(f.price, pop_value(t, s, x_of(s.answer)))
        if not t.full:
            f.lowest = x_of(s.answer)
        f.step = S_PAY


cdef int32_t band_price(const Tables* t, const St* s, const BandsFrame* f, int32_t camp) noexcept nogil:
    cdef int32_t price = 1 + f.made[camp]
    if not s.once & MADE_BAND and chosen_bonus(t, s, B_FIRST_BAND):
        price = max(1, price - 1)
    return price


cdef int32_t strength_source(const St* s, int32_t band, int32_t goods) noexcept nogil:
    cdef int32_t r = in_box(s, band)
    if s.band_goods[band][goods]:
        return WITH + band
    return 1 + r if r >= 0 and box_has(s, r, goods) else 0


cdef void take_strength(St* s, int32_t band, int32_t goods) noexcept nogil:
    """Spends one counter: first goods that no Band owns, then the Band's own, then those of other Bands there."""
    cdef int32_t r = in_box(s, band)
    if r >= 0 and (s.camp_goods[r][goods] or not s.band_goods[band][goods]):
        box_spend(s, r, goods)
    elif s.band_goods[band][goods]:
        s.band_goods[band][goods] -= 1


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
    cdef int32_t b, r
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
        if not t.full:
            f.lowest = r
        f.camp = r
        f.step = S_PASS_BAND_PAID
        push(s, S_PAY, r, band_price(t, s, f, r))
    else:
        b = free_band(t, s)
        if b >= 0:
            s.band_strength[b], s.band_at[b] = 1, BOX + f.camp
        s.once |= MADE_BAND
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
        f.band = 0
        f.step = S_PASS_STRENGTHEN


cdef void stronger(const Tables* t, St* s, StrengthenFrame* f) noexcept nogil:
    """Spends one counter on a Band. If it gives two points, the second may go to another Band in the same box."""
    cdef int32_t b, k, i
    if verb_of(s.answer) == V_DONE:
        f.lowest = BANDS
        f.step = S_PASS_STRENGTHEN
        return
    b, k = x_of(s.answer), y_of(s.answer)
    if not t.full:
        f.lowest = b
    take_strength(s, b, k)
    s.band_strength[b] += 1
    f.step = S_PASS_STRENGTHEN
    if pop_value(t, s, k) < 2:
        return
    for i in range(BANDS):
        if 0 < s.band_strength[i] < 3 and (i == b or (in_box(s, b) >= 0 and s.band_at[i] == s.band_at[b])):
            f.band = b
            f.step = S_PASS_SECOND
            ask(s, Q_SECOND, b)
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

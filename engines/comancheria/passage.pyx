"""The Passage of Time (4.4) and the Victory Check (2.10)."""
from libc.stdint cimport int32_t
from libc.string cimport memset

from hunch.engines.comancheria.pieces cimport *
from hunch.engines.comancheria.planning cimport succeed
from hunch.engines.comancheria.state cimport *


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
    """Goods that no Band owns go first, then those of the Bands there."""
    cdef int32_t b
    if s.camp_goods[camp][goods]:
        s.camp_goods[camp][goods] -= 1
        return
    for b in range(BANDS):
        if s.band_at[b] == BOX + camp and s.band_goods[b][goods]:
            s.band_goods[b][goods] -= 1
            return


cdef void pay_step(const Tables* t, St* s, Frame* f) noexcept nogil:
    if f.step == S_PAY:
        if f.b == 0 or pop_points(t, s, f.a, 0) == 0:
            pop(s)
        else:
            then(f, S_PAY_PAID)
            ask(s, Q_PAY, f.a, f.b, f.c)
    else:
        box_spend(s, f.a, x_of(s.answer))
        f.b -= min(f.b, pop_value(t, s, x_of(s.answer)))
        if not t.full:
            f.c = x_of(s.answer)
        then(f, S_PAY)


cdef inline u8* made(Frame* f, int32_t camp) noexcept nogil:
    """How many Bands were made in each Ranchería, in f.b, f.c, f.d, f.e, f.g."""
    return &f.b + camp


cdef int32_t band_price(const Tables* t, const St* s, const Frame* f, int32_t camp) noexcept nogil:
    cdef int32_t price = 1 + (&f.b + camp)[0]
    if not s.once & MADE_BAND and chosen_bonus(t, s, B_FIRST_BAND):
        price = max(1, price - 1)
    return price


cdef int32_t strength_source(const St* s, int32_t band, int32_t goods) noexcept nogil:
    cdef int32_t r = in_box(s, band)
    if s.band_goods[band][goods]:
        return 16 + band
    return 1 + r if r >= 0 and box_has(s, r, goods) else 0


cdef void take_strength(St* s, int32_t band, int32_t goods) noexcept nogil:
    """Goods that no Band owns go first, then the Band's own, then those of others in the box."""
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


cdef void pass_step(const Tables* t, St* s, Frame* f) noexcept nogil:
    if f.step <= S_PASS_SECOND:
        make_bands(t, s, f)
    elif f.step <= S_PASS_RETIRED:
        found_and_retire(t, s, f)
    elif f.step <= S_PASS_SUCCEEDED:
        deaths(t, s, f)
    elif f.step <= S_PASS_PEACE_ROLLED:
        land(t, s, f)
    elif f.step <= S_PASS_BISON_GONE:
        bison(t, s, f)
    elif f.step <= S_PASS_CULTURE_GOT:
        deal(t, s, f)
    else:
        time(t, s, f)


cdef void make_bands(const Tables* t, St* s, Frame* f) noexcept nogil:
    """Steps 1 to 3."""
    cdef int32_t b, r
    if f.step == S_PASS:
        for b in range(BANDS):
            s.band_done[b] = 0
        s.once &= ~(MADE_BAND | USED_SECOND_LIFE)
        then(f, S_PASS_BANDS)
    elif f.step == S_PASS_BANDS:
        if free_band(t, s) >= 0:
            for r in range(f.a, CAMPS):
                if s.camp_at[r] and pop_points(t, s, r, 0) >= band_price(t, s, f, r):
                    then(f, S_PASS_BAND)
                    ask(s, Q_NEW_BAND, f.a)
                    return
        f.a = f.b = f.c = f.d = f.e = f.g = 0
        then(f, S_PASS_STRENGTHEN)
    elif f.step == S_PASS_BAND:
        if verb_of(s.answer) == V_DONE:
            f.a = CAMPS
            then(f, S_PASS_BANDS)
            return
        r = x_of(s.answer)
        if not t.full:
            f.a = r
        f.h = r
        then(f, S_PASS_BAND_PAID)
        push(s, S_PAY, r, band_price(t, s, f, r))
    elif f.step == S_PASS_BAND_PAID:
        b = free_band(t, s)
        if b >= 0:
            s.band_strength[b], s.band_at[b] = 1, BOX + f.h
        s.once |= MADE_BAND
        made(f, f.h)[0] += 1
        f.h = 0
        then(f, S_PASS_BANDS)
    elif f.step == S_PASS_STRENGTHEN:
        if can_strengthen(t, s, f.a):
            then(f, S_PASS_STRONGER)
            ask(s, Q_STRENGTHEN, f.a)
        else:
            f.a = 0
            then(f, S_PASS_FOUND)
    elif f.step == S_PASS_STRONGER:
        stronger(t, s, f)
    else:
        if verb_of(s.answer) == V_BAND:
            s.band_strength[x_of(s.answer)] += 1
        f.b = 0
        then(f, S_PASS_STRENGTHEN)


cdef void stronger(const Tables* t, St* s, Frame* f) noexcept nogil:
    """One counter is spent on a Band; the second point of two may go to another Band with the same source."""
    cdef int32_t b, k, i
    if verb_of(s.answer) == V_DONE:
        f.a = BANDS
        then(f, S_PASS_STRENGTHEN)
        return
    b, k = x_of(s.answer), y_of(s.answer)
    if not t.full:
        f.a = b
    take_strength(s, b, k)
    s.band_strength[b] += 1
    then(f, S_PASS_STRENGTHEN)
    if pop_value(t, s, k) < 2:
        return
    for i in range(BANDS):
        if 0 < s.band_strength[i] < 3 and (i == b or (in_box(s, b) >= 0 and s.band_at[i] == s.band_at[b])):
            f.b = b
            then(f, S_PASS_SECOND)
            ask(s, Q_SECOND, b)
            return


cdef void found_and_retire(const Tables* t, St* s, Frame* f) noexcept nogil:
    """Steps 4 and 5."""
    cdef int32_t b, r
    if f.step == S_PASS_FOUND:
        then(f, S_PASS_RETIRE)
        for b in range(BANDS):
            if can_found(t, s, b):
                then(f, S_PASS_FOUNDED)
                ask(s, Q_FOUND)
                return
    elif f.step == S_PASS_FOUNDED:
        then(f, S_PASS_RETIRE)
        if verb_of(s.answer) == V_FOUND:
            found(s, x_of(s.answer))
    elif f.step == S_PASS_RETIRE:
        while f.a < CAMPS:
            if s.camp_at[f.a] and s.mahimiana[f.a] > 1 and (t.full or s.mahimiana[f.a] > s.paraibo[f.a]):
                then(f, S_PASS_RETIRED)
                ask(s, Q_RETIRE, f.a)
                return
            f.a += 1
        f.a = 0
        then(f, S_PASS_DEATH)
    else:
        r = f.a
        if verb_of(s.answer) == V_RETIRE:
            s.paraibo[r] = s.mahimiana[r]
            headman_dies(s, r)
            f.b |= 1 << r
        f.a += 1
        then(f, S_PASS_RETIRE)


cdef void found(St* s, int32_t band) noexcept nogil:
    """A new Ranchería; a Mahimiana that came along becomes its own, with the medicine it had."""
    cdef int32_t r = 0, old = headman_of(s, band)
    while s.camp_at[r]:
        r += 1
    s.camp_at[r] = s.band_at[band]
    s.paraibo[r] = s.band_strength[band]
    s.band_at[band] = BOX + r
    if old >= 0 and old != r:
        s.mahimiana[r] = s.mahimiana[old]
        s.headman_at[r] = 16 + band
        headman_dies(s, old)


cdef void deaths(const Tables* t, St* s, Frame* f) noexcept nogil:
    """Steps 6 and 7: f.a runs over the Paraibos, then (from 8) the Mahimianas; f.b has those retired."""
    cdef int32_t r, value
    if f.step == S_PASS_DEATH:
        while f.a < 8 + CAMPS:
            r = f.a & 7
            if r < CAMPS and s.camp_at[r] and (
                f.a < 8 or (s.mahimiana[r] and not (f.b >> r) & 1)
            ):
                then(f, S_PASS_DIED)
                die(s, D_DEATH, f.a)
                return
            f.a += 1
        f.a = f.b = 0
        then(f, S_PASS_SUCCESSOR)
    elif f.step == S_PASS_DIED:
        r, value = f.a & 7, z_of(s.answer)
        if f.a < 8:
            s.paraibo[r] = min(s.paraibo[r], value)
        else:
            s.mahimiana[r] = min(s.mahimiana[r], value)
        f.a += 1
        then(f, S_PASS_DEATH)
    elif f.step == S_PASS_SUCCESSOR:
        while f.a < CAMPS:
            if s.camp_at[f.a] and s.mahimiana[f.a] == 0:
                then(f, S_PASS_SUCCEEDED)
                die(s, D_SUCCESSOR, f.a)
                return
            f.a += 1
        f.a = 0
        gather_successes(s)
        then(f, S_PASS_GOODS)
    else:
        succeed(t, s, f.a, z_of(s.answer))
        f.a += 1
        then(f, S_PASS_SUCCESSOR)


cdef void gather_successes(St* s) noexcept nogil:
    """Step 8."""
    cdef int32_t i
    s.cup_success += s.out_success
    s.out_success = 0
    for i in range(PLACES):
        s.cup_success += s.ops_success[i]
        s.ops_success[i] = 0
    for i in range(CAMPS):
        s.cup_success += s.paraibo_success[i] + s.mahimiana_success[i]
        s.paraibo_success[i] = s.mahimiana_success[i] = 0


cdef void ravage(const Tables* t, St* s) noexcept nogil:
    """Step 10."""
    cdef int32_t i
    cdef bint removed = False
    for i in range(1, ROUND + 1):
        if s.ravaged[i] and s.piece[i] >= TRIBE:
            remove_piece(s, i)
            removed = True
    memset(s.ravaged, 0, SPACES)
    if not removed:
        military(t, s, -1)


cdef void land(const Tables* t, St* s, Frame* f) noexcept nogil:
    """Steps 9 to 11."""
    cdef int32_t i, k, r
    cdef bint any_goods = False
    if f.step == S_PASS_GOODS:
        f.a = 0
        for i in range(PLACES):
            for k in range(GOODS):
                any_goods = any_goods or s.ops_goods[i][k] > 0
        if any_goods:
            for r in range(CAMPS):
                if s.camp_at[r]:
                    then(f, S_PASS_GOODS_TO)
                    ask(s, Q_GOODS, 255)
                    return
            memset(s.ops_goods, 0, PLACES * GOODS)
        ravage(t, s)
        then(f, S_PASS_PEACE)
    elif f.step == S_PASS_GOODS_TO:
        for i in range(PLACES):
            for k in range(GOODS):
                s.camp_goods[x_of(s.answer)][k] += s.ops_goods[i][k]
        memset(s.ops_goods, 0, PLACES * GOODS)
        ravage(t, s)
        then(f, S_PASS_PEACE)
    elif f.step == S_PASS_PEACE:
        while f.a < COUNTERS:
            if s.where[f.a] >= ON:
                then(f, S_PASS_PEACE_ROLLED)
                die(s, D_PASSAGE_PEACE, f.a)
                return
            f.a += 1
        f.a, f.b = 1, 0
        for i in range(3):
            f.a += not has_open(s, i)
        if standing(t, s, X_BISON_LEAVE, -1):
            f.b, f.a = f.a, 0
        f.b += standing(t, s, X_FEWER_BISON, -1)
        then(f, S_PASS_BISON)
    else:
        if s.where[f.a] >= ON and z_of(s.answer) > t.cost[f.a][s.face[f.a]]:
            s.where[f.a] = HAND
            to_top(s, f.a, owner_of_counter(f.a))
        f.a += 1
        then(f, S_PASS_PEACE)


cdef bint has_open(const St* s, int32_t place) noexcept nogil:
    cdef int32_t i
    for i in range(CARDS):
        if s.card[i] == OPEN + place:
            return True
    return False


cdef bint has_space(const St* s, int32_t which) noexcept nogil:
    """An empty space in a territory, or with 255 anywhere."""
    cdef int32_t i
    for i in range(1, ROUND + 1):
        if (which == 255 or territory(i) == which) and empty_space(s, i):
            return True
    return False


cdef bint has_bison(const St* s, int32_t which) noexcept nogil:
    cdef int32_t i
    for i in range(6 * which + 1, 6 * which + 7):
        if s.piece[i] == BISON_HERD:
            return True
    return False


cdef void bison(const Tables* t, St* s, Frame* f) noexcept nogil:
    """Step 12: f.a more to place, f.b to take away."""
    cdef int32_t which
    if f.step == S_PASS_BISON:
        if f.a == 0 and f.b == 0:
            then(f, S_PASS_DISCARD)
            return
        then(f, S_PASS_BISON_ROLLED)
        die(s, D_BISON)
    elif f.step == S_PASS_BISON_ROLLED:
        which = t.die_area[z_of(s.answer)]
        then(f, S_PASS_BISON)
        if f.a == 0:
            f.b -= 1
            if has_bison(s, which):
                then(f, S_PASS_BISON_GONE)
                ask(s, Q_BISON_FROM, which)
            return
        f.a -= 1
        if has_space(s, which):
            if stock(t, s, BISON) > 0:
                then(f, S_PASS_BISON_AT)
                ask(s, Q_BISON_SPACE, which)
        elif has_bison(s, which) and has_space(s, 255):
            then(f, S_PASS_BISON_FROM)
            ask(s, Q_BISON_FROM, which)
    elif f.step == S_PASS_BISON_FROM:
        s.piece[x_of(s.answer)] = NONE
        then(f, S_PASS_BISON_AT)
        ask(s, Q_BISON_SPACE, 255)
    else:
        s.piece[x_of(s.answer)] = NONE if f.step == S_PASS_BISON_GONE else BISON_HERD
        then(f, S_PASS_BISON)


cdef void deal(const Tables* t, St* s, Frame* f) noexcept nogil:
    """Steps 13 and 14. Cards of an earlier period leave the game, the others join the discards."""
    cdef int32_t c, i
    if f.step == S_PASS_DISCARD:
        for i in range(4):
            for c in range(CARDS):
                if s.card[c] == (OPEN + i if i < 3 else BOUGHT):
                    s.card[c] = DISCARDED if c // 12 == s.period - 1 else GONE
                    if i < 3 and t.card[c].count[M_DISCARD]:
                        push(s, S_EFFECT, c, M_DISCARD)
                        return
        s.chosen = 0
        f.a = 0
        then(f, S_PASS_REVEAL)
    elif f.step == S_PASS_REVEAL:
        i = f.a
        f.a += 1
        if i < 3:
            push(s, S_REVEAL, i)
            return
        f.a = 0
        then(f, S_PASS_CULTURE)
    elif f.step == S_PASS_CULTURE:
        then(f, S_PASS_TRACK)
        for i in range(SETS):
            if s.level[i] < 3 and t.culture_cost[i][s.level[i] + 1] <= s.culture:
                then(f, S_PASS_CULTURE_GOT)
                ask(s, Q_CULTURE, 0)
                return
    else:
        then(f, S_PASS_TRACK)
        if verb_of(s.answer) == V_CULTURE:
            i = x_of(s.answer)
            s.level[i] += 1
            culture(t, s, -<int32_t>t.culture_cost[i][s.level[i]])


cdef void time(const Tables* t, St* s, Frame* f) noexcept nogil:
    """Step 15 and the Victory Check."""
    if f.step == S_PASS_TRACK:
        s.operations = 0
        if s.passage == 0:
            s.passage = 1
            pop(s)
        elif s.passage == LAST:
            then(f, S_VICTORY)
        else:
            then(f, S_PASS_TRACK_ROLLED)
            die(s, D_PASSAGE, s.passage)
    elif f.step == S_PASS_TRACK_ROLLED:
        if z_of(s.answer) <= s.passage:
            s.passage = LAST
            then(f, S_VICTORY)
        else:
            s.passage += 1
            pop(s)
    else:
        check_victory(t, s)


cdef void check_victory(const Tables* t, St* s) noexcept nogil:
    cdef int32_t c
    if not objective(t, s):
        s.outcome = LOST
        return
    if s.period == t.last_period:
        s.outcome = WON
        return
    for c in range(CARDS):
        if s.card[c] in (DECK, TOP, TOP + 1, TOP + 2, DISCARDED):
            s.card[c] = GONE
    s.period += 1
    for c in range(12 * (s.period - 1), 12 * s.period):
        s.card[c] = DECK
    for c in range(3):
        s.card[12 * (s.period - 1) + c] = TOP + c
    s.passage = 0
    pop(s)
    push(s, S_EFFECT, CARDS + s.period, M_REVEAL)


cdef bint objective(const Tables* t, const St* s) noexcept nogil:
    cdef int32_t k, r, b, p = s.period, control = 0, camps = 0, others = 0
    cdef bint here, free = False, named = False
    for k in range(6):
        here = False
        for r in range(CAMPS):
            here = here or (is_round(s.camp_at[r]) and territory(s.camp_at[r]) == k)
        camps += here
        others += here and not (t.goal_named[p] >> k) & 1
        if controlled(s, k):
            control += 1
            named = named or (t.goal_named[p] >> k) & 1
    for r in range(CAMPS):
        free = free or (s.camp_at[r] and s.camp_at[r] != RESERVATION)
    for b in range(BANDS):
        free = free or (s.band_strength[b] and s.band_at[b] < BOX)
    if control < t.goal_control[p] or camps < t.goal_camps[p] or (t.goal_named[p] and not named):
        return False
    if (t.goal_other[p] and not others) or (t.goal_free[p] and not free):
        return False
    return s.military + s.culture >= t.goal_points[p]

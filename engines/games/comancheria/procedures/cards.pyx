"""Development and history cards: how they are revealed and played, and how their effects are carried out."""
from libc.stdint cimport int32_t

from hunch.engines.games.comancheria.board.pieces cimport (
    at_peace, bands_in_box, camp_in, count_piece, counter_on, culture, drop_headman, enemy_points, first, free_band,
    free_tribe, gain, military, open_to_bison, open_to_piece, peace_square, points, remove_band, remove_piece, spend,
    stock, to_bottom,
)
from hunch.engines.games.comancheria.board.playable cimport ally_counter, any_camp, peace_counter, possible
from hunch.engines.games.comancheria.codes.components cimport (
    ALLY, ANY, BANDS, BISON, BISON_HERD, BOX, CAMPS, CAPTIVES, CARDS, DISCARDED, FAIR, GONE, HELD, MAHIMIANA, NONE, ON,
    OPEN, PALO_DURO, PEACE, RESERVATION, ROUND, TOP, TRIBE, WITH,
)
from hunch.engines.games.comancheria.codes.effects cimport (
    E_ACTIVATE, E_ALLY, E_AP, E_BAND, E_CULTURE, E_CULTURE_IF_RESERVATION, E_ENEMY_AP, E_EPIDEMIC, E_EXECUTE, E_FLAG,
    E_GATE, E_MEDICINE, E_MILITARY, E_NO_PEACE, E_PEACE, E_PLACE_BISON, E_PLACE_TRIBE, E_RANSOM, E_REFUGE,
    E_REMOVE_BISON, E_REMOVE_LOWEST, E_REMOVE_PIECE, E_RESERVATION_OR_CULTURE, E_RESOURCE, E_SWAP, E_TRADE_FAIR,
    M_PLAY, M_REVEAL,
)
from hunch.engines.games.comancheria.codes.moves cimport (
    D_DROUGHT, D_EPIDEMIC, K_HUNT, Q_ALLY, Q_ANY_HEADMAN, Q_BAND_OR_NEW, Q_BISON_SPACE, Q_BOX, Q_RANSOM, Q_REFUGE,
    Q_REMOVE, Q_RESERVE, Q_SICK, Q_SWAP, Q_TRIBE_SPACE, V_BAND, V_DONE,
)
from hunch.engines.games.comancheria.codes.steps cimport (
    S_ACTIVATE_ENEMY, S_CAMP_GO, S_CARD, S_EFFECT, S_EFFECT_ALLY, S_EFFECT_BAND, S_EFFECT_BISON, S_EFFECT_BOX,
    S_EFFECT_DROUGHT, S_EFFECT_DROUGHT_AT, S_EFFECT_EPIDEMIC, S_EFFECT_HEADMAN, S_EFFECT_PIECE, S_EFFECT_RANSOM,
    S_EFFECT_REFUGE, S_EFFECT_RESERVE, S_EFFECT_SICK, S_EFFECT_SWAP, S_EFFECT_TRIBE, S_EXEC, S_REVEAL, S_REVEALED,
)
from hunch.engines.games.comancheria.decisions.dice cimport hunted
from hunch.engines.games.comancheria.procedures.frames cimport EffectFrame, PlaceFrame
from hunch.engines.games.comancheria.state cimport (
    Effect, Frame, St, Tables, ask, index_of, pick, pop, push, roll_die, slot_of, verb_of, x_of, z_of,
)


cdef void reveal_step(const Tables* t, St* s, Frame* frame) noexcept nogil:
    """Draws a card for a place, and carries out what it does when it is revealed."""
    cdef PlaceFrame* f = <PlaceFrame*>frame
    cdef int32_t card
    if f.step == S_REVEAL:
        f.step = S_REVEALED
        s.answer = 0
        push(s, S_CARD, f.place)
        return
    card = z_of(s.answer)
    if card >= CARDS:
        pop(s)
        return
    s.card[card] = OPEN + f.place
    advance_top(s)
    pop(s)
    if t.card[card].count[M_REVEAL]:
        push(s, S_EFFECT, card, M_REVEAL)


cdef void advance_top(St* s) noexcept nogil:
    """Moves the known cards on top of the deck up, if the first of them was drawn."""
    cdef int32_t i
    if first(s.card, CARDS, TOP) >= 0:
        return
    for i in range(CARDS):
        if TOP < s.card[i] < OPEN:
            s.card[i] -= 1


cdef const Effect* effect_of(const Tables* t, const EffectFrame* f) noexcept nogil:
    return &t.card[f.card].effect[f.moment][f.begun - 1]


cdef void effect_step(const Tables* t, St* s, Frame* frame) noexcept nogil:
    cdef EffectFrame* f = <EffectFrame*>frame
    if f.step > S_EFFECT:
        answer_effect(t, s, f, effect_of(t, f))
        return
    if f.left == 0:
        if f.begun == t.card[f.card].count[f.moment]:
            pop(s)
            return
        if f.begun == 0 and f.moment == M_PLAY and s.card[f.card] == HELD:
            s.card[f.card] = DISCARDED if f.card // 12 == s.period - 1 else GONE
        f.begun += 1
        f.left = repeats(effect_of(t, f))
        if f.left == 0:
            simple_effect(t, s, f, effect_of(t, f))
            return
    f.left -= 1
    begin_effect(t, s, f, effect_of(t, f))


cdef int32_t repeats(const Effect* effect) noexcept nogil:
    """How many questions or rolls an effect has; 0 if it needs none."""
    if effect.kind in (E_PLACE_BISON, E_REMOVE_BISON):
        return effect.x
    if effect.kind in (E_PLACE_TRIBE, E_ALLY):
        return effect.y
    if effect.kind == E_SWAP:
        return effect.z
    if effect.kind == E_EPIDEMIC:
        return CAMPS
    if effect.kind == E_MEDICINE:
        return effect.x == 0 or effect.x == 3
    return effect.kind in (E_RESOURCE, E_BAND, E_REMOVE_PIECE, E_RANSOM, E_REFUGE, E_RESERVATION_OR_CULTURE)


cdef void begin_effect(const Tables* t, St* s, EffectFrame* f, const Effect* effect) noexcept nogil:
    cdef int32_t i, which = -1
    if effect.kind == E_PLACE_BISON:
        for i in range(1, ROUND + 1):
            if open_to_bison(s, i) and stock(t, s, BISON) > 0:
                f.step = S_EFFECT_BISON
                ask(s, Q_BISON_SPACE, ANY)
                return
    elif effect.kind == E_REMOVE_BISON:
        if hunted(t, s, 1) >= 0:
            f.step = S_EFFECT_DROUGHT
            roll_die(s, D_DROUGHT)
    elif effect.kind == E_PLACE_TRIBE:
        for i in range(6 * effect.x + 1, 6 * effect.x + 7):
            if open_to_piece(s, i) and count_piece(s, TRIBE) < t.most_tribes:
                f.step = S_EFFECT_TRIBE
                ask(s, Q_TRIBE_SPACE, effect.x)
                return
    elif effect.kind == E_EPIDEMIC:
        which = CAMPS - 1 - f.left
        if s.camp_at[which]:
            f.step = S_EFFECT_EPIDEMIC
            roll_die(s, D_EPIDEMIC, which)
    elif effect.kind == E_RESERVATION_OR_CULTURE:
        if any_camp(s, True):
            f.step = S_EFFECT_RESERVE
            ask(s, Q_RESERVE)
        else:
            culture(t, s, change_of(effect))
    elif possible(t, s, effect):
        ask_effect(t, s, f, effect)


cdef void ask_effect(const Tables* t, St* s, EffectFrame* f, const Effect* effect) noexcept nogil:
    if effect.kind == E_RESOURCE:
        f.step = S_EFFECT_BOX
        ask(s, Q_BOX)
    elif effect.kind == E_MEDICINE:
        f.step = S_EFFECT_HEADMAN
        ask(s, Q_ANY_HEADMAN, effect.x)
    elif effect.kind == E_BAND:
        f.step = S_EFFECT_BAND
        ask(s, Q_BAND_OR_NEW)
    elif effect.kind == E_REMOVE_PIECE:
        f.step = S_EFFECT_PIECE
        ask(s, Q_REMOVE, effect.x, effect.y, effect.z, effect.w)
    elif effect.kind == E_ALLY:
        f.step = S_EFFECT_ALLY
        ask(s, Q_ALLY, effect.x, f.left + 1 < effect.y)
    elif effect.kind == E_RANSOM:
        f.step = S_EFFECT_RANSOM
        ask(s, Q_RANSOM, effect.x)
    elif effect.kind == E_SWAP:
        f.step = S_EFFECT_SWAP
        ask(s, Q_SWAP, effect.x, effect.y, effect.w, f.left + 1 < effect.z)
    else:
        f.step = S_EFFECT_REFUGE
        ask(s, Q_REFUGE)


cdef inline int32_t change_of(const Effect* effect) noexcept nogil:
    """The change of Military or Culture. The data stores it plus 128, so that a byte can hold it."""
    return <int32_t>effect.x - 128


cdef void simple_effect(const Tables* t, St* s, EffectFrame* f, const Effect* effect) noexcept nogil:
    cdef int32_t r, c, i, k = effect.kind
    if k == E_AP:
        points(t, s, effect.x)
    elif k == E_ENEMY_AP:
        enemy_points(s, effect.x)
    elif k == E_MILITARY:
        military(t, s, change_of(effect))
    elif k == E_CULTURE:
        culture(t, s, change_of(effect))
    elif k == E_CULTURE_IF_RESERVATION:
        if camp_in(s, RESERVATION) >= 0:
            culture(t, s, change_of(effect))
    elif k == E_MEDICINE:
        for r in range(CAMPS):
            if s.camp_at[r] and effect.x == 1:
                s.paraibo[r] = min(s.paraibo[r] + effect.y, t.most_paraibo)
            elif s.camp_at[r]:
                s.paraibo[r] = effect.y
                break
    elif k == E_REMOVE_LOWEST:
        if not remove_lowest(s, effect.x):
            remove_lowest(s, effect.y)
    elif k == E_EXECUTE:
        if (s.present >> effect.x) & 1:
            push(s, S_EXEC, effect.x, effect.y, effect.z)
    elif k == E_PEACE:
        c = peace_counter(t, s, effect.x)
        i = counter_on(s, peace_square(effect.x))
        if c >= 0 and (s.present >> effect.x) & 1:
            s.where[c] = ON + peace_square(effect.x)
            s.face[c] = t.kind[c][0] != PEACE or (t.kind[c][1] == PEACE and t.cost[c][1] < t.cost[c][0])
            if i >= 0:
                to_bottom(s, i)
    elif k == E_NO_PEACE:
        if at_peace(s, effect.x):
            to_bottom(s, counter_on(s, peace_square(effect.x)))
    elif k == E_GATE:
        s.gates |= effect.x
    elif k == E_FLAG:
        s.nation[effect.x] = effect.y
    elif k == E_TRADE_FAIR:
        s.once |= FAIR
    elif k == E_ACTIVATE and not (s.present >> effect.x) & 1:
        s.present |= 1 << effect.x
        push(s, S_ACTIVATE_ENEMY, effect.x, 0)


cdef bint remove_lowest(St* s, int32_t which) noexcept nogil:
    cdef int32_t i
    for i in range(6 * which + 1, 6 * which + 7):
        if free_tribe(s, i):
            remove_piece(s, i)
            return True
    return False


cdef void answer_effect(const Tables* t, St* s, EffectFrame* f, const Effect* effect) noexcept nogil:
    cdef int32_t step = f.step
    f.step = S_EFFECT
    if step <= S_EFFECT_BAND:
        people_effect(t, s, step, effect)
    elif step <= S_EFFECT_PIECE:
        piece_effect(t, s, f, step)
    elif step == S_EFFECT_ALLY:
        ally_effect(t, s, f)
    elif step <= S_EFFECT_SWAP:
        goods_effect(t, s, f, effect, step)
    elif step <= S_EFFECT_RESERVE:
        camp_effect(t, s, effect, step)
    elif step == S_EFFECT_EPIDEMIC:
        fall_sick(s, f, effect)
    else:
        weaken_sick(s, x_of(s.answer))


cdef void people_effect(const Tables* t, St* s, int32_t step, const Effect* effect) noexcept nogil:
    """Adds goods to a box, medicine to a headman, or strength to a Band."""
    cdef int32_t x = x_of(s.answer), i
    if step == S_EFFECT_BOX:
        gain(t, s, s.camp_goods[x], effect.x, effect.y)
    elif step == S_EFFECT_HEADMAN:
        if x < MAHIMIANA:
            s.paraibo[x] = min(s.paraibo[x] + effect.y, t.most_paraibo)
        else:
            s.mahimiana[x - MAHIMIANA] = min(s.mahimiana[x - MAHIMIANA] + effect.y, t.most_mahimiana)
        if effect.x == 3:
            s.chosen = slot_of(x - MAHIMIANA)
    elif verb_of(s.answer) == V_BAND:
        s.band_strength[x] += 1
    else:
        i = free_band(t, s)
        s.band_strength[i], s.band_at[i] = 1, BOX + x


cdef void piece_effect(const Tables* t, St* s, EffectFrame* f, int32_t step) noexcept nogil:
    """Places or removes Bison, Tribes and other pieces."""
    cdef int32_t x = x_of(s.answer), value = z_of(s.answer)
    if step == S_EFFECT_BISON:
        s.piece[x] = BISON_HERD
    elif step == S_EFFECT_DROUGHT:
        f.step = S_EFFECT_DROUGHT_AT
        pick(s, K_HUNT, hunted(t, s, value))
    elif step == S_EFFECT_DROUGHT_AT:
        s.piece[value] = NONE
    elif step == S_EFFECT_TRIBE:
        s.piece[x] = TRIBE
    else:
        remove_piece(s, x)


cdef void ally_effect(const Tables* t, St* s, EffectFrame* f) noexcept nogil:
    cdef int32_t counter
    if verb_of(s.answer) == V_DONE:
        f.left = 0
        return
    counter = ally_counter(t, s)
    s.where[counter] = ON + x_of(s.answer)
    s.face[counter] = t.kind[counter][0] != ALLY


cdef void goods_effect(const Tables* t, St* s, EffectFrame* f, const Effect* effect, int32_t step) noexcept nogil:
    """Exchanges Captives for AP, or goods for goods."""
    cdef int32_t x = x_of(s.answer)
    if step == S_EFFECT_RANSOM:
        ransom(t, s, x)
    elif verb_of(s.answer) == V_DONE:
        f.left = 0
    else:
        spend(s, x, effect.x)
        if x < WITH:
            gain(t, s, s.camp_goods[index_of(x)], effect.y, 1)
        else:
            gain(t, s, s.band_goods[x - WITH], effect.y, 1)


cdef void camp_effect(const Tables* t, St* s, const Effect* effect, int32_t step) noexcept nogil:
    """Moves a Ranchería to Palo Duro or to the Reservation."""
    if step == S_EFFECT_REFUGE:
        push(s, S_CAMP_GO, x_of(s.answer), PALO_DURO)
    elif verb_of(s.answer) == V_DONE:
        culture(t, s, change_of(effect))
    else:
        push(s, S_CAMP_GO, x_of(s.answer), RESERVATION)


cdef void fall_sick(St* s, EffectFrame* f, const Effect* effect) noexcept nogil:
    cdef int32_t camp = CAMPS - 1 - f.left
    if z_of(s.answer) <= effect.x and bands_in_box(s, camp):
        f.step = S_EFFECT_SICK
        ask(s, Q_SICK, camp)


cdef void weaken_sick(St* s, int32_t band) noexcept nogil:
    s.band_strength[band] -= 1
    if s.band_strength[band] == 0:
        drop_headman(s, band)
        remove_band(s, band)


cdef void ransom(const Tables* t, St* s, int32_t number) noexcept nogil:
    """Returns Captives: first those in the boxes, then those of the Bands."""
    cdef int32_t i, n
    points(t, s, number)
    for i in range(CAMPS + BANDS):
        n = min(number, s.camp_goods[i][CAPTIVES] if i < CAMPS else s.band_goods[i - CAMPS][CAPTIVES])
        number -= n
        if i < CAMPS:
            s.camp_goods[i][CAPTIVES] -= n
        else:
            s.band_goods[i - CAMPS][CAPTIVES] -= n

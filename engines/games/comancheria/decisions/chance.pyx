"""Chance: dice, draws and random picks, with their outcomes and weights."""
from libc.stdint cimport int32_t, uint32_t, uint64_t

from hunch.engines.games.comancheria.board.areas cimport covered
from hunch.engines.games.comancheria.board.pieces cimport (
    ally_in, band_in, bit, camp_in, empty_space, enemy_in, first, open_to_piece, payer, peace_square, sees,
    settlements, spend, square_owner, stops,
)
from hunch.engines.games.comancheria.codes.components cimport (
    ANY, ASIDE, BANDS, BISON_HERD, BOX, BY_CARD, BY_COLONIAL, BY_NORTH, BY_TRACE, CAMPS, CARDS, COUNTERS, CUP, DECK,
    DISCARDED, FAR, NORTH, NORTHEAST_SQUARE, RESERVATION, ROUND, SANTA_FE, SOUTHEAST_SQUARE, SPACES, TOP, TRADE_GOODS,
    TRAIL, TRIBE, USED_REROLL, USED_SECOND_LIFE, WAR_KINDS, WEST_SQUARE,
)
from hunch.engines.games.comancheria.codes.effects cimport B_BATTLE_REROLL, B_SECOND_LIFE
from hunch.engines.games.comancheria.codes.moves cimport (
    DRAWN_COUNTER, DRAWN_FOUR, DRAWN_SUCCESS, DRAWN_TWO, D_BATTLE, D_DEATH, K_BISON, K_COUNTER_CUP, K_COUNTER_ROW,
    K_GOAL, K_HOME, K_HUNT, K_RAID, K_RECOVER, K_SETTLE, K_SQUARE, K_STEP, K_SUBJUGATE, K_SURPRISE, K_SURPRISE_GOAL,
    Q_REROLL, V_CARD, V_DIE, V_DRAW, V_MARK, V_PICK, V_WAR_CARD,
)
from hunch.engines.games.comancheria.codes.steps cimport S_CARD, S_DIE, S_DIE_KEPT, S_DRAW, S_MARK, S_PICK, S_WAR_CARD
from hunch.engines.games.comancheria.procedures.frames cimport DieFrame, DrawFrame, PickFrame, PlaceFrame
from hunch.engines.games.comancheria.state cimport (
    Frame, St, Tables, ask, chosen_bonus, code, give, index_of, is_round, push, territory, worth, x_of, z_of,
)
from hunch.engines.contract cimport move_t, u8
from hunch.engines.rng cimport Rng, below, picked


cdef inline int32_t way_of(int32_t enemy) noexcept nogil:
    return BY_NORTH if enemy == NORTH else BY_COLONIAL


cdef inline int32_t keep_best(
    u8* out, int32_t n, int32_t* best, int32_t rank, int32_t value
) noexcept nogil:
    """Adds a candidate. A better (lower) rank removes all candidates so far."""
    if rank > best[0]:
        return n
    if rank < best[0]:
        best[0], n = rank, 0
    out[n] = value
    return n + 1


cdef int32_t pick_counters(const St* s, int32_t enemy, u8* out) noexcept nogil:
    cdef int32_t c, n = 0
    for c in range(6 * enemy, 6 * enemy + 6):
        if s.where[c] == ASIDE:
            out[n] = c
            n += 1
    return n


cdef int32_t pick_goal(const Tables* t, const St* s, int32_t enemy, u8* out) noexcept nogil:
    cdef int32_t r, n = 0, best = FAR - 1
    cdef const u8* far = t.distance[way_of(enemy)][s.gates][s.column_at[enemy]]
    for r in range(CAMPS):
        if s.camp_at[r] and sees(t, s, enemy, s.camp_at[r]):
            n = keep_best(out, n, &best, far[s.camp_at[r]], s.camp_at[r])
    return n


cdef int32_t pick_step(const Tables* t, const St* s, int32_t enemy, int32_t goal, u8* out) noexcept nogil:
    cdef int32_t way = way_of(enemy), at = s.column_at[enemy], n = 0
    cdef const u8* near = t.near[way][s.gates][at]
    while near[0]:
        if t.distance[way][s.gates][near[0]][goal] + 1 == t.distance[way][s.gates][at][goal]:
            out[n] = near[0]
            n += 1
        near += 1
    return n


cdef int32_t pick_home(const Tables* t, const St* s, int32_t enemy, u8* out) noexcept nogil:
    cdef int32_t i, n = 0, best = FAR - 1
    cdef const u8* far = t.distance[way_of(enemy)][s.gates][s.column_at[enemy]]
    cdef uint64_t allies = covered(s)
    if enemy == NORTH:
        for i in range(1, ROUND + 1):
            if s.piece[i] == TRIBE and not allies & bit(i):
                n = keep_best(out, n, &best, far[i], i)
        return n
    for i in range(WEST_SQUARE, SOUTHEAST_SQUARE + 1):
        if square_owner(i) == enemy:
            n = keep_best(out, n, &best, far[i], i)
    return n


cdef int32_t pick_raid(const Tables* t, const St* s, u8* out) noexcept nogil:
    """The free Tribes nearest to a Ranchería; without Rancherías, nearest to a Band; without Bands, all of them."""
    cdef int32_t i, r, n = 0, best = 255, least
    cdef uint64_t allies = covered(s)
    cdef bint camps = False
    for r in range(CAMPS):
        camps = camps or (s.camp_at[r] and s.camp_at[r] != RESERVATION)
    for i in range(1, ROUND + 1):
        if s.piece[i] != TRIBE or allies & bit(i):
            continue
        least = FAR
        if camps:
            for r in range(CAMPS):
                if s.camp_at[r]:
                    least = min(least, t.distance[BY_NORTH][s.gates][i][s.camp_at[r]])
        else:
            for r in range(BANDS):
                if s.band_strength[r] and s.band_at[r] < BOX:
                    least = min(least, t.distance[BY_NORTH][s.gates][i][s.band_at[r]])
        n = keep_best(out, n, &best, least, i)
    return n


cdef int32_t pick_settle(const Tables* t, const St* s, int32_t start, u8* out) noexcept nogil:
    cdef int32_t i, n = 0, best = 8 * FAR
    for i in range(1, ROUND + 1):
        if open_to_piece(s, i) and t.distance[BY_TRACE][s.gates][start][i] < FAR:
            n = keep_best(out, n, &best, 8 * t.distance[BY_TRACE][s.gates][start][i] + worth(i), i)
    return n


cdef bint settle_fits(const Tables* t, const St* s, int32_t enemy) noexcept nogil:
    cdef u8 out[ROUND]
    if enemy == NORTH or settlements(s, enemy) >= t.most_settlements[enemy]:
        return False
    return pick_settle(t, s, peace_square(enemy), out) > 0


cdef int32_t pick_subjugate(const Tables* t, const St* s, int32_t enemy, u8* out) noexcept nogil:
    cdef int32_t i, k, n = 0, best = 8 * FAR, sources = 0
    cdef int32_t least
    cdef u8 source[SPACES]
    for k in range(1, SOUTHEAST_SQUARE + 1):
        if (s.piece[k] == TRIBE + enemy or k > ROUND) and enemy_in(s, k) == enemy:
            source[sources] = k
            sources += 1
    for i in range(1, ROUND + 1):
        if s.piece[i] != TRIBE:
            continue
        least = FAR
        for k in range(sources):
            least = min(least, t.distance[BY_TRACE][s.gates][source[k]][i])
        if least < FAR:
            n = keep_best(out, n, &best, 8 * least + worth(i), i)
    return n


cdef int32_t surprise_rank(const Tables* t, const St* s, int32_t enemy, int32_t space) noexcept nogil:
    """The rank of a space for a column that may surprise: near first, then Ranchería, Ally, Band. 255: it cannot."""
    cdef int32_t far = t.distance[way_of(enemy)][s.gates][s.column_at[enemy]][space]
    if not 1 <= far <= 2 or not sees(t, s, enemy, space):
        return 255
    if camp_in(s, space) >= 0:
        return 4 * far
    if ally_in(s, space):
        return 4 * far + 1
    return 4 * far + 2 if band_in(s, space) >= 0 else 255


cdef int32_t pick_surprise(const Tables* t, const St* s, u8* out) noexcept nogil:
    cdef int32_t e, i, n = 0, best = 0
    for e in range(4):
        if s.column_at[e] == 0 or stops(t, s, e):
            continue
        for i in range(1, SPACES):
            if surprise_rank(t, s, e, i) < 255:
                n = keep_best(out, n, &best, -<int32_t>s.column_strength[e], e)
                break
    return n


cdef int32_t picks(
    const Tables* t, const St* s, int32_t purpose, int32_t whose, int32_t start, u8* out
) noexcept nogil:
    cdef int32_t i, n = 0, best = 254
    if purpose == K_COUNTER_CUP:
        return pick_counters(s, whose, out)
    if purpose == K_COUNTER_ROW:
        return pick_counters(s, whose // 8, out)
    if purpose == K_GOAL:
        return pick_goal(t, s, whose, out)
    if purpose == K_STEP:
        return pick_step(t, s, whose, start, out)
    if purpose == K_HOME:
        return pick_home(t, s, whose, out)
    if purpose == K_RAID:
        return pick_raid(t, s, out)
    if purpose == K_SETTLE:
        return pick_settle(t, s, start, out)
    if purpose == K_SUBJUGATE:
        return pick_subjugate(t, s, whose, out)
    if purpose == K_SURPRISE:
        return pick_surprise(t, s, out)
    if purpose == K_SQUARE:
        if s.gates & SANTA_FE:
            out[0] = NORTHEAST_SQUARE
            n = 1
        out[n] = SOUTHEAST_SQUARE
        return n + 1
    for i in range(1, SPACES):
        if purpose == K_BISON and is_round(i) and empty_space(s, i):
            out[n], n = i, n + 1
        elif purpose == K_RECOVER and s.ravaged[i] and enemy_in(s, i) == whose:
            out[n], n = i, n + 1
        elif purpose == K_HUNT and s.piece[i] == BISON_HERD and territory(i) == whose:
            out[n], n = i, n + 1
        elif purpose == K_SURPRISE_GOAL:
            n = keep_best(out, n, &best, surprise_rank(t, s, whose, i), i)
    return n


cdef inline int32_t marks(const St* s) noexcept nogil:
    cdef int32_t i, n = 0
    for i in range(TRAIL):
        n += s.mark[i]
    return n


cdef inline int32_t plain(const St* s) noexcept nogil:
    """The number of counters in the cup and under "?" that are not Instructions."""
    return s.cup_success + s.cup_ap[0] + s.cup_ap[1] + s.cup_ap[2]


cdef bint cup_empty(const St* s) noexcept nogil:
    cdef int32_t c
    if plain(s) > marks(s):
        return False
    for c in range(COUNTERS):
        if s.where[c] == CUP:
            return False
    return True


cdef int32_t cup_outcomes(
    const St* s, int32_t verb, int32_t x, bint counters, move_t* out, uint32_t* weight
) noexcept nogil:
    """The counters that a draw from the cup or a "?" may show. Nobody knows which of them lie under "?"."""
    cdef int32_t i, n = 0, pool = plain(s), left = pool - marks(s) if counters else 1
    if left > 0:
        for i in range(4):
            if (s.cup_ap[i - 1] if i else s.cup_success) > 0:
                out[n] = code(verb, x, 0, DRAWN_SUCCESS + i)
                weight[n] = left * (s.cup_ap[i - 1] if i else s.cup_success)
                n += 1
    if counters:
        for i in range(COUNTERS):
            if s.where[i] == CUP:
                out[n], weight[n] = code(verb, x, 0, DRAWN_COUNTER + i), max(pool, 1)
                n += 1
    return n


cdef int32_t die_outcomes(const DieFrame* f, move_t* out, uint32_t* weight) noexcept nogil:
    cdef int32_t i
    for i in range(6):
        out[i], weight[i] = code(V_DIE, f.purpose, f.whose, i + 1), 1
    return 6


cdef int32_t pick_outcomes(
    const Tables* t, const St* s, const PickFrame* f, move_t* out, uint32_t* weight
) noexcept nogil:
    cdef u8 values[64]
    cdef int32_t i, n = picks(t, s, f.purpose, f.whose, f.start, values)
    for i in range(n):
        out[i], weight[i] = code(V_PICK, f.purpose, f.whose, values[i]), 1
    return n


cdef int32_t war_outcomes(const St* s, const DrawFrame* f, move_t* out, uint32_t* weight) noexcept nogil:
    cdef int32_t i, n = 0
    for i in range(WAR_KINDS):
        if s.war_left[i]:
            out[n], weight[n] = code(V_WAR_CARD, f.purpose, 0, i), s.war_left[i]
            n += 1
    return n


cdef int32_t card_outcomes(const St* s, const PlaceFrame* f, move_t* out, uint32_t* weight) noexcept nogil:
    """The card that is known to lie on top of the deck, otherwise any card of the deck."""
    cdef int32_t i, n
    for i in range(3):
        n = first(s.card, CARDS, TOP + i)
        if n >= 0:
            out[0], weight[0] = code(V_CARD, f.place, 0, n), 1
            return 1
    n = 0
    for i in range(CARDS):
        if s.card[i] == DECK:
            out[n], weight[n] = code(V_CARD, f.place, 0, i), 1
            n += 1
    return n


cdef int32_t outcomes(const Tables* t, const St* s, move_t* out, uint32_t* weight) noexcept nogil:
    cdef const Frame* f = &s.frame[s.depth - 1]
    if f.step == S_DIE:
        return die_outcomes(<const DieFrame*>f, out, weight)
    if f.step == S_DRAW:
        return cup_outcomes(s, V_DRAW, (<const DrawFrame*>f).purpose, True, out, weight)
    if f.step == S_MARK:
        return cup_outcomes(s, V_MARK, (<const PlaceFrame*>f).place, False, out, weight)
    if f.step == S_PICK:
        return pick_outcomes(t, s, <const PickFrame*>f, out, weight)
    if f.step == S_WAR_CARD:
        return war_outcomes(s, <const DrawFrame*>f, out, weight)
    return card_outcomes(s, <const PlaceFrame*>f, out, weight)


cdef move_t drawn(const Tables* t, const St* s, Rng* rng) noexcept nogil:
    cdef move_t out[64]
    cdef uint32_t weight[64]
    cdef const DieFrame* f = <const DieFrame*>&s.frame[s.depth - 1]
    if f.step == S_DIE:
        return code(V_DIE, f.purpose, f.whose, 1 + below(rng, 6))
    return out[picked(rng, weight, outcomes(t, s, out, weight))]


cdef bint free_reroll(const Tables* t, const St* s, int32_t purpose) noexcept nogil:
    if purpose == D_BATTLE:
        return not s.once & USED_REROLL and chosen_bonus(t, s, B_BATTLE_REROLL)
    return purpose == D_DEATH and not s.once & USED_SECOND_LIFE and chosen_bonus(t, s, B_SECOND_LIFE)


cdef bint rerolls(const Tables* t, const St* s, const DieFrame* f) noexcept nogil:
    return payer(s, f.payer, 0) != 0 or free_reroll(t, s, f.purpose)


cdef bint rest(const Tables* t, St* s, Frame* f) noexcept nogil:
    if f.step == S_PICK:
        return several_to_pick(t, s, <PickFrame*>f)
    if f.step == S_CARD:
        return card_to_turn(t, s, <PlaceFrame*>f)
    return True


cdef bint several_to_pick(const Tables* t, St* s, PickFrame* f) noexcept nogil:
    cdef u8 values[64]
    cdef int32_t n = picks(t, s, f.purpose, f.whose, f.start, values)
    if n < 2:
        give(s, code(V_PICK, f.purpose, f.whose, values[0] if n else 0))
    return n >= 2


cdef bint card_to_turn(const Tables* t, St* s, PlaceFrame* f) noexcept nogil:
    """Whether a card comes. The discards become the deck if that is empty; without discards no card comes."""
    cdef int32_t i
    for i in range(3):
        if first(s.card, CARDS, TOP + i) >= 0:
            return True
    if first(s.card, CARDS, DECK) >= 0:
        return True
    for i in range(12 * (s.period - 1), 12 * s.period):
        if s.card[i] == DISCARDED and not t.card[i].leaves:
            s.card[i] = DECK
    if first(s.card, CARDS, DECK) >= 0:
        return True
    give(s, code(V_CARD, f.place, 0, ANY))
    return False


cdef void happen(const Tables* t, St* s, move_t m) noexcept nogil:
    cdef Frame* f = &s.frame[s.depth - 1]
    if f.step == S_DIE:
        fall(t, s, <DieFrame*>f, z_of(m))
        return
    if f.step == S_WAR_CARD:
        s.war_left[z_of(m)] -= 1
    elif f.step == S_MARK:
        turn_mark(s, x_of(m), z_of(m))
    give(s, m)


cdef void fall(const Tables* t, St* s, DieFrame* f, int32_t value) noexcept nogil:
    """Gives a die its value. It counts if all dice are rolled and nobody may roll again."""
    if f.first == 0:
        f.first = value
        if f.two:
            return
    else:
        f.second = value
    if rerolls(t, s, f):
        f.step = S_DIE_KEPT
        ask(s, Q_REROLL, f.purpose, max(f.first, f.second), f.payer)
    else:
        give(s, code(V_DIE, f.purpose, f.whose, max(f.first, f.second)))


cdef void turn_mark(St* s, int32_t place, int32_t what) noexcept nogil:
    """Turns a "?" over: Enemy AP go to the box, a Success goes back into the cup."""
    s.mark[place] = 0
    if DRAWN_TWO <= what <= DRAWN_FOUR:
        s.cup_ap[what - DRAWN_TWO] -= 1
        s.box_ap[what - DRAWN_TWO] += 1


cdef void kept(const Tables* t, St* s, DieFrame* f) noexcept nogil:
    cdef int32_t paid = x_of(s.answer)
    if paid == 0:
        give(s, code(V_DIE, f.purpose, f.whose, max(f.first, f.second)))
        return
    if paid == BY_CARD:
        s.once |= USED_REROLL if f.purpose == D_BATTLE else USED_SECOND_LIFE
    else:
        spend(s, paid, TRADE_GOODS)
    f.first = max(f.first, f.second) if f.two else 0                  # only the lower of two dice is rolled again
    f.second = 0
    f.step = S_DIE


cdef void draw_war(const Tables* t, St* s, int32_t purpose) noexcept nogil:
    cdef int32_t i, n = 0
    for i in range(WAR_KINDS):
        n += s.war_left[i]
    if n == 0:
        reshuffle(t, s)
    s.answer = 0
    push(s, S_WAR_CARD, purpose)


cdef void reshuffle(const Tables* t, St* s) noexcept nogil:
    """Puts all cards except the War Event back into the deck."""
    cdef int32_t i
    for i in range(WAR_KINDS):
        s.war_left[i] = t.war_count[i] - (index_of(s.war_event) == i)

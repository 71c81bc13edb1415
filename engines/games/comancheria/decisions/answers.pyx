"""The answers that each question allows. Bands that differ in nothing are one answer."""
from libc.stdint cimport int32_t
from libc.string cimport memcmp

from hunch.engines.games.comancheria.board.pieces cimport (
    bands_in_box, empty_space, enemy_in, first, free_band, free_tribe, headman_of, open_to_bison, open_to_piece, payer,
    stock,
)
from hunch.engines.games.comancheria.board.playable cimport can_play, captives, removable, swappable
from hunch.engines.games.comancheria.codes.components cimport (
    ANY, BANDS, BISON, BISON_HERD, BOX, BY_BAND, BY_CARD, CAMPS, CAPTIVES, CARDS, FOOD, GOODS, GUNS, HELD, HORSES,
    MAHIMIANA, MOST_MP, MUST, NORTHEAST_SQUARE, RESERVATION, ROUND, SANTA_FE, SETS, SPACES, TRACK, TRADE_GOODS, TRIBE,
    WITH,
)
from hunch.engines.games.comancheria.codes.effects cimport (
    B_HORSE_TRADE, WE_AMBUSH, WE_RETURN_CAPTIVES, WE_SLIP, WE_STEAL_HORSES,
)
from hunch.engines.games.comancheria.codes.moves cimport (
    DRAWN_TWO, O_ACTIONS, O_PASSAGE, Q_ACTION, Q_ALLY, Q_ANY_HEADMAN, Q_BAND_OR_NEW, Q_BATTLE_GUNS, Q_BISON_FROM,
    Q_BISON_SPACE, Q_BOX, Q_CAMP, Q_CAMPS, Q_CAMP_ON, Q_CARDS, Q_COUNTER, Q_CULTURE, Q_DROP, Q_EXCESS, Q_FOUND,
    Q_GOODS, Q_GUNS, Q_HEADMAN, Q_LOOT, Q_NEW_BAND, Q_OPERATION, Q_PAY, Q_PLACE, Q_RANSOM, Q_REDRAW, Q_REFUGE,
    Q_REROLL, Q_RESERVE, Q_RETIRE, Q_SECOND, Q_SICK, Q_SPARE, Q_SPEND, Q_STAND, Q_STRENGTHEN, Q_SWAP, Q_TAKE,
    Q_TRACK, Q_TRAVOIS, Q_TRIBE_SPACE, Q_UNIT, V_AMBUSH, V_AMOUNT, V_ATTEMPT, V_BAND, V_BUY, V_CAMP, V_COLLECT,
    V_CONVERT, V_CULTURE, V_DONE, V_DROP, V_DROP_HEADMAN, V_FIGHT, V_FOUND, V_GUNS, V_HEADMAN, V_HOLDER, V_HUNT,
    V_LOOT, V_MOVE, V_MOVE_CAMP, V_NEW_BAND, V_NEXT, V_OPERATE, V_PAY, V_PLAY, V_PRAY, V_RAID, V_REROLL, V_RESTORE,
    V_RETIRE, V_RETURN, V_RIDE, V_SLIP, V_SPACE, V_STEAL, V_STRENGTHEN, V_TAKE, V_TAKE_HEADMAN, V_TRADE, V_YIELD,
)
from hunch.engines.games.comancheria.codes.steps cimport S_EFFECT_BISON
from hunch.engines.games.comancheria.decisions.chance cimport free_reroll
from hunch.engines.games.comancheria.procedures.actions cimport (
    can_activate, can_raid, can_slip, can_trade, hunt_cost, move_cost, trade_price, war_effect_is,
)
from hunch.engines.games.comancheria.procedures.camps cimport camp_goals, camp_steps
from hunch.engines.games.comancheria.procedures.frames cimport (
    AllyAsk, AnyHeadmanAsk, AskFrame, BandAsk, BandsFrame, CampAsk, CultureAsk, DoneAsk, HeadmanAsk, LandAsk,
    LowestAsk, NumberAsk, OnAsk, PayAsk, RemoveAsk, RerollAsk, SecondAsk, SpaceAsk, SwapAsk, TakeAsk, TrackAsk,
)
from hunch.engines.games.comancheria.procedures.passage_people cimport (
    band_price, can_found, pop_points, strength_source,
)
from hunch.engines.games.comancheria.procedures.planning cimport open_card
from hunch.engines.games.comancheria.state cimport St, Tables, chosen_bonus, code, in_box, index_of, slot_of, territory
from hunch.engines.contract cimport move_t, u8


cdef inline int32_t add(move_t* out, int32_t n, int32_t verb, int32_t x=0, int32_t y=0, int32_t z=0) noexcept nogil:
    out[n] = code(verb, x, y, z)
    return n + 1


cdef bint alike(const St* s, int32_t a, int32_t b) noexcept nogil:
    return (
        s.band_strength[a] == s.band_strength[b] and s.band_at[a] == s.band_at[b] and s.band_done[a] == s.band_done[b]
        and memcmp(s.band_goods[a], s.band_goods[b], GOODS) == 0 and headman_of(s, a) < 0 and headman_of(s, b) < 0
    )


cdef bint on_track(const St* s, int32_t band) noexcept nogil:
    cdef int32_t i
    for i in range(TRACK):
        if s.track[i] == slot_of(band):
            return True
    return False


cdef bint counts(const Tables* t, const St* s, int32_t question, int32_t x, int32_t b) noexcept nogil:
    """Whether a Band may be an answer to the question."""
    if s.band_strength[b] == 0:
        return False
    if question == Q_PLACE:
        return s.band_at[b] == BOX + x and not on_track(s, b)
    if question == Q_SPEND:
        return can_activate(s, b) and s.band_strength[b] <= s.ap
    if question == Q_UNIT or question == Q_SICK:
        return s.band_at[b] == BOX + x
    if question == Q_SPARE:
        return s.band_done[b] != 0
    if question == Q_FOUND:
        return can_found(t, s, b)
    if question == Q_EXCESS:
        return s.band_at[b] == x
    if question == Q_SECOND:
        return s.band_strength[b] < 3 and (b == x or (in_box(s, x) >= 0 and s.band_at[b] == s.band_at[x]))
    return s.band_strength[b] < 3                      # Q_BAND_OR_NEW, Q_STRENGTHEN


cdef bint first_of_kind(
    const Tables* t, const St* s, int32_t question, int32_t x, int32_t b, int32_t lowest
) noexcept nogil:
    cdef int32_t a
    for a in range(lowest, b):
        if counts(t, s, question, x, a) and alike(s, a, b):
            return False
    return True


cdef int32_t bands(
    const Tables* t, const St* s, bint full, int32_t question, int32_t x, move_t* out
) noexcept nogil:
    """The Bands that may be an answer to a question."""
    cdef int32_t b, n = 0, verb = V_FOUND if question == Q_FOUND else V_BAND
    for b in range(BANDS):
        if counts(t, s, question, x, b) and (full or first_of_kind(t, s, question, x, b, 0)):
            n = add(out, n, verb, b)
    return n


cdef int32_t camps(const St* s, bint acting, bint free, move_t* out, int32_t n) noexcept nogil:
    cdef int32_t r
    for r in range(CAMPS):
        if s.camp_at[r] == 0 or (free and s.camp_at[r] == RESERVATION):
            continue
        if not acting or bands_in_box(s, r):
            n = add(out, n, V_CAMP, r)
    return n


cdef int32_t hand(const Tables* t, const St* s, move_t* out, int32_t n) noexcept nogil:
    cdef int32_t i, held = first(s.card, CARDS, HELD)
    for i in range(held if held >= 0 else CARDS, CARDS):
        if s.card[i] == HELD and can_play(t, s, i):
            n = add(out, n, V_PLAY, i)
    return n


cdef int32_t answers(const Tables* t, const St* s, bint full, move_t* out) noexcept nogil:
    cdef const AskFrame* f = <const AskFrame*>&s.frame[s.depth - 1]
    if f.question == Q_ACTION:
        return actions(t, s, out)
    if f.question <= Q_COUNTER:
        return of_turn(t, s, full, f, out)
    if f.question <= Q_CARDS:
        return of_fight(t, s, full, f, out)
    if f.question <= Q_TRAVOIS or f.question == Q_CAMP_ON:
        return of_planning(t, s, full, f, out)
    if f.question <= Q_DROP:
        return of_passage(t, s, full, f, out)
    return of_cards(t, s, full, f, out)


cdef int32_t of_turn(const Tables* t, const St* s, bint full, const AskFrame* f, move_t* out) noexcept nogil:
    cdef int32_t n = 0, b, k
    cdef bint any_band = False
    if f.question == Q_OPERATION:
        for b in range(BANDS):
            any_band = any_band or s.band_strength[b]
        if any_band and s.operations != MUST:
            for k in range(O_ACTIONS, O_PASSAGE):
                n = add(out, n, V_OPERATE, k)
        if not any_band or s.operations:
            n = add(out, n, V_OPERATE, O_PASSAGE)
        return hand(t, s, out, n)
    if f.question == Q_CAMP:
        return camps(s, True, True, out, n)
    if f.question == Q_PLACE:
        return bands(t, s, full, Q_PLACE, (<const CampAsk*>f).camp, out)
    if f.question == Q_TRACK:
        return of_track(t, s, <const TrackAsk*>f, out)
    if f.question == Q_SPEND:
        return add(out, bands(t, s, full, Q_SPEND, 0, out), V_DONE)
    if f.question == Q_TAKE:
        return takings(s, full, <const TakeAsk*>f, out)
    return countermeasures(t, s, out)


cdef int32_t of_track(const Tables* t, const St* s, const TrackAsk* f, move_t* out) noexcept nogil:
    cdef int32_t n = add(out, 0, V_NEXT)
    if f.ap and s.ap < t.most_ap:
        n = add(out, n, V_COLLECT, f.ap)
    return add(out, n, V_DONE)


cdef int32_t takings(const St* s, bint full, const TakeAsk* f, move_t* out) noexcept nogil:
    """What a Band may take from a box: a Mahimiana first, then goods in the order of their kinds."""
    cdef int32_t n = 0, i, k
    if headman_of(s, f.band) < 0 and (full or f.lowest == 0):
        for i in range(CAMPS):
            if s.headman_at[i] == slot_of(f.camp):
                n = add(out, n, V_TAKE_HEADMAN, i)
    for k in range(0 if full else f.lowest, GOODS):
        for i in range(1, s.camp_goods[f.camp][k] + 1):
            n = add(out, n, V_TAKE, k, i)
    return add(out, n, V_DONE)


cdef int32_t countermeasures(const Tables* t, const St* s, move_t* out) noexcept nogil:
    cdef int32_t b = index_of(s.active), e, n = 0, at
    if b < 0:
        return add(out, n, V_DONE)
    at = s.camp_at[in_box(s, b)] if in_box(s, b) >= 0 else s.band_at[b]
    for e in range(4):
        if s.column_at[e] == at and war_effect_is(t, s, WE_RETURN_CAPTIVES) and s.band_goods[b][CAPTIVES]:
            n = add(out, n, V_RETURN, e)
        if s.column_at[e] == at and war_effect_is(t, s, WE_AMBUSH) and s.ap >= 2:
            n = add(out, n, V_AMBUSH, e)
        if war_effect_is(t, s, WE_SLIP) and can_slip(t, s, b, e):
            n = add(out, n, V_SLIP, e)
    return add(out, n, V_DONE)


cdef int32_t actions(const Tables* t, const St* s, move_t* out) noexcept nogil:
    """The actions of the active Band."""
    cdef int32_t b = index_of(s.active), at, n = 0, e
    cdef const u8* near
    if b < 0 or s.band_at[b] >= SPACES:
        return add(out, n, V_DONE)
    at = s.band_at[b]
    if s.piece[at] == BISON_HERD and s.mp >= hunt_cost(s, b):
        n = add(out, n, V_HUNT)
    near = t.near[BY_BAND][s.gates][at]
    while near[0]:
        if move_cost(t, s, b, near[0]) <= s.mp and (
            near[0] != NORTHEAST_SQUARE or s.gates & SANTA_FE or enemy_in(s, NORTHEAST_SQUARE) >= 0
        ):
            n = add(out, n, V_MOVE, near[0])
        near += 1
    if s.mp:
        if can_raid(s, b):
            n = add(out, n, V_RAID)
        if can_trade(t, s, b):
            n = trades(t, s, b, out, n)
        for e in range(4):
            if s.column_at[e] == at and s.stolen < 3 and war_effect_is(t, s, WE_STEAL_HORSES):
                n = add(out, n, V_STEAL, e)
    if s.band_goods[b][HORSES] > 1 and s.mp < MOST_MP:
        n = add(out, n, V_RIDE)
    return add(out, hand(t, s, out, n), V_DONE)


cdef int32_t trades(const Tables* t, const St* s, int32_t b, move_t* out, int32_t n) noexcept nogil:
    cdef int32_t given, taken
    for given in range(GOODS):
        if not (given == BISON or given == CAPTIVES or given == HORSES) or not s.band_goods[b][given]:
            continue
        if trade_price(t, s, s.band_at[b], given) > s.ap:
            continue
        for taken in range(FOOD, GOODS):
            if taken == GUNS or (taken == HORSES and (given == HORSES or not chosen_bonus(t, s, B_HORSE_TRADE))):
                continue
            if stock(t, s, taken):
                n = add(out, n, V_TRADE, given, taken)
    return n


cdef int32_t of_fight(const Tables* t, const St* s, bint full, const AskFrame* f, move_t* out) noexcept nogil:
    cdef int32_t n = 0, i, h, band = (<const BandAsk*>f).band          # only some of these questions name a Band
    if f.question == Q_REROLL:
        return rerolls(t, s, full, <const RerollAsk*>f, out)
    if f.question == Q_REDRAW:
        n = add(out, n, V_REROLL, 0)
        return add(out, n, V_REROLL, WITH + band) if s.band_goods[band][TRADE_GOODS] else n
    if f.question == Q_GUNS:
        for i in range(3):
            if s.drawn_ap[i] and s.band_goods[band][GUNS]:
                n = add(out, n, V_GUNS, DRAWN_TWO + i)
        return add(out, n, V_DONE)
    if f.question == Q_LOOT:
        h, i = stock(t, s, HORSES), stock(t, s, CAPTIVES)
        return loot((<const NumberAsk*>f).number, h, i, out)
    if f.question == Q_STAND:
        return add(out, add(out, n, V_FIGHT), V_YIELD)
    if f.question == Q_UNIT:
        return bands(t, s, full, Q_UNIT, (<const CampAsk*>f).camp, out)
    if f.question == Q_BATTLE_GUNS:
        n = add(out, n, V_GUNS, 0)
        return add(out, n, V_GUNS, 1) if s.band_goods[band][GUNS] else n
    return add(out, hand(t, s, out, n), V_DONE)


cdef int32_t rerolls(const Tables* t, const St* s, bint full, const RerollAsk* f, move_t* out) noexcept nogil:
    cdef int32_t n = add(out, 0, V_REROLL, 0), i = 0
    if free_reroll(t, s, f.purpose):
        n = add(out, n, V_REROLL, BY_CARD)
    while payer(s, f.payer, i) and (full or i == 0):
        n = add(out, n, V_REROLL, payer(s, f.payer, i))
        i += 1
    return n


cdef int32_t loot(int32_t number, int32_t horses, int32_t captured, move_t* out) noexcept nogil:
    """Each Success earns a Horses or a Captives counter, as long as there are any."""
    cdef int32_t h, n = 0, most = min(number, horses + captured)
    for h in range(min(number, horses), -1, -1):
        if most - h <= captured:
            n = add(out, n, V_LOOT, h, most - h)
    return n


cdef int32_t of_planning(const Tables* t, const St* s, bint full, const AskFrame* f, move_t* out) noexcept nogil:
    if f.question == Q_HEADMAN:
        return of_headman(t, s, <const HeadmanAsk*>f, out)
    if f.question == Q_SPARE:
        return bands(t, s, full, Q_SPARE, 0, out)
    if f.question == Q_CAMPS:
        return camp_moves(t, s, True, (<const DoneAsk*>f).done, out)
    if f.question == Q_CAMP_ON:
        return further_moves(t, s, <const OnAsk*>f, out)
    return camp_moves(t, s, False, 0, out)


cdef int32_t of_headman(const Tables* t, const St* s, const HeadmanAsk* f, move_t* out) noexcept nogil:
    cdef int32_t n = 0, i, c
    if f.may_try:
        n = add(out, n, V_ATTEMPT)
    if s.paraibo[f.camp] >= 2 and s.ap < t.most_ap:
        n = add(out, n, V_PRAY)
    for i in range(3):
        c = open_card(s, i)
        if c >= 0 and t.card[c].buy and t.card[c].cost <= s.ap:
            n = add(out, n, V_BUY, i)
    if s.ap and s.out_success:
        n = add(out, n, V_RESTORE)
    if s.culture > s.military:
        n = add(out, n, V_CONVERT)
    return add(out, n, V_DONE)


cdef int32_t camp_moves(const Tables* t, const St* s, bint planning, int32_t done, move_t* out) noexcept nogil:
    """Moves of the Rancherías that have not moved: in Planning as far as their Bands carry them, else one space."""
    cdef u8 goals[SPACES]
    cdef int32_t n = 0, i, r
    for r in range(CAMPS):
        if (done >> r) & 1:
            continue
        for i in range(camp_goals(t, s, r, camp_steps(s, r) if planning else 1, planning, goals)):
            n = add(out, n, V_MOVE_CAMP, r, goals[i])
    return add(out, n, V_DONE)


cdef int32_t further_moves(const Tables* t, const St* s, const OnAsk* f, move_t* out) noexcept nogil:
    """Of a Ranchería that has met a "?"; it may only stop if nothing stands there."""
    cdef u8 goals[SPACES]
    cdef int32_t n = 0, i
    for i in range(camp_goals(t, s, f.camp, f.left, True, goals)):
        n = add(out, n, V_MOVE_CAMP, f.camp, goals[i])
    return n if s.piece[s.camp_at[f.camp]] else add(out, n, V_DONE)


cdef int32_t of_passage(const Tables* t, const St* s, bint full, const AskFrame* f, move_t* out) noexcept nogil:
    cdef int32_t n = 0, r
    if f.question == Q_NEW_BAND:
        for r in range((<const LowestAsk*>f).lowest, CAMPS):
            if s.camp_at[r] and pop_points(t, s, r, 0) >= band_price(t, s, <const BandsFrame*>&s.frame[s.depth - 2], r):
                n = add(out, n, V_NEW_BAND, r)
        return add(out, n, V_DONE)
    if f.question == Q_PAY:
        return payments(t, s, full, <const PayAsk*>f, out)
    if f.question == Q_STRENGTHEN:
        return growths(t, s, full, (<const LowestAsk*>f).lowest, out)
    if f.question == Q_SECOND:
        return second_points(t, s, full, <const SecondAsk*>f, out)
    if f.question == Q_FOUND:
        return add(out, bands(t, s, full, Q_FOUND, 0, out), V_DONE)
    if f.question == Q_RETIRE:
        return add(out, add(out, n, V_RETIRE, (<const CampAsk*>f).camp), V_DONE)
    if f.question == Q_GOODS:
        return camps(s, False, False, out, n)
    if f.question == Q_BISON_SPACE or f.question == Q_BISON_FROM:
        return herds(s, <const LandAsk*>f, out)
    if f.question == Q_CULTURE:
        return culture_cards(t, s, (<const CultureAsk*>f).free, out)
    if f.question == Q_EXCESS:
        return bands(t, s, full, Q_EXCESS, (<const SpaceAsk*>f).space, out)
    return drops(s, full, (<const BandAsk*>f).band, out)


cdef int32_t second_points(const Tables* t, const St* s, bint full, const SecondAsk* f, move_t* out) noexcept nogil:
    """A Food of the Band's own strengthens no other."""
    if not f.own:
        return add(out, bands(t, s, full, Q_SECOND, f.band, out), V_DONE)
    return add(out, add(out, 0, V_BAND, f.band) if s.band_strength[f.band] < 3 else 0, V_DONE)


cdef int32_t payments(const Tables* t, const St* s, bint full, const PayAsk* f, move_t* out) noexcept nogil:
    cdef int32_t n = 0, k
    for k in range(0 if full else f.lowest, FOOD + 1):
        if s.camp_goods[f.camp][k] and (full or pop_points(t, s, f.camp, k) >= f.price):
            n = add(out, n, V_PAY, k)
    return n


cdef int32_t growths(const Tables* t, const St* s, bint full, int32_t lowest, move_t* out) noexcept nogil:
    cdef int32_t n = 0, b, k
    for b in range(0 if full else lowest, BANDS):
        if counts(t, s, Q_STRENGTHEN, 0, b) and (full or first_of_kind(t, s, Q_STRENGTHEN, 0, b, lowest)):
            for k in range(FOOD + 1):
                if strength_source(s, b, k):
                    n = add(out, n, V_STRENGTHEN, b, k)
    return add(out, n, V_DONE)


cdef int32_t herds(const St* s, const LandAsk* f, move_t* out) noexcept nogil:
    """The spaces from which Bison may go, or to which they may come."""
    cdef int32_t n = 0, i
    cdef bint fits
    for i in range(1, ROUND + 1):
        if f.territory != ANY and territory(i) != f.territory:
            continue
        if f.question == Q_BISON_FROM:
            fits = s.piece[i] == BISON_HERD
        elif s.frame[s.depth - 2].step == S_EFFECT_BISON:
            fits = open_to_bison(s, i)
        else:
            fits = empty_space(s, i)
        if fits:
            n = add(out, n, V_SPACE, i)
    return n


cdef int32_t culture_cards(const Tables* t, const St* s, bint free, move_t* out) noexcept nogil:
    cdef int32_t n = 0, i
    for i in range(SETS):
        if s.level[i] < 3 and (free or t.culture_cost[i][s.level[i] + 1] <= s.culture):
            n = add(out, n, V_CULTURE, i)
    return n if free else add(out, n, V_DONE)


cdef int32_t drops(const St* s, bint full, int32_t b, move_t* out) noexcept nogil:
    cdef int32_t n = 0, k, i
    cdef bint any_goods = False
    for k in range(GOODS):
        any_goods = any_goods or s.band_goods[b][k]
        if full:
            for i in range(1, s.band_goods[b][k] + 1):
                n = add(out, n, V_DROP, b, k, i)
    if any_goods:
        n = add(out, n, V_DROP, b, ANY, ANY)
    if headman_of(s, b) >= 0:
        n = add(out, n, V_DROP_HEADMAN, b)
    return add(out, n, V_DONE)


cdef int32_t of_cards(const Tables* t, const St* s, bint full, const AskFrame* f, move_t* out) noexcept nogil:
    if f.question == Q_BOX or f.question == Q_REFUGE:
        return camps(s, False, f.question == Q_REFUGE, out, 0)
    if f.question == Q_RESERVE:
        return add(out, camps(s, False, True, out, 0), V_DONE)
    if f.question == Q_SICK:
        return bands(t, s, full, Q_SICK, (<const CampAsk*>f).camp, out)
    if f.question == Q_ANY_HEADMAN:
        return headmen(s, (<const AnyHeadmanAsk*>f).who, out)
    if f.question == Q_BAND_OR_NEW:
        return bands_and_new(t, s, full, out)
    if f.question == Q_RANSOM:
        return amounts(min((<const NumberAsk*>f).number, captives(s)), out)
    if f.question == Q_SWAP:
        return swaps(t, s, <const SwapAsk*>f, out)
    if f.question == Q_ALLY:
        return allies(s, <const AllyAsk*>f, out)
    if f.question == Q_TRIBE_SPACE:
        return tribe_spaces(s, (<const LandAsk*>f).territory, out)
    return removals(s, <const RemoveAsk*>f, out)


cdef int32_t headmen(const St* s, int32_t who, move_t* out) noexcept nogil:
    cdef int32_t n = 0, i
    for i in range(CAMPS):
        if s.camp_at[i] and who == 0:
            n = add(out, n, V_HEADMAN, i)
    for i in range(CAMPS):
        if s.camp_at[i] and s.mahimiana[i]:
            n = add(out, n, V_HEADMAN, MAHIMIANA + i)
    return n


cdef int32_t bands_and_new(const Tables* t, const St* s, bint full, move_t* out) noexcept nogil:
    cdef int32_t n = bands(t, s, full, Q_BAND_OR_NEW, 0, out), i
    for i in range(CAMPS):
        if s.camp_at[i] and free_band(t, s) >= 0:
            n = add(out, n, V_NEW_BAND, i)
    return n


cdef int32_t amounts(int32_t most, move_t* out) noexcept nogil:
    cdef int32_t n = 0, i
    for i in range(1, most + 1):
        n = add(out, n, V_AMOUNT, i)
    return n


cdef int32_t swaps(const Tables* t, const St* s, const SwapAsk* f, move_t* out) noexcept nogil:
    cdef int32_t n = 0, i
    for i in range(1, WITH + BANDS):
        if swappable(t, s, i, f.given, f.territory):
            n = add(out, n, V_HOLDER, i)
    return add(out, n, V_DONE) if f.may_stop else n


cdef int32_t allies(const St* s, const AllyAsk* f, move_t* out) noexcept nogil:
    cdef int32_t n = 0, i
    for i in range(1, ROUND + 1):
        if (f.territories >> territory(i)) & 1 and s.piece[i] == TRIBE and free_tribe(s, i):
            n = add(out, n, V_SPACE, i)
    return add(out, n, V_DONE) if f.may_decline else n


cdef int32_t tribe_spaces(const St* s, int32_t which, move_t* out) noexcept nogil:
    cdef int32_t n = 0, i
    for i in range(1, ROUND + 1):
        if territory(i) == which and open_to_piece(s, i):
            n = add(out, n, V_SPACE, i)
    return n


cdef int32_t removals(const St* s, const RemoveAsk* f, move_t* out) noexcept nogil:
    cdef int32_t n = 0, i
    for i in range(1, ROUND + 1):
        if removable(s, i, f.owner, f.territory) or removable(s, i, f.other_owner, f.other_territory):
            n = add(out, n, V_SPACE, i)
    return n

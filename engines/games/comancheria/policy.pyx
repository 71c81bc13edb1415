"""The baseline: what a sensible player does without looking ahead.

Every answer has a score for its immediate effect. The best is played, and noise breaks ties. The numbers are fixed,
since strength is measured against them. Each is the one that won most over thousands of games of the four shorter
scenarios.
"""
from libc.stdint cimport int32_t, uint64_t

from hunch.engines.games.comancheria.board.areas cimport any_ravaged, camp_lands, camp_spaces, covered, lands
from hunch.engines.games.comancheria.board.pieces cimport bit, headman_of, square_owner
from hunch.engines.games.comancheria.codes.components cimport (
    BANDS, BISON, BISON_HERD, BOX, BY_BAND, CAMPS, CAPTIVES, FAR, FOOD, GUNS, HORSES, NONE, RESERVATION, ROUND, SPACES,
    TRADE_GOODS, TRIBE,
)
from hunch.engines.games.comancheria.codes.effects cimport M_DISCARD
from hunch.engines.games.comancheria.codes.moves cimport (
    DRAWN_FOUR, D_BATTLE, D_DEATH, D_DISCONTENT, D_HEADMAN, D_SUCCESSOR, O_ACTIONS, O_CULTURE, O_PASSAGE,
    O_PLANNING, Q_ACTION, Q_ALLY, Q_BATTLE_GUNS, Q_BISON_FROM, Q_BISON_SPACE, Q_CAMP, Q_CAMPS, Q_CAMP_ON, Q_CARDS,
    Q_COUNTER, Q_CULTURE, Q_DROP, Q_EXCESS, Q_FOUND, Q_GUNS, Q_HEADMAN, Q_LOOT, Q_OPERATION, Q_PAY, Q_PLACE,
    Q_RANSOM, Q_REDRAW, Q_REROLL, Q_RESERVE, Q_RETIRE, Q_SICK, Q_SPEND, Q_STAND, Q_STRENGTHEN, Q_SWAP, Q_TAKE,
    Q_TRACK, Q_TRAVOIS, Q_TRIBE_SPACE, Q_UNIT, V_ATTEMPT, V_BUY, V_CAMP, V_COLLECT, V_CONVERT, V_DONE, V_FIGHT,
    V_GUNS, V_HUNT, V_NEXT, V_PLAY, V_PRAY, V_RAID, V_RESTORE, V_RETIRE, V_RIDE, V_STEAL, V_STRENGTHEN, V_TAKE,
    V_TAKE_HEADMAN, V_TRADE,
)
from hunch.engines.games.comancheria.decisions.answers cimport answers
from hunch.engines.games.comancheria.procedures.actions cimport hunt_cost, move_cost
from hunch.engines.games.comancheria.procedures.frames cimport (
    AskFrame, CampAsk, CultureAsk, HeadmanAsk, RerollAsk, StandAsk, about,
)
from hunch.engines.games.comancheria.procedures.passage_people cimport can_found, pop_points
from hunch.engines.games.comancheria.procedures.planning cimport open_card
from hunch.engines.games.comancheria.procedures.victory cimport objective
from hunch.engines.games.comancheria.state cimport St, Tables, index_of, is_round, territory, verb_of, x_of, y_of
from hunch.engines.contract cimport MOST_MOVES, move_t, u8
from hunch.engines.rng cimport Rng, unit

ctypedef struct Prospect:        # what the answers to one question have in common
    double operation[O_PASSAGE + 1]
    uint64_t camps               # spaces with a Ranchería,
    uint64_t counters            # with a Peace or Ally counter
    int32_t homes                # territories with a Ranchería
    int32_t hunt                 # cost of a Hunt
    double back                  # the value of coming home
    bint reaps                   # see harvest
    bint need                    # a Ranchería is to be founded


cdef move_t policy_move(const Tables* t, const St* s, Rng* rng) noexcept nogil:
    cdef move_t out[MOST_MOVES]
    cdef int32_t n = answers(t, s, t.full, out), i, best = 0
    cdef double score, highest = -1e9
    cdef Prospect p
    if n == 1:
        return out[0]
    look(t, s, &p)
    for i in range(n):
        score = worth_of(t, s, &p, out[i]) + 0.2 * unit(rng)
        if score > highest:
            best, highest = i, score
    return out[best]


cdef void look(const Tables* t, const St* s, Prospect* p) noexcept nogil:
    cdef int32_t question = about(&s.frame[s.depth - 1]), band = index_of(s.active)
    if question == Q_OPERATION:
        operations(t, s, p)
    elif question == Q_ACTION:
        p.camps, p.counters, p.homes = camp_spaces(s), covered(s), camp_lands(s)
        p.reaps, p.hunt = harvest(s), hunt_cost(s, band)
        p.back = 0.5 * carried(s, band) - 0.2 + (0.3 if headman_of(s, band) >= 0 else 0.0)
        p.need = not founders(t, s, p.homes, band) and not objective(t, s, lands(s, False))


cdef double worth_of(const Tables* t, const St* s, const Prospect* p, move_t m) noexcept nogil:
    cdef const AskFrame* f = <const AskFrame*>&s.frame[s.depth - 1]
    if f.question == Q_OPERATION:
        return 20.0 if verb_of(m) == V_PLAY else p.operation[x_of(m)]
    if f.question == Q_ACTION:
        return action(t, s, p, m)
    if f.question <= Q_COUNTER or f.question == Q_DROP:
        return of_turn(t, s, f, m)
    if f.question <= Q_CARDS:
        return of_fight(t, s, f, m)
    if f.question <= Q_CULTURE or f.question == Q_CAMP_ON:
        return of_time(t, s, f, m)
    return of_cards(s, f, m)


# The operation -------------------------------------------------------------------------------------------------

cdef int32_t finished(const St* s) noexcept nogil:
    cdef int32_t b, n = 0
    for b in range(BANDS):
        n += s.band_done[b]
    return n


cdef inline bint has(int32_t homes, int32_t space) noexcept nogil:
    """There is a Ranchería in the territory of a round space."""
    return (homes >> territory(space)) & 1


cdef bint founders(const Tables* t, const St* s, int32_t homes, int32_t but) noexcept nogil:
    """A Band outside, other than this one, could found a Ranchería in a territory that has none."""
    cdef int32_t b
    for b in range(BANDS):
        if b != but and is_round(s.band_at[b]) and not has(homes, s.band_at[b]) and can_found(t, s, b):
            return True
    return False


cdef bint harvest(const St* s) noexcept nogil:
    """A Tribe or Settlement lies Ravaged, so a Passage costs no Military."""
    cdef int32_t i
    if not any_ravaged(s):
        return False
    for i in range(1, ROUND + 1):
        if s.ravaged[i] and s.piece[i] >= TRIBE:
            return True
    return False


cdef bint bars(const Tables* t, const St* s, int32_t homes, int32_t space) noexcept nogil:
    """A Settlement denies control of a territory that the objective names, or that has a Ranchería."""
    if s.piece[space] <= TRIBE or s.ravaged[space]:
        return False
    return (t.goal_named[s.period] >> territory(space)) & 1 or has(homes, space)


cdef void operations(const Tables* t, const St* s, Prospect* p) noexcept nogil:
    """What each brings; a Passage, whether its check will find the objective met: by then Ravaged pieces are gone."""
    cdef int32_t r, b, most = 0, successes = 0, pop = 0, held = 0, done = finished(s)
    cdef int32_t[CAMPS] ready = [0, 0, 0, 0, 0]
    cdef int32_t homes = camp_lands(s), mine = lands(s, False)
    cdef bint reaps = harvest(s), met = objective(t, s, lands(s, True) if reaps else mine)
    for b in range(BANDS):
        if BOX <= s.band_at[b] < BOX + CAMPS:
            ready[s.band_at[b] - BOX] += 1
    for r in range(CAMPS):
        if s.camp_at[r] and s.camp_at[r] != RESERVATION:
            most = max(most, min(ready[r], s.paraibo[r]))
            successes += s.mahimiana_success[r] + s.paraibo_success[r]
            pop += pop_points(t, s, r, 0)
    for r in range(6):
        held += ((homes >> r) & 1) + ((mine >> r) & 1)
    p.operation[O_ACTIONS] = 1.2 * most + (0.0 if reaps else 2.5) - 0.4 * done
    p.operation[O_CULTURE] = held * (1.3 if s.culture < 4 else 1.6 if s.culture < 8 else 0.3)
    p.operation[O_PLANNING] = (
        0.2 + successes - 1.6 * done + (0.5 if s.ap > 1 else 0.0)
        + (2.0 if s.culture > s.military + 1 and s.military < 4 else 0.0)
    )
    p.operation[O_PASSAGE] = (
        0.5 * done + 0.5 * pop + (2.0 if reaps else 0.0)
        + ((2.0 if met else 10.0) if founders(t, s, homes, -1) else 0.0)
        + ((4.0 if s.passage else 3.0) if met else 0.0)
    )


# A Band --------------------------------------------------------------------------------------------------------

cdef inline bint hostile(const St* s, const Prospect* p, int32_t space) noexcept nogil:
    """An Enemy Space."""
    cdef int32_t owner = square_owner(space)
    if owner >= 0:
        return (s.present >> owner) & 1 and not p.counters & bit(space)
    return s.piece[space] > TRIBE or (s.piece[space] == TRIBE and not p.counters & bit(space))


cdef double draw_of(
    const Tables* t, const St* s, const Prospect* p, int32_t band, int32_t space, int32_t mp
) noexcept nogil:
    """How much a Band wants to be there with these movement points left."""
    cdef int32_t r
    cdef double value = 0.0
    cdef bint here = p.camps & bit(space) != 0
    if mp and hostile(s, p, space):
        value = (4.0 if s.ravaged[space] == 0 else 1.0) if s.band_strength[band] > 1 else 0.0
        if not p.reaps and is_round(space):
            value += 2.5
        if value and is_round(space) and bars(t, s, p.homes, space):
            value += 3.0 if (t.goal_named[s.period] >> territory(space)) & 1 else 1.5
        value += 0.1 * mp
    elif s.piece[space] == BISON_HERD and mp >= p.hunt:
        value = 5.0
        if is_round(space) and not has(p.homes, space):
            value += 5.0 if p.need else 1.5
    elif is_round(space) and s.piece[space] == NONE and not here and not has(p.homes, space):
        value = 6.5 if p.need else 4.0
    if here:
        value = max(value, p.back)
    for r in range(4):
        if s.column_at[r] == space and not here:
            value -= 2.0
    return value


cdef int32_t carried(const St* s, int32_t band) noexcept nogil:
    """What a Band would take home, in pop points."""
    return s.band_goods[band][BISON] + s.band_goods[band][CAPTIVES] + 2 * s.band_goods[band][FOOD]


cdef double action(const Tables* t, const St* s, const Prospect* p, move_t m) noexcept nogil:
    cdef int32_t band = index_of(s.active), at = s.band_at[band], verb = verb_of(m), x = x_of(m)
    cdef int32_t i, cost, left, far, reach
    cdef double best
    cdef const u8* away
    cdef const u8* near
    if verb == V_PLAY or verb == V_STEAL:
        return 20.0
    if verb == V_TRADE:
        if x == CAPTIVES:
            return 6.0 if y_of(m) == FOOD else 5.0
        return 3.0 if x == BISON and p.counters & bit(at) and y_of(m) == FOOD else -1.0
    if verb == V_RIDE:
        return -1.0
    if verb == V_RAID:
        return 2.5 + draw_of(t, s, p, band, at, s.mp)
    if verb == V_HUNT:
        return 0.5 + draw_of(t, s, p, band, at, s.mp)
    if verb == V_DONE:
        return draw_of(t, s, p, band, at, 0) + (0.2 if p.camps & bit(at) else 0.0)
    cost = move_cost(t, s, band, x)
    left = s.mp - cost
    best = draw_of(t, s, p, band, x, left) + 0.1
    away = t.distance[BY_BAND][s.gates][x]
    reach = min(left // cost, FAR - 1)
    if reach < 1:
        return best
    near = t.near[BY_BAND][s.gates][x]
    if reach == 1:                                     # what lies beyond, if it can still be reached
        while near[0]:
            if t.distance[BY_BAND][s.gates][at][near[0]] > 1:
                best = max(best, draw_of(t, s, p, band, near[0], left - cost) + 0.1 - 0.4)
            near += 1
        return best
    for i in range(1, SPACES):
        far = away[i]
        if 0 < far <= reach and t.distance[BY_BAND][s.gates][at][i] > far:
            best = max(best, draw_of(t, s, p, band, i, left - far * cost) + 0.1 - 0.4 * far)
    return best


cdef double of_turn(const Tables* t, const St* s, const AskFrame* f, move_t m) noexcept nogil:
    cdef int32_t verb = verb_of(m), x = x_of(m), b, n = 0
    if f.question == Q_CAMP:
        for b in range(BANDS):
            n += s.band_at[b] == BOX + x
        return min(n, s.paraibo[x])
    if f.question == Q_PLACE:
        return s.band_strength[x]
    if f.question == Q_TRACK:
        return 1.0 if verb == V_NEXT else 2.4 - 0.1 * s.ap if verb == V_COLLECT else 0.0
    if f.question == Q_SPEND:
        return 1.0 if verb == V_DONE else 2.0 if s.ap > 3 and not s.band_done[x] else 0.0
    if f.question == Q_TAKE:
        if verb == V_TAKE_HEADMAN:
            return 5.0
        if verb == V_TAKE and (x == HORSES or x == TRADE_GOODS):
            return 4.0 - 0.5 * y_of(m)
        if verb == V_TAKE and x == GUNS:
            return 3.0 + y_of(m)
        return 0.0 if verb == V_TAKE else 1.0
    if f.question == Q_DROP:
        return 1.0 if verb != V_DONE else 0.0
    return 1.0 if verb != V_DONE else 0.0


cdef double of_fight(const Tables* t, const St* s, const AskFrame* f, move_t m) noexcept nogil:
    cdef int32_t verb = verb_of(m), x = x_of(m)
    if f.question == Q_REROLL:
        return (1.0 if x else 0.0) if worth_rerolling(<const RerollAsk*>f) else (0.0 if x else 1.0)
    if f.question == Q_REDRAW:
        return (1.0 if x else 0.0) if s.drawn_success == 0 else (0.0 if x else 1.0)
    if f.question == Q_GUNS:
        return x if verb == V_GUNS and x < DRAWN_FOUR else 1.0 if verb == V_DONE else 0.0
    if f.question == Q_LOOT:
        return 1.1 * y_of(m) + min(x, 2 - min(2, s.band_goods[about(&s.frame[s.depth - 2])][HORSES]))
    if f.question == Q_STAND:
        if verb == V_FIGHT:
            return 1.0
        return 0.6 + 0.1 * s.column_strength[(<const StandAsk*>f).enemy] if s.military > 2 else 0.4
    if f.question == Q_UNIT:
        return s.band_strength[x] - s.band_done[x]
    if f.question == Q_BATTLE_GUNS:
        return x
    return 1.0 if verb == V_PLAY else 0.0


cdef bint worth_rerolling(const RerollAsk* f) noexcept nogil:
    if f.purpose == D_BATTLE:
        return f.value <= 2
    if f.purpose == D_DEATH or f.purpose == D_SUCCESSOR:
        return f.value == 1
    if f.purpose == D_HEADMAN:
        return f.value > 4
    return f.purpose == D_DISCONTENT and f.value == 1


cdef double of_time(const Tables* t, const St* s, const AskFrame* f, move_t m) noexcept nogil:
    """Planning and Passage."""
    cdef int32_t verb = verb_of(m), x = x_of(m), c, camp
    if f.question == Q_HEADMAN:
        if verb == V_ATTEMPT:
            return 3.0 if s.paraibo[(<const HeadmanAsk*>f).camp] >= 4 else 0.0
        if verb == V_CONVERT:
            return 2.5 if s.culture > s.military + 1 else 0.0
        if verb == V_BUY:
            c = open_card(s, x)
            return 2.0 if t.card[c].count[M_DISCARD] == 0 else 2.2
        if verb == V_RESTORE:
            return 1.0 if s.ap > 2 else 0.0
        if verb == V_PRAY:
            return 1.5 if s.paraibo[(<const HeadmanAsk*>f).camp] > 4 and s.ap < 4 else 0.0
        return 0.5
    if f.question in (Q_CAMPS, Q_TRAVOIS, Q_CAMP_ON):
        if verb == V_DONE:
            return 1.0
        return 2.0 if is_round(y_of(m)) and not has(camp_lands(s), y_of(m)) and is_round(s.camp_at[x]) and (
            crowded_area(s, territory(s.camp_at[x]))
        ) else 0.0
    if f.question == Q_FOUND:
        if verb == V_DONE:
            return 1.0
        return 0.0 if is_round(s.band_at[x]) and has(camp_lands(s), s.band_at[x]) else 2.0 + s.band_strength[x]
    if f.question == Q_STRENGTHEN and verb == V_STRENGTHEN:
        return 2.0 + s.band_strength[x]
    if f.question == Q_RETIRE:
        camp = (<const CampAsk*>f).camp
        return 1.0 if (verb == V_RETIRE) == (s.mahimiana[camp] > s.paraibo[camp]) else 0.0
    if f.question == Q_PAY:
        return -x
    if f.question == Q_CULTURE:
        if (<const CultureAsk*>f).free:
            return 1.0 if x < 2 else 0.0
        return 1.0 if verb == V_DONE else 2.0 if s.culture - t.culture_cost[x][s.level[x] + 1] >= 6 else 0.0
    if f.question == Q_BISON_SPACE or f.question == Q_BISON_FROM:
        return 0.0
    return 1.0 if verb != V_DONE else 0.0


cdef bint crowded_area(const St* s, int32_t which) noexcept nogil:
    cdef int32_t r, n = 0
    for r in range(CAMPS):
        n += is_round(s.camp_at[r]) and territory(s.camp_at[r]) == which
    return n > 1


cdef double of_cards(const St* s, const AskFrame* f, move_t m) noexcept nogil:
    cdef int32_t verb = verb_of(m), x = x_of(m)
    if f.question == Q_ALLY or f.question == Q_TRIBE_SPACE:
        return 0.0 if verb == V_DONE else 1.0
    if f.question == Q_EXCESS or f.question == Q_SICK:
        return -<double>s.band_strength[x]
    if f.question == Q_RANSOM or f.question == Q_SWAP:
        return x if verb != V_DONE else -1.0
    if f.question == Q_RESERVE:
        return 1.0 if verb == V_DONE and s.culture > 3 else 0.5 if verb == V_CAMP else 0.0
    return 0.0

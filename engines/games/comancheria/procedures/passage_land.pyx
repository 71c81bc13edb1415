"""The Passage of Time (4.4): the order of its steps, and steps 9 to 15: the land, the cards and the track."""
from libc.stdint cimport int32_t
from libc.string cimport memset

from hunch.engines.games.comancheria.board.pieces cimport (
    culture, empty_space, first, military, remove_piece, standing, stock, to_top,
)
from hunch.engines.games.comancheria.codes.components cimport (
    ANY, BISON, BISON_HERD, BOUGHT, CAMPS, CARDS, COUNTERS, DISCARDED, GONE, GOODS, HAND, LAST, NONE, ON, OPEN, PLACES,
    ROUND, SETS, SPACES, TRIBE,
)
from hunch.engines.games.comancheria.codes.effects cimport M_DISCARD, X_BISON_LEAVE, X_FEWER_BISON
from hunch.engines.games.comancheria.codes.moves cimport (
    D_BISON, D_PASSAGE, D_PASSAGE_PEACE, Q_BISON_FROM, Q_BISON_SPACE, Q_CULTURE, Q_GOODS, V_CULTURE,
)
from hunch.engines.games.comancheria.codes.steps cimport (
    S_EFFECT, S_PASS_BAND_PAID, S_PASS_BISON, S_PASS_BISON_AT, S_PASS_BISON_FROM, S_PASS_BISON_GONE,
    S_PASS_BISON_ROLLED, S_PASS_CULTURE, S_PASS_CULTURE_GOT, S_PASS_DIED, S_PASS_DISCARD, S_PASS_GOODS,
    S_PASS_GOODS_TO, S_PASS_PEACE, S_PASS_PEACE_ROLLED, S_PASS_RETIRED, S_PASS_REVEAL, S_PASS_SECOND, S_PASS_SUCCEEDED,
    S_PASS_TRACK, S_PASS_TRACK_ROLLED, S_REVEAL, S_VICTORY,
)
from hunch.engines.games.comancheria.procedures.frames cimport (
    BandsFrame, BisonFrame, DeathFrame, PassPeaceFrame, PlaceFrame, RetireFrame, StrengthenFrame, SuccessorFrame,
)
from hunch.engines.games.comancheria.procedures.passage_people cimport (
    deaths, follow, found_and_retire, make_bands, strengthen,
)
from hunch.engines.games.comancheria.procedures.victory cimport check_victory
from hunch.engines.games.comancheria.state cimport (
    Frame, St, Tables, ask, owner_of_counter, pop, push, roll_die, territory, verb_of, x_of, z_of,
)


cdef void pass_step(const Tables* t, St* s, Frame* f) noexcept nogil:
    if f.step <= S_PASS_BAND_PAID:
        make_bands(t, s, <BandsFrame*>f)
    elif f.step <= S_PASS_SECOND:
        strengthen(t, s, <StrengthenFrame*>f)
    elif f.step <= S_PASS_RETIRED:
        found_and_retire(t, s, <RetireFrame*>f)
    elif f.step <= S_PASS_DIED:
        deaths(t, s, <DeathFrame*>f)
    elif f.step <= S_PASS_SUCCEEDED:
        follow(t, s, <SuccessorFrame*>f)
    elif f.step <= S_PASS_PEACE_ROLLED:
        land(t, s, <PassPeaceFrame*>f)
    elif f.step <= S_PASS_BISON_GONE:
        bison(t, s, <BisonFrame*>f)
    elif f.step <= S_PASS_CULTURE_GOT:
        deal(t, s, <PlaceFrame*>f)
    else:
        time(t, s, f)


cdef void ravage(const Tables* t, St* s) noexcept nogil:
    """Step 10: Ravaged pieces and all Ravaged counters leave the map. Without such a piece Military falls by 1."""
    cdef int32_t i
    cdef bint removed = False
    for i in range(1, ROUND + 1):
        if s.ravaged[i] and s.piece[i] >= TRIBE:
            remove_piece(s, i)
            removed = True
    memset(s.ravaged, 0, SPACES)
    if not removed:
        military(t, s, -1)


cdef void land(const Tables* t, St* s, PassPeaceFrame* f) noexcept nogil:
    """Steps 9 to 11: goods of the Operations Track go to a box, Ravaged pieces leave, each Peace and Ally is tested."""
    cdef int32_t i, k, r
    cdef bint any_goods = False
    if f.step == S_PASS_GOODS:
        f.counter = 0
        for i in range(PLACES):
            for k in range(GOODS):
                any_goods = any_goods or s.ops_goods[i][k] > 0
        if any_goods:
            for r in range(CAMPS):
                if s.camp_at[r]:
                    f.step = S_PASS_GOODS_TO
                    ask(s, Q_GOODS, ANY)
                    return
            memset(s.ops_goods, 0, PLACES * GOODS)
        ravage(t, s)
        f.step = S_PASS_PEACE
    elif f.step == S_PASS_GOODS_TO:
        for i in range(PLACES):
            for k in range(GOODS):
                s.camp_goods[x_of(s.answer)][k] += s.ops_goods[i][k]
        memset(s.ops_goods, 0, PLACES * GOODS)
        ravage(t, s)
        f.step = S_PASS_PEACE
    elif f.step == S_PASS_PEACE:
        while f.counter < COUNTERS:
            if s.where[f.counter] >= ON:
                f.step = S_PASS_PEACE_ROLLED
                roll_die(s, D_PASSAGE_PEACE, f.counter)
                return
            f.counter += 1
        count_bison(t, s, <BisonFrame*>f)
    else:
        if s.where[f.counter] >= ON and z_of(s.answer) > t.cost[f.counter][s.face[f.counter]]:
            s.where[f.counter] = HAND
            to_top(s, f.counter, owner_of_counter(f.counter))
        f.counter += 1
        f.step = S_PASS_PEACE


cdef void count_bison(const Tables* t, const St* s, BisonFrame* f) noexcept nogil:
    """Sets how many Bison come or go: one, and one more for each empty place of the development cards."""
    cdef int32_t i, n = 1
    for i in range(3):
        n += not has_open(s, i)
    if standing(t, s, X_BISON_LEAVE, -1):
        f.to_place, f.to_remove = 0, n
    else:
        f.to_place, f.to_remove = n, 0
    f.to_remove += standing(t, s, X_FEWER_BISON, -1)
    f.step = S_PASS_BISON


cdef bint has_open(const St* s, int32_t place) noexcept nogil:
    cdef int32_t i
    for i in range(CARDS):
        if s.card[i] == OPEN + place:
            return True
    return False


cdef bint has_space(const St* s, int32_t which) noexcept nogil:
    cdef int32_t i
    for i in range(1, ROUND + 1):
        if (which == ANY or territory(i) == which) and empty_space(s, i):
            return True
    return False


cdef bint has_bison(const St* s, int32_t which) noexcept nogil:
    cdef int32_t i
    for i in range(6 * which + 1, 6 * which + 7):
        if s.piece[i] == BISON_HERD:
            return True
    return False


cdef void bison(const Tables* t, St* s, BisonFrame* f) noexcept nogil:
    """Step 12: Bison come and go."""
    cdef int32_t which
    if f.step == S_PASS_BISON:
        if f.to_place == 0 and f.to_remove == 0:
            f.step = S_PASS_DISCARD
            return
        f.step = S_PASS_BISON_ROLLED
        roll_die(s, D_BISON)
    elif f.step == S_PASS_BISON_ROLLED:
        which = t.die_area[z_of(s.answer)]
        f.step = S_PASS_BISON
        if f.to_place == 0:
            f.to_remove -= 1
            if has_bison(s, which):
                f.step = S_PASS_BISON_GONE
                ask(s, Q_BISON_FROM, which)
            return
        f.to_place -= 1
        if has_space(s, which):
            if stock(t, s, BISON) > 0:
                f.step = S_PASS_BISON_AT
                ask(s, Q_BISON_SPACE, which)
        elif has_bison(s, which) and has_space(s, ANY):
            f.step = S_PASS_BISON_FROM
            ask(s, Q_BISON_FROM, which)
    elif f.step == S_PASS_BISON_FROM:
        s.piece[x_of(s.answer)] = NONE
        f.step = S_PASS_BISON_AT
        ask(s, Q_BISON_SPACE, ANY)
    else:
        s.piece[x_of(s.answer)] = NONE if f.step == S_PASS_BISON_GONE else BISON_HERD
        f.step = S_PASS_BISON


cdef void deal(const Tables* t, St* s, PlaceFrame* f) noexcept nogil:
    """Steps 13 and 14: new development cards. Cards of an earlier period leave the game, others are discarded."""
    cdef int32_t c, i
    if f.step == S_PASS_DISCARD:
        for i in range(4):
            c = first(s.card, CARDS, OPEN + i if i < 3 else BOUGHT)
            while c >= 0:
                s.card[c] = DISCARDED if c // 12 == s.period - 1 else GONE
                if i < 3 and t.card[c].count[M_DISCARD]:
                    push(s, S_EFFECT, c, M_DISCARD)
                    return
                c = first(s.card, CARDS, OPEN + i if i < 3 else BOUGHT)
        s.chosen = 0
        f.place = 0
        f.step = S_PASS_REVEAL
    elif f.step == S_PASS_REVEAL:
        i = f.place
        f.place += 1
        if i < 3:
            push(s, S_REVEAL, i)
            return
        f.place = 0
        f.step = S_PASS_CULTURE
    elif f.step == S_PASS_CULTURE:
        f.step = S_PASS_TRACK
        for i in range(SETS):
            if s.level[i] < 3 and t.culture_cost[i][s.level[i] + 1] <= s.culture:
                f.step = S_PASS_CULTURE_GOT
                ask(s, Q_CULTURE, 0)
                return
    else:
        f.step = S_PASS_TRACK
        if verb_of(s.answer) == V_CULTURE:
            i = x_of(s.answer)
            s.level[i] += 1
            culture(t, s, -<int32_t>t.culture_cost[i][s.level[i]])


cdef void time(const Tables* t, St* s, Frame* f) noexcept nogil:
    """Step 15: the Passage of Time Track and the Victory Check."""
    if f.step == S_PASS_TRACK:
        s.operations = 0
        if s.passage == 0:
            s.passage = 1
            pop(s)
        elif s.passage == LAST:
            f.step = S_VICTORY
        else:
            f.step = S_PASS_TRACK_ROLLED
            roll_die(s, D_PASSAGE, t.passage_number[s.passage])
    elif f.step == S_PASS_TRACK_ROLLED:
        if z_of(s.answer) <= t.passage_number[s.passage]:
            s.passage = LAST
            f.step = S_VICTORY
        else:
            s.passage += 1
            pop(s)
    else:
        check_victory(t, s)

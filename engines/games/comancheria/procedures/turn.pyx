"""A turn: its phases, and the Operation Cleanup (3.4)."""
from libc.stdint cimport int32_t, uint64_t
from libc.string cimport memset

from hunch.engines.games.comancheria.board.pieces cimport (
    band_in, bit, camp_in, drop_headman, headman_of, military, nearest_camp, remove_band,
)
from hunch.engines.games.comancheria.board.playable cimport hand_can_play
from hunch.engines.games.comancheria.codes.components cimport (
    ANY, BANDS, BOX, CAMPS, FAIR, GOODS, HAND, RESERVATION, SANTA_FE, STAKES, TRAIL, TRIBE, USED_PEACE_TRADE,
    USED_TRADE,
)
from hunch.engines.games.comancheria.codes.effects cimport M_PLAY
from hunch.engines.games.comancheria.codes.moves cimport (
    C_CLEANUP, DRAWN_COUNTER, DRAWN_TWO, D_DISCONTENT, O_ACTIONS, O_CULTURE, O_PLANNING, Q_CARDS, Q_DROP, Q_EXCESS,
    Q_GOODS, Q_OPERATION, V_DONE, V_DROP_HEADMAN, V_PLAY,
)
from hunch.engines.games.comancheria.codes.steps cimport (
    S_A, S_ACT, S_B, S_C, S_CLEAN, S_CLEAN_CARDS, S_CLEAN_DRAW, S_CLEAN_DRAWN, S_CLEAN_DROP, S_CLEAN_DROPPED,
    S_CLEAN_END, S_CLEAN_ENEMY, S_CLEAN_GOODS, S_CLEAN_GOODS_TO, S_CLEAN_MARKS, S_CLEAN_STACK, S_CLEAN_STACKED,
    S_CLEAN_TRAIL, S_CLEAN_UNREST, S_CLEAN_UNREST_ROLLED, S_CULTURE, S_DRAW, S_EFFECT, S_MARK, S_PASS, S_PLAN,
    S_TURN_AGAIN, S_TURN_CLEANUP, S_TURN_OPERATE, S_TURN_SELECT, S_TURN_WAR, S_WAR_BEGIN,
)
from hunch.engines.games.comancheria.decisions.chance cimport cup_empty
from hunch.engines.games.comancheria.decisions.dice cimport finished_in, is_noticed
from hunch.engines.games.comancheria.procedures.frames cimport DropFrame, PlaceFrame, UnrestFrame
from hunch.engines.games.comancheria.state cimport (
    Frame, St, Tables, ask, in_box, pop, push, roll_die, verb_of, x_of, y_of, z_of,
)


cdef void turn_step(const Tables* t, St* s, Frame* f) noexcept nogil:
    cdef int32_t op
    if f.step == S_TURN_WAR:
        f.step = S_TURN_SELECT
        push(s, S_WAR_BEGIN)
    elif f.step == S_TURN_SELECT:
        s.once &= ~(USED_TRADE | USED_PEACE_TRADE | FAIR)
        f.step = S_TURN_OPERATE
        ask(s, Q_OPERATION)
    elif f.step == S_TURN_OPERATE:
        if verb_of(s.answer) == V_PLAY:
            push(s, S_EFFECT, x_of(s.answer), M_PLAY)
            f.step = S_TURN_AGAIN
            return
        op = x_of(s.answer)
        f.step = S_TURN_CLEANUP
        push(s, S_ACT if op == O_ACTIONS else S_CULTURE if op == O_CULTURE else S_PLAN if op == O_PLANNING else S_PASS)
    elif f.step == S_TURN_AGAIN:
        f.step = S_TURN_OPERATE
        ask(s, Q_OPERATION)
    elif f.step == S_TURN_CLEANUP:
        f.step = S_TURN_WAR
        push(s, S_CLEAN)


cdef int32_t crowded(const St* s) noexcept nogil:
    """The first space outside Rancherías with more than one Band, or 0."""
    cdef int32_t b, i
    cdef uint64_t occupied = 0, shared = 0
    for b in range(BANDS):
        if s.band_strength[b] and s.band_at[b] < RESERVATION:
            shared |= occupied & bit(s.band_at[b])
            occupied |= bit(s.band_at[b])
    for i in range(1, RESERVATION if shared else 1):
        if shared & bit(i):
            return i
    return 0


cdef void clean_step(const Tables* t, St* s, Frame* f) noexcept nogil:
    if f.step <= S_CLEAN_STACKED:
        stack(t, s, <DropFrame*>f)
    elif f.step <= S_CLEAN_GOODS_TO:
        leave_goods(t, s, <DropFrame*>f)
    elif f.step <= S_CLEAN_DRAWN:
        unrest(t, s, <UnrestFrame*>f)
    else:
        trail(t, s, <PlaceFrame*>f)


cdef void stack(const Tables* t, St* s, DropFrame* f) noexcept nogil:
    cdef int32_t i, r
    if f.step == S_CLEAN:
        f.step = S_CLEAN_STACK
        if hand_can_play(t, s):
            f.step = S_CLEAN_CARDS
            ask(s, Q_CARDS)
    elif f.step == S_CLEAN_CARDS:
        f.step = S_CLEAN_STACK
        if verb_of(s.answer) == V_PLAY:
            f.step = S_CLEAN
            push(s, S_EFFECT, x_of(s.answer), M_PLAY)
    elif f.step == S_CLEAN_STACK:
        i = crowded(s)
        if i:
            f.step = S_CLEAN_STACKED
            ask(s, Q_EXCESS, i)
            return
        for i in range(BANDS):                         # a Band joins a Ranchería that came to its space
            if s.band_strength[i] and s.band_at[i] < BOX and camp_in(s, s.band_at[i]) >= 0:
                s.band_at[i] = BOX + camp_in(s, s.band_at[i])
        f.band = 0
        f.step = S_CLEAN_DROP
    else:
        i = x_of(s.answer)
        r = nearest_camp(t, s, s.band_at[i])
        if r >= 0:
            s.band_at[i], s.band_done[i] = BOX + r, 1
        else:
            drop_headman(s, i)
            remove_band(s, i)
        f.step = S_CLEAN_STACK


cdef bint owns(const St* s, int32_t band) noexcept nogil:
    cdef int32_t k
    for k in range(GOODS):
        if s.band_goods[band][k]:
            return True
    return headman_of(s, band) >= 0


cdef void leave_goods(const Tables* t, St* s, DropFrame* f) noexcept nogil:
    cdef int32_t b, r, k, n
    cdef bint any_goods = False
    if f.step == S_CLEAN_DROP:
        while f.band < BANDS:
            b = f.band
            if s.band_strength[b] and in_box(s, b) >= 0 and owns(s, b):
                f.step = S_CLEAN_DROPPED
                ask(s, Q_DROP, b)
                return
            f.band += 1
        f.band = 0
        f.step = S_CLEAN_GOODS
    elif f.step == S_CLEAN_DROPPED:
        b = f.band
        r = in_box(s, b)
        f.step = S_CLEAN_DROP
        if verb_of(s.answer) == V_DONE:
            f.band += 1
        elif verb_of(s.answer) == V_DROP_HEADMAN:
            s.headman_at[headman_of(s, b)] = 1 + r
        else:
            for k in range(GOODS):
                if x_of(s.answer) == b and (y_of(s.answer) == k or y_of(s.answer) == ANY):
                    n = min(z_of(s.answer), s.band_goods[b][k])
                    s.band_goods[b][k] -= n
                    s.camp_goods[r][k] += n
            if y_of(s.answer) == ANY and not t.full:
                f.band += 1
    elif f.step == S_CLEAN_GOODS:
        for k in range(GOODS):
            any_goods = any_goods or s.ops_goods[s.operations][k] > 0
        f.band = 0
        f.step = S_CLEAN_UNREST
        if not any_goods:
            return
        for r in range(CAMPS):
            if s.camp_at[r]:
                f.step = S_CLEAN_GOODS_TO
                ask(s, Q_GOODS, s.operations)
                return
        memset(s.ops_goods[s.operations], 0, GOODS)
    else:
        for k in range(GOODS):
            s.camp_goods[x_of(s.answer)][k] += s.ops_goods[s.operations][k]
            s.ops_goods[s.operations][k] = 0
        f.step = S_CLEAN_UNREST


cdef void unrest(const Tables* t, St* s, UnrestFrame* f) noexcept nogil:
    """Steps 2 and 3: discontent in the Rancherías, then a counter from the cup."""
    cdef int32_t what
    cdef bint noticed
    if f.step == S_CLEAN_UNREST:
        while f.camp < CAMPS:
            if s.camp_at[f.camp] and finished_in(s, f.camp):
                f.step = S_CLEAN_UNREST_ROLLED
                roll_die(s, D_DISCONTENT, f.camp)
                return
            f.camp += 1
        f.camp = 0
        f.step = S_CLEAN_DRAW
    elif f.step == S_CLEAN_UNREST_ROLLED:
        noticed = is_noticed(s, f.camp, z_of(s.answer))
        f.camp += 1
        f.step = S_CLEAN_UNREST
        if noticed:
            push(s, S_B)
    elif f.step == S_CLEAN_DRAW:
        f.step = S_CLEAN_ENEMY
        if not cup_empty(s):
            f.step = S_CLEAN_DRAWN
            s.answer = 0
            push(s, S_DRAW, C_CLEANUP)
    else:
        what = z_of(s.answer)
        f.step = S_CLEAN_ENEMY
        if what >= DRAWN_COUNTER:
            s.where[what - DRAWN_COUNTER] = HAND
            push(s, S_C, what - DRAWN_COUNTER)
        elif what >= DRAWN_TWO:
            s.cup_ap[what - DRAWN_TWO] -= 1
            s.box_ap[what - DRAWN_TWO] += 1


cdef void trail(const Tables* t, St* s, PlaceFrame* f) noexcept nogil:
    """The enemy acts (step 3), then counters come to the wagon trail (step 4)."""
    cdef int32_t i, k, at, n = 0, pool = s.cup_success
    if f.step == S_CLEAN_ENEMY:
        f.step = S_CLEAN_TRAIL
        if s.enemy_ap + s.box_ap[0] + s.box_ap[1] + s.box_ap[2]:
            push(s, S_A)
    elif f.step == S_CLEAN_TRAIL:
        f.step = S_CLEAN_END
        f.place = 0
        if not s.gates & SANTA_FE:
            return
        for i in range(3):
            pool += s.cup_ap[i]
        for i in range(TRAIL):
            n += s.mark[i]
        for i in range(TRAIL):
            at = t.trail[i]
            if not s.mark[i] and s.piece[at] <= TRIBE and camp_in(s, at) < 0 and band_in(s, at) < 0:
                if pool > n:
                    s.mark[i] = 1
                return
        f.step = S_CLEAN_MARKS
    elif f.step == S_CLEAN_MARKS:
        while f.place < TRAIL:
            k = f.place
            f.place += 1
            if s.mark[k]:
                s.answer = 0
                push(s, S_MARK, k)
                return
        f.place = 0
        f.step = S_CLEAN_END
        if s.box_ap[0] + s.box_ap[1] + s.box_ap[2]:
            push(s, S_A)
    else:
        if s.once & STAKES:
            s.once &= ~STAKES
            k = s.column_at[0] | s.column_at[1] | s.column_at[2] | s.column_at[3]
            military(t, s, -1 if k else 1)
        pop(s)

"""The Culture and Planning operations."""
from libc.stdint cimport int32_t

from hunch.engines.games.comancheria.board.areas cimport camp_lands, lands
from hunch.engines.games.comancheria.board.pieces cimport (
    culture, drop_headman, enemy_points, first, military, points, remove_band, standing,
)
from hunch.engines.games.comancheria.codes.components cimport BANDS, BOUGHT, CAMPS, CARDS, HELD, OPEN, PLACES, SPACES
from hunch.engines.games.comancheria.codes.effects cimport B_FULL_SUCCESSOR, B_SPARE, M_PLAY, X_PLANNING_ENEMY_AP
from hunch.engines.games.comancheria.codes.moves cimport (
    D_HEADMAN, D_SUCCESSOR, Q_CAMPS, Q_HEADMAN, Q_SPARE, V_ATTEMPT, V_BUY, V_CONVERT, V_DONE, V_MOVE_CAMP, V_PRAY,
    V_RESTORE,
)
from hunch.engines.games.comancheria.codes.steps cimport (
    S_B, S_CAMP_GO, S_EFFECT, S_OPS, S_PLAN, S_PLAN_ACTED, S_PLAN_CAMP, S_PLAN_CAMPS, S_PLAN_DECLINE, S_PLAN_ENEMY,
    S_PLAN_HEADMAN, S_PLAN_MORE, S_PLAN_MORE_ACTED, S_PLAN_SPARED, S_PLAN_SUCCEEDED, S_PLAN_SUCCESSOR, S_PLAN_TRIED,
)
from hunch.engines.games.comancheria.decisions.dice cimport headman_actions
from hunch.engines.games.comancheria.procedures.camps cimport camp_goals, camp_steps, camp_steps_left, marked
from hunch.engines.games.comancheria.procedures.frames cimport PlanCampsFrame, PlanFrame, SuccessorFrame
from hunch.engines.games.comancheria.state cimport (
    Frame, St, Tables, ask, chosen_bonus, clear, push, roll_die, verb_of, x_of, y_of, z_of,
)
from hunch.engines.contract cimport u8


cdef void culture_step(const Tables* t, St* s, Frame* f) noexcept nogil:
    """Adds one Culture for each territory with a Ranchería, and one for each controlled territory."""
    cdef int32_t k, n = 0, homes = camp_lands(s), held = lands(s, False)
    for k in range(6):
        n += ((homes >> k) & 1) + ((held >> k) & 1)
    f.step = S_OPS
    culture(t, s, n)


cdef int32_t open_card(const St* s, int32_t place) noexcept nogil:
    return first(s.card, CARDS, OPEN + place)


cdef bint can_act_headman(const Tables* t, const St* s, int32_t camp) noexcept nogil:
    cdef int32_t i, c
    if (s.paraibo[camp] >= 2 and s.ap < t.most_ap) or (s.ap and s.out_success) or s.culture > s.military:
        return True
    for i in range(3):
        c = open_card(s, i)
        if c >= 0 and t.card[c].buy and t.card[c].cost <= s.ap:
            return True
    return False


cdef void succeed(const Tables* t, St* s, int32_t camp, int32_t value) noexcept nogil:
    if not chosen_bonus(t, s, B_FULL_SUCCESSOR):
        value = max(1, value // 2)
    s.mahimiana[camp] = min(value, t.most_mahimiana)
    s.headman_at[camp] = 1 + camp


cdef bint awaits_successor(St* s, SuccessorFrame* f, int32_t then_at) noexcept nogil:
    while f.camp < CAMPS:
        if s.camp_at[f.camp] and s.mahimiana[f.camp] == 0:
            f.step = then_at
            roll_die(s, D_SUCCESSOR, f.camp)
            return True
        f.camp += 1
    f.camp = 0
    return False


cdef void plan_step(const Tables* t, St* s, Frame* f) noexcept nogil:
    if f.step == S_PLAN:
        enemy_points(s, standing(t, s, X_PLANNING_ENEMY_AP, -1))
        grow(t, s)
        clear(f)
        f.step = S_PLAN_HEADMAN
    elif f.step <= S_PLAN_MORE_ACTED:
        headmen(t, s, <PlanFrame*>f)
    elif f.step <= S_PLAN_SPARED:
        decline(t, s, <SuccessorFrame*>f)
    else:
        move_camps(t, s, <PlanCampsFrame*>f)


cdef void grow(const Tables* t, St* s) noexcept nogil:
    """Steps 1 to 3: Successes on the medicine tracks become medicine."""
    cdef int32_t r, i, least
    for r in range(CAMPS):
        if s.camp_at[r] and s.mahimiana[r] and s.mahimiana_success[r]:
            s.mahimiana[r] = min(s.mahimiana[r] + 1, t.most_mahimiana)
    for r in range(CAMPS):
        while s.camp_at[r] and s.mahimiana[r] and s.mahimiana_success[r]:
            s.mahimiana_success[r] -= 1
            s.paraibo_success[r] += 1
            if s.mahimiana_success[r] == 0:
                break
            s.mahimiana[r] = min(s.mahimiana[r] + 1, t.most_mahimiana)
            least = 0
            for i in range(1, PLACES):
                if s.ops_success[i] < s.ops_success[least]:
                    least = i
            s.mahimiana_success[r] -= 1
            s.ops_success[least] += 1
    for r in range(CAMPS):
        if s.camp_at[r]:
            s.paraibo[r] = min(s.paraibo[r] + s.paraibo_success[r], t.most_paraibo)
            s.out_success += s.paraibo_success[r]
            s.paraibo_success[r] = 0


cdef void do_headman(const Tables* t, St* s, PlanFrame* f) noexcept nogil:
    """Carries out one action of a Paraibo."""
    cdef int32_t verb = verb_of(s.answer), c
    if verb == V_PRAY:
        s.paraibo[f.camp] -= 1
        points(t, s, 1)
    elif verb == V_BUY:
        c = open_card(s, x_of(s.answer))
        points(t, s, -<int32_t>t.card[c].cost)
        if t.card[c].buy == 1:
            s.card[c] = HELD
        else:
            s.card[c] = BOUGHT
            push(s, S_EFFECT, c, M_PLAY)
    elif verb == V_RESTORE:
        points(t, s, -1)
        s.out_success -= 1
        s.cup_success += 1
    elif verb == V_CONVERT:
        s.culture -= 1
        military(t, s, 1)


cdef void headmen(const Tables* t, St* s, PlanFrame* f) noexcept nogil:
    """Step 4: the Paraibos act."""
    if f.step == S_PLAN_HEADMAN:
        f.actions = 0
        while f.camp < CAMPS:
            if s.camp_at[f.camp] and can_act_headman(t, s, f.camp):
                f.step = S_PLAN_ACTED
                ask(s, Q_HEADMAN, f.camp, 1)
                return
            f.camp += 1
        f.camp = 0
        f.step = S_PLAN_SUCCESSOR
    elif f.step == S_PLAN_ACTED:
        if verb_of(s.answer) == V_ATTEMPT:
            f.step = S_PLAN_TRIED
            roll_die(s, D_HEADMAN, f.camp)
        else:
            f.step = S_PLAN_HEADMAN
            do_headman(t, s, f)
            f.camp += 1
    elif f.step == S_PLAN_TRIED:
        f.actions = headman_actions(s, f.camp, z_of(s.answer))
        f.step = S_PLAN_MORE
    elif f.step == S_PLAN_MORE:
        if f.actions and can_act_headman(t, s, f.camp):
            f.step = S_PLAN_MORE_ACTED
            ask(s, Q_HEADMAN, f.camp, 0)
        else:
            f.camp += 1
            f.step = S_PLAN_HEADMAN
    else:
        f.actions -= 1
        if verb_of(s.answer) == V_DONE:
            f.actions = 0
        f.step = S_PLAN_MORE
        do_headman(t, s, f)


cdef void decline(const Tables* t, St* s, SuccessorFrame* f) noexcept nogil:
    """Steps 5 and 6: new Mahimianas; finished Bands lose strength."""
    cdef int32_t b, spared = -1, done = 0
    if f.step == S_PLAN_SUCCESSOR:
        if not awaits_successor(s, f, S_PLAN_SUCCEEDED):
            f.step = S_PLAN_DECLINE
    elif f.step == S_PLAN_SUCCEEDED:
        succeed(t, s, f.camp, z_of(s.answer))
        f.camp += 1
        f.step = S_PLAN_SUCCESSOR
    else:
        for b in range(BANDS):
            done += s.band_done[b]
        if f.step == S_PLAN_DECLINE and done and chosen_bonus(t, s, B_SPARE):
            f.step = S_PLAN_SPARED
            ask(s, Q_SPARE)
            return
        if f.step == S_PLAN_SPARED:
            spared = x_of(s.answer)
        for b in range(BANDS):
            if s.band_strength[b] and s.band_done[b]:
                s.band_done[b] = 0
                if b == spared:
                    continue
                s.band_strength[b] -= 1
                if s.band_strength[b] == 0:
                    drop_headman(s, b)
                    remove_band(s, b)
        f.step = S_PLAN_CAMPS


cdef bint makes_way(const Tables* t, St* s, int32_t done, int32_t camp, int32_t space) noexcept nogil:
    """Whether a move matters to another Ranchería: it may use the space that is left, or the "?" that is turned."""
    cdef u8 out[SPACES]
    cdef int32_t r, i, old = s.camp_at[camp]
    cdef bint allowed = marked(t, s, space)
    s.camp_at[camp] = 0
    for r in range(CAMPS):
        if not (done >> r) & 1:
            for i in range(camp_goals(t, s, r, camp_steps(s, r), True, out)):
                allowed = allowed or out[i] == old
    s.camp_at[camp] = old
    return allowed


cdef void move_camps(const Tables* t, St* s, PlanCampsFrame* f) noexcept nogil:
    """Steps 7 to 9: Rancherías move, then the enemy acts."""
    cdef u8 out[SPACES]
    cdef int32_t r
    if f.step == S_PLAN_CAMPS:
        for r in range(CAMPS):
            if not (f.done >> r) & 1 and camp_goals(t, s, r, camp_steps(s, r), True, out):
                f.step = S_PLAN_CAMP
                ask(s, Q_CAMPS, f.done)
                return
        f.step = S_PLAN_ENEMY
    elif f.step == S_PLAN_CAMP:
        f.step = S_PLAN_ENEMY
        if verb_of(s.answer) == V_MOVE_CAMP:
            r = x_of(s.answer)
            f.done |= 1 << r
            if not t.full and not makes_way(t, s, f.done, r, y_of(s.answer)):
                f.done |= (1 << r) - 1                 # moves that matter to no other go by letter
            f.step = S_PLAN_CAMPS
            push(s, S_CAMP_GO, r, y_of(s.answer), camp_steps_left(t, s, r, camp_steps(s, r), y_of(s.answer)))
    else:
        f.done = 0
        f.step = S_OPS
        push(s, S_B)

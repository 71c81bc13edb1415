"""War Columns: their phase (3.1), their moves and the War deck."""
from libc.stdint cimport int32_t

from hunch.engines.games.comancheria.board.pieces cimport (
    ally_in, band_in, bands_in_box, camp_in, destroy_camp, end_war, military, points, stops, weaken,
)
from hunch.engines.games.comancheria.codes.components cimport BANDS, BOX, CAPTIVES, STAKES, USED_REROLL
from hunch.engines.games.comancheria.codes.effects cimport (
    B_COLUMN_TIE, WE_BAD_INFORMATION, WE_FAST_COLUMN, WE_HIGHER_STAKES, WE_OPEN_SPACES, WE_RESHUFFLE, WE_SURPRISE,
    WE_TRAVOIS,
)
from hunch.engines.games.comancheria.codes.moves cimport (
    D_WAR_STRENGTH, K_GOAL, K_HOME, K_STEP, K_SURPRISE, K_SURPRISE_GOAL, Q_STAND, Q_TRAVOIS, V_FIGHT, V_MOVE_CAMP,
    W_EVENT, W_FAST, W_MOVEMENT,
)
from hunch.engines.games.comancheria.codes.steps cimport (
    S_BATTLE, S_CAMP_GO, S_EVENT, S_EVENT_COLUMN, S_EVENT_FAST, S_EVENT_GOAL, S_EVENT_MOVE, S_EVENT_TRAVOIS, S_GO,
    S_GO_GOAL, S_GO_STEP, S_GO_STEPPED, S_HOME, S_HOME_AT, S_MARCH, S_MARCH_CARD, S_MARCH_ROLL, S_MARCH_ROLLED,
    S_WAR_BATTLES, S_WAR_BEGIN, S_WAR_CAMPS, S_WAR_CARD_DRAWN, S_WAR_EVENT_DRAWN, S_WAR_MOVE, S_WAR_ROLL, S_WAR_ROLLED,
    S_WAR_STOOD,
)
from hunch.engines.games.comancheria.decisions.chance cimport draw_war, picks, reshuffle
from hunch.engines.games.comancheria.procedures.camps cimport camp_can_move
from hunch.engines.games.comancheria.procedures.frames cimport ColumnFrame, EventFrame, GoFrame, WarFrame
from hunch.engines.games.comancheria.state cimport (
    Frame, St, Tables, ask, chosen_bonus, pick, pop, push, roll_die, slot_of, verb_of, x_of, y_of, z_of,
)
from hunch.engines.contract cimport u8


cdef bint columns(const St* s) noexcept nogil:
    return (s.column_at[0] | s.column_at[1] | s.column_at[2] | s.column_at[3]) != 0


cdef void war_step(const Tables* t, St* s, Frame* f) noexcept nogil:
    if f.step <= S_WAR_MOVE:
        move_columns(t, s, <WarFrame*>f)
    elif f.step <= S_WAR_EVENT_DRAWN:
        roll_columns(t, s, <WarFrame*>f)
    else:
        meet_columns(t, s, <WarFrame*>f)


cdef void move_columns(const Tables* t, St* s, WarFrame* f) noexcept nogil:
    cdef int32_t e
    if f.step == S_WAR_BEGIN:
        s.war_event = 0
        s.once &= ~USED_REROLL
        if not columns(s):
            pop(s)
            return
        f.step = S_WAR_CARD_DRAWN
        draw_war(t, s, W_MOVEMENT)
    elif f.step == S_WAR_CARD_DRAWN:
        if t.war_effect[z_of(s.answer)] == WE_RESHUFFLE:
            reshuffle(t, s)
            draw_war(t, s, W_MOVEMENT)
            return
        f.kind, f.enemy = z_of(s.answer), 0
        f.step = S_WAR_MOVE
    else:
        while f.enemy < 4:
            e = f.enemy
            f.enemy += 1
            if s.column_at[e] and t.war_moves[f.kind][e]:
                push(s, S_GO, e, t.war_moves[f.kind][e])
                return
        f.kind = f.enemy = 0
        f.step = S_WAR_ROLL


cdef inline bint loses_strength(const Tables* t, const St* s, int32_t enemy, int32_t value) noexcept nogil:
    """Step 2 of 3.1: whether the column loses strength to a die of this value."""
    return value < s.column_strength[enemy] or (
        value == s.column_strength[enemy] and chosen_bonus(t, s, B_COLUMN_TIE)
    )


cdef void roll_columns(const Tables* t, St* s, WarFrame* f) noexcept nogil:
    cdef int32_t e
    if f.step == S_WAR_ROLL:
        while f.enemy < 4:
            e = f.enemy
            f.enemy += 1
            if s.column_at[e]:
                f.step = S_WAR_ROLLED
                roll_die(s, D_WAR_STRENGTH, e)
                return
        f.enemy = 0
        f.step = S_WAR_EVENT_DRAWN
        draw_war(t, s, W_EVENT)
    elif f.step == S_WAR_ROLLED:
        e = f.enemy - 1                                # the frame has counted on to the next enemy
        if s.column_at[e] and loses_strength(t, s, e, z_of(s.answer)):
            weaken(t, s, e, 1)
        f.step = S_WAR_ROLL
    else:
        e = z_of(s.answer)
        if t.war_effect[e] == WE_RESHUFFLE:
            reshuffle(t, s)
            draw_war(t, s, W_EVENT)
            return
        s.war_event = slot_of(e)
        f.step = S_WAR_BATTLES
        push(s, S_EVENT, e)


cdef void meet_columns(const Tables* t, St* s, WarFrame* f) noexcept nogil:
    """Steps 4 and 5 of 3.1: battles outside Rancherías, then at Rancherías."""
    cdef int32_t e, at, r, b
    if f.step == S_WAR_BATTLES:
        while f.enemy < 4:
            e, at = f.enemy, s.column_at[f.enemy]
            f.enemy += 1
            if at and camp_in(s, at) < 0 and (band_in(s, at) >= 0 or ally_in(s, at)):
                push(s, S_BATTLE, e)
                return
        f.enemy = 0
        f.step = S_WAR_CAMPS
    elif f.step == S_WAR_CAMPS:
        while f.enemy < 4:
            e = f.enemy
            f.enemy += 1
            r = camp_in(s, s.column_at[e])
            if r < 0:
                continue
            if bands_in_box(s, r) == 0:
                destroy_camp(t, s, r)
                end_war(t, s, e)
                military(t, s, -1)
                continue
            f.standing, f.camp = e, r
            f.step = S_WAR_STOOD
            ask(s, Q_STAND, e, r)
            return
        pop(s)
    else:
        e, r = f.standing, f.camp
        f.standing = f.camp = 0
        f.step = S_WAR_CAMPS
        if verb_of(s.answer) == V_FIGHT:
            military(t, s, -1)
            push(s, S_BATTLE, e)
            return
        military(t, s, -2)
        s.camp_goods[r][CAPTIVES] = 0
        for b in range(BANDS):
            if s.band_at[b] == BOX + r:
                s.band_goods[b][CAPTIVES] = 0
        weaken(t, s, e, 1)
        if s.column_at[e]:
            push(s, S_HOME, e)


# One column -----------------------------------------------------------------------------------------------

cdef void column_step(const Tables* t, St* s, Frame* f) noexcept nogil:
    if f.step <= S_GO_STEPPED:
        go(t, s, <GoFrame*>f)
    elif f.step <= S_MARCH_ROLLED:
        march(t, s, <ColumnFrame*>f)
    else:
        go_home(t, s, <ColumnFrame*>f)


cdef void go(const Tables* t, St* s, GoFrame* f) noexcept nogil:
    """Step 1 of 3.1: moves towards the nearest Ranchería that the column sees and can reach. The goal is fixed."""
    cdef u8 out[64]
    cdef int32_t e = f.enemy
    if s.column_at[e] == 0 or f.steps == 0 or stops(t, s, e):
        pop(s)
    elif f.step == S_GO:
        if picks(t, s, K_GOAL, e, 0, out) == 0:
            pop(s)
            weaken(t, s, e, 1)
            return
        f.step = S_GO_GOAL
        pick(s, K_GOAL, e)
    elif f.step == S_GO_GOAL:
        f.goal = z_of(s.answer)
        f.step = S_GO_STEP
    elif f.step == S_GO_STEP:
        if picks(t, s, K_STEP, e, f.goal, out) == 0:
            pop(s)
            return
        f.step = S_GO_STEPPED
        pick(s, K_STEP, e, f.goal)
    else:
        s.column_at[e] = z_of(s.answer)
        f.steps -= 1
        f.step = S_GO_STEP


cdef void march(const Tables* t, St* s, ColumnFrame* f) noexcept nogil:
    """Steps 1 and 2 of 3.1 for one column, ordered by an Instruction."""
    cdef int32_t e = f.enemy, kind
    if s.column_at[e] == 0:
        pop(s)
    elif f.step == S_MARCH:
        f.step = S_MARCH_CARD
        draw_war(t, s, W_MOVEMENT)
    elif f.step == S_MARCH_CARD:
        kind = z_of(s.answer)
        if t.war_effect[kind] == WE_RESHUFFLE:
            reshuffle(t, s)
            draw_war(t, s, W_MOVEMENT)
            return
        f.step = S_MARCH_ROLL
        if t.war_moves[kind][e]:
            push(s, S_GO, e, t.war_moves[kind][e])
    elif f.step == S_MARCH_ROLL:
        f.step = S_MARCH_ROLLED
        roll_die(s, D_WAR_STRENGTH, e)
    else:
        if loses_strength(t, s, e, z_of(s.answer)):
            weaken(t, s, e, 1)
        pop(s)


cdef void go_home(const Tables* t, St* s, ColumnFrame* f) noexcept nogil:
    cdef u8 out[64]
    cdef int32_t e = f.enemy
    if f.step == S_HOME_AT:
        s.column_at[e] = z_of(s.answer)
        pop(s)
    elif s.column_at[e] == 0 or picks(t, s, K_HOME, e, 0, out) == 0:
        pop(s)
        if s.column_at[e]:
            end_war(t, s, e)
    else:
        f.step = S_HOME_AT
        pick(s, K_HOME, e)


# The War Event -----------------------------------------------------------------------------------------------

cdef void event_step(const Tables* t, St* s, Frame* frame) noexcept nogil:
    cdef EventFrame* f = <EventFrame*>frame
    cdef u8 out[64]
    cdef int32_t e, effect = t.war_effect[f.kind]
    if f.step == S_EVENT:
        if effect == WE_FAST_COLUMN:
            f.step = S_EVENT_FAST
            draw_war(t, s, W_FAST)
        elif effect == WE_SURPRISE and picks(t, s, K_SURPRISE, 0, 0, out):
            f.step = S_EVENT_COLUMN
            pick(s, K_SURPRISE)
        elif effect == WE_TRAVOIS and s.ap >= 2 and camp_can_move(t, s):
            f.step = S_EVENT_TRAVOIS
            ask(s, Q_TRAVOIS)
        else:
            simple_event(s, effect)
            pop(s)
    elif f.step == S_EVENT_FAST:
        if t.war_effect[z_of(s.answer)] == WE_RESHUFFLE:
            reshuffle(t, s)
            draw_war(t, s, W_FAST)
            return
        f.kind, f.enemy = z_of(s.answer), 0
        f.step = S_EVENT_MOVE
    elif f.step == S_EVENT_MOVE:
        while f.enemy < 4:
            e = f.enemy
            f.enemy += 1
            if s.column_at[e] and t.war_moves[f.kind][e]:
                push(s, S_GO, e, t.war_moves[f.kind][e])
                return
        pop(s)
    elif f.step == S_EVENT_COLUMN:
        f.enemy = z_of(s.answer)
        if picks(t, s, K_SURPRISE_GOAL, f.enemy, 0, out) == 0:
            pop(s)
            return
        f.step = S_EVENT_GOAL
        pick(s, K_SURPRISE_GOAL, f.enemy)
    elif f.step == S_EVENT_GOAL:
        if s.column_at[f.enemy]:
            s.column_at[f.enemy] = z_of(s.answer)
        pop(s)
    else:
        pop(s)
        if verb_of(s.answer) == V_MOVE_CAMP:
            points(t, s, -2)
            push(s, S_CAMP_GO, x_of(s.answer), y_of(s.answer))


cdef void simple_event(St* s, int32_t effect) noexcept nogil:
    cdef int32_t e, least = 255, most = 0
    if effect == WE_HIGHER_STAKES:
        s.once |= STAKES
    for e in range(4):
        if s.column_at[e]:
            least, most = min(least, s.column_strength[e]), max(most, s.column_strength[e])
    for e in range(4):
        if s.column_at[e] == 0:
            continue
        if effect == WE_BAD_INFORMATION and s.column_strength[e] == least:
            s.column_strength[e] = min(8, least + 2)
        elif effect == WE_OPEN_SPACES and s.column_strength[e] == most:
            s.column_strength[e] = max(1, most - 2)

"""Comanchería on the contract: a loop over the frames of the state. One procedure knows each of them."""
from libc.stdint cimport int32_t, uint32_t
from libc.string cimport memcmp, memcpy, memset

from hunch.engines.games.comancheria.board.areas cimport lands
from hunch.engines.games.comancheria.checks.state cimport find_flaw
from hunch.engines.games.comancheria.codes.components cimport PLAYING, TRACK, TRAIL, WON
from hunch.engines.games.comancheria.codes.moves cimport V_DONE
from hunch.engines.games.comancheria.codes.steps cimport (
    S_A, S_ACT, S_ASK, S_BATTLE_ROLLED, S_CAMP_GO, S_CAMP_ON, S_CLEAN, S_CULTURE, S_DIE_KEPT,
    S_EFFECT, S_EVENT, S_EXEC, S_GO, S_HOME_AT, S_OPS, S_PASS, S_PAY, S_RAID, S_REVEAL, S_SETUP, S_TAKE, S_TAKE_GOT,
    S_TURN_AGAIN, S_TURN_CLEANUP, S_TURN_OPERATE, S_TURN_SELECT, S_TURN_WAR, S_WAR_BEGIN,
)
from hunch.engines.games.comancheria.decisions.answers cimport answers
from hunch.engines.games.comancheria.decisions.chance cimport drawn, happen, kept, outcomes, rest
from hunch.engines.games.comancheria.decisions.dice cimport comes_to
from hunch.engines.games.comancheria.estimate cimport estimate_payoff
from hunch.engines.games.comancheria.lookups cimport build
from hunch.engines.games.comancheria.policy cimport policy_move
from hunch.engines.games.comancheria.procedures.actions cimport act_step, active_step, operation_end_step
from hunch.engines.games.comancheria.procedures.battle cimport battle_step, total_of
from hunch.engines.games.comancheria.procedures.camps cimport camp_step
from hunch.engines.games.comancheria.procedures.cards cimport effect_step, reveal_step
from hunch.engines.games.comancheria.procedures.enemy cimport enemy_step
from hunch.engines.games.comancheria.procedures.frames cimport BattleFrame, DieFrame
from hunch.engines.games.comancheria.procedures.instructions cimport execute_step
from hunch.engines.games.comancheria.procedures.passage_land cimport pass_step
from hunch.engines.games.comancheria.procedures.passage_people cimport pay_step
from hunch.engines.games.comancheria.procedures.planning cimport culture_step, plan_step
from hunch.engines.games.comancheria.procedures.raid cimport raid_step
from hunch.engines.games.comancheria.procedures.setup cimport opening_step
from hunch.engines.games.comancheria.procedures.turn cimport clean_step, turn_step
from hunch.engines.games.comancheria.procedures.victory cimport objective
from hunch.engines.games.comancheria.procedures.war cimport column_step, event_step, war_step
from hunch.engines.games.comancheria.state cimport Frame, St, Tables, code, give, push
from hunch.engines.contract cimport CHANCE, MOST_CHANCES, MOST_MOVES, OVER, Game, State, check, move_t
from hunch.engines.rng cimport Rng

from hunch.engines.games.comancheria.checks.messages import FLAWS
from hunch.engines.games.comancheria.data.load import fail

cdef enum:
    MOST_STEPS = 4000        # between two decisions or chance events; the longest seen is far below


cdef inline int32_t part_of_turn(const St* s) noexcept nogil:
    """0 before the first turn, 1 War Columns, 2 an operation is chosen and carried out, 3 the Cleanup."""
    cdef int32_t step = s.frame[0].step
    if step == S_TURN_SELECT:
        return 1
    if step == S_TURN_OPERATE or step == S_TURN_CLEANUP or step == S_TURN_AGAIN:
        return 2
    return 3 if step == S_TURN_WAR else 0


cdef class Comancheria(Game):
    def __init__(self, str name, dict options, str data_hash, dict data):
        Game.__init__(self, name, options, data_hash)
        self.seats, self.zero_sum, self.solitaire, self.hidden = 1, False, True, False
        self.most_moves, self.most_chances, self.most_plies = 512, 64, 40000
        self.state_bytes = sizeof(St)
        self.flaws = FLAWS
        build(data, options, &self.t)
        self.trail, self.data = [self.t.trail[i] for i in range(TRAIL)], data
        flaw = self.new().flaw()
        if flaw:
            raise fail(f"scenarios.{options['scenario']}", flaw)

    cdef void begin(self, void* state) noexcept nogil:
        cdef St* s = <St*>state
        memcpy(s, &self.t.start, sizeof(St))
        push(s, S_SETUP)
        self.advance(s)

    cdef int32_t to_move(self, const void* state) noexcept nogil:
        cdef const St* s = <const St*>state
        if s.outcome != PLAYING:
            return OVER
        return 0 if s.frame[s.depth - 1].step == S_ASK else CHANCE

    cdef int32_t legal(self, const void* state, move_t* out) noexcept nogil:
        return answers(&self.t, <const St*>state, self.t.full, out)

    cdef int32_t chances(self, const void* state, move_t* out, uint32_t* weight) noexcept nogil:
        return outcomes(&self.t, <const St*>state, out, weight)

    cdef move_t roll(self, const void* state, Rng* rng) noexcept nogil:
        return drawn(&self.t, <const St*>state, rng)

    cdef void apply(self, void* state, move_t m) noexcept nogil:
        enter(&self.t, <St*>state, m)
        self.advance(<St*>state)

    cdef void advance(self, St* s) noexcept nogil:
        if run(&self.t, s, MOST_STEPS) == MOST_STEPS:
            check(False, "comancheria: no procedure runs on without end")
        s.answer = 0
        if s.outcome != PLAYING:
            memset(s.frame, 0, sizeof(s.frame))
            s.depth = s.active = s.mp = s.stolen = 0
            memset(s.track, 0, TRACK)

    cdef void returns(self, const void* state, double* out) noexcept nogil:
        out[0] = 1.0 if (<const St*>state).outcome == WON else -1.0

    cdef bint is_resolved(self, const void* since, const void* state) noexcept nogil:
        """Whether the part of the turn is over in which the choice was made."""
        return part_of_turn(<const St*>state) != part_of_turn(<const St*>since)

    cdef void estimate(self, const void* state, double* out) noexcept nogil:
        out[0] = estimate_payoff(&self.t, <const St*>state)

    cdef bint fits(self, const void* view, move_t m) noexcept nogil:
        cdef const St* s = <const St*>view
        cdef move_t out[MOST_MOVES]
        cdef uint32_t weight[MOST_CHANCES]
        cdef int32_t i, n
        if s.outcome != PLAYING:
            return False
        if s.frame[s.depth - 1].step == S_ASK:
            n = answers(&self.t, s, True, out)
        else:
            n = outcomes(&self.t, s, out, weight)
        for i in range(n):
            if out[i] == m:
                return True
        return False

    cdef move_t rollout_move(self, const void* state, Rng* rng) noexcept nogil:
        return policy_move(&self.t, <const St*>state, rng)

    cdef int32_t flaw(self, const void* state) noexcept nogil:
        return find_flaw(&self.t, <const St*>state)

    def steps_of(self, State before not None, uint32_t event):
        """The steps that an event runs through: see rules.pyi."""
        cdef State now = before, then = before.clone()
        cdef const St* s = <const St*>now.data
        cdef bint ran = True
        enter(&self.t, <St*>then.data, event)
        steps = []
        while ran or is_moved(s, <const St*>then.data):    # a deck is made anew before it rests for a card
            steps.append((s.frame[s.depth - 1].step, is_moved(s, <const St*>then.data), now, then))
            now, then = then, then.clone()
            s = <const St*>now.data
            ran = run(&self.t, <St*>then.data, 1) == 1
        return steps

    def battle_total(self, State before not None, int value):
        """What a die makes of a battle that is being rolled."""
        cdef const St* s = <const St*>before.data
        cdef int32_t i = s.depth - 1
        while s.frame[i].step != S_BATTLE_ROLLED:
            i -= 1
        return total_of(&self.t, s, <const BattleFrame*>&s.frame[i], value)

    def die_comes_to(self, State before not None, int purpose, int whose, int value):
        """What a die decides: see decisions/dice.pxd."""
        return comes_to(&self.t, <const St*>before.data, purpose, whose, value)

    def meets_objective(self, State state not None):
        """Whether the objective of the period is met: see rules.pyi."""
        cdef const St* s = <const St*>state.data
        return objective(&self.t, s, lands(s, False))

    cdef dict read(self, const void* s):
        return (<const St*>s)[0]

    cdef int write(self, dict fields, void* s) except -1:
        (<St*>s)[0] = fields
        return 0


cdef bint is_moved(const St* before, const St* after) noexcept nogil:
    """Whether anything beside the stack of frames is different."""
    if before.enemy_ap != after.enemy_ap or before.outcome != after.outcome:
        return True
    return memcmp(&before.period, &after.period, sizeof(St) - (<const char*>&before.period - <const char*>before)) != 0


cdef inline void enter(const Tables* t, St* s, move_t m) noexcept nogil:
    """What the player or chance decides reaches the frame that waits for it."""
    if s.frame[s.depth - 1].step == S_ASK:
        give(s, m)
    else:
        happen(t, s, m)


cdef int32_t run(const Tables* t, St* s, int32_t most) noexcept nogil:
    """Runs the frames to a decision, a chance event or the end of the game; returns the number of steps."""
    cdef move_t out[MOST_MOVES]
    cdef Frame* f
    cdef int32_t steps = 0, n
    while s.outcome == PLAYING and steps < most:
        f = &s.frame[s.depth - 1]
        if f.step == S_ASK:
            n = answers(t, s, t.full, out)
            if n > 1:
                break
            give(s, out[0] if n else code(V_DONE))  # a choice with a single option is made at once
        elif f.step < S_ASK:
            if rest(t, s, f):
                break
        elif f.step == S_DIE_KEPT:
            kept(t, s, <DieFrame*>f)
        else:
            dispatch(t, s, f)
        steps += 1
    return steps


cdef inline void dispatch(const Tables* t, St* s, Frame* f) noexcept nogil:
    cdef int32_t step = f.step
    if step < S_TURN_WAR:
        opening_step(t, s, f)
    elif step < S_WAR_BEGIN:
        turn_step(t, s, f)
    elif step < S_EVENT:
        war_step(t, s, f)
    elif step < S_GO:
        event_step(t, s, f)
    elif step <= S_HOME_AT:
        column_step(t, s, f)
    elif S_CAMP_GO <= step <= S_CAMP_ON or step == S_TAKE or step == S_TAKE_GOT:
        camp_step(t, s, f)
    elif step < S_ACT:
        battle_step(t, s, f)
    elif step < S_OPS:
        act_step(t, s, f)
    elif step < S_TAKE:
        operation_end_step(t, s, f)
    elif step < S_RAID:
        active_step(t, s, f)
    elif step < S_CULTURE:
        raid_step(t, s, f)
    elif step == S_CULTURE:
        culture_step(t, s, f)
    elif step < S_PASS:
        plan_step(t, s, f)
    elif step < S_PAY:
        pass_step(t, s, f)
    elif step < S_REVEAL:
        pay_step(t, s, f)
    elif step < S_CLEAN:
        reveal_step(t, s, f)
    elif step < S_A:
        clean_step(t, s, f)
    elif step < S_EXEC:
        enemy_step(t, s, f)
    elif step < S_EFFECT:
        execute_step(t, s, f)
    else:
        effect_step(t, s, f)


GAME = Comancheria

"""Whether the rules can lead to the stack of frames: its steps, arguments, their order and the position.

Each check takes any bytes: nothing is used as an index before it is in range.
"""
from libc.stdint cimport int32_t

from hunch.engines.games.comancheria.board.pieces cimport (
    ally_in, bands_in_box, count_piece, counter_on, enemy_in, headman_of, open_to_piece, peace_square, settlements,
    stock,
)
from hunch.engines.games.comancheria.board.playable cimport ally_counter, refuge_free
from hunch.engines.games.comancheria.checks.flaws cimport (
    BAD_ARGUMENTS, BAD_FRAME, BAD_STEP, BAD_UNUSED, NOT_ACTIVE, NOT_CHECKED, NOT_PLACED, NOT_RESOLVED, SOUND,
)
from hunch.engines.games.comancheria.checks.leaf cimport argument, die_fits, leaf_fits, pick_fits
from hunch.engines.games.comancheria.codes.components cimport (
    ALLY, ANY, ASIDE, BISON, CAMPS, CARDS, CELL, DEPTH, DRAWN, ENCROACH, GUNS, HAND, HUNT, LAST, MUST, NONE, NORTH, ON,
    PLAYING, RAID, RECOVER, RESERVATION, ROUND, SETTLE, SPACES, SUBJUGATE, TRACK, TRIBE, UNDER, WAR, WITH,
)
from hunch.engines.games.comancheria.codes.effects cimport (
    E_ACTIVATE, E_ALLY, E_BAND, E_EPIDEMIC, E_EXECUTE, E_MEDICINE, E_PLACE_BISON, E_PLACE_TRIBE, E_RANSOM, E_REFUGE,
    E_REMOVE_BISON, E_REMOVE_PIECE, E_RESERVATION_OR_CULTURE, E_RESOURCE, E_SWAP, M_DISCARD, M_PLAY, M_REVEAL,
)
from hunch.engines.games.comancheria.codes.moves cimport DRAWN_FOUR, DRAWN_TWO, K_COUNTER_CUP, K_COUNTER_ROW
from hunch.engines.games.comancheria.codes.steps cimport (
    STEPS, S_ACTIVATE_COUNTER, S_ACTIVE_ASK, S_ACTIVE_COUNTER, S_ACTIVE_COUNTERED, S_ACT_AFTER, S_ACT_CAMP,
    S_ACT_CHOSEN, S_ACT_PLACED, S_ACT_SPENT, S_A_SLIDE, S_BATTLE, S_BATTLE_READY, S_BATTLE_ROLLED, S_BATTLE_UNIT,
    S_B_SLIDE, S_CAMP_MET, S_CAMP_ON, S_CLEAN_DROPPED, S_C_ROLLED, S_C_ROW, S_DIE, S_DIE_KEPT, S_EFFECT,
    S_EFFECT_ALLY, S_EFFECT_BAND, S_EFFECT_BISON, S_EFFECT_BOX, S_EFFECT_DROUGHT, S_EFFECT_DROUGHT_AT,
    S_EFFECT_EPIDEMIC, S_EFFECT_HEADMAN, S_EFFECT_PIECE, S_EFFECT_RANSOM, S_EFFECT_REFUGE, S_EFFECT_SICK,
    S_EFFECT_SWAP, S_EFFECT_TRIBE, S_EVENT_MOVE, S_EXEC_ALLY, S_EXEC_HUNT, S_EXEC_HUNTED, S_EXEC_RAID,
    S_EXEC_RECOVER, S_EXEC_SETTLE, S_EXEC_SETTLED, S_EXEC_SUBDUED, S_EXEC_TERRITORY, S_EXEC_TRIBE, S_EXEC_WAR,
    S_GO_GOAL, S_HOME_AT, S_MARCH_ROLL, S_OPS_ROLLED, S_PASS_BAND_PAID, S_PASS_BISON_AT, S_PASS_BISON_FROM,
    S_PASS_BISON_ROLLED, S_PASS_DISCARD, S_PASS_RETIRED, S_PASS_REVEAL, S_PASS_SUCCEEDED, S_PASS_TRACK_ROLLED,
    S_PICK, S_PLAN_ACTED, S_PLAN_CAMPS, S_PLAN_HEADMAN, S_PLAN_MORE, S_PLAN_MORE_ACTED, S_PLAN_SUCCEEDED, S_RAID,
    S_RAID_BONUS, S_RAID_COUNTERS, S_RAID_DREW, S_RAID_PEACE, S_RAID_REDRAW, S_RAID_SHOT, S_SETUP, S_SETUP_BISON_AT,
    S_SETUP_CARDS, S_SETUP_SETTLE, S_TURN_AGAIN, S_TURN_CLEANUP, S_WAR_BATTLES, S_WAR_CAMPS, S_WAR_MOVE,
    S_WAR_ROLLED, S_WAR_STOOD,
)
from hunch.engines.games.comancheria.decisions.dice cimport hunted
from hunch.engines.games.comancheria.procedures.camps cimport camp_goals, trail_of
from hunch.engines.games.comancheria.procedures.cards cimport effect_of, repeats
from hunch.engines.games.comancheria.procedures.frames cimport (
    ActFrame, ActivateFrame, ActiveFrame, BandsFrame, BattleFrame, BisonFrame, CampGoFrame, ColumnFrame,
    CounterFrame, DieFrame, DropFrame, EffectFrame, EnemyFrame, EventFrame, ExecuteFrame, PickFrame, PlaceFrame,
    PlanFrame, RaidFrame, RaidPeaceFrame, RetireFrame, SetupFrame, SuccessorFrame, WarFrame, about,
)
from hunch.engines.games.comancheria.procedures.passage_land cimport has_space
from hunch.engines.games.comancheria.state cimport (
    Effect, Frame, St, Tables, can_be_ravaged, in_box, index_of, owner_of_counter, slot_of,
)
from hunch.engines.contract cimport u8


cdef int32_t frames_flaw(const Tables* t, const St* s) noexcept nogil:
    cdef int32_t i, k
    cdef const Frame* f
    cdef const Frame* below
    cdef const u8* args
    if s.outcome != PLAYING:
        return NOT_ACTIVE if s.active else NOT_PLACED if s.track[0] else SOUND
    for i in range(DEPTH):
        f = &s.frame[i]
        below = &s.frame[max(0, i - 1)]
        args = &f.step + 1
        if i >= s.depth:
            for k in range(7):
                if f.step or args[k]:
                    return BAD_UNUSED
            continue
        if f.step >= STEPS or not t.rests[f.step] or not lies_here(t, f, below, i):
            return BAD_STEP + i
        for k in range(7):
            if not argument(s, &t.arguments[f.step][k], args[k]):
                return BAD_ARGUMENTS + i
        if (i and not lies_above(t, s, below, f)) or not context(t, s, f, below):
            return BAD_FRAME + i
    i = s.depth - 1
    return activity(s) if leaf_fits(t, s, &s.frame[i], &s.frame[max(0, i - 1)]) else BAD_FRAME + i


cdef bint lies_here(const Tables* t, const Frame* f, const Frame* below, int32_t i) noexcept nogil:
    """Whether the frame below waits for this step. The lowest frame is a part of the setup or of a turn."""
    if i == 0:
        return S_SETUP <= f.step <= S_TURN_AGAIN and f.step != S_ACTIVATE_COUNTER
    return t.child[below.step][f.step] or f.step == t.leaf[below.step][0]


cdef bint lies_above(const Tables* t, const St* s, const Frame* f, const Frame* above) noexcept nogil:
    """Whether the frame above is about what the frame below it waits for."""
    if f.step == S_SETUP:
        return about(above) + 1 == (<const SetupFrame*>f).enemy
    if t.child[f.step][above.step] and above.step != S_DIE_KEPT:
        return is_called_by(t, s, f, above)
    if f.step == S_ACTIVATE_COUNTER:
        return about(above) == (K_COUNTER_ROW if (<const ActivateFrame*>f).dealt else K_COUNTER_CUP)
    return t.leaf[f.step][1] == 0 or about(above) == t.leaf[f.step][1]


cdef bint is_called_by(const Tables* t, const St* s, const Frame* f, const Frame* above) noexcept nogil:
    """Whether a procedure is about the enemy, Band, card or place that the frame below gives it."""
    if above.step >= S_EFFECT:
        return is_moment_of(t, s, f, <const EffectFrame*>above)
    if above.step == S_CAMP_MET or above.step == S_CAMP_ON:
        return goes_so_far(t, f, <const CampGoFrame*>above)
    if f.step in (S_WAR_MOVE, S_WAR_CAMPS) or (f.step == S_WAR_BATTLES and above.step >= S_BATTLE):
        return about(above) + 1 == (<const WarFrame*>f).enemy
    if f.step == S_EVENT_MOVE:
        return about(above) + 1 == (<const EventFrame*>f).enemy
    if f.step in (S_SETUP_CARDS, S_PASS_REVEAL):
        return about(above) + 1 == (<const PlaceFrame*>f).place
    if f.step == S_BATTLE_READY:
        return slot_of(about(above)) == (<const BattleFrame*>f).band_slot
    if f.step == S_PASS_BAND_PAID:
        return about(above) == (<const BandsFrame*>f).camp
    if f.step == S_EFFECT:
        return is_effect(effect_of(t, <const EffectFrame*>f), above)
    if f.step == S_C_ROW:
        return about(above) == owner_of_counter((<const CounterFrame*>f).counter)
    if f.step in (S_SETUP_SETTLE, S_MARCH_ROLL, S_ACTIVE_ASK, S_A_SLIDE, S_B_SLIDE):
        return about(above) == about(f)
    return True


cdef bint goes_so_far(const Tables* t, const Frame* f, const CampGoFrame* camp) noexcept nogil:
    """Only in Planning does a Ranchería move more than a space."""
    if f.step == S_PLAN_CAMPS:
        return (about(f) >> camp.camp) & 1
    if f.step == S_EFFECT and effect_of(t, <const EffectFrame*>f).kind not in (E_REFUGE, E_RESERVATION_OR_CULTURE):
        return False
    return camp.left == 0


cdef bint is_effect(const Effect* effect, const Frame* above) noexcept nogil:
    if above.step == S_ACTIVATE_COUNTER:
        return effect.kind == E_ACTIVATE and about(above) == effect.x
    return effect.kind == E_EXECUTE and about(above) == effect.x


cdef bint is_moment_of(const Tables* t, const St* s, const Frame* f, const EffectFrame* effect) noexcept nogil:
    """Whether the frame below may carry out a card at this moment: revealed, played, bought or discarded."""
    if f.step == S_TURN_CLEANUP:
        return effect.card == CARDS + s.period and effect.moment == M_REVEAL
    if effect.card >= CARDS:
        return False
    if f.step in (S_SETUP_CARDS, S_PASS_REVEAL):
        return effect.moment == M_REVEAL
    if f.step == S_PASS_DISCARD:
        return effect.moment == M_DISCARD
    return effect.moment == M_PLAY and t.card[effect.card].buy == (2 if f.step in (S_PLAN_HEADMAN, S_PLAN_MORE) else 1)


cdef bint context(const Tables* t, const St* s, const Frame* f, const Frame* below) noexcept nogil:
    """Whether the position and the frame below are as this frame assumes."""
    if f.step == S_DIE or f.step == S_DIE_KEPT:
        return die_fits(t, s, <const DieFrame*>f, below)
    if f.step == S_PICK:
        return pick_fits(t, s, <const PickFrame*>f, below)
    if f.step == S_CAMP_MET or f.step == S_CAMP_ON:
        return camp_context(t, s, <const CampGoFrame*>f)
    if S_WAR_MOVE <= f.step <= S_BATTLE_ROLLED:
        return battle_context(s, <const BattleFrame*>f) if f.step >= S_BATTLE_UNIT else war_context(s, f)
    if S_ACT_CAMP <= f.step <= S_ACT_SPENT:
        return track_context(s, <const ActFrame*>f)
    if S_ACTIVE_ASK <= f.step <= S_RAID_PEACE:
        return raid_context(s, f)
    if S_PLAN_ACTED <= f.step <= S_PASS_TRACK_ROLLED:
        return years_context(t, s, f)
    if f.step == S_ACTIVATE_COUNTER:
        return deal_context(s, <const ActivateFrame*>f)
    if f.step == S_SETUP_BISON_AT:
        return stock(t, s, BISON) > 0
    if f.step == S_OPS_ROLLED:
        return 0 < s.operations < MUST
    if f.step == S_CLEAN_DROPPED:
        return in_box(s, (<const DropFrame*>f).band) >= 0
    if S_A_SLIDE <= f.step <= S_C_ROLLED:
        return counter_context(s, f)
    if S_EXEC_RECOVER <= f.step <= S_EXEC_RAID:
        return execution_context(t, s, <const ExecuteFrame*>f) and is_executed(t, s, <const ExecuteFrame*>f, below)
    if f.step >= S_EFFECT:
        return effect_context(t, s, <const EffectFrame*>f)
    return True


cdef bint camp_context(const Tables* t, const St* s, const CampGoFrame* f) noexcept nogil:
    """A Ranchería is on its way on the map, where it may stop or go on."""
    cdef u8 out[SPACES]
    if s.camp_at[f.camp] == RESERVATION or trail_of(t, s.camp_at[f.camp]) < 0:
        return False
    return s.piece[s.camp_at[f.camp]] == NONE or camp_goals(t, s, f.camp, f.left, True, out) > 0


cdef bint deal_context(const St* s, const ActivateFrame* f) noexcept nogil:
    return (s.present >> f.enemy) & 1 and aside(s, f.enemy) == 6 - f.dealt


cdef bint war_context(const St* s, const Frame* f) noexcept nogil:
    """Whether the War Columns that a frame is about are on the map."""
    if f.step == S_WAR_ROLLED:
        return (<const WarFrame*>f).enemy > 0 and s.column_at[(<const WarFrame*>f).enemy - 1]
    if f.step == S_WAR_STOOD:
        return stand_context(s, <const WarFrame*>f)
    if f.step < S_GO_GOAL or f.step > S_HOME_AT:
        return True
    return s.column_at[(<const ColumnFrame*>f).enemy] != 0


cdef bint stand_context(const St* s, const WarFrame* f) noexcept nogil:
    if f.standing + 1 != f.enemy or s.column_at[f.standing] != s.camp_at[f.camp]:
        return False
    return bands_in_box(s, f.camp) > 0


cdef bint battle_context(const St* s, const BattleFrame* f) noexcept nogil:
    """Whether the column is with the Band, Ranchería or Ally that it meets, unless a card has moved them."""
    cdef int32_t band = index_of(f.band_slot), camp = index_of(f.camp_slot)
    if s.column_at[f.enemy] == 0:
        return False
    if camp >= 0 and f.step != S_BATTLE_READY and s.camp_at[camp] != s.column_at[f.enemy]:
        return False
    if not have_fought(s, f):
        return False
    if f.step == S_BATTLE_UNIT:
        return camp >= 0 and bands_in_box(s, camp)
    if band >= 0 and camp >= 0:
        return in_box(s, band) == camp
    return band >= 0 or (camp < 0 and ally_in(s, s.column_at[f.enemy]))


cdef bint have_fought(const St* s, const BattleFrame* f) noexcept nogil:
    """Mahimianas that fought a round are with Bands of the Ranchería, or with the Band that fights."""
    cdef int32_t r, b
    for r in range(CAMPS):
        if not (f.fought >> r) & 1:
            continue
        b = s.headman_at[r] - WITH
        if b < 0 or (f.camp_slot and in_box(s, b) != index_of(f.camp_slot)):
            return False
        if not f.camp_slot and slot_of(b) != f.band_slot:
            return False
    return f.fought >> CAMPS == 0


cdef bint track_context(const St* s, const ActFrame* f) noexcept nogil:
    """Whether Bands of the acting Ranchería take the first places of the medicine track, and only those."""
    cdef int32_t i
    if f.step == S_ACT_AFTER or f.step == S_ACT_CHOSEN:
        return f.bands + f.left <= TRACK and (f.step == S_ACT_AFTER or s.track[0])
    if f.step != S_ACT_PLACED:
        return s.track[0] == 0
    if f.placed >= f.bands or f.bands > min(bands_in_box(s, f.camp), s.paraibo[f.camp]) or s.track[f.placed]:
        return False
    for i in range(f.placed):
        if s.track[i] == 0 or in_box(s, index_of(s.track[i])) != f.camp:
            return False
    return True


cdef bint years_context(const Tables* t, const St* s, const Frame* f) noexcept nogil:
    """In Planning and Passage of Time: whether the headmen, the Bison and the tracks are as the step assumes."""
    if f.step == S_PLAN_MORE_ACTED:
        return (<const PlanFrame*>f).actions > 0
    if f.step == S_PLAN_SUCCEEDED or f.step == S_PASS_SUCCEEDED:
        return s.mahimiana[(<const SuccessorFrame*>f).camp] == 0
    if f.step == S_PASS_RETIRED:
        return s.mahimiana[(<const RetireFrame*>f).camp] > 1
    if f.step == S_PASS_BISON_ROLLED:
        return (<const BisonFrame*>f).to_place or (<const BisonFrame*>f).to_remove
    if f.step == S_PASS_BISON_AT:
        return stock(t, s, BISON) > 0
    if f.step == S_PASS_BISON_FROM:
        return has_space(s, ANY)
    return f.step != S_PASS_TRACK_ROLLED or 0 < s.passage < LAST


cdef bint counter_context(const St* s, const Frame* f) noexcept nogil:
    """Whether the counter that is executed is in its cell, and a counter from the cup is in hand."""
    cdef int32_t counter = (<const CounterFrame*>f).counter
    if f.step == S_A_SLIDE or f.step == S_B_SLIDE:
        return slides(s, <const EnemyFrame*>f)
    if f.step == S_C_ROW:
        return s.where[counter] == HAND and not is_drawn(s, counter)
    if f.step == S_C_ROLLED:
        return not is_drawn(s, counter) and (s.where[counter] == HAND or s.where[counter] >= UNDER)
    return True


cdef bint slides(const St* s, const EnemyFrame* f) noexcept nogil:
    cdef int32_t counter = index_of(f.counter_slot)
    if counter < 0 or owner_of_counter(counter) != f.enemy:
        return False
    return s.where[counter] == CELL + 6 * f.enemy + f.row


cdef bint is_drawn(const St* s, int32_t counter) noexcept nogil:
    cdef int32_t i
    for i in range(DRAWN):
        if s.drawn_counter[i] == slot_of(counter):
            return True
    return False


cdef int32_t aside(const St* s, int32_t enemy) noexcept nogil:
    """The number of an enemy's counters that are not dealt yet."""
    cdef int32_t c, n = 0
    for c in range(6 * enemy, 6 * enemy + 6):
        n += s.where[c] == ASIDE
    return n


cdef bint raid_context(const St* s, const Frame* f) noexcept nogil:
    cdef int32_t band = (<const ActiveFrame*>f).band
    if index_of(s.active) != band:
        return False
    if f.step == S_ACTIVE_COUNTER or f.step == S_ACTIVE_COUNTERED:
        return True
    if s.band_at[band] >= RESERVATION:
        return False
    if f.step < S_RAID:
        return True
    if f.step <= S_RAID_SHOT:
        return check_fits(s, <const RaidFrame*>f) and can_be_raided(s, s.band_at[band])
    if s.drawn_success or s.drawn_ap[0] or s.drawn_ap[1] or s.drawn_ap[2] or not can_be_ravaged(s.band_at[band]):
        return False
    return f.step != S_RAID_PEACE or s.where[(<const RaidPeaceFrame*>f).counter] == ON + s.band_at[band]


cdef bint check_fits(const St* s, const RaidFrame* f) noexcept nogil:
    """Whether the counters drawn in a Success Check and those still to draw make up its number."""
    cdef int32_t i, held = s.drawn_success
    for i in range(3):
        held += s.drawn_ap[i]
    for i in range(DRAWN):
        held += s.drawn_counter[i] != 0
    if f.step == S_RAID_BONUS:
        if held or f.to_draw != f.draws:
            return False
        return f.to_draw == s.band_strength[f.band] and headman_of(s, f.band) >= 0
    if f.step <= S_RAID_REDRAW:
        return held + f.to_draw == f.draws and (f.to_draw if f.step == S_RAID_DREW else held) > 0
    if f.step == S_RAID_SHOT:
        if not DRAWN_TWO <= f.counter <= DRAWN_FOUR or not s.drawn_ap[f.counter - DRAWN_TWO]:
            return False
        if not s.band_goods[f.band][GUNS]:
            return False
    return held + f.to_draw <= f.draws


cdef bint can_be_raided(const St* s, int32_t at) noexcept nogil:
    return enemy_in(s, at) >= 0 or counter_on(s, at) >= 0


cdef bint execution_context(const Tables* t, const St* s, const ExecuteFrame* f) noexcept nogil:
    cdef int32_t i
    if not (s.present >> f.enemy) & 1 or f.instruction != instruction_of(f.step):
        return False
    if f.step == S_EXEC_HUNT:
        return hunted(t, s, 1) >= 0
    if f.step == S_EXEC_RAID:
        return f.enemy == NORTH and s.column_at[f.enemy] == 0
    if f.step == S_EXEC_WAR:
        return f.enemy != NORTH and s.column_at[f.enemy] == 0
    if f.step == S_EXEC_SETTLE or f.step == S_EXEC_SETTLED:
        if f.enemy == NORTH or f.square != peace_square(f.enemy):
            return False
        return settlements(s, f.enemy) < t.most_settlements[f.enemy]
    if f.step == S_EXEC_TERRITORY or f.step == S_EXEC_TRIBE:
        if count_piece(s, TRIBE) >= t.most_tribes:
            return False
        for i in range(1, ROUND + 1):
            if open_to_piece(s, i):
                return True
        return False
    return True


cdef int32_t instruction_of(int32_t step) noexcept nogil:
    if step <= S_EXEC_ALLY:
        return RECOVER if step == S_EXEC_RECOVER else ALLY
    if step <= S_EXEC_TRIBE:
        return ENCROACH
    if step <= S_EXEC_HUNTED:
        return HUNT
    if step <= S_EXEC_SETTLED:
        return SETTLE
    return SUBJUGATE if step == S_EXEC_SUBDUED else WAR if step == S_EXEC_WAR else RAID


cdef bint is_executed(const Tables* t, const St* s, const ExecuteFrame* f, const Frame* below) noexcept nogil:
    """Whether an Instruction has the right counter, cost and face. A card orders one with a cost and no counter."""
    cdef int32_t c = index_of(f.counter_slot)
    if below.step == S_EFFECT:
        return f.counter_slot == 0 and f.cost == effect_of(t, <const EffectFrame*>below).z
    if below.step == S_SETUP_SETTLE:
        return f.counter_slot == 0
    if below.step == S_C_ROW and c != (<const CounterFrame*>below).counter:
        return False
    if below.step != S_C_ROW and f.counter_slot != (<const EnemyFrame*>below).counter_slot:
        return False
    if f.cost != t.cost[c][s.face[c]]:
        return False
    return f.step != S_EXEC_ALLY or t.kind[c][s.face[c]] == ALLY


cdef bint effect_context(const Tables* t, const St* s, const EffectFrame* f) noexcept nogil:
    """Whether the effect asks this question or rolls this die."""
    cdef int32_t kind
    if f.begun == 0 or f.begun > t.card[f.card].count[f.moment]:
        return False
    kind = effect_of(t, f).kind
    if f.left >= max(1, repeats(effect_of(t, f))):
        return False
    if f.step == S_EFFECT_DROUGHT:
        return kind == E_REMOVE_BISON and hunted(t, s, 1) >= 0
    if f.step == S_EFFECT_EPIDEMIC or f.step == S_EFFECT_SICK:
        return kind == E_EPIDEMIC and f.left < CAMPS
    if f.step == S_EFFECT_BISON and stock(t, s, BISON) == 0:
        return False
    if f.step == S_EFFECT_TRIBE and count_piece(s, TRIBE) >= t.most_tribes:
        return False
    if f.step == S_EFFECT_ALLY and ally_counter(t, s) < 0:
        return False
    if f.step == S_EFFECT_REFUGE and not refuge_free(s):
        return False
    return f.step == S_EFFECT or kind == (
        E_RESOURCE if f.step == S_EFFECT_BOX else E_MEDICINE if f.step == S_EFFECT_HEADMAN else
        E_BAND if f.step == S_EFFECT_BAND else E_PLACE_BISON if f.step == S_EFFECT_BISON else
        E_REMOVE_BISON if f.step == S_EFFECT_DROUGHT_AT else E_PLACE_TRIBE if f.step == S_EFFECT_TRIBE else
        E_REMOVE_PIECE if f.step == S_EFFECT_PIECE else E_ALLY if f.step == S_EFFECT_ALLY else
        E_RANSOM if f.step == S_EFFECT_RANSOM else E_SWAP if f.step == S_EFFECT_SWAP else
        E_REFUGE if f.step == S_EFFECT_REFUGE else E_RESERVATION_OR_CULTURE
    )


cdef int32_t activity(const St* s) noexcept nogil:
    """Whether a frame is about the active Band, the medicine track and the drawn counters, if there are any."""
    cdef int32_t i
    cdef bint acts = False, places = False, draws = False
    for i in range(s.depth):
        acts = acts or S_ACTIVE_ASK <= s.frame[i].step <= S_ACTIVE_COUNTERED
        places = places or S_ACT_PLACED <= s.frame[i].step <= S_ACT_CHOSEN
        draws = draws or S_RAID_DREW <= s.frame[i].step <= S_RAID_COUNTERS
    if (s.active != 0) != acts:
        return NOT_ACTIVE
    if s.track[0] and not places:
        return NOT_PLACED
    if not draws and (s.drawn_success or s.drawn_ap[0] or s.drawn_ap[1] or s.drawn_ap[2]):
        return NOT_CHECKED
    return NOT_RESOLVED if s.drawn_counter[0] and not draws else SOUND

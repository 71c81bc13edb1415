"""Whether a leaf is about the same Band, enemy, number and space as the frame below it.

Each check takes any bytes: nothing is used as an index before it is in range.
"""
from libc.stdint cimport int32_t, uint32_t

from hunch.engines.games.comancheria.board.pieces cimport headman_of, square_owner
from hunch.engines.games.comancheria.codes.components cimport ANY, BANDS, CAMPS, CARDS, EAST, MAHIMIANA
from hunch.engines.games.comancheria.codes.moves cimport (
    D_BATTLE, D_BISON, D_BONUS, D_CUP_ROW, D_DROUGHT, D_ENCROACH, D_ENEMY, D_EPIDEMIC, D_GUNS, D_HUNT, D_OPERATIONS,
    D_PASSAGE, D_PEACE, D_WAR_STRENGTH, K_BISON, K_COUNTER_ROW, K_HUNT, K_RAID, K_SETTLE, K_SQUARE, K_STEP,
    K_SURPRISE, K_SURPRISE_GOAL, LAST_DIE, LAST_PICK, LAST_QUESTION, Q_ALLY, Q_ANY_HEADMAN, Q_BATTLE_GUNS,
    Q_BISON_SPACE, Q_CAMPS, Q_CAMP_ON, Q_CULTURE, Q_DROP, Q_GOODS, Q_GUNS, Q_HEADMAN, Q_LOOT, Q_NEW_BAND, Q_PAY,
    Q_PLACE, Q_RANSOM, Q_REDRAW, Q_REMOVE, Q_REROLL, Q_RETIRE, Q_SECOND, Q_SICK, Q_STAND, Q_STRENGTHEN, Q_SWAP,
    Q_TAKE, Q_TRACK, Q_TRIBE_SPACE, Q_UNIT,
)
from hunch.engines.games.comancheria.codes.steps cimport (
    OF_BAND, OF_BAND_SLOT, OF_CAMP, OF_CAMP_SLOT, OF_CARD, OF_HEADMAN, S_ASK, S_CAMP_MET, S_CARD, S_DIE, S_DIE_KEPT,
    S_EFFECT, S_MARK, S_PASS_GOODS_TO, S_PLAN_ACTED, S_SETUP_CULTURE_GOT, S_WAR_ROLLED,
)
from hunch.engines.games.comancheria.decisions.answers cimport answers
from hunch.engines.games.comancheria.decisions.chance cimport outcomes
from hunch.engines.games.comancheria.procedures.cards cimport effect_of
from hunch.engines.games.comancheria.procedures.frames cimport (
    ARMED, ActFrame, ActivateFrame, AllyAsk, AskFrame, BandAsk, BattleFrame, CampAsk, CampGoFrame, CounterFrame,
    CultureAsk, DieFrame, EffectFrame, EventFrame, GoFrame, HeadmanAsk, LandAsk, NumberAsk, OnAsk, PayAsk, PayFrame,
    PickFrame, PlaceFrame, PlanFrame, RaidFrame, RaidPeaceFrame, RemoveAsk, RerollAsk, SecondAsk, StandAsk,
    StrengthenFrame, SwapAsk, TakeAsk, TakeFrame, TrackAsk, WarFrame, about,
)
from hunch.engines.games.comancheria.state cimport (
    Argument, Effect, Frame, St, Tables, index_of, owner_of_counter, slot_of,
)
from hunch.engines.contract cimport MOST_CHANCES, MOST_MOVES, move_t, u8

cdef bint argument(const St* s, const Argument* a, int32_t v) noexcept nogil:
    if not a.low <= v <= a.high:
        return False
    if a.of == OF_BAND:
        return s.band_strength[v] != 0
    if a.of == OF_BAND_SLOT:
        return v == 0 or s.band_strength[index_of(v)] != 0
    if a.of == OF_CAMP:
        return s.camp_at[v] != 0
    if a.of == OF_CAMP_SLOT:
        return v == 0 or s.camp_at[index_of(v)] != 0
    if a.of == OF_HEADMAN:
        return v % MAHIMIANA < CAMPS and s.camp_at[v % MAHIMIANA] != 0
    return a.of != OF_CARD or v != CARDS


# Dice and picks ------------------------------------------------------------------------------------------------

cdef bint die_fits(const Tables* t, const St* s, const DieFrame* f, const Frame* below) noexcept nogil:
    """Only a battle rolls two dice or names the payer of another roll."""
    if not (1 <= f.purpose <= LAST_DIE and argument(s, &t.whose[0][f.purpose], f.whose) and payer_fits(s, f.payer)):
        return False
    if f.step == S_DIE_KEPT and (f.first == 0 or (f.second != 0) != (f.two != 0)):
        return False
    if f.purpose != D_BATTLE and (f.two or f.payer):
        return False
    if f.purpose == D_BATTLE and not battle_die_fits(f, <const BattleFrame*>below):
        return False
    return f.whose == whose_die(t, s, f.purpose, below)


cdef bint battle_die_fits(const DieFrame* f, const BattleFrame* battle) noexcept nogil:
    return f.payer == (battle.band_slot if battle.band_slot else ANY) and f.two == ((battle.used & ARMED) != 0)


cdef int32_t whose_die(const Tables* t, const St* s, int32_t purpose, const Frame* below) noexcept nogil:
    """The piece that a die is for. Most frames that roll a die have it as their first argument."""
    if purpose == D_WAR_STRENGTH and below.step == S_WAR_ROLLED:
        return (<const WarFrame*>below).enemy - 1
    if purpose == D_BONUS:
        return headman_of(s, (<const RaidFrame*>below).band)
    if purpose == D_GUNS:
        return (<const RaidFrame*>below).counter
    if purpose == D_PEACE:
        return (<const RaidPeaceFrame*>below).counter
    if purpose == D_OPERATIONS:
        return t.operations_number[s.operations]
    if purpose == D_PASSAGE:
        return t.passage_number[s.passage]
    if purpose == D_CUP_ROW:
        return owner_of_counter((<const CounterFrame*>below).counter)
    if purpose == D_EPIDEMIC:
        return CAMPS - 1 - (<const EffectFrame*>below).left
    if purpose in (D_BISON, D_ENEMY, D_ENCROACH, D_HUNT, D_DROUGHT):
        return 0
    return about(below)


cdef bint payer_fits(const St* s, int32_t who) noexcept nogil:
    return who == 0 or who == ANY or (who <= BANDS and s.band_strength[index_of(who)])


cdef bint pick_fits(const Tables* t, const St* s, const PickFrame* f, const Frame* below) noexcept nogil:
    """Whether a pick is for the right piece. Most frames that pick have it as their first argument."""
    if not (1 <= f.purpose <= LAST_PICK and argument(s, &t.whose[1][f.purpose], f.whose)):
        return False
    if f.purpose == K_STEP:
        return f.whose == about(below) and f.start == (<const GoFrame*>below).goal
    if f.purpose == K_SETTLE:
        return f.whose == about(below) and square_owner(f.start) == f.whose
    if f.start:
        return False
    if f.purpose == K_COUNTER_ROW:
        return f.whose == 8 * about(below) + (<const ActivateFrame*>below).dealt
    if f.purpose in (K_BISON, K_RAID, K_SURPRISE):
        return f.whose == 0
    if f.purpose == K_SQUARE:
        return f.whose == EAST and about(below) == EAST
    if f.purpose == K_SURPRISE_GOAL:
        return f.whose == (<const EventFrame*>below).enemy
    return f.purpose == K_HUNT or f.whose == about(below)


# Questions -----------------------------------------------------------------------------------------------------

cdef bint leaf_fits(const Tables* t, const St* s, const Frame* f, const Frame* below) noexcept nogil:
    cdef move_t out[MOST_MOVES]
    cdef uint32_t weight[MOST_CHANCES]
    if f.step == S_ASK:
        return ask_fits(t, s, <const AskFrame*>f, below) and answers(t, s, False, out) > 0
    if f.step > S_ASK or (f.step == S_DIE and already_rolled(<const DieFrame*>f)):
        return False
    if f.step == S_MARK and not mark_fits(t, s, <const PlaceFrame*>f, below):
        return False
    if f.step == S_CARD and (<const PlaceFrame*>f).place != (<const PlaceFrame*>below).place:
        return False
    return outcomes(t, s, out, weight) > 0


cdef bint mark_fits(const Tables* t, const St* s, const PlaceFrame* f, const Frame* below) noexcept nogil:
    if below.step == S_CAMP_MET and t.trail[f.place] != s.camp_at[(<const CampGoFrame*>below).camp]:
        return False
    return s.mark[f.place] != 0


cdef bint already_rolled(const DieFrame* f) noexcept nogil:
    return f.second or (f.first and not f.two)


cdef bint ask_fits(const Tables* t, const St* s, const AskFrame* f, const Frame* below) noexcept nogil:
    cdef const u8* args = &f.question + 1
    cdef int32_t k
    if not 1 <= f.question <= LAST_QUESTION:
        return False
    for k in range(4):
        if not argument(s, &t.question[f.question][k], args[k]):
            return False
    if below.step > S_EFFECT:
        return effect_asks(f, <const EffectFrame*>below, effect_of(t, <const EffectFrame*>below))
    if f.question in (Q_UNIT, Q_BATTLE_GUNS):
        return battle_asks(f, <const BattleFrame*>below)
    return asks_about(s, f, below)


cdef bint battle_asks(const AskFrame* f, const BattleFrame* battle) noexcept nogil:
    if f.question == Q_UNIT:
        return slot_of((<const CampAsk*>f).camp) == battle.camp_slot
    return slot_of((<const BandAsk*>f).band) == battle.band_slot


cdef bint asks_about(const St* s, const AskFrame* f, const Frame* below) noexcept nogil:
    """Whether a question is about the Band, Ranchería, enemy or number of the frame that asks it."""
    if f.question == Q_SECOND:
        return second_fits(<const SecondAsk*>f, <const StrengthenFrame*>below)
    if f.question == Q_CAMP_ON:
        return on_fits(<const OnAsk*>f, <const CampGoFrame*>below)
    if f.question == Q_STAND:
        return stand_fits(<const StandAsk*>f, <const WarFrame*>below)
    if f.question == Q_LOOT:
        return (<const NumberAsk*>f).number == (<const RaidFrame*>below).successes
    if f.question == Q_REROLL:
        return reroll_fits(<const RerollAsk*>f, <const DieFrame*>below)
    if f.question == Q_TAKE:
        return take_fits(<const TakeAsk*>f, <const TakeFrame*>below)
    if f.question == Q_PAY:
        return pay_fits(<const PayAsk*>f, <const PayFrame*>below)
    if f.question == Q_HEADMAN:
        return headman_fits(<const HeadmanAsk*>f, <const PlanFrame*>below)
    if f.question == Q_TRACK:
        return track_fits(<const TrackAsk*>f, <const ActFrame*>below)
    if f.question == Q_GOODS:
        return (<const NumberAsk*>f).number == (ANY if below.step == S_PASS_GOODS_TO else s.operations)
    if f.question == Q_CULTURE:
        return (<const CultureAsk*>f).free == (below.step == S_SETUP_CULTURE_GOT)
    if f.question == Q_ALLY:
        return (<const AllyAsk*>f).territories == 63 and not (<const AllyAsk*>f).may_decline
    if f.question in (Q_PLACE, Q_REDRAW, Q_GUNS, Q_RETIRE, Q_DROP, Q_CAMPS, Q_NEW_BAND, Q_STRENGTHEN):
        return (<const NumberAsk*>f).number == about(below)           # the first argument of either frame
    return True


cdef bint second_fits(const SecondAsk* f, const StrengthenFrame* strengthen) noexcept nogil:
    return f.band == strengthen.band and f.own == strengthen.own


cdef bint on_fits(const OnAsk* f, const CampGoFrame* go) noexcept nogil:
    return f.camp == go.camp and f.left == go.left


cdef bint stand_fits(const StandAsk* f, const WarFrame* war) noexcept nogil:
    return f.enemy == war.standing and f.camp == war.camp


cdef bint reroll_fits(const RerollAsk* f, const DieFrame* die) noexcept nogil:
    return f.purpose == die.purpose and f.value == max(die.first, die.second) and f.payer == die.payer


cdef bint take_fits(const TakeAsk* f, const TakeFrame* take) noexcept nogil:
    return f.band == take.band and f.camp == take.camp and f.lowest == take.lowest


cdef bint pay_fits(const PayAsk* f, const PayFrame* pay) noexcept nogil:
    return f.camp == pay.camp and f.price == pay.price and f.lowest == pay.lowest


cdef bint headman_fits(const HeadmanAsk* f, const PlanFrame* plan) noexcept nogil:
    return f.camp == plan.camp and f.may_try == (plan.step == S_PLAN_ACTED)


cdef bint track_fits(const TrackAsk* f, const ActFrame* act) noexcept nogil:
    return f.camp == act.camp and f.ap == act.left


cdef bint effect_asks(const AskFrame* f, const EffectFrame* card, const Effect* effect) noexcept nogil:
    """Whether a question has the arguments of the effect that asks it."""
    if f.question == Q_BISON_SPACE:
        return (<const LandAsk*>f).territory == ANY
    if f.question == Q_ALLY:
        return ally_fits(<const AllyAsk*>f, card, effect)
    if f.question == Q_SWAP:
        return swap_fits(<const SwapAsk*>f, card, effect)
    if f.question == Q_REMOVE:
        return remove_fits(<const RemoveAsk*>f, effect)
    if f.question == Q_SICK:
        return (<const CampAsk*>f).camp + card.left + 1 == CAMPS
    if f.question in (Q_TRIBE_SPACE, Q_ANY_HEADMAN, Q_RANSOM):
        return (<const NumberAsk*>f).number == effect.x
    return True


cdef bint ally_fits(const AllyAsk* f, const EffectFrame* card, const Effect* effect) noexcept nogil:
    return f.territories == effect.x and f.may_decline == (card.left + 1 < effect.y)


cdef bint swap_fits(const SwapAsk* f, const EffectFrame* card, const Effect* effect) noexcept nogil:
    if f.given != effect.x or f.taken != effect.y or f.territory != effect.w:
        return False
    return f.may_stop == (card.left + 1 < effect.z)


cdef bint remove_fits(const RemoveAsk* f, const Effect* effect) noexcept nogil:
    if f.owner != effect.x or f.territory != effect.y:
        return False
    return f.other_owner == effect.z and f.other_territory == effect.w
